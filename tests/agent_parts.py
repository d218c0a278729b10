"""The named parts of an agent, as its own source lists them, so that no test can forget one."""

from __future__ import annotations

import inspect
import re

import perdure.agent

# `self.review = ReviewFront(port, intake)`; what begins with an underscore is nobody else's.
_PART = re.compile(r"^        self\.([a-z]\w*) = (\w+Front)\(", re.MULTILINE)
PARTS: dict[str, type] = {
    name: getattr(perdure.agent, part) for name, part in _PART.findall(inspect.getsource(perdure.agent.AgentMemory))
}
# What the runtime and the agent do with their parts. None of it answers with anything that is kept.
OF_THE_RUNTIME = {
    *(f"IndexFront.{name}" for name in ("refresh", "ask", "compare", "close", "rebuild", "compact")),
    *(
        "HotFront.warm",
        "HotFront.close",
        "FilesFront.warm",
        "FilesFront.close",
        "UpkeepFront.close",
        "JobsFront.close",
        "JobsFront.do",
        "JobsFront.finish",
        "JobsFront.lease",
    ),
    *("UsageFront.ask", "WorkingFront.drop_files", "AgentMemory.open", "AgentMemory.close"),
    *("EraseFront.finish_open", "FilesFront.renew"),
}


def is_alias(name: str, verb: object) -> bool:
    """Whether a verb stands here under another name as well: what holds for it holds for both."""
    return getattr(verb, "__name__", name) != name
