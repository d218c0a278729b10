"""A question without its question words: nearer to how the answer was said."""

from __future__ import annotations

import re

from perdure.regex import regex

_HAN = regex("[\u3400-\u4dbf\u4e00-\u9fff]")
_EN = regex(
    r"^(?:(?:can|could|do|does|did) you (?:please )?(?:remind me|tell me|recommend|suggest)?|how many|how much|how long"
    r"|how|what|which|who|whom|whose|when|where|why|is|are|was|were|do|does|did|has|have|had|would|will)\b"
    r"(?: (?:is|are|was|were|do|does|did|has|have|had|would|will|kind of|type of))?",
    re.IGNORECASE,
)
_ZH = regex(
    "请问|什么时候|什么|哪些|哪个|哪一?[天次位家种项]|谁|怎么样|怎么|如何|为什么|为何|多少|几[个次天]|多久|何时|是否|吗|呢|[?？]"
)


def as_statement(question: str) -> str:
    """The question as if somebody had answered it."""
    bare = _ZH.sub("", question) if _HAN.search(question) else _EN.sub("", question.strip())
    return bare.strip(" ?？") or question
