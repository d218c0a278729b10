"""Statements of one shape about a subject and a relation: `The CEO of X is A`, `X的首都是Y`, `X was founded by A`.

Whatever the object, the same subject and relation give the same key, so that the later word replaces the earlier.
"""

from __future__ import annotations

import re

from perdure.intake.extract.contract import Draft, Matched, Reading, Rule
from perdure.intake.extract.rules.phrases import ZH, I, tidy
from perdure.intake.words import regex
from perdure.values import Duration

# How a relation is said in English → its name. `the city of` and the like before the object are not part of it.
_RELATIONS = (
    ("married to", r"(?:is|was|got) married to"),
    ("born in", r"was born in"),
    ("died in", r"(?:has )?died in"),
    ("worked in city", r"worked in the city of"),
    ("field of work", r"works in the field of"),
    ("works at", r"works (?:at|for)|is employed (?:by|at)"),
    ("founded in", r"was (?:founded|established) in"),
    ("founded by", r"was (?:founded|established|started) by"),
    ("created in", r"was created in"),
    ("created by", r"was created by"),
    ("developed by", r"(?:was|is) developed by"),
    ("performed by", r"(?:was|is) performed by"),
    ("written in", r"(?:was|is) written in(?: the language of)?"),
    ("written by", r"was written by"),
    ("directed by", r"was directed by"),
    ("invented by", r"was invented by"),
    ("discovered by", r"was discovered by"),
    ("designed by", r"was designed by"),
    ("published by", r"(?:was|is) published by"),
    ("composed by", r"was composed by"),
    ("produced by", r"(?:was|is) produced by"),
    ("owned by", r"is owned by"),
    ("led by", r"is (?:led|headed|run|managed|maintained) by"),
    ("acquired by", r"was (?:acquired|bought) by"),
    ("headquartered in", r"is headquartered in"),
    ("located in", r"is (?:located|situated|based) in"),
    ("lives in", r"lives in"),
    ("plays position", r"plays the position of"),
    ("plays for", r"plays for"),
    ("sport", r"is associated with the sport of"),
    ("citizen of", r"is a citizen of"),
    ("religion", r"is affiliated with the religion of"),
    ("famous for", r"is (?:famous|known|best known) for"),
    ("speaks", r"speaks(?: the language of)?"),
    ("belongs to", r"belongs to"),
    ("part of", r"is (?:a )?part of"),
    ("member of", r"is a member of"),
    ("named after", r"(?:is|was) named after"),
    ("runs on", r"runs on"),
    ("hosted on", r"is (?:hosted|deployed) (?:on|at)"),
    ("depends on", r"depends on"),
)
_CLASS = r"(?:the <statements.classes> of )?"
_VERB = "|".join(pattern for _, pattern in _RELATIONS)
_COMPILED = tuple((name, regex(pattern, I)) for name, pattern in _RELATIONS)
_PRONOUN = regex(r"^(?:<statements.pronouns>|the <statements.vague>)\b", I)
_NO_RELATION = regex(r"^<statements.no_relation>s?\b", I)
_OFTEN = regex(r"\b<statements.often>\b")


_TOLD = regex(r"(?:please )?<statements.orders>\b (?![A-Z])", I)
_SYSTEM = regex(r"the [\w-]+ <statements.systems>\b", I)
_NO_OBJECT = regex(r"<statements.no_object>\b", I)
_NO_VALUE = regex(r"<statements.no_value>\b", I)
_NO_VALUE_ZH = regex(r"<statements.no_value_zh>")


def _fact(r: Reading, subject: str, predicate: str, value: str, said: str) -> Draft | None:
    subject, predicate, value = tidy(subject), tidy(predicate), tidy(value)
    if _TOLD.match(subject) or re.search(r" (?:who|that|which)$", subject, I):
        return None  # `draft a letter from a tenant who lives in …` asks for something
    if not subject or not predicate or not value or len(subject) > 90 or len(value) > 90 or len(predicate) > 60:
        return None
    content = tidy(said)
    content += "。" if r.is_zh else "."
    return Draft(
        "facts",
        {"subject": subject, "predicate": predicate, "value": value},
        content,
        confidence=0.85,
        duration=Duration.PERMANENT,
    )


def _proper(text: str) -> bool:
    """Whether a phrase holds a name, a number or an address: something that can be told apart."""
    return any(c.isdigit() or c.isupper() for c in text) or not text.isascii()


def _is_vague(subject: str) -> bool:
    """`he`, `this`, `a friend`: nobody in particular. `Our Mutual Friend` is a title."""
    is_title = re.match(r"[A-Z][\w']* (?:\w+ )?[A-Z]", subject)
    return not is_title and bool(_PRONOUN.match(subject) or re.match(r"an? ", subject, I))


def _relation(m: Matched, r: Reading) -> Draft | None:
    subject, verb, value = m["s"], m["v"], m["x"]
    named = (
        _proper(subject)
        or "the " in verb.lower()
        or re.search(r" the (?:city|country|continent|state|town|language) of ", m.text)
        or re.match(r"[A-Z][\w.'-]+ [A-Z]", value)
        or (value[:1].isupper() and verb.lower().endswith(" by") and len(subject.split()) <= 2)
        or _SYSTEM.match(subject)
    )
    if _is_vague(subject) or not named or _OFTEN.match(value) or _NO_OBJECT.match(value):
        return None
    if (
        subject[0].isupper()
        and not _proper(subject[1:])
        and " " in subject
        and not _proper(value)
        and "the " not in verb.lower()
    ):
        return None  # a capital only because it stands first
    name = next(name for name, pattern in _COMPILED if pattern.fullmatch(verb))
    if (of := _OF.match(subject)) and name == "located in":
        return _fact(r, of["s"], f"{of['r']} located in", value, r.clause.text)
    return _fact(r, re.sub(r"^the (?=[a-z])", "", subject, flags=I), name, value, r.clause.text)


_OF = regex(r"^the (?P<r>[A-Za-z][\w' -]{1,40}?) (?:of|for) (?P<s>[^\n]{1,90})$", I)


def _of(m: Matched, r: Reading) -> Draft | None:
    relation, subject, value = m["r"], m["s"], m["x"]
    if (
        _NO_RELATION.match(relation)
        or _OFTEN.match(value)
        or _is_vague(subject)
        or re.match(r"(?:to|that|because|how|when|what|in|at|on|a |an |the same|my|your)\b", value, I)
    ):
        return None
    if not _proper(subject) and not (_proper(value) and len(subject.split()) <= 4):
        return None
    return _fact(r, re.sub(r"^the (?=[a-z])", "", subject), relation.lower(), value, r.clause.text)


def _where(m: Matched, r: Reading) -> Draft | None:
    return (
        _fact(r, m["s"], f"{m['r'].lower()} where {m['v'].lower()}", m["x"], r.clause.text) if _proper(m["s"]) else None
    )


def _possessive(m: Matched, r: Reading) -> Draft | None:
    subject, relation, value = m["s"], m["r"], m["x"]
    if _PRONOUN.match(subject) or _NO_RELATION.match(relation) or _OFTEN.match(value) or not _proper(value):
        return None
    if _NO_VALUE.match(value) and not value.startswith("The "):
        return None
    return _fact(r, subject, relation.lower(), value, r.clause.text)


def _inverse(m: Matched, r: Reading) -> Draft | None:
    value, relation, subject = m["x"], m["r"], m["s"]
    if _PRONOUN.match(value) or _NO_RELATION.match(relation) or not _proper(subject) or not _proper(value):
        return None
    return _fact(r, subject, relation.lower(), value, r.clause.text)


_NOT_ZH = regex(r"^<statements.no_subject_zh>")


def _of_zh(m: Matched, r: Reading) -> Draft | None:
    subject, relation, value = m["s"], m["r"], tidy(m["x"])
    if _NOT_ZH.match(subject) or _NO_VALUE_ZH.match(value):
        return None
    return _fact(r, subject, relation, value, r.clause.text)


_WHY = "heard.statement"
_S = r"(?P<s>[^\n]{1,90}?)"

RULES = (
    Rule(
        "statements.type_of.en",
        regex(
            rf"^the (?P<r>[a-z]+ of [a-z]+|[a-z]+) (?:that|where|which) {_S} (?P<v><statements.does>) is "
            r"(?P<x>[^\n]{1,90})$|^the (?P<r2>[a-z]+) that "
            r"(?P<v2>produced|made|built|owns|published|founded|developed) (?P<s2>[^\n]{1,90}?) is "
            r"(?P<x2>[^\n]{1,90})$",
            I,
        ),
        _where,
        _WHY,
        cues=(" is ",),
        sentence=True,
    ),
    Rule(
        "statements.name_of.en",
        regex(
            rf"^the name of the (?:current )?(?P<r>[a-z][\w ]{{1,40}}?) (?:of|in|at|for) {_S}(?: government)? is "
            r"(?P<x>[^\n]{1,90})$",
            I,
        ),
        _of,
        _WHY,
        cues=("name of",),
        sentence=True,
    ),
    Rule(
        "statements.relation.en",
        regex(
            rf"^(?:(?:fyi|btw|note|also|update|actually|remember|remember that|no)[,:]? )?{_S}(?:,)? "
            rf"(?:now |currently |actually |also )?(?P<v>{_VERB}) {_CLASS}(?P<x>[^\n]{{1,90}})$",
            I,
        ),
        _relation,
        _WHY,
        cues=(" is ", " was ", " in ", " by ", " for ", " to ", "speaks", " on ", " at ", "plays", "died"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "statements.inverse.en",
        regex(
            r"^(?:(?:fyi|btw|note|also|update|actually|remember|remember that),? )?"
            r"(?P<x>[A-Z][\w.'&-]*(?: [\w.'&-]+){0,5}?) "
            r"(?:is|became|is now|has become|was named|was appointed) the (?:new |current )?"
            r"(?P<r>[A-Za-z][a-zA-Z -]{2,40}?) (?:of|at|for) (?:the )?(?P<s>[A-Z][^\n]{1,60})$"
        ),
        _inverse,
        _WHY,
        cues=(" the ",),
        sentence=True,
        yields=True,
    ),
    Rule(
        "statements.of.en",
        regex(
            r"^(?:<statements.leads>[,:]? )?the (?:new |current )?(?P<r>[A-Za-z][\w -]{1,40}?) (?:of|for) "
            r"(?P<s>[^\n]{1,90}?) is(?: now| currently)? (?P<x>[^\n]{1,90})$",
            I,
        ),
        _of,
        _WHY,
        cues=("the ",),
        sentence=True,
        yields=True,
    ),
    Rule(
        "statements.possessive.en",
        regex(
            r"^(?:(?:fyi|btw|note|also|update|actually|remember|remember that)[,:]? )?(?P<s>[^\n]{1,60}?)"
            r"(?:'s|’s|s') (?:new |current )?(?P<r>[a-z]+(?: [a-z]+){0,2}) is(?: now)? (?P<x>[^\n]{1,90})$",
            I,
        ),
        _possessive,
        _WHY,
        cues=("'", "’"),
        sentence=True,
        yields=True,
    ),
    Rule(
        "statements.of.zh",
        regex(
            ZH + r"(?P<s>[^\n，,。的]{1,20}|[^\n，,。]{1,16}?)的(?:新任?|现任|当前)?(?P<r><statements.relations_zh>)"
            r"(?:现在|目前|已经)?(?:是|为|叫|改成了?|换成了?|变成了?)(?P<x>[^\n，,]{1,30})$",
            I,
        ),
        _of_zh,
        _WHY,
        cues=("的",),
        yields=True,
    ),
)
