"""Reading a question: its language, the words to look for, the times, kinds and names in it. Nothing is looked up.

A question is read up to `MAX_CHARACTERS`; of its words the first `MAX_WORDS` are kept. Which are rare is known only to
the index, so that an arm may drop more of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import Literal

from perdure.recall.question import evidence
from perdure.recall.question.names import Vocabulary
from perdure.recall.question.spans import SpanKind, TimeSpan
from perdure.recall.question.times import fold, time_spans
from perdure.recall.question.wording import EMPTY_EN, EMPTY_ZH, TYPE_WORDS, WANTS_NEW
from perdure.regex import regex
from perdure.segment import chinese_words, segment
from perdure.types.registry import load

Language = Literal["zh", "en", "mixed", "other"]

MAX_CHARACTERS = 8_000
MAX_WORDS = 256
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)

_HAN = regex("[\u3400-\u4dbf\u4e00-\u9fff]+")
_LATIN = regex(r"[a-z]{2,}")
_EDGES = regex(r"^\W+|\W+$")
_KEY = regex(r"(?<![\w:])(?P<prefix>[a-z]{2,20}):(?P<rest>[^\s,;，；。？?！!、\"'`]{1,200})")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, before anything is looked up."""

    text: str
    language: Language
    words: tuple[str, ...]
    """Search words, as `segment` makes them, without times and question words; each once."""
    times: tuple[TimeSpan, ...] = ()
    types: tuple[str, ...] = ()
    """Kinds of memory that the question names: `preferences`."""
    keys: tuple[str, ...] = ()
    """Keys and patterns of keys: `pref:writing:*`."""
    entities: tuple[str, ...] = ()
    """Keys of the entities whose names or aliases occur."""
    speakers: tuple[str, ...] = ()
    asks_for_evidence: bool = False
    asks_for_new: bool = False
    """Whether something is wanted that is yet to be found, such as a film for tonight."""

    def said_in(self, now: datetime) -> Question:
        """The same with the times at which something may have been said: for a film tonight, tonight is none."""
        if not self.asks_for_new:
            return self
        return replace(self, times=tuple(span for span in self.times if not _is_ahead(span, now)))


def read(query: str, now: datetime, vocabulary: Vocabulary | None = None, *, zone: tzinfo = UTC) -> Question:
    """What a question asks for. Equal questions at the same time are read alike."""
    text = query[:MAX_CHARACTERS]
    folded = fold(text)
    known = vocabulary or Vocabulary()
    times = time_spans(text, now, zone=zone)
    kinds = {kind.prefix: kind.name for kind in load()}
    keys = [match for match in _KEY.finditer(folded) if match["prefix"] in kinds]
    hints = [kinds[match["prefix"]] for match in keys]
    hints += [name for name, pattern in TYPE_WORDS.items() if pattern.search(folded)]
    named = [span.at for span in times if span.kind != SpanKind.RELATIVE] + [match.span() for match in keys]
    return Question(
        text=text,
        language=_language(folded),
        words=_words(text, _without(folded, named)),
        times=tuple(times),
        types=tuple(dict.fromkeys(hints)),
        keys=tuple(dict.fromkeys(match[0].rstrip(".:") for match in keys)),
        entities=tuple(known.entities.found_in(folded)),
        speakers=tuple(known.speakers.found_in(folded)),
        asks_for_evidence=evidence.asks_for_evidence(folded),
        asks_for_new=WANTS_NEW.search(folded) is not None,
    )


def _is_ahead(span: TimeSpan, now: datetime) -> bool:
    """Whether a time has not passed yet: tonight, this weekend, next month."""
    return span.kind is not SpanKind.RELATIVE and span.end is not None and span.end > now


def telling_words(query: str) -> frozenset[str]:
    """The words that say what a question is about, whatever the day it is asked.

    Of Chinese, words and pairs: a single character is in many texts that have nothing to do with it.
    """
    words = read(query, _ANY_DAY).words
    return frozenset(word for word in words if len(word) > 1) or frozenset(words)


def _language(folded: str) -> Language:
    """A name in the other script does not change the language of a question; a quarter of it does."""
    han = sum(map(len, _HAN.findall(folded)))
    latin = len(_LATIN.findall(folded))
    if not han and not latin:
        return "other"
    share = han / (han + latin)
    return "zh" if share >= 0.75 else "en" if share <= 0.25 else "mixed"


def _without(text: str, places: Sequence[tuple[int, int]]) -> str:
    for start, end in sorted(places, reverse=True):
        text = text[:start] + " " + text[end:]
    return text


def _words(text: str, folded: str) -> tuple[str, ...]:
    words = dict.fromkeys(_content(folded))
    # "who am I": nothing but question words is still a question; and a bare "2026-02-20" may stand in a text as it is.
    if not words and (folded.strip() == fold(text).strip() or any(map(str.isdigit, text))):
        words = dict.fromkeys(segment(text))
    return tuple(list(words)[:MAX_WORDS])


def _content(folded: str) -> Iterator[str]:
    """The search words of what is asked for."""
    for piece in folded.split():
        if _HAN.search(piece):
            yield from _content_zh(piece)
        elif _EDGES.sub("", piece).replace("'", "").replace("’", "") not in EMPTY_EN:
            yield from segment(piece)


def _content_zh(piece: str) -> Iterator[str]:
    """Chinese without its question words; what stands together stays together, since cutting may have been wrong."""
    run = ""
    for word in [*chinese_words(piece), ""]:
        if word and word not in EMPTY_ZH and word not in EMPTY_EN:
            run += word
        else:
            yield from segment(run)
            run = ""
