"""Who is compared, and the environment that each runs in: one of its own, made once under a folder that git ignores."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

ADAPTERS = Path(__file__).parent / "adapters"
QUIET = {
    # Nobody is told about this run, and nothing is fetched while it goes on.
    "ANONYMIZED_TELEMETRY": "False",
    "CHROMA_TELEMETRY": "False",
    "DO_NOT_TRACK": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "LANGCHAIN_TRACING_V2": "false",
    "LANGSMITH_TRACING": "false",
    "MEM0_TELEMETRY": "False",
    "MEMORI_TEST_MODE": "1",
    "POSTHOG_DISABLED": "1",
    "SCARF_NO_ANALYTICS": "true",
    # As many threads as anybody else has.
    "OMP_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


@dataclass(frozen=True)
class Rival:
    """A store to measure: its adapter, and what it is installed from."""

    name: str
    adapter: Path
    packages: tuple[str, ...] = ()
    """From PyPI, into an environment of their own; without any it runs in ours. The first names the version."""
    note: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    is_ours: bool = False


def adapter(name: str) -> Path:
    return ADAPTERS / f"peer_{name}.py"


RIVALS = (
    Rival("SQLite FTS5", adapter("fts5"), note="words alone, the baseline"),
    Rival("Chroma", adapter("chroma"), ("chromadb",), "vectors alone"),
    Rival(
        "txtai",
        adapter("txtai"),
        ("txtai",),
        "`hybrid`; `save` after each write",
        {"ALLOW_RESOLVE_TRANSFORM": "True"},  # or it does not open an index whose vectors came from outside
    ),
    Rival("mem0", adapter("mem0"), ("mem0ai",), "`infer=False`, Qdrant on disk"),
    Rival(
        "LangGraph",
        adapter("langgraph"),
        ("langgraph-checkpoint-sqlite", "langgraph", "pysqlite3-binary"),
        "`SqliteStore` with its vector index",
    ),
    Rival("MemPalace", adapter("mempalace"), ("mempalace",), "drawers, `search_memories`"),
    Rival("Memori", adapter("memori"), ("memori", "sqlalchemy"), "turns written as facts"),
    Rival("Perdure", adapter("perdure"), note="as it comes: it also learns", is_ours=True),
    Rival(
        "Perdure (kept only)", adapter("perdure"), note="`learn=False`", environment={"PEER_LEARN": "0"}, is_ours=True
    ),
)


class NotInstalled(Exception):
    """A package cannot be had; the message is what pip said."""


@dataclass(frozen=True)
class Installed:
    """A rival that can be started."""

    rival: Rival
    python: Path
    version: str

    @property
    def environment(self) -> dict[str, str]:
        """What its process sees: nothing of ours but what it needs, and a home that is empty."""
        path = _own_path() if not self.rival.packages else ()
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR", "SSL_CERT_FILE") if name in os.environ}
        return {**kept, **QUIET, **({"PYTHONPATH": os.pathsep.join(path)} if path else {}), **self.rival.environment}


def _own_path() -> list[str]:
    return [place for place in sys.path if place and Path(place).is_dir()]


def install(rival: Rival, folder: Path) -> Installed:
    """A rival with its environment, made if it is not there yet."""
    if not rival.packages:
        return Installed(rival, Path(sys.executable), _our_version() if rival.is_ours else _sqlite())
    place = folder / rival.packages[0]
    python = place / "bin" / "python"
    ready = place / "ready"
    if not ready.exists():
        print(f"installing {' '.join(rival.packages)} …", file=sys.stderr, flush=True)
        try:
            venv.create(place, with_pip=True, clear=True)
        except subprocess.CalledProcessError as failure:
            raise NotInstalled(f"no environment: {failure}") from None
        pip = [str(python), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
        done = subprocess.run([*pip, *rival.packages], capture_output=True, text=True, check=False)
        if done.returncode:
            said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or [done.stderr.strip()]
            raise NotInstalled(said[-1])
        ready.touch()
    ask = f"from importlib.metadata import version; print(version({rival.packages[0]!r}))"
    version = subprocess.run([str(python), "-c", ask], capture_output=True, text=True, check=True).stdout.strip()
    return Installed(rival, python, version)


def _our_version() -> str:
    import perdure

    return perdure.__version__


def _sqlite() -> str:
    import sqlite3

    return sqlite3.sqlite_version
