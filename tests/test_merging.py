"""Shards of a run, joined: the bytes of an undisturbed run but for the clock's, or one sentence that says why not."""

import importlib.util
import json
import shlex
import shutil
import signal
from pathlib import Path

import pytest

from docs_pages import commands, page_named, run_in
from golden.difference import How, differences
from record import trial
from vsig.making import make_data

HOME = "home run --prompt-lang en --subject"
ROBUSTNESS = "home robustness --prompt-lang en --subject baseline:refuse"
SUITES = {
    "album": "album run {place}/kit --subject baseline:nlmeans --name product",
    "tasks": f"{HOME} baseline:refuse --tasks buttons --trials 4",
    "questions": f"{HOME} baseline:blind --tasks object.block_colour --trials 8",
    "vsig": "vsig run --data {place}/clips --subject baseline:random",
    "robustness": f"{ROBUSTNESS} --conditions stance-eager --tasks buttons --trials 2",
    "validity": "home validate --tasks buttons --trials 2 --dials forgets",
    "controls": "vsig controls --data {place}/clips --subject baseline:random --controls frames,text",
    "stored": "vsig score {place}/clips {place}/answered",
}
"""One test of each command; most are cheap enough for every day."""
SLOW = dict.fromkeys(("robustness", "tasks", "validity"), (pytest.mark.slow,))
COUNT = 3


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a kit, made clips, and a run whose answers can be scored again."""
    folder = tmp_path_factory.mktemp("merging")
    trial.make_kit(folder / "kit", 7)
    make_data(folder / "clips", fps=5)
    done(folder, f"{SUITES['vsig']} --out {{place}}/answered")
    return folder


@pytest.fixture(scope="module")
def shards(place: Path) -> list[Path]:
    """The three shards of an album run. Not to be changed."""
    return [made(place, SUITES["album"], place / f"own-{part}", part) for part in range(1, COUNT + 1)]


def done(place: Path, line: str, code: int = 0) -> str:
    """Run a command in a folder and return what it says."""
    said = line.format(place=place).split()
    result = trial.mindsight(*said, env=trial.environment(XDG_CACHE_HOME=str(place / "cache")))
    assert result.returncode == code, result.stderr
    return result.stdout + result.stderr


def made(place: Path, line: str, run: Path, part: int, count: int = COUNT) -> Path:
    said = done(place, f"{line} --shard {part}/{count} --out {run}")
    assert f"shard {part}/{count}" in said
    return run


def joined(place: Path, runs: list[Path], run: Path, code: int = 0) -> str:
    kit = "--kit {place}/kit" if "own" in runs[0].name or "album" in runs[0].name else ""
    return done(place, f"merge {' '.join(map(str, runs))} --out {run} {kit}", code)


@pytest.mark.parametrize("suite", [pytest.param(name, marks=SLOW.get(name, ())) for name in SUITES])
def test_shards_join_to_the_bytes_of_an_undisturbed_run(place: Path, suite: str) -> None:
    whole, merged = place / f"{suite}-whole", place / f"{suite}-merged"
    done(place, f"{SUITES[suite]} --out {whole}")
    parts = [made(place, SUITES[suite], place / f"{suite}-{part}", part) for part in (3, 1, 2)]
    joined(place, parts, merged)
    assert differences(whole, merged, How()) == []
    ids = [[item["id"] for item in trial.untimed_items(run)] for run in (whole, merged)]
    assert ids[0] == ids[1]
    assert "Rebuilt from the record and the same" in done(place, f"verify {merged}")


def test_a_shard_can_be_verified_and_not_rescored(place: Path, shards: list[Path]) -> None:
    assert "shard 2/3 with 2 of the 7 items" in done(place, f"verify {shards[1]}")
    assert "mindsight merge" in done(place, f"rescore {shards[1]}", 2)


def test_missing_shards_are_named(place: Path, shards: list[Path], tmp_path: Path) -> None:
    said = joined(place, shards[1:2], tmp_path / "run", 2)
    assert "of 3 shards these are missing: 1/3, 3/3" in said
    assert not (tmp_path / "run").exists()


def test_a_shard_of_another_plan_is_refused(place: Path, shards: list[Path], tmp_path: Path) -> None:
    other = made(place, f"{SUITES['album']} --only normative", tmp_path / "own-other", 2)
    said = joined(place, [shards[0], other, shards[2]], tmp_path / "run", 2)
    assert "plan.normative_only is true, there false" in said


def test_a_shard_of_another_division_is_refused(place: Path, shards: list[Path], tmp_path: Path) -> None:
    half = made(place, SUITES["album"], tmp_path / "own-half", 2, 2)
    assert "shard is 2/2, there 1/3" in joined(place, [*shards, half], tmp_path / "run", 2)


def test_a_whole_run_is_no_shard(place: Path, shards: list[Path], tmp_path: Path) -> None:
    assert "is a whole run and no shard" in joined(place, [*shards, place / "answered"], tmp_path / "run", 2)


def test_a_changed_item_is_found(place: Path, shards: list[Path], tmp_path: Path) -> None:
    copy = changed(shards[1], tmp_path / "own", reseal=False)
    said = joined(place, [shards[0], copy, shards[2]], tmp_path / "run", 2)
    assert "the shard was changed since it was sealed" in said


def test_a_shard_may_be_there_twice_if_its_items_are_equal(place: Path, shards: list[Path], tmp_path: Path) -> None:
    again = made(place, SUITES["album"], tmp_path / "own-again", 2)
    joined(place, [*shards, again], tmp_path / "run")
    differing = changed(shards[1], tmp_path / "own", reseal=True)
    said = joined(place, [*shards, differing], tmp_path / "other", 2)
    assert "its item 0002 is another than that of" in said


def test_a_shard_that_lost_an_item_is_refused(place: Path, shards: list[Path], tmp_path: Path) -> None:
    copy = Path(shutil.copytree(shards[1], tmp_path / "own"))
    trial.rechain(copy, trial.read_lines(copy)[:1])
    trial.reseal(copy)
    said = joined(place, [shards[0], copy, shards[2]], tmp_path / "run", 2)
    assert "does not hold the items of shard 2/3: 0005" in said


def test_another_kit_is_refused_and_nothing_is_left(place: Path, shards: list[Path], tmp_path: Path) -> None:
    trial.make_kit(tmp_path / "kit", 7, seed=8)
    said = joined(tmp_path, shards, tmp_path / "run", 2)
    assert "is not the kit that" in said
    assert not (tmp_path / "run").exists()


def test_a_shard_killed_half_way_is_refused_then_resumed_and_joins(place: Path, tmp_path: Path) -> None:
    product = tmp_path / "product.sh"
    product.write_text('sleep 0.3\ncp "$1" "$2"\n')
    test = (
        "album",
        "run",
        place / "kit",
        "--subject",
        f"command:sh {product} {{input}} {{output}}",
        "--product-version",
        "1",
    )
    runs = [tmp_path / f"own-{part}" for part in (1, 2)]
    assert trial.mindsight(*test, "--shard", "2/2", "--out", runs[1]).returncode == 0
    process = trial.start(*test, "--shard", "1/2", "--out", runs[0])
    trial.wait_for(lambda: trial.whole_lines(runs[0]) >= 1)
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    assert trial.whole_lines(runs[0]) < 4
    assert "shard 1/2 is not finished" in joined(place, runs, tmp_path / "run", 2)
    assert "another shard" in trial.mindsight(*test, "--resume", runs[0]).stderr
    assert trial.mindsight(*test, "--shard", "1/2", "--resume", runs[0]).returncode == 0
    joined(place, runs, tmp_path / "run")
    assert trial.mindsight(*test, "--out", tmp_path / "whole").returncode == 0
    assert differences(tmp_path / "whole", tmp_path / "run", How()) == []
    done(place, f"verify {tmp_path / 'run'}")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--shard 4/3", "there is no shard 4 of 3"),
        ("--shard half", '"half" is not a shard'),
        ("--shard 8/9", "the plan has only 7 items"),
        ("--shard 1/2 --dry-run", "leave out --shard"),
    ],
)
def test_a_shard_that_cannot_be(place: Path, options: str, sentence: str, tmp_path: Path) -> None:
    assert sentence in done(place, f"{SUITES['album']} {options} --out {tmp_path / 'run'}", 2)


def changed(shard: Path, copy: Path, *, reseal: bool) -> Path:
    """Copy a shard and change the error and outcome of one item, so that its terms stay possible."""
    shutil.copytree(shard, copy)
    items = trial.read_lines(copy)
    items[0]["answer"] = {**items[0]["answer"], "text": "another"}
    trial.rechain(copy, items)
    if reseal:
        trial.reseal(copy)
    assert json.loads((copy / "items.jsonl").read_text().splitlines()[0])["answer"]["text"] == "another"
    return copy


@pytest.mark.slow
def test_the_commands_of_the_guide_work(place: Path, tmp_path: Path) -> None:
    shutil.copytree(place / "kit", tmp_path / "kit")
    ray = importlib.util.find_spec("ray") is not None
    lines = [line for line in commands(page_named("machines.md")) if ray or "ray" not in line]
    for line in lines:
        run_in(tmp_path, shlex.split(line))
    assert differences(tmp_path / "first", tmp_path / "whole", How()) != []
    assert (tmp_path / "scored.csv").read_text().count("\n") == 8
