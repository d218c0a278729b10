"""Nothing private is in any byte that is kept: not in the text, the index, the receipts or the files."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure import Attachment, Candidate, Config, Event, Evidence, ManualClock, Runtime, Target

CIRCLED = "①③⑧①②③④⑤⑥⑦⑧"
PLANTED = ("13812345678", CIRCLED, "Qwer98765", "qwer98765", "sunshine", "hunter22")


async def keep(home: Path, clock: ManualClock, config: Config) -> tuple[str, ...]:
    """Everything that takes a text, with secrets in it; answers the notices of the turn."""
    async with Runtime(home, clock=clock, config=config) as runtime:
        luna = await runtime.agent("luna")
        session = await luna.start_session("s")
        receipt = await luna.commit_turn(
            session,
            [
                Event.user(f"我的手机{CIRCLED}，密码是Qwer98765，3次后锁定。 My password is sunshine."),
                Event.tool("login", {"pw": "hunter22"}, "ok, hunter22", attachments=[Attachment("a.txt", b"hunter22")]),
            ],
            idempotency_key="one",
        )
        await luna.upsert_recall(
            Candidate(
                "facts",
                {"predicate": "phone", "value": CIRCLED},
                content=f"手机 {CIRCLED}，密码是Qwer98765，3次后锁定",
                reason="password: hunter22",
                evidence=[Evidence(url="https://x.example/?token=Qwer98765abc&phone=13812345678")],
            ),
            idempotency_key="two",
        )
        await luna.forget_recall(Target(query="13812345678 sunshine"), idempotency_key="three")
        assert await luna.search_memory("13812345678") == [] or config.pii_default == "store"
        await luna.end_session(session)
    return receipt.notices


def leaks(home: Path) -> set[str]:
    """Which of the planted values stand in any file."""
    data = b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())
    return {value for value in PLANTED if value.encode() in data}


async def test_no_secret_is_in_any_file_after_every_way_in(tmp_path: Path, clock: ManualClock) -> None:
    notices = await keep(tmp_path / "home", clock, Config())
    assert leaks(tmp_path / "home") == set()
    assert "遮住" in " ".join(notices)


async def test_the_scan_sees_what_is_kept_on_purpose(tmp_path: Path, clock: ManualClock) -> None:
    """A red control: with a policy that stores everything, the same values are found in the same files."""
    await keep(tmp_path / "home", clock, Config(pii_default="store"))
    assert leaks(tmp_path / "home") >= {"13812345678", CIRCLED, "Qwer98765", "sunshine", "hunter22"}


@pytest.mark.parametrize("number", [13812345678.0, 13812345678, "1.3812345678e10"])
async def test_a_number_is_masked_whichever_json_it_comes_in(
    number: object, tmp_path: Path, clock: ManualClock
) -> None:
    async with Runtime(tmp_path / "home", clock=clock) as runtime:
        luna = await runtime.agent("luna")
        await luna.start_session("s")
        await luna.commit_turn("s", [Event.tool("call", {"phone": number}, {"called": True})])
        [record] = await luna.archive.records("s")
        assert record.arguments == {"phone": "[phone]"}
