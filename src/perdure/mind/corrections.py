"""When a person tells that the world is not as the model thinks: what they said, as a patch.

Read with care: only what is said plainly, of things with a name, and never of the person, whose own facts have rules of
their own. `said` is what the assistant said last; most corrections mean nothing without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from perdure.mind.rewriting import rewrite
from perdure.regex import regex
from perdure.values import JSON

CORRECTED, TOLD = 0.8, 1.0
"""How sure a patch is that follows from a correction, and one that the user states outright."""
MAX_TEXT, MAX_SENTENCE, MAX_NAME = 4_000, 240, 60

_WORD = r"[A-Za-z][A-Za-z0-9+#_-]*"
_VERSION = r"v?\d+(?:\.\d+){0,3}"
_NAME = rf"(?:{_WORD} ){{0,3}}{_WORD}"
_NAMED = rf"(?P<name>{_NAME})[ -]?(?P<version>{_VERSION})(?![\w.]*\d)"
_THING = r"(?:[A-Za-z0-9\u4e00-\u9fff][\w.+#/ -]{0,58}?)"
_I = re.IGNORECASE

_OPENING = r"^(?:(?:no|nope|well|actually|wait|sorry|correction|不对|不是的|其实|实际上|错了|不)[，,.:：!！ ]*){0,3}"
_LATEST = (
    regex(_OPENING + _NAMED + r"(?: is|'s)(?: actually| now)? the (?:latest|newest|current)\b", _I),
    regex(
        _OPENING
        + rf"the (?:latest|newest|current) (?:version |release )?(?:of {_NAME} )?is (?:actually |now )?"
        + _NAMED,
        _I,
    ),
    regex(_OPENING + _NAMED + r" ?(?:才|现在|已经|目前){0,2}是(?:现在|目前)?的?最新"),
    regex(_OPENING + r"(?:现在|目前)?最新的?(?:版本|版)?(?:应该|其实|现在|已经){0,2}是 ?" + _NAMED),
)
_INSTEAD = (
    regex(
        _OPENING + rf"(?:it'?s |that'?s |it is )?not (?P<old>{_THING})[,;]? (?:but|it'?s|it is|rather)"
        rf" (?:now )?(?P<new>{_THING})$",
        _I,
    ),
    regex(_OPENING + rf"(?:it'?s|it is|that'?s) (?:now )?(?P<new>{_THING}), not (?P<old>{_THING})$", _I),
    regex(_OPENING + rf"不是 ?(?P<old>{_THING})[，,；; ]{{1,2}}(?:而|应该|现在)?是 ?(?P<new>{_THING})(?:了|啦)?$"),
    regex(
        _OPENING + rf"(?P<old>{_THING}) (?:is|was|has been) (?:now )?(?:called|renamed(?: to)?|rebranded (?:as|to)"
        rf"|replaced by|superseded by) (?P<new>{_THING})(?: now)?$",
        _I,
    ),
    regex(
        _OPENING + rf"(?P<old>{_THING}?)(?:已经|现在|早就)?(?:改名(?:为|叫|成)|更名为|改叫) ?"
        rf"(?P<new>{_THING})(?:了|啦)?$"
    ),
)
_GONE = (
    regex(
        _OPENING + rf"(?P<old>{_THING}) (?:has been|was|is|got) (?:already |now )?(?:shut down|discontinued|retired"
        r"|deprecated|removed|end[- ]of[- ]life)\b",
        _I,
    ),
    regex(
        _OPENING + rf"(?P<old>{_THING}?)(?:已经|早就|现在|都){{0,2}}"
        r"(?:停服|下线|停止服务|停止维护|被?废弃|被?弃用|关停)"
    ),
)
_COMPANY = r"(?:[A-Z][\w.&-]*(?: [A-Z][\w.&-]*){0,3})"
_NEWS = (
    (
        "technology",
        regex(
            _OPENING + _NAMED + r" (?:has been |has just been |was |is |just |has just )?(?:already )?"
            r"(?:released|came out|come out|is out|out now|launched)\b",
            _I,
        ),
    ),
    (
        "technology",
        regex(_OPENING + _NAMED + r" ?(?:已经|刚刚|刚|早就|都){0,2}(?:正式)?(?:发布|推出|上线|出来?)了"),
    ),
    ("technology", regex(r"^(?:they|[A-Z]\w+) (?:have |has )?(?:just )?(?:released|launched|shipped) " + _NAMED)),
    ("event", regex(rf"^{_COMPANY} (?:was|has been|got) (?:just )?(?:acquired|bought|taken over) by {_COMPANY}")),
    ("event", regex(r"^[\w.]{2,20}?(?:已经|刚刚)?被 ?[\w.]{2,20}? ?收购了")),
)

_CUES = regex(
    r"latest|newest|current|\bnot\b|renamed|rebranded|called|replaced|superseded|shut down|discontinued|retired"
    r"|deprecated|removed|end[- ]of[- ]life|released|out\b|launched|shipped|acquired|bought|taken over"
    r"|最新|不是|改名|更名|改叫|停服|下线|停止|废弃|弃用|关停|发布|推出|上线|出了|出来了|收购",
    _I,
)
_UNSURE = regex(
    r"[?？]|吗|\b(?:i|i'm|my|our|we|me|if|maybe|perhaps|might|could|would|will|wish|think|guess|yet)\b"
    r"|我|咱|如果|要是|假如|可能|也许|大概|听说|据说|好像|还没|尚未|将要|即将|希望|什么时候",
    _I,
)
_ABOUT_YOU = regex(r"\b(?:you|your|you're)\b|你|您", _I)
_END = regex(r"(?<=[。！？!?；;\n])|(?<=\.)(?=\s)")
_CLOSING = " \t\r\n.。!！;；,，"


@dataclass(frozen=True, slots=True)
class ToldCorrection:
    """A change in the world that somebody told, and where in their text."""

    kind: str
    description: str
    patch: dict[str, JSON]
    confidence: float
    start: int
    end: int


def told(said: Callable[[], str], answer: str) -> Iterator[ToldCorrection]:
    """The changes that a person tells in `answer`, after the assistant said `said`. Most texts do not even ask."""
    if len(answer) > MAX_TEXT or not _CUES.search(answer):
        return
    spoken = said()
    at = 0
    for part in _END.split(answer):
        start, at = at + len(part) - len(part.lstrip(_CLOSING)), at + len(part)
        sentence = part.strip(_CLOSING)
        if not sentence or len(sentence) > MAX_SENTENCE or _UNSURE.search(part):
            continue
        found = _replaced(spoken, sentence) or _gone(spoken, sentence) or _news(sentence)
        if found is not None:
            kind, description, patch, confidence = found
            yield ToldCorrection(kind, description, patch, confidence, start, start + len(sentence))


_Found = tuple[str, str, dict[str, JSON], float]


def _replaced(said: str, sentence: str) -> _Found | None:
    """One thing instead of another, of which the assistant spoke."""
    pair = _newer_version(said, sentence) or _other_name(said, sentence)
    if pair is None:
        return None
    old, new = pair
    return "correction", f"{old} → {new}", {"update": [{"old": old, "new": new}]}, CORRECTED


def _newer_version(said: str, sentence: str) -> tuple[str, str] | None:
    for pattern in _LATEST:
        if match := pattern.search(sentence):
            name, version = match["name"], match["version"]
            known = re.compile(rf"(?<![\w]){re.escape(name)}[ -]?({_VERSION})(?![\w.]*\d)", _I)
            others = [found for found in known.finditer(said) if found[1].lstrip("v") != version.lstrip("v")]
            if others:
                return others[-1].group(), f"{name} {version}"
    return None


def _other_name(said: str, sentence: str) -> tuple[str, str] | None:
    for pattern in _INSTEAD:
        match = pattern.search(sentence)
        if match is None:
            continue
        old, new = match["old"].strip(_CLOSING), match["new"].strip(_CLOSING)
        stands = [part for part in _END.split(said) if old and rewrite(part, old, "")[1]]
        if (
            not stands
            or not (_is_name(old) and _is_name(new))
            or old.casefold() == new.casefold()
            or max(len(old), len(new)) > MAX_NAME
        ):
            continue
        # `not Leeds but York`, after "you live in Leeds", is about the person: other rules know what to do with it.
        if _same_product(old, new) or not any(map(_ABOUT_YOU.search, stands)):
            return old, new
    return None


def _is_name(text: str) -> bool:
    """What is written with a capital, a digit or in Chinese; `not until it is complete` names nothing."""
    return any(ch.isupper() or ch.isdigit() or "\u4e00" <= ch <= "\u9fff" for ch in text)


def _same_product(old: str, new: str) -> bool:
    one, other = (re.fullmatch(_NAMED, text, _I) for text in (old, new))
    return one is not None and other is not None and one["name"].casefold() == other["name"].casefold()


def _gone(said: str, sentence: str) -> _Found | None:
    for pattern in _GONE:
        if (match := pattern.search(sentence)) and (old := match["old"].strip(_CLOSING)) and rewrite(said, old, "")[1]:
            return "correction", sentence, {"add": [sentence]}, CORRECTED
    return None


def _news(sentence: str) -> _Found | None:
    for kind, pattern in _NEWS:
        if pattern.search(sentence):
            return kind, sentence, {"add": [sentence]}, TOLD
    return None
