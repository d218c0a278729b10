"""Putting the server together and running it over stdio until its host goes away."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

from perdure import __version__
from perdure.runtime import Runtime
from perdure.serve.mcp import wording
from perdure.serve.mcp.desk import Desk, Memory
from perdure.serve.mcp.resources import add_resources
from perdure.serve.mcp.tools import add_tools
from perdure.settings import Settings


class MemoryServer(MCPServer):
    """A server whose answer to wrong arguments says which argument, and what is wrong with it."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context | None = None) -> Any:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            problems = "; ".join(
                f"`{'.'.join(map(str, problem['loc']))}`: {problem['msg'].lower()}"
                for problem in error.__cause__.errors(include_input=False, include_url=False)
            )
            raise ToolError(f"{name} was called wrongly: {problems}. Call it again with that mended.") from None


def build(desk: Desk) -> MCPServer:
    """A server over a desk. The agent is opened while the host still says hello."""

    @asynccontextmanager
    async def life(_: MCPServer) -> AsyncIterator[None]:
        desk.open()
        try:
            yield
        finally:
            await desk.close()

    server = MemoryServer(
        "perdure", title="Perdure memory", instructions=wording.INSTRUCTIONS, version=__version__, lifespan=life
    )
    add_tools(server, desk)
    add_resources(server, desk)
    return server


def serve(settings: Settings, scope: str) -> None:
    """Run until stdin ends. Only the protocol goes to stdout; what else there is to say goes to stderr."""
    logging.basicConfig(level=logging.ERROR, stream=sys.stderr, force=True)

    async def run() -> None:
        runtime = Runtime(settings.home, config=settings.config, embedder=settings.embedding, llm=settings.llm)
        await build(Desk(runtime, Memory(settings.agent, scope))).run_stdio_async()

    asyncio.run(run())
