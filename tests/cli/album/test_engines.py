"""``--engine`` of album runs: wherever the items are tested, the record is the same."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from golden.difference import How, differences
from mindsight.album.products.carrying import Carrier, unloaded
from mindsight.pipeline import run_test
from mindsight.subjects.spec import SubjectSpec
from record import trial

NEEDS_RAY = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
ENGINES = [
    ("--engine", "serial"),
    ("--engine", "local", "--workers", "2"),
    ("--engine", "local"),
    pytest.param(("--engine", "ray", "--workers", "2"), marks=[pytest.mark.slow, NEEDS_RAY]),
    pytest.param(("--engine", "ray", "--shard", "1/1"), marks=[pytest.mark.slow, NEEDS_RAY]),
]


@pytest.fixture(scope="module")
def outputs(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial.make_outputs(kit, tmp_path_factory.mktemp("engines") / "outputs")


@pytest.fixture(scope="module")
def whole(kit: Path, outputs: Path) -> Path:
    """A run without any option. Not to be changed."""
    folder = outputs.with_name("whole")
    assert score(kit, outputs, folder) == (1, "")
    return folder


def score(kit: Path, outputs: Path, run: Path, *more: str) -> tuple[int, str]:
    """Score outputs of which one is missing, and return the exit code and the error."""
    result = trial.mindsight("album", "score", kit, outputs, "--name", "x", "--out", run, *more)
    return result.returncode, "".join(line for line in result.stderr.splitlines() if line.startswith("error"))


@pytest.mark.parametrize("engine", ENGINES, ids=" ".join)
def test_the_record_is_the_same(kit: Path, outputs: Path, whole: Path, engine: tuple[str, ...], tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert score(kit, outputs, run, *engine) == (1, "")
    if "--shard" in engine:
        assert trial.mindsight("merge", run, "--out", tmp_path / "merged", "--kit", kit).returncode == 1
        run = tmp_path / "merged"
    assert differences(whole, run, How()) == []
    assert trial.mindsight("verify", run).returncode == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--engine cloud", "--engine: cloud is not known; use serial, local, ray"),
        ("--engine serial --workers 2", "leave out --workers"),
        ("--address 127.0.0.1:1", "--address: is for --engine ray"),
        pytest.param("--engine ray --address 127.0.0.1:1", "the Ray cluster 127.0.0.1:1 cannot be used",
                     marks=[pytest.mark.slow, NEEDS_RAY]),
    ],
)  # fmt: skip
def test_an_engine_that_cannot_be(kit: Path, outputs: Path, options: str, sentence: str, tmp_path: Path) -> None:
    code, error = score(kit, outputs, tmp_path / "run", *options.split())
    assert (code, sentence in error) == (2, True), error


def test_what_is_carried_is_written_by_the_head_alone(kit: Path, tmp_path: Path) -> None:
    subject = SubjectSpec("baseline", "nlmeans")
    run = run_test(trial.enhancement(kit, subject), tmp_path / "run")
    test = trial.enhancement(kit, subject)
    elsewhere = replace(test.worker(run), media=tmp_path / "of another machine")
    carried = [Carrier(elsewhere)(instance) for instance in test.instances()]
    assert not elsewhere.media.exists()
    (tmp_path / "media").mkdir()
    drafts = list(unloaded(carried, tmp_path / "media"))
    names = {name for draft in drafts for name in draft.media.values()}
    assert len(names) == len(drafts)
    assert {file.name for file in (tmp_path / "media").iterdir()} == names
    for name in names:
        assert (tmp_path / "media" / name).read_bytes() == (run.path / "media" / name).read_bytes()
