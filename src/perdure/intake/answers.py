"""The user's own answer to a question that memory put to them: yes, no, or both, and nothing else in the message.

A question was put when the words said to the user last hold it as `ReviewEntry.question` has it. It must be one alone:
a yes to several questions, or to one in other words, settles nothing. Nor does an answer that a host's model relays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from perdure.intake import review
from perdure.intake.origin import Criteria, authority_of
from perdure.intake.words import regex
from perdure.messages import say
from perdure.store.injected import plain
from perdure.store.transaction import Transaction
from perdure.values import Event, Outcome, ReviewEntry, Role, Session, Source

Answer = Literal["yes", "no", "old", "both"]
"""`old`: no, and what is held stays alone."""
LONGEST = 60
"""Characters of an answer; whoever says more, says something else as well."""
_BREAK = regex(r"[\s,，.。!！;；、~～…]+")
_FILLER = regex(r"<answers.filler>", re.IGNORECASE)
_WORDS: dict[Answer, str] = {
    "yes": r"(?:<answers.yes>|(?:that is|that['’]s|it is|it['’]s) (?:right|correct|true|so)|<answers.do_it>)"
    r"|<answers.yes_zh>(?:吧|了|哦|啊|呀)?",
    "no": r"(?:no|nope|nah|not really|no way|(?:please )?(?:do not|don['’]?t)"
    r"(?: (?:do )?(?:it|that|so|change it))?|(?:that is|that['’]s|it is|it['’]s) "
    r"(?:wrong|not (?:right|correct|true|so))|reject(?: it)?|wrong)|<answers.no_zh>(?:吧|了|哦|啊|呀)?",
    "old": r"(?:keep|leave|use) (?:the (?:old|earlier|first|previous)(?: one)?|it(?: as it (?:is|was))?)"
    r"|the old one(?: (?:stays|is right|holds))?|(?:stay|stick) with the old(?: one)?"
    r"|(?:还是)?(?:保留|用|按|留着?|维持)(?:原来的?|以前的?|之前的?|旧的|老的|原样|原状)"
    r"(?:那条|来|吧|就好|就行)*|还是原来的|原来的(?:对|就好|就行)|保持原样|维持原样"
    r"|以(?:原来|之前|以前)的为准",
    "both": r"(?:keep |leave )?both(?: of them)?(?: (?:are|hold|stay)(?: (?:true|right|correct))?)?"
    r"|(?:两个|两条|两者|它们)?都(?:对|是对的|保留|留着?|要|成立|没错)(?:吧|了)?",
}
_ASKS_TO_KEEP = tuple(plain(say("review.ask_keep", language, new="").partition("“")[0]) for language in ("en", "zh"))
"""How a question begins that asks whether something is to be remembered at all."""
_MEANS = {answer: regex(words, re.IGNORECASE) for answer, words in _WORDS.items()}


def answer_in(text: str) -> Answer | None:
    """What a message answers, where it is an answer and nothing else. Parts that disagree are no answer."""
    said = text.strip()
    if not said or len(said) > LONGEST or "?" in said or "？" in said:
        return None
    meant = _parts([part for part in _BREAK.split(said) if part])
    if meant is None or not meant:
        return None
    if meant <= {"no", "old"}:
        return "old" if "old" in meant else "no"
    return meant.pop() if len(meant) == 1 else None


def _parts(words: Sequence[str]) -> set[Answer] | None:
    """What the words say, read from the left in the longest stretches that mean something; None where one does not."""
    meant: set[Answer] = set()
    at = 0
    while at < len(words):
        for end in range(len(words), at, -1):
            stretch = " ".join(words[at:end])
            found = next((answer for answer, form in _MEANS.items() if form.fullmatch(stretch)), None)
            if found is not None or _FILLER.fullmatch(stretch):
                meant |= {found} if found is not None else set()
                at = end
                break
        else:
            return None
    return meant


def settle(
    tx: Transaction, criteria: Criteria, session: Session, events: Sequence[Event], said_before: str
) -> tuple[Outcome, ...] | None:
    """What came of the one question that the turn answers; None where it answers none."""
    spoken = [event for event in events if event.role == Role.USER]
    if len(spoken) != 1 or tx.scope.startswith("group:"):  # in a group nobody alone speaks for others
        return None
    answer = answer_in(spoken[0].content)
    if answer is None or authority_of(Role.USER, spoken[0].tags) is not Source.USER:
        return None
    told = plain(said_before)
    asked = _asked(tx, told) if told else []
    if len(asked) != 1:
        return None
    return _settled(tx, criteria, session, asked[0], answer)


def _asked(tx: Transaction, told: str) -> list[ReviewEntry]:
    """The questions that stand in what was said. What is provisional is looked through only where it may be meant."""
    likely = review.provisional(tx) if any(opening in told for opening in _ASKS_TO_KEEP) else []
    entries = {entry.item.id: entry for entry in (*likely, *review.waiting(tx))}
    return [entry for entry in entries.values() if plain(entry.question) in told]


def _settled(
    tx: Transaction, criteria: Criteria, session: Session, entry: ReviewEntry, answer: Answer
) -> tuple[Outcome, ...] | None:
    match answer:
        case "yes":
            return tuple(review.accept(tx, session, [entry.item.id], criteria).outcomes)
        case "both" if entry.doubtful:
            return tuple(review.keep_both(tx, session, entry.item.id, criteria).outcomes)
        case "old":
            return tuple(review.reject(tx, session, [entry.item.id]).outcomes)
        case "no" if not entry.doubtful:  # of two that may disagree a mere no does not say which
            return tuple(review.reject(tx, session, [entry.item.id]).outcomes)
        case _:
            return None
