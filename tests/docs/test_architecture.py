"""The page that walks through the tree names files that are there, and every layer of the contract."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PATH = re.compile(r"`(src/perdure[\w./-]*)`")


def absent(page: str) -> list[str]:
    return [path for path in PATH.findall(page) if not (ROOT / path).exists()]


def test_every_path_that_the_page_names_exists() -> None:
    assert len(PATH.findall(PAGE)) > 40
    assert absent(PAGE) == []


def test_a_path_that_is_gone_would_be_seen() -> None:
    assert absent("see `src/perdure/parts/context.py`") == ["src/perdure/parts/context.py"]


def test_the_page_names_every_room_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "layers")
    names = {name for layer in layers for name in re.findall(r"\w+", layer)}
    rooms = {name for name in names if (ROOT / "src" / "perdure" / name).is_dir()}
    assert {room for room in rooms if f"src/perdure/{room}" not in PAGE} == set()
