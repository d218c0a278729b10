"""Two-way sync: what a person changed in the files goes into memory, and what memory holds into the files.

One look at every file, one plan, a few units of work, then the files. Run twice, the second changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from perdure.archive import sessions
from perdure.errors import InvalidInput
from perdure.files import diff as differences
from perdure.files import notes
from perdure.files.diff import EditedLine, FileDiff, GoneLine, NewLine
from perdure.files.generated import named, shown_text
from perdure.files.regions import field_hash, line_hash, one_line
from perdure.files.report import FileNotice, LineAction, LineChange, action_of
from perdure.files.scan import SeenFile
from perdure.files.state import FileState, SyncState
from perdure.files.workspace import NOTES
from perdure.intake.choose import fields_of
from perdure.intake.cleaning import clean_turn
from perdure.intake.forget import ForgetRequest, take_back
from perdure.intake.lines import FILE, LineReader, WrittenLine
from perdure.intake.verbs import Intake
from perdure.messages import say
from perdure.port import Port
from perdure.store.transaction import Transaction
from perdure.types.keys import fold_name
from perdure.values import MAIN, Choice, Event, Item, Refused, Source, Status

MOST_GONE = 5
"""More deleted lines than this are withdrawn only on a person's word."""
BATCH = 200
"""Lines that one unit of work takes in."""
FROM_FILE = "file-"
"""How the ids of notes begin that a person wrote into a file: they stand there already."""
Step = NewLine | EditedLine | GoneLine
_ASKED = {
    differences.MISSING: "file.missing",
    differences.EMPTY: "file.empty",
    differences.UNMARKED: "file.unmarked",
    differences.OLDER: "file.older",
    differences.MANY: "file.many",
}


@dataclass(slots=True)
class SyncPlan:
    """What is to be done about the files that were touched."""

    diffs: list[FileDiff]
    seen: Mapping[str, str | None]
    questions: list[FileNotice] = field(default_factory=list)
    problems: list[FileNotice] = field(default_factory=list)

    @property
    def steps(self) -> list[Step]:
        """New lines first, so that what is only written differently is there before the old words go."""
        every: list[Step] = [line for one in self.diffs for line in one.new]
        every += [line for one in self.diffs for line in one.edited]
        return [*every, *(line for one in self.diffs for line in one.gone)]

    def is_open(self, name: str) -> bool:
        """Whether a file must be left as it is for now."""
        return any(one.file == name for one in (*self.questions, *self.problems))


def planned(
    seen: Sequence[SeenFile], state: SyncState, items: Mapping[str, Item], *, confirm: bool
) -> tuple[SyncPlan, dict[tuple[str, str], list[str]]]:
    """What is to be done, what has to be asked first, and what came before of lines that only moved."""
    diffs: list[FileDiff] = []
    for file in seen:
        known = state.of(file.name)
        if file.day is None:
            one = differences.of_generated(file.name, file.text, known)
        else:
            one = differences.of_notes(file.name, file.day, file.text, known, items)
        one.signature = file.signature
        diffs.append(one)
    plan = SyncPlan(diffs, {file.name: file.text for file in seen})
    moved = differences.without_moves(diffs, state.files)
    count = sum(len(one.gone) for one in diffs)
    for one in diffs:
        if one.is_merging:
            plan.problems.append(FileNotice(one.name, "merging", say("file.merging", name=one.name)))
        if one.gone and count > MOST_GONE and one.question is None:
            one.question = differences.MANY
        if one.question is not None and not confirm:
            asked = say(_ASKED[one.question], name=one.name, count=len(one.gone))
            plan.questions.append(FileNotice(one.name, one.question, asked, len(one.gone)))
            one.gone = []
    return plan, moved


def marked_notes(seen: Sequence[SeenFile]) -> list[str]:
    """The items that the marks in files of notes name."""
    files = [file for file in seen if file.day is not None and file.text]
    return [line.id for file in files if file.day for line in notes.lines_of(file.text or "", file.day) if line.id]


def note_id(file: str, line: str, prefix: str = FROM_FILE) -> str:
    """The id of a note that a person wrote: the same line of the same file is the same note."""
    return f"{prefix}{line}-{line_hash(file)}"


class Taking:
    """Takes the steps of a plan, in units of work."""

    def __init__(
        self,
        port: Port,
        intake: Intake,
        *,
        confirm: bool = False,
        dry_run: bool = False,
        is_first: bool = False,
        source: Source | None = None,
        scope: str = MAIN,
        prefix: str = FROM_FILE,
    ) -> None:
        self._port = port
        self._scope = scope
        self._prefix = prefix
        self._intake = intake
        self._confirm = confirm
        self._dry_run = dry_run
        self._is_first = is_first
        """Nothing is known of an earlier sync: what was forgotten since is not taken in again."""
        self._hidden: frozenset[tuple[str, str]] | None = None
        """The lines of files that are hidden, once somebody has asked."""
        self._source = source or Source(port.config.files_source)

    async def run(self, steps: Sequence[Step], report: Callable[[int], None] | None = None) -> list[LineChange]:
        """Take all steps. A dry run takes them in one unit, and takes that back. `report` hears of every batch."""
        size = max(1, len(steps)) if self._dry_run else BATCH
        done: list[LineChange] = []
        for first in range(0, len(steps), size):
            batch = steps[first : first + size]
            done += await self._port.write(self._scope, partial(self._unit, batch), dry_run=self._dry_run)
            if report is not None:
                report(len(batch))
        return done

    def _unit(self, steps: Sequence[Step], tx: Transaction) -> list[LineChange]:
        learning = self._intake.learning(tx)
        reader = LineReader(tx, self._intake.criteria, learning, sessions.direct(tx))
        start = tx.sequence
        done = [self._step(tx, reader, step) for step in steps]
        if self._dry_run:
            return done
        return [replace(one, revision=tx.revision if tx.sequence > start else None) for one in done]

    def _step(self, tx: Transaction, reader: LineReader, step: Step) -> LineChange:
        try:
            match step:
                case NewLine():
                    return self._new(tx, reader, step)
                case EditedLine():
                    return self._edited(tx, reader, step)
                case GoneLine():
                    return self._gone(tx, step)
        except InvalidInput as wrong:
            text = None if isinstance(step, GoneLine) else step.text
            return LineChange(step.file, LineAction.REFUSED, text, reason=wrong.message)

    # a line that a person wrote

    def _written(self, tx: Transaction, line: NewLine | EditedLine) -> WrittenLine:
        limit = self._port.config.max_note_bytes
        if len(line.text.encode()) > limit:
            raise InvalidInput(say("file.too_long", limit=limit), field="line")
        cleaned = clean_turn([Event.user(line.text)], self._intake.privacy, ())
        today = self._port.today(tx.now)
        is_note = isinstance(line, NewLine) and line.day is not None
        day = line.day if isinstance(line, NewLine) and line.day is not None else today
        digest = line_hash(line.text)
        return WrittenLine(
            cleaned.events[0].content,
            line.file,
            day,
            note_id(line.file, digest, self._prefix),
            self._source,
            is_confirmed=self._confirm,
            is_note=is_note,
        )

    def _new(self, tx: Transaction, reader: LineReader, line: NewLine) -> LineChange:
        if self._is_first and self._was_forgotten(tx, line):
            return LineChange(line.file, LineAction.KNOWN, line.text, reason=say("file.forgotten"))
        receipt = reader.take(self._written(tx, line))
        ids = tuple(one.item_id for one in receipt.outcomes if one.item_id and not isinstance(one, Refused))
        action = action_of(receipt.outcomes, LineAction.ADDED)
        return LineChange(line.file, action, line.text, reason=_reason(receipt.outcomes, action), item_ids=ids)

    def _was_forgotten(self, tx: Transaction, line: NewLine) -> bool:
        """Whether a line was taken in before and is hidden since, because what it says was forgotten."""
        if self._hidden is None:
            self._hidden = tx.withheld.lines()
        return (line.file, line.text) in self._hidden

    # a line of ours that was changed

    def _edited(self, tx: Transaction, reader: LineReader, line: EditedLine) -> LineChange:
        item = tx.item(line.item_id)
        if item is None:  # of another memory: its words are a person's all the same
            return self._new(tx, reader, NewLine(line.file, line.text, line_hash(line.text)))
        before = _shown(item, _meant(item, line.field_hash))
        current = _unchanged(tx, item, line.field_hash, line.made)
        held = current or next((Choice(now) for now in tx.held(item.scope, item.key)), Choice(item))
        if current is None and line.field_hash is None and _shown(held.item, None) == line.text:
            return LineChange(line.file, LineAction.KNOWN, line.text, before, say("write.known"), (held.item.id,))
        written = self._written(tx, line)
        if current is None:
            written = replace(written, is_confirmed=False, waits_because=say("file.conflict"))
        field = held if held.field is not None else _meant(item, line.field_hash)
        receipt = reader.correct(written, held.item, field, line.is_done, is_reworded=line.is_reworded)
        ids = tuple(one.item_id for one in receipt.outcomes if one.item_id)
        action = action_of(receipt.outcomes, LineAction.CORRECTED)
        if current is None and action is LineAction.WAITING:
            action = LineAction.CONFLICT
        return LineChange(line.file, action, line.text, before, _reason(receipt.outcomes, action), ids)

    # a line that is gone

    def _gone(self, tx: Transaction, line: GoneLine) -> LineChange:
        meant = self._of_person(tx, line) if line.hash is not None else _of_ours(tx, line)
        if not meant:
            return _kept(tx, line)
        asked = ForgetRequest(sessions.direct(tx), self._source)
        outcomes = take_back(tx, self._intake.criteria, meant, asked)
        action = action_of(outcomes, LineAction.WITHDRAWN)
        ids = tuple(dict.fromkeys(choice.item.id for choice in meant))
        said = " / ".join(dict.fromkeys(choice.said for choice in meant))
        return LineChange(line.file, action, None, one_line(said), _reason(outcomes, action), ids)

    def _of_person(self, tx: Transaction, line: GoneLine) -> list[Choice]:
        """What rests on a line alone: what was also said elsewhere stays."""
        meant: list[Choice] = []
        for name in line.item_ids:
            item = tx.item(name)
            record = None if item is None or item.source_message_id is None else tx.record(item.source_message_id)
            if item is None or record is None or FILE not in record.tags:
                continue
            if item.type == "profile":
                held = [choice for now in tx.held(item.scope, item.key) for choice in fields_of(now)]
                said = fold_name(record.content or "")
                meant += [one for one in held if one.fact and fold_name(str(one.fact.get("said") or "")) in said]
            elif item.status in (Status.ACTIVE, Status.PENDING) and _rests_on_files(tx, item):
                meant.append(Choice(item))
        return [one for one in meant if one.fact is None or one.fact.get("said")]


def _kept(tx: Transaction, line: GoneLine) -> LineChange:
    """A line that is gone, and what it said is not: changed meanwhile, said elsewhere, or no longer held anyway."""
    item = next(filter(None, map(tx.item, line.item_ids)), None)
    if item is None or not tx.held(item.scope, item.key):
        return LineChange(line.file, LineAction.KNOWN, reason=say("write.known"), item_ids=line.item_ids)
    before = _shown(item, _meant(item, line.field_hash))
    if line.hash is not None:
        return LineChange(line.file, LineAction.KEPT, None, before, say("file.held_elsewhere"), line.item_ids)
    return LineChange(line.file, LineAction.CONFLICT, None, before, say("file.changed_meanwhile"), line.item_ids)


def _of_ours(tx: Transaction, line: GoneLine) -> list[Choice]:
    item = tx.item(line.item_ids[0])
    current = None if item is None else _unchanged(tx, item, line.field_hash, line.made)
    return [] if current is None else [current]


def _unchanged(tx: Transaction, item: Item, field: str | None, made: str | None) -> Choice | None:
    """What a line stood for, as it is held now; None where memory has changed it since the line was made.

    A profile gets a new version with every field that changes: it counts what became of this one.
    """
    for now in [item] if item.status is Status.ACTIVE else tx.held(item.scope, item.key):
        choice = _meant(now, field) if field is not None else Choice(now)
        if choice is None or item.status is Status.PENDING:
            continue
        if now.id == item.id or made in {line_hash(_shown(now, choice)), line_hash(named(choice))}:
            return choice
    return None


def _meant(item: Item, field: str | None) -> Choice | None:
    """The field of an item that a line stands for."""
    if field is None:
        return None
    return next((one for one in fields_of(item) if field_hash(one.field or "") == field), None)


def _shown(item: Item, choice: Choice | None) -> str:
    return one_line(choice.said if choice is not None and choice.field is not None else shown_text(item))


def _rests_on_files(tx: Transaction, item: Item) -> bool:
    ids = [proof.record_id for proof in item.evidence if proof.record_id]
    return all(FILE in record.tags for record in tx.records_by_id(ids).values())


def _reason(outcomes: Sequence[object], action: LineAction) -> str:
    reasons = [str(getattr(one, "reason", "")) for one in outcomes]
    return reasons[0] if reasons else action.value


def settled(
    state: SyncState,
    plan: SyncPlan,
    changes: Sequence[LineChange],
    moved: Mapping[tuple[str, str], list[str]],
    *,
    confirm: bool,
) -> None:
    """Keep in the state what the files say now. Where a question is open, what it is about is kept as it was."""
    for one in plan.diffs:
        known = state.of(one.name)
        if one.is_merging:
            continue
        is_open = one.question is not None and not confirm
        if one.question in (differences.MISSING, differences.EMPTY):
            if not is_open:
                state.files[one.name] = FileState(generation=known.generation)
            continue
        if not is_open:
            known.lines = {name: ids for name, ids in known.lines.items() if name in one.hashes}
        known.lines |= {digest: ids for (file, digest), ids in moved.items() if file == one.name}
        came = {line_hash(c.text): list(c.item_ids) for c in changes if c.file == one.name and c.text is not None}
        known.lines |= {line.hash: came.get(line.hash, []) for line in one.new if line.hash in one.hashes}
        if one.name.startswith(f"{NOTES}/"):
            known.shown = {**(known.shown if is_open else {}), **one.names}
        known.signature = None if is_open else one.signature


@dataclass(frozen=True, slots=True)
class TouchedNote:
    """A note of `main` that came, changed or went."""

    day: str
    held: Item | None
    """What should stand in the file of the day; None where nothing should."""
    ids: tuple[str, ...]
    """The versions whose lines it takes the place of."""


def touched_notes(tx: Transaction, after: int) -> list[TouchedNote]:
    """What became of notes since; those that a person wrote into a file stand there already."""
    touched: list[TouchedNote] = []
    for scope, key in tx.keys_changed_since(after, 1 << 31):
        _, day, name = f"{key}::".split(":", 2)
        if scope != MAIN or not key.startswith("note:") or name.startswith(FROM_FILE):
            continue
        versions = tx.versions(scope, key)
        held = next((item for item in versions if item.status is Status.ACTIVE), None)
        past = tuple(item.id for item in versions if item is not held)
        touched.append(TouchedNote(day, held, past))
    return sorted(touched, key=lambda one: (one.day, one.held.sequence if one.held else 0))
