"""`profile`: stable facts about who somebody is. One item per subject; every fact in it has a source of its own."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from perdure.types.attributes import spoken_of
from perdure.types.base import (
    Combined,
    KeyContext,
    MemoryType,
    OnConflict,
    Part,
    Remainder,
    Sides,
    Tier,
    Value,
    for_good,
)
from perdure.types.fields import Since, Text
from perdure.types.keys import fold_name, name_part, subject_part
from perdure.types.wording import bullets, labelled, same_text
from perdure.values import Source


class ProfileFact(Value):
    """One fact: what (`k`), which (`v`), since when, and on whose word."""

    k: Text
    v: Text
    since: Since | None = None
    source: Source | None = None
    many: Literal[True] | None = None
    """There may be others of this `k`: an allergy is added to the others, a city replaces the one before."""
    said: Text | None = None
    """The words it was said in."""


class Profile(Value):
    """`subject` is `user`, `agent` or, in a group, the speaker."""

    subject: Text = "user"
    facts: tuple[ProfileFact, ...] = Field(min_length=1)

    @field_validator("facts")
    @classmethod
    def one_of_each(cls, facts: tuple[ProfileFact, ...]) -> tuple[ProfileFact, ...]:
        """Each field once. Taking the last of two would lose the first in silence, so two that differ are refused."""
        seen: dict[str, ProfileFact] = {}
        for fact in facts:
            known = seen.setdefault(_name(fact), fact)
            if not same_text(known.v, fact.v):
                raise ValueError("two facts have the same `k` and not the same `v`; give them names of their own")
        return tuple(seen.values())


def _name(fact: ProfileFact) -> str:
    """What a field is called: its `k`, and where there may be several of those, its value too."""
    name = name_part(fact.k, "value.facts.k")
    return f"{name}={fold_name(fact.v)}" if fact.many else name


def sign(value: Profile, source: Source) -> Profile:
    """Every fact with its source: the one it claims, but never better than the one that brings it."""
    facts = (fact.model_copy(update={"source": _least(fact.source or source, source)}) for fact in value.facts)
    return value.model_copy(update={"facts": tuple(facts)})


def _least(one: Source, other: Source) -> Source:
    return min(one, other, key=lambda source: source.trust)


def combine(held: Profile, new: Profile, sides: Sides) -> Combined:
    """Fact by fact: the better founded holds, among equals the newer; what is not good enough is disputed."""
    keeper = max((s for s in Source if s.trust <= sides.held_trust), key=lambda s: s.trust, default=Source.OUTSIDE)
    facts = {_name(fact): fact for fact in sign_missing(held, keeper).facts}
    changed: list[str] = []
    disputed: list[ProfileFact] = []
    is_new = False
    for fact in sign(new, sides.new_source).facts:
        name = _name(fact)
        known = facts.get(name)
        trust = min(sides.new_trust, _trust(fact))
        if known is not None and same_text(known.v, fact.v):
            # The same again: only a better source, or a date that was missing, is news.
            better = fact if trust > _trust(known) else known
            kept = {"source": better.source, "since": known.since or fact.since, "said": known.said or fact.said}
            fact = known.model_copy(update=kept)
            is_new = is_new or fact != known
        elif known is not None and trust < _trust(known):
            disputed.append(fact)
            continue
        else:
            is_new = True
            if known is not None:
                changed.append(known.k)
        facts[name] = fact
    merged = held.model_copy(update={"facts": tuple(facts.values())}) if is_new else held
    doubt = TYPE.dump(new.model_copy(update={"facts": tuple(disputed)})) if disputed else None
    return Combined(TYPE.dump(merged), tuple(changed), doubt)


def without(held: Profile, denied: Profile, sides: Sides) -> Remainder:
    """The facts that are left. A fact is taken out by those who have the authority to change it."""
    left: list[ProfileFact] = []
    taken: list[str] = []
    disputed: list[ProfileFact] = []
    for fact in held.facts:
        if not any(_says(one, fact) for one in denied.facts):
            left.append(fact)
        elif sides.new_trust < (_trust(fact) if fact.source else sides.held_trust):
            left.append(fact)
            disputed.append(fact)
        else:
            taken.append(fact.k)
    gone = {fact.said for fact in held.facts if fact.said and fact not in left}
    # Words that also say what was taken out are not kept with the rest: they would say it on.
    left = [fact.model_copy(update={"said": None}) if fact.said in gone else fact for fact in left]
    value = TYPE.dump(held.model_copy(update={"facts": tuple(left)})) if left else None
    doubt = TYPE.dump(held.model_copy(update={"facts": tuple(disputed)})) if disputed else None
    return Remainder(value, tuple(taken), doubt)


def _says(one: ProfileFact, other: ProfileFact) -> bool:
    return name_part(one.k, "value.facts.k") == name_part(other.k, "value.facts.k") and same_text(one.v, other.v)


def sign_missing(value: Profile, source: Source) -> Profile:
    """Facts kept before they had sources take the one of the item."""
    facts = (fact if fact.source else fact.model_copy(update={"source": source}) for fact in value.facts)
    return value.model_copy(update={"facts": tuple(facts)})


def _trust(fact: ProfileFact) -> float:
    return fact.source.trust if fact.source else 0.0


def parts(value: Profile, _: KeyContext) -> tuple[str, ...]:
    return (value.subject,)


def _line(fact: ProfileFact) -> str:
    """A fact in the words it was said in; one that was written as a value reads as its name and value."""
    return fact.said or f"{labelled(fact.k, fact.v)}{f' ({fact.since})' if fact.since else ''}"


def asked_for(value: Profile) -> str:
    """What each field is called, beside the words it was said in: `I moved to York` is asked for as a city."""
    asked = (f for f in value.facts if f.said is not None and f.v != f.said)  # else it is nothing but these words
    return "\n".join(f"{labelled(f.k, f.v)} {spoken_of(f.k)}".strip() for f in asked)


def describe(value: Profile) -> str:
    facts = list(dict.fromkeys(map(_line, value.facts)))
    body = facts[0] if len(facts) == 1 else bullets(facts)
    if value.subject == "user":
        return body
    return f"{value.subject} / {body}" if len(facts) == 1 else f"{value.subject}\n{body}"


TYPE = MemoryType(
    name="profile",
    prefix="profile",
    value=Profile,
    parts=parts,
    shape=(Part("subject", subject_part),),
    on_conflict=OnConflict.MERGE,
    describe=describe,
    asked_for=asked_for,
    tier=Tier.CONDITIONAL,
    keep=for_good,
    combine=combine,
    without=without,
    sign=sign,
    least_source=Source.RELAYED,
    aliases=("user_profile",),
)
