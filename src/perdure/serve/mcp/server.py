"""Putting the server together and running it over stdio until its host goes away."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, Tool
from pydantic import ValidationError

from perdure import __version__
from perdure.serve.mcp import wording
from perdure.serve.mcp.desk import Desk, HostMemory
from perdure.serve.mcp.incoming import Incoming
from perdure.serve.mcp.resources import add_resources
from perdure.serve.mcp.tools import add_tools
from perdure.settings import Settings

if TYPE_CHECKING:
    from perdure.runtime import Runtime


class MemoryServer(MCPServer):
    """A server over a desk. Its answer to wrong arguments says which argument, and what is wrong with it."""

    def __init__(self, desk: Desk, *, hooked: bool = False) -> None:
        @asynccontextmanager
        async def life(_: MCPServer) -> AsyncIterator[None]:
            try:
                yield
            finally:
                await desk.close()

        super().__init__(
            "perdure",
            title="Perdure memory",
            instructions=wording.instructions(hooked=hooked),
            version=__version__,
            lifespan=life,
        )
        self._desk = desk

    async def list_tools(self) -> list[Tool]:
        """The tools. A host asks for them before it calls one: from here on the agent is opened."""
        asyncio.get_running_loop().call_soon(self._desk.open)
        return await super().list_tools()

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context | None = None) -> Any:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ToolError):
                raise error.__cause__ from None  # as we worded it, without the SDK's words in front
            if not isinstance(error.__cause__, ValidationError):
                raise
            problems = "; ".join(
                f"`{'.'.join(map(str, problem['loc']))}`: {problem['msg'].lower()}"
                for problem in error.__cause__.errors(include_input=False, include_url=False)
            )
            raise ToolError(
                f"{name} was called with invalid arguments: {problems}. Fix this and call it again."
            ) from None

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context | None = None
    ) -> Any:
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as error:  # which the SDK would log as a failure of ours, with its traceback
            raise MCPError(INVALID_PARAMS, str(error)) from None

    async def run_stdio_async(self) -> None:
        """Serve over stdin and stdout, and answer whatever comes."""
        server = self._lowlevel_server
        async with stdio_server() as (incoming, outgoing):
            await server.run(Incoming(incoming, outgoing), outgoing, server.create_initialization_options())


def build(desk: Desk, *, hooked: bool = False, samples: bool = False) -> MCPServer:
    """A server with all its tools, resources and the prompt. `hooked`: the host's hooks keep the turns.

    `samples`: the host's model is asked what to keep of a turn, where the host lets it.
    """
    server = MemoryServer(desk, hooked=hooked)
    add_tools(server, desk, hooked=hooked, samples=samples)
    add_resources(server, desk, hooked=hooked)
    return server


def serve(settings: Settings, scope: str, *, hooked: bool = False, samples: bool = False) -> None:
    """Run until stdin ends. Only the protocol goes to stdout; what else there is to say goes to stderr."""
    logging.basicConfig(level=logging.ERROR, stream=sys.stderr, force=True)

    def runtime() -> Runtime:
        from perdure.runtime import Runtime

        return Runtime(settings.home, config=settings.config, embedder=settings.embedding, llm=settings.llm)

    desk = Desk(runtime, HostMemory(settings.agent, scope, settings.agent_name))
    asyncio.run(build(desk, hooked=hooked, samples=samples).run_stdio_async())
