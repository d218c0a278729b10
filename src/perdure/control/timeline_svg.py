"""A timeline as an SVG picture: a lane per key, a bar per version. Plain text and shapes, nothing is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from html import escape
from unicodedata import east_asian_width

from perdure.control.timeline import Stretch, Timeline

WIDTH, LEFT, RIGHT, TOP, LANE, BAR = 960, 200, 20, 40, 34, 18
TICKS = 6
_FILL = {"active": "#2e7d32", "superseded": "#b8860b", "retracted": "#b0413e", "pending": "#6a4c93"}


def as_svg(shown: Timeline) -> str:
    """The picture. Bars end where something was no longer believed; a line under a bar says when it was true."""
    lanes: dict[tuple[str, str], list[Stretch]] = {}
    for one in shown.stretches:
        lanes.setdefault((one.item.scope, one.item.key), []).append(one)
    start, end = _limits(shown)
    height = TOP + LANE * max(1, len(lanes)) + 30

    def x(moment: datetime | None) -> float:
        inside = min(max(moment or end, start), end)
        return round(LEFT + (WIDTH - LEFT - RIGHT) * ((inside - start) / (end - start)), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
        ' font-family="system-ui, sans-serif" font-size="12" role="img">',
        "<title>timeline</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        *_axis(start, end, height, x(start), x(end)),
    ]
    for row, (lane, stretches) in enumerate(sorted(lanes.items(), key=lambda pair: pair[1][0].believed_from)):
        y = TOP + row * LANE
        parts.append(f'<text x="8" y="{y + 13}" fill="#333333">{_cut(lane[1], 28)}</text>')
        for one in stretches:
            parts += _bar(one, x(one.believed_from), x(one.believed_to), x(one.true_from), x(one.true_to), y)
    return "\n".join([*parts, "</svg>", ""])


def _limits(shown: Timeline) -> tuple[datetime, datetime]:
    moments = [moment for one in shown.stretches for moment in (one.believed_from, one.believed_to) if moment]
    start, end = min(moments, default=shown.now), max([*moments, shown.now])
    return start, end if end > start else start + timedelta(days=1)


def _axis(start: datetime, end: datetime, height: int, first: float, last: float) -> Sequence[str]:
    form = "%Y-%m-%d" if end - start >= timedelta(days=TICKS) else "%m-%d %H:%M"
    parts = []
    for number in range(TICKS + 1):
        at = round(first + (last - first) * number / TICKS, 1)
        label = (start + (end - start) * number / TICKS).strftime(form)
        parts.append(f'<line x1="{at}" y1="{TOP - 8}" x2="{at}" y2="{height - 24}" stroke="#dddddd"/>')
        parts.append(f'<text x="{at}" y="{height - 8}" fill="#666666" text-anchor="middle">{label}</text>')
    return parts


def _bar(one: Stretch, left: float, right: float, true_left: float, true_right: float, y: int) -> list[str]:
    fill, width = _FILL[one.item.status.value], max(3.0, round(right - left, 1))
    said = f"{one.item.content} ({one.item.status.value}, {one.believed_from:%Y-%m-%d %H:%M})"
    bar = (
        f'<rect x="{left}" y="{y}" width="{width}" height="{BAR}" rx="3" fill="{fill}" fill-opacity="0.85">'
        f"<title>{escape(_plain(said))}</title></rect>"
    )
    parts = [bar]
    if (room := int(width // 7)) >= 3:
        parts.append(f'<text x="{left + 5}" y="{y + 13}" fill="#ffffff">{_cut(one.item.content, room)}</text>')
    if one.item.valid_from is not None or one.item.valid_to is not None:
        at = y + BAR + 4
        parts.append(f'<line x1="{true_left}" y1="{at}" x2="{true_right}" y2="{at}" stroke="{fill}" stroke-width="3"/>')
    return parts


def _cut(text: str, columns: int) -> str:
    """As much as fits, wide characters counted twice, safe to stand in a picture."""
    shown, used = "", 0
    for char in _plain(" ".join(text.split())):
        used += 2 if east_asian_width(char) in "WF" else 1
        if used > columns:
            return escape(shown) + "…"
        shown += char
    return escape(shown)


def _plain(text: str) -> str:
    """Without characters that XML does not allow."""
    return "".join(char if char.isprintable() else " " for char in text)
