"""The figures of both READMEs, taken from docs/benchmarks.md: `python benchmarks/readme_figures.py` writes them in.

A figure stands in a README between two comments that are not seen: `<!--=search_p95-->11.8<!--/-->`.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
READMES = ("README.md", "README.zh.md")
_FIGURE = re.compile(r"<!--=(\w+)-->(.*?)<!--/-->")


def figures(page: str) -> dict[str, str]:
    """Every figure by its name, as the page gives it."""
    found = {**_locomo(page), **_peers(page), **_scale(page), **_reading(page), **_kills(page)}
    found["search_cpu"] = _of(page, r"^\| `perdure search` \|[^|]*\| ([\d.]+) s")
    found["hook_cpu"] = _of(page, r"^\| `perdure hook UserPromptSubmit` \|[^|]*\| ([\d.]+) s")
    return found


def with_figures(readme: str, known: dict[str, str]) -> str:
    """A README with today's figures."""
    return _FIGURE.sub(lambda found: f"<!--={found[1]}-->{known[found[1]]}<!--/-->", readme)


def _of(page: str, pattern: str) -> str:
    found = re.search(pattern, page, re.MULTILINE)
    if found is None:
        raise LookupError(f"the page has nothing like {pattern}")
    return found[1]


def _locomo(page: str) -> dict[str, str]:
    """The block of LoCoMo: the questions, then R@5 and R@10 of each way of asking."""
    start = page.index("| LoCoMo turns, categories 1–4")
    lines = page[start:].splitlines()[:4]
    found = {"locomo_questions": lines[0].split("|")[2].partition(",")[0].strip()}
    for name, line in zip(("words", "meaning", "default", "vectors"), lines, strict=True):
        cells = [cell.strip(" *") for cell in line.split("|")]
        found |= {f"locomo_{name}_5": cells[5], f"locomo_{name}_10": cells[6]}
    return found


PEERS = {
    "fts5": "SQLite FTS5",
    "chroma": "Chroma",
    "txtai": "txtai",
    "mem0": "mem0",
    "langgraph": "LangGraph",
    "mempalace": "MemPalace",
    "memori": "Memori",
    "perdure": "Perdure",
    "kept": "Perdure (kept only)",
}
PEER_COLUMNS = ("5", "10", "question", "ingest", "writes", "syncs", "killed", "two")


def _peers(page: str) -> dict[str, str]:
    """The table of peers, cell by cell: `peer_mem0_5`, and which version it was."""
    found: dict[str, str] = {}
    for name, title in PEERS.items():
        row = re.search(rf"^\| {re.escape(title)} ([\d.]+) \|(.*)\|$", page, re.MULTILINE)
        assert row is not None, title
        cells = [cell.strip() for cell in row[2].split("|")]
        found |= {f"peer_{name}_{column}": cell for column, cell in zip(PEER_COLUMNS, cells, strict=True)}
        found[f"peer_{name}_version"] = row[1]
        found[f"peer_{name}_question"] = found[f"peer_{name}_question"].partition("/")[0] + " ms"
    return found


def _scale(page: str) -> dict[str, str]:
    embed = re.search(r"local embedder takes ([\d.]+)/([\d.]+) ms", page)
    assert embed is not None
    p95 = _of(page, r"^\| 10,000 \| [^|]* \| [\d.]+/([\d.]+) ms")
    return {"search_p95": p95, "embed_p50": embed[1], "embed_p95": embed[2]}


def _reading(page: str) -> dict[str, str]:
    """Percentages of the table of reading, by what its rows begin with."""
    rows = {
        "found": "statements found",
        "found_idiom": "said in idiom",
        "marked": "replaced, or both marked as doubtful",
        "obeyed": "a request to forget obeyed, of what was stored",
    }
    return {name: str(int(_of(page, rf"^\| {row} \| \d+ of \d+, \.(\d\d) \|"))) for name, row in rows.items()}


def _kills(page: str) -> dict[str, str]:
    pattern = r"kill -9 of the writing process, SQLite \| ([\d,]+) cycles, ([\d,]+) acknowledged writes, 0 lost"
    found = re.search(pattern, page)
    assert found is not None
    return {"kills": found[1], "acknowledged": found[2]}


if __name__ == "__main__":
    known = figures((ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8"))
    for name in READMES:
        file = ROOT / name
        file.write_text(with_figures(file.read_text(encoding="utf-8"), known), encoding="utf-8")
