"""``mindsight demo``: the whole way, on bundled photographs and on a few generated household tasks."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.common import out, settings, show, tell
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.text import Text

_ALBUM_PAGE, _HOME_PAGE, _HOME = "comparison.html", "home.html", "home"
_TRIALS = 2
_HOME_BASELINES = ("oracle", "refuse", "random")
_FILMED = frozenset({"oracle"})
"""Whose pictures are kept: drawing them takes most of the time."""


def demo(
    where: Path = typer.Option(
        Path("demo"), "--out", "-o", help=mark("Folder to make; an earlier demo in it is replaced.")
    ),
    workers: int = typer.Option(2, "--workers", min=1, help=mark("Processes that work side by side.")),
) -> int:
    """Run the whole way on data of our own."""
    from mindsight.cli.interrupts import demo_left, explained

    _clear(where)
    with explained(demo_left, where):
        written = [*_photographs(where, workers), *_household(where / _HOME, workers)]
    out().print()
    for line in written:
        show(line)
    return 0


def _clear(where: Path) -> None:
    """Make the folder, or empty it of an earlier demonstration and of nothing else."""
    from mindsight.album.demonstration import BASELINES, SIGN
    from mindsight.errors import InputError

    if where.exists() and any(where.iterdir()) and not (where / SIGN).is_file():
        raise InputError("{folder}: exists and is no earlier demo; choose another folder with --out", folder=str(where))
    made = {"photographs", "kit", _HOME, *BASELINES["enhancement"]}
    present = {path.name for path in where.iterdir()} if where.exists() else set()
    if foreign := present - made - {SIGN, _ALBUM_PAGE, _HOME_PAGE}:
        names = ", ".join(sorted(foreign)[:5])
        raise InputError("{folder}: holds files that are not the demo's ({names})", folder=str(where), names=names)
    for name in made:
        shutil.rmtree(where / name, ignore_errors=True)
    (where / _HOME_PAGE).unlink(missing_ok=True)
    where.mkdir(parents=True, exist_ok=True)
    (where / SIGN).write_text("made by mindsight demo; replaced by the next one\n", encoding="utf-8")


def _photographs(where: Path, workers: int) -> list[Text]:
    """Enhance bundled photographs with three baselines; return what was written."""
    from mindsight.album.demonstration import BASELINES
    from mindsight.cli.records import compare

    tell(text("Demonstration data: crops of the photographs that scikit-image and scikit-learn carry."))
    runs = [where / name for name in BASELINES["enhancement"]]
    _make_kit(where, workers)
    for run in runs:
        _enhance(where / "kit", run, workers)
    compare(runs, page=where / _ALBUM_PAGE, seed=7, as_json=False)
    return _written(runs, where / _ALBUM_PAGE)


def _written(runs: list[Path], page: Path) -> list[Text]:
    reports = [text("report: {file}", file=str(run / "report.html")) for run in runs]
    return [*reports, text("comparison: {file}", file=str(page))]


def _make_kit(where: Path, workers: int) -> None:
    from mindsight.album.demonstration import cut_photographs
    from mindsight.album.enhancement_preparation import Recipe, make_enhancement_kit
    from mindsight.album.operator_sheet import write_operator_sheet
    from mindsight.album.profile import load_profile
    from mindsight.cli.common import progress

    photographs, kit = where / "photographs", where / "kit"
    cut_photographs(photographs)
    recipe = Recipe(load_profile(), seed=7, scale=None, demonstration=True)
    with progress(text("preparing")) as step:
        make_enhancement_kit(photographs, kit, recipe, cluster="folder", workers=workers, progress=step)
    write_operator_sheet(kit, language=settings.language)


def _enhance(kit: Path, run: Path, workers: int) -> None:
    from mindsight.album.execution import Options
    from mindsight.cli.album import run_and_show
    from mindsight.cli.album_product import ask_facts
    from mindsight.subjects.spec import SubjectSpec

    spec = SubjectSpec("baseline", run.name)
    run_and_show(kit, spec, ask_facts(spec, {}), Options(), where=run, resume=None, workers=workers, quiet=True)


def _household(where: Path, workers: int) -> list[Text]:
    """Let three baselines do a few household tasks; return what was written, nothing where nothing can be drawn."""
    from mindsight.cli.home_run import need_engine
    from mindsight.cli.records import compare
    from mindsight.errors import MissingExtra

    try:
        need_engine()
    except MissingExtra as error:
        tell(text("The household tasks are left out: {reason}", reason=error.text), style="yellow")
        return []
    tell(text("A few household tasks, generated and proved solvable, for three built-in subjects."))
    runs = [where / name for name in _HOME_BASELINES]
    _play(runs, workers)
    page = where.parent / _HOME_PAGE
    compare(runs, page=page, seed=7, as_json=False)
    return _written(runs, page)


def _play(runs: list[Path], workers: int) -> None:
    import tempfile
    from dataclasses import replace

    from mindsight.cli.home_choices import Choices
    from mindsight.cli.home_run import play_tasks, prepare_data
    from mindsight.home import tasks
    from mindsight.home.suite import DATA_FILE

    choices = Choices(spec="baseline:oracle", tasks=tuple(tasks.load()), trials=_TRIALS)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        prepare_data(choices, data, workers)
        for run in runs:
            own = replace(choices, spec=f"baseline:{run.name}", keep_pictures=run.name in _FILMED)
            play_tasks(own, data, run, workers=workers)
