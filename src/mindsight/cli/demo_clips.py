"""The six generated clips of ``mindsight demo``, one per template, small enough to be filmed in half a minute."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.shared.console import LISTENER, progress, tell
from mindsight.cli.shared.work import Work
from mindsight.text import text
from mindsight.vsig.choices import Choices

if TYPE_CHECKING:
    from mindsight.text import Language

_BASELINES = ("oracle", "fingertip", "random")
_TURNS: tuple[tuple[int, Language], ...] = ((1, "en"), (2, "zh"), (3, "en"), (4, "zh"), (5, "en"), (6, "zh"))
_SIZE, _FPS = (480, 270), 5
"""At the default size of ``vsig synth`` six clips would take longer than the rest of the demonstration."""
_SEED = 7


def ground_clips(where: Path, workers: int) -> list[Path]:
    """Make clips and run three baselines on them; return the runs, or none if drawing or filming is impossible."""
    from mindsight.cli.vsig.synth import has_voice, need_libraries
    from mindsight.errors import MissingExtra

    try:
        need_libraries()
    except MissingExtra as error:
        tell(text("The generated clips are left out: {reason}", reason=error.text), style="yellow")
        return []
    tell(text("Six short clips with known truth, kept small for speed, for three built-in subjects."))
    _make(where / "clips", workers, spoken=has_voice())
    runs = [where / name for name in _BASELINES]
    _ground(where / "clips", runs, workers)
    return runs


def _make(folder: Path, workers: int, *, spoken: bool) -> None:
    from mindsight.vsig.synthesis.dataset import Wanted, write_dataset

    wanted = Wanted(len(_TURNS), turns=_TURNS, seed=_SEED, size=_SIZE, fps=_FPS, spoken=spoken)
    with progress(text("making clips")) as step:
        write_dataset(folder, wanted, workers=workers, progress=step)


def _ground(clips: Path, runs: list[Path], workers: int) -> None:
    from mindsight.cli.shared.interrupts import run_left
    from mindsight.cli.shared.runs import run_test
    from mindsight.vsig.running.preparing import make_test, prepare_data
    from mindsight.vsig.suite import DATA_FILE

    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        prepare_data(Choices(data=clips, spec="baseline:oracle"), data, LISTENER)
        for run in runs:
            choices = Choices(data=clips, spec=f"baseline:{run.name}", demonstration=True)
            run_test(make_test(choices, data, run), run, resume=False, work=Work(workers), left=run_left)
