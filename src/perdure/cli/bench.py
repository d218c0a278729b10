"""`perdure bench`: how well memory finds things and takes them in, on our own data and on what you have on disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perdure.cli.answer import answer, note
from perdure.cli.place import CommandPlace, UsageError
from perdure.cli.progress import Progress
from perdure.config import default_embedder
from perdure.errors import Unsupported
from perdure.messages import say

if TYPE_CHECKING:
    from rich.table import Table

    from perdure.bench.run import Result, Step


def recall(
    place: CommandPlace,
    data: Annotated[Path, typer.Option(help="Folder with the data sets.", show_default=False)],
    only: Annotated[
        str | None, typer.Option(help="Only these data sets, comma-separated, e.g. locomo,realmem.", show_default=False)
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(min=1, help="Questions per data set, evenly spread (default: all).", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 0,
    cache: Annotated[Path | None, typer.Option(help="Cache vectors in this file.", show_default=False)] = None,
    answers: Annotated[
        Path | None,
        typer.Option(help="Save results per question in this file, to resume an interrupted run.", show_default=False),
    ] = None,
    chart: Annotated[Path | None, typer.Option(help="Write a chart to this SVG file.", show_default=False)] = None,
) -> None:
    """Measure how well memory finds things.

    On LoCoMo, LongMemEval, LifeBench, MADial, RealMem and FactConsolidation, as far as you have them.
    Runs in a temporary home; your own memories are not touched.
    """
    import asyncio

    from perdure import __version__
    from perdure.bench.answers import Answers
    from perdure.bench.chart import chart as draw
    from perdure.bench.datasets import DATASETS
    from perdure.bench.run import model_of, run

    chosen = _chosen(data, only)
    embedder = default_embedder()
    model = model_of(embedder, cache)
    held = Answers(answers, {"version": __version__, "embedder": "none" if model is None else model.name})
    results: list[Result] = []
    for name in chosen:
        with Progress("reading") as progress:
            results += asyncio.run(
                run(DATASETS[name], data, model=model, step=_step(progress), sample=sample, seed=seed, answers=held)
            )
    if chart is not None:
        try:
            chart.write_text(draw(results), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"`{chart}` cannot be written: {error.strerror}", hint=say("hint.other_file")) from None
    shape = {"embedder": embedder, "results": [result.as_json() for result in results]}
    answer(place, shape, lambda: [_table(result) for result in results])


def intake(
    place: CommandPlace,
    data: Annotated[
        Path | None,
        typer.Option(help="Folder with RealMem and FactConsolidation, if you have them.", show_default=False),
    ] = None,
    part: Annotated[
        str | None, typer.Option(help="Only one part of the labelled turns, e.g. test.", show_default=False)
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="Maximum RealMem sessions, or conversations of each set.", show_default=False),
    ] = None,
    cases: Annotated[
        Path | None, typer.Option(help="Measure only decisions, on the cases in this file.", show_default=False)
    ] = None,
    embedder: Annotated[
        str | None,
        typer.Option(help="Embedder for the cases, e.g. none (default: the configured one).", show_default=False),
    ] = None,
    reader: Annotated[bool, typer.Option("--reader", help="Read the cases with the packaged reader too.")] = False,
    errors: Annotated[bool, typer.Option("--errors", help="List failed cases, with the reason.")] = False,
    sheet: Annotated[
        Path | None,
        typer.Option(help="Write a sheet (CSV) of real conversations in --data, for you to judge.", show_default=False),
    ] = None,
    judged: Annotated[Path | None, typer.Option(help="Count a sheet that was judged.", show_default=False)] = None,
) -> None:
    """Measure what memory makes of a conversation.

    On our labelled turns, on cases of decisions, and on data sets that you have on disk.
    Runs in a temporary home; your own memories are not touched.
    """
    if sheet is not None or judged is not None:
        _sheet(place, sheet, judged, data, limit)
        return
    from perdure.bench.intake.cases import DECISIONS

    shape: dict[str, Any] = {}
    with Progress("reading") as progress:
        step = _step(progress)
        if cases is None:
            shape |= _labelled(part, data, limit, step)
        if cases is not None or (part is None and DECISIONS.exists()):
            shape["decisions"] = _decisions(cases or DECISIONS, embedder, step, reader=reader, errors=errors)
    if cases is None and part is None and not DECISIONS.exists():
        note("this package contains no decision cases: pass your own file with `--cases`")
    answer(place, shape, lambda: _intake(shape))


def _sheet(place: CommandPlace, sheet: Path | None, judged: Path | None, data: Path | None, limit: int | None) -> None:
    """Write a sheet for a person to judge, or count one."""
    import asyncio

    from perdure.bench.intake.sheet import count_sheet, write_sheet

    if judged is not None:
        shape = count_sheet(judged)
    elif sheet is None or data is None or not data.is_dir():
        raise UsageError("a sheet needs `--data`, a folder of conversations", hint=say("hint.bench_folder"))
    else:
        with Progress("conversations") as progress:
            shape = asyncio.run(write_sheet(data, sheet, limit, _step(progress)))
    answer(place, shape, lambda: [f"{name}: {value}" for name, value in shape.items()])


def _labelled(part: str | None, data: Path | None, limit: int | None, step: Step) -> dict[str, Any]:
    """The labelled turns, and the data sets that the folder holds."""
    import asyncio

    from perdure.bench.intake import data as sets
    from perdure.bench.intake import labelled

    turns = labelled.shapes(part)
    if not turns:
        raise UsageError(f"there is no part `{part}`", hint=say("hint.bench_sets"))
    if data is not None and not data.is_dir():
        raise UsageError(f"`--data` must be a folder: there is none at `{data}`", hint=say("hint.bench_folder"))
    shape: dict[str, Any] = {"labelled": asyncio.run(labelled.measure(turns, step)).as_json()}
    if data is not None and all((data / name).exists() for name in (sets.MEMORIES, sets.SESSIONS)):
        shape["realmem"] = asyncio.run(sets.realmem(data, limit, step))
    if data is not None and (data / sets.FACTS).exists():
        shape["factconsolidation"] = asyncio.run(sets.consolidation(data, step))
    return shape


def _decisions(path: Path, embedder: str | None, step: Step, *, reader: bool, errors: bool) -> dict[str, Any]:
    """What memory decided on the cases of a file."""
    import asyncio

    from perdure.bench.intake.cases import read_cases
    from perdure.bench.intake.decisions import measure_decisions
    from perdure.bench.run import model_of

    name = embedder or default_embedder()
    try:
        model = model_of(name)
    except Unsupported:
        if embedder is not None:
            raise
        name, model = "none", None  # the default one is not installed: words alone decide
    counts = asyncio.run(measure_decisions(read_cases(path), step, model=model, reader=reader))
    shape: dict[str, Any] = {"embedder": name, "groups": counts.as_json()}
    return {**shape, "errors": counts.errors} if errors else shape


def _step(progress: Progress) -> Step:
    return lambda title, done, total: progress.reached(done, total, title)


def _intake(shape: dict[str, Any]) -> list[Table | str]:
    lines: list[Table | str] = []
    if "labelled" in shape:
        lines += _labelled_lines(shape["labelled"])
    if "decisions" in shape:
        lines += _decision_lines(shape["decisions"])
    return [*lines, *(f"{name}: {shape[name]}" for name in ("realmem", "factconsolidation") if name in shape)]


def _labelled_lines(labelled: dict[str, Any]) -> list[Table | str]:
    from rich import box
    from rich.table import Table

    names = ("expected", "found", "precision", "recall", "type_accuracy", "key_accuracy", "update_accuracy")
    more = ("retraction_accuracy", "nothing_turns", "nothing_clean", "junk_rate", "duplicate_rate")
    table = Table(title="Labelled turns", box=box.SIMPLE, title_justify="left")
    for heading in ("", *(name.replace("_", " ") for name in (*names, *more))):
        table.add_column(heading, justify="right")
    for group, count in labelled["groups"].items():
        cells = (count[name] for name in (*names, *more))
        table.add_row(group, *("-" if c is None else str(c) if isinstance(c, int) else f"{c:.3f}" for c in cells))
    lines: list[Table | str] = [table, "errors:"]
    for error in labelled["errors"]:
        lines.append(f"  {error['id']} {error['said']!r}")
        lines += [f"    missed {missed['change']} {missed}" for missed in error["missed"]]
        lines += [f"    wrong {wrong}" for wrong in error["wrong"]]
    return lines


def _decision_lines(decisions: dict[str, Any]) -> list[Table | str]:
    from rich import box
    from rich.table import Table

    from perdure.bench.intake.verdicts import MEASURES

    groups = decisions["groups"]
    table = Table(title="Decisions", box=box.SIMPLE, title_justify="left")
    table.add_column("measure")
    for group in groups:
        table.add_column(group, justify="right")
    table.add_row("cases", *(str(counts["cases"]) for counts in groups.values()))
    for name in MEASURES:
        cells = (f"{counts[name]['n']}/{counts[name]['of']}" for counts in groups.values())
        table.add_row(name.replace("_", " "), *cells)
    lines: list[Table | str] = [table]
    for error in decisions.get("errors", ()):
        lines.append(f"{error['id']} {' / '.join(error['said'])}")
        lines += [f"    {wrong['measure'].replace('_', ' ')}: {wrong['why']}" for wrong in error["errors"]]
    return lines


def _chosen(data: Path, only: str | None) -> list[str]:
    """The data sets to run: those that were named, or all whose files are there."""
    from perdure.bench.datasets import DATASETS

    if not data.is_dir():
        raise UsageError(f"`--data` must be a folder: there is none at `{data}`", hint=say("hint.bench_folder"))
    there = [name for name, dataset in DATASETS.items() if dataset.is_in(data)]
    if only is not None:
        wanted = [name.strip() for name in only.split(",") if name.strip()]
        names = [name for name in DATASETS if any(name == w or name.startswith(w + "_") for w in wanted)]
        unknown = [w for w in wanted if not any(name == w or name.startswith(w + "_") for name in DATASETS)]
        if unknown:
            raise UsageError(
                f"no data set `{unknown[0]}`", hint=say("hint.there_are", names=[f"`{name}`" for name in DATASETS])
            )
        missing = [name for name in names if name not in there]
        if missing:
            files = [f"`{name}`" for name in DATASETS[missing[0]].files[0]]
            raise UsageError(f"`{data}` does not hold `{missing[0]}`", hint=say("hint.bench_files", files=files))
        there = names
    if not there:
        raise UsageError(
            f"`{data}` contains no known data set",
            hint=say("hint.bench_example"),
        )
    return there


def _table(result: Result) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=f"{result.title}, {result.level}", box=box.SIMPLE, title_justify="left")
    for heading in ("category", "questions", "asked by", "R@1", "R@5", "R@10", "MRR", "NDCG@10"):
        table.add_column(heading, justify="left" if heading in ("category", "asked by") else "right")
    for category in result.categories:
        for n, way in enumerate(result.ways):
            values = result.figures(way, category).as_json().values()
            head = (category, str(result.count(category))) if n == 0 else ("", "")
            table.add_row(*head, way, *(f"{value:.3f}" for value in values))
        table.add_section()
    return table
