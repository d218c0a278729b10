"""Every block of code in the documentation runs, and what a page says it shows is what it shows."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from perdure.settings import load
from tests.docs.pages import ELSEWHERE, ROOT, assert_shown, blocks, lines, run_python, run_shell

APART = {"patches.md", "benchmarks.md"}
"""The page about patches has tests of its own; that of figures has no code, nor have the decisions."""
PAGES = [
    ROOT / "README.zh.md",
    *(p for p in sorted((ROOT / "docs").rglob("*.md")) if p.name not in APART and p.parent.name != "decisions"),
]
RUN = [page for page in PAGES if any(block.language in ("python", "console") for block in blocks(page))]
SHOWN = {"python", "console", "text", "toml", "json", "mermaid"}


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", RUN, ids=name)
def test_the_blocks_of_a_page_run_in_order(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, exported = "", list[str]()
    for language, body in blocks(page):
        match language:
            case "python":
                shown = run_python(body, tmp_path, monkeypatch)
            case "console":
                typed = [line for line in lines(body) if not line.startswith(ELSEWHERE)]
                shown = run_shell([*exported, *typed], tmp_path, PERDURE_EMBEDDER="none") if typed else ""
                exported += [line for line in typed if line.startswith("export ")]
            case "text" if shown:
                assert_shown(body, shown)


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=name)
def test_a_page_shows_nothing_that_no_test_reads(page: Path) -> None:
    found = blocks(page)
    assert {block.language for block in found} <= SHOWN
    assert page.read_text(encoding="utf-8").count("\n```") <= 2 * len(found) + page.read_text().startswith("```")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_a_page_shows_are_read(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for language, body in blocks(page):
        if language == "toml" and "mcp_servers" not in tomllib.loads(body):
            (tmp_path / "config.toml").write_text(body, encoding="utf-8")
            assert load(tmp_path / "config.toml").config is not None
        if language == "json":
            json.loads(body)


LINKING = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")})


@pytest.mark.parametrize("page", LINKING, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_a_line_that_was_not_shown_is_noticed() -> None:
    assert_shown("stored … [new]\n", "a\nstored profile:user [new]\n")
    with pytest.raises(AssertionError, match="was not shown"):
        assert_shown("b\na\n", "a\nb\n")
