"""The list of requirements, and which tests name which of them."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
MANIFEST = Path(__file__).with_name("manifest.toml")
TEST_FOLDERS = (ROOT / "tests", ROOT / "src" / "perdure" / "testing")
TAGS = frozenset("MSOIND")


@dataclass(frozen=True, slots=True)
class Requirement:
    group: str
    tag: str
    text: str
    done: bool
    note: str = ""

    def __post_init__(self) -> None:
        if self.tag not in TAGS:
            raise ValueError(f"tag `{self.tag}` is none of {', '.join(sorted(TAGS))}")
        if not isinstance(self.done, bool):
            raise TypeError(f"done is `{self.done}`; it must be true or false")


@dataclass(frozen=True, slots=True)
class Mention:
    """A place where a test names a requirement; `id` is None where that cannot be read from the source."""

    id: str | None
    where: str


def load(path: Path = MANIFEST) -> dict[str, Requirement]:
    return parse(path.read_text(encoding="utf-8"))


def parse(text: str) -> dict[str, Requirement]:
    return {id: Requirement(**entry) for id, entry in tomllib.loads(text).items()}


def summary(requirements: Mapping[str, Requirement]) -> str:
    done = sum(r.done for r in requirements.values())
    must = [r for r in requirements.values() if r.tag == "M"]
    left = sum(not r.done for r in must)
    return f"requirements: {done} of {len(requirements)} done; M left: {left} of {len(must)}"


def mentions_in_tests(folders: Iterable[Path] = TEST_FOLDERS) -> list[Mention]:
    files = sorted(file for folder in folders for file in folder.rglob("*.py"))
    return [m for file in files for m in mentions(file.read_text(encoding="utf-8"), str(file.relative_to(ROOT)))]


def mentions(source: str, name: str) -> Iterator[Mention]:
    """Every `pytest.mark.requirement(...)`: on functions and classes, in `pytestmark`, in `pytest.param(marks=...)`."""
    nodes = (node for node in ast.walk(ast.parse(source, name)) if isinstance(node, ast.Call))
    for node in sorted(nodes, key=lambda call: (call.lineno, call.col_offset)):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="requirement", value=ast.Attribute(attr="mark", value=ast.Name(id="pytest"))),
                args=arguments,
            ):
                where = f"{name}:{node.lineno}"
                if not arguments:
                    yield Mention(None, where)
                for argument in arguments:
                    match argument:
                        case ast.Constant(value=str(id)):
                            yield Mention(id, where)
                        case _:
                            yield Mention(None, where)


def problems(requirements: Mapping[str, Requirement], found: Iterable[Mention]) -> list[str]:
    """What keeps the manifest and the tests apart, one line each; empty when they agree."""
    found = list(found)
    named = {m.id for m in found}
    unproved = [
        f"{id} is marked done, but no test names it" for id, r in requirements.items() if r.done and id not in named
    ]
    return unproved + [line for m in found if (line := problem(requirements, m))]


def problem(requirements: Mapping[str, Requirement], mention: Mention) -> str | None:
    if mention.id is None:
        return f'{mention.where}: write the ids as literals: @pytest.mark.requirement("R001", "R002")'
    if mention.id not in requirements:
        return f"{mention.where}: {mention.id} is not in manifest.toml"
    if not requirements[mention.id].done:
        return f"{mention.where}: {mention.id} has a test, but manifest.toml says `done = false`"
    return None
