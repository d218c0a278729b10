"""Putting the server together and running it over stdio until its host goes away."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp.server.mcpserver import MCPServer

from perdure import __version__
from perdure.runtime import Runtime
from perdure.serve.mcp import wording
from perdure.serve.mcp.desk import Desk, Memory
from perdure.serve.mcp.resources import add_resources
from perdure.serve.mcp.tools import add_tools
from perdure.settings import Settings


def build(desk: Desk) -> MCPServer:
    """A server over a desk. The agent is opened while the host still says hello."""

    @asynccontextmanager
    async def life(_: MCPServer) -> AsyncIterator[None]:
        desk.open()
        try:
            yield
        finally:
            await desk.close()

    server: MCPServer = MCPServer(
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
