"""Which program a file comes from, by what is in it, and its conversations and memories one after the other."""

from __future__ import annotations

import os
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any

from perdure.control.portable.foreign import chatgpt, claude, langgraph, letta, lines, mem0
from perdure.control.portable.foreign.contract import Conversation, Foreign, Reader, wrong
from perdure.control.portable.foreign.objects import objects
from perdure.control.portable.reading import check_bulk, is_zip, unpackable
from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.values import Role

READERS: Mapping[str, Reader] = {
    "chatgpt": chatgpt.read,
    "claude": claude.read,
    "letta": letta.read,
    "mem0": mem0.read,
    "langgraph": langgraph.read,
    "jsonl": lines.read,
}
PERDURE = "perdure"
NAMES = (PERDURE, *READERS)
CONVERSATIONS = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
MAX_GATHERED = 1_000
MAX_OBJECT = 64 << 20
"""Characters of one conversation, or of a file that is one object."""


@dataclass(frozen=True, slots=True)
class ForeignFile:
    """A file of another program, open."""

    file: IO[bytes]
    format: str
    max_line: int

    def contents(self) -> Iterator[Foreign]:
        """What it holds, in its order. It can be gone through again."""
        read = READERS[self.format]
        most = self.max_line if self.format == "jsonl" else MAX_OBJECT
        for name in _json_names(self.file):
            with _json_of(self.file, name) as file:
                for number, shape in objects(file, most=most):
                    if not isinstance(shape, Mapping):
                        raise wrong(number, "it is no JSON object")
                    yield from read(shape, number)

    def gathered(self) -> Iterator[Foreign]:
        """The same, with lines of one conversation that stand beside each other as one."""
        held: Conversation | None = None
        for one in self.contents():
            if isinstance(one, Conversation) and held is not None and _goes_on(held, one):
                held.messages.extend(one.messages)
                continue
            if held is not None:
                yield held
            held = one if isinstance(one, Conversation) else None
            if held is None:
                yield one
        if held is not None:
            yield held


def _goes_on(held: Conversation, one: Conversation) -> bool:
    """Whether lines are one conversation. A very long one is cut where somebody begins to speak."""
    begins = one.messages[0].role is Role.USER if one.messages else True
    return held.id == one.id and not (begins and len(held.messages) >= MAX_GATHERED)


def format_of(file: IO[bytes]) -> str:
    """The program that a file comes from."""
    names = _json_names(file)
    if not names:
        return PERDURE
    with _json_of(file, names[0]) as inner:
        for _, shape in objects(inner, most=MAX_OBJECT):
            found = _recognised(shape)
            if found is not None:
                return found
            break
    raise InvalidInput(
        "it is not clear which program this file comes from",
        field="from",
        hint=say("hint.say_format", names=", ".join(NAMES)),
    )


def _recognised(shape: Any) -> str | None:
    if not isinstance(shape, Mapping):
        return None
    signs = {
        "chatgpt": "mapping" in shape,
        "claude": "chat_messages" in shape,
        "letta": "core_memory" in shape or ("agents" in shape and "blocks" in shape),
        "langgraph": "value" in shape and "key" in shape and ("namespace" in shape or "prefix" in shape),
        "mem0": isinstance(shape.get("memory"), str)
        or any(_is_list(shape.get(name)) for name in ("results", "memories")),
        "jsonl": "role" in shape or ("type" in shape and "value" in shape) or isinstance(shape.get("text"), str),
    }
    if _is_list(shape.get("items")):
        return "langgraph"
    return next((name for name, is_it in signs.items() if is_it), None)


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, Mapping) for one in value[:3])


def _json_names(file: IO[bytes]) -> Sequence[str | None]:
    """Where the JSON of a file is: in itself (None), or in files of a zip file. A large account has several."""
    if not is_zip(file):
        return [None]
    with unpackable(file) as archive:
        found = {info.filename: info for info in archive.infolist() if CONVERSATIONS.fullmatch(info.filename)}
        check_bulk(found, os.fstat(file.fileno()).st_size)
        return sorted(found)


@contextmanager
def _json_of(file: IO[bytes], name: str | None) -> Iterator[IO[bytes]]:
    """One of them, open."""
    if name is None:
        file.seek(0)
        yield file
        return
    with unpackable(file) as archive:
        try:
            with archive.open(name) as inner:
                yield inner
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as broken:
            raise InvalidInput(
                f"the zip file is damaged: {type(broken).__name__}", hint=say("hint.fetch_again")
            ) from None
