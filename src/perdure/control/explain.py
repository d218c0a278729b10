"""Why: how a memory came to be what it is, from the words it rests on to the prompts it was used in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from perdure.clock import iso
from perdure.control.history import history
from perdure.intake.origin import authority_of
from perdure.messages import say
from perdure.recall.as_of import Then, as_then, links_then
from perdure.store.transaction import Transaction
from perdure.values import JSON, Change, Evidence, History, Item, Record, Role, Status, Target

MOST_USES = 20


@dataclass(frozen=True, slots=True)
class Quote:
    """One piece of evidence: the exact words, who said them, when and where; or the place in a document."""

    evidence: Evidence
    said_by: str | None = None
    at: datetime | None = None
    session_id: str | None = None
    turn_id: int | None = None
    text: str | None = None
    is_exact: bool = False
    """The record was read, its hash holds, and the words stand at these offsets."""
    is_forgotten: bool = False
    """The words were forgotten since: they are shown to who asks for them, and to no prompt."""

    def as_json(self) -> dict[str, JSON]:
        return {
            **self.evidence.as_json(),
            "quote": self.text,
            "said_by": self.said_by,
            "at": iso(self.at),
            "session_id": self.session_id,
            "turn_id": self.turn_id,
            "is_exact": self.is_exact,
            "is_forgotten": self.is_forgotten,
        }


@dataclass(frozen=True, slots=True)
class Beside:
    """Another item that may disagree with this one, and whether a person has decided that both stand."""

    item: Item
    is_settled: bool


@dataclass(frozen=True, slots=True)
class Use:
    """A session whose prompts this was put into."""

    at: datetime
    session_id: str | None
    times: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that answers "how do you know that?"."""

    item: Item
    history: History
    quotes: tuple[Quote, ...]
    replaces: tuple[Item, ...] = ()
    replaced_by: Item | None = None
    beside: tuple[Beside, ...] = ()
    waiting: tuple[Item, ...] = ()
    uses: tuple[Use, ...] = ()
    """The newest first, at most `MOST_USES`."""
    others: tuple[Item, ...] = ()
    """What the words may mean besides."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """What was done to this very version."""
        return tuple(change for change in self.history.changes if change.item_id == self.item.id)

    def as_json(self) -> dict[str, JSON]:
        return {
            "item": self.item.as_json(),
            **self.history.as_json(),
            "quotes": [quote.as_json() for quote in self.quotes],
            "replaces": [item.as_json() for item in self.replaces],
            "replaced_by": None if self.replaced_by is None else self.replaced_by.as_json(),
            "doubtful": [{**one.item.as_json(), "is_settled": one.is_settled} for one in self.beside],
            "waiting": [item.as_json() for item in self.waiting],
            "use_count": self.item.use_count,
            "last_used_at": iso(self.item.last_used_at),
            "uses": [{"at": iso(use.at), "session_id": use.session_id, "times": use.times} for use in self.uses],
            "others": [item.as_json() for item in self.others],
        }


def explain(tx: Transaction, item: Item, others: Sequence[Item] = (), then: Then | None = None) -> Explanation:
    """The explanation of one version; with `then`, as it could have been given at that point."""
    past = until(tx, history(tx, Target(id=item.id)), then)
    links = _links(tx, item.id, then)
    elsewhere = [change.item_id for change in _superseded_by(tx, item)]
    after = [item.superseded_by] if item.superseded_by else []
    linked = _by_id(tx, [*(other for other, _ in links), *elsewhere, *after], then) | {
        version.id: version for version in past.versions
    }
    elsewhere += [version.id for version in past.versions if version.superseded_by == item.id]
    before = [linked[name] for name in dict.fromkeys(elsewhere) if name in linked]
    return Explanation(
        item=item,
        history=past,
        quotes=quotes(tx, item),
        replaces=tuple(sorted(before, key=lambda one: one.sequence)),
        replaced_by=linked.get(item.superseded_by or ""),
        beside=tuple(Beside(linked[other], settled) for other, settled in links if other in linked),
        waiting=tuple(v for v in past.versions if v.status is Status.PENDING and v.id != item.id),
        uses=_uses(past.changes, item),
        others=tuple(others),
    )


def until(tx: Transaction, found: History, then: Then | None) -> History:
    """A history as it stood at a point."""
    if then is None:
        return found
    changes = tuple(change for change in found.changes if change.sequence <= then.sequence)
    return History(found.key, tuple(as_then(tx, found.versions, then)), changes)


def _by_id(tx: Transaction, ids: Sequence[str], then: Then | None) -> dict[str, Item]:
    found = tx.items_by_id(sorted(set(ids)))
    return found if then is None else {item.id: item for item in as_then(tx, list(found.values()), then)}


def _links(tx: Transaction, item_id: str, then: Then | None) -> list[tuple[str, bool]]:
    """What an item is linked with, the oldest link first, and whether that is settled."""
    if then is None:
        return [(link.other(item_id), link.settled_at is not None) for link in tx.links.of(item_id)]
    links = links_then(tx, tx.past.changes_after(then.sequence))
    return [(b if a == item_id else a, settled) for (a, b, _), settled in links.items() if item_id in (a, b)]


def _superseded_by(tx: Transaction, item: Item) -> list[Change]:
    """Items of other keys that gave way to this one, in the write that made it."""
    made = [change for change in tx.changes(item.scope, item.key) if change.item_id == item.id and not change.before]
    done = tx.changes_of_revision(made[0].revision) if made else []
    return [change for change in done if change.after.get("superseded_by") == item.id]


def quotes(tx: Transaction, item: Item) -> tuple[Quote, ...]:
    """The words that a version rests on, each checked against its record."""
    records = tx.records_by_id([proof.record_id for proof in item.evidence if proof.record_id is not None])
    hidden = tx.withheld.of(list(records))
    found = []
    for proof in item.evidence:
        record = records.get(proof.record_id or "")
        if record is None:
            found.append(Quote(proof))
            continue
        text, is_exact = _cited(record, proof)
        spans = hidden.get(record.id, ())
        start, end = proof.start or 0, len(record.content or "") if proof.end is None else proof.end
        found.append(
            Quote(
                proof,
                said_by=_who(record),
                at=record.timestamp,
                session_id=record.session_id,
                turn_id=record.turn_id,
                text=text,
                is_exact=is_exact,
                is_forgotten=any(a < end and start < b for a, b in spans),
            )
        )
    return tuple(found)


def _who(record: Record) -> str:
    """Who said it: a speaker or a tool by name, else by role; what a host's model reports as the user's is relayed."""
    is_user = record.role is Role.USER
    return record.speaker or record.name or (authority_of(record.role, record.tags) if is_user else record.role).value


def _cited(record: Record, proof: Evidence) -> tuple[str | None, bool]:
    """The words at the offsets of a record, and whether they are there. Reading the record checked its hash."""
    text = record.content
    if proof.start is None or proof.end is None:
        return None, text is not None
    if text is None or not 0 <= proof.start < proof.end <= len(text):
        return None, False
    return text[proof.start : proof.end], proof.quote is None or proof.quote == text[proof.start : proof.end]


def _uses(changes: Sequence[Change], item: Item) -> tuple[Use, ...]:
    found = []
    for change in reversed(changes):
        if change.item_id == item.id and change.action == "used":
            session = change.after.get("session")
            times = int(change.after.get("use_count") or 0) - int(change.before.get("use_count") or 0)
            found.append(Use(change.at, session if isinstance(session, str) else None, max(times, 1)))
    return tuple(found[:MOST_USES])


def told(given: Explanation, language: str = "en") -> list[str]:
    """The explanation in words, a line each: what it says, how firm it is, whose words, what stands beside it, its use.

    A text of several lines is told on one.
    """
    item = given.item
    lines = [" ".join(item.content.split()), _standing(item, language)]
    lines += [_quoted(quote, language) for quote in given.quotes]
    lines += [_line("why.replaces", one, language) for one in given.replaces]
    lines += [_line("why.replaced_by", given.replaced_by, language)] if given.replaced_by else []
    for one in given.beside:
        lines.append(_line("why.settled" if one.is_settled else "why.doubtful", one.item, language))
    lines += [_line("why.waiting", one, language) for one in given.waiting]
    lines.append(_used(given, language))
    if given.others:
        lines.append(say("why.others", language, others=[" ".join(one.content.split()) for one in given.others]))
    return lines


def _standing(item: Item, language: str) -> str:
    if not item.is_active:
        return say("why.inactive", language, state=item.status.value, source=item.source.value)
    until = None if item.pinned else item.expires_at
    kept = (
        say("mcp.kept_for_good", language)
        if until is None
        else say("mcp.kept_until", language, until=f"{until:%Y-%m-%d %H:%M}")
    )
    return say(
        "why.active",
        language,
        grade=item.grade.value,
        source=item.source.value,
        confidence=f"{item.confidence:.2f}",
        kept=kept,
    )


def _quoted(quote: Quote, language: str) -> str:
    proof = quote.evidence
    if proof.record_id is None:
        return say("why.place", language, place=proof.url or proof.document_id or "")
    if quote.at is None:
        return say("why.quote_unseen", language, record=proof.record_id)
    if not quote.is_exact:
        return say("why.quote_broken", language, record=proof.record_id)
    where = {"record": proof.record_id, "session": quote.session_id, "who": quote.said_by, "at": _minute(quote.at)}
    if quote.text is None:
        return say("why.record", language, **where)
    words = " ".join(quote.text.split())
    if quote.is_forgotten:
        return say("why.quote_forgotten", language, quote=words, **where)
    return say("why.quote", language, quote=words, start=proof.start, end=proof.end, **where)


def _line(code: str, item: Item, language: str) -> str:
    given = {"content": " ".join(item.content.split())}
    if code != "why.waiting":
        given["at"] = _minute(item.created_at)
    return say(code, language, **given)


def _used(given: Explanation, language: str) -> str:
    item = given.item
    if item.last_used_at is None or not item.use_count:
        return say("why.never_used", language)
    sessions = list(dict.fromkeys(use.session_id for use in given.uses if use.session_id))
    return say("why.used", language, count=item.use_count, at=_minute(item.last_used_at), sessions=sessions[:5])


def _minute(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
