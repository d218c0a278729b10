"""Whether words ask for something or state it: a question is never evidence for its own answer.

Chinese, English and both mixed. A question mark says it; without one the words do: they open with `where do I …`, or
hold 什么 or 吗. What is said beside a question counts: "I moved to Leeds, remember?" states something.
"""

from __future__ import annotations

import re

from perdure.language import sentences, weight
from perdure.regex import regex

STATES = 3
"""Han characters and Latin words that a clause must have before it states anything."""

_CLAUSES = regex(r"[，,：:—]+\s*|\s+-+\s+")
_LEADS = r"(?:(?:so|and|but|ok|okay|hey|hi|hello|well|wait|um|hmm|please|sorry|actually|oh|also|then)[ ,]+){0,3}"
_WHAT = r"(?:what|who|whom|whose|where|when|why|how|which)"
_VERB = (
    r"(?:is|are|am|was|were|do|does|did|can|could|will|would|should|shall|may|might|has|have|had)"
    r"(?:n['’]?t|\snot)?\b"
)
_ASKS = regex(
    rf"^{_LEADS}(?:{_WHAT}(?:['’](?:s|re|d|ll)\b|\s*[\u4e00-\u9fff]|\s*$|\s+to\s)|who\s"
    # "When I was young", "where I live": behind these comes the verb at once, or nothing is asked.
    rf"|(?:where|when|why|whom)\s+{_VERB}|(?:what|whose|which|how)(?!\s+(?:i|we|you|he|she|they)\b)\s+(?:[\w'’-]+\s+){{0,3}}?{_VERB}"
    r"|how\s+(?:much|many|long|often|old|far|about|come)\b|what\s+about\b"
    rf"|{_VERB}\s+(?:i|you|he|she|it|we|they|the|an?|my|your|our|his|her|their|this|that|these|those|there|some|any"
    r"|someone|anyone|people)\b|any\s+(?:idea|chance)\b"
    rf"|(?:tell|remind|show)\s+me\s+(?:{_WHAT}|if|whether|about)\b"
    rf"|i\s+(?:wonder|forgot|can['’]?t\s+(?:recall|remember)|don['’]?t\s+(?:know|recall|remember))\s+"
    rf"(?:if|whether|{_WHAT})\b)",
    re.IGNORECASE,
)
_ASKS_ZH = regex(
    # 什么都, 谁也, 哪里都: anything, anybody, anywhere; no question.
    r"(?:什么|啥|怎么|怎样|咋|如何|谁|哪(?:里|儿|个|些|天|位|家|次|年|种|边|款|只|本|部|条)?|几(?:点|号|个|岁|月|时|次|天|年|楼)|多少|多大|多久|多长|多远)"
    r"(?![\u4e00-\u9fff]{0,4}(?:都|也))"
    r"|为什么|为何|为啥|何时|是不是|有没有|能不能|可不可以|要不要|会不会|好不好|对不对|行不行|知不知道|记不记得|是否"
    r"|(?:吗|呢|么)\s*$|请问|还记得"
)
_STATED_ZH = regex(r"不管|无论|不论")
_TAG = regex(
    r"^(?:right|correct|isn['’]t it|don['’]t i|didn['’]t i|no|yeah|ok|okay|eh|huh|remember|you know|do you remember"
    r"|对吗|对吧|是吗|是吧|对不对|是不是|没错吧|记得吗|还记得吗|不是吗|你说呢|你知道吗|好吗|行吗|可以吗)$",
    re.IGNORECASE,
)


def asks(text: str) -> bool:
    """Whether a text asks anything."""
    return any(_is_asked(text[start:end], mark) for start, end, mark in sentences(text, 0, len(text)))


def only_asks(text: str) -> bool:
    """Whether a text asks and states nothing beside."""
    asked = False
    for start, end, mark in sentences(text, 0, len(text)):
        sentence = text[start:end]
        if not _is_asked(sentence, mark):
            if weight(sentence) >= STATES:
                return False
            continue
        asked = True
        clauses = [clause for clause in _CLAUSES.split(sentence) if clause]
        is_tag = len(clauses) > 1 and bool(_TAG.match(clauses[-1].strip()))
        if any(_states(clause) for clause in (clauses[:-1] if not is_tag else clauses[:1])):
            return False
    return asked


def _is_asked(sentence: str, mark: str) -> bool:
    return "?" in mark or "？" in mark or any(_is_question(clause.strip()) for clause in _CLAUSES.split(sentence))


def _is_question(clause: str) -> bool:
    return bool(_ASKS.match(clause) or (_ASKS_ZH.search(clause) and not _STATED_ZH.search(clause)))


def _states(clause: str) -> bool:
    return weight(clause) >= STATES and not _is_question(clause.strip())
