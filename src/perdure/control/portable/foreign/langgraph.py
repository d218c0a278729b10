"""Items of a LangGraph store, as `Item.dict()` gives them: `{"namespace": […], "key", "value", "updated_at", …}`.

A list of them, JSON lines, `{"items": […]}` as the server answers a search, or rows of the table `store` (`prefix`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from perdure.control.portable.foreign.contract import ForeignMemory, moment, text_of, wrong


def read(shape: Mapping[str, Any], number: int) -> Iterator[ForeignMemory]:
    """One item, or all of a list."""
    if isinstance(inner := shape.get("items"), list) and "value" not in shape:
        for n, one in enumerate(inner, start=1):
            if not isinstance(one, Mapping):
                raise wrong(n, "an item of a LangGraph store is an object")
            yield _item(one, n)
        return
    yield _item(shape, number)


def _item(one: Mapping[str, Any], number: int) -> ForeignMemory:
    space, key, value = one.get("namespace", one.get("prefix")), one.get("key"), one.get("value")
    if not isinstance(space, str | list) or not isinstance(key, str) or not isinstance(value, Mapping) or not value:
        raise wrong(number, "an item of a LangGraph store has `namespace`, `key` and `value`")
    where = space if isinstance(space, str) else ".".join(map(str, space))
    at = moment(one.get("updated_at", one.get("updatedAt"))) or moment(one.get("created_at", one.get("createdAt")))
    return ForeignMemory(f"{where}/{key}", text_of(value), at, f"langgraph:{where or 'store'}", {"value": value})
