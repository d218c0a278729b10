"""`perdure mcp`: the MCP server over stdio."""

from __future__ import annotations

from perdure.cli.place import Place, UsageError
from perdure.errors import Unsupported


def mcp(place: Place) -> None:
    """Serve this memory to an MCP host over stdio. Hosts start it themselves; `perdure install` tells them how."""
    if place.json:
        raise UsageError("an MCP server speaks its protocol, not `--json`", hint="leave it out")
    try:
        from perdure.serve.mcp.server import serve
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        raise Unsupported("the MCP server is not installed", hint="`pip install 'perdure[mcp]'`") from None
    serve(place.settings, place.scope_name)
