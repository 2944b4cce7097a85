"""kill -9 at any moment of a vsig run: nothing that was recorded is lost or asked again, and the results are the same bytes."""

import random
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from mindsight import checker
from record import trial
from vsig.making import make_data

COUNT = 8
SEED = 2026
KEPT = ("results.json", "scores.csv", "metrics.json", "samples.json")


class Bench:
    """A data set of short clips, and a function that writes down each sample that it is asked about."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        make_data(self.data, templates=(1, 2, 3, 6), each=2, size=(160, 90), fps=5)
        (folder / "slow.py").write_bytes((Path(__file__).parents[1] / "subjects.py").read_bytes())
        self.journal = folder / "journal.txt"
        self.undisturbed = folder / "undisturbed"
        started = time.monotonic()
        assert self.start(self.undisturbed).wait(240) == 0
        self.seconds = time.monotonic() - started

    def start(self, run: Path, *more: str) -> "subprocess.Popen[bytes]":
        how = "--resume" if (run / "manifest.json").exists() else "--out"
        subject = ("--data", self.data, "--subject", "python:slow:slowly", how, run)
        return trial.start("vsig", "run", *subject, "--json", *more, cwd=self.folder)

    def asked(self) -> list[str]:
        return self.journal.read_text().split() if self.journal.exists() else []

    def kill(self, run: Path, moment: Callable[[], object], *more: str) -> str:
        """Start or resume a run, kill it at a moment, and return the stage that it was in."""
        recorded = set(ids(run))
        before = len(self.asked())
        process = self.start(run, *more)
        moment()
        process.send_signal(signal.SIGKILL)
        ended_before = process.wait(120) == 0
        assert recorded <= set(ids(run))
        assert recorded.isdisjoint(self.asked()[before:])
        return "over" if ended_before else stage(run)

    def finish(self, run: Path, *more: str) -> None:
        """Resume a run to its end and hold it against the one that nobody disturbed."""
        recorded = set(ids(run))
        before = len(self.asked())
        assert self.start(run, *more).wait(240) == 0
        assert recorded.isdisjoint(self.asked()[before:])
        for name in KEPT:
            assert (run / name).read_bytes() == (self.undisturbed / name).read_bytes()
        assert trial.contents(run).keys() == trial.contents(self.undisturbed).keys()
        assert sorted(ids(run)) == sorted(ids(self.undisturbed))
        assert [finding.say() for finding in checker.check(str(run))[0]] == []


def ids(run: Path) -> list[str]:
    """Return the ids of the items that are recorded whole."""
    items = run / "items.jsonl"
    data = items.read_bytes() if items.exists() else b""
    return [trial.json.loads(line)["id"] for line in data[: data.rfind(b"\n") + 1].splitlines()]


def stage(run: Path) -> str:
    """Return how far a killed run had come."""
    if not (run / "manifest.json").exists():
        return "before the record"
    if trial.whole_lines(run) < COUNT:
        return "at the samples"
    if trial.read_page(run, "manifest.json")["state"] != "complete":
        return "at the results"
    return "at the report" if not (run / "report.html").exists() else "sealed"


pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("vsig-kills"))


@pytest.mark.slow
def test_a_run_that_was_killed_is_the_same_in_the_end(bench: Bench, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert (
        bench.kill(run, lambda: trial.wait_for(lambda: trial.whole_lines(run) >= 3, seconds=240)) != "before the record"
    )
    bench.finish(run, "--workers", "2")


@pytest.mark.slow
def test_kills_from_the_first_breath_to_the_report(bench: Bench, tmp_path: Path) -> None:
    chance = random.Random(SEED)
    run = tmp_path / "run"
    moments: tuple[Callable[[], object], ...] = (
        lambda: time.sleep(chance.uniform(0, 0.3)),
        lambda: trial.wait_for((run / "samples.json").exists, seconds=240),
        lambda: trial.wait_for((run / "manifest.json").exists, seconds=240),
        lambda: trial.wait_for(lambda: trial.whole_lines(run) >= 1, seconds=240),
        lambda: trial.wait_for(lambda: trial.whole_lines(run) >= COUNT, seconds=240),
        lambda: trial.wait_for((run / "metrics.json").exists, seconds=240),
        lambda: trial.wait_for((run / "SHA256SUMS").exists, seconds=240),
    )
    stages = [bench.kill(run, moment) for moment in moments]
    bench.finish(run)
    assert stages[0] == "before the record"
    assert set(stages) & {"at the results", "at the report", "sealed"}


@pytest.mark.slow
def test_a_polite_end_says_how_to_go_on(bench: Bench, tmp_path: Path) -> None:
    run = tmp_path / "run"
    process = bench.start(run)
    trial.wait_for(lambda: trial.whole_lines(run) >= 2, seconds=240)
    process.terminate()
    assert process.wait(120) == 128 + signal.SIGTERM
    assert trial.read_page(run, "manifest.json")["state"] == "interrupted"
    bench.finish(run)


def any_moment(chance: random.Random, bench: Bench, run: Path) -> Callable[[], object]:
    """Return a moment to wait for: any time at all, or shortly after so many items were recorded."""
    seconds, nap, lines = chance.uniform(0, bench.seconds), chance.uniform(0, 0.1), chance.randrange(1, COUNT + 1)
    if chance.random() < 0.4:
        return lambda: time.sleep(seconds)

    def after_some() -> None:
        trial.wait_for(lambda: trial.whole_lines(run) >= lines, seconds=240)
        time.sleep(nap)

    return after_some


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_fifty_kills_at_random_moments(bench: Bench, tmp_path: Path, workers: str) -> None:
    chance = random.Random(SEED + int(workers))
    stages: Counter[str] = Counter()
    number = 0
    while stages.total() - stages["over"] < 50:
        number += 1
        run = tmp_path / str(number)
        # A run is killed a few times, and then allowed to end; one that is sealed has nothing left to lose.
        for _ in range(chance.randrange(1, 6)):
            found = bench.kill(run, any_moment(chance, bench, run), "--workers", workers)
            stages[found] += 1
            if found in {"sealed", "over"}:
                break
        bench.finish(run, "--workers", workers)
        shutil.rmtree(run)
    assert stages["at the samples"] >= 10, stages
