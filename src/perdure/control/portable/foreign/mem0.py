"""What `get_all` of mem0 answers: `{"results": [{"id", "memory", "user_id", "created_at", …}]}`, or the bare list.

An export of the platform has the list under `memories`; JSON lines with one memory each are read, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from perdure.control.portable.foreign.contract import ForeignMemory, moment, wrong

_LISTS = ("results", "memories")


def read(shape: Mapping[str, Any], number: int) -> Iterator[ForeignMemory]:
    """One memory, or all of a list."""
    for name in _LISTS:
        if isinstance(inner := shape.get(name), list):
            for n, one in enumerate(inner, start=1):
                if not isinstance(one, Mapping):
                    raise wrong(n, "a memory of mem0 is an object")
                yield _memory(one, n)
            return
    yield _memory(shape, number)


def _memory(one: Mapping[str, Any], number: int) -> ForeignMemory:
    text = one.get("memory", one.get("text"))
    if not isinstance(text, str) or not text.strip():
        raise wrong(number, "a memory of mem0 has its words under `memory`")
    owner = one.get("user_id") or one.get("agent_id") or one.get("run_id") or "memories"
    kept = ("metadata", "categories", "user_id", "agent_id", "run_id")
    return ForeignMemory(
        str(one.get("id") or number),
        text,
        moment(one.get("updated_at")) or moment(one.get("created_at")),
        f"mem0:{owner}",
        {name: one[name] for name in kept if one.get(name)},
    )
