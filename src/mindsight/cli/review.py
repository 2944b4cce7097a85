"""``mindsight review``: review the quality of a data set by home 6.2 before it is used."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.shared.console import LISTENER, progress, show, tell
from mindsight.cli.shared.console import out as results
from mindsight.cli.shared.options import WORKERS
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.cli.shared.work import ADDRESS, ENGINE, shared_out
from mindsight.errors import InputError
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.review.findings import Review


def review(
    context: typer.Context,
    data: Path = typer.Argument(
        ..., help=mark("Folder of the data set: photographs, an album kit, annotated clips, or a household run.")
    ),
    folder: Path | None = typer.Option(
        None,
        "--out",
        "-o",
        metavar="DIR",
        help=mark("Folder to make; an interrupted review in it goes on. By default one under runs/."),
    ),
    declare: Path | None = typer.Option(
        None,
        "--declare",
        metavar="FILE",
        help=mark("TOML file with what people answer for: sources, consent, labelling."),
    ),
    before: Path | None = typer.Option(
        None, "--before", metavar="DIR", help=mark("Review of the version before; what changed since then is counted.")
    ),
    scores: tuple[Path, Path] | None = typer.Option(
        None,
        "--scores",
        metavar="RUN RUN",
        help=mark(
            "Runs of one subject over the version before and over this one; what it scored on the unchanged part is said."
        ),
    ),
    fix: Path | None = typer.Option(
        None,
        "--fix",
        metavar="COPY",
        help=mark("Write a copy of the data without metadata into this new folder; nothing else is changed."),
    ),
    day: str | None = typer.Option(
        None, "--on", metavar="DATE", help=mark("Day that ages are counted to; today by default.")
    ),
    workers: int = WORKERS,
    engine: str = ENGINE,
    address: str = ADDRESS,
    as_json: bool = typer.Option(False, "--json", help=mark("Print what review.json holds.")),
) -> int:
    """Review a data set."""
    from mindsight.review.running import run

    work = shared_out(context, workers, engine, address)
    if fix is not None and fix.exists():
        raise InputError("{folder}: exists already; choose another folder", folder=str(fix))
    done = run(
        data,
        out=folder,
        declare=declare,
        before=before,
        scores=scores,
        on=_day(day),
        workers=work.workers,
        engine=work.chosen or "local",
        language=settings.language,
        listener=LISTENER,
    )
    if as_json:
        print((done.folder / "review.json").read_text(encoding="utf-8"), end="")
    else:
        _print(done.review)
        show(text("report: {file}", file=str(done.page)))
    if fix is not None:
        _fix(data, done.folder, fix)
    return EXIT_ITEMS_FAILED if done.review.failed else 0


def _print(found: Review) -> None:
    from mindsight.cli.shared.terminal import block_view
    from mindsight.review.words import OPEN, open_points, overview, summary

    console = results()
    wrong = found.model_copy(
        update={"checks": tuple(one for one in found.checks if one.state in {"failure", "warning"})}
    )
    if wrong.checks:
        console.print(block_view(overview(wrong), settings.language, width=console.width, rest="review.json"))
        console.print()
    for verdict, sentence in OPEN.items():
        if points := open_points(found, verdict, settings.language):
            show(sentence.model_copy(update={"args": {"points": points}}))
    show(summary(found))


def _fix(data: Path, folder: Path, copy: Path) -> None:
    from mindsight.review.cleaning import write_clean_copy
    from mindsight.review.readers.listing import list_files
    from mindsight.review.reviewing import traced_files

    with progress(text("writing the copy")) as step:
        done = write_clean_copy(data, list_files(data).files, copy, traced_files(folder), step)
    tell(
        text(
            "{folder}: {cleaned} files without their metadata, {copied} as they were; review the copy too",
            folder=str(copy),
            cleaned=done.cleaned,
            copied=done.copied,
        )
    )
    for name in done.left:
        tell(text("{file}: its metadata could not be taken out; it was copied as it is", file=name), style="yellow")


def _day(value: str | None) -> date | None:
    try:
        return None if value is None else date.fromisoformat(value)
    except ValueError as error:
        raise InputError("--on: {value} is no date; write YYYY-MM-DD", value=str(value)) from error
