"""A seeded stream of writes. The process that makes them and the one that checks them draw the same stream."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from perdure import Attachment, Candidate, Event, PerdureError
from perdure.agent import AgentMemory
from perdure.errors import NotFound

DIRECT = "direct:main"
KEYS = 12
WORDS = ("memory", "keeps", "its", "word", "记忆", "要", "说到做到", "ação", "über", "ключ", "🗝", "tea", "茶")

Answer = dict[str, Any]
"""What a write answered, as JSON: `receipts`, `session` or `refused`."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One write. Its name is its idempotency key and stands in every text it leaves behind."""

    name: str
    verb: str
    session: str = DIRECT
    turns: tuple[tuple[str, ...], ...] = ()
    file: bytes | None = None
    type: str = "facts"
    subject: str = ""
    value: str = ""
    mode: str = "deactivate"

    @property
    def key(self) -> str:
        """The key of the item that an upsert, a forget or a statement is about."""
        if self.verb == "learn":
            return f"fact:{self.subject.lower()}:capital"
        return f"fact:user:{self.subject}" if self.type == "facts" else f"entity:topic:{self.subject}"

    @property
    def texts(self) -> list[str]:
        """Every record that it leaves in the archive, but for the one that an upsert makes of its own words."""
        return [text for turn in self.turns for text in turn]


class Stream:
    """Batches of operations that may run at once: they touch different keys, and sessions open and close alone."""

    def __init__(self, name: str, seed: int, *, forgets: bool = True) -> None:
        self._name = name
        self._random = random.Random(seed)
        self._forgets = forgets
        self._count = 0
        self._sessions: list[str] = []

    def __iter__(self) -> Iterator[list[Operation]]:
        yield [self._start()]
        while True:
            chance = self._random.random()
            if chance < 0.04:
                yield [self._start()]
            elif chance < 0.08 and len(self._sessions) > 1:
                ended = self._sessions.pop(self._random.randrange(len(self._sessions)))
                yield [Operation(self._next(), "end_session", ended)]
            else:
                subjects = self._random.sample(range(KEYS), self._random.choice((1, 1, 2, 4)))
                yield [self._write(f"k{subject}") for subject in subjects]

    def _next(self) -> str:
        self._count += 1
        return f"{self._name}-{self._count}"

    def _start(self) -> Operation:
        name = self._next()
        self._sessions.append(f"session-{name}")
        return Operation(name, "start_session", self._sessions[-1])

    def _write(self, subject: str) -> Operation:
        name, session = self._next(), self._random.choice(self._sessions)
        verb = self._random.choices(
            ("commit_turn", "commit_turns", "attach", "upsert", "merge", "forget", "learn"),
            (22, 8, 8, 30, 9, 8 if self._forgets else 0, 15),
        )[0]
        match verb:
            case "commit_turn":
                turn = tuple(self._text(f"{name}.{n}") for n in range(self._random.randint(1, 3)))
                return Operation(name, verb, session, (turn,))
            case "commit_turns":
                turns = tuple((self._text(f"{name}.{n}"),) for n in range(self._random.randint(2, 5)))
                return Operation(name, verb, session, turns)
            case "attach":
                file = self._random.randbytes(self._random.choice((10, 5_000, 60_000)))
                return Operation(name, verb, session, ((self._text(name),),), file=file)
            case "upsert":
                # Half of the values are said again and again, so that some writes confirm what is known.
                value = self._random.choice((f"value {name}", f"often {self._random.randint(0, 1)}"))
                place = self._random.choice((session, DIRECT))
                return Operation(name, verb, place, subject=subject, value=value)
            case "learn":
                # In letters, since a word with three digits is a code to the rules, and no name.
                place = f"Place{name.translate(str.maketrans('0123456789-', 'abcdefghijx'))}"
                said = f"[{name}] tea\nThe capital of {place} is City{place}."
                return Operation(name, verb, session, ((said,),), subject=place, value=f"City{place}")
            case "merge":
                return Operation(name, verb, DIRECT, type="entities", subject=subject, value=f"alias {name}")
            case _:
                mode = self._random.choice(("deactivate", "delete"))
                return Operation(name, "forget", DIRECT, subject=subject, mode=mode)

    def _text(self, name: str) -> str:
        size = self._random.choice((3, 8, 8, 40, 40, 400, 4_000))
        return f"[{name}] {' '.join(self._random.choices(WORDS, k=size))}"


def candidate(op: Operation) -> Candidate:
    if op.type == "facts":
        return Candidate(type="facts", value={"predicate": op.subject, "value": op.value})
    return Candidate(type="entities", value={"kind": "topic", "canonical": op.subject, "aliases": [op.value]})


async def perform(agent: AgentMemory, op: Operation) -> Answer:
    """Do it, and say what was answered. Doing it again with the same name has to change nothing."""
    session = None if op.session == DIRECT else op.session
    match op.verb:
        case "start_session":
            return {"session": (await agent.start_session(op.session)).as_json()}
        case "end_session":
            return {"session": (await agent.end_session(op.session)).as_json()}
        case "upsert" | "merge":
            receipts = [await agent.upsert_recall(candidate(op), session=session, idempotency_key=op.name)]
        case "forget":
            try:
                receipts = [await agent.forget_recall(op.key, mode=op.mode, idempotency_key=op.name)]
            except NotFound:
                return {"refused": "not_found"}
        case _:
            files = () if op.file is None else (Attachment("file", op.file),)
            turns = [[Event.user(text, attachments=files) for text in turn] for turn in op.turns]
            learns = op.verb == "learn"
            receipts = await agent.commit_turns(op.session, turns, idempotency_key=op.name, learn=learns)
    return {"receipts": [receipt.as_json() for receipt in receipts]}


def is_trouble(error: BaseException) -> bool:
    """Whether an error is one that a caller may meet when a store breaks."""
    return isinstance(error, PerdureError) and error.code in ("store_busy", "store_unavailable")
