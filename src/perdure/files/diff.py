"""What somebody did to a file since the last sync saw it. Pure: text and state in, differences out.

Safety first: where it is not clear that lines were deleted on purpose, none counts as deleted, and a person is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from perdure.files import notes
from perdure.files.regions import FoundLine, found_lines, has_merge_marks, line_hash, rows_of, split
from perdure.files.state import FileState, Signature
from perdure.values import Item, Status

MISSING, EMPTY, UNMARKED, OLDER, MANY = "missing", "empty", "unmarked", "older", "many"
"""Why a person is asked."""


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line that a person wrote."""

    file: str
    text: str
    hash: str
    day: date | None = None
    """The day of the note that it stands in."""


@dataclass(frozen=True, slots=True)
class EditedLine:
    """A line of ours in other words, or with its box ticked."""

    file: str
    text: str
    item_id: str
    field_hash: str | None = None
    is_done: bool | None = None
    is_reworded: bool = True
    made: str | None = None
    """The hash of the words that it had."""


@dataclass(frozen=True, slots=True)
class GoneLine:
    """A line that is no longer there, and what it stood for."""

    file: str
    item_ids: tuple[str, ...]
    field_hash: str | None = None
    hash: str | None = None
    """Of a line that a person wrote."""
    made: str | None = None
    """The hash of the words that a line of ours had."""


@dataclass(slots=True)
class FileDiff:
    """All that happened to one file."""

    name: str
    signature: Signature | None = None
    new: list[NewLine] = field(default_factory=list)
    edited: list[EditedLine] = field(default_factory=list)
    gone: list[GoneLine] = field(default_factory=list)
    question: str | None = None
    is_merging: bool = False
    hashes: frozenset[str] = frozenset()
    """Of all lines that a person wrote and that stand there now."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What the lines of ours stand for, with the hash of their words."""


def of_generated(name: str, text: str | None, state: FileState) -> FileDiff:
    """The differences of MEMORY.md or USER.md."""
    diff = FileDiff(name)
    if _is_unreadable(diff, text, state):
        return diff
    assert text is not None
    parts = split(text)
    own, region = found_lines(parts.person), found_lines("\n".join(rows_of(parts.body)))
    _new_and_edited(diff, [*own, *region], state)
    # What somebody wrote between the marks is taken in, but does not stay there.
    diff.hashes = frozenset(line_hash(line.text) for line in own if line.item_id is None) | (
        diff.hashes if parts.generation is None else frozenset()
    )
    if parts.generation is None and (parts.is_torn or state.generation):
        diff.question = UNMARKED
    elif parts.generation is not None and parts.generation < state.generation:
        diff.question = OLDER
    elif parts.generation == state.generation:
        missing = [(shown, words) for shown, words in state.shown.items() if shown not in diff.names]
        diff.gone += [_gone_of_ours(name, shown, words) for shown, words in missing]
    if diff.question is None:
        diff.gone += _gone_of_person(diff, state)
    return diff


def of_notes(name: str, day: date, text: str | None, state: FileState, items: Mapping[str, Item]) -> FileDiff:
    """The differences of a file of notes. `items` are those that its marks name."""
    diff = FileDiff(name)
    if _is_unreadable(diff, text, state):
        return diff
    lines = list(notes.lines_of(text or "", day))
    own = [line for line in lines if line.id is None]
    diff.hashes = frozenset(line.hash for line in own)
    diff.names = {line.id: line.hash for line in lines if line.id is not None}
    known = set(state.lines)
    for line in own:
        if line.hash not in known:
            known.add(line.hash)
            diff.new.append(NewLine(name, line.text, line.hash, day))
    for line in lines:
        item = items.get(line.id or "")
        if item is not None and item.status is Status.ACTIVE and line.hash != _hash_of(item):
            diff.edited.append(EditedLine(name, line.words, item.id))
    diff.gone += [GoneLine(name, (shown,)) for shown in state.shown if shown not in diff.names]
    diff.gone += _gone_of_person(diff, state)
    return diff


def _hash_of(item: Item) -> str:
    return line_hash(notes.shown(str(item.value.get("text", ""))))


def _is_unreadable(diff: FileDiff, text: str | None, state: FileState) -> bool:
    """Whether a file says nothing about its lines: it is gone, empty, or in the middle of a merge."""
    is_known = bool(state.generation or state.lines or state.shown)
    if text is None or not text.removeprefix("\ufeff").strip():
        diff.question = None if not is_known else MISSING if text is None else EMPTY
        return True
    diff.is_merging = has_merge_marks(text)
    return diff.is_merging


def _new_and_edited(diff: FileDiff, lines: list[FoundLine], state: FileState) -> None:
    whole = {line.name for line in lines if line.item_id is not None and not line.is_edited}
    known = set(state.lines)
    hashes: set[str] = set()
    names: dict[str, str] = {}
    for line in lines:
        if line.item_id is not None and not (line.is_edited and line.name in whole):
            names[line.name or ""] = line_hash(line.text)
            if not line.text:
                names.pop(line.name or "")  # a mark without words: what it stood for is gone
            elif line.is_edited or line.is_done:
                diff.edited.append(
                    EditedLine(
                        diff.name, line.text, line.item_id, line.field_hash, line.is_done, line.is_edited, line.made
                    )
                )
            continue
        if not line.text:
            continue
        # A copy of a line of ours, in other words, is a line of the person's.
        hashes.add(line_hash(line.text))
        if line_hash(line.text) not in known:
            known.add(line_hash(line.text))
            diff.new.append(NewLine(diff.name, line.text, line_hash(line.text)))
    diff.hashes, diff.names = frozenset(hashes), names


def _gone_of_ours(file: str, shown: str, words: str) -> GoneLine:
    item_id, _, field_hash = shown.partition(".")
    return GoneLine(file, (item_id,), field_hash or None, made=words)


def _gone_of_person(diff: FileDiff, state: FileState) -> list[GoneLine]:
    return [
        GoneLine(diff.name, tuple(ids), hash=known) for known, ids in state.lines.items() if known not in diff.hashes
    ]


def without_moves(diffs: list[FileDiff], state: Mapping[str, FileState]) -> dict[tuple[str, str], list[str]]:
    """Lines that only moved from one file to another are neither new nor gone. Answers what came of them, by place."""
    gone = {one.hash: (diff, one) for diff in diffs for one in diff.gone if one.hash is not None}
    moved: dict[tuple[str, str], list[str]] = {}
    for diff in diffs:
        for line in list(diff.new):
            if line.hash in gone and gone[line.hash][0] is not diff:
                source, old = gone.pop(line.hash)
                source.gone.remove(old)
                state[source.name].lines.pop(line.hash, None)
                diff.new.remove(line)
                moved[diff.name, line.hash] = list(old.item_ids)
    return moved
