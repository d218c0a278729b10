"""Reading the JSON an LLM wrote, with one chance to fix it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from perdure.models.contract import Message, Prompt, Reply
from perdure.models.fault import Fault, bad_answer
from perdure.models.guard import Guard
from perdure.models.thoughts import NO_ANSWER, without_thoughts

M = TypeVar("M", bound=BaseModel)

_SHOWN = 4_000
"""How much of a bad answer the model sees again."""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What came back from one question: text, and why it ended early if it did."""

    text: str
    tokens_in: int
    tokens_out: int
    model: str
    cut: str | None = None


async def settle(
    guard: Guard, prompt: Prompt, ask: Callable[[Prompt, float], Awaitable[ModelAnswer]], *, until: float
) -> Reply:
    """Ask; if the answer does not fit the schema say what is wrong and ask once more; then give up with the reason."""
    first = await ask(prompt, until)
    _refuse_cut(guard, first, first)
    if prompt.schema is None:
        return _plain(guard, first)
    try:
        return Reply(first.text, parse(first.text, prompt.schema), first.tokens_in, first.tokens_out, first.model)
    except ValidationError as error:
        wrong = error
    second = await ask(_mend(prompt, first.text, wrong), until)
    spent = replace(
        second, tokens_in=first.tokens_in + second.tokens_in, tokens_out=first.tokens_out + second.tokens_out
    )
    _refuse_cut(guard, second, spent)
    try:
        return Reply(second.text, parse(second.text, prompt.schema), spent.tokens_in, spent.tokens_out, second.model)
    except ValidationError as error:
        fault = bad_answer(f"does not fit the schema, also when asked again: {_kinds(error)}")
    raise guard.unavailable(fault, tokens_in=spent.tokens_in, tokens_out=spent.tokens_out)


def _plain(guard: Guard, answer: ModelAnswer) -> Reply:
    text = without_thoughts(answer.text)
    if answer.text and not text:
        raise guard.unavailable(bad_answer(NO_ANSWER), tokens_in=answer.tokens_in, tokens_out=answer.tokens_out)
    return Reply(text, None, answer.tokens_in, answer.tokens_out, answer.model)


def parse(text: str, schema: type[M]) -> M:
    """The JSON object in `text`, which may be wrapped in thoughts, a code fence or small talk."""
    text = without_thoughts(text)
    start, end = text.find("{"), text.rfind("}")
    return schema.model_validate_json(text[start : end + 1] if 0 <= start < end else text)


def unreadable(error: ValidationError) -> Fault:
    """A reply that is broken (another try may bring it whole) or of a shape of its own (it will not)."""
    broken = any(problem["type"] == "json_invalid" for problem in error.errors(include_input=False))
    return bad_answer("not whole JSON" if broken else "not in the expected shape", retry=broken)


def in_words(schema: dict[str, object]) -> str:
    """The schema as an instruction, for servers that do not enforce one."""
    return f"Answer with one JSON object and nothing else. It must fit this JSON schema:\n{json.dumps(schema)}"


def guessed_tokens(text: str) -> int:
    """For servers that do not count: about right for Chinese, a little high for English."""
    return -(-len(text.encode("utf-8", "replace")) // 3)


def _refuse_cut(guard: Guard, answer: ModelAnswer, spent: ModelAnswer) -> None:
    if answer.cut is not None:
        raise guard.unavailable(bad_answer(answer.cut), tokens_in=spent.tokens_in, tokens_out=spent.tokens_out)


def _mend(prompt: Prompt, text: str, error: ValidationError) -> Prompt:
    problems = "\n".join(
        f"- {'.'.join(map(str, p['loc'])) or 'the whole answer'}: {p['msg']}"
        for p in error.errors(include_input=False, include_url=False)[:20]
    )
    return replace(
        prompt,
        messages=(
            *prompt.messages,
            Message("assistant", text[:_SHOWN] or "(nothing)"),
            Message("user", f"That does not fit the schema:\n{problems}\nAnswer again, with the corrected JSON only."),
        ),
    )


def _kinds(error: ValidationError) -> str:
    """Kinds and counts only: places and values may quote what was remembered."""
    counts = Counter(p["type"] for p in error.errors(include_input=False, include_url=False))
    return ", ".join(f"`{kind}` x {count}" for kind, count in sorted(counts.items())[:5])
