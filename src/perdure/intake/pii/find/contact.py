"""E-mail addresses."""

from __future__ import annotations

from collections.abc import Iterator

from perdure.intake.pii.kinds import FoundSecret
from perdure.intake.pii.pattern import pattern
from perdure.intake.pii.view import TextView

_EMAIL = (
    rb"(?:[A-Za-z0-9_][A-Za-z0-9._%+'&-]*(?:@|%40)"
    rb"|\x80{2,4}@)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,24}\b"
)
# `logo@2x.png` is a file, `git@host:path` an address of a program.
_FILES = frozenset(
    {"png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "css", "js", "mjs", "ts", "tsx", "jsx", "json"}
    | {"html", "htm", "py", "md", "txt", "zip", "gz", "tgz", "whl", "pdf"}
)


def find(view: TextView) -> Iterator[FoundSecret]:
    if b"@" not in view.data and b"%40" not in view.data:
        return
    for match in pattern(_EMAIL).finditer(view.data):
        start, end = match.span()
        local, mark, host = view.read(start, end).replace("%40", "@" * 3).rpartition("@")
        if host.rpartition(".")[2].lower() in _FILES:  # `logo@2x.png`; but `anna@example.com.pdf` is named after her
            host = host.rpartition(".")[0]
            end = start + len(local) + len(mark) + len(host)
            if not host.rpartition(".")[2].isalpha() or "." not in host:
                continue
        if ".." in host:
            continue
        if local == "git" and (view.byte(end) == ord(":") or view.read(start - 6, start) == "ssh://"):
            continue
        yield FoundSecret("email", start, end)
