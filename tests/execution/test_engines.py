"""``--engine`` of every suite: wherever the work is done, the bytes are those of one process, also where workers or a node are killed."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.fleet import Blow, Fleet

from golden.difference import How, differences
from record import trial
from vsig.making import make_data

SUITES = {
    "album": "album run {place}/kit --subject baseline:nlmeans --name product",
    "stored": "vsig score {place}/clips {place}/answered",
    "vsig": "vsig run --data {place}/clips --subject baseline:random",
    "controls": "vsig controls --data {place}/clips --subject baseline:random --controls text",
    "tasks": "home run --prompt-lang en --subject baseline:oracle --tasks buttons --trials 4",
    "questions": "home run --prompt-lang en --subject baseline:oracle --tasks object.block_colour --trials 4",
    "alone": "home run --prompt-lang en --subject baseline:oracle --mode autonomous --tasks blocks --scenes 2",
    "robustness": "home robustness --prompt-lang en --subject baseline:blind --tasks buttons --trials 2 --conditions blur-2",
}
"""One test of each suite, and of each way in which its pictures come about."""
MADE = {
    "synth": "vsig synth --count 2 --templates 2 --size 320x180 --fps 5 --silent",
    "review": "review {place}/kit --on 2026-06-01",
}
"""What makes a folder that is no run."""
LONG = {"tasks", "alone", "robustness", "synth"}
"""Draws rooms, for which there are other tests every day."""
SELDOM = pytest.mark.slow

pytestmark = pytest.mark.filterwarnings(
    # Ray leaves files and sockets to its exit handlers, and announces changes of its own by FutureWarning.
    "ignore::ResourceWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
    "ignore::FutureWarning:ray",
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a kit, made clips, and a run whose answers can be scored again."""
    folder = tmp_path_factory.mktemp("engines")
    trial.make_kit(folder / "kit", 7)
    make_data(folder / "clips", fps=5)
    made(folder, SUITES["vsig"], folder / "answered", "cache")
    return folder


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'mindsight[cluster]'")
    fleet = Fleet(tmp_path_factory.mktemp("fleet"))
    yield fleet
    fleet.close()


def made(place: Path, line: str, out: Path, cache: str, *more: str, **variables: str) -> Path:
    """Run a command with a cache of its own, and return the folder that it makes."""
    words = [*line.format(place=place).split(), "--out", str(out), *more]
    env = trial.environment(XDG_CACHE_HOME=str(place / cache), **variables)
    result = trial.mindsight(*words, env=env) if not variables else trial.mindsight(*words, env=env, timeout=600)
    assert result.returncode in {0, 1}, result.stderr
    return out


def serial(place: Path, name: str) -> Path:
    """Return what one process makes. Not to be changed."""
    out = place / f"serial-{name}"
    return out if out.exists() else made(place, (SUITES | MADE)[name], out, f"cache-serial-{name}")


@pytest.mark.parametrize("name", [pytest.param(name, marks=SELDOM if name in LONG else ()) for name in SUITES | MADE])
def test_processes_of_this_machine_make_the_same(place: Path, name: str, tmp_path: Path) -> None:
    line = (SUITES | MADE)[name]
    out = made(place, line, tmp_path / "out", f"cache-local-{name}", "--engine", "local", "--workers", "2")
    assert differences(serial(place, name), out, How()) == []


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", [*SUITES, *MADE])
def test_two_nodes_make_the_same(place: Path, nodes: Fleet, name: str, tmp_path: Path) -> None:
    line = (SUITES | MADE)[name]
    out = made(place, line, tmp_path / "out", f"cache-ray-{name}", "--engine", "ray", **nodes.environment)
    assert differences(serial(place, name), out, How()) == []
    if name in SUITES:
        assert trial.mindsight("verify", out).returncode == 0


SLOW = {
    "album": (
        "album run {place}/kit --subject 'command:sh {place}/slow.sh {{input}} {{output}}' --product-version 1",
        1,
    ),
    "vsig": (SUITES["vsig"], 0),
    "tasks": (SUITES["tasks"], 1),
}
"""Commands that are struck, and after how many items."""


def struck(
    place: Path, name: str, out: Path, fleet: Fleet
) -> tuple[list[str], dict[str, str], "subprocess.Popen[str]"]:
    """Start a slow command on a cluster, and return its words, its variables and its process when it has done a few items."""
    (place / "slow.sh").write_text('sleep 0.5\ncp "$1" "$2"\n')
    line, after = SLOW[name]
    words = shlex.split(line.format(place=place))
    env = trial.environment(XDG_CACHE_HOME=str(place / f"cache-{name}"), **fleet.environment)
    undisturbed = place / f"undisturbed-{name}"
    if not undisturbed.exists():
        assert trial.mindsight(*words, "--out", undisturbed, env=env, timeout=300).returncode == 0
    words += ["--engine", "ray"]
    process = subprocess.Popen(trial.command(*words, "--out", out), env=env, stderr=subprocess.PIPE, text=True)
    trial.wait_for(lambda: (out / "items.jsonl").exists() and trial.whole_lines(out) >= after, seconds=300)
    return words, env, process


def is_undisturbed(place: Path, name: str, out: Path) -> bool:
    assert differences(place / f"undisturbed-{name}", out, How()) == []
    return trial.mindsight("verify", out).returncode == 0


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("name", "how"), [*((name, how) for name in SLOW for how in ("worker", "node")), ("album", "freeze")]
)
def test_what_is_killed_or_frozen_changes_no_byte(
    place: Path, nodes: Fleet, name: str, how: Blow, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process = struck(place, name, out, nodes)[2]
    nodes.strike(how)
    said = process.communicate(timeout=300)[1]
    if how != "worker":
        nodes.replace()
    assert process.returncode == 0, said
    assert is_undisturbed(place, name, out)


NAP = """
import sys, time
from mindsight.execution.parallel import map_items

def nap(seconds):
    print("begun", seconds, file=open(__file__ + ".begun", "a"))
    time.sleep(seconds)
    return seconds

if __name__ == "__main__":
    import nap as importable
    print(*map_items(importable.nap, [310], engine="ray"))
"""


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_an_item_that_takes_minutes_is_not_taken_for_lost(nodes: Fleet, tmp_path: Path) -> None:
    script = tmp_path / "nap.py"
    script.write_text(NAP)
    env = trial.environment(PYTHONPATH=str(tmp_path), **nodes.environment)
    done = subprocess.run([sys.executable, script], env=env, capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout.split() == ["310"], done.stderr
    assert script.with_name("nap.py.begun").read_text().count("begun") == 1


WHERE = """
from mindsight.execution.parallel import map_items

if __name__ == "__main__":
    import ray
    list(map_items(abs, [1], engine="ray", workers=1))
    print(ray.get_runtime_context().gcs_address)
"""


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_without_an_address_no_cluster_of_others_is_joined(nodes: Fleet, tmp_path: Path) -> None:
    (tmp_path / "where.py").write_text(WHERE)
    env = trial.environment()
    done = subprocess.run(
        [sys.executable, tmp_path / "where.py"], env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.stdout.strip(), done.stderr
    assert done.stdout.strip() != nodes.environment["RAY_ADDRESS"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_killed_command_is_resumed_on_the_same_cluster(place: Path, nodes: Fleet, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words, env, process = struck(place, "album", out, nodes)
    process.kill()
    process.communicate()
    assert trial.whole_lines(out) < 7
    assert trial.mindsight(*words, "--resume", out, env=env, timeout=300).returncode == 0
    assert is_undisturbed(place, "album", out)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_run_whose_head_was_lost_is_resumed_on_another_cluster(place: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'mindsight[cluster]'")
    out, first = tmp_path / "out", Fleet(tmp_path / "first")
    try:
        words, env, process = struck(place, "album", out, first)
        process.kill()
        first.strike("head")
        process.communicate()
    finally:
        first.close()
    done = (out / "items.jsonl").read_bytes()
    assert 1 <= done.count(b"\n") < 7
    another = Fleet(tmp_path / "another")
    try:
        resumed = trial.mindsight(*words, "--resume", out, env={**env, **another.environment}, timeout=300)
    finally:
        another.close()
    assert resumed.returncode == 0, resumed.stderr
    assert (out / "items.jsonl").read_bytes().startswith(done), "finished items are not tested again"
    assert is_undisturbed(place, "album", out)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_lost_head_is_reported(place: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'mindsight[cluster]'")
    (tmp_path / "slower.sh").write_text('sleep 15\ncp "$1" "$2"\n')
    product = f"command:sh {tmp_path / 'slower.sh'} {{input}} {{output}}"
    words = ["album", "run", place / "kit", "--subject", product, "--product-version", "1", "--engine", "ray"]
    fleet = Fleet(tmp_path / "fleet")
    try:
        env = trial.environment(**fleet.environment)
        words += ["--out", tmp_path / "out"]
        process = subprocess.Popen(trial.command(*words), env=env, stderr=subprocess.PIPE, text=True)
        trial.wait_for(lambda: trial.whole_lines(tmp_path / "out") > 0, seconds=120)
        fleet.strike("head")
        said = process.communicate(timeout=120)[1]
    finally:
        fleet.close()
    assert process.returncode == 2
    assert "no longer answers" in said


DEADLY = """case "$1" in
  *0003*) kill -9 $(cut -d ' ' -f 4 /proc/$PPID/stat); sleep 5 ;;
  *) cp "$1" "$2" ;;
esac
"""
"""A product that kills the process which started the one that looks after it."""


@pytest.mark.parametrize("engine", ["local", pytest.param("ray", marks=SELDOM)])
def test_an_input_that_no_process_survives_is_listed(
    place: Path, engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    env = trial.environment(**(request.getfixturevalue("nodes").environment if engine == "ray" else {}))
    (tmp_path / "deadly.sh").write_text(DEADLY)
    product = f"command:sh {tmp_path / 'deadly.sh'} {{input}} {{output}}"
    words = ["album", "run", str(place / "kit"), "--subject", product, "--product-version", "1", "--engine", engine]
    result = trial.mindsight(*words, "--workers", "2", "--out", tmp_path / "out", env=env, timeout=300)
    assert result.returncode == 1, result.stderr
    items = trial.read_lines(tmp_path / "out")
    assert [item["id"] for item in items if item["status"] == "failed"] == ["0003"]
    assert items[2]["outcome"] == "crashed"
    assert "0003" in items[2]["error"]["message"] + str(items[2]["error"]["args"])
    assert trial.mindsight("verify", tmp_path / "out").returncode == 0
