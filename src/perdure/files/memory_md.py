"""MEMORY.md: a region that a person writes and a region that is made anew. Neither ever touches the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from perdure.files.safe import change, read_text

NAME = "MEMORY.md"
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
BEGIN, END = "<!-- perdure:generated -->", "<!-- /perdure:generated -->"
TEMPLATE = f"""# MEMORY

<!-- Write below whatever should always be known in your own conversations. It is read as your notes, line by line,
and never changed. 在下面写下需要一直记住的内容：每行都会被读取，绝不会被改动。 -->


{BEGIN}
{END}
"""


def prepare(folder: Path) -> bool:
    """Make the file where there is none. Says whether it did."""
    return change(folder / NAME, lambda before: TEMPLATE if before is None else None)


def curated(folder: Path) -> list[str]:
    """What a person wrote, paragraph by paragraph, without headings, comments and the region that is made."""
    text = read_text(folder / NAME) or ""
    before, begin, rest = text.partition(BEGIN)
    after = rest.partition(END)[2] if begin else ""
    rows = (row.strip() for row in _COMMENT.sub("", f"{before}\n{after}").split("\n"))
    return [row.removeprefix("- ") for row in rows if row and not row.startswith("#")]


def generate(folder: Path, lines: Sequence[tuple[str, str]]) -> bool:
    """Make the generated region anew from (id, text), a line each. Says whether it changed."""
    made = "".join(f"- {_one_line(text)} <!-- item:{name} -->\n" for name, text in lines)

    def renewed(before: str | None) -> str | None:
        text = TEMPLATE if before is None else before
        if BEGIN not in text:
            text = f"{text}{'' if text.endswith(chr(10)) else chr(10)}\n{BEGIN}\n{END}\n"
        head, _, rest = text.partition(BEGIN)
        _, _, tail = rest.partition(END)
        after = f"{head}{BEGIN}\n{made}{END}{tail}"
        return None if after == before else after

    return change(folder / NAME, renewed)


def holds(folder: Path, ids: Sequence[str]) -> bool:
    """Whether the generated region shows one of these items."""
    text = read_text(folder / NAME) or ""
    return any(f"<!-- item:{name} -->" in text for name in ids)


def _one_line(text: str) -> str:
    """Words on one line that cannot pass for a mark of ours."""
    return " / ".join(text.replace("<!--", "&lt;!--").splitlines())
