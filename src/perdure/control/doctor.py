"""Looking for trouble: does everything that is kept agree with itself? Answers carry counts and ids, never text."""

from __future__ import annotations

from collections import defaultdict

from perdure.control.chain import BACKUP, check_chain
from perdure.errors import StoreDamaged
from perdure.port import AgentPort
from perdure.segment import segment
from perdure.store.contract import Diagnosis
from perdure.store.finder import ARCHIVAL, RECALL
from perdure.store.transaction import Transaction
from perdure.types.chunk import chunk_texts, record_texts
from perdure.types.registry import Registry
from perdure.types.wording import several
from perdure.values import MAIN, Item, Status

PAGE = 500
UNIT = 2e-3
"""How far the square of a vector's length may be from 1: two bytes a number round it by half of that at most."""
_REBUILD = "run `perdure doctor --repair` to rebuild the index from the items"


def examine(tx: Transaction, registry: Registry) -> list[Diagnosis]:
    """The checks that are the same on every engine."""
    return [
        check_chain(tx),
        *_items(tx, registry),
        _records(tx),
        _totals(tx),
        _lost_chunks(tx),
        _vectors(tx),
        _attachments(tx),
    ]


def _items(tx: Transaction, registry: Registry) -> list[Diagnosis]:
    """Versions that follow one another, and chunks that are what their item says."""
    wrong_chunks, unfounded, count, after = 0, 0, 0, 0
    heads: dict[tuple[str, str], list[Item]] = defaultdict(list)
    while page := tx.all_items(after=after, limit=PAGE):
        for item in page:
            count += 1
            expected = [(text, " ".join(segment(text))) for text in chunk_texts(registry.get(item.type), item)]
            is_noted = tx.index.notes_are_right(item) and tx.index.names_are_right(item)
            wrong_chunks += tx.chunks_of(item.id) != expected or not is_noted
            unfounded += not item.evidence
            if item.status is Status.ACTIVE:
                heads[item.scope, item.key].append(item)
        after = page[-1].sequence
    rivals = sum(_overlapping(versions) for versions in heads.values())
    return [
        Diagnosis("index", not wrong_chunks, _said(wrong_chunks, count, "do not match their chunks"), _REBUILD)
        if wrong_chunks
        else Diagnosis("index", True, f"{several(count, 'item')} match their chunks"),
        Diagnosis("versions", not rivals, f"{several(rivals, 'key')} with several current versions", BACKUP)
        if rivals
        else Diagnosis("versions", True, f"{several(len(heads), 'key')}, one current version each"),
        Diagnosis("evidence", not unfounded, _said(unfounded, count, "without evidence"), BACKUP)
        if unfounded
        else Diagnosis("evidence", True, "every item has evidence"),
    ]


def _records(tx: Transaction) -> Diagnosis:
    """The words of every record are in the index, and no others."""
    wrong, count, after = 0, 0, 0
    try:
        while page := tx.all_records(after=after, limit=PAGE):
            for place, record in page:
                expected = [" ".join(segment(text)) for text in record_texts(record)]
                is_placed = tx.index.places_are_right(record.id, record.session_id, place)
                wrong += tx.record_chunks_of(record.id) != expected or not is_placed
            after, count = page[-1][1].sequence, count + len(page)
    except StoreDamaged as damage:  # the hash chain says which record; here it only keeps us from looking further
        return Diagnosis("record index", False, damage.message, BACKUP)
    if wrong:
        return Diagnosis(
            "record index", False, f"{wrong:,} of {several(count, 'record')} do not match the word index", _REBUILD
        )
    return Diagnosis("record index", True, f"{several(count, 'record')} match the word index")


def _totals(tx: Transaction) -> Diagnosis:
    """The totals that scores are computed with are those of the index."""
    for mem_type in (RECALL, ARCHIVAL):
        if tx.finder.totals(mem_type) != tx.counted(mem_type):
            return Diagnosis("totals", False, f"the totals of the `{mem_type}` index are wrong", _REBUILD)
    return Diagnosis("totals", True, "the totals match the index")


def _overlapping(versions: list[Item]) -> bool:
    """Whether two current versions claim the same time."""
    return any(
        (one.valid_to is None or other.valid_from is None or other.valid_from < one.valid_to)
        and (other.valid_to is None or one.valid_from is None or one.valid_from < other.valid_to)
        for n, one in enumerate(versions)
        for other in versions[n + 1 :]
    )


def _said(bad: int, count: int, what: str) -> str:
    return f"{bad:,} of {several(count, 'item')} {what}"


def _lost_chunks(tx: Transaction) -> Diagnosis:
    lost = tx.lost_chunks()
    if lost:
        return Diagnosis("orphans", False, f"{several(lost, 'chunk')} without an item", _REBUILD)
    return Diagnosis("orphans", True, "every chunk belongs to an item")


def _vectors(tx: Transaction) -> Diagnosis:
    """Vectors have the length 1, the size of their model and a chunk. What keeps all three cannot be told apart."""
    import numpy as np

    wrong, count, after = tx.index.lost_vectors(), 0, 0
    sizes: dict[tuple[str, str], int] = {}
    while page := tx.index.vectors(after=after, limit=PAGE):
        for _, mem_type, model, data, is_same in page:
            row = np.frombuffer(data[: len(data) // 2 * 2], dtype="<f2").astype(np.float64)
            length = float(row @ row)
            is_whole = len(data) == sizes.setdefault((mem_type, model), len(data)) and len(data) % 2 == 0
            wrong += not (is_same and is_whole and (abs(length - 1) < UNIT or length == 0))
        after, count = page[-1][0], count + len(page)
    if wrong:
        return Diagnosis("vectors", False, f"{wrong:,} of {several(count, 'vector')} not what a model gives", _REBUILD)
    return Diagnosis(
        "vectors", True, f"{several(count, 'vector')} of length 1; `perdure index --rebuild` makes them anew"
    )


def _attachments(tx: Transaction) -> Diagnosis:
    # The bytes of what has expired may be gone; its row stays, because the hash chain counts on it.
    hashes = {file.sha256 for file in tx.files() if file.expires_at is None or file.expires_at > tx.now}
    missing = sum(not tx.has_bytes(sha256) for sha256 in hashes)
    if missing:
        return Diagnosis("attachments", False, f"{missing:,} of {len(hashes):,} missing or changed", BACKUP)
    return Diagnosis("attachments", True, f"{several(len(hashes), 'file')} as the hashes say")


async def diagnose(port: AgentPort) -> list[Diagnosis]:
    """What is found in an agent's store: engine, integrity, hash chain, versions, evidence, index."""
    findings: list[Diagnosis] = []
    for look in (port.store.check, lambda: port.store.read(MAIN, lambda tx: examine(tx, port.registry))):
        try:
            findings += await port.run(look)
        except StoreDamaged as damage:  # what is found here is the answer, not a failure of asking
            findings.append(Diagnosis("contents", False, damage.message, damage.hint))
    return findings
