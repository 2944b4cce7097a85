"""kill -9 at any moment: nothing that was recorded is lost or done again, and the numbers are the same."""

import os
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

COUNT = 8
SEED = 2024


class Bench:
    """A kit, and a product that writes down each picture that it is given."""

    def __init__(self, folder: Path) -> None:
        self.kit = trial.make_kit(folder / "kit", COUNT)
        self.journal = folder / "journal.txt"
        product = folder / "product.sh"
        product.write_text(f'basename "$1" .png >> {self.journal}\nsleep 0.03\ncp "$1" "$2"\n')
        self.subject = f"command:sh {product} {{input}} {{output}}"
        self.undisturbed = folder / "undisturbed"
        started = time.monotonic()
        assert self.start(self.undisturbed).wait(60) == 0
        self.seconds = time.monotonic() - started

    def start(self, run: Path, *more: str) -> "subprocess.Popen[bytes]":
        how = "--resume" if (run / "manifest.json").exists() else "--out"
        subject = ("--subject", self.subject, "--product-version", "1", how, run)
        return trial.start("album", "run", self.kit, *subject, "--json", *more)

    def processed(self) -> list[str]:
        return self.journal.read_text().split() if self.journal.exists() else []

    def kill(self, run: Path, moment: Callable[[], object], *more: str) -> str:
        """Start or resume a run, kill it at a moment, and return the stage that it was in."""
        recorded = {item["id"] for item in whole_items(run)}
        before = len(self.processed())
        process = self.start(run, *more)
        moment()
        process.send_signal(signal.SIGKILL)
        ended_before = process.wait(30) == 0
        assert recorded.isdisjoint(self.processed()[before:])
        return "over" if ended_before else stage(run)

    def finish(self, run: Path, *more: str) -> None:
        """Resume a run to its end and hold it against the one that nobody disturbed."""
        recorded = {item["id"] for item in whole_items(run)}
        before = len(self.processed())
        assert self.start(run, *more).wait(60) == 0
        assert recorded.isdisjoint(self.processed()[before:])
        for name in ("results.json", "scores.csv"):
            assert (run / name).read_bytes() == (self.undisturbed / name).read_bytes()
        assert trial.contents(run).keys() == trial.contents(self.undisturbed).keys()
        findings, _ = checker.check(str(run))
        assert [finding.say() for finding in findings] == []


def whole_items(run: Path) -> list[dict[str, str]]:
    items = run / "items.jsonl"
    if not items.exists():
        return []
    data = items.read_bytes()
    items_only = data[: data.rfind(b"\n") + 1]
    return [trial.json.loads(line) for line in items_only.splitlines()]


def stage(run: Path) -> str:
    """Return how far a killed run had come."""
    if not (run / "manifest.json").exists():
        return "before the record"
    if trial.whole_lines(run) < COUNT:
        return "at the pictures"
    if trial.read_page(run, "manifest.json")["state"] != "complete":
        return "at the results"
    return "at the report" if not (run / "report.html").exists() else "sealed"


def nap(chance: random.Random, most: float) -> None:
    time.sleep(chance.uniform(0, most))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("kills"))


@pytest.mark.slow
def test_six_kills_from_the_first_breath_to_the_report(bench: Bench, tmp_path: Path) -> None:
    chance = random.Random(SEED)
    run = tmp_path / "run"
    moments = (
        lambda: nap(chance, 0.2),
        lambda: trial.wait_for((run / "manifest.json").exists),
        lambda: (trial.wait_for(lambda: trial.whole_lines(run) >= 1), nap(chance, 0.05)),
        lambda: (trial.wait_for(lambda: trial.whole_lines(run) >= 4), nap(chance, 0.05)),
        lambda: trial.wait_for(lambda: trial.whole_lines(run) >= COUNT),
        lambda: trial.wait_for((run / "SHA256SUMS").exists),
    )
    stages = [bench.kill(run, moment) for moment in moments]
    bench.finish(run)
    assert {"before the record", "at the pictures"} <= set(stages)
    assert set(stages) & {"at the results", "at the report", "sealed"}


@pytest.mark.slow
def test_a_killed_creation_can_be_repeated_with_the_same_command(bench: Bench, tmp_path: Path) -> None:
    run = tmp_path / "run"
    for left in ("media", "kit.json", "check_run.py"):
        assert bench.kill(run, lambda name=left: trial.wait_for((run / name).exists)) != "over"
    bench.finish(run)


@pytest.mark.slow
def test_workers_die_with_the_process_that_started_them(bench: Bench, tmp_path: Path) -> None:
    run = tmp_path / "run"
    process = bench.start(run, "--workers", "2")
    trial.wait_for(lambda: trial.whole_lines(run) >= 1)
    family = descendants(process.pid)
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    assert len(family) >= 2
    trial.wait_for(lambda: not any(alive(pid) for pid in family))
    bench.finish(run, "--workers", "2")


@pytest.mark.slow
def test_a_polite_end_is_as_harmless(bench: Bench, tmp_path: Path) -> None:
    run = tmp_path / "run"
    process = bench.start(run)
    trial.wait_for(lambda: trial.whole_lines(run) >= 2)
    process.terminate()
    assert process.wait(30) != 0
    bench.finish(run)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_hundred_kills_at_random_moments(bench: Bench, tmp_path: Path, workers: str) -> None:
    chance = random.Random(SEED + int(workers))
    stages: Counter[str] = Counter()
    number = 0

    def anytime(_run: Path) -> None:
        nap(chance, bench.seconds * 1.1)

    def late(run: Path) -> None:
        # A machine that has become busy does not come this far in the time that was measured.
        trial.wait_for(lambda: trial.whole_lines(run) >= COUNT)
        nap(chance, bench.seconds / 2)

    while stages.total() - stages["over"] < 100:
        number += 1
        run = tmp_path / str(number)
        # A run is killed a few times, mostly later each time, and then allowed to end.
        for _ in range(chance.randrange(1, 6)):
            moment = chance.choices((anytime, late), (4, 1))[0]
            stages[bench.kill(run, lambda run=run, moment=moment: moment(run), "--workers", workers)] += 1
        bench.finish(run, "--workers", workers)
        shutil.rmtree(run)
    assert min(stages["before the record"], stages["at the pictures"]) >= 5, stages
    assert stages["at the results"] + stages["at the report"] + stages["sealed"] >= 5, stages


def descendants(pid: int) -> list[int]:
    children: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        children += map(int, task.read_text().split())
    return children + [further for child in children for further in descendants(child)]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False
