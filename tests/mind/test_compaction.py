"""Flush and compaction: what is worth saving is saved first, the past becomes short, and nothing drifts."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import fields
from typing import Any

import pytest

from perdure import AgentMemory, Candidate, Config, Event, InvalidInput, ManualClock, Runtime, Session
from perdure.errors import ModelUnavailable, StoreBusy
from perdure.mind.compaction import FlushCandidate
from perdure.testing.fakes import ScriptedLLM
from tests.homes import everything, fresh_id

ZH = [
    "帮我准备月光计划的发布。",
    "我们决定用 PostgreSQL 16，不要用 MySQL。",
    "配置文件在 deploy/prod.yaml，端口是 8443。",
    "周五之前要写完验收报告。",
    "域名还没想好，待确认。",
]
EN = [
    "Please help me prepare the Moonlight launch.",
    "We decided to use PostgreSQL 16, never MySQL.",
    "The config is in deploy/prod.yaml and the port is 8443.",
    "I need to finish the acceptance report by Friday.",
    "The domain name is to be decided.",
]
SMALL_TALK = {"zh": "嗯嗯，好的呀", "en": "sure, sounds good"}


async def talk(luna: AgentMemory, session: Any, texts: list[str], quiet: int = 8, language: str = "en") -> None:
    for text in texts:
        await luna.commit_turn(session, [Event.user(text), Event.assistant("ok")])
    for _ in range(quiet):
        await luna.commit_turn(session, [Event.user(SMALL_TALK[language]), Event.assistant("ok")])


async def kept(luna: AgentMemory) -> Session:
    """The conversation as the archive has it."""
    return next(s for s in await luna.archive.sessions() if s.kind != "direct")


@pytest.mark.requirement("R315")
async def test_it_says_when_a_context_is_nearly_full(luna: AgentMemory) -> None:
    session = await luna.start_session()
    states = {}
    for used in (0, 7_999, 8_000, 8_999, 9_000, 20_000):
        states[used] = (await luna.context_used(session, limit=12_000, used=used, reserve=2_000)).state
    assert states == {0: "ok", 7_999: "ok", 8_000: "warn", 8_999: "warn", 9_000: "compact", 20_000: "compact"}
    await talk(luna, session, EN)
    own = await luna.context_used(session, limit=100)
    assert (own.state, own.usable) == ("compact", 100)
    assert own.used == (await kept(luna)).total_tokens
    for bad in ({"limit": 0}, {"limit": 10, "reserve": 10}, {"limit": 10, "used": -1}):
        with pytest.raises(InvalidInput):
            await luna.context_used(session, **bad)
    assert (Config().compact_warn, Config().compact_at, Config().compact_keep_turns) == (0.80, 0.90, 8)


@pytest.mark.requirement("R315", "R316", "R147")
@pytest.mark.parametrize(
    ("texts", "language", "heads"),
    [
        (ZH, "zh", ["目标", "决定与约束", "未完成的任务", "关键引用", "待解决的问题"]),
        (EN, "en", ["Goals", "Decisions and constraints", "Open tasks", "Key references", "Open questions"]),
    ],
)
async def test_the_past_becomes_a_summary_and_the_last_eight_turns_stay(
    luna: AgentMemory, texts: list[str], language: str, heads: list[str]
) -> None:
    session = await luna.start_session("s")
    await talk(luna, session, texts, language=language)
    done = await luna.compact(session)
    assert (done.is_done, done.failure, done.watermark, len(done.turns)) == (True, None, 10, 8)
    records = await luna.archive.records(session)
    assert [record for turn in done.turns for record in turn] == records[10:]
    text = done.summary.render()
    assert [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")] == heads
    for anchor in ("PostgreSQL 16", "MySQL", "deploy/prod.yaml", "8443"):
        assert anchor in text
    assert done.text.startswith(text)
    assert SMALL_TALK[language] in done.text
    assert (await kept(luna)).watermark == 10
    again = await luna.context_used(session, limit=10_000)
    assert again.used == done.tokens_after


@pytest.mark.requirement("R317", "R318", "R320")
@pytest.mark.parametrize(("texts", "language"), [(ZH, "zh"), (EN, "en")])
async def test_candidates_have_seven_fields_and_say_where_they_come_from(
    luna: AgentMemory, clock: ManualClock, texts: list[str], language: str
) -> None:
    session = await luna.start_session("s")
    await talk(luna, session, texts, language=language)
    done = await luna.compact(session)
    assert [f.name for f in fields(FlushCandidate)] == [
        "candidate_id",
        "source_session_id",
        "source_message_ids",
        "candidate_text",
        "constraint_tags",
        "confidence",
        "created_at",
    ]
    assert len(done.candidates) >= 3
    records = {record.id: record.content or "" for record in await luna.archive.records(session)}
    for candidate in done.candidates:
        assert set(candidate.as_json()) == {f.name for f in fields(FlushCandidate)}
        assert candidate.source_session_id == "s"
        assert candidate.source_message_ids
        assert set(candidate.source_message_ids) <= set(records)
        assert 0 <= candidate.confidence <= 1
        assert candidate.created_at == clock.now()
        assert candidate.constraint_tags[1:3] == (language, "main")
        assert FlushCandidate.from_json(candidate.as_json()) == candidate
    assert len({candidate.candidate_id for candidate in done.candidates}) == len(done.candidates)


@pytest.mark.requirement("R319")
async def test_candidates_reach_the_note_of_the_day_and_are_found(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    await talk(luna, session, EN)
    done = await luna.compact(session)
    [note] = await luna.items("notes")
    on_file = [line.id for line in await luna.files.notes(note.created_at.date())]
    assert on_file in ([note.id], [])  # a home without a folder has it in memory alone
    assert on_file or luna.port.store.folder is None
    assert note.key.startswith("note:2026-01-01:")
    assert all(candidate.candidate_text in note.content for candidate in done.candidates)
    assert "notes" in {hit.item.type for hit in await luna.search_memory("deploy/prod.yaml port 8443")}


async def test_what_was_not_learned_before_goes_through_the_gate(busy_home: str) -> None:
    """A turn that the rules failed on when it came is learned from before it is out of sight."""
    from perdure.intake.extract import extract

    broken = True

    def extractor(turn: Any, known: Any) -> Any:
        if broken:
            raise RuntimeError("no")
        return extract(turn, known)

    async with Runtime(busy_home, extractor=extractor) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await luna.start_session("s")
        await talk(luna, session, ["I live in Leeds."])
        assert await luna.items("profile") == []
        broken = False
        done = await luna.compact(session)
        [profile] = await luna.items("profile")
        assert profile.key in {tag for candidate in done.candidates for tag in candidate.constraint_tags}
        assert profile.evidence[0].quote == "I live in Leeds."


@pytest.mark.requirement("R321")
async def test_compacted_turns_are_put_up_to_be_read_once_more(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    await talk(luna, session, EN)
    await luna.commit_turn(session, [Event.user("This one is only to be kept.")], learn=False)
    await luna.compact(session)
    jobs = [job for job in await luna.jobs.list() if job.kind == "extract" and job.status == "waiting"]
    assert sorted(job.turn_id for job in jobs) == [1, 2, 3, 4, 5, 6]
    await talk(luna, session, [], quiet=9)
    await luna.compact(session)
    jobs = [job for job in await luna.jobs.list() if job.kind == "extract" and job.status == "waiting"]
    assert sorted(job.turn_id for job in jobs) == [*range(1, 14), 15]


@pytest.mark.requirement("R316")
async def test_doing_it_again_is_the_same_answer_and_changes_nothing(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    await talk(luna, session, ZH, language="zh")
    first = await luna.compact(session)
    before = await everything(luna)
    assert (await luna.compact(session)).as_json() == first.as_json()
    assert await everything(luna) == before
    # One turn more: eight turns are kept, so one more goes.
    await luna.commit_turn(session, [Event.user("好的"), Event.assistant("ok")])
    assert (await luna.compact(session)).watermark == first.watermark + 2


async def test_the_watermark_never_goes_back(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    await talk(luna, session, EN)
    marks = [(await luna.compact(session, keep_turns=keep)).watermark for keep in (8, 4, 12, 1, 8)]
    assert marks == [10, 18, 18, 24, 24]


async def test_a_short_conversation_stays_as_it_is(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    await talk(luna, session, EN[:2], quiet=0)
    before = await everything(luna)
    done = await luna.compact(session)
    assert (done.watermark, len(done.turns), done.summary.render(), done.candidates) == (0, 2, "", ())
    assert done.notices == ("nothing to compact yet",)
    assert await everything(luna) == before


@pytest.mark.requirement("R315")
async def test_failure_leaves_the_conversation_whole_and_says_so(
    luna: AgentMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await luna.start_session("s")
    await talk(luna, session, EN)

    def refuse(*_: object, **__: object) -> Awaitable[None]:
        raise StoreBusy("the disk is busy")

    monkeypatch.setattr(luna._compaction, "_note", refuse)
    failed = await luna.compact(session)
    assert (failed.is_done, failed.failure, failed.watermark, len(failed.turns)) == (False, "the disk is busy", 0, 13)
    assert all(text in failed.text for text in EN)
    assert (await kept(luna)).watermark == 0
    monkeypatch.undo()
    done = await luna.compact(session)
    assert (done.is_done, done.watermark) == (True, 10)
    assert len(await luna.items("notes")) == 1


async def test_a_model_out_of_reach_is_done_without_and_told(busy_home: str) -> None:
    llm = ScriptedLLM(ModelUnavailable("away", reason="overloaded"))
    async with Runtime(busy_home, llm=llm) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await luna.start_session("s")
        await talk(luna, session, EN)
        done = await luna.compact(session)
        assert (done.is_done, done.made_by) == (True, "extract")
        assert done.notices == ("the model was unavailable (overloaded): summarised by rules",)


async def test_a_careless_model_neither_invents_nor_loses(busy_home: str) -> None:
    noted = {
        "goals": ["Prepare the Moonlight launch"],
        "decisions": ["They will pay 90,000 euros", "PostgreSQL 16 it is"],
        "candidates": [],
    }
    async with Runtime(busy_home, llm=ScriptedLLM(noted)) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await luna.start_session("s")
        await talk(luna, session, EN)
        done = await luna.compact(session)
        text = done.summary.render()
        assert done.made_by == "scripted:1"
        assert "90,000" not in text
        assert all(anchor in text for anchor in ("PostgreSQL 16", "MySQL", "deploy/prod.yaml", "8443", "Moonlight"))
        assert done.notices == ("1 line from the model was dropped: not supported by the conversation",)


async def test_what_is_done_or_taken_back_leaves_the_summary(luna: AgentMemory) -> None:
    session = await luna.start_session("s")
    await talk(luna, session, ["I need to finish the acceptance report by Friday.", "We decided to use SQLite."])
    assert "acceptance report" in (await luna.compact(session)).summary.render()
    [task] = await luna.items("tasks")
    await luna.upsert_recall(Candidate("tasks", {**task.value, "status": "done"}))
    [decision] = await luna.items("decisions")
    changed = {**decision.value, "decision": "PostgreSQL"}
    await luna.upsert_recall(Candidate("decisions", changed, key=decision.key))
    await talk(luna, session, [], quiet=3)
    text = (await luna.compact(session)).summary.render()
    assert "acceptance report" not in text
    assert "PostgreSQL" in text


# --- drift ----------------------------------------------------------------------------------------------------------

ANCHORS = {
    "zh": [
        ("帮我规划月光计划，目标是三月上线。", "月光计划"),
        ("我们决定用 PostgreSQL 16。", "PostgreSQL 16"),
        ("预算不能超过 48,000 元。", "48,000"),
        ("验收报告必须由林晓签字。", "林晓"),
        ("不要在周五部署。", "不要在周五部署"),
        ("接口文档在 docs/api-v3.md。", "docs/api-v3.md"),
        ("工单号是 MOON-1024。", "MOON-1024"),
        ("监控地址是 https://grafana.example.com/d/moon 。", "https://grafana.example.com/d/moon"),
        ("还要写完回滚方案。", "回滚方案"),
        ("记得给财务发合同副本。", "合同副本"),
        ("服务端口是 8443。", "8443"),
        ("域名还没想好，待确认。", "域名"),
        ("日志只能保留 90 天。", "90 天"),
        ("就用蓝绿发布。", "蓝绿发布"),
        ("验收日期定了，是 2026-03-18。", "2026-03-18"),
        ("镜像版本是 v2.7.19。", "2.7.19"),
        ("下一步要做压力测试。", "压力测试"),
        ("密钥轮换改成每 30 天一次。", "30 天"),
        ("备份脚本在 scripts/backup.sh。", "scripts/backup.sh"),
        ("联系人的分机是 6021。", "6021"),
    ],
    "en": [
        ("Please help me plan the Moonlight project for a March launch.", "Moonlight"),
        ("We decided to use PostgreSQL 16.", "PostgreSQL 16"),
        ("The budget must not go over 48,000 dollars.", "48,000"),
        ("The acceptance report must be signed by Rosalind.", "Rosalind"),
        ("Never deploy on a Friday.", "Never deploy on a Friday"),
        ("The API is described in docs/api-v3.md.", "docs/api-v3.md"),
        ("The ticket is MOON-1024.", "MOON-1024"),
        ("Monitoring is at https://grafana.example.com/d/moon now.", "https://grafana.example.com/d/moon"),
        ("I still need to write the rollback plan.", "rollback plan"),
        ("Remember to send finance a copy of the contract.", "copy of the contract"),
        ("The service listens on port 8443.", "8443"),
        ("The domain name is to be decided.", "domain name"),
        ("Logs must be kept for 90 days.", "90 days"),
        ("Let's go with blue-green deployment.", "blue-green"),
        ("The deadline is 2026-03-18.", "2026-03-18"),
        ("The image is at version v2.7.19.", "2.7.19"),
        ("The next step is the load test.", "load test"),
        ("Keys must rotate every 30 days.", "30 days"),
        ("The backup script is scripts/backup.sh.", "scripts/backup.sh"),
        ("Her extension is 6021.", "6021"),
    ],
}
NOISE = {
    "zh": ["嗯嗯，好的呀。", "哈哈，有意思。", "今天天气真不错。", "我先去喝杯水。", "你说得有道理。"],
    "en": ["Sure, sounds good.", "Haha, funny.", "Nice weather today.", "Let me grab some water.", "Fair point."],
}


@pytest.mark.requirement("R316", "R147")
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("kind", ["rules", "forgetful model"])
async def test_anchors_survive_many_compactions(
    sqlite_runtime: Runtime, tmp_path: Any, language: str, kind: str, record_property: Any
) -> None:
    """Forty and more compactions of a long conversation: at least 95 % of what matters is still there."""
    llm = None if kind == "rules" else ScriptedLLM({"goals": [], "decisions": [], "candidates": []})
    async with Runtime(tmp_path / "long", llm=llm, config=Config(daily_tokens=1 << 40)) as runtime:
        luna = await runtime.agent("luna")
        session = await luna.start_session("s")
        turns: list[list[Event]] = []
        for n, (text, _) in enumerate(ANCHORS[language]):
            said = [text, *(NOISE[language][(n + m) % 5] for m in range(9))]
            turns += [[Event.user(one), Event.assistant("ok")] for one in said]
        compactions = 0
        for start in range(0, len(turns), 4):
            await luna.commit_turns(session, turns[start : start + 4])
            before = (await kept(luna)).watermark
            done = await luna.compact(session)
            assert done.is_done
            compactions += done.watermark > before
        there = [anchor for _, anchor in ANCHORS[language] if anchor in done.text]
        record_property(
            "measured",
            f"anchors after {compactions} compactions ({language}, {kind}): {len(there)} of {len(ANCHORS[language])};"
            f" {done.tokens_after} tokens of {(await kept(luna)).total_tokens}",
        )
        assert compactions >= 40
        assert len(there) >= 0.95 * len(ANCHORS[language]), set(dict(ANCHORS[language]).values()) - {*there}
        assert done.tokens_after < Config().compact_tokens + 300


async def test_a_summary_stays_within_its_length_and_keeps_what_matters_most(busy_home: str) -> None:
    async with Runtime(busy_home, config=Config(compact_tokens=150)) as runtime:
        luna = await runtime.agent(fresh_id())
        session = await luna.start_session("s")
        await talk(luna, session, [*EN, *(f"The file number {n} is src/part_{n}.py." for n in range(40))])
        done = await luna.compact(session)
        assert luna._compaction._count(done.summary.render()) <= 150
        assert done.summary.dropped > 30
        assert "older lines are in the archive only" in done.summary.render()
        assert "PostgreSQL 16" in done.summary.render()
        assert "Moonlight" in done.summary.render()
