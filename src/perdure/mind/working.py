"""Working memory: the current task and all that only matters while it lasts. Values, and what may happen to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from perdure.clock import aware, iso, parse_time
from perdure.errors import InvalidInput, NotFound
from perdure.messages import say
from perdure.mind.heard import clip
from perdure.mind.topics import has_switched
from perdure.store.working import WorkingRow
from perdure.values import JSON

MAX_COMPLETED = 5
MAX_STEPS = 200
MAX_THOUGHTS = 24
"""A longer chain of thoughts is compressed: the newest stay as they are."""
KEPT_THOUGHTS = 12
MAX_COMPRESSED = 1_200
MAX_VARIABLES = 500
MAX_FILES = 200


@dataclass(frozen=True, slots=True)
class TaskStep:
    """One step of a task."""

    description: str
    completed: bool = False
    result: JSON = None


@dataclass(frozen=True, slots=True)
class CurrentTask:
    """What is being done. `synced`: it was taken from what was said, not set by the host."""

    id: str
    goal: str
    started_at: datetime
    steps: tuple[TaskStep, ...] = ()
    current_step: int = 0
    focus: str | None = None
    """What was asked last within the task."""
    synced: bool = False

    @property
    def topic(self) -> str:
        """What a new description is compared with."""
        return self.goal if self.focus is None else f"{self.goal} {self.focus}"

    @property
    def is_done(self) -> bool:
        return bool(self.steps) and all(step.completed for step in self.steps)


@dataclass(frozen=True, slots=True)
class Variable:
    """A value that matters for the task, and until when."""

    value: JSON
    expires_at: datetime | None = None

    def holds_at(self, now: datetime) -> bool:
        return self.expires_at is None or self.expires_at > now


@dataclass(frozen=True, slots=True)
class TemporaryFile:
    """A file of the task, to be removed with it. `path` is inside the agent's own folder."""

    path: str
    purpose: str
    created: datetime


@dataclass(frozen=True, slots=True)
class Thought:
    """One link of a chain of thoughts. `compressed`: it stands for several older ones."""

    thought: str
    timestamp: datetime
    compressed: bool = False


@dataclass(frozen=True, slots=True)
class ThoughtChain:
    """What was thought so far; `current` is the place of the newest."""

    steps: tuple[Thought, ...] = ()

    @property
    def current(self) -> int:
        return len(self.steps) - 1


@dataclass(frozen=True, slots=True)
class Completed:
    """A task that is no longer current: done, or set aside for another topic."""

    goal: str
    at: datetime
    outcome: str | None = None
    is_done: bool = True
    synced: bool = False
    """It was merely asked for, as far as anybody knows."""


@dataclass(frozen=True, slots=True)
class WorkingMemory:
    """The working memory of one session."""

    session_id: str
    scope: str
    current_task: CurrentTask | None = None
    context: Mapping[str, Variable] = field(default_factory=dict)
    temporary_files: tuple[TemporaryFile, ...] = ()
    thought_chain: ThoughtChain | None = None
    temporary_state: Mapping[str, JSON] = field(default_factory=dict)
    recently_completed: tuple[Completed, ...] = ()
    last_updated: datetime | None = None
    notices: tuple[str, ...] = ()
    """What was masked, or could not be removed, in the call that answered with this."""

    def as_json(self) -> dict[str, JSON]:
        """The names of the document it comes from."""
        row = row_of(self)
        return {
            "session": self.session_id,
            "scope": self.scope,
            "currentTask": row.current_task,
            "context": row.context,
            "temporaryFiles": row.temporary_files,
            "thoughtChain": row.thought_chain,
            "temporaryState": row.temporary_state,
            "recentlyCompleted": row.recently_completed,
            "lastUpdated": iso(self.last_updated),
            "notices": list(self.notices),
        }


# what may happen


def started(
    memory: WorkingMemory, task_id: str, goal: str, steps: Sequence[str], now: datetime, *, synced: bool = False
) -> WorkingMemory:
    """A new task, with nothing in its context yet. A current one is archived."""
    if len(steps) > MAX_STEPS:
        raise InvalidInput(f"a task of {len(steps):,} steps; the limit is {MAX_STEPS}", field="steps")
    task = CurrentTask(task_id, goal, now, tuple(TaskStep(text) for text in steps), synced=synced)
    before = set_aside(memory, now)
    return replace(before, current_task=task, context={}, thought_chain=None, temporary_state={})


def advanced(memory: WorkingMemory, result: JSON = None) -> WorkingMemory:
    """The current step is done; the next one is current."""
    task = require_task(memory)
    if task.current_step >= len(task.steps):
        raise InvalidInput("the task has no step left", field="steps", hint=say("hint.complete_task"))
    done = replace(task.steps[task.current_step], completed=True, result=result)
    steps = (*task.steps[: task.current_step], done, *task.steps[task.current_step + 1 :])
    return replace(memory, current_task=replace(task, steps=steps, current_step=task.current_step + 1))


def check_expiry(expires: object) -> timedelta | datetime | None:
    """A time to come, how long from now, or None."""
    if expires is None:
        return None
    if isinstance(expires, datetime | str):
        return aware(expires, "expires")
    if not isinstance(expires, timedelta) or expires <= timedelta(0):
        raise InvalidInput("`expires` must be a time to come, or how long from now", field="expires")
    return expires


def until(expires: timedelta | datetime | None, now: datetime) -> datetime | None:
    """When a value goes. Longer than time is counted is for as long as it is."""
    if not isinstance(expires, timedelta):
        return expires
    try:
        return now + expires
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


def with_variable(memory: WorkingMemory, key: str, value: JSON, expires_at: datetime | None) -> WorkingMemory:
    _check_room(memory.context, key, "context")
    return replace(memory, context={**memory.context, key: Variable(value, expires_at)})


def with_state(memory: WorkingMemory, key: str, value: JSON) -> WorkingMemory:
    _check_room(memory.temporary_state, key, "temporary_state")
    return replace(memory, temporary_state={**memory.temporary_state, key: value})


def with_file(memory: WorkingMemory, file: TemporaryFile) -> WorkingMemory:
    others = tuple(known for known in memory.temporary_files if known.path != file.path)
    if len(others) >= MAX_FILES:
        raise InvalidInput(f"{MAX_FILES} temporary files are the limit", field="path", hint=say("hint.clean_up"))
    return replace(memory, temporary_files=(*others, file))


def with_thought(memory: WorkingMemory, thought: str, now: datetime) -> WorkingMemory:
    steps = (*(memory.thought_chain.steps if memory.thought_chain else ()), Thought(thought, now))
    return replace(memory, thought_chain=ThoughtChain(compressed(steps)))


def compressed(steps: tuple[Thought, ...]) -> tuple[Thought, ...]:
    """A chain that is too long: the older thoughts become one, the newest stay word for word."""
    if len(steps) <= MAX_THOUGHTS:
        return steps
    old, new = steps[:-KEPT_THOUGHTS], steps[-KEPT_THOUGHTS:]
    lines = [line for one in old for line in (one.thought.split("\n") if one.compressed else [clip(one.thought, 80)])]
    # The first says where it began, the last lead to what follows; what falls out lies between.
    text = "\n".join(lines)
    while len(text) > MAX_COMPRESSED and len(lines) > 2:
        lines = [lines[0], *lines[2:]]
        text = "\n".join(lines)
    return (Thought(text, old[-1].timestamp, compressed=True), *new)


def focused(
    memory: WorkingMemory, task_id: str, description: str, now: datetime, *, synced: bool = False
) -> WorkingMemory:
    """What is being done now, told every turn. Another topic archives the current task and begins a new one.

    What was merely said (`synced`) never takes the place of a task that the host has set.
    """
    task = memory.current_task
    if task is None:
        return started(memory, task_id, description, (), now, synced=synced)
    if not has_switched(task.topic, description):
        return replace(memory, current_task=replace(task, focus=None if description == task.goal else description))
    if synced and not task.synced:
        return memory
    return started(memory, task_id, description, (), now, synced=synced)


def set_aside(memory: WorkingMemory, now: datetime) -> WorkingMemory:
    """The current task becomes one of the past, done or not. A request nobody came back to was none, and goes."""
    task = memory.current_task
    if task is None:
        return memory
    if task.synced and task.focus is None:
        return _archived(memory)
    done = sum(step.completed for step in task.steps)
    told = f"{done}/{len(task.steps)}" if task.steps else None
    return _archived(memory, Completed(task.goal, now, told, is_done=task.is_done, synced=task.synced))


def completed(memory: WorkingMemory, outcome: str | None, now: datetime) -> WorkingMemory:
    """The task is done: working memory is as fresh as at the beginning, but for what was completed."""
    task = require_task(memory)
    return _archived(memory, Completed(task.goal, now, None if outcome is None else clip(outcome, 160)))


def tidied(memory: WorkingMemory, now: datetime) -> WorkingMemory:
    """Without what has expired, and with a long chain of thoughts compressed."""
    chain = memory.thought_chain
    return replace(
        memory,
        context={key: one for key, one in memory.context.items() if one.holds_at(now)},
        thought_chain=None if chain is None else ThoughtChain(compressed(chain.steps)),
    )


def require_task(memory: WorkingMemory) -> CurrentTask:
    if memory.current_task is None:
        raise NotFound("no task in progress", hint=say("hint.start_task"))
    return memory.current_task


def _archived(memory: WorkingMemory, *past: Completed) -> WorkingMemory:
    return replace(
        memory,
        current_task=None,
        context={},
        thought_chain=None,
        temporary_state={},
        recently_completed=(*memory.recently_completed, *past)[-MAX_COMPLETED:],
    )


def _check_room(held: Mapping[str, object], key: str, name: str) -> None:
    if key not in held and len(held) >= MAX_VARIABLES:
        raise InvalidInput(
            f"{MAX_VARIABLES} values are the limit of `{name}`", field=name, hint=say("hint.complete_it")
        )


# rows


def memory_of(row: WorkingRow | None, session_id: str, scope: str, before: WorkingRow | None = None) -> WorkingMemory:
    """From the store. A session that has none yet begins with what was completed before it in its scope."""
    if row is None:
        carried = () if before is None else tuple(map(_completed, before.recently_completed))
        return WorkingMemory(session_id, scope, recently_completed=carried)
    chain = row.thought_chain
    return WorkingMemory(
        session_id,
        scope,
        current_task=None if row.current_task is None else _task(row.current_task),
        context={key: Variable(one["value"], _moment(one.get("expiresAt"))) for key, one in row.context.items()},
        temporary_files=tuple(
            TemporaryFile(one["path"], one["purpose"], parse_time(one["created"], "created"))
            for one in row.temporary_files
        ),
        thought_chain=None
        if chain is None
        else ThoughtChain(
            tuple(
                Thought(one["thought"], parse_time(one["timestamp"], "timestamp"), one.get("compressed", False))
                for one in chain["steps"]
            )
        ),
        temporary_state=row.temporary_state,
        recently_completed=tuple(map(_completed, row.recently_completed)),
        last_updated=row.last_updated,
    )


def row_of(memory: WorkingMemory) -> WorkingRow:
    task, chain = memory.current_task, memory.thought_chain
    return WorkingRow(
        memory.session_id,
        memory.scope,
        current_task=None
        if task is None
        else {
            "id": task.id,
            "goal": task.goal,
            "steps": [_step(step) for step in task.steps],
            "currentStep": task.current_step,
            "startedAt": iso(task.started_at),
            "focus": task.focus,
            "synced": task.synced,
        },
        context={
            key: {"value": one.value, **({} if one.expires_at is None else {"expiresAt": iso(one.expires_at)})}
            for key, one in memory.context.items()
        },
        temporary_files=[
            {"path": one.path, "purpose": one.purpose, "created": iso(one.created)} for one in memory.temporary_files
        ],
        thought_chain=None
        if chain is None
        else {
            "steps": [
                {
                    "thought": one.thought,
                    "timestamp": iso(one.timestamp),
                    **({"compressed": True} if one.compressed else {}),
                }
                for one in chain.steps
            ],
            "current": chain.current,
        },
        temporary_state=dict(memory.temporary_state),
        recently_completed=[
            {"goal": one.goal, "at": iso(one.at), "outcome": one.outcome, "done": one.is_done, "synced": one.synced}
            for one in memory.recently_completed
        ],
    )


def _step(step: TaskStep) -> dict[str, Any]:
    shape = {"description": step.description, "completed": step.completed}
    return shape if step.result is None else {**shape, "result": step.result}


def _task(shape: Mapping[str, Any]) -> CurrentTask:
    return CurrentTask(
        shape["id"],
        shape["goal"],
        parse_time(shape["startedAt"], "startedAt"),
        tuple(TaskStep(one["description"], one["completed"], one.get("result")) for one in shape["steps"]),
        shape["currentStep"],
        shape.get("focus"),
        shape.get("synced", False),
    )


def _completed(shape: Mapping[str, Any]) -> Completed:
    done = shape.get("done", True)
    # Where nobody wrote down who set it, what was left undone counts as merely asked for.
    return Completed(
        shape["goal"], parse_time(shape["at"], "at"), shape.get("outcome"), done, shape.get("synced", not done)
    )


def _moment(text: str | None) -> datetime | None:
    return None if text is None else parse_time(text, "expiresAt")
