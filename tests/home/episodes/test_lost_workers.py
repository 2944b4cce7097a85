"""A worker process of a built-in subject that is killed is replaced; a task that kills every one of them is listed as failed."""

import os
import signal
from pathlib import Path

import pytest

from home.household import TRIALS, baseline_run, cache_of, household, prepared
from mindsight import checker
from mindsight.errors import SubjectError
from mindsight.home import suite
from mindsight.home.episodes.running import INFRASTRUCTURE, BaselineRunner
from mindsight.home.preparation.drawing import TRIES
from mindsight.home.preparation.instances import Instance
from mindsight.pipeline import run_test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft
from mindsight.report import write_report

DEADLY = "MINDSIGHT_TEST_DEADLY"
"""Ids of the tasks that kill the process in which they run, and how often they do."""


class Mortal(BaselineRunner):
    """Runs a task and is killed before it can report the result, when half of a picture is on the disk."""

    def __call__(self, instance: Instance) -> Draft:
        ids, times = os.environ[DEADLY].split(":")
        draft = super().__call__(instance)
        if instance.id in ids.split(",") and self._deaths(instance.id) < int(times):
            if self.media is not None:
                (self.media / f"{'0' * 64}.jpg").write_bytes(b"half a picture")
            os.kill(os.getpid(), signal.SIGKILL)
        return draft

    def _deaths(self, name: str) -> int:
        """Count one more death of a task and return how many there were before."""
        with Path(os.environ[DEADLY + "_FILE"]).open("a+") as file:
            file.seek(0)
            before = file.read().split().count(name)
            file.write(f"{name}\n")
        return before


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared(cache_of(tmp_path_factory), tmp_path_factory.mktemp("tasks"))


@pytest.fixture
def deaths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(suite, "BaselineRunner", Mortal)
    monkeypatch.setenv(DEADLY + "_FILE", str(tmp_path / "deaths"))
    return tmp_path / "deaths"


def run_of(data: Path, folder: Path, *, resume: bool = False) -> RunFolder:
    run = run_test(household(data, "refuse", keep_pictures=True), folder, engine="local", workers=2, resume=resume)
    write_report(run)
    assert [finding.say() for finding in checker.check(str(folder))[0]] == []
    return run


@pytest.mark.slow
def test_a_killed_worker_costs_nothing(
    data: Path, deaths: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DEADLY, f"buttons-0001,buttons-0003:{TRIES - 1}")
    run = run_of(data, tmp_path / "run")
    assert sorted(deaths.read_text().split()) == [f"buttons-000{n}" for n in (1, 3) for _ in range(TRIES)]
    monkeypatch.setattr(suite, "BaselineRunner", BaselineRunner)
    undisturbed = baseline_run(data, tmp_path / "undisturbed", "refuse", keep_pictures=True)
    for name in ("results.json", "scores.csv"):
        assert (run.path / name).read_bytes() == (undisturbed / name).read_bytes()
    assert {file.name for file in (run.path / "media").iterdir()} == {
        file.name for file in (undisturbed / "media").iterdir()
    }


@pytest.mark.slow
def test_a_task_that_kills_every_worker_is_listed_and_the_run_goes_on(
    data: Path, deaths: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DEADLY, "buttons-0003:99")
    run = run_of(data, tmp_path / "run")
    assert deaths.read_text().split() == ["buttons-0003"] * TRIES
    items = {item.id: item for item in run.items}
    assert len(items) == TRIALS
    assert {id_: item.outcome for id_, item in items.items() if item.status == "failed"} == {
        "buttons-0003": INFRASTRUCTURE
    }
    assert "buttons-0003 ended its worker process (signal 9)" in str(items["buttons-0003"].error)
    warnings = [block.id for block in run.results.blocks if block.id.startswith("warning-")]
    assert {"warning-untested", "warning-provisional"} <= set(warnings)


@pytest.mark.slow
def test_if_every_task_kills_its_worker_no_task_is_recorded_as_failed(
    data: Path, deaths: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DEADLY, ",".join(f"buttons-{n:04}" for n in range(1, TRIALS + 1)) + ":99")
    with pytest.raises(SubjectError, match=r"4 items in a row could not be tested .*signal 9.*--resume"):
        run_of(data, tmp_path / "run")
    run = RunFolder(tmp_path / "run")
    assert (run.manifest.state, list(run.items)) == ("interrupted", [])
    assert len(deaths.read_text().split()) == TRIALS * TRIES
    monkeypatch.setenv(DEADLY, ":0")
    assert {item.status for item in run_of(data, tmp_path / "run", resume=True).items} == {"scored"}
