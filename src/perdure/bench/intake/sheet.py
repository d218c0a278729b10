"""A sheet for a person to judge what memory made of real conversations, and the count of a sheet that was judged.

One row for each of some items, with the turn that it rests on, and one for each of some turns, with all that was kept
of it. The last column is for the judge:

    item    right, wrong (it says something else than was said) or junk (true, and not worth keeping)
    turn    nothing (a good memory keeps nothing of it), found (all that must be kept of it is), missed
"""

from __future__ import annotations

import csv
import hashlib
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from perdure.bench.datasets import lines
from perdure.bench.run import Step
from perdure.clock import ManualClock
from perdure.config import Config
from perdure.errors import InvalidInput
from perdure.messages import say
from perdure.runtime import Runtime
from perdure.values import Event, Role

COLUMNS = ("row", "set", "lang", "what", "said", "kept", "type", "grade", "judgement")
VERDICTS = {"item": ("right", "wrong", "junk"), "turn": ("nothing", "found", "missed")}
ITEMS, TURNS = 200, 400
CONVERSATIONS = 60
"""Of each set, unless `--limit` says otherwise."""
MAX_SHOWN = 2_000
"""Characters of a turn: a pasted page is not judged word by word."""
BEGIN = datetime(2026, 3, 2, 9, tzinfo=UTC)
SEED = 5
_LINE = re.compile(r'^<(?P<who>[^>]+)>:\s*"?(?P<said>.*?)"?\s*$', re.DOTALL)

Said = tuple[Role, str]


@dataclass(frozen=True, slots=True)
class JudgedConversation:
    """What two sides said to each other."""

    set: str
    lang: str
    said: tuple[Said, ...]


def conversations(folder: Path, limit: int) -> list[JudgedConversation]:
    """Some conversations of each set that the folder holds, the same ones every time."""
    found: list[JudgedConversation] = []
    for name, (file, lang) in SETS.items():
        if (folder / file).exists():
            rows = list(lines(folder / file))
            chosen = random.Random(SEED).sample(rows, min(limit, len(rows)))
            found += [JudgedConversation(name, lang, tuple(_said(row))) for row in chosen]
    if not found:
        raise InvalidInput(f"`{folder}` holds no conversations", hint=", ".join(file for file, _ in SETS.values()))
    return found


SETS = {
    "longmemeval": ("longmemeval_sessions.jsonl.gz", "en"),
    "realmem": ("realmem_sessions.jsonl.gz", "en"),
    "madial_zh": ("madial_zh_dialogue.jsonl.gz", "zh"),
}


def _said(row: dict[str, Any]) -> Iterator[Said]:
    for turn in row.get("turns", ()):
        if turn["content"].strip():
            yield Role(turn["role"].lower()), turn["content"]
    for line in row.get("dialogue", ()):
        if (found := _LINE.match(line.strip())) is not None:
            yield Role.ASSISTANT if found["who"] == "Assistant" else Role.USER, found["said"]


async def write_sheet(folder: Path, file: Path, limit: int | None, step: Step) -> dict[str, Any]:
    """Take the conversations in, and write down some of what came of them. Answers what the sheet holds."""
    told = conversations(folder, CONVERSATIONS if limit is None else limit)
    items: list[dict[str, Any]] = []
    turns: list[dict[str, Any]] = []
    for number, conversation in enumerate(told):
        step("conversations", number, len(told))
        kept = await _take_in(conversation)
        turns += [row for row in kept if row["what"] == "turn"]
        items += [row for row in kept if row["what"] == "item"]
    step("conversations", len(told), len(told))
    chance = random.Random(SEED)
    rows = chance.sample(items, min(ITEMS, len(items))) + chance.sample(turns, min(TURNS, len(turns)))
    with file.open("w", encoding="utf-8-sig", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS)
        writer.writeheader()
        writer.writerows({**row, "row": number} for number, row in enumerate(rows, 1))
    return {
        "conversations": len(told),
        "turns": len(turns),
        "items": len(items),
        "items_per_100_turns": round(100 * len(items) / len(turns), 1) if turns else None,
        "rows": len(rows),
        "file": str(file),
    }


async def _take_in(conversation: JudgedConversation) -> list[dict[str, Any]]:
    """A row for every turn of the user's and one for every item that rests on it."""
    shown = {"set": conversation.set, "lang": conversation.lang, "judgement": ""}
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="perdure-bench-") as home:
        config = Config(reader=True, background=False)
        async with Runtime(home, clock=ManualClock(BEGIN), embedder="none", config=config) as runtime:
            await runtime.warm()
            agent = await runtime.agent("bench")
            session = await agent.start_session()
            for role, text in conversation.said:
                receipt = await agent.commit_turn(session, [Event(role, text)])
                if role is not Role.USER:
                    continue
                ids = {outcome.item_id for outcome in receipt.outcomes if outcome.item_id}
                held = [item for item in await agent.items(limit=10_000) if item.id in ids]
                row = {**shown, "said": text[:MAX_SHOWN]}
                rows.append({**row, "what": "turn", "kept": "\n".join(item.content for item in held)})
                rows += [
                    {**row, "what": "item", "kept": item.content, "type": item.type, "grade": item.grade.value}
                    for item in held
                ]
    return rows


def count_sheet(file: Path) -> dict[str, Any]:
    """What a judged sheet says. A row without a judgement is not counted, and told."""
    try:
        data = file.read_bytes()
        rows = list(csv.DictReader(data.decode("utf-8-sig").splitlines(keepends=True)))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        why = getattr(error, "strerror", None) or "it is no sheet"
        raise InvalidInput(f"`{file}` cannot be read: {why}", field="judged", hint=say("hint.judged_sheet")) from None
    if not rows or set(COLUMNS) - set(rows[0]):
        raise InvalidInput(f"`{file}` is no sheet", field="judged", hint=say("hint.judged_sheet"))
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        verdict = (row["judgement"] or "").strip().lower()
        if row["what"] not in VERDICTS or (verdict and verdict not in VERDICTS[row["what"]]):
            raise InvalidInput(
                f"row {row['row']}: `{verdict}` is no judgement of this", field="judged", hint=say("hint.judged_sheet")
            )
        for group in ("all", row["lang"]):
            counts.setdefault(group, Counter())[verdict or "unjudged"] += 1
    return {"sha256": hashlib.sha256(data).hexdigest(), "groups": {name: _figures(c) for name, c in counts.items()}}


def _figures(counts: Counter[str]) -> dict[str, Any]:
    items = sum(counts[verdict] for verdict in VERDICTS["item"])
    stated = counts["found"] + counts["missed"]
    return {
        "items": items,
        "precision": round(counts["right"] / items, 3) if items else None,
        "junk": round(counts["junk"] / items, 3) if items else None,
        "wrong": round(counts["wrong"] / items, 3) if items else None,
        "turns": stated + counts["nothing"],
        "turns_that_state": stated,
        "found": round(counts["found"] / stated, 3) if stated else None,
        "unjudged": counts["unjudged"],
    }
