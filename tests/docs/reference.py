"""What the reference pages must say, read from the code. `make docs` writes it into them."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import re
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perdure.types.base import MemoryType

PAGES = Path(__file__).parents[2] / "docs" / "reference"
BEGIN, END = "<!-- made by `make docs`: do not edit below -->\n", "<!-- made by `make docs`: until here -->\n"
EVERYWHERE = ("home", "agent", "scope", "json", "config")


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(map(_cell, line)) + " |\n" for line in lines)


def _cell(text: str) -> str:
    """Text that breaks no table; outside of backticks, `<` begins no tag."""
    parts = text.replace("|", "\\|").split("`")
    return "`".join(part if n % 2 else part.replace("<", "\\<") for n, part in enumerate(parts))


def commands() -> str:
    """Every command with what it takes, and the programs that `install` knows."""
    import typer.main

    from perdure.cli.main import app
    from perdure.integrations.hosts import HOSTS

    root = typer.main.get_command(app)
    asked = [param for param in root.params if param.name in (*EVERYWHERE, "version")]
    parts = ["## Options of every command\n", table(("option", "what"), [_param(param) for param in asked])]
    for path, command in sorted(_walk(root, "perdure")):
        usage = " ".join([path, *(_metavar(p) for p in command.params if p.param_type_name == "argument")])
        parts.append(f"## `{usage}`\n")
        parts.append(_paragraphs(command.help or ""))
        if rows := [_param(param) for param in command.params if param.name not in EVERYWHERE and not param.hidden]:
            parts.append(table(("takes", "what"), rows))
    hosts = [(f"`{host.name}`", host.title, f"`~/{host.places['']}`", _hooks(host.hooks)) for host in HOSTS]
    parts += ["## Programs that `install` knows\n", table(("host", "program", "settings (Linux)", "hooks"), hosts)]
    return "\n".join(parts)


def _hooks(file: str | None) -> str:
    return "none" if file is None else f"in `~/{file}`"


def _walk(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield path, command
        return
    for name, each in inner.items():
        if not each.hidden:
            yield from _walk(each, f"{path} {name}")


def _metavar(param: Any) -> str:
    name = (param.metavar or param.name).strip("[]{}").upper()
    return (name if param.required else f"[{name}]") + ("..." if param.nargs == -1 else "")


def _param(param: Any) -> tuple[str, str]:
    if param.param_type_name == "argument":
        return f"`{_metavar(param)}`", param.help or ""
    names = ", ".join(f"`{name}`" for name in (*param.opts, *param.secondary_opts))
    shown = isinstance(param.default, int | float | str) and not isinstance(param.default, bool)
    return names, (param.help or "") + (f" Default: `{param.default}`." if shown and param.show_default else "")


def _paragraphs(text: str) -> str:
    return "\n\n".join(map(_paragraph, inspect.cleandoc(text).split("\n\n"))) + "\n"


def _paragraph(part: str) -> str:
    """Text flows; what a help text keeps line by line (after `\\b`) is shown as code."""
    first, _, rest = part.partition("\n")
    return textwrap.indent(rest, "    ") if first.strip() == "\b" else " ".join(part.split())


def tools() -> str:
    """Every tool, resource and prompt of the MCP server."""
    from perdure.runtime import Runtime
    from perdure.serve.mcp.desk import Desk, HostMemory
    from perdure.serve.mcp.server import build

    async def ask() -> str:
        with tempfile.TemporaryDirectory() as home:
            async with Runtime(home, embedder="none") as runtime:
                server = build(Desk(lambda: runtime, HostMemory("docs", "main")))
                parts = [part for tool in await server.list_tools() for part in _tool(tool)]
                listed = [*await server.list_resources(), *await server.list_resource_templates()]
                addresses = [(f"`{_address(each)}`", each.description or "") for each in listed]
                parts += ["## Resources\n", table(("address", "what"), addresses)]
                prompts = [(f"`{prompt.name}`", prompt.description or "") for prompt in await server.list_prompts()]
                return "\n".join([*parts, "## Prompts\n", table(("prompt", "what"), prompts)])

    return asyncio.run(ask())


def _address(resource: Any) -> str:
    return str(resource.uri if hasattr(resource, "uri") else resource.uri_template)


def _tool(tool: Any) -> Iterator[str]:
    yield f"## `{tool.name}`\n"
    hints = tool.annotations
    kind = "reads" if hints.read_only_hint else "may remove" if hints.destructive_hint else "writes"
    yield f"{tool.description} *({kind})*\n"
    needed = tool.input_schema.get("required", [])
    rows = []
    for name, shape in tool.input_schema.get("properties", {}).items():
        rows.append((f"`{name}`", _kind(shape), _default(shape, name in needed), shape.get("description", "")))
    if rows:
        yield table(("argument", "kind", "default", "what"), rows)


def _kind(shape: dict[str, Any]) -> str:
    if "enum" in shape:
        return ", ".join(f"`{word}`" for word in shape["enum"])
    if "anyOf" in shape:
        return " or ".join(_kind(each) for each in shape["anyOf"] if each.get("type") != "null")
    bounds = [f"{sign} {shape[name]}" for name, sign in (("minimum", "≥"), ("maximum", "≤")) if name in shape]
    return " ".join([str(shape.get("type", "any")), *bounds])


def types() -> str:
    """Every memory type with its rules and its fields."""
    from perdure.types.registry import builtin

    rows, parts = [], []
    for kind in builtin():
        rows.append(
            (
                f"[`{kind.name}`](#{kind.name})",
                f"`{kind.key_rule}`",
                kind.on_conflict.value,
                kind.tier.value,
                kind.least_source.value,
                ", ".join(f"`{name}`" for name in kind.aliases),
            )
        )
        parts.append(f"## {kind.name}\n")
        parts.append(_paragraphs(sys.modules[kind.value.__module__].__doc__ or "") + _besides(kind))
        shape = kind.value.model_json_schema(by_alias=False)
        needed = shape.get("required", ())
        held = [
            (f"`{name}`", _field(each, shape), _default(each, name in needed))
            for name, each in shape["properties"].items()
        ]
        parts.append(table(("field", "kind", "default"), held))
    head = ("type", "key", "on conflict", "gate", "least source", "other names")
    return "\n".join(["## All of them\n", table(head, rows), *parts])


def _besides(kind: MemoryType) -> str:
    lines = (
        (kind.renewed_by_use, "Using it renews it."),
        (kind.always_shared, "It belongs to the agent as a whole: every scope sees it."),
    )
    return "".join(f"\n{line}\n" for holds, line in lines if holds)


def _field(shape: dict[str, Any], whole: dict[str, Any]) -> str:
    if "$ref" in shape:
        return _field(whole["$defs"][shape["$ref"].rpartition("/")[2]], whole)
    if "anyOf" in shape:
        return " or ".join(_field(each, whole) for each in shape["anyOf"] if each.get("type") != "null")
    if "enum" in shape:
        return ", ".join(f"`{word}`" for word in shape["enum"])
    if "const" in shape:
        return f"`{shape['const']}`"
    if shape.get("type") == "array" and "items" in shape:
        return f"list of {_field(shape['items'], whole)}"
    if shape.get("type") == "object" and "properties" in shape:
        return "{" + ", ".join(f"`{name}`" for name in shape["properties"]) + "}"
    return str(shape.get("format") or shape.get("type") or "any")


def _default(shape: dict[str, Any], is_needed: bool) -> str:
    if is_needed:
        return "required"
    return "" if shape.get("default") in (None, [], {}) else f"`{json.dumps(shape['default'], ensure_ascii=False)}`"


def settings() -> str:
    """Every setting of a configuration file, with its default."""
    from perdure.config import Config
    from perdure.models.settings import ModelSettings
    from perdure.settings import known, plain

    described = {"memory": _docs_of(Config), "llm": _docs_of(ModelSettings), "embedding": _docs_of(ModelSettings)}
    parts = []
    for section, names in known().items():
        parts.append(f"## `[{section}]`\n")
        rows = []
        for name in dict.fromkeys(names):
            base = Config() if section == "memory" else None
            default = plain(getattr(base, name)) if base is not None and hasattr(base, name) else None
            shown = "" if default is None else f"`{json.dumps(default, ensure_ascii=False)}`"
            rows.append((f"`{name}`", shown, OURS.get(name) or described[section][name]))
        parts.append(table(("name", "default", "what"), rows))
    return "\n".join(parts)


OURS = {
    "id": "Whose memory the command line speaks to. `default` unless set.",
    "name": (
        "What the agent is called. It is its first identity, given when a command writes or the MCP server opens it"
        " and nobody has said yet who it is."
    ),
    "home": "A folder or a `postgresql://` URL. `~/.perdure` unless set.",
    "db_path": "Another way to name the home: the path without its `.db`, seen from the folder of the file.",
    "faiss_dir": "Accepted and not used: vectors are kept in the database.",
    "archival_enabled": "Must be true in a file: items without the archive would have no evidence.",
    "api_key_env": "The variable that holds the key. For `openai` and `anthropic` it is the usual one.",
}
"""What the names say that are no field of a class, or say something else in a file."""


def _docs_of(kind: type) -> dict[str, str]:
    """The text below each field of a dataclass."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for one, after in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(one, ast.AnnAssign)
            and isinstance(one.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            found[one.target.id] = " ".join(str(after.value.value).split())
    return found


def errors() -> str:
    """Every error, with its code and what to do."""
    import perdure.errors
    from perdure.cli.place import UsageError

    tree = re.search(r"^PerdureError\n(?:[├└].*\n)+", perdure.errors.__doc__ or "", re.MULTILINE)
    assert tree is not None
    parts = [f"```text\n{tree[0]}```\n"]
    for name, kind in [*vars(perdure.errors).items(), ("UsageError", UsageError)]:
        if isinstance(kind, type) and issubclass(kind, perdure.errors.PerdureError):
            only = " Command line only." if kind is UsageError else ""
            parts.append(f"## `{name}`\n\nCode `{kind.code}`.{only} {' '.join((kind.__doc__ or '').split())}\n")
    return "\n".join(parts)


MADE: dict[str, Callable[[], str]] = {
    "commands.md": commands,
    "tools.md": tools,
    "types.md": types,
    "settings.md": settings,
    "errors.md": errors,
}


def renewed(page: str) -> str:
    """A page with its made part as the code has it now; what stands around it is left alone."""
    text = (PAGES / page).read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{MADE[page]()}\n{END}{after}"


def main() -> None:
    for page in MADE:
        (PAGES / page).write_text(renewed(page), encoding="utf-8")


if __name__ == "__main__":
    main()
