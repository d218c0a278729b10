"""Bad input on purpose: for every public verb, one parameter after the other gets what it never expects.

A site is a verb, one of its parameters, and one bad value for it; all other parameters are as they should be. Nothing
but our own errors may come out, and the memory must be sound afterwards. What the verbs are is read from the live
object, so a new verb is covered when it appears; a parameter of a new name has to be given a good value below.
"""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, timedelta
from typing import Any

from perdure import AgentMemory, Attachment, Candidate, ErasureTarget, Event, Evidence, Session, Source, Target, Task
from perdure.errors import PerdureError

NOT_VERBS = {"close", "wake", "register", "warm", "refresh", "ask", "compare", "lease"}
"""Of the runtime's own, or not a call of a caller's: they have no input of their own, or take code."""

CODE = {"report", "on_step"}
"""Parameters that are called: what a function of the caller's raises is the caller's."""

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Odd:
    """Something that is none of the things anybody takes, and says so badly."""

    def __repr__(self) -> str:
        raise ValueError("no repr")

    def __str__(self) -> str:
        raise ValueError("no text")


class Liar(str):
    """A text that is longer than it says."""

    def __len__(self) -> int:
        return 1


def _nested(depth: int) -> Any:
    value: Any = 1
    for n in range(depth):
        value = [value] if n % 2 else {"a": value}
    return value


def _loop() -> Any:
    value: dict[str, Any] = {}
    value["again"] = value
    return value


BAD: dict[str, Callable[[], Any]] = {
    "none": lambda: None,
    "true": lambda: True,
    "false": lambda: False,
    "zero": lambda: 0,
    "minus one": lambda: -1,
    "huge": lambda: 1 << 70,
    "too long a number": lambda: 10**5_000,
    "half": lambda: 0.5,
    "nan": lambda: float("nan"),
    "infinite": lambda: float("inf"),
    "complex": lambda: 1j,
    "empty": lambda: "",
    "blank": lambda: " \t\n　",
    "nul": lambda: "a\0b",
    "surrogate": lambda: "a\ud800b",
    "escape": lambda: "\x1b[31m\u202e\ufeff",
    "emoji": lambda: "👩‍👩‍👧 🇨🇳",
    "chinese": lambda: "我住在杭州。" * 3,
    "long": lambda: "x" * 100_000,
    "path": lambda: "../../../etc/passwd",
    "sql": lambda: "'; DROP TABLE memory_items; --",
    "fts": lambda: '" OR * NEAR( AND NOT ^ {',
    "format": lambda: "{0} %s %(x)s ${y}",
    "key-like": lambda: "note::::",
    "id-like": lambda: "00000000-0000-7000-8000-000000000000",
    "liar": lambda: Liar("abc"),
    "bytes": lambda: b"\xff\x00",
    "bytearray": lambda: bytearray(b"x"),
    "list": list,
    "list of none": lambda: [None],
    "list of odd": lambda: [Odd()],
    "list of lists": lambda: [["a"], [1]],
    "list of texts": lambda: ["a", "\ud800"],
    "many": lambda: ["a"] * 20_001,
    "tuple": lambda: (1, "a"),
    "dict": dict,
    "dict of numbers": lambda: {1: 2},
    "dict of odd": lambda: {"a": Odd()},
    "dict of surrogates": lambda: {"\ud800": "\ud800"},
    "set": lambda: {"a"},
    "nested": lambda: _nested(300),
    "very nested": lambda: _nested(20_000),
    "loop": _loop,
    "generator": lambda: (n for n in range(3)),
    "function": lambda: print,
    "class": lambda: int,
    "odd": Odd,
    "naive": lambda: datetime(2026, 3, 1),  # noqa: DTZ001 - that is the point
    "first day": lambda: datetime.min.replace(tzinfo=UTC),
    "last day": lambda: datetime.max.replace(tzinfo=UTC),
    "date": lambda: date(1, 1, 1),
    "for ever": lambda: timedelta.max,
    "backwards": lambda: timedelta.min,
    "source": lambda: Source.OUTSIDE,
    "a session that is not ours": lambda: Session("nobody", "main", "x", NOW),
    "a session in no scope": lambda: Session("s", "elsewhere", "x", NOW),
    "a session of numbers": lambda: Session(1, 2, 3, 4),  # type: ignore[arg-type]
    "an event": lambda: Event.user("hello"),
    "a candidate": lambda: Candidate("facts", {"predicate": "x", "value": 1}),
    "a target": lambda: Target(),
    "an evidence": lambda: Evidence(),
}

GOOD: dict[str, Any] = {
    "add": ("Foo 3 is out",),
    "approach": {"method": "retry"},
    "associations": {},
    "before": 1,
    "budget": 1_000,
    "by": "rules",
    "candidate": Candidate("facts", {"predicate": "colour", "value": "green"}),
    "content": "The user likes tea.",
    "description": "Foo 3 is out",
    "event": Event.user("I like tea."),
    "events": [Event.user("I like tea."), Event.assistant("Noted.")],
    "feeds": {},
    "folder": "pages",
    "file": "absent.zip",
    "goal": "Ship it",
    "hits": (),
    "ids": "00000000-0000-7000-8000-000000000000",
    "item_id": "00000000-0000-7000-8000-000000000000",
    "attachment_id": "00000000-0000-7000-8000-000000000000",
    "record_id": "00000000-0000-7000-8000-000000000000",
    "job": 1,
    "key": "note:x",
    "keyword": "tea",
    "kind": "technology",
    "limit": 10,
    "max_tokens": 1_000,
    "message": "What do I like?",
    "name": "python",
    "on": True,
    "outcome": "done",
    "patch": "patch:technology:foo_3_is_out",
    "path": "x.txt",
    "purpose": "to see",
    "query": "tea",
    "revision": 1,
    "session": "s",
    "source": "user",
    "steps": ("one", "two"),
    "target": "fact:user:colour",
    "to": 1,
    "others": ["coffee"],
    "task": "Fix the build",
    "text": "The spare key is with Ann.",
    "thought": "hm",
    "turn_id": 1,
    "turns": [[Event.user("I like tea.")]],
    "value": 1,
    "wanted": None,
    "what": "tea",
    "within": 0.0,
    "day": date(2026, 3, 1),
    "language": "en",
}
"""For parameters that have no default, by name."""

WHOLE: dict[type, Mapping[str, Any]] = {
    Event: {"role": "user", "content": "I like tea."},
    Candidate: {"type": "facts", "value": {"predicate": "colour", "value": "green"}},
    Evidence: {"url": "https://example.org"},
    Target: {"query": "tea"},
    ErasureTarget: {"key": "fact:user:colour"},
    Attachment: {"name": "a.txt", "media_type": "text/plain", "data": b"x"},
    Task: {"description": "Fix it", "type": "coding", "complexity": 3, "requires_context": False},
    Session: {"id": "s", "scope": "main", "kind": "x", "started_at": NOW},
}
"""Values that callers make: one that is good, to be spoiled field by field."""


@dataclass(frozen=True)
class Site:
    """A verb with one bad argument: the value itself, or (`field`) in a field of the value."""

    verb: str
    parameter: str
    bad: str
    kind: type | None = None
    field: str = ""

    def __str__(self) -> str:
        where = f" as {self.kind.__name__}.{self.field}" if self.kind else ""
        return f"{self.verb}({self.parameter}={self.bad}{where})"


def verbs(luna: AgentMemory) -> dict[str, Any]:
    """Every public verb of an agent and its parts, by its dotted name."""
    found: dict[str, Any] = {}
    holders = {"": luna} | {
        f"{name}.": part
        for name in sorted(vars(luna))
        if not name.startswith("_")
        and name != "port"
        and type(part := getattr(luna, name)).__module__.startswith("perdure.")
    }
    for prefix, holder in holders.items():
        for name, verb in inspect.getmembers(holder, inspect.iscoroutinefunction):
            if not name.startswith("_") and name not in NOT_VERBS:
                found[prefix + name] = verb
    return found


def sites(luna: AgentMemory) -> Iterator[Site]:
    """All there is to try."""
    for verb, call in verbs(luna).items():
        for parameter in inspect.signature(call).parameters.values():
            for bad in BAD:
                if not (parameter.name in CODE and bad in ("function", "class")):
                    yield Site(verb, parameter.name, bad)
            for kind in WHOLE:
                if re.search(rf"\b{kind.__name__}\b", str(parameter.annotation)):
                    names = [f.name for f in fields(kind) if f.init]
                    yield from (Site(verb, parameter.name, bad, kind, name) for name in names for bad in BAD)


def share(all_sites: Sequence[Site], count: int, seed: int) -> list[Site]:
    """A seeded share, the same every time: some of every verb."""
    chance = random.Random(seed)
    by_verb: dict[str, list[Site]] = {}
    for site in all_sites:
        by_verb.setdefault(site.verb, []).append(site)
    chosen = [site for found in by_verb.values() for site in chance.sample(found, min(len(found), 6))]
    chosen += chance.sample(all_sites, max(0, min(count, len(all_sites)) - len(chosen)))
    return sorted(dict.fromkeys(chosen), key=lambda site: site.verb)


def arguments(site: Site, call: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """What a verb is called with at a site, by place and by name. Making the bad value may itself be refused."""
    given: dict[str, Any] = {}
    several = ""
    for parameter in inspect.signature(call).parameters.values():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            several = parameter.name
        if parameter.name == site.parameter:
            given[parameter.name] = _bad(site, str(parameter.annotation))
        elif parameter.default is inspect.Parameter.empty:
            if "ErasureTarget" in str(parameter.annotation):
                given[parameter.name] = ErasureTarget(key="fact:user:colour")
                continue
            if parameter.name not in GOOD:
                raise KeyError(f"`{site.verb}` takes `{parameter.name}`: say in GOOD what a good one is")
            given[parameter.name] = GOOD[parameter.name]
    return ((given.pop(several),) if several else ()), given


def _bad(site: Site, annotation: str) -> Any:
    value = BAD[site.bad]()
    if site.kind is None:
        return value
    made = site.kind(**{**WHOLE[site.kind], site.field: value})
    depth = annotation.count("Sequence[") if f"{site.kind.__name__}]" in annotation else 0
    for _ in range(depth):
        made = [made]
    return made


async def attempt(luna: AgentMemory, site: Site) -> str | None:
    """What went wrong at a site; None if it was answered, or refused with an error of ours."""
    call = verbs(luna)[site.verb]
    try:
        places, names = arguments(site, call)
        await call(*places, **names)
    except PerdureError as error:
        try:
            error.message.encode()
            (error.hint or "").encode()
        except UnicodeEncodeError:
            return f"{site}: the message of {type(error).__name__} cannot be shown"
        return None
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return f"{site}: {type(error).__name__} at {place_of(error)}"
    return None


def place_of(error: BaseException) -> str:
    """The last line of ours that it came through; of what the store was given, who gave it."""
    trace, place = error.__traceback__, "?"
    while trace is not None:
        _, ours, name = trace.tb_frame.f_code.co_filename.rpartition("/src/perdure/")
        if ours and not name.startswith("store/"):
            place = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
