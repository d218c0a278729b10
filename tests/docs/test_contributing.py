"""What CONTRIBUTING tells a newcomer to open or to run is there, and the workflows run what a developer runs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

MADE = ("build/", "dist/", ".venv")
"""What the targets make; a fresh clone has none of it."""
NAMED = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"\.?[\w<>-]+(?:[./][\w.<>-]+)*(?:/|\.(?:py|md|toml|sql|jsonl|yaml|yml))")


def paths(page: str) -> list[str]:
    """The files and folders that a page names in backticks. `<name>` stands for any name."""
    found = [named for named in NAMED.findall(page) if PATH.fullmatch(named)]
    return [path for path in dict.fromkeys(found) if not path.startswith(MADE)]


def absent(names: list[str]) -> list[str]:
    return [name for name in names if not any(ROOT.glob(re.sub(r"<\w+>", "*", name.rstrip("/"))))]


def targets(text: str) -> set[str]:
    """The targets of `make` that a text names."""
    return set(re.findall(r"(?:`|\$ |run: |\n +)make ([a-z-]+)", text))


def unknown(names: set[str]) -> list[str]:
    return sorted(name for name in names if not re.search(rf"^{name}:", MAKEFILE, re.MULTILINE))


def test_every_path_that_contributing_names_exists() -> None:
    named = paths(PAGE)
    assert len(named) > 40
    assert absent(named) == []


def test_every_make_target_that_contributing_names_exists() -> None:
    assert {"check", "test", "coverage", "build"} <= targets(PAGE)
    assert unknown(targets(PAGE)) == []


def test_every_target_is_listed_by_make_and_told_in_contributing() -> None:
    [phony] = re.findall(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    listed = re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE)
    assert sorted(listed) == sorted(phony.split())
    assert set(listed) - {"help", "run"} == targets(PAGE)


def test_what_is_not_there_is_noticed() -> None:
    page = "`src/perdure/nowhere.py` `src/perdure/types/<name>.py` `tests/never/<name>.sql` `make sandwich` `make test`"
    assert absent(paths(page)) == ["src/perdure/nowhere.py", "tests/never/<name>.sql"]
    assert unknown(targets(page)) == ["sandwich"]


def test_setting_up_takes_two_commands() -> None:
    [first, *_] = [body for language, body in blocks(ROOT / "CONTRIBUTING.md") if language == "console"]
    assert [line.split()[1] for line in first.splitlines()] == ["git", "make"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_runs_known_targets_with_pinned_actions(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    assert targets(text) != set()
    assert unknown(targets(text)) == []
    used = re.findall(r"uses: ([^.\s]\S*)", text)
    assert used != []
    assert [action for action in used if not re.search(r"@(?:release/)?v\d+$", action)] == []


def test_continuous_integration_runs_all_tests_on_every_version_we_claim() -> None:
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    claimed = [name.rsplit(" ", 1)[1] for name in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", name)]
    assert re.findall(r'"(3\.\d+)"', text) == claimed
    assert {"ubuntu-latest", "macos-latest"} <= set(re.findall(r"\w+-latest", text))
    assert "test" in targets(text)


def test_the_hooks_are_local_and_run_what_make_check_runs() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"repo: (\S+)", text) == ["local"]
    [check] = re.findall(r"^check:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    tools = [tool.split(" --")[0] for tool in re.findall(r"entry: \.venv/bin/(.+)", text)]
    assert tools == ["ruff format", "ruff check", "mypy", "lint-imports"]
    assert [tool for tool in tools if tool not in check] == []
