"""``mindsight home replay``: replay a task of a run and film it as MP4."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.shared.console import show, tell
from mindsight.cli.shared.options import RUN
from mindsight.cli.shared.runs import open_begun
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.engine.needs import need_engine
from mindsight.errors import InputError
from mindsight.text import mark


def replay_task(
    run: Path = RUN,
    task: str = typer.Argument(..., metavar="ID", help=mark("The task's id in the run, such as buttons-0001.")),
    where: Path | None = typer.Option(None, "--out", "-o", help=mark("MP4 file to write; by default ID.mp4.")),
) -> int:
    """Film a recorded task and print whether it went as recorded."""
    return film(run, task, Path(f"{task}.mp4") if where is None else where)


def film(run: Path, task: str, file: Path) -> int:
    """Write the film of a recorded task and print whether it went as recorded; return 1 if it did not."""
    if file.suffix.lower() != ".mp4":
        raise InputError("--out: {file} is not an MP4 file; name one that ends in .mp4", file=str(file))
    if any((folder / "manifest.json").is_file() for folder in file.resolve().parents):
        raise InputError("--out: {file} is in a run folder, whose files are sealed; choose another", file=str(file))
    folder = open_begun(run)
    need_engine()
    from mindsight.home.episodes.replay import replay

    replayed = replay(folder, task, file, language=settings.language)
    show(str(file))
    tell(replayed.finding, style="" if replayed.faithful else "yellow")
    return 0 if replayed.faithful else EXIT_ITEMS_FAILED
