"""`luna.working`: the current task, per session. Secrets never come here."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from perdure.archive import sessions
from perdure.archive.events import as_json
from perdure.clock import Time
from perdure.errors import InvalidInput, PerdureError, Unsupported
from perdure.folders import private_folder
from perdure.intake.cleaning import clean_candidate
from perdure.intake.pii import Policy, PrivacyAction, clean_json, names_secret
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.mind import working
from perdure.mind.completion import Feedback, as_candidate_value, experience
from perdure.mind.heard import heard
from perdure.mind.scratchpad import Scratchpad, projects, scratchpad
from perdure.mind.tempfiles import inside, remove
from perdure.mind.working import TemporaryFile, WorkingMemory, memory_of, row_of
from perdure.port import Port
from perdure.store.transaction import Transaction
from perdure.values import JSON, Candidate, Receipt, Session, Source, check_list, check_name, check_text

SECRETS = ("private_key", "url_credentials", "auth_header", "jwt", "api_key", "password")
"""Classes that are masked here whatever the policy says elsewhere."""
MAX_RECORDS = 400
MAX_BYTES = 1 << 16

Change = Callable[[Transaction, WorkingMemory], WorkingMemory]


class WorkingFront:
    """`luna.working`: current task, context, temporary files, thoughts and state of a session."""

    def __init__(self, port: Port, intake: Intake) -> None:
        self._port = port
        self._intake = intake
        config = self._port.config
        self._policy = Policy({**config.pii, **dict.fromkeys(SECRETS, PrivacyAction.MASK)}, config.pii_default)

    # reading

    async def show(self, session: Session | str) -> WorkingMemory:
        """All of it. What has expired is not shown."""
        place = await self._port.place(session, None)
        return await self._port.read(place.scope, lambda tx: working.tidied(_load(tx, place.session_id), tx.now))

    async def get(self, session: Session | str, key: str) -> JSON:
        """A value of the context; None when there is none, or none any more."""
        found = (await self.show(session)).context.get(check_name(key, "key"))
        return None if found is None else found.value

    async def scratchpad(self, session: Session | str) -> Scratchpad:
        """What is being done and what was done last, to be shown: `to_markdown()`."""
        place = await self._port.place(session, None)
        return await self._port.read(
            place.scope, lambda tx: scratchpad(_load(tx, place.session_id), projects(tx), tx.now)
        )

    async def folder(self, session: Session | str) -> str:
        """The folder for temporary files, made if need be."""
        await self._port.place(session, None)
        place = self._folder()
        await self._port.run(lambda: private_folder(place))
        return str(place)

    # the task

    async def start_task(self, session: Session | str, goal: str, steps: Sequence[str] = ()) -> WorkingMemory:
        """Start a task. A current one is archived; its context and files are removed."""
        given = [_text(goal, "goal"), *(_text(step, "steps") for step in check_list(steps, "steps"))]
        [clean_goal, *clean_steps], notices = self._clean(given)
        task_id = self._port.ids.new()
        begun = await self._change(
            session, lambda tx, m: working.started(m, task_id, clean_goal, clean_steps, tx.now), notices
        )
        left, told = await self._drop_after(session)
        kept = tuple(file for file in begun.temporary_files if file.path in left)
        return replace(begun, temporary_files=kept, notices=(*begun.notices, *told))

    async def advance(self, session: Session | str, result: JSON = None) -> WorkingMemory:
        """The current step is done, with this result; the next one is current."""
        cleaned, notices = self._clean(as_json(result, "result", MAX_BYTES))
        return await self._change(session, lambda _, m: working.advanced(m, cleaned), notices)

    async def focus(self, session: Session | str, description: str) -> WorkingMemory:
        """Say each turn what is being done. Another topic archives the current task and begins a new one."""
        cleaned, notices = self._clean(_text(description, "description"))
        task_id = self._port.ids.new()
        return await self._change(session, lambda tx, m: working.focused(m, task_id, cleaned, tx.now), notices)

    async def complete(
        self,
        session: Session | str,
        outcome: str,
        *,
        success: bool | None = None,
        quality: int | None = None,
        efficiency: int | None = None,
        user_satisfaction: int | None = None,
        type: str | None = None,
        complexity: int | None = None,
        domain: Sequence[str] = (),
        methods: Sequence[str] = (),
        skills_acquired: Sequence[str] = (),
        lessons_learned: Sequence[str] = (),
        mistakes: Sequence[str] = (),
        best_practices: Sequence[str] = (),
    ) -> Receipt:
        """The task is done: an experience is drawn from it, its files go, and working memory is fresh again."""
        told = Feedback(
            _text(outcome, "outcome"),
            *(success, quality, efficiency, user_satisfaction, type, complexity),
            *(domain, methods, skills_acquired, lessons_learned, mistakes, best_practices),
        )
        place = await self._port.place(session, None)

        def work(tx: Transaction) -> Receipt:
            held = sessions.require_open(tx, place.session_id)
            memory = _load(tx, held.id)
            task = working.require_task(memory)
            value = experience(memory, task, told, heard(tx, held.id, limit=MAX_RECORDS), tx.now)
            asked = Candidate("cases", as_candidate_value(value), source=Source.OBSERVATION, importance=0.6)
            candidate, notices = clean_candidate(asked, self._policy, ())
            receipt = self._intake.conclude(tx, held, candidate)
            done = working.completed(memory, str(clean_json(told.outcome, self._policy).value), tx.now)
            tx.working.put(row_of(done))
            return replace(receipt, notices=(*receipt.notices, *notices))

        receipt = await self._port.write(place.scope, work)
        _, left = await self._drop_after(session)
        return replace(receipt, notices=(*receipt.notices, *left))

    # while it lasts

    async def set(
        self, session: Session | str, key: str, value: JSON, *, expires: timedelta | Time | None = None
    ) -> WorkingMemory:
        """Keep a value for the task, for a time if `expires` says so. What is named like a secret is refused."""
        name = _open_name(key)
        cleaned, notices = self._clean({name: as_json(value, "value", MAX_BYTES)})
        shown, kept = next(iter(cleaned.items()))
        limit = working.check_expiry(expires)

        def change(tx: Transaction, memory: WorkingMemory) -> WorkingMemory:
            return working.with_variable(memory, shown, kept, working.until(limit, tx.now))

        return await self._change(session, change, notices)

    async def set_state(self, session: Session | str, key: str, value: JSON) -> WorkingMemory:
        """Keep whatever else belongs to the state of the task."""
        cleaned, notices = self._clean({_open_name(key): as_json(value, "value", MAX_BYTES)})
        shown, kept = next(iter(cleaned.items()))
        return await self._change(session, lambda _, m: working.with_state(m, shown, kept), notices)

    async def note_thought(self, session: Session | str, thought: str) -> WorkingMemory:
        """Add a thought to the chain. A long chain is compressed: the newest stay word for word."""
        cleaned, notices = self._clean(_text(thought, "thought"))
        return await self._change(session, lambda tx, m: working.with_thought(m, cleaned, tx.now), notices)

    async def add_file(self, session: Session | str, path: str | os.PathLike[str], purpose: str) -> WorkingMemory:
        """Note a temporary file, to be removed with the task. It must be inside the folder for temporary files."""
        if not isinstance(path, str | os.PathLike):
            raise InvalidInput("`path` must be a path", field="path")
        relative = inside(self._folder(), check_text(os.fspath(path), "path", max_bytes=4_096))
        (shown, why), notices = self._clean([relative, _text(purpose, "purpose")])
        if shown != relative:
            raise InvalidInput("`path` holds what must not be kept", field="path", hint=say("hint.rename_file"))
        return await self._change(
            session, lambda tx, m: working.with_file(m, TemporaryFile(relative, why, tx.now)), notices
        )

    async def cleanup(self, session: Session | str) -> WorkingMemory:
        """Drop what has expired, remove the temporary files, and compress a long chain of thoughts."""
        _, notices = await self.drop_files(session)
        return await self._change(session, lambda tx, m: working.tidied(m, tx.now), notices)

    # how it is done

    async def _change(self, session: Session | str, change: Change, notices: Sequence[str] = ()) -> WorkingMemory:
        place = await self._port.place(session, None)

        def work(tx: Transaction) -> WorkingMemory:
            held = sessions.require_open(tx, place.session_id)
            memory = change(tx, _load(tx, held.id))
            tx.working.put(row_of(memory))
            return replace(memory, last_updated=tx.now, notices=tuple(notices))

        return await self._port.write(place.scope, work)

    async def drop_files(self, session: Session | str) -> tuple[list[str], tuple[str, ...]]:
        """Remove a session's files. Those that could not be removed stay listed, and are told."""
        place = await self._port.place(session, None)
        files = (await self._port.read(place.scope, lambda tx: _load(tx, place.session_id))).temporary_files
        if not files:
            return [], ()
        folder = self._folder()
        gone = await self._port.run(lambda: {file.path for file in files if remove(folder, file.path)})

        def work(tx: Transaction) -> None:
            memory = _load(tx, place.session_id)
            kept = tuple(file for file in memory.temporary_files if file.path not in gone)
            tx.working.put(row_of(replace(memory, temporary_files=kept)))

        await self._port.write(place.scope, work)
        left = [file.path for file in files if file.path not in gone]
        return left, tuple(say("notice.file_not_removed", path=path) for path in left)

    async def _drop_after(self, session: Session | str) -> tuple[list[str], tuple[str, ...]]:
        """Remove files once what they were for is written down. Whatever fails then is told: the write is done."""
        try:
            return await self.drop_files(session)
        except PerdureError as failure:
            return [], (say("notice.files_left", why=failure.message),)

    def _clean(self, value: JSON) -> tuple[JSON, tuple[str, ...]]:
        cleaned = clean_json(value, self._policy)
        if cleaned.report.refused:
            raise InvalidInput(
                "working memory was given what must not be kept", field="value", hint=say("hint.leave_out")
            )
        return cleaned.value, cleaned.report.notices

    def _folder(self) -> Path:
        own = self._port.folder
        if own is None:
            raise Unsupported(
                "this home is a database and has no folder for temporary files",
                hint=say("hint.set_workspace"),
            )
        return own / "scratch"


def follow_tasks(tx: Transaction, session: Session, descriptions: Sequence[str], new_id: Callable[[], str]) -> None:
    """Keep the scratchpad in step with what is said: each task that a turn sets, in order."""
    before = memory = working_memory(tx, session.id)
    for description in descriptions:
        memory = working.focused(memory, new_id(), description, tx.now, synced=True)
    if memory != before:
        tx.working.put(row_of(memory))


def close_working(tx: Transaction, session_id: str) -> None:
    """A session ends: its task becomes one of the past; only what was completed stays, for the next one."""
    row = tx.working.of(session_id)
    if row is not None:
        tx.working.put(row_of(working.set_aside(memory_of(row, session_id, tx.scope), tx.now)))


def _load(tx: Transaction, session_id: str) -> WorkingMemory:
    sessions.require(tx, session_id)
    return working_memory(tx, session_id)


def working_memory(tx: Transaction, session_id: str) -> WorkingMemory:
    """The working memory of a session; a new one begins with what was completed in its scope."""
    row = tx.working.of(session_id)
    return memory_of(row, session_id, tx.scope, None if row is not None else tx.working.last_before(session_id))


def _text(text: object, name: str) -> str:
    return check_text(text, name, max_bytes=MAX_BYTES).strip()


def _open_name(key: str) -> str:
    name = check_name(key, "key")
    if names_secret(name):
        raise InvalidInput(
            "`key` names a secret, and working memory is kept on disk",
            field="key",
            hint=say("hint.use_vault"),
        )
    return name
