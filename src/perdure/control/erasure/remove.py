"""Taking out of every row what goes, inside one transaction: versions, spans, and the copies that other rows hold."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from perdure.control.erasure.closure import Closure
from perdure.control.erasure.patterns import TextMatcher
from perdure.intake.learn import put_aside
from perdure.intake.restore import Rebuilt, restore
from perdure.messages import say
from perdure.spans import Span, merged, without_spans
from perdure.store.chunks import ARCHIVAL
from perdure.store.erasing import ERASED, RecordRemainder
from perdure.store.mentions import entities_in, note
from perdure.store.past import PROOFS
from perdure.store.receipts import SPENT
from perdure.store.rows import REASON_CODE, dumps
from perdure.store.transaction import Transaction
from perdure.types.registry import Registry
from perdure.values import JSON, Evidence, Receipt, Record, Source

MASK = "…"


def remove(tx: Transaction, closure: Closure, registry: Registry) -> dict[str, int]:
    """Carry out a closure. Answers how much of what kind is gone."""
    texts = closure.texts()
    _bury(tx, closure, texts)
    gone = list(closure.gone.values())
    tx.drop_versions(gone)
    for item in gone:
        body = {"key": item.id, "reason": "", "before": "{}", "after": "{}"}
        tx.log_change(action=ERASED, item_id=item.id, scope=item.scope, source_type=Source.USER.value, body=body)
    for item, evidence in closure.kept.values():
        tx.set_evidence(item, [proof for one in evidence if (proof := _moved_proof(one, closure)) is not None])
    blank = set(closure.blank)
    for name, record in closure.records.items():
        _cut(tx, record, closure.cuts[name], texts, is_blank=name in blank)
    again = [
        Rebuilt(
            one.item,
            one.value,
            tuple(proof for e in one.evidence if (proof := _moved_proof(e, closure)) is not None),
            one.item.trust,
            is_alone=True,
        )
        for one in closure.shortened.values()
    ]
    restore(tx, again, registry=registry, reason=say("erase.rest_kept"))
    counts = _copies(tx, closure, texts)
    for session_id, turn_id in sorted({(r.session_id, r.turn_id) for r in closure.records.values()}):
        tx.drop_jobs_of_blank_turn(session_id, turn_id)
    for session_id, turn_id in sorted(closure.again):
        put_aside(tx, session_id, turn_id, say("erase.read_again"))
    return {
        "items": len({(item.scope, item.key) for item in gone}),
        "versions": len(gone),
        "records": len(blank),
        "spans": sum(len(cuts) for name, cuts in closure.cuts.items() if name not in blank),
        "rewritten": len(again),
        "kept_without": len(closure.kept),
        "read_again": len(closure.again),
        **counts,
    }


def _bury(tx: Transaction, closure: Closure, texts: Sequence[str]) -> None:
    """Hashes of what goes, so that it does not come back by another way."""
    stones = [tx.tombstones.of_item(item_id, in_part=item_id in closure.partial) for item_id in closure.gone]
    for item in closure.gone.values():
        if item.id not in closure.partial:
            stones += [tx.tombstones.of_fact(item.scope, item.type, item.key, dict(item.value))]
    for item, fact in closure.fields:
        value = {"k": fact.get("k"), "v": fact.get("v")}
        stones.append(tx.tombstones.of_fact(item.scope, item.type, item.key, value))
    blank = set(closure.blank)
    for name, record in closure.records.items():
        text = record.content or ""
        if name in blank:
            stones.append(tx.tombstones.of_record(name))
        stones += [tx.tombstones.of_span(name, text[start:end]) for start, end in closure.cuts[name] if text[start:end]]
    stones += [tx.tombstones.of_text(text) for text in texts]
    tx.tombstones.add(stones)


# records


def _cut(tx: Transaction, record: Record, cuts: Sequence[Span], texts: Sequence[str], *, is_blank: bool) -> None:
    if is_blank:
        left = replace(
            record, content=None, speaker=None, name=None, arguments=None, result=None, tags=(), content_ref=None
        )
    else:
        mine = [(record.content or "")[start:end] for start, end in cuts]
        left = replace(
            record,
            content=None if record.content is None else without_spans(record.content, cuts, MASK),
            arguments=without_texts(record.arguments, [*mine, *texts]),
            result=without_texts(record.result, [*mine, *texts]),
        )
    rest = tx.set_rest(RecordRemainder(left, is_blank), record.session_id)
    hidden = [(moved(cuts, row[0], row[1]), row) for row in tx.withheld_in(record.id)]
    tx.set_withheld(record.id, [(*span, *row[2:]) for span, row in hidden if span is not None and not is_blank])
    tx.log_erased_record(record.id, record.scope, rest)
    if not is_blank:
        text = left.content or ""
        note(tx, ARCHIVAL, [(record.id, record.scope, text)], entities_in(tx, [text]))


def moved(cuts: Sequence[Span], start: int, end: int) -> Span | None:
    """Where a span stands once others are cut, each leaving one mark; None where nothing of it is left."""
    spans = merged(cuts)
    left = [(max(start, b), end) for a, b in spans if a <= start < b]
    start = left[0][0] if left else start
    right = [a for a, b in spans if a < end <= b]
    end = right[0] if right else end
    if start >= end:
        return None

    def place(at: int) -> int:
        return at - sum(b - a - len(MASK) for a, b in spans if b <= at)

    return place(start), place(end)


def _moved_proof(proof: Evidence, closure: Closure) -> Evidence | None:
    cuts = closure.cuts.get(proof.record_id or "")
    if cuts is None or proof.start is None or proof.end is None:
        return proof
    span = moved(cuts, proof.start, proof.end)
    return None if span is None else replace(proof, start=span[0], end=span[1])


# copies


def _copies(tx: Transaction, closure: Closure, texts: Sequence[str]) -> dict[str, int]:
    """Take what goes out of the log, receipts, working memory, summed up sessions, feedback and jobs."""
    matcher = TextMatcher([*texts, *closure.gone, *closure.records])
    names = (*closure.gone, *closure.records)
    counts = dict.fromkeys(("receipts", "changes", "working_memory", "compacted", "feedback", "jobs"), 0)
    rows = {(table, number): row for number, (table, row) in enumerate(tx.texts(*_COPIES))}
    joined = ((name, "\n".join(str(part) for part in row if part is not None)) for name, row in rows.items())
    for (table, number), held in matcher.holders(joined):
        row = rows[table, number]
        words = [text for text in held if text not in names]
        counts[_COPIES[table]] += _scrub(tx, table, row, words, texts, closure.cuts)
    touched = {record.session_id for record in closure.records.values()} | closure.sessions
    for session_id in sorted(filter(tx.has_compacted, touched)):  # a summary need not use its words
        tx.drop_compacted(session_id)
        counts["compacted"] += 1
    for session_id in sorted(closure.sessions):
        tx.keep_working(session_id, [None, "{}", "[]", None, "{}", "[]"])
    return counts


_COPIES = {
    "changes": "changes",
    "receipts": "receipts",
    "sessions": "compacted",
    "working memory": "working_memory",
    "patch history": "feedback",
    "jobs": "jobs",
}


def _scrub(
    tx: Transaction,
    table: str,
    row: Sequence[Any],
    words: Sequence[str],
    texts: Sequence[str],
    cuts: Mapping[str, Sequence[Span]],
) -> bool:
    """Take texts out of one row. False where only ids were found, and ids may stay."""
    if table == "receipts":
        _blank_receipt(tx, row)
        return True
    if table == "changes":
        return _scrub_change(tx, row, words, texts, cuts)
    if not words:
        return False
    match table:
        case "sessions":
            tx.drop_compacted(row[0])
        case "working memory":
            shapes = _task_left([None if part is None else json.loads(part) for part in row[1:]], texts)
            tx.keep_working(row[0], [None if shape is None else dumps(shape) for shape in shapes])
        case "patch history":
            tx.drop_feedback(row[0])
        case "jobs":
            tx.silence_job(row[0])
    return True


def _scrub_change(
    tx: Transaction,
    row: Sequence[Any],
    words: Sequence[str],
    texts: Sequence[str],
    cuts: Mapping[str, Sequence[Span]],
) -> bool:
    """Take texts out of an entry of the log; places in records that were cut are those where it stands now."""
    sequence, key, reason, before, after = row
    shapes = [json.loads(before), json.loads(after)]
    left = [_places_moved(shape, cuts) for shape in shapes]
    if not words and left == shapes:
        return False
    if words:
        reason = ""
        left = [without_texts({n: part for n, part in shape.items() if n != REASON_CODE}, texts) for shape in left]
        key = str(sequence) if any(text in key for text in words) else key
    tx.change_body(sequence, key, reason, dumps(left[0]), dumps(left[1]))
    return bool(words)


def _places_moved(shape: Mapping[str, JSON], cuts: Mapping[str, Sequence[Span]]) -> dict[str, JSON]:
    """What an entry says, with the places in records that were cut where they are now; what is gone is left out."""
    now = dict(shape)
    if PROOFS in shape:
        proofs = [
            [proof[0], *span, *proof[3:]] for proof in shape[PROOFS] if (span := _place_now(proof, cuts)) is not None
        ]
        now[PROOFS] = proofs
    if "span" in shape:
        span = _place_now(shape["span"], cuts)
        now["span"] = [shape["span"][0], *(span or (0, 1))]
    return now


def _place_now(place: Sequence[Any], cuts: Mapping[str, Sequence[Span]]) -> tuple[int | None, int | None] | None:
    record_id, start, end = place[:3]
    if record_id not in cuts or start is None or end is None:
        return start, end
    return moved(cuts[record_id], start, end)


def _blank_receipt(tx: Transaction, row: Sequence[Any]) -> None:
    """The key stays spent: a retry hears that it was erased. It becomes a hash, because it may be made of the words."""
    session_id, key, text = row
    shape = json.loads(text)
    erased = Receipt(session_id, shape["turn_id"], notices=(say("notice.erased"),))
    spent = tx.receipt_key(key)
    tx.blank_receipt(session_id, key, spent, SPENT, dumps(erased.as_json()))


def without_texts(value: JSON, texts: Sequence[str]) -> Any:
    """A JSON value in which these texts are cut out of every text."""
    if isinstance(value, str):
        for text in texts:
            value = value.replace(text, MASK) if len(text) > 3 else value
        return value
    if isinstance(value, Mapping):
        return {without_texts(name, texts): without_texts(inner, texts) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [without_texts(inner, texts) for inner in value]
    return value


def _task_left(shapes: Sequence[JSON], texts: Sequence[str]) -> list[JSON]:
    """What a session has in hand, without the entries that hold one of these texts."""
    task, context, files, chain, state, past = shapes
    if task is not None:
        steps = [step for step in task.get("steps") or () if not _holds(step, texts)]
        place = min(int(task.get("currentStep") or 0), max(0, len(steps) - 1))
        focus = None if _holds(task.get("focus"), texts) else task.get("focus")
        task = (
            None if _holds(task.get("goal"), texts) else {**task, "steps": steps, "currentStep": place, "focus": focus}
        )
    if chain is not None:
        thoughts = [step for step in chain.get("steps") or () if not _holds(step, texts)]
        chain = {**chain, "steps": thoughts, "current": len(thoughts) - 1}
    entries = [{n: part for n, part in shape.items() if not _holds([n, part], texts)} for shape in (context, state)]
    lists = [[part for part in shape if not _holds(part, texts)] for shape in (files, past)]
    left = [task, entries[0], lists[0], chain, entries[1], lists[1]]
    return [without_texts(shape, texts) for shape in left]


def _holds(value: JSON, texts: Sequence[str]) -> bool:
    if isinstance(value, str):
        return any(text in value for text in texts)
    if isinstance(value, Mapping):
        return any(_holds(part, texts) for pair in value.items() for part in pair)
    return isinstance(value, list | tuple) and any(_holds(inner, texts) for inner in value)
