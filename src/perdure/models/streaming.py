"""An answer told while it comes. What was told cannot be taken back, so it is never told a second time."""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable

from perdure.models.contract import Reply
from perdure.models.fault import Fault
from perdure.models.quiet import quiet

CUT_OFF = "cut off in the middle"


async def follow(pieces: AsyncIterable[str], tell: Callable[[str], None], refused: type[Exception]) -> str:
    """Tell each piece, and answer them all; nothing where the server refused before the first."""
    from perdure.models.wire import fault_of

    parts: list[str] = []
    try:
        with quiet():
            async for piece in pieces:
                parts.append(piece)
                tell(piece)
    except refused:
        if not parts:
            return ""  # asked for the whole, it says what is wrong
        fault = Fault(CUT_OFF)
    except Exception as error:  # noqa: BLE001 - whatever a socket or the SDK comes up with; its text is not safe
        fault = Fault(CUT_OFF) if parts else fault_of(error)
    else:
        return "".join(parts)
    raise fault


async def whole(answer: Awaitable[Reply], tell: Callable[[str], None]) -> str:
    """For a server that does not stream: the answer in one piece."""
    said = (await answer).text
    tell(said)
    return said
