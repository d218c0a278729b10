"""`luna.history`: versions and the log of changes."""

from __future__ import annotations

from dataclasses import replace

from perdure.control.history import history
from perdure.errors import InvalidInput
from perdure.intake.choose import as_target, split_field
from perdure.port import Port
from perdure.values import (
    History,
    Item,
    Session,
    Target,
)


class HistoryFront:
    """`luna.history`: how things came to be what they are."""

    def __init__(self, port: Port) -> None:
        self._port = port

    async def of(
        self, target: Item | Target | str, *, session: Session | str | None = None, scope: str | None = None
    ) -> History:
        """Every version of an item (by item, id or key), oldest first, with evidence and the log of changes.

        A field of a profile, `profile:user#city`, has the history of its profile.
        """
        chosen = Target(id=target.id) if isinstance(target, Item) else as_target(target)
        if chosen.id is None and chosen.key is None:
            raise InvalidInput("history is of one item: give its `id` or its `key`", field="target")
        if chosen.key is not None:
            chosen = replace(chosen, key=split_field(chosen.key, self._port.registry)[0])
        place = await self._port.place(session, scope)
        return await self._port.read(place.scope, lambda tx: history(tx, chosen))
