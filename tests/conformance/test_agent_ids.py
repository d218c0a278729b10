"""An agent's id is an exact, opaque value: no two ever meet, and none escapes its home."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perdure import Attachment, Candidate, Event, InvalidInput, Runtime
from perdure.folders import folder_name

STRANGE = [
    *(
        "a",
        "A",
        "a1",
        "a ",
        " a",
        "a.",
        "a..",
        ".",
        "..",
        "../a",
        "..\\a",
        "/",
        "/etc/passwd",
        "a/b",
        "a\\b",
        "~",
        "~root",
    ),
    *(
        "%2e%2e",
        "%2E%2E",
        "%",
        "_",
        "*",
        "?",
        "a%",
        "a_",
        "a*",
        "CON",
        "con",
        "nul.txt",
        "COM1",
        "-",
        "--help",
        "0",
        "00",
    ),
    *(
        "é",
        "e\u0301",
        "ﬁ",
        "fi",
        "Ａ",
        "ß",
        "ss",
        "İ",
        "i̇",
        "ı",
        "王",
        "😀",
        "👩‍👩‍👧",
        "שלום",
        "\u202eevil",
        "a\u200b",
        "\ufeffa",
    ),
    *(
        "None",
        "null",
        "a\nb",
        "a\tb",
        "'; DROP TABLE agents; --",
        '"',
        "x" * 256,
        "你" * 256,
        "😀" * 256,
        "x" * 255 + "y",
    ),
]
REFUSED = ["", " ", "\t\n", "　", "x" * 257, "😀" * 257, "a\x00b", "\x00", "\ud800", "a\udfff", None, 5, b"a"]


@pytest.mark.requirement("R037", "R326")
async def test_ids_that_look_alike_are_different_agents(home: str) -> None:
    async with Runtime(home) as runtime:
        for agent_id in STRANGE:
            memory = await runtime.agent(agent_id)
            assert memory.id == agent_id
            await memory.upsert_recall(Candidate("notes", {"text": f"I am <{agent_id}>"}, content=f"<{agent_id}>"))
    async with Runtime(home) as runtime:
        assert [row.id for row in await runtime.agents()] == sorted(STRANGE)
        for agent_id in STRANGE:
            memory = await runtime.agent(agent_id, create=False)
            assert [item.content for item in await memory.items()] == [f"<{agent_id}>"]


async def test_what_cannot_be_an_id_is_refused_and_leaves_no_trace(home: str) -> None:
    async with Runtime(home) as runtime:
        for bad in REFUSED:
            for create in (True, False):
                with pytest.raises(InvalidInput) as caught:
                    await runtime.agent(bad, create=create)  # type: ignore[arg-type]
                assert caught.value.field == "agent_id"
        assert await runtime.agents() == []


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_umask")
async def test_nothing_escapes_the_home_and_only_the_owner_can_read_it(tmp_path: Path) -> None:
    home = tmp_path / "deep" / "down" / "home"
    async with Runtime(home) as runtime:
        for agent_id in STRANGE:
            memory = await runtime.agent(agent_id)
            await memory.start_session("../s")
            await memory.commit_turn("../s", [Event.user("x", attachments=[Attachment("../../out", b"1")])])
        files = list(tmp_path.rglob("*"))  # noqa: ASYNC240 - a test may wait for its disk
        modes = {path: stat.S_IMODE(path.lstat().st_mode) for path in files}
        assert {path: oct(mode) for path, mode in modes.items() if path.is_dir() and mode != 0o700} == {}
        assert {path: oct(mode) for path, mode in modes.items() if path.is_file() and mode != 0o600} == {}
        outside = [path for path in files if home not in path.parents and path != home and path not in home.parents]
        assert outside == []
        assert sorted(path.name for path in home.iterdir()) == sorted(folder_name(agent_id) for agent_id in STRANGE)
        assert all(finding.ok for finding in await memory.check())


names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=256)


@given(names, names)
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_folders_are_plain_and_differ_whenever_the_ids_do(one: str, other: str) -> None:
    assert (folder_name(one) == folder_name(other)) == (one == other)
    assert folder_name(one).isascii()
    assert folder_name(one) == folder_name(one).lower()
    assert set(folder_name(one)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert len(folder_name(one)) <= 80
