"""The growth curve of `scale.py` as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 680, 380, 60, 40, 310
LINES = (
    ("cpu_p50_ms", "CPU p50", "#4c8c6a", ""),
    ("cpu_p95_ms", "CPU p95", "#1f5c8a", ""),
    ("p95_ms", "p95 on the clock", "#8a8a8a", "2 3"),
    ("fts5_cpu_p50_ms", "bare FTS5, CPU p50", "#b08a3a", ""),
    ("target_ms", "target (p95)", "#b04a4a", "5 4"),
)


def chart(rows: Sequence[dict[str, Any]]) -> str:
    """Milliseconds over the number of items, both axes by powers of ten."""
    low, high = min(row["items"] for row in rows), max(row["items"] for row in rows)
    span = math.log10(high / low) or 1.0

    def x(items: float) -> float:
        return round(LEFT + (WIDTH - LEFT - 40) * math.log10(items / low) / span, 1)

    def y(ms: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (math.log10(max(ms, 0.1)) + 1) / 4, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="22" font-size="14">search_memory, milliseconds by items in one agent</text>',
    ]
    for ms in (0.1, 1, 10, 100, 1000):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 20}" y1="{y(ms)}" y2="{y(ms)}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(ms) + 4}" text-anchor="end">{ms:g}</text>')
    for row in rows:
        parts.append(f'<text x="{x(row["items"])}" y="{BOTTOM + 18}" text-anchor="middle">{row["items"]:,}</text>')
    for n, (name, title, colour, dashes) in enumerate(LINES):
        points = [(x(row["items"]), y(row[name])) for row in rows if row.get(name)]
        line = " ".join(f"{a},{b}" for a, b in points)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
        )
        parts += [f'<circle cx="{a}" cy="{b}" r="3" fill="{colour}"/>' for a, b in points]
        parts.append(f'<rect x="{LEFT + 120 * n}" y="{HEIGHT - 26}" width="12" height="4" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + 120 * n + 17}" y="{HEIGHT - 20}">{title}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
