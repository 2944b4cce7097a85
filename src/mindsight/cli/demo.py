"""``mindsight demo``: run all suites on bundled photographs, a few generated household tasks and a few generated clips."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.demo_alone import leave_alone
from mindsight.cli.demo_questions import ask_questions
from mindsight.cli.demo_ratings import RATED, lines_of, rate_outputs
from mindsight.cli.demo_review import review_kit
from mindsight.cli.shared.console import LISTENER, out, progress, show, tell
from mindsight.cli.shared.interrupts import demo_left, explained, tasks_left
from mindsight.cli.shared.runs import run_test
from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
from mindsight.cli.shared.work import Work
from mindsight.text import mark, text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mindsight.record.blocks import Block
    from mindsight.text import Text

_PAGES = (
    "enhancement.html",
    "classification.html",
    "segmentation.html",
    "product.html",
    "home.html",
    "questions.html",
    "alone.html",
    "vsig.html",
)
_ALBUM = ("enhancement", "classification", "segmentation")
_REVIEWED = "enhancement"
"""The kit whose data are reviewed before products are tested on it."""
_HOME, _QUESTIONS, _ALONE, _VSIG, _RATINGS = "home", "questions", "alone", "vsig", "ratings"
_PRODUCT = ("enhancement/nlmeans", "classification/texture-knn", "segmentation/grabcut")
"""The runs that the product report joins, as if one product had these three functions."""
_RESULTS = frozenset({"summary", "home-summary"})
_TRIALS = 2
_HOME_BASELINES = ("oracle", "refuse", "random")
_FILMED = frozenset({"oracle"})
"""The run whose pictures are kept: drawing them takes most of the time."""


def demo(
    where: Path = typer.Option(
        Path("demo"), "--out", "-o", help=mark("Folder to make; an earlier demo in it is replaced.")
    ),
    workers: int = typer.Option(2, "--workers", min=1, help=mark("Processes that work side by side.")),
) -> int:
    """Run all suites on bundled and generated data."""
    _clear(where)
    with explained(demo_left, where):
        tell(text("Demonstration data: crops of the photographs that are part of scikit-image and scikit-learn."))
        written = [line for kind in _ALBUM for line in _album(where, kind, workers)]
        rated = rate_outputs([where / name for name in RATED], where / _RATINGS)
        written += [
            *lines_of(rated),
            _joined(where, rated),
            *_household(where / _HOME, workers),
            *_asked(where / _QUESTIONS, workers),
            *_left_alone(where / _ALONE, workers),
            *_clips(where / _VSIG, workers),
        ]
    out().print()
    for line in written:
        show(line)
    return _verify(where)


def _verify(where: Path) -> int:
    """Verify every run of the demonstration and show a line for each; 1 if one is not what its record gives."""
    from mindsight.record import checker
    from mindsight.record.folder import MANIFEST, RunFolder
    from mindsight.verification.verifying import rebuild_and_compare

    runs, lines, wrong = sorted(file.parent for file in where.glob(f"*/*/{MANIFEST}")), [], 0
    with progress(text("verifying")) as step:
        for number, run in enumerate(runs):
            step(number, len(runs))
            said = [finding.say(settings.language) for finding in checker.check(str(run))[0]]
            verdict = rebuild_and_compare(RunFolder.open(run))
            found = said or verdict.findings or verdict.uncompared
            wrong += bool(found)
            lines.append(
                text("{folder}: is not what its record gives: {finding}", folder=str(run), finding=found[0])
                if found
                else text("verified: {folder}: numbers and pages follow from its record", folder=str(run))
            )
    for line in lines:
        show(line)
    return EXIT_ITEMS_FAILED if wrong else 0


def _clear(where: Path) -> None:
    """Create the folder, or remove an earlier demonstration from it and nothing else."""
    from mindsight.album.kits.demonstration import SIGN
    from mindsight.errors import InputError

    if where.exists() and any(where.iterdir()) and not (where / SIGN).is_file():
        raise InputError(
            "{folder}: exists and is not an earlier demo; choose another folder with --out", folder=str(where)
        )
    made = {*_ALBUM, _HOME, _QUESTIONS, _ALONE, _VSIG, _RATINGS}
    present = {path.name for path in where.iterdir()} if where.exists() else set()
    if foreign := present - made - {SIGN, *_PAGES}:
        names = ", ".join(sorted(foreign)[:5])
        raise InputError("{folder}: holds files that are not the demo's ({names})", folder=str(where), names=names)
    for name in made:
        shutil.rmtree(where / name, ignore_errors=True)
    for name in _PAGES:
        (where / name).unlink(missing_ok=True)
    where.mkdir(parents=True, exist_ok=True)
    (where / SIGN).write_text("made by mindsight demo; replaced by the next one\n", encoding="utf-8")


def _album(where: Path, kind: str, workers: int) -> list[Text]:
    """Test the built-in products of a kind on a kit of bundled photographs; return the lines to print."""
    from mindsight.album.kits.demonstration import BASELINES
    from mindsight.album.kits.operator_sheet import write_operator_sheet
    from mindsight.cli.records.compare import compare_on_page

    folder, page = where / kind, where / f"{kind}.html"
    with progress(text("preparing")) as step:
        _MAKERS[kind](folder, workers, step)
    write_operator_sheet(folder / "kit", language=settings.language)
    reviewed = review_kit(folder / "kit", workers) if kind == _REVIEWED else []
    runs = [folder / name for name in BASELINES[kind]]
    for run in runs:
        _run(folder / "kit", run, workers)
    compare_on_page(runs, page, seed=7)
    return [*reviewed, *_written(runs, page)]


def _written(runs: list[Path], page: Path) -> list[Text]:
    reports = [text("report: {file}", file=str(run / "report.html")) for run in runs]
    return [*reports, text("comparison: {file}", file=str(page))]


def _for_enhancement(folder: Path, workers: int, step: Callable[[int, int], None]) -> None:
    from mindsight.album.enhancement.preparation import Recipe, make_enhancement_kit
    from mindsight.album.kits.demonstration import cut_photographs
    from mindsight.album.profile import load_profile

    photographs = folder / "photographs"
    cut_photographs(photographs)
    recipe = Recipe(load_profile(), seed=7, scale=None, demonstration=True)
    make_enhancement_kit(photographs, folder / "kit", recipe, cluster="folder", workers=workers, progress=step)


def _for_classification(folder: Path, workers: int, step: Callable[[int, int], None]) -> None:
    from mindsight.album.classification.preparation import ClassRecipe, images_of_folders, make_classification_kit
    from mindsight.album.kits.demonstration import cut_classes
    from mindsight.album.profile import load_profile

    photographs = folder / "photographs"
    cut_classes(photographs)
    found, _ = images_of_folders(photographs)
    recipe = ClassRecipe(load_profile(kind="classification"), {}, demonstration=True)
    make_classification_kit(found, folder / "kit", recipe, source=photographs, workers=workers, progress=step)


def _for_segmentation(folder: Path, workers: int, step: Callable[[int, int], None]) -> None:
    from mindsight.album.kits.demonstration import compose_cutouts
    from mindsight.album.profile import load_profile
    from mindsight.album.segmentation.preparation import MaskRecipe, make_segmentation_kit, material

    images, masks = folder / "photographs", folder / "masks"
    compose_cutouts(images, masks)
    recipe = MaskRecipe(load_profile(kind="segmentation"), demonstration=True)
    make_segmentation_kit(material(images, masks), folder / "kit", recipe, workers=workers, progress=step)


_MAKERS = {
    "enhancement": _for_enhancement,
    "classification": _for_classification,
    "segmentation": _for_segmentation,
}


def _run(kit: Path, run: Path, workers: int) -> None:
    from mindsight.album.plan import AlbumPlan, Facts
    from mindsight.album.products.conventions import Conventions
    from mindsight.album.running import choose
    from mindsight.cli.album.testing import run_and_show
    from mindsight.execution.making import Making

    # All baselines count as functions of one product, so that a product report can join them.
    facts = Facts(name="mindsight baselines")
    plan = AlbumPlan(sensitivity=True, conventions=Conventions(mask_from="mask"))
    chosen = choose(kit, f"baseline:{run.name}", facts=facts, plan=plan)
    chosen = chosen._replace(details={"function": run.name})
    run_and_show(chosen, Making(out=run, workers=workers), quiet=True)


def _joined(where: Path, rated: list[Path]) -> Text:
    """Join three of the runs as functions of one product, with what raters said; return the line that names the page."""
    from mindsight.cli.album.report import join_on_page

    page = where / "product.html"
    _show(join_on_page([*(where / name for name in _PRODUCT), *rated], None, page).blocks)
    return text("product report: {file}", file=str(page))


def _household(where: Path, workers: int) -> list[Text]:
    """Run three baselines on a few household tasks; return the lines to print, or none if drawing is impossible."""
    from mindsight.engine.needs import need_engine
    from mindsight.errors import MissingExtra

    try:
        need_engine()
    except MissingExtra as error:
        tell(text("The household tasks are left out: {reason}", reason=error.text), style="yellow")
        return []
    tell(text("A few household tasks, generated and proved solvable, for three built-in subjects."))
    runs = [where / name for name in _HOME_BASELINES]
    _run_tasks(runs, workers)
    return _compared(runs, where.parent / "home.html")


def _asked(where: Path, workers: int) -> list[Text]:
    """Ask three baselines a few questions about what is seen; return the lines to print, or none if drawing is impossible."""
    runs = ask_questions(where, workers)
    return _compared(runs, where.parent / "questions.html") if runs else []


def _left_alone(where: Path, workers: int) -> list[Text]:
    """Leave two baselines alone in rooms with needs; return the lines to print, or none if drawing is impossible."""
    runs = leave_alone(where, workers)
    return _compared(runs, where.parent / "alone.html") if runs else []


def _clips(where: Path, workers: int) -> list[Text]:
    """Run three baselines on a few generated clips; return the lines to print, or none if filming is impossible."""
    from mindsight.cli.demo_clips import ground_clips

    runs = ground_clips(where, workers)
    return _compared(runs, where.parent / "vsig.html") if runs else []


def _compared(runs: list[Path], page: Path) -> list[Text]:
    from mindsight.cli.records.compare import compare_on_page

    _show(compare_on_page(runs, page, seed=7).blocks)
    return _written(runs, page)


def _show(blocks: Sequence[Block]) -> None:
    from mindsight.cli.shared.terminal import block_view

    console = out()
    for block in blocks:
        if block.id in _RESULTS:
            console.print(block_view(block, settings.language, width=console.width))
            console.print()


def _run_tasks(runs: list[Path], workers: int) -> None:
    import tempfile

    from mindsight.home import tasks
    from mindsight.home.plan import Plan
    from mindsight.home.running.tasks import write_tasks
    from mindsight.home.suite import DATA_FILE, HomeTest
    from mindsight.record.model import Subject
    from mindsight.subjects.spec import SubjectSpec

    plan = Plan(tasks=tuple(tasks.load()), trials=_TRIALS)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        write_tasks(plan, data, Work(workers), LISTENER)
        for run in runs:
            own = plan.model_copy(update={"keep_pictures": run.name in _FILMED})
            spec = SubjectSpec("baseline", run.name)
            test = HomeTest(own, data, spec, Subject(spec=str(spec), name=run.name))
            run_test(test, run, resume=False, work=Work(workers), left=tasks_left)
