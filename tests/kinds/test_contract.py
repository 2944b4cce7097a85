"""Every kind of run, on its smallest data: run, killed and resumed, verified, scored again, shared out, compared, exported."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mindsight as package
from golden.difference import How, differences
from kinds.smallest import SMALLEST, Smallest
from mindsight.cli import run as mindsight
from mindsight.errors import MindsightError
from mindsight.kinds import KINDS, Kind, kind_of
from mindsight.pipeline import Recorded
from mindsight.record.folder import ITEMS, MANIFEST, RESULTS, SCORES, RunFolder
from mindsight.text import Text
from record import trial

SOURCE = Path(package.__file__).parents[1]
DYING = """
import os, signal, sys
from mindsight.cli import run
from mindsight.record.log import ItemLog

append, done = ItemLog.append, []

def append_and_die(log, draft):
    append(log, draft)
    os.kill(os.getpid(), signal.SIGKILL)

ItemLog.append = append_and_die
run(sys.argv[1:])
"""
"""A command that is killed as its first item is recorded."""


class Bench:
    """Runs commands in one place, and says what they said."""

    def __init__(self, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.place, self._capsys = place, capsys

    def __call__(self, line: str, *words: Any, code: int = 0) -> str:
        self._capsys.readouterr()
        arguments = ["--lang", "en", *line.format(place=self.place).split(), *map(str, words)]
        found = mindsight(arguments)
        heard = self._capsys.readouterr()
        assert found == code, f"{arguments} ended with {found}\n{heard.out}{heard.err}"
        return heard.out + heard.err

    def refused(self, line: str, *words: Any) -> str:
        """Return the one sentence with which a command is refused."""
        with pytest.raises(MindsightError) as caught:
            self(line, *words)
        return str(caught.value)

    def killed(self, line: str, run: Path) -> None:
        """Start a run that is killed at its first item, with half a line behind it."""
        words = [*line.format(place=self.place).split(), "--out", str(run)]
        done = subprocess.run(
            [sys.executable, "-c", DYING, *words],
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            capture_output=True,
            check=False,
        )
        assert done.returncode == -signal.SIGKILL, done.stderr.decode()
        with (run / ITEMS).open("ab") as file:
            file.write(b'{"id"')


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the data and runs of all kinds."""
    return tmp_path_factory.mktemp("kinds")


@pytest.fixture
def bench(place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "cache"))
    return Bench(place, capsys)


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=pytest.mark.slow if SMALLEST[key].slow else ()) for key in SMALLEST]
)
def test_a_kind_keeps_the_contract(key: str, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, least, whole = KINDS[key], SMALLEST[key], bench.place / key
    least.made(bench.place)
    watch_results(kind, monkeypatch)
    bench(least.command, "--out", whole)
    assert kind_of(RunFolder.open(whole).manifest) is kind
    is_verified_and_scored_again(bench, whole)
    looks_behind(bench, kind, whole, least)
    others = (
        [at_once(bench, whole)]
        if kind.at_once
        else [resumed(bench, least.command, whole), shared_out(bench, key, whole)]
    )
    for other in others:
        assert differences(whole, other, How()) == []
    assert '"differences"' in bench("compare", whole, others[0], "--json")
    bench("export", whole, "--to", "junit", "--out", bench.place / f"{key}-junit")
    assert list((bench.place / f"{key}-junit").iterdir())


def watch_results(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """See to it that computing results leaves the run as it is, but for pictures that a report shows of a kit."""
    watched = Recorded if kind.test is None else kind.test.load()
    results = watched.results

    def watching(test: Any, run: RunFolder, table: Any) -> Any:
        before = trial.contents(run.path)
        found = results(test, run, table)
        after = trial.contents(run.path)
        changed = {name for name in after if after[name] != before.get(name)}
        assert all(kind.on_kit and name.startswith(("media/", MANIFEST)) for name in changed), changed
        return found

    monkeypatch.setattr(watched, "results", watching)


def is_verified_and_scored_again(bench: Bench, run: Path) -> None:
    assert "Rebuilt from the record and the same: manifest.json" in bench("verify", run)
    names = {SCORES, RESULTS, *KINDS[run.name].beside(RunFolder(run))}
    before = trial.contents(run)
    assert names <= before.keys()
    assert " 0 changed" in bench("rescore", run)
    after = trial.contents(run)
    assert {name: after[name] for name in names} == {name: before[name] for name in names}


def looks_behind(bench: Bench, kind: Kind, run: Path, least: Smallest) -> None:
    data = {"--kit": least.kit, "--rated": least.rated}
    words = [word for option, name in data.items() if name for word in (option, bench.place / name)]
    if isinstance(kind.items_again, Text):
        assert bench.refused("verify --deep", run, *words) == str(kind.items_again)
        return
    assert "looked at again: all as recorded" in bench("verify --deep", run, *words)
    if "kit" in kind.again_with:
        assert "name it with --kit" in bench.refused("verify --deep", run)


def at_once(bench: Bench, run: Path) -> Path:
    """Return a copy of a run that is no sum of parts."""
    assert "counted at once" in bench.refused("merge", run, "--out", bench.place / f"{run.name}-merged")
    return Path(shutil.copytree(run, bench.place / f"{run.name}-copy"))


def resumed(bench: Bench, command: str, whole: Path) -> Path:
    """Return a run that was killed and resumed; what was recorded is recorded once."""
    run = whole.with_name(f"{whole.name}-killed")
    bench.killed(command, run)
    first = trial.read_lines(whole)[0]["id"]
    assert "the run is not complete" in bench("report", run)
    bench(command, "--resume", run)
    assert [item["id"] for item in trial.read_lines(run)].count(first) == 1
    return run


def shared_out(bench: Bench, key: str, whole: Path) -> Path:
    """Return a run that was merged from two shards, its items in the order of the plan."""
    least, parts = SMALLEST[key], [whole.with_name(f"{key}-{part}-of-2") for part in (2, 1)]
    for part, run in zip((2, 1), parts, strict=True):
        bench(least.command, "--shard", f"{part}/2", "--out", run)
    merged = whole.with_name(f"{key}-merged")
    words = ["--kit", bench.place / least.kit] if least.kit else []
    if least.kit:
        assert "give the kit with --kit" in bench.refused("merge", *parts, "--out", merged)
    bench("merge", *parts, "--out", merged, *words)
    return merged


def test_every_kind_has_its_smallest_data() -> None:
    assert SMALLEST.keys() == KINDS.keys()
