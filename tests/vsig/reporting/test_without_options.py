"""EcoG-Bench's rule on data without ``eval_gt.json``: what has no truth is not scored, and the reason is said."""

import json
from pathlib import Path

import pytest

from mindsight import checker
from mindsight.record.folder import RunFolder
from mindsight.text import say
from mindsight.vsig.comparison import compare
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.reporting.ecog_blocks import EcogTables
from vsig.grounded import Made, grounded
from vsig.grounding import ECOG, right, sample_of

UNTOLD = ("ecog.acc_cls", "ecog.acc_t", "ecog.acc_eco", "ecog.acc_seq")


def without_options(sample: Sample) -> Sample:
    targets = (one.model_copy(update={"choice": None, "stroke": None}) for one in sample.targets)
    return sample.model_copy(update={"targets": tuple(targets)})


def made(*, lacking: range) -> Made:
    samples = [sample_of(number % 6 + 1, f"{number:02d}", recording=f"r{number // 2}") for number in range(12)]
    return [(without_options(one) if n in lacking else one, right(one), "scored") for n, one in enumerate(samples)]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return grounded(made(lacking=range(12)), tmp_path_factory.mktemp("plain") / "run", profile=ECOG)


def test_only_points_are_scored(plain: RunFolder) -> None:
    found = {measure.name: measure for measure in plain.results.measures}
    assert [(found[name].value, found[name].status, found[name].n) for name in UNTOLD] == [(None, "not_scored", 0)] * 4
    assert (found["ecog.acc_s"].value, found["ecog.acc_s"].n) == (1.0, 12)
    metrics = json.loads((plain.path / "metrics.json").read_bytes())
    assert [metrics[name.removeprefix("ecog.")] for name in UNTOLD] == [None] * 4
    assert (metrics["acc_s"], metrics["instruction_breakdown"]["指令4"]["acc_t"]) == (1.0, None)


def test_the_report_says_why(plain: RunFolder) -> None:
    blocks = {block.id: block for block in plain.results.blocks}
    assert say(blocks["warning-no-options"].body, "en").startswith("12 of 12 samples have no eval_gt.json")  # type: ignore[union-attr]
    assert "eval_gt.json" in say(blocks["warning-no-options"].body, "zh")  # type: ignore[union-attr]
    assert not [name for name in blocks if name.startswith("ecog-")]
    assert list(EcogTables(plain.items).blocks()) == []


def test_the_independent_checker_agrees_and_nothing_else_changes(plain: RunFolder) -> None:
    assert checker.check(str(plain.path))[0] == []


def test_two_such_runs_compare_by_points_alone(plain: RunFolder, tmp_path: Path) -> None:
    other = grounded(made(lacking=range(12)), tmp_path / "run", profile=ECOG, name="other", report=False)
    differences = {one.measure for one in compare([plain, other], seed=1).differences}
    assert "ecog.acc_s" in differences
    assert not differences & set(UNTOLD)


def test_samples_without_options_do_not_lower_the_others(tmp_path: Path) -> None:
    run = grounded(made(lacking=range(3)), tmp_path / "run", profile=ECOG, report=False)
    found = {measure.name: measure for measure in run.results.measures}
    assert (found["ecog.acc_cls"].value, found["ecog.acc_cls"].n) == (1.0, 9)
    assert found["ecog.acc_s"].n == 12
    assert checker.check(str(run.path))[0] == []
    body = next(block.body for block in run.results.blocks if block.id == "warning-no-options")  # type: ignore[union-attr]
    assert say(body, "en").startswith("3 of 12 ")
