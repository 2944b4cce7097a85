"""Clean runs of the kinds of which no record is kept, made anew: rated ones, questions, rooms, an imported pool."""

import itertools
from collections.abc import Callable
from pathlib import Path

from album import masked
from home.imported.sets import own_set, pool_of
from mindsight.album.plan import AlbumPlan
from mindsight.album.segmentation.kit import SegmentationKit
from mindsight.album.segmentation.procedure import SegmentationTest
from mindsight.cli import run as mindsight
from mindsight.pipeline import run_test
from mindsight.rating.campaigns.preparation import pictures_shown
from mindsight.rating.events import RATINGS, Question, RatingLog
from mindsight.rating.rated_run import write_rated_run
from mindsight.record.folder import RunFolder
from mindsight.record.model import Subject
from mindsight.report import write_report
from mindsight.subjects.spec import parse_subject
from rating.material import FACTS, draft, make_run

from .present import present

KIT, TESTED = "kit", "run"
"""Folders beside a rated run: the kit, and the run whose outputs were rated."""
_RATERS = ("a", "b", "c")


def rated(folder: Path) -> RunFolder:
    """Return a rated run of an enhancement."""
    return _rated(folder, make_run(folder), "enhancement")


def rated_segmentation(folder: Path) -> RunFolder:
    """Return a rated run of a segmentation."""
    kit, spec = masked.mask_kit(folder / KIT), parse_subject("baseline:centre")
    test = SegmentationTest(SegmentationKit(kit), spec, Subject(spec=spec.public, **FACTS), AlbumPlan())
    run = run_test(test, folder / TESTED)
    write_report(run)
    return _rated(folder, run, "segmentation")


def _rated(folder: Path, run: RunFolder, question: Question) -> RunFolder:
    seen = dict(pictures_shown(run.path, folder / KIT))
    with RatingLog(folder / RATINGS) as log:
        for number, (rater, item) in enumerate(itertools.product(_RATERS, seen), start=1):
            value = float(20 + 17 * number % 60)
            log.append(draft(run, number, rater=rater, item=item, question=question, value=value, seen=seen[item]))
    found = write_rated_run(run, folder / RATINGS, folder / "rated")
    write_report(found)
    return found


def imported(folder: Path) -> RunFolder:
    """Return a run of a built-in subject on an imported pool."""
    pool = pool_of(own_set(folder / "set", 4), folder / "pool", twins="set")[0].folder
    return _tested(folder, "--pool", str(pool), "--subject", "baseline:blind")


def questions(folder: Path) -> RunFolder:
    """Return a run of a built-in subject that was asked questions."""
    return _tested(folder, "--tasks", "object.left_right", "--trials", "4", "--subject", "baseline:blind")


def rooms(folder: Path) -> RunFolder:
    """Return a run of a built-in subject that was left alone in two rooms."""
    chosen = ("--tasks", "desk", "--scenes", "2", "--in-order", "0.5", "--no-media")
    return _tested(folder, "--mode", "autonomous", "--subject", "baseline:oracle", *chosen)


def _tested(folder: Path, *chosen: str) -> RunFolder:
    assert mindsight(["--lang", "en", "home", "run", *chosen, "--out", str(folder / TESTED)]) == 0
    return RunFolder(folder / TESTED)


MADE: dict[str, Callable[[Path], RunFolder]] = {
    "rated": rated, "rated-segmentation": rated_segmentation, "questions": questions, "rooms": rooms, "imported": imported,
}  # fmt: skip


def clean(kind: str, folder: Path) -> RunFolder:
    """Return a clean run of a kind, as the present version writes it."""
    return MADE[kind](folder) if kind in MADE else present(kind, folder)
