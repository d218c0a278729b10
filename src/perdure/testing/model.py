"""What a memory promises, as a plain Python model, and a Hypothesis machine that holds memories to it.

class Machine(MemoryMachine):
    homes = (str(tmp_path),)                       # several homes are also compared with each other, byte by byte

run_state_machine_as_test(Machine, settings=settings(max_examples=30, stateful_step_count=20))
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any, ClassVar

from perdure import (
    Candidate,
    Config,
    Conflict,
    Event,
    Evidence,
    Item,
    ManualClock,
    Memory,
    NotFound,
    PerdureError,
    Receipt,
    Retracted,
    Source,
    Target,
)
from perdure.testing.transcript import Transcript, shape

try:
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
except ImportError as missing:
    raise ImportError("the model runs under Hypothesis: run `pip install hypothesis`") from missing

DAY = timedelta(days=1)
SCOPES = ("main", "peer:a", "shared")
NAMES = ("alpha", "beta")
TEXTS = ("red apple", "green tea", "绿茶")
KEPT = {"7d": 7 * DAY, "24h": DAY, "session": DAY, "transient": DAY, "short_term": 3 * DAY, "long_term": 30 * DAY}


# --- the model ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OperationKind:
    """A type as the model sees it: its keys, the field that says something, who may conclude it, how long it stays."""

    name: str
    key: str
    words: str
    fixed: Callable[[str], dict[str, Any]]
    least: Source = Source.OUTSIDE
    keep: timedelta | None = None
    caller_decides: bool = False
    counts: bool = False


KINDS = (
    OperationKind("facts", "fact:user:{}", "value", lambda name: {"predicate": name}, caller_decides=True),
    OperationKind(
        "preferences", "pref:ui:{}", "value", lambda name: {"scope": "ui", "name": name}, least=Source.RELAYED
    ),
    OperationKind("decisions", "decision:p:{}", "decision", lambda name: {"project": "p", "topic": name}),
    OperationKind(
        "rules",
        "rule:p:{}",
        "rule",
        lambda name: {"scope": "p", "name": name, "kind": "task"},
        least=Source.USER,
        keep=DAY,
    ),
    OperationKind(
        "lessons", "lesson:p:{}", "lesson", lambda name: {"domain": "p", "name": name}, keep=7 * DAY, counts=True
    ),
)


@dataclass(frozen=True)
class SaidOperation:
    """A candidate in the words of the model."""

    kind: OperationKind
    name: str
    text: str
    source: Source
    retract: bool = False
    confidence: float | None = None
    importance: float | None = None
    since: timedelta | None = None
    until: timedelta | None = None
    keep: timedelta | None = None
    lasting: str | None = None
    pinned: bool = False

    @property
    def key(self) -> str:
        return self.kind.key.format(self.name)


@dataclass
class Version:
    """One version of an item."""

    scope: str
    key: str
    text: str
    times: int
    status: str
    number: int
    source: Source
    trust: float
    confidence: float
    importance: float
    begins: datetime | None
    ends: datetime | None
    lapses: datetime | None
    keep: timedelta | None
    pinned: bool
    session: str
    for_session: bool
    evidence: list[int] = field(default_factory=list)
    is_wish: bool = False

    def holds(self, now: datetime) -> bool:
        """The one meaning of active."""
        kept = self.pinned or self.lapses is None or now < self.lapses
        return self.status == "active" and kept and self.is_true(now)

    def is_true(self, now: datetime) -> bool:
        return (self.begins is None or self.begins <= now) and (self.ends is None or now < self.ends)


class Model:
    """What must be held, worked out from what was said and nothing else."""

    def __init__(self) -> None:
        self.versions: list[Version] = []

    def of(self, scope: str, key: str, *statuses: str) -> list[Version]:
        return [v for v in self.versions if (v.scope, v.key) == (scope, key) and (not statuses or v.status in statuses)]

    def seen(self, scope: str, now: datetime) -> list[Version]:
        """What a scope holds: its own, and what is shared unless its own stands in its place; the weightiest first."""
        holding = [v for v in self.versions if v.holds(now)]
        own = {v.key for v in holding if v.scope == scope}
        shown = [v for v in holding if v.scope == scope or (v.scope == "shared" and v.key not in own)]
        return sorted(shown, key=lambda v: (-v.importance, -self.versions.index(v)))

    def say(self, said: SaidOperation, scope: str, session: str, evidence: int, now: datetime) -> list[str]:
        """Conclude something. Answers the outcomes that a receipt has to show."""
        new = self._version(said, scope, session, evidence, now)
        held = self.of(scope, said.key, "active")
        if said.retract:
            shared = self.of("shared", said.key, "active") if not held else []
            if shared and scope not in ("main", "shared"):
                return ["refused"]
            new.scope = "shared" if shared else scope
            return self._deny(new, held or shared, said.kind, now)
        rivals = [v for v in held if _overlap(v, new)]
        same = next((v for v in rivals if _alike(v, new) and (v.is_true(now) or not new.is_true(now))), None)
        weak = new.trust < said.kind.least.trust or (scope == "shared" and new.source is not Source.USER)
        if weak and same is None:
            return self._wait(new)
        if same is not None and (weak or (not said.kind.counts and new.trust <= same.trust)):
            return self._confirm(same, new, now)
        if not rivals:
            return self._add(new, "stored")
        if said.kind.counts:
            return self._count(new, rivals, now)
        if same is not None and len(rivals) == 1:
            new.begins, new.ends = _hull([same, new])
            return self._replace(new, [same], now, now, "merged")
        if any(v.trust > new.trust for v in rivals):
            return self._wait(new)
        return self._contend(new, rivals, now)

    def _version(self, said: SaidOperation, scope: str, session: str, evidence: int, now: datetime) -> Version:
        keep = said.kind.keep
        if said.keep is not None:
            keep = said.keep
        elif said.kind.caller_decides and said.lasting is not None:
            keep = KEPT.get(said.lasting)
        decides = said.kind.caller_decides and said.keep is None
        defaults = {Source.USER: 0.9, Source.RELAYED: 0.8, Source.TOOL: 0.7, Source.OUTSIDE: 0.3}
        return Version(
            scope=scope,
            key=said.key,
            text=said.text,
            times=1,
            status="active",
            number=0,
            source=said.source,
            trust=said.source.trust,
            confidence=defaults[said.source] if said.confidence is None else said.confidence,
            importance=0.5 if said.importance is None else said.importance,
            begins=None if said.since is None else now + said.since,
            ends=None if said.until is None else now + said.until,
            lapses=None if keep is None or said.pinned else now + keep,
            keep=keep,
            pinned=said.pinned,
            session=session,
            for_session=decides and said.lasting in ("session", "transient"),
            evidence=[evidence],
            is_wish=said.keep is not None,
        )

    def _add(self, new: Version, outcome: str) -> list[str]:
        new.number = max((v.number for v in self.of(new.scope, new.key)), default=0) + 1
        self.versions.append(new)
        return [outcome]

    def _wait(self, new: Version) -> list[str]:
        waiting = next((v for v in self.of(new.scope, new.key, "pending") if _alike(v, new)), None)
        if waiting is None:
            new.status = "pending"
            self.versions.append(new)
        else:
            waiting.evidence += new.evidence
        return ["pending"]

    def _deny(self, new: Version, held: list[Version], kind: OperationKind, now: datetime) -> list[str]:
        if not held:
            return ["refused"]
        by_user = new.source is Source.USER
        weak = not by_user and (new.trust < kind.least.trust or any(v.pinned or v.scope == "shared" for v in held))
        if weak or any(v.trust > new.trust for v in held):
            return self._wait(new)
        for v in held:
            v.status = "retracted"
            _close(v, now)
        return ["retracted"] * len(held)

    def _confirm(self, same: Version, new: Version, now: datetime) -> list[str]:
        fresh = [e for e in new.evidence if e not in same.evidence]
        if fresh or new.pinned > same.pinned:
            if same.pinned:
                same.lapses = None
            elif same.lapses is not None and same.keep is not None:
                same.lapses = max(same.lapses, now + same.keep)
            # Who has as much say may wish for it to be kept longer.
            longer = same.keep is not None and (new.keep is None or new.keep > same.keep)
            if new.is_wish and longer and new.trust >= same.trust:
                same.keep = new.keep
                never = same.pinned or same.lapses is None or new.lapses is None
                same.lapses = None if never else max(filter(None, (same.lapses, new.lapses)))
            same.importance = max(same.importance, new.importance)
            same.confidence = min(1.0, same.confidence + 0.1) if fresh else same.confidence
            same.pinned = same.pinned or new.pinned
            same.evidence += fresh
        return ["merged"]

    def _count(self, new: Version, rivals: list[Version], now: datetime) -> list[str]:
        if any(set(new.evidence) <= set(v.evidence) for v in rivals):
            return self._confirm(rivals[-1], new, now)
        text, times = rivals[0].text, rivals[0].times
        for v in rivals[1:]:
            text = v.text if v.trust >= rivals[0].trust else text
            times += v.times
        outcomes: list[str] = []
        merged = replace(new, times=times + 1, evidence=[*rivals[0].evidence, *new.evidence])
        merged.begins, merged.ends = _hull([*rivals, new])
        merged.trust = min(new.trust, rivals[0].trust)
        merged.confidence = round((new.confidence + rivals[0].confidence) / 2, 6)
        if new.text != text and new.trust < max(v.trust for v in rivals):
            outcomes += self._wait(new)
            merged.text = text
        told = "superseded" if merged.text != text else "merged"
        return outcomes + self._replace(merged, rivals, now, now, told)

    def _contend(self, new: Version, rivals: list[Version], now: datetime) -> list[str]:
        if new.begins is None:
            return self._replace(new, rivals, now, now, "superseded")
        after = [v.begins for v in rivals if v.begins is not None and v.begins > new.begins]
        if after:
            new.ends = min(after)
        before = [v for v in rivals if v.begins is None or v.begins <= new.begins]
        if not before:
            return self._add(new, "stored")
        return self._replace(new, before, new.begins, now, "superseded")

    def _replace(self, new: Version, old: list[Version], at: datetime, now: datetime, outcome: str) -> list[str]:
        new.importance = max(new.importance, min(1.0, max(new.importance, old[0].importance) + 0.1))
        new.pinned = new.pinned or old[0].pinned
        if new.text == old[0].text and new.times == old[0].times:
            new.evidence = [*old[0].evidence, *new.evidence]
            new.confidence = max(new.confidence, min(1.0, old[0].confidence + 0.1))
        self._add(new, outcome)
        for v in old:
            if not (at > now and v.begins != at):
                v.status = "superseded"
            _close(v, at)
        return [outcome] * len(old)

    def end_session(self, session: str, now: datetime) -> None:
        for v in self.versions:
            going = v.session == session and v.for_session and v.status == "active" and not v.pinned
            if going and (v.lapses is None or v.lapses > now):
                v.lapses = now

    def forget(self, chosen: Sequence[Version], mode: str) -> None:
        if mode == "delete":
            gone = {(v.scope, v.key) for v in chosen}
            self.versions = [v for v in self.versions if (v.scope, v.key) not in gone]
        for v in chosen:
            v.status = "retracted"


def _overlap(one: Version, other: Version) -> bool:
    return not (
        (one.ends is not None and other.begins is not None and one.ends <= other.begins)
        or (other.ends is not None and one.begins is not None and other.ends <= one.begins)
    )


def _alike(one: Version, other: Version) -> bool:
    return (one.text, one.times) == (other.text, other.times)


def _close(version: Version, at: datetime) -> None:
    ends = at if version.ends is None else min(at, version.ends)
    version.ends = ends if version.begins is None else max(ends, version.begins)


def _hull(parts: list[Version]) -> tuple[datetime | None, datetime | None]:
    begins, ends = [v.begins for v in parts], [v.ends for v in parts]
    return (
        None if None in begins else min(b for b in begins if b),
        None if None in ends else max(e for e in ends if e),
    )


# --- the machine --------------------------------------------------------------------------------------------------

picks = st.integers(0, 30)
# Few keys and places, some of them often: what matters happens where things meet.
scopes = st.sampled_from(["main", "main", "main", *SCOPES])
spans = st.sampled_from([None, None, None, -3 * DAY, -DAY, DAY, 2 * DAY, 5 * DAY])
candidates = st.builds(
    SaidOperation,
    kind=st.sampled_from([*KINDS, KINDS[0], KINDS[0], KINDS[-1]]),
    name=st.sampled_from(["alpha", "alpha", "alpha", *NAMES]),
    text=st.sampled_from(TEXTS),
    source=st.sampled_from([*[Source.USER] * 4, Source.RELAYED, Source.TOOL, Source.OUTSIDE]),
    retract=st.sampled_from([*[False] * 9, True]),
    confidence=st.sampled_from([None, None, 0.0, 0.55, 1.0]),
    importance=st.sampled_from([None, None, 0.0, 0.8, 1.0]),
    since=spans,
    until=spans,
    keep=st.sampled_from([None, None, None, DAY, 4 * DAY]),
    lasting=st.sampled_from([None, None, *KEPT, "permanent"]),
    pinned=st.sampled_from([False, False, False, True]),
).filter(lambda said: said.since is None or said.until is None or said.since <= said.until)
modes = st.sampled_from(["deactivate", "deactivate", "delete"])
texts = st.sampled_from(TEXTS)
turns = st.lists(st.lists(texts, min_size=1, max_size=3), min_size=1, max_size=3)
ways = st.sampled_from(["direct", "session", "record", "keyed"])
# Step → how often it is taken, and with what.
STEPS: dict[str, tuple[int, st.SearchStrategy[tuple[Any, ...]]]] = {
    "something_is_said": (14, st.tuples(candidates, scopes, picks, ways)),
    "time_passes": (3, st.tuples(st.sampled_from([-2, -1, 1, 1, 1, 2, 4]))),
    "a_session_starts": (1, st.tuples(scopes)),
    "a_session_ends": (1, st.tuples(picks)),
    "turns_are_committed": (1, st.tuples(picks, turns)),
    "a_write_is_retried": (1, st.tuples()),
    "everything_is_closed_and_opened_again": (1, st.tuples()),
    "a_version_is_forgotten_by_its_id": (1, st.tuples(picks, modes)),
    "a_key_or_a_type_is_forgotten": (
        1,
        st.tuples(st.sampled_from(KINDS), st.sampled_from([None, *NAMES]), scopes, modes),
    ),
    "words_are_forgotten": (1, st.tuples(texts, scopes, modes)),
}
steps = st.sampled_from([name for name, (often, _) in STEPS.items() for _ in range(often)]).flatmap(
    lambda name: st.tuples(st.just(name), STEPS[name][1])
)


class MemoryMachine(RuleBasedStateMachine):
    """Random work on one agent. Every home in `homes` does the same, and must answer the same, byte by byte."""

    homes: ClassVar[tuple[str, ...]] = ()
    _numbers = count(1)
    _run = secrets.token_hex(4)

    def __init__(self) -> None:
        super().__init__()
        self.clock = ManualClock()
        self.model = Model()
        self.agent_id = f"machine {self._run}-{next(self._numbers)}"
        self.memories = [self._open(home) for home in self.homes]
        self.transcripts = [Transcript() for _ in self.homes]
        self.sessions: dict[str, tuple[str, bool]] = {}
        self.records: list[tuple[str, str, list[str]]] = []
        self.retry: Callable[[Memory, int], Any] | None = None
        self.statements = count(10_000)
        self.keys = count(1)

    def _open(self, home: str) -> Memory:
        # Time passes in leaps here: a session that is not used for days is still in use.
        return Memory.open(self.agent_id, home, clock=self.clock, config=Config(session_idle=None))

    def teardown(self) -> None:
        for memory in self.memories:
            memory.close()

    def ask(self, name: str, call: Callable[[Memory, int], Any]) -> list[Any]:
        """The answers of all memories to one call, which must be the same but for ids."""
        answers: list[Any] = []
        for n, memory in enumerate(self.memories):
            try:
                answers.append(call(memory, n))
            except PerdureError as error:
                answers.append(error)
        lines = [seen.note(name, answer) for seen, answer in zip(self.transcripts, answers, strict=True)]
        assert lines == lines[:1] * len(lines)
        return answers

    @property
    def now(self) -> datetime:
        return self.clock.now()

    def _pick(self, pick: int, among: Sequence[Any]) -> Any:
        return among[pick % len(among)]

    @rule(step=steps)
    def step(self, step: tuple[str, tuple[Any, ...]]) -> None:
        """One rule for all: of several, Hypothesis would leave some out in each run, and take all equally often."""
        name, given = step
        getattr(self, name)(*given)

    # time

    def time_passes(self, days: int) -> None:
        self.clock.advance(days * DAY)

    def everything_is_closed_and_opened_again(self) -> None:
        for memory in self.memories:
            memory.close()
        self.memories = [self._open(home) for home in self.homes]

    # sessions and records

    def a_session_starts(self, scope: str) -> None:
        name = f"s{len(self.sessions)}"
        self.sessions[name] = (scope, True)
        for session in self.ask("start", lambda m, _: m.start_session(name, scope=scope)):
            assert (session.id, session.scope, session.is_open) == (name, scope, True)

    def a_session_ends(self, pick: int) -> None:
        if not self.sessions:
            return
        name = self._pick(pick, list(self.sessions))
        scope, is_open = self.sessions[name]
        if is_open:
            self.model.end_session(name, self.now)
        self.sessions[name] = (scope, False)
        assert not any(session.is_open for session in self.ask("end", lambda m, _: m.end_session(name)))

    def turns_are_committed(self, pick: int, turns: list[list[str]]) -> None:
        if not self.sessions:
            return
        name = self._pick(pick, list(self.sessions))
        scope, is_open = self.sessions[name]
        events = [[Event.user(text) for text in turn] for turn in turns]
        key = f"k{next(self.keys)}"

        def call(memory: Memory, _: int) -> list[Receipt]:
            return memory.commit_turns(name, events, idempotency_key=key)

        answers = self.ask("commit", call)
        if not is_open:
            assert all(isinstance(answer, Conflict) for answer in answers)
            return
        for n, turn in enumerate(turns):
            for m in range(len(turn)):
                self.records.append((scope, name, [answer[n].records[m] for answer in answers]))
        self.retry = call

    def a_write_is_retried(self) -> None:
        if self.retry is None:
            return
        for answer in self.ask("retry", self.retry):
            receipts = answer if isinstance(answer, list) else [answer]
            assert all(receipt.replayed for receipt in receipts)

    # items

    def something_is_said(self, said: SaidOperation, scope: str, pick: int, how: str) -> None:
        session, record = None, None
        open_here = [name for name, (where, is_open) in self.sessions.items() if where == scope and is_open]
        if how == "session" and open_here:
            session = self._pick(pick, open_here)
        seen = [n for n, (where, _, _) in enumerate(self.records) if where in (scope, "shared")]
        if how == "record" and seen:
            record = self._pick(pick, seen)
        key = f"k{next(self.keys)}" if how == "keyed" else None

        now = self.now  # a retry says the same, also when time has passed

        def call(memory: Memory, n: int) -> Receipt:
            candidate = self._candidate(said, None if record is None else self.records[record][2][n], now)
            return memory.upsert_recall(candidate, session=session, scope=scope, idempotency_key=key)

        where = session or f"direct:{scope}"
        evidence = next(self.statements)
        if record is not None:
            evidence, where = record, self.records[record][1]
        expected = self.model.say(said, scope, where, evidence, self.now)
        for receipt in self.ask("say", call):
            assert [outcome.outcome for outcome in receipt.outcomes] == expected
        if key:
            self.retry = call

    def _candidate(self, said: SaidOperation, record_id: str | None, now: datetime) -> Candidate:
        lasting = said.lasting
        is_class = lasting in ("transient", "short_term", "long_term")
        return Candidate(
            said.kind.name,
            {**said.kind.fixed(said.name), said.kind.words: said.text},
            source=said.source,
            confidence=said.confidence,
            importance=said.importance,
            valid_from=None if said.since is None else now + said.since,
            valid_to=None if said.until is None else now + said.until,
            keep=said.keep,
            duration=None if is_class else lasting,
            priority=lasting if is_class else None,
            pinned=said.pinned,
            retract=said.retract,
            evidence=[] if record_id is None else [Evidence(record_id)],
        )

    # forgetting

    def a_version_is_forgotten_by_its_id(self, pick: int, mode: str) -> None:
        if not self.model.versions:
            return
        version = self._pick(pick, self.model.versions)
        place = self.model.of(version.scope, version.key).index(version)

        def call(memory: Memory, _: int) -> Receipt:
            item = memory.history.of(version.key, scope=version.scope).versions[place]
            return memory.forget_recall(item.id, mode=mode, scope=version.scope)

        answers = self.ask("forget", call)
        if mode == "deactivate" and version.status not in ("active", "pending"):
            assert all(isinstance(answer, NotFound) for answer in answers)
        else:
            self.model.forget([version], mode)

    def a_key_or_a_type_is_forgotten(self, kind: OperationKind, name: str | None, scope: str, mode: str) -> None:
        keys = [kind.key.format(n) for n in NAMES if name in (None, n)]
        own = {v.key for v in self.model.versions if v.scope == scope and v.holds(self.now)}
        named = [
            v
            for v in self.model.versions
            if v.key in keys
            and (v.scope == scope or (v.scope == "shared" and v.key not in own))
            and (mode == "delete" or v.status == "active")
        ]
        # What is shared is the owner's, in `main`: for others it is named, and stays.
        going = [v for v in named if v.scope == scope or scope == "main"]
        target = Target(type=kind.name) if name is None else Target(key=keys[0])
        answers = self.ask("forget", lambda m, _: m.forget_recall(target, mode=mode, scope=scope))
        if name is not None and not named:
            assert all(isinstance(answer, NotFound) for answer in answers)
        self.model.forget(going, mode)

    def words_are_forgotten(self, text: str, scope: str, mode: str) -> None:
        answers = self.ask("forget", lambda m, _: m.forget_recall(Target(query=text), mode=mode, scope=scope))
        # Which thing words mean is for the library to say; what it says it forgot, and nothing else, is gone.
        receipt = answers[0]
        assert isinstance(receipt, Receipt)
        gone = {(outcome.scope, outcome.key) for outcome in receipt.outcomes if isinstance(outcome, Retracted)}
        assert all(any(v.text == text for v in self.model.of(place, key or "")) for place, key in gone)
        self.model.forget([v for v in self.model.versions if (v.scope, v.key) in gone and v.status == "active"], mode)

    # what must be true after every step

    @invariant()
    def every_scope_holds_what_it_must(self) -> None:
        for scope in SCOPES:
            wanted = [_shown(v) for v in self.model.seen(scope, self.now)]
            for items in self.ask("items", lambda m, _, scope=scope: m.items(scope=scope)):  # type: ignore[misc]
                assert [_shown_item(item) for item in items] == wanted

    @invariant()
    def every_version_is_in_its_history_with_evidence(self) -> None:
        for scope, key in dict.fromkeys((v.scope, v.key) for v in self.model.versions):
            wanted = [_shown(v) for v in self.model.of(scope, key)]
            call = _history(scope, key)
            for history in self.ask("history", call):
                assert [_shown_item(item) for item in history.versions] == wanted
                assert all(item.evidence for item in history.versions)

    @invariant()
    def words_find_what_holds_and_nothing_else(self) -> None:
        for text in TEXTS:
            wanted = {(v.scope, v.key) for v in self.model.seen("peer:a", self.now) if v.text == text}
            answers = self.ask("find", lambda m, _, text=text: m.retrieve_recall(text, scope="peer:a"))  # type: ignore[misc]
            for hits in answers:
                assert {(hit.item.scope, hit.item.key) for hit in hits} == wanted
                assert all(hit.item.is_active for hit in hits)

    @invariant()
    def records_are_all_there_in_order(self) -> None:
        for name in list(self.sessions)[-2:]:
            for n, records in enumerate(self.ask("records", lambda m, _, name=name: m.archive.records(name))):  # type: ignore[misc]
                told = [record.id for record in records if "direct" not in record.tags]
                assert told == [ids[n] for _, session, ids in self.records if session == name]

    @invariant()
    def everything_agrees_with_itself(self) -> None:
        for memory in self.memories:
            assert [finding for finding in memory.check() if not finding.ok] == []


def _history(scope: str, key: str) -> Callable[[Memory, int], Any]:
    return lambda memory, _: memory.history.of(key, scope=scope)


def _shown(v: Version) -> Any:
    return shape(
        [
            *(v.scope, v.key, v.status, v.number, v.source.value, v.trust, v.confidence, v.importance),
            *(v.begins, v.ends, v.lapses, v.pinned, v.text, v.times, len(v.evidence)),
        ]
    )


def _shown_item(item: Item) -> Any:
    text = next(item.value[kind.words] for kind in KINDS if kind.name == item.type)
    return shape(
        [
            *(item.scope, item.key, item.status.value, item.version, item.source.value, item.trust, item.confidence),
            *(item.importance, item.valid_from, item.valid_to, item.expires_at, item.pinned, text),
            *(item.value.get("occurrences", 1), len(item.evidence)),
        ]
    )
