"""The figures as a table in Markdown, with what failed in its cell and the whole error below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

HEAD = (
    "| | R@5 | R@10 | question, CPU p50/p95 | taking in 1,000 turns, CPU | single writes, one after the other"
    " | syncs a write | kill -9: lost of acknowledged | two writers: lost, refused |"
)
Cell = Callable[[Mapping[str, Any]], str]


def table(told: Mapping[str, Any]) -> str:
    """All rows, then a line for each error."""
    errors: list[str] = []
    lines = [HEAD, "|" + "---|" * (HEAD.count("|") - 1)]
    lines += [_row(row, errors) for row in told["peers"]]
    asked = next((row["recall"]["questions"] for row in told["peers"] if "questions" in row.get("recall", {})), 0)
    said = f"{', '.join(told['conversations'])}: {told['turns']:,} turns, {asked} questions"
    return "\n".join([said, "", *lines, *(["", *errors] if errors else [])])


def _row(row: Mapping[str, Any], errors: list[str]) -> str:
    name = f"{row['name']} {row['version']}" if "version" in row else row["name"]
    if "error" in row:
        errors.append(f"- {row['name']}: {row['error']}")
        return f"| {name} | {' | '.join(['not installed'] * 8)} |"

    def cell(part: str, show: Cell) -> str:
        found = row.get(part)
        if found is None:
            return "not counted"
        if "error" in found:
            errors.append(f"- {row['name']}, {part.replace('_', ' ')}: {found['error']}")
            return "failed"
        if "first_error" in found:
            errors.append(f"- {row['name']}, {part.replace('_', ' ')}: {found['first_error']}")
        return show(found)

    recall = [
        cell("recall", lambda found: _share(found["r5"])),
        "" if _failed(row) else _share(row["recall"]["r10"]),
        "" if _failed(row) else f"{row['recall']['query_ms_p50']:g}/{row['recall']['query_ms_p95']:g} ms",
        "" if _failed(row) else f"{row['recall']['ingest_s_per_1000']:g} s",
    ]
    rest = [
        cell("writes", lambda found: f"{found['per_second']:g}/s ({found['cpu_ms']:g} ms CPU)"),
        cell("syncs", lambda found: f"{found['per_write']:g}"),
        cell("kills", lambda found: f"{found['lost']} of {found['acknowledged']}"),
        cell("two_writers", lambda found: f"{found['lost']}, {found['refused']} of {found['written']}"),
    ]
    return f"| {' | '.join([name, *recall, *rest])} |"


def _failed(row: Mapping[str, Any]) -> bool:
    return "error" in row["recall"]


def _share(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")
