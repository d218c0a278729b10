"""What ordinary talk takes away: conversations in which hardly anybody asks memory for anything, one after another.

    python -m benchmarks.reading.talk --data DIR            # real conversations (LongMemEval, RealMem, MADial)
    python -m benchmarks.reading.talk FILE ...              # lines of JSON, each with a `text`
    python -m benchmarks.reading.talk FILE --twice          # each agent is told everything once more
    python -m benchmarks.reading.talk FILE --show           # and what it was

An agent hears `--each` messages, so that there is something that could be taken away. Counted per 1,000 messages: those
after which something was forgotten or hidden, those that were answered with a question about forgetting, those after
which an older statement was replaced, and what waits in review in the end. Nobody asks here and hardly anything
changes, so that nearly every one is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from perdure import Config, Event, ManualClock, Receipt, Refused, Retracted, Runtime, Superseded
from perdure.bench.intake.sheet import conversations
from perdure.values import Role

BEGIN = datetime(2026, 3, 2, 9, tzinfo=UTC)
BETWEEN = timedelta(minutes=7)
CONVERSATIONS = 60
"""Of each set, unless `--limit` says otherwise."""


def messages(files: Sequence[Path], data: Path | None, limit: int) -> Iterator[str]:
    """What users say, in order."""
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            yield str(json.loads(line)["text"])
    if data is not None:
        for conversation in conversations(data, limit):
            yield from (text for role, text in conversation.said if role is Role.USER)


def told_of(receipt: Receipt) -> Iterator[tuple[str, str]]:
    """What a receipt says of things that were there before, or seem to be meant."""
    for outcome in receipt.outcomes:
        if isinstance(outcome, Retracted):
            yield "taken away", outcome.reason
        elif isinstance(outcome, Superseded):
            yield "replaced", outcome.reason
        elif isinstance(outcome, Refused) and outcome.type == "requests":
            yield "asked", outcome.reason


async def tell(said: Sequence[str], *, each: int, rounds: int, is_shown: bool) -> Counter[str]:
    """Tell everything, `each` messages to an agent of their own."""
    counts: Counter[str] = Counter()
    for start in range(0, len(said), each):
        with tempfile.TemporaryDirectory(prefix="perdure-talk-") as home:
            clock = ManualClock(BEGIN)
            config = Config(reader=True, background=False)
            async with Runtime(home, clock=clock, embedder="none", config=config) as runtime:
                await runtime.warm()
                agent = await runtime.agent("talk")
                for number in range(rounds):
                    for text in said[start : start + each]:
                        clock.advance(BETWEEN)
                        receipt = await agent.commit_turn(await agent.start_session(), [Event.user(text)])
                        found = list(told_of(receipt))
                        counts["messages"] += 1
                        again = ", said again" if number else ""
                        counts.update(f"{name}{again}" for name in {name for name, _ in found})
                        for name, reason in found if is_shown else ():
                            print(f"{name}{again}: {text[:160]!r}\n    {reason[:300]}")
                waiting = await agent.review.list()
                counts["waits in review"] += len(waiting)
                for entry in waiting if is_shown else ():
                    print(f"waits in review: {entry.item.content[:160]!r}\n    {[i.content for i in entry.held]}")
    return counts


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--data", type=Path, help="the folder of public conversations")
    parser.add_argument("--limit", type=int, default=CONVERSATIONS, help="conversations of each set")
    parser.add_argument("--each", type=int, default=60, help="messages that one agent hears")
    parser.add_argument("--twice", action="store_true", help="tell each agent everything once more")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args(words)
    said = list(messages(options.files, options.data, options.limit))
    rounds = 2 if options.twice else 1
    counts = asyncio.run(tell(said, each=options.each, rounds=rounds, is_shown=options.show))
    total = counts.pop("messages") // rounds
    print(f"{total} messages, {options.each} to an agent")
    for name, count in sorted(counts.items()):
        print(f"{name:24} {count:5} = {1000 * count / max(total, 1):.1f} of 1,000")


if __name__ == "__main__":
    main()
