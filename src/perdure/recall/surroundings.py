"""Records of the archive as one table, with what is beside them and the session they are of.

Nothing in it depends on a question, so that a table may be kept: what is derived is worked out once, when first asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from perdure.clock import to_micros
from perdure.recall.ideas import IdeaTable, PieceIdeas
from perdure.store.chunks import Filters, PiecePlace, pieces_of
from perdure.store.contract import Row

NEIGHBOURS = 2
"""How many records before and after count as the surroundings of one."""
SESSION_PIECES = 2
"""Of each record only its first pieces speak for its session: one long paste is not what a session is about."""
_STEPS = tuple(step for step in range(-NEIGHBOURS, NEIGHBOURS + 1) if step)


@dataclass(slots=True)
class RecordRun:
    """Neighbouring records of a session and their pieces, in order."""

    session_id: str
    # of each piece
    ids: Any
    record: Any
    """Which record of the stretch it is of."""
    ordinal: Any
    length: Any
    # of each record
    position: Any
    timestamp: Any
    record_ids: list[str]
    roles: list[str]
    speakers: list[str | None]
    names: list[str | None]
    asks: Any
    """Whether it ends with a question mark."""
    ideas: PieceIdeas | None = None
    """What its pieces are about, once that was wanted."""

    @classmethod
    def of(cls, session_id: str, rows: Sequence[Row]) -> RecordRun:
        """From rows of `pieces_of`, ordered by place."""
        import numpy as np

        found = pieces_of(tuple(rows))
        _, firsts, record = np.unique(found.positions, return_index=True, return_inverse=True)
        records = firsts.tolist()
        return cls(
            session_id,
            found.ids,
            record.reshape(-1),
            found.ordinals,
            found.lengths,
            found.positions[firsts],
            found.timestamps[firsts],
            [found.record_ids[at] for at in records],
            [found.roles[at] for at in records],
            [found.speakers[at] for at in records],
            [found.names[at] for at in records],
            np.array([found.ends[at] in ("?", "？") for at in records], np.float64),
        )

    def places(self) -> dict[int, PiecePlace]:
        """Where each piece stands."""
        positions, timestamps = self.position.tolist(), self.timestamp.tolist()
        pieces = zip(self.ids.tolist(), self.record.tolist(), self.ordinal.tolist(), self.length.tolist(), strict=True)
        return {
            id: PiecePlace(
                id, self.session_id, positions[at], ordinal, length, timestamps[at], self.roles[at], self.names[at]
            )
            for id, at, ordinal, length in pieces
        }


@dataclass
class Surroundings:
    """The records of several stretches as one table, ordered by session and place."""

    sessions: list[str]
    # of each piece
    ids: Any
    record: Any
    """Which row of the table it is of."""
    ordinal: Any
    length: Any
    # of each record
    session: Any
    """Which of the sessions it is of."""
    position: Any
    timestamp: Any
    record_ids: list[str]
    roles: list[str]
    speakers: list[str | None]
    names: list[str | None]
    asks: Any
    keys: Any
    ideas: IdeaTable | None = None
    """What the pieces are about, where that is known of all stretches."""

    @classmethod
    def of(cls, stretches: Sequence[RecordRun], pool: Sequence[PiecePlace] = ()) -> Surroundings | None:
        """From stretches in any order. Pieces of the pool that no stretch has are added to their records."""
        import numpy as np

        kept = sorted((one for one in stretches if len(one.ids)), key=lambda one: (one.session_id, one.position[0]))
        if not kept:
            return None
        sessions = list(dict.fromkeys(one.session_id for one in kept))
        number = {session_id: at for at, session_id in enumerate(sessions)}
        counts = [len(one.position) for one in kept]
        offsets = np.cumsum([0, *counts[:-1]])
        session = np.repeat([number[one.session_id] for one in kept], counts)
        position = np.concatenate([one.position for one in kept])
        table = cls(
            sessions,
            np.concatenate([one.ids for one in kept]),
            np.concatenate([one.record + offset for one, offset in zip(kept, offsets, strict=True)]),
            np.concatenate([one.ordinal for one in kept]),
            np.concatenate([one.length for one in kept]),
            session,
            position,
            np.concatenate([one.timestamp for one in kept]),
            [record_id for one in kept for record_id in one.record_ids],
            [role for one in kept for role in one.roles],
            [speaker for one in kept for speaker in one.speakers],
            [name for one in kept for name in one.names],
            np.concatenate([one.asks for one in kept]),
            (session << 40) + position,
        )
        table._add(pool, number)
        table.ideas = IdeaTable.of([one.ideas for one in kept], len(table.ids))
        return table

    def _add(self, pool: Sequence[PiecePlace], number: Mapping[str, int]) -> None:
        import numpy as np

        known = set(self.ids.tolist()) if pool else set()
        more = [place for place in pool if place.id not in known and place.session_id in number]
        if not more:
            return
        rows, there = self.rows([(number[place.session_id] << 40) + place.position for place in more])
        self.ids = np.concatenate((self.ids, np.array([place.id for place in more], np.int64)[there]))
        self.record = np.concatenate((self.record, rows[there]))
        self.ordinal = np.concatenate((self.ordinal, np.array([place.ordinal for place in more], np.int64)[there]))
        self.length = np.concatenate((self.length, np.array([place.length for place in more], np.float64)[there]))

    def __len__(self) -> int:
        """How many records there are."""
        return len(self.position)

    def rows(self, keys: Any) -> tuple[Any, Any]:
        """The rows of places, and which of them are there at all."""
        import numpy as np

        wanted = np.asarray(keys, np.int64)
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return at, self.keys[at] == wanted

    def place(self, row: int) -> tuple[str, int]:
        """The session of a record, and where in it."""
        return self.sessions[self.session[row]], int(self.position[row])

    def next_to(self, row: int) -> list[int]:
        """The rows right before and after one that are there, in order."""
        return [at for at in self.near[NEIGHBOURS - 1 : NEIGHBOURS + 1, row].tolist() if at < len(self)]

    def all_rows(self) -> Any:
        import numpy as np

        return np.arange(len(self))

    def beside(self, pool: Sequence[PiecePlace]) -> Any:
        """The rows of the pool, and those beside them: an answer often follows the words that were asked for."""
        import numpy as np

        number = {session_id: at for at, session_id in enumerate(self.sessions)}
        keys = np.array([(number[p.session_id] << 40) + p.position for p in pool if p.session_id in number], np.int64)
        steps = np.arange(-NEIGHBOURS, NEIGHBOURS + 1)
        rows, there = self.rows(np.unique((keys[:, None] + steps).ravel()))
        return rows[there]

    def admitted(self, rows: Any, filters: Filters) -> Any:
        """Those of some rows that a filter admits: the same rule as for what was proposed."""
        import numpy as np

        if filters == Filters():
            return rows
        keep = np.ones(len(rows), bool)
        if filters.since is not None:
            keep &= self.timestamp[rows] >= to_micros(filters.since)
        if filters.until is not None:
            keep &= self.timestamp[rows] < to_micros(filters.until)
        if filters.session_id is not None:
            keep &= np.array([self.sessions[at] == filters.session_id for at in self.session[rows]], bool)
        for wanted, said in ((filters.role, self.roles), (filters.name, self.names)):
            if wanted is not None:
                keep &= np.array([said[row] == wanted for row in rows.tolist()], bool)
        return rows[keep]

    # what is derived

    @cached_property
    def by_id(self) -> tuple[Any, Any]:
        """The ids of the pieces in order, and where each piece stands."""
        import numpy as np

        order = np.argsort(self.ids)
        return self.ids[order], order

    @cached_property
    def first(self) -> Any:
        """Which pieces are the first of their record."""
        return self.ordinal == 0

    @cached_property
    def lengths(self) -> Any:
        """Words of each record."""
        import numpy as np

        return np.bincount(self.record, self.length, minlength=len(self))

    @cached_property
    def near(self) -> Any:
        """The rows beside each record, one line for each step; the number of all rows where there is none."""
        import numpy as np

        lines = [np.where(there, at, len(self)) for at, there in (self.rows(self.keys + step) for step in _STEPS)]
        return np.stack(lines)

    @cached_property
    def window_lengths(self) -> Any:
        """Words of each record and of the first pieces beside it."""
        import numpy as np

        starts = np.bincount(self.record[self.first], self.length[self.first], minlength=len(self) + 1)
        return self.lengths + starts[self.near].sum(axis=0)

    @cached_property
    def is_named(self) -> bool:
        """Whether people with names talk here, more than a user with an assistant."""
        return 2 * sum(speaker is not None for speaker in self.speakers) > len(self.speakers)

    @cached_property
    def spoken_by(self) -> tuple[list[str], Any]:
        """The names of those who speak, and whose each record is; the number of all names where it has none."""
        import numpy as np

        people = list(dict.fromkeys(name for name in self.speakers if name is not None))
        number: dict[str | None, int] = {name: at for at, name in enumerate(people)}
        return people, np.array([number.get(name, len(people)) for name in self.speakers], np.int64)

    @cached_property
    def is_role(self) -> dict[str, Any]:
        """1 where somebody in this role speaks who has no name, 0 elsewhere."""
        import numpy as np

        said = [role if name is None else None for role, name in zip(self.roles, self.speakers, strict=True)]
        return {role: np.array([one == role for one in said], np.float64) for role in ("user", "assistant")}

    @cached_property
    def answers(self) -> Any:
        """Whether a record follows a question that somebody else with a name asked."""
        people, who = self.spoken_by
        before, there = self.rows(self.keys - 1)
        return there & (who < len(people)) & (who != who[before]) & (self.asks[before] > 0)

    @cached_property
    def piece_session(self) -> Any:
        """Which of the sessions each piece is of."""
        return self.session[self.record]

    @cached_property
    def speaks(self) -> Any:
        """Which pieces speak for their session."""
        return self.ordinal < SESSION_PIECES

    @cached_property
    def of_user(self) -> Any:
        """Which of those the user said."""
        import numpy as np

        return self.speaks & np.array([role == "user" for role in self.roles], bool)[self.record]

    @cached_property
    def session_lengths(self) -> tuple[Any, Any]:
        """Words of each session, and of what the user said in it."""
        import numpy as np

        size = len(self.sessions)
        whole, said = (
            np.bincount(self.piece_session[which], self.length[which], minlength=size)
            for which in (self.speaks, self.of_user)
        )
        return whole, said
