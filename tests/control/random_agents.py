"""An agent that has lived: a seeded life, in both languages, that leaves something in every table."""

from __future__ import annotations

import random
from datetime import date, timedelta

from perdure import AgentMemory, Attachment, Candidate, ErasureTarget, Event, ManualClock, Source
from perdure.store.transaction import Transaction
from perdure.store.upkeep import StepRow

SAID = (
    "I live in York now.",
    "我现在住在苏州。",
    "Please remember that the spare key is with Ann.",
    "记住：我对花生过敏。",
    "I prefer short answers.",
    "我不喜欢香菜，please never suggest it.",
    "My sister Zoe works at a bakery.",
    "The deadline of the report is next Friday.",
    "忘了花生那件事吧。",
    "Forget about the spare key.",
    "I moved to Leeds last week.",
    "今晚聊点什么？",
    "“quoted” — tabs\tand\nlines, \U0001f980 \u2028 end",
)
SCOPES = ("main", "main", "peer:a", "group:g")


async def live(luna: AgentMemory, clock: ManualClock, seed: int, steps: int = 14) -> None:
    """Some days in the life of an agent; every seed has another."""
    chance = random.Random(seed)
    await luna.identity.set("Luna", role=chance.choice(("companion", "管家")))
    for _ in range(steps):
        clock.advance(timedelta(seconds=chance.randrange(1, 200_000), microseconds=chance.randrange(1_000_000)))
        await chance.choice(_DEEDS)(luna, chance)
    await luna.upsert_recall(Candidate("facts", {"predicate": "gone", "value": f"erased 删除 {seed}"}))
    await luna.erase(ErasureTarget(key="fact:user:gone"))
    await luna.port.write("main", lambda tx: _books(tx, chance))


async def _talk(luna: AgentMemory, chance: random.Random) -> None:
    session = await luna.start_session(scope=chance.choice(SCOPES))
    for n in range(chance.randrange(1, 4)):
        files = [Attachment("脚注.txt", chance.randbytes(chance.randrange(40)), "text/plain")] if n == 1 else []
        events = [
            Event.user(chance.choice(SAID), speaker=chance.choice((None, "阿哲")), attachments=files),
            Event.assistant("好的。"),
            Event.tool("fetch", {"q": [1, 2.5, None, "\u0001"]}, {"ok": True}),
        ]
        key = f"k{n}" if chance.random() < 0.5 else None
        await luna.commit_turn(session, events[: chance.randrange(1, 4)], idempotency_key=key)
    await luna.compose(session, "Where do I live?", budget=1_500)
    if chance.random() < 0.5:
        await luna.end_session(session)


async def _write(luna: AgentMemory, chance: random.Random) -> None:
    place = chance.choice(("York", "苏州", "Leeds", "大理"))
    value = {"subject": chance.choice(("user", "deploy")), "predicate": "city", "value": place}
    await luna.upsert_recall(
        Candidate("facts", value, source=chance.choice((Source.USER, Source.OUTSIDE, Source.TOOL))),
        scope=chance.choice(SCOPES),
    )


async def _entity(luna: AgentMemory, chance: random.Random) -> None:
    name = chance.choice(("Zoe", "晨星计划"))
    value = {"kind": "topic", "canonical": name, "aliases": [f"{name}-2"], "attrs": {"n": chance.random()}}
    await luna.upsert_recall(Candidate("entities", value))


async def _note(luna: AgentMemory, chance: random.Random) -> None:
    await luna.memory_append(f"note 笔记 {chance.randrange(100)}")


async def _forget(luna: AgentMemory, chance: random.Random) -> None:
    if held := await luna.items():
        target = chance.choice(held)
        if target.type != "identity":
            await luna.forget_recall(target.key, mode=chance.choice(("deactivate", "deactivate", "delete")))


async def _work(luna: AgentMemory, chance: random.Random) -> None:
    session = await luna.start_session()
    await luna.working.start_task(session, f"task {chance.random()}", ["一", "two"])
    await luna.patches.add("event", f"patch {chance.randrange(9)}", event_date="2025-01-01")
    await luna.patches.apply_on_activate(model="m", cutoff="2024", session=session)
    await luna.retrieve_archival("York", reason="tool_call", session=session)


_DEEDS = (_talk, _talk, _talk, _write, _write, _entity, _note, _forget, _work)


def _books(tx: Transaction, chance: random.Random) -> None:
    """What only a model or a crash would leave: jobs, costs, a doubt."""
    session = tx.session("direct:main") or tx.add_session("direct:main", "direct")
    tx.queue.add("episode", session.id, max_retries=2)
    tx.usage.add("extract", "model-模型", session.id, tokens_in=chance.randrange(99), tokens_out=1)
    tx.calls.add("extract", "acme:模型", session_id=session.id, items=["i"], records=["r"])
    held = tx.decided(type=None, key=None, status=None)
    if len(held) > 1:
        one, other = chance.sample(held, 2)
        tx.links.add(one.id, other.id)
    tx.snapshots.add("before 之前", tx.sequence, tx.revision)
    tx.lineage.add("parent", "fork", 1 << 40, 1)
    step = StepRow("2026-01-01", "fade", "done", 1, None, tx.now, tx.now)
    tx.upkeep.put_step(step)
    tx.settings.set("record_vectors", chance.random() < 0.5)


def day(moment: ManualClock) -> date:
    return moment.now().date()
