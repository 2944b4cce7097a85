"""Shared by the tests of home runs: a few proved tasks, and runs of built-in subjects on them."""

import os
from pathlib import Path
from typing import Any

import pytest

from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import prepare, slots, write_instances
from mindsight.home.setting import Setting
from mindsight.home.suite import DATA_FILE, HomeTest
from mindsight.pipeline import run_test
from mindsight.record.model import Subject
from mindsight.report import write_report
from mindsight.subjects.spec import SubjectSpec

TASKS = ("buttons",)
TRIALS = 4
COMMAND = ("home", "run", "--tasks", ",".join(TASKS), "--trials", str(TRIALS))


def cache_of(factory: pytest.TempPathFactory) -> Path:
    """Return the folder of proved tasks, the same for all processes of a test session."""
    base = factory.getbasetemp()
    return (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "proved"


def prepared(
    cache: Path, folder: Path, *, trials: int = TRIALS, irrelevant: float = 0.5, seed: int = 7, tasks_per_scene: int = 1
) -> Path:
    """Prepare the tasks of a plan and return their data file."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = slots(TASKS, trials=trials, irrelevant=irrelevant, seed=seed)
    proved = prepare(wanted, cache=cache / "mindsight" / "home")
    write_instances(folder / DATA_FILE, proved, tasks_per_scene=tasks_per_scene)
    return folder / DATA_FILE


def household(data: Path, baseline: str, **chosen: Any) -> HomeTest:
    """Return the test of a built-in subject."""
    plan = Plan(**{"tasks": TASKS, "trials": TRIALS, "keep_pictures": False, "setting": Setting(), **chosen})
    return HomeTest(plan, data, SubjectSpec("baseline", baseline), Subject(spec=f"baseline:{baseline}", name=baseline))


def baseline_run(data: Path, folder: Path, baseline: str, **chosen: Any) -> Path:
    """Run a built-in subject on the tasks and return the sealed run."""
    write_report(run_test(household(data, baseline, **chosen), folder))
    return folder
