"""Times tied to something that happened, placed by the agent's own dated items: "before we moved", 搬家之前.

Every word of the event has to stand in what is remembered, and all that fits has to name the same day. Otherwise the
time stays unplaced, and no time is asked for: a wrong one would hide the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from perdure.recall.bm25 import weigh
from perdure.recall.question.question import Question
from perdure.recall.question.spans import SpanKind, TimeSpan
from perdure.recall.question.times import fold
from perdure.recall.question.wording import EMPTY_EN, EMPTY_ZH
from perdure.regex import regex
from perdure.segment import chinese_words, segment
from perdure.store.finder import RECALL, View
from perdure.store.transaction import Transaction
from perdure.types.when import FOREVER, day_of, when
from perdure.values import Item

POOL = 50
_HAN = regex("[\u3400-\u4dbf\u4e00-\u9fff]+")
_LATIN = regex(r"[^\W_\u3400-\u9fff]+")
# Said of anything that happens, so that they tell nothing apart.
_ENGLISH = "go went going gone get got come came start started begin began happen happened take took day time"
_CHINESE = "去 去了 来 到 来到 开始 发生 那天 那次 时候 举行 办"
_ANY = frozenset(f"{_ENGLISH} {_CHINESE}".split())
# Words for the same kind of event; what stands after the bar is what is known of a person once it has happened.
_SAME = (
    "move moved moving relocate relocated 搬家 搬到 搬去 搬 迁居 | live lives city address 住 住在 居住 城市 地址",
    "wedding wed marry married marriage 结婚 婚礼 成婚 | husband wife spouse 丈夫 妻子 已婚",
    "graduate graduated graduation 毕业 |",
    "divorce divorced 离婚 |",
    "birth born 出生 生下 |",
    "trip travel travelled traveled vacation holiday 旅行 旅游 出差 |",
    "quit resign resigned leave left 离职 辞职 |",
    "join joined hired job 入职 加入 上班 | work works employer company 工作 公司 任职",
    "surgery operation 手术 |",
)

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One word of an event: the words that say it, and those that only follow from it."""

    said: tuple[Words, ...]
    implied: tuple[Words, ...] = ()

    def is_in(self, text: Words, *, implied: bool) -> bool:
        return any(words <= text for words in (*self.said, *(self.implied if implied else ())))


def anchored(tx: Transaction, question: Question) -> Question:
    """The question with its relative times placed as far as the memory knows when that was."""
    if all(span.kind is not SpanKind.RELATIVE for span in question.times):
        return question
    return replace(question, times=tuple(_placed(tx, span) for span in question.times))


def _placed(tx: Transaction, span: TimeSpan) -> TimeSpan:
    if span.kind is not SpanKind.RELATIVE or span.event is None:
        return span
    found = _moment(tx, parts(span.event))
    if found is None:
        return span
    start, end = found
    match span.side:
        case "before":
            return replace(span, end=start, kind=SpanKind.UNTIL)
        case "after":
            # Of what still holds only the beginning is an event.
            return replace(span, start=start if end == FOREVER else end, kind=SpanKind.SINCE)
        case _:
            return replace(span, start=start, end=None if end == FOREVER else end, kind=SpanKind.RANGE)


def parts(event: str) -> list[QuestionPart]:
    """The words of an event that tell it from others."""
    folded = fold(event)
    words = [word for word in _LATIN.findall(folded) if word not in EMPTY_EN and word not in _ANY]
    for run in _HAN.findall(folded):
        words += [word for word in chinese_words(run) if word not in EMPTY_ZH and word not in _ANY]
    return [_part(word) for word in dict.fromkeys(words) if segment(word)]


def _part(word: str) -> QuestionPart:
    own = frozenset(segment(word))
    for said, implied in _same_events():
        if own in said:
            return QuestionPart(said, implied)
    return QuestionPart((own,))


@cache
def _same_events() -> tuple[tuple[tuple[Words, ...], tuple[Words, ...]], ...]:
    sides = [line.partition("|") for line in _SAME]
    return tuple((_cut(said), _cut(implied)) for said, _, implied in sides)


def _cut(words: str) -> tuple[Words, ...]:
    return tuple(dict.fromkeys(frozenset(segment(word)) for word in words.split()))


def _moment(tx: Transaction, wanted: Sequence[QuestionPart]) -> tuple[datetime, datetime] | None:
    """When the one thing happened that fits; None if nothing does, or if it could be one of several."""
    if not wanted:
        return None
    words = {word for part in wanted for one in (*part.said, *part.implied) for word in one}
    asked = weigh(tx.finder, RECALL, sorted(words))
    if not asked.weights:
        return None
    chunks, _ = tx.finder.item_chunks(asked.weights, asked.totals, pool=POOL, at_least=1, view=View.HISTORY)
    texts: dict[str, set[str]] = {}
    for chunk in chunks:
        texts.setdefault(chunk.item_id, set()).update(chunk.search_text.split(" "))
    items = tx.items_by_id(sorted(texts))
    dated = [one for item in items.values() for one in _dated(item, texts, tx.now)]
    for implied in (False, True):
        times = {time for time, text in dated if all(part.is_in(text, implied=implied) for part in wanted)}
        if times:
            return _together(times)
    return None


def _dated(
    item: Item, texts: Mapping[str, set[str]], now: datetime
) -> Iterator[tuple[tuple[datetime, datetime], Words]]:
    """What an item dates, with the words that say what it is. A profile dates each of its facts."""
    if not item.is_kept_at(now):
        return
    facts = item.value.get("facts") if item.type == "profile" else None
    for fact in facts if isinstance(facts, list | tuple) else ():
        if isinstance(fact, Mapping) and (since := _begin(fact.get("since"))) is not None:
            yield (since, FOREVER), frozenset(segment(f"{fact.get('k')} {fact.get('v')}"))
    start, end = when(item)
    if start is not None and end is not None:
        yield (start, end), frozenset(texts[item.id])


def _begin(since: object) -> datetime | None:
    """The first day of a day, a month or a year."""
    if not isinstance(since, str):
        return None
    return day_of(since) or day_of(f"{since}-01") or day_of(f"{since}-01-01")


def _together(times: set[tuple[datetime, datetime]]) -> tuple[datetime, datetime] | None:
    """Several accounts of one thing begin on the same day; the shortest of them says best when it was."""
    if len({start.date() for start, _ in times}) > 1:
        return None
    return min(times, key=lambda time: (time[1], time[0]))
