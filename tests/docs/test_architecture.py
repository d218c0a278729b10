"""The page that walks through the tree names files and layers that are there; every class has a name of its own."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable
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


def shared_names(sources: Iterable[str]) -> list[str]:
    """Names that more than one class of these modules has."""
    trees = [ast.parse(source) for source in sources]
    names = Counter(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return sorted(name for name, count in names.items() if count > 1)


def test_every_class_has_a_name_of_its_own() -> None:
    files = list((ROOT / "src" / "perdure").rglob("*.py"))
    assert len(files) > 300
    assert shared_names(file.read_text(encoding="utf-8") for file in files) == []
    assert shared_names(["class Place: ...", "class Place: ..."]) == ["Place"]
