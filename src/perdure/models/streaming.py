"""An answer told while it comes. What was told cannot be taken back, so it is never told a second time."""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable

from perdure.models.contract import Reply
from perdure.models.fault import Fault, bad_answer
from perdure.models.quiet import quiet
from perdure.models.thoughts import NO_ANSWER, AnswerPieces, ThoughtHabit

CUT_OFF = "cut off in the middle"


async def follow(
    pieces: AsyncIterable[str], tell: Callable[[str], None], refused: type[Exception], habit: ThoughtHabit
) -> str:
    """Tell the answer as it comes, without thoughts, and answer it whole; nothing where the server did not begin."""
    from perdure.models.wire import fault_of

    answer, has_begun = AnswerPieces(habit), False
    try:
        with quiet():
            async for piece in pieces:
                has_begun = True
                if shown := answer.shown_of(piece):
                    tell(shown)
    except refused:
        if not has_begun:
            return ""  # asked for the whole, it says what is wrong
        fault = Fault(CUT_OFF)
    except Exception as error:  # noqa: BLE001 - whatever a socket or the SDK comes up with; its text is not safe
        fault = Fault(CUT_OFF) if has_begun else fault_of(error)
    else:
        if rest := answer.rest():
            tell(rest)
        said = answer.whole()
        if said or not has_begun:
            return said
        fault = bad_answer(NO_ANSWER)
    raise fault


async def whole(answer: Awaitable[Reply], tell: Callable[[str], None]) -> str:
    """For a server that does not stream: the answer in one piece."""
    said = (await answer).text
    tell(said)
    return said
