"""An export opened as a store of its own, in a folder that is gone afterwards, so that it can be asked like any."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from perdure.clock import SystemClock
from perdure.config import Config
from perdure.control.portable.loading import Arrival, load
from perdure.control.portable.reading import ExportFile
from perdure.control.portable.reports import Meter
from perdure.ids import Ids
from perdure.store.contract import AgentStore
from perdure.store.sqlite.engine import SQLiteEngine
from perdure.values import MAIN


@contextmanager
def scratch_store(export: ExportFile, arrival: Arrival, meter: Meter) -> Iterator[AgentStore]:
    """The export as an agent on SQLite, under the name of the agent it is going to, without anything derived."""
    clock = SystemClock()
    with (
        tempfile.TemporaryDirectory(prefix="perdure-import-") as folder,
        ThreadPoolExecutor(max_workers=1, thread_name_prefix="perdure-import") as executor,
    ):
        engine = SQLiteEngine(Path(folder), config=Config(), clock=clock, ids=Ids(clock), executor=executor)
        store = engine.open(arrival.agent_id, create=True)
        try:
            store.submit(MAIN, lambda tx: load(tx, export, arrival, meter, keep_bytes=True, is_indexed=False)).result()
            yield store
        finally:
            store.close()
            engine.close()
