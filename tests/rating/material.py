"""What the tests of ratings share: a rated trial run of five pictures, and a campaign of simulated raters."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.enhancement.procedure import EnhancementTest
from mindsight.album.plan import AlbumPlan
from mindsight.pipeline import run_test
from mindsight.rating.events import RatingDraft, RatingLog
from mindsight.rating.rated_run import seal_of
from mindsight.record.folder import RunFolder
from mindsight.record.model import Subject
from mindsight.report import write_report
from mindsight.subjects.spec import parse_subject
from record import trial

GOLDEN = Path(__file__).parents[1] / "golden" / "rating"
FACTS = {"name": "Album", "version": "5.2", "device": "Phone", "system": "Android 16", "network": "none"}


def sample() -> npt.NDArray[np.float64]:
    """Return the public sample of sureal: 79 videos x 26 raters on 1 to 5, one answer missing; two raters answer at random."""
    lines = (GOLDEN / "sureal_bt500_sample.txt").read_text("utf-8").split()
    return np.array([[np.nan if digit == "." else float(digit) for digit in line] for line in lines])


def make_run(folder: Path) -> RunFolder:
    """Return a sealed run of five pictures, the last of which has no output."""
    folder.mkdir(exist_ok=True)
    kit = trial.make_kit(folder / "kit")
    spec = parse_subject(f"folder:{trial.make_outputs(kit, folder / 'outputs')}")
    run = run_test(
        EnhancementTest(EnhancementKit(kit), spec, Subject(spec=spec.public, **FACTS), AlbumPlan()), folder / "run"
    )
    write_report(run)
    return run


def draft(run: RunFolder | None, number: int, /, **fields: Any) -> RatingDraft:
    """Return an answer of 50 to the first picture, or another one."""
    usual: dict[str, Any] = {
        "id": f"event-{number}",
        "campaign": "spring",
        "rater": "r1",
        "question": "enhancement",
        "phase": "scored",
        "item": "0001",
        "run": None if run is None else seal_of(run),
        "order": number,
        "value": 50.0,
    }
    return RatingDraft(**{**usual, **fields})


def campaign(
    path: Path,
    run: RunFolder,
    answers: Mapping[str, Sequence[float | None]],
    *others: Mapping[str, Any],
    name: str = "spring",
) -> Path:
    """Write a campaign in which each rater gives these answers to the pictures 0001, 0002, …, followed by other events."""
    given = [
        {"rater": rater, "item": f"{place:04}", "value": value, "order": place}
        for rater, values in answers.items()
        for place, value in enumerate(values, start=1)
    ]
    with RatingLog(path) as log:
        for number, fields in enumerate([*given, *others], start=1):
            log.append(draft(run, number, **{"campaign": name, **fields}))
    return path
