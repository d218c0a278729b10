"""The wheel holds what the program needs and nothing else, and it runs where there is no checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "perdure"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

FOR_READING = {"store/sqlite/schema.sql", "store/postgres/schema.sql"}
"""What stands beside the code for people; what runs are the migrations."""
KINDS = {".py", ".sql", ".jsonl", ".typed", ".txt", ".bin", ".json"}
"""Which kinds of file the package is made of. A new kind is a decision: add it here."""
ABOUT = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}


def unexpected(names: Iterable[str]) -> list[str]:
    """The files of a wheel that are neither sources of the package nor the description that every wheel has."""
    about = {f"perdure-{VERSION}.dist-info/{name}" for name in ABOUT}
    package = {f"perdure/{name}" for name in sources() if Path(name).suffix in KINDS and name not in FOR_READING}
    return sorted(set(names) - about - package)


def missing(names: Iterable[str]) -> list[str]:
    """The sources and data files of the package that a wheel lacks."""
    return sorted({f"perdure/{name}" for name in sources() - FOR_READING} - set(names))


def sources() -> set[str]:
    files = (path for path in SOURCES.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(SOURCES).as_posix() for path in files}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built with the pinned backend: nothing is fetched."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of a new environment with the wheel in it.

    Dependencies are those of this Python, by a line that makes it look there too. Such a line does not read the
    `.pth` files there, so the editable install of the checkout is out of sight.
    """
    folder = tmp_path_factory.mktemp("env")
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    python = folder / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / "bin"


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """Run a command outside of the checkout and without its variables. It must go well; answers what it printed."""
    keep = {name: value for name, value in os.environ.items() if not name.startswith(("PERDURE_", "PYTHON", "COV"))}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**keep, "PERDURE_STANDBY": "0", **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert unexpected(names) == []
    assert missing(names) == []


def test_what_does_not_belong_and_what_is_missing_are_noticed(wheel: Path) -> None:
    strangers = [
        "benchmarks/store.py",
        "perdure/bench/locomo.jsonl",
        "perdure/store/sqlite/schema.sql",
        "tests/said.py",
    ]
    assert unexpected([*ZipFile(wheel).namelist(), *strangers]) == strangers
    needed = "perdure/store/sqlite/migrations/0001_start.sql"
    assert missing(name for name in ZipFile(wheel).namelist() if name != needed) == [needed]


def test_an_index_would_accept_it(wheel: Path) -> None:
    assert "PASSED" in run(sys.executable, "-m", "twine", "--no-color", "check", "--strict", wheel, cwd=wheel.parent)


def test_what_is_installed_is_imported_from_its_own_place(environment: Path, tmp_path: Path) -> None:
    where = run(environment / "python", "-c", "import perdure; print(perdure.__file__)", cwd=tmp_path).strip()
    assert Path(where).resolve().is_relative_to(environment.parent.resolve())


def test_the_data_files_are_read_from_the_installed_package(environment: Path, tmp_path: Path) -> None:
    script = """
from perdure.bench.intake.labelled import shapes
from perdure.store.migrate import migrations
print(len(shapes(None)), *(len(migrations(engine)) for engine in ("sqlite", "postgres")))
"""
    labelled = (SOURCES / "bench" / "intake" / "labelled.jsonl").read_text(encoding="utf-8").splitlines()
    steps = [len(list((SOURCES / "store" / engine / "migrations").glob("*.sql"))) for engine in ("sqlite", "postgres")]
    got = run(environment / "python", "-c", script, cwd=tmp_path).split()
    assert [int(count) for count in got] == [sum(bool(line.strip()) for line in labelled), *steps]


def test_the_installed_command_says_its_version_and_finds_what_it_was_told(environment: Path, tmp_path: Path) -> None:
    perdure = environment / "perdure"
    assert run(perdure, "--version", cwd=tmp_path) == f"perdure {VERSION}\n"
    home = {"HOME": str(tmp_path), "PERDURE_HOME": str(tmp_path / "memory")}
    run(perdure, "remember", "The spare key is with Mrs Park.", cwd=tmp_path, **home)
    run(perdure, "remember", "备用钥匙在蓝色花盆下面。", cwd=tmp_path, **home)
    for question, answer in (("who has the key?", "Mrs Park"), ("备用钥匙", "蓝色花盆")):
        [first, *_] = json.loads(run(perdure, "search", question, "--json", cwd=tmp_path, **home))["items"]
        assert answer in first["content"]
