"""The figures as a picture: one group of bars per data set, one bar per way of asking. Written by hand, no library."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from perdure.bench.run import Result

COLOURS = {"bm25": "#b8c0cc", "vectors": "#8fa8c8", "words": "#4c8c6a", "default": "#1f5c8a"}
WIDTH, HEIGHT, TOP, LEFT, BAR, GAP = 900, 300, 40, 40, 18, 26


def chart(results: Sequence[Result]) -> str:
    """Recall@5 of every data set and level."""
    groups = [(f"{r.title} {r.level}", [(way, r.figures(way).recall_5) for way in r.ways]) for r in results]
    width = max(WIDTH, LEFT + sum(len(bars) * BAR + GAP + 60 for _, bars in groups))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT + 90}"'
        f' viewBox="0 0 {width} {HEIGHT + 90}" font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{HEIGHT + 90}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="20" font-size="14">Recall at 5</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = _y(share)
        parts.append(f'<line x1="{LEFT}" x2="{width - 10}" y1="{y}" y2="{y}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{share:.2f}</text>')
    x = LEFT + GAP // 2
    for title, bars in groups:
        room = max(len(bars) * BAR, 84)
        at = x + (room - len(bars) * BAR) // 2
        for way, value in bars:
            y = _y(value)
            parts.append(
                f'<rect x="{at}" y="{y}" width="{BAR - 3}" height="{HEIGHT - y}" fill="{COLOURS[way]}">'
                f"<title>{escape(title)}, {way}: {value:.3f}</title></rect>"
            )
            parts.append(f'<text x="{at + 7}" y="{y - 3}" text-anchor="middle" font-size="8">{value:.2f}</text>')
            at += BAR
        for n, word in enumerate(title.rsplit(" ", 1)):
            label = f'<text x="{x + room // 2}" y="{HEIGHT + 16 + 13 * n}" text-anchor="middle">{escape(word)}</text>'
            parts.append(label)
        x += room + GAP
    x = LEFT
    for way in dict.fromkeys(way for result in results for way in result.ways):
        parts.append(f'<rect x="{x}" y="{HEIGHT + 50}" width="12" height="12" fill="{COLOURS[way]}"/>')
        parts.append(f'<text x="{x + 17}" y="{HEIGHT + 60}">{escape(way)}</text>')
        x += 110
    return "\n".join([*parts, "</svg>"]) + "\n"


def _y(share: float) -> float:
    return round(HEIGHT - share * (HEIGHT - TOP), 1)
