"""What an agent shows of this room: one front per `luna.<name>`, or per group of its verbs."""

from __future__ import annotations

from perdure.recall.archive_front import ArchiveFront
from perdure.recall.hot_front import HotFront
from perdure.recall.index_front import IndexFront

__all__ = [
    "ArchiveFront",
    "HotFront",
    "IndexFront",
]
