"""`perdure doctor`: trouble is found, named and, where that is possible, repaired."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from tests.surfaces.command import Command


@pytest.fixture
def database(perdure: Command) -> Path:
    """The file of an agent that remembers a few things."""
    for n in range(20):
        perdure.json("remember", f"note {n} 中文内容 {'x' * 500}")
    (file,) = Path(perdure.home).glob("*/memory.db")
    return file


def not_a_database(file: Path) -> None:
    file.write_text("this is not a database, and it is long enough to be looked at" * 10)


def truncated(file: Path) -> None:
    os.truncate(file, 20_000)


def truncated_at_a_page(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2 // 4096 * 4096)


def emptied(file: Path) -> None:
    os.truncate(file, 0)


def overwritten(file: Path) -> None:
    body = file.read_bytes()
    file.write_bytes(body[:4096] + bytes(range(256)) * ((len(body) - 4096) // 256))


def edited(file: Path) -> None:
    with apsw.Connection(str(file)) as connection:
        connection.execute("UPDATE memory_items SET content = 'changed by hand'")


def test_all_is_well_at_first(perdure: Command, database: Path) -> None:
    answer = perdure("doctor")
    assert answer.code == 0
    assert "all checks passed" in answer.out
    assert "NOT OK" not in answer.out


@pytest.mark.parametrize("harm", [not_a_database, truncated, truncated_at_a_page, emptied, overwritten, edited])
def test_a_damaged_file_is_a_finding_and_never_served(
    perdure: Command, database: Path, harm: Callable[[Path], None]
) -> None:
    harm(database)
    for words in (("doctor",), ("doctor", "--repair")):
        answer = perdure(*words, "--json")
        assert (answer.code, answer.json["ok"], answer.err) == (1, False, "")
        bad = [finding for finding in answer.json["findings"] if not finding["ok"]]
        assert bad
        assert all(finding["repair"] for finding in bad)
    shown = perdure("doctor")
    assert shown.code == 1
    assert "NOT OK" in shown.out
    assert "hint: " in shown.out
    listed = perdure("items", "--json")
    assert (listed.code, listed.error["code"]) == (1, "store_damaged")


def test_a_broken_index_is_found_and_repaired(perdure: Command, database: Path) -> None:
    with apsw.Connection(str(database)) as connection:
        connection.execute("DELETE FROM memory_chunks WHERE rowid % 2 = 0")
    answer = perdure("doctor", "--json")
    assert answer.code == 1
    bad = [finding for finding in answer.json["findings"] if not finding["ok"]]
    assert all("perdure doctor --repair" in finding["repair"] for finding in bad)
    assert bad
    assert perdure("doctor", "--repair", "--json").json["ok"] is True
    assert perdure("doctor").code == 0
    assert len(perdure.json("search", "中文")["items"]) == 16


def test_every_agent_is_looked_at_when_asked(perdure: Command, database: Path) -> None:
    perdure.json("remember", "hi", "--agent", "luna")
    assert {finding["agent"] for finding in perdure.json("doctor")["findings"]} == {None, "default"}
    everybody = perdure.json("doctor", "--all-agents")["findings"]
    assert {finding["agent"] for finding in everybody} == {None, "default", "luna"}


def test_a_damaged_agent_does_not_hide_a_sound_one(perdure: Command, database: Path) -> None:
    perdure.json("remember", "hi", "--agent", "luna")
    not_a_database(database)
    assert perdure.json("doctor", "--agent", "luna")["ok"] is True
    assert len(perdure.json("items", "--agent", "luna")["items"]) == 1


def test_a_missing_agent_is_a_finding_with_what_to_do(perdure: Command) -> None:
    answer = perdure("doctor", "--json")
    assert answer.code == 1
    engine, agent = answer.json["findings"]
    assert (engine["check"], engine["ok"]) == ("engine", True)
    assert (agent["check"], agent["ok"]) == ("agent", False)
    assert "perdure init" in agent["repair"]


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o707, 0o733, 0o722, 0o1777])
def test_a_home_that_others_may_write_to_is_named_with_the_fix(perdure: Command, database: Path, mode: int) -> None:
    home = Path(perdure.home)
    home.chmod(mode)
    answer = perdure("doctor", "--json")
    (bad,) = [finding for finding in answer.json["findings"] if not finding["ok"]]
    assert (answer.code, bad["check"], bad["agent"]) == (1, "home", None)
    assert bad["repair"] == f"run `chmod 700 {home}`"
    assert oct(mode)[2:] in bad["detail"]
    home.chmod(0o700)  # as it says
    assert perdure("doctor").code == 0


def test_a_home_that_others_may_only_list_is_no_trouble(perdure: Command, database: Path) -> None:
    Path(perdure.home).chmod(0o755)
    (home,) = [finding for finding in perdure.json("doctor")["findings"] if finding["check"] == "home"]
    assert home["detail"] == "others can see the names of the agents, and nothing in them"


def test_a_settings_file_that_others_may_read_is_named(perdure: Command, database: Path) -> None:
    file = Path(perdure.home) / "config.toml"
    file.write_text('[llm]\nprovider = "openai"\napi_key = "k-1"\nbase_url = "http://127.0.0.1:9"\n')
    file.chmod(0o644)
    answer = perdure("doctor", "--json")
    (bad,) = [finding for finding in answer.json["findings"] if not finding["ok"]]
    assert (bad["check"], bad["repair"]) == ("home", f"run `chmod 600 {file}`")
    file.chmod(0o600)
    assert perdure("doctor").code == 0


def test_a_read_only_folder_is_a_finding(perdure: Command, database: Path) -> None:
    # Modes do not bind root, unless it gives up the right to ignore them.
    before = [] if os.getuid() else ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    if before and not shutil.which(before[0]):
        pytest.skip("modes do not bind root")
    database.parent.chmod(0o500)
    try:
        answer = perdure.program("doctor", "--json", before=before)
        written = perdure.program("remember", "x", "--json", before=before)
    finally:
        database.parent.chmod(0o700)
    assert (answer.code, answer.json["ok"], answer.err) == (1, False, "")
    assert (written.code, written.error["code"]) == (1, "store_unavailable")
    assert len(perdure.json("items")["items"]) == 20
