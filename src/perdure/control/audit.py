"""The health of a memory: what is junk, double, contradictory, stale, unfounded or too much, and how to fix each."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from perdure.clock import iso
from perdure.control.explain import quotes
from perdure.intake.pii import scan
from perdure.intake.review import waiting
from perdure.segment import segment
from perdure.store.transaction import Transaction
from perdure.types.keys import fold_name
from perdure.values import JSON, Grade, Item, ReviewEntry, Role, Status

STALE = timedelta(days=180)
"""Neither used nor confirmed for this long."""
LONG = 1_000
"""Characters of an item that is more than one thing to know."""
TOLD_AT_LENGTH = frozenset({"episodes", "cases", "identity", "notes", "skills", "patterns"})
"""Types whose items may be long."""
SECRETS = frozenset({"private_key", "url_credentials", "auth_header", "jwt", "api_key", "password", "bank_card"})
CHECKS = (
    "secret",
    "contradiction",
    "doubtful",
    "no_evidence",
    "recall_loop",
    "duplicate",
    "junk",
    "over_long",
    "provisional",
    "stale",
)
"""In the order in which they are worth looking at."""
_TALK = frozenset(
    {
        *("ok", "okay", "yes", "no", "thanks", "thank", "you", "hi", "hello", "hey", "bye", "lol", "haha", "hmm"),
        *("sure", "fine", "good", "great", "nice", "well", "oh"),
        *(
            "好",
            "好的",
            "嗯",
            "嗯嗯",
            "哦",
            "谢谢",
            "你好",
            "再见",
            "哈哈",
            "是",
            "是的",
            "对",
            "行",
            "可以",
            "不",
            "没事",
        ),
    }
)
_SPOKEN = re.compile(r"[^\W\d_]+|\d+")
AGES = ((1, "today"), (7, "this week"), (30, "this month"), (180, "half a year"), (365, "a year"), (1 << 30, "older"))


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """One thing that a person may want to look at, and the command that fixes it."""

    check: str
    items: tuple[Item, ...]
    detail: str
    fix: str

    def as_json(self) -> dict[str, JSON]:
        return {
            "check": self.check,
            "detail": self.detail,
            "fix": self.fix,
            "items": [{"id": i.id, "key": i.key, "scope": i.scope, "content": _shown(self, i)} for i in self.items],
        }


def _shown(finding: AuditFinding, item: Item) -> str:
    """What an item says. A secret is not repeated in a report."""
    return "" if finding.check == "secret" else item.content


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit found, and the figures of the memory."""

    agent_id: str
    scope: str
    at: datetime
    active: int
    findings: tuple[AuditFinding, ...]
    figures: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By type, source, grade, age and use: how many items in force."""

    @property
    def counts(self) -> dict[str, int]:
        found = Counter(finding.check for finding in self.findings)
        return {check: found[check] for check in CHECKS}

    @property
    def sound(self) -> float:
        """The share of items in force that nothing was found about."""
        touched = {item.id for finding in self.findings for item in finding.items if item.is_active}
        return 1.0 if not self.active else round(1 - len(touched) / self.active, 4)

    def as_json(self) -> dict[str, JSON]:
        return {
            "agent": self.agent_id,
            "scope": self.scope,
            "at": iso(self.at),
            "active": self.active,
            "sound": self.sound,
            "counts": self.counts,
            "figures": {name: dict(counts) for name, counts in self.figures.items()},
            "findings": [finding.as_json() for finding in self.findings],
        }


def audit(tx: Transaction, agent_id: str) -> AuditReport:
    """Look at everything that is in force in this scope, own and shared, and at what waits."""
    held = [item for item in tx.decided(type=None, key=None, status=Status.ACTIVE) if item.is_active]
    reviews = waiting(tx)
    found: list[AuditFinding] = [*_reviews(reviews), *_rivals(held), *_duplicates(held)]
    for item in held:
        found += _of_one(tx, item)
    found.sort(key=lambda finding: CHECKS.index(finding.check))
    return AuditReport(agent_id, tx.scope, tx.now, len(held), tuple(found), _figures(held, tx.now))


def _finding(check: str, item: Item, detail: str, command: str = "forget") -> AuditFinding:
    options = " --delete" if check == "secret" else ""
    scope = "" if item.scope in ("main", "shared") else f" --scope {item.scope}"
    return AuditFinding(check, (item,), detail, f"perdure {command} {item.id}{options}{scope}")


def _of_one(tx: Transaction, item: Item) -> Iterator[AuditFinding]:
    if secrets := {one.kind for one in scan(item.content)} & SECRETS:
        yield _finding("secret", item, ", ".join(sorted(secrets)))
    if why := _unfounded(tx, item):
        yield _finding("no_evidence", item, why)
    elif _is_loop(tx, item):
        yield _finding("recall_loop", item, "all it rests on came from memory itself")
    if why := _junk(item):
        yield _finding("junk", item, why)
    if len(item.content) > LONG and item.type not in TOLD_AT_LENGTH:
        yield _finding("over_long", item, f"{len(item.content):,} characters")
    if item.grade is Grade.PROVISIONAL:
        yield _finding("provisional", item, "said once, and confirmed by nobody")
    last = max(moment for moment in (item.last_confirmed_at, item.last_used_at, item.created_at) if moment)
    if tx.now - last > STALE and not item.pinned and item.type != "identity":
        yield _finding("stale", item, f"neither used nor confirmed since {last:%Y-%m-%d}")


def _unfounded(tx: Transaction, item: Item) -> str | None:
    """Why nothing proves it, or None. Evidence in a scope that is not ours to read counts as evidence."""
    if not item.evidence:
        return "it rests on nothing"
    found = quotes(tx, item)
    broken = [one for one in found if one.at is not None and not one.is_exact]
    return "the words it rests on are no longer there" if broken and len(broken) == len(found) else None


def _is_loop(tx: Transaction, item: Item) -> bool:
    """Whether every piece of evidence is a line that memory itself had put into the prompt of that session."""
    ids = [proof.record_id for proof in item.evidence]
    if not all(ids):
        return False
    records = tx.records_by_id([name for name in ids if name])
    return bool(records) and all(
        (record := records.get(proof.record_id or "")) is not None
        and record.role is not Role.USER
        and "direct" not in record.tags
        and tx.injected.hash_of((record.content or "")[proof.start or 0 : proof.end])
        in tx.injected.of(record.session_id)
        for proof in item.evidence
    )


def _junk(item: Item) -> str | None:
    """Why it says nothing worth knowing, or None. What a person pinned or set a value for is theirs."""
    if item.pinned or item.type not in ("notes", "facts", "preferences", "events", "lessons"):
        return None
    words = segment(item.content)
    if not words:
        return "there is no word in it"
    if item.type == "notes" and all(word in _TALK for word in _SPOKEN.findall(item.content.casefold())):
        return "small talk"
    return None


def _reviews(entries: Iterable[ReviewEntry]) -> Iterator[AuditFinding]:
    for one in entries:
        items = (one.item, *one.held)
        if one.doubtful:
            yield AuditFinding("doubtful", items, "these may disagree", f"perdure review --keep-both {one.item.id}")
        elif one.held:
            yield AuditFinding("contradiction", items, str(one.reason), f"perdure review --show {one.item.id}")


def _rivals(held: Sequence[Item]) -> Iterator[AuditFinding]:
    """Two of one key that are in force at once and say different things."""
    for items in _grouped(held, lambda item: f"{item.scope}\0{item.key}").values():
        if len(items) > 1 and len({fold_name(item.content) for item in items}) > 1:
            oldest = min(items, key=lambda item: item.sequence)
            yield AuditFinding("contradiction", tuple(items), "one key, several values", f"perdure forget {oldest.id}")


def _duplicates(held: Sequence[Item]) -> Iterator[AuditFinding]:
    """The same words under several keys. The later one goes: the earlier has the history."""
    for items in _grouped(held, lambda item: f"{item.scope}\0{' '.join(sorted(set(segment(item.content))))}").values():
        keys = {item.key for item in items}
        if len(keys) > 1 and segment(items[0].content):
            last = max(items, key=lambda item: item.sequence)
            yield AuditFinding(
                "duplicate", tuple(items), f"{len(keys)} items say the same", f"perdure forget {last.id}"
            )


def _grouped(items: Iterable[Item], name: Callable[[Item], str]) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        found[name(item)].append(item)
    return found


def _figures(held: Sequence[Item], now: datetime) -> dict[str, dict[str, int]]:
    ages = Counter(next(word for days, word in AGES if now - item.created_at < timedelta(days=days)) for item in held)
    used = Counter("used" if item.use_count else "never used" for item in held)
    return {
        "type": dict(Counter(item.type for item in held).most_common()),
        "source": dict(Counter(item.source.value for item in held).most_common()),
        "grade": dict(Counter(item.grade.value for item in held).most_common()),
        "age": {word: ages[word] for _, word in AGES if ages[word]},
        "use": dict(used),
    }
