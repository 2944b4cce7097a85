"""``--engine``: what cannot be, and who writes the pictures of a record."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest

from mindsight.execution.drafting import Carrier
from mindsight.pipeline import run_test
from mindsight.subjects.spec import SubjectSpec
from record import trial

NEEDS_RAY = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")


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
def test_an_engine_that_cannot_be(kit: Path, options: str, sentence: str, tmp_path: Path) -> None:
    test = ("album", "run", kit, "--subject", "baseline:nlmeans", "--out", tmp_path / "run")
    result = trial.mindsight(*test, *options.split())
    assert (result.returncode, sentence in result.stderr) == (2, True), result.stderr


def test_a_carrier_leaves_nothing_where_it_works(kit: Path, tmp_path: Path) -> None:
    run = run_test(trial.enhancement(kit, SubjectSpec("baseline", "nlmeans")), tmp_path / "run")
    test = trial.enhancement(kit, SubjectSpec("baseline", "nlmeans"))
    elsewhere = replace(test.worker(run), media=tmp_path / "of another machine")
    for instance in test.instances():
        draft, files = Carrier(elsewhere)(instance)
        assert set(files) == set(draft.media.values()) != set()
        for name, data in files.items():
            assert data == (run.path / "media" / name).read_bytes()
    assert not elsewhere.media.exists()
