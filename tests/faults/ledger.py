"""What was acknowledged, and whether a store still holds exactly that.

A write has one of three outcomes: acknowledged (it answered), refused (it changed nothing), or unknown (nobody lived to
hear the answer). Acknowledged writes are there exactly once. Unknown ones are there whole or not at all, and sending
them again with the same idempotency key leaves exactly one.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from perdure import NotFound, Record, Status
from perdure.agent import AgentMemory
from tests.faults.workload import DIRECT, Answer, Operation, perform

EVERYTHING = 1_000_000
BACKGROUND = ("jobs", "sessions")


@dataclass(slots=True)
class Version:
    """A version of an item as the receipts tell of it."""

    id: str
    value: str | None
    status: str = "active"
    superseded_by: str | None = None
    evidence: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Ledger:
    """The expected state of one agent, kept outside the store."""

    records: dict[str, tuple[str, str, bytes | None]] = field(default_factory=dict)
    """Record id → session, text, attached bytes."""
    sessions: dict[str, bool] = field(default_factory=dict)
    """Session id → whether it is open."""
    keys: dict[str, list[Version]] = field(default_factory=dict)
    acknowledged: int = 0
    unknown: int = 0
    kept: int = 0
    """Of the unknown ones, those that turned out to be there."""
    problems: list[str] = field(default_factory=list)
    """What was wrong with unknown writes when they were settled."""
    _promised: list[Operation] = field(default_factory=list)

    # what the parent hears

    def acknowledge(self, op: Operation, answer: Answer) -> None:
        """Note a write that answered."""
        self.acknowledged += 1
        if answer:
            self._apply(op, answer)
        else:  # only the planted child that answers too early says nothing more
            self._promised.append(op)

    def _apply(self, op: Operation, answer: Answer) -> None:
        if "session" in answer:
            self.sessions[op.session] = op.verb == "start_session"
        elif "receipts" in answer:
            receipts = answer["receipts"]
            if op.verb in ("upsert", "merge"):
                self._apply_upsert(op, receipts[0])
            elif op.verb == "forget":
                self._apply_forget(op)
            else:
                ids = [record_id for receipt in receipts for record_id in receipt["records"]]
                for record_id, text in zip(ids, op.texts, strict=True):
                    self.records[record_id] = op.session, text, op.file
                if op.verb == "learn":
                    assert len(receipts[0]["outcomes"]) == 1, f"{op.name}: {receipts[0]}"
                    [outcome] = receipts[0]["outcomes"]
                    assert outcome["key"] == op.key, f"{op.name}: learned something else"
                    self.keys[op.key] = [Version(outcome["item_id"], op.value, evidence=ids)]
        elif any(version.status == "active" for version in self.keys.get(op.key, ())):
            raise AssertionError(f"{op.name}: refused though there was something to forget")

    def _apply_upsert(self, op: Operation, receipt: Answer) -> None:
        (record_id,), (outcome,) = receipt["records"], receipt["outcomes"]
        versions = self.keys.setdefault(op.key, [])
        head = next((version for version in versions if version.status == "active"), None)
        if op.session == DIRECT:
            self.sessions.setdefault(DIRECT, True)
        self.records[record_id] = op.session, "", None
        if outcome["outcome"] == "merged" and outcome["replaces"] is None:
            assert head is not None
            assert head.id == outcome["item_id"], f"{op.name}: merged with something that is not current"
            head.evidence.append(record_id)
            return
        assert (head.id if head else None) == outcome["replaces"], f"{op.name}: replaces what is not current"
        new = Version(outcome["item_id"], op.value if op.type == "facts" else None, evidence=[record_id])
        if head is not None:
            head.status, head.superseded_by = "superseded", new.id
            if outcome["outcome"] == "merged":
                new.evidence = [*head.evidence, record_id]
        versions.append(new)

    def _apply_forget(self, op: Operation) -> None:
        self.sessions.setdefault(DIRECT, True)
        versions = self.keys.get(op.key, [])
        if op.mode == "delete":
            versions.clear()
        for version in versions:
            if version.status == "active":
                version.status = "retracted"

    # what the store says

    async def settle(self, agent: AgentMemory, unknown: list[Operation]) -> None:
        """Look at the writes that nobody answered for and send them again. Those that are settled leave the list."""
        if not unknown and not self._promised:
            return
        texts = Counter(_marker(record.content) for record in await self._all_records(agent))
        for op in self._promised:
            if op.verb in ("commit_turn", "commit_turns", "attach", "learn") and not texts[_marker(op.texts[0])]:
                self.problems.append(f"lost: {op.name} ({op.verb}) was acknowledged and is not there")
        self._promised.clear()
        while unknown:
            op = unknown[0]
            there = sum(texts[_marker(text)] for text in op.texts)
            if there not in (0, len(op.texts)):
                self.problems.append(f"half: {there} of {len(op.texts)} records of {op.name} are there")
            if op.verb == "learn" and bool(await agent.items(key=op.key)) != (there > 0):
                self.problems.append(f"half: the record of {op.name} and what was learned from it disagree")
            answer = await perform(agent, op)
            replayed = {receipt["replayed"] for receipt in answer.get("receipts", ())}
            if len(replayed) > 1:
                self.problems.append(f"half: some turns of {op.name} had been kept, others not")
            if op.texts and replayed != {there > 0}:
                self.problems.append(f"half: the records of {op.name} and its receipt disagree")
            self.unknown += 1
            self.kept += True in replayed
            self._apply(op, answer)
            unknown.pop(0)

    async def compare(self, agent: AgentMemory) -> list[str]:
        """Everything that differs from what the ledger says, and everything the store itself finds wrong."""
        return [
            *self.problems,
            *await self._compare_sessions(agent),
            *await self._compare_records(agent),
            *await self._compare_items(agent),
            # What the background last met is not what the store holds: a cut line is still told of there.
            *(f"check: {f.check}: {f.detail}" for f in await agent.check() if not f.ok and f.check not in BACKGROUND),
        ]

    async def _compare_sessions(self, agent: AgentMemory) -> list[str]:
        held = {session.id: session for session in await agent.archive.sessions(limit=EVERYTHING)}
        problems = [f"session {name} is not there" for name in self.sessions if name not in held]
        problems += [f"session {name} came from nowhere" for name in held if name not in self.sessions]
        problems += [
            f"session {name} is {'open' if held[name].is_open else 'closed'}"
            for name, is_open in self.sessions.items()
            if name in held and held[name].is_open is not is_open
        ]
        expected = Counter(session for session, _, _ in self.records.values())
        problems += [
            f"session {name} counts {session.message_count} messages, there were {expected[name]}"
            for name, session in held.items()
            if session.message_count != expected[name]
        ]
        return problems

    async def _all_records(self, agent: AgentMemory) -> list[Record]:
        names = [session.id for session in await agent.archive.sessions(limit=EVERYTHING)]
        return [record for name in names for record in await agent.archive.records(name, limit=EVERYTHING)]

    async def _compare_records(self, agent: AgentMemory) -> list[str]:
        problems: list[str] = []
        records = await self._all_records(agent)
        held = {record.id: record for record in records}
        problems += [f"lost: record {name}" for name in self.records if name not in held]
        problems += [f"record {name} came from nowhere" for name in held if name not in self.records]
        if len(held) != len(records):
            problems.append("a record is there twice")
        for name, (session, text, file) in self.records.items():
            record = held.get(name)
            if record is None:
                continue
            # The words of an upsert are those that its type finds for it; they are compared as the item's value.
            if record.session_id != session or (text and record.content != text):
                problems.append(f"record {name} is not what was written")
            expected = [] if file is None else [hashlib.sha256(file).hexdigest()]
            if [attached.sha256 for attached in record.attachments] != expected:
                problems.append(f"record {name} has other attachments")
        last = [record for record in records if record.attachments][-3:]
        for attached in (file for record in last for file in record.attachments):
            if hashlib.sha256((await agent.archive.attachment(attached.id))[1]).hexdigest() != attached.sha256:
                problems.append(f"the bytes of attachment {attached.id} changed")
        by_session: dict[str, list[Record]] = {}
        for record in records:
            by_session.setdefault(record.session_id, []).append(record)
        for name, said in by_session.items():
            turns = list(dict.fromkeys(record.turn_id for record in said))
            if turns != list(range(1, len(turns) + 1)):
                problems.append(f"the turns of session {name} are not 1, 2, 3 …")
            if any(one.sequence >= other.sequence for one, other in pairwise(said)):
                problems.append(f"the records of session {name} are out of order")
        return problems

    async def _compare_items(self, agent: AgentMemory) -> list[str]:
        problems: list[str] = []
        items = await agent.items(status=None, limit=EVERYTHING)
        held: dict[str, list[Version]] = {}
        for item in sorted(items, key=lambda item: item.sequence):
            if item.type == "episodes":  # told by the end of a session, in its transaction: no end, no episode
                if self.sessions.get(str(item.value["session_id"])) is not False:
                    problems.append(f"{item.key}: its session has not ended")
                continue
            value = str(item.value["value"]) if item.type == "facts" else None
            evidence = [str(evidence.record_id) for evidence in item.evidence]
            held.setdefault(item.key, []).append(
                Version(item.id, value, item.status.value, item.superseded_by, evidence)
            )
        expected = {key: versions for key, versions in self.keys.items() if versions}
        problems += [f"{key}: every version is lost" for key in expected if key not in held]
        problems += [f"{key}: came from nowhere" for key in held if key not in expected]
        for key in expected.keys() & held.keys():
            if held[key] != expected[key]:
                problems.append(f"{key}: holds {held[key]}, acknowledged were {expected[key]}")
            numbers = sorted(item.version for item in items if item.key == key)
            if numbers != list(range(1, len(numbers) + 1)):
                problems.append(f"{key}: versions are numbered {numbers}")
        heads = Counter(item.key for item in items if item.status is Status.ACTIVE)
        problems += [f"{key}: {count} current versions" for key, count in heads.items() if count > 1]
        for key in list(expected)[:3]:
            try:
                changes = (await agent.history.of(key)).changes
            except NotFound:
                problems.append(f"{key}: no history")
                continue
            if {version.id for version in expected[key]} - {change.item_id for change in changes}:
                problems.append(f"{key}: a version is not in the change log")
        return problems


def _marker(text: str | None) -> str:
    """The `[name]` in front of a text."""
    return (text or "").partition("]")[0]
