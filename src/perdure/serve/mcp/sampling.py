"""The model of a host, asked what should be kept of a turn (MCP sampling). It answers within the call of a tool.

Only over protocols in which a server may ask: since 2026-07-28 sampling is deprecated, and such a host is not asked.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    SamplingMessage,
    TextContent,
)

from perdure.models.answer import ModelAnswer, guessed_tokens, in_words, settle
from perdure.models.contract import Prompt, Reply
from perdure.models.fault import Fault
from perdure.models.guard import Guard, Limits
from perdure.models.schema import json_schema

LIMITS = Limits(deadline=60.0, timeout=45.0, tries=1)
"""The host may ask its user first; the turn is kept already."""


def can_sample(ctx: Context) -> bool:
    """Whether this host lets its model be asked, now."""
    capabilities = ctx.client_capabilities
    return capabilities is not None and capabilities.sampling is not None and ctx.session.can_send_request


class HostModel:
    """An LLM as any other: what it proposes is concluded like what rules find."""

    name = "mcp:host"

    def __init__(self, ctx: Context) -> None:
        self._session = ctx.session
        self._request = ctx.request_id
        self._guard = Guard(self.name, LIMITS)

    async def generate(self, prompt: Prompt) -> Reply:
        return await settle(self._guard, prompt, self._ask, until=self._guard.until())

    async def close(self) -> None:
        """Nothing is held."""

    async def _ask(self, prompt: Prompt, until: float) -> ModelAnswer:
        return await self._guard.run(partial(self._send, prompt), until=until)

    async def _send(self, prompt: Prompt) -> ModelAnswer:
        metadata = ServerMessageMetadata(related_request_id=self._request)
        try:
            said = await self._session.send_request(_request_of(prompt), CreateMessageResult, metadata=metadata)
        except MCPError:  # its text is the host's, and may quote what it was shown
            fault = Fault("the host did not let its model answer")
        else:
            text = said.content.text if isinstance(said.content, TextContent) else ""
            tokens = guessed_tokens(str(prompt)), guessed_tokens(text)
            return ModelAnswer(text, *tokens, model=said.model or self.name)
        raise fault


def _request_of(prompt: Prompt) -> CreateMessageRequest:
    """The prompt with its schema in words: sampling has no other way to ask for structure."""
    parts: list[str] = [prompt.system]
    if prompt.schema is not None:
        schema: dict[str, Any] = json_schema(prompt.schema)[0]
        parts.append(in_words(schema))
    return CreateMessageRequest(
        params=CreateMessageRequestParams(
            messages=[
                SamplingMessage(role=message.role, content=TextContent(type="text", text=message.content))
                for message in prompt.messages
            ],
            system_prompt="\n\n".join(filter(None, parts)),
            max_tokens=prompt.max_tokens,
            temperature=prompt.temperature,
        )
    )
