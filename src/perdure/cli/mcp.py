"""`perdure mcp`: the MCP server over stdio."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from perdure.cli.place import CommandPlace, UsageError
from perdure.errors import Unsupported
from perdure.messages import say


def mcp(
    place: CommandPlace,
    hooked: Annotated[
        bool, typer.Option("--hooked", help="The host's hooks keep the turns: do not ask the model to.")
    ] = False,
    sampling: Annotated[
        bool,
        typer.Option("--sampling", help="Ask the host's model what to keep of a turn, where the host offers that."),
    ] = False,
) -> None:
    """Serve this memory to an MCP host over stdio. Hosts start it themselves; `perdure install` sets this up."""
    if place.json:
        raise UsageError("an MCP server speaks its protocol, not `--json`", hint=say("hint.drop_it"))
    check_installed()
    from perdure.serve.mcp.server import serve

    serve(place.settings, place.scope_name, hooked=hooked, samples=sampling)


def check_installed() -> None:
    """Refuse where the SDK is missing: a host that starts the server would only see it end."""
    if find_spec("mcp") is None:
        raise Unsupported("the MCP server is not installed", hint="`pip install 'perdure[mcp]'`")
