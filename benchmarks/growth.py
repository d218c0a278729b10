"""Growth curves as pictures: of one run of `scale.py`, or what searching, composing and writing cost on both engines.

    python -m benchmarks.growth sqlite.json postgres.json --out docs/growth.svg

The files hold what `python -m benchmarks.scale --json` printed, one run to a line; a later run of a size counts.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 680, 380, 60, 40, 310
LINES = (
    ("cpu_p50_ms", "CPU p50", "#4c8c6a", ""),
    ("cpu_p95_ms", "CPU p95", "#1f5c8a", ""),
    ("p95_ms", "p95 on the clock", "#8a8a8a", "2 3"),
    ("fts5_cpu_p50_ms", "bare FTS5, CPU p50", "#b08a3a", ""),
    ("target_ms", "target (p95)", "#b04a4a", "5 4"),
)
PANELS = (
    ("search_cpu_ms", "search_memory"),
    ("compose_cpu_ms", "compose"),
    ("write_cpu_ms", "upsert_recall"),
)
COLOURS = ("#4c8c6a", "#1f5c8a", "#b08a3a")
PANEL, GAP = 260, 70


def chart(rows: Sequence[dict[str, Any]]) -> str:
    """Milliseconds over the number of items, both axes by powers of ten."""
    parts = [
        _opened(WIDTH, HEIGHT),
        f'<text x="{LEFT}" y="22" font-size="14">search_memory, milliseconds by items in one agent</text>',
    ]
    series = [(name, colour, dashes, rows) for name, _, colour, dashes in LINES]
    parts += _panel(series, LEFT, WIDTH - LEFT - 40)
    for n, (_, title, colour, _) in enumerate(LINES):
        parts += _legend(LEFT + 120 * n, HEIGHT - 26, title, colour)
    return "\n".join([*parts, "</svg>"]) + "\n"


def curves(runs: Mapping[str, Sequence[dict[str, Any]]]) -> str:
    """CPU of a search, a composed context and a write over the number of items, a line for each engine."""
    width = LEFT + len(PANELS) * (PANEL + GAP)
    parts = [_opened(width, HEIGHT)]
    for n, (name, title) in enumerate(PANELS):
        left = LEFT + n * (PANEL + GAP)
        parts.append(f'<text x="{left}" y="22" font-size="14">{title}, ms of CPU</text>')
        lines = [(name, COLOURS[at], "", rows) for at, rows in enumerate(runs.values())]
        parts += _panel(lines, left, PANEL)
    for n, engine in enumerate(runs):
        parts += _legend(LEFT + 220 * n, HEIGHT - 26, engine, COLOURS[n])
    return "\n".join([*parts, "</svg>"]) + "\n"


def _opened(width: int, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' font-family="sans-serif" font-size="11">\n<rect width="{width}" height="{height}" fill="#ffffff"/>'
    )


def _panel(series: Sequence[tuple[str, str, str, Sequence[dict[str, Any]]]], left: float, width: float) -> list[str]:
    """Axes by powers of ten, and a line for each column of its rows."""
    sizes = sorted({row["items"] for *_, rows in series for row in rows})
    span = math.log10(sizes[-1] / sizes[0]) or 1.0

    def x(items: float) -> float:
        return round(left + width * math.log10(items / sizes[0]) / span, 1)

    def y(ms: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (math.log10(max(ms, 0.1)) + 1) / 4, 1)

    parts: list[str] = []
    for ms in (0.1, 1, 10, 100, 1000):
        parts.append(f'<line x1="{left}" x2="{left + width + 10}" y1="{y(ms)}" y2="{y(ms)}" stroke="#dddddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y(ms) + 4}" text-anchor="end">{ms:g}</text>')
    parts += [f'<text x="{x(n)}" y="{BOTTOM + 18}" text-anchor="middle">{_short(n)}</text>' for n in sizes]
    for name, colour, dashes, rows in series:
        points = [(x(row["items"]), y(row[name])) for row in rows if row.get(name)]
        line = " ".join(f"{a},{b}" for a, b in points)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
        )
        parts += [f'<circle cx="{a}" cy="{b}" r="3" fill="{colour}"/>' for a, b in points]
    return parts


def _legend(left: float, top: float, title: str, colour: str) -> list[str]:
    return [
        f'<rect x="{left}" y="{top}" width="12" height="4" fill="{colour}"/>',
        f'<text x="{left + 17}" y="{top + 6}">{title}</text>',
    ]


def _short(number: int) -> str:
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return str(number)


def _rows(file: Path) -> list[dict[str, Any]]:
    """The rows of every run in a file, by size; a later one of a size counts."""
    runs = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("{")]
    found = {row["items"]: row for run in runs for row in run.get("rows", [])}
    return [found[size] for size in sorted(found)]


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sqlite", type=Path)
    parser.add_argument("postgres", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(words)
    runs = {"SQLite": _rows(options.sqlite), "PostgreSQL, with the server's": _rows(options.postgres)}
    options.out.write_text(curves(runs), encoding="utf-8")


if __name__ == "__main__":
    main()
