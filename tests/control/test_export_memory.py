"""What goes into an export and what comes out of a file of others is never in memory all at once."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Callable, Iterator

from perdure.control.portable.foreign.objects import objects
from perdure.control.portable.writing import ExportWriter

LINE = json.dumps({"content": "x" * 900, "说": "很多话" * 10}).encode() + b"\n"
LINES = 20_000
"""About 20 MB."""
MOST = 6 << 20


class Sink(io.RawIOBase):
    """A file that forgets what is written to it."""

    def __init__(self) -> None:
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        self.size += len(memoryview(data))  # type: ignore[arg-type]
        return len(memoryview(data))  # type: ignore[arg-type]

    def tell(self) -> int:
        return self.size


class Source(io.RawIOBase):
    """A long JSON array that is made as it is read."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._held = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        while len(self._held) < size and (piece := next(self._pieces, b"")):
            self._held += piece
        given, self._held = self._held[:size], self._held[size:]
        return given


def peak(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_an_export_is_written_line_by_line() -> None:
    sink = Sink()

    def write() -> None:
        writer = ExportWriter(sink)  # type: ignore[arg-type]
        writer.put("data/archival_records.jsonl", (LINE for _ in range(LINES)))
        writer.close()

    assert peak(write) < MOST
    assert sink.size > 0


def array() -> Iterator[bytes]:
    yield b"["
    for number in range(LINES):
        yield (b"," if number else b"") + LINE
    yield b"]"


def test_an_array_of_others_is_read_object_by_object() -> None:
    count = 0

    def read() -> None:
        nonlocal count
        for _ in objects(Source(array()), most=1 << 20):  # type: ignore[arg-type]
            count += 1

    assert peak(read) < MOST
    assert count == LINES


def test_the_limit_is_not_generous_enough_for_all_of_it() -> None:
    """The red control: what holds everything is over the limit."""
    assert peak(lambda: b"".join(array())) > MOST
