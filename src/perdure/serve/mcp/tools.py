"""The tools of the MCP server. Each is short: it asks the desk, and says in words and in JSON what came of it."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from perdure.errors import PerdureError
from perdure.language import Language, language_of
from perdure.serve.mcp import wording
from perdure.serve.mcp.desk import Action, Desk, is_name
from perdure.serve.mcp.proposals import add_proposals
from perdure.values import Candidate, Event, Hits, Item, Receipt, Source

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
REMOVES = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)

Query = Annotated[str, Field(description="What to look for, in plain words, Chinese or English.", min_length=1)]
Count = Annotated[int, Field(description="Maximum results.", ge=1, le=50)]
What = Annotated[str, Field(description="The [id] or key of a memory, or words that describe it.", min_length=1)]
FromUser = Annotated[bool, Field(description="True for the user's own words, false for your conclusion.")]
Type = Annotated[str | None, Field(description="A memory type, such as preferences, facts, rules or tasks.")]
Value = Annotated[
    dict[str, Any] | None,
    Field(description='The value of that type, e.g. {"name": "tone", "value": "brief"} for `preferences`.'),
]


class Tools:
    """A method is a tool: its name, its arguments and their descriptions are what a model sees."""

    def __init__(self, desk: Desk, *, samples: bool = False) -> None:
        self._desk = desk
        self._samples = samples
        """Whether the host's model is asked what to keep of a turn."""
        self._last: Language = "en"
        """The language of the last call that had one: `end_session` has no words of its own."""

    async def search_memory(self, query: Query, k: Count = 8) -> CallToolResult:
        tongue = self._language(query)
        hits = await _asked(self._desk.search(query, k))
        shape: dict[str, Any] = {"items": [hit.as_json() for hit in hits]}
        if hits and not hits.is_answered:
            shape |= {"answered": False}
        if hits.elsewhere:
            shape |= {"elsewhere": hits.elsewhere, "hint": wording.elsewhere(hits.elsewhere, tongue)}
        return _answer(wording.found(hits, tongue), shape)

    async def search_conversation_traces(self, keyword: Query, k: Count = 5) -> CallToolResult:
        found = await _asked(self._desk.traces(keyword, k))
        shape = {"records": [wording.cut(trace.as_json(), trace.why.words) for trace in found]}
        return _answer(wording.traces(found, self._language(keyword)), shape)

    async def commit_turn(
        self,
        ctx: Context,
        user: Annotated[str, Field(description="The user's message, word for word.", min_length=1)],
        assistant: Annotated[str, Field(description="Your answer to it.")] = "",
        idempotency_key: Annotated[
            str | None, Field(description="Idempotency key: sending the same turn twice changes nothing.")
        ] = None,
    ) -> CallToolResult:
        events = [Event.user(user), *([Event.assistant(assistant)] if assistant.strip() else [])]
        tongue = self._language(user)
        receipt = await _asked(self._desk.commit(events, idempotency_key))
        if self._samples:
            from perdure.serve.mcp.sampling import HostModel, can_sample

            if can_sample(ctx):
                receipt = await _asked(self._desk.read_by(HostModel(ctx), receipt))
        return await self._told(receipt, tongue)

    async def remember(
        self,
        content: Annotated[str, Field(description="What to remember, as one plain sentence.", min_length=1)],
        from_user: FromUser = True,
        type: Type = None,
        value: Value = None,
    ) -> CallToolResult:
        tongue = self._language(content)
        source = Source.RELAYED if from_user else Source.INFERENCE
        if type is not None or value is not None:
            if type is None or value is None:
                raise ToolError("Give `type` and `value` together, or neither: then the sentence itself is remembered.")
            candidate = Candidate(type=type, value=value, content=content, source=source)
            return await self._receipt(self._desk.upsert(candidate), tongue)
        return await self._receipt(self._desk.remember(content, source), tongue)

    async def memory_append(
        self, text: Annotated[str, Field(description="The line to add.", min_length=1)], from_user: FromUser = True
    ) -> CallToolResult:
        source = Source.RELAYED if from_user else Source.INFERENCE
        return await self._receipt(self._desk.append(text, source), self._language(text))

    async def compose_context(
        self,
        message: Annotated[str, Field(description="The user's message that you are about to answer.", min_length=1)],
        budget: Annotated[int, Field(description="Token budget.", ge=100, le=100_000)] = 1_500,
        mode: Literal["auto", "on_demand", "strategy"] = "auto",
    ) -> CallToolResult:
        pack = await _asked(self._desk.compose(message, budget, mode))
        return _answer(pack.text, pack.as_json())

    async def working_memory(
        self,
        action: Annotated[Action, Field(description=wording.ACTIONS)] = "show",
        text: Annotated[str, Field(description="The goal, topic, result, thought or outcome.")] = "",
        steps: Annotated[list[str] | None, Field(description="For start: the steps of the task.")] = None,
        key: Annotated[str, Field(description="For set: the name of a value.")] = "",
        value: Annotated[Any, Field(description="For set: the value.")] = None,
    ) -> CallToolResult:
        held = await _asked(self._desk.work(action, text, steps or (), key, value))
        return _answer(await _asked(self._desk.scratchpad()), held.as_json())

    async def forget(self, what: What) -> CallToolResult:
        meant = await _asked(self._desk.to_forget(what))
        tongue = self._tongue(what, [choice.item for choice in meant.found])
        if not meant.found or not meant.is_clear:
            shape = {"items": [choice.as_json() for choice in meant.found], "outcomes": []}
            return _answer(wording.not_forgotten(meant, tongue), shape)
        receipts = [await _asked(self._desk.forget(choice)) for choice in meant.found]
        told = [wording.forgotten(*pair, tongue) for pair in zip(meant.found, receipts, strict=True)]
        told += wording.near(meant.near, tongue)
        outcomes = tuple(outcome for receipt in receipts for outcome in receipt.outcomes)
        return _answer("\n".join(told), replace(receipts[0], outcomes=outcomes).as_json())

    async def explain_memory(self, what: What) -> CallToolResult:
        meant = await _asked(self._desk.one(what))
        tongue = self._tongue(what, meant)
        if not meant:
            return _answer(wording.found(Hits(), tongue), {"items": []})
        found = await _asked(self._desk.explain(meant[0]))
        return _answer(wording.story(found, tongue), found.as_json())

    async def end_session(self) -> CallToolResult:
        ended = await _asked(self._desk.end())
        shape = {"session": None if ended is None else ended.as_json()}
        return _answer(wording.ended(ended, self._last), shape)

    def _language(self, text: str) -> Language:
        self._last = language_of(text)
        return self._last

    def _tongue(self, what: str, meant: Sequence[Item]) -> Language:
        """The language to answer in: that of the call, and of the memory where the call only names it."""
        return self._language(meant[0].content if meant and is_name(what) else what)

    async def _receipt(self, writing: Awaitable[Receipt], tongue: Language) -> CallToolResult:
        return await self._told(await _asked(writing), tongue)

    async def _told(self, receipt: Receipt, tongue: Language) -> CallToolResult:
        items = await _asked(self._desk.contents(receipt.outcomes))
        return _answer(wording.receipt(receipt, items, tongue), receipt.as_json())


BY_HOOKS = ("commit_turn", "end_session")
"""What the hooks of a host do, where it has them."""


def add_tools(server: MCPServer, desk: Desk, *, hooked: bool = False, samples: bool = False) -> None:
    """Register every tool; where hooks keep the turns, those that do not do the same again."""
    tools = Tools(desk, samples=samples)
    for tool, hints, text in (
        (tools.search_memory, READS, wording.SEARCH),
        (tools.search_conversation_traces, READS, wording.TRACES),
        (tools.commit_turn, ADDS, wording.COMMIT),
        (tools.remember, ADDS, wording.REMEMBER),
        (tools.memory_append, ADDS, wording.APPEND),
        (tools.compose_context, READS, wording.COMPOSE),
        (tools.working_memory, ADDS, wording.WORKING),
        (tools.forget, REMOVES, wording.FORGET),
        (tools.explain_memory, READS, wording.EXPLAIN),
        (tools.end_session, ADDS, wording.END),
    ):
        if not (hooked and tool.__name__ in BY_HOOKS):
            server.add_tool(tool, description=text, annotations=hints)
    server.add_tool(tools.search_memory, name="memory_search", description=wording.ALIAS, annotations=READS)
    add_proposals(server, desk)


async def _asked(work: Awaitable[Any]) -> Any:
    """What the memory answered; an error of ours becomes one that a model can act on."""
    try:
        return await work
    except PerdureError as error:
        raise ToolError(wording.problem(error)) from error


def _answer(text: str, shape: Mapping[str, Any]) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=dict(shape))
