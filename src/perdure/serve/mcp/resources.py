"""Files of the memory as MCP resources, and the prompt that tells a host how to use the tools."""

from __future__ import annotations

from collections.abc import Awaitable

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError

from perdure.errors import PerdureError
from perdure.serve.mcp import wording
from perdure.serve.mcp.desk import Desk

MARKDOWN = "text/markdown"


def add_resources(server: MCPServer, desk: Desk, *, hooked: bool = False) -> None:
    """Register MEMORY.md, USER.md, the notes of a day, and the prompt."""

    @server.resource("memory://MEMORY.md", name="MEMORY.md", description=wording.MEMORY_FILE, mime_type=MARKDOWN)
    async def memory() -> str:
        return await _read(desk.memory_file())

    @server.resource("memory://USER.md", name="USER.md", description=wording.USER_FILE, mime_type=MARKDOWN)
    async def user() -> str:
        return await _read(desk.user_file())

    @server.resource("memory://notes/{day}", name="notes", description=wording.NOTES_FILE, mime_type=MARKDOWN)
    async def notes(day: str) -> str:
        return await _read(desk.notes(day))

    @server.prompt("use_memory", description="How to work with this memory in a conversation.")
    def use_memory() -> str:
        return wording.instructions(hooked=hooked)


async def _read(text: Awaitable[str]) -> str:
    try:
        return await text
    except PerdureError as error:
        raise ResourceError(wording.problem(error)) from error
