"""The tool that shows what waits for the user's word, and asks the user for it.

Only the user settles what a model may not: the host puts the question to them (elicitation). Where a host cannot ask,
the model's word counts as relayed, here as everywhere, and confirms nothing above that.
"""

# Annotations are evaluated here: the SDK reads the resolver from them, and it knows this desk.
from collections.abc import Sequence
from typing import Annotated, Literal

from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field

from perdure.errors import PerdureError
from perdure.language import Language, language_of
from perdure.messages import say
from perdure.serve.mcp import wording
from perdure.serve.mcp.desk import Desk
from perdure.values import Receipt, ReviewEntry

HINTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
Decision = Literal["accept", "reject", "keep_both"]


class Settled(BaseModel):
    """The user's answer."""

    decision: Decision = Field(description="accept / 采纳, reject / 拒绝, keep_both / 都保留")


class Unasked(BaseModel):
    """Nobody was asked: nothing is to be settled, or the host cannot ask."""


Settle = Annotated[str, Field(description="The [id] of one that is to be settled now: the user is asked.")]
Said = Annotated[
    Decision | None, Field(description="What the user told you, for a host that cannot ask: counts as relayed.")
]


def add_proposals(server: MCPServer, desk: Desk) -> None:
    """Register the tool."""

    async def ask(ctx: Context, settle: str = "") -> Unasked | Elicit[Settled]:
        entry = _named(await desk.waiting(), settle) if settle else None
        return Elicit(_question(entry), Settled) if entry is not None and _can_ask(ctx) else Unasked()

    async def proposals(
        asked: Annotated[ElicitationResult[Settled | Unasked], Resolve(ask)], settle: Settle = "", said: Said = None
    ) -> CallToolResult:
        waiting = await desk.waiting()
        if not settle:
            return _answer(_listed(waiting), waiting)
        entry = _named(waiting, settle)
        if entry is None:
            raise ToolError(say("mcp.no_proposal", "en"))
        tongue = _tongue(entry)
        try:
            if not isinstance(asked, AcceptedElicitation):
                return _answer(say("mcp.not_settled", tongue), waiting)
            if isinstance(asked.data, Settled):
                receipt = await desk.settle(entry, asked.data.decision)
            elif said is None:
                return _answer(say("mcp.cannot_ask", tongue, question=entry.question), [entry])
            else:
                receipt = await desk.settle_as_relayed(entry, said)
        except PerdureError as error:
            raise ToolError(wording.problem(error)) from error
        return await _told(desk, receipt, tongue)

    server.add_tool(proposals, description=wording.PROPOSALS, annotations=HINTS)


def _can_ask(ctx: Context) -> bool:
    """Whether the host can put a question to the user."""
    capabilities = ctx.client_capabilities
    asking = None if capabilities is None else capabilities.elicitation
    return asking is not None and (asking.form is not None or asking.url is None)


def _named(waiting: Sequence[ReviewEntry], name: str) -> ReviewEntry | None:
    wanted = name.strip().strip("[]")
    found = [entry for entry in waiting if len(wanted) >= 4 and entry.item.id.endswith(wanted)]
    return found[0] if len(found) == 1 else None


def _tongue(entry: ReviewEntry) -> Language:
    return language_of(entry.item.content)


def _listed(waiting: Sequence[ReviewEntry]) -> str:
    if not waiting:
        return say("mcp.nothing_waits", "en")
    return "\n".join([*(_line(entry) for entry in waiting), say("mcp.how_to_settle", _tongue(waiting[0]))])


def _line(entry: ReviewEntry) -> str:
    tongue = _tongue(entry)
    new = f"[{wording.short_id(entry.item.id)}] {' '.join(entry.item.content.split())}"
    held = "; ".join(" ".join(item.content.split()) for item in entry.held) or "-"
    code = "mcp.proposal_ends" if entry.retracts else "mcp.proposal"
    told = say(code, tongue, new=new, held=held, source=entry.item.source.value)
    return f"{told}\n  {entry.question}"


def _question(entry: ReviewEntry) -> str:
    return f"{_line(entry)}\n{say('mcp.settle_question', _tongue(entry))}"


async def _told(desk: Desk, receipt: Receipt, tongue: Language) -> CallToolResult:
    items = await desk.contents(receipt.outcomes)
    text = TextContent(type="text", text=wording.receipt(receipt, items, tongue))
    return CallToolResult(content=[text], structured_content=receipt.as_json())


def _answer(text: str, waiting: Sequence[ReviewEntry]) -> CallToolResult:
    shape = {"reviews": [entry.as_json() for entry in waiting]}
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=shape)
