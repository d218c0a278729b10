"""Finds in the archive of which something was forgotten: left out of what a prompt is given, marked for who asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import is_

from perdure.archive.withheld import quoted, shown, spans_of
from perdure.segment import segment
from perdure.store.transaction import Transaction
from perdure.values import Hit, Trace

ASKED = frozenset({"user_ask_evidence", "tool_call"})
"""The reasons of those who look for the words themselves. All others look for somebody else's prompt."""


def without_hidden(tx: Transaction, traces: Sequence[Trace]) -> list[Trace]:
    """Finds without what was forgotten; one that was found by forgotten words alone is none."""
    hidden = spans_of(tx, [record for trace in traces for record in (trace.record, *trace.around)])
    if not hidden:
        return list(traces)
    left: list[Trace] = []
    for trace in traces:
        record = trace.record
        if record.id in hidden:
            masked = shown(tx, [record])
            words = set(segment(masked[0].content or "")) if masked else set()
            if not masked or not words.intersection(trace.why.words):
                continue
            record = masked[0]
        left.append(replace(trace, record=record, around=tuple(shown(tx, trace.around))))
    return left


def marked(tx: Transaction, traces: Sequence[Trace]) -> list[Trace]:
    """Finds as they were said, each with the spans of it that were forgotten."""
    hidden = spans_of(tx, [record for trace in traces for record in (trace.record, *trace.around)])
    return [
        replace(
            trace,
            withheld={
                record.id: tuple(hidden[record.id]) for record in (trace.record, *trace.around) if record.id in hidden
            },
        )
        for trace in traces
    ]


def without_hidden_quotes(tx: Transaction, hits: Sequence[Hit]) -> list[Hit]:
    """Items that were found, without quotes that were forgotten."""
    quotes = [proof for hit in hits for proof in hit.item.evidence if proof.quote]
    left = quoted(tx, quotes)
    if all(map(is_, quotes, left)):
        return list(hits)
    shown = dict(zip(quotes, left, strict=True))
    return [
        replace(hit, item=replace(hit.item, evidence=tuple(shown.get(one, one) for one in hit.item.evidence)))
        for hit in hits
    ]
