"""The reference says what the code has: a command, tool, type, setting or error without its place fails here."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

import perdure.config
import perdure.errors
from perdure.config import Config
from perdure.integrations.hosts import HOSTS
from perdure.settings import known
from perdure.types.registry import builtin
from tests.docs.reference import MADE, PAGES, renewed


def page(name: str) -> str:
    return (PAGES / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MADE)
def test_a_page_is_as_the_code_is(name: str) -> None:
    assert page(name) == renewed(name), "hint: `make docs` renews the reference"


def test_every_command_is_described() -> None:
    import typer.main

    from perdure.cli.main import app

    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        if not command.hidden:
            assert f"## `perdure {name}" in page("commands.md")
            assert command.help, name
    for host in HOSTS:
        assert f"| `{host.name}` |" in page("commands.md")


def test_every_memory_type_is_described() -> None:
    for kind in builtin():
        assert f"## {kind.name}\n" in page("types.md")
        assert f"`{kind.key_rule}`" in page("types.md")


def test_every_setting_is_described() -> None:
    text = page("settings.md")
    for section, names in known().items():
        assert f"## `[{section}]`" in text
        for name in names:
            assert re.search(rf"^\| `{name}` \|.*\| \S.* \|$", text, re.MULTILINE), name
    for field in fields(Config):
        assert f"`{field.name}`" in text or f"`Config({field.name}=" in text
    source = Path(perdure.config.__file__).read_text(encoding="utf-8")
    for variable in set(re.findall(r'"(PERDURE_[A-Z_]+)"', source)):
        assert f"| `{variable}` |" in text


def test_every_error_is_described() -> None:
    for name, kind in vars(perdure.errors).items():
        if isinstance(kind, type) and issubclass(kind, perdure.errors.PerdureError):
            assert f"## `{name}`\n\nCode `{kind.code}`." in page("errors.md")


def test_every_tool_has_a_heading() -> None:
    source = Path(perdure.config.__file__).parent.joinpath("serve", "mcp", "tools.py").read_text(encoding="utf-8")
    for name in [
        *re.findall(r"^    async def ([a-z]\w*)\(", source, re.MULTILINE),
        *re.findall(r'name="(\w+)"', source),
    ]:
        assert f"## `{name}`\n" in page("tools.md")
