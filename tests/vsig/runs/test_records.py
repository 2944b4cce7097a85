"""Saved vsig runs, rescored, reported again and compared: the same numbers every time."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from mindsight import checker
from mindsight.cli import run as mindsight
from mindsight.cli.records.compare import compare
from mindsight.cli.records.rescore import rescore
from mindsight.errors import IdentityError, RecordError
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.scores import to_csv
from mindsight.verification.verifying import rebuild_and_compare
from mindsight.vsig.comparison import compare as compare_subjects
from mindsight.vsig.models.answers.predictions import Status
from mindsight.vsig.reporting.metrics_file import NAME as METRICS
from mindsight.vsig.totals import measures_of, table_of
from record import trial
from vsig.grounded import Made, grounded
from vsig.grounding import ECOG, PUBLISHED, changed, many, right

WRONG_NAME = "黄色便签"


def better(made: Made) -> Made:
    """Return the right answers to the same samples, except one that failed and one that could not be tested."""
    endings: dict[int, Status] = {3: "parse_error", 4: "infrastructure_error"}
    return [(sample, right(sample), endings.get(n, "scored")) for n, (sample, *_) in enumerate(made)]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two sealed runs of different subjects on the same 24 samples. Not to be changed."""
    base, made = tmp_path_factory.mktemp("pair"), many(24)
    one = grounded(made, base / "one", name="noisy")
    other = grounded(better(made), base / "other", name="good", report=False)
    return one.path, other.path


@pytest.fixture
def run(pair: tuple[Path, Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(pair[0], tmp_path / "run"))


def test_a_run_computed_again_has_the_same_bytes(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = trial.contents(run)
    assert rescore(run) == 0
    assert "0 changed" in capsys.readouterr().out
    assert trial.contents(run) == before
    assert checker.check(str(run))[0] == []


@pytest.mark.parametrize(
    "name", [METRICS, pytest.param(RESULTS, marks=pytest.mark.slow), pytest.param(SCORES, marks=pytest.mark.slow)]
)
def test_numbers_that_were_changed_are_computed_again(run: Path, name: str) -> None:
    before = trial.contents(run)
    changed_file = (run / name).read_bytes().replace(b"0.", b"0.0")
    (run / name).write_bytes(changed_file)
    trial.reseal(run)
    assert checker.check(str(run))[0] or rebuild_and_compare(RunFolder(run)).findings
    assert rescore(run) == 0
    assert trial.contents(run) == before


@pytest.mark.slow
def test_a_report_is_not_sealed_over_numbers_that_do_not_follow(run: Path) -> None:
    page = json.loads((run / METRICS).read_bytes())
    trial.write_page(run, METRICS, {**page, "overall_score": 1.0})
    with pytest.raises(RecordError, match="mindsight rescore"):
        mindsight(["report", str(run)])
    assert rescore(run) == 0
    assert mindsight(["report", str(run)]) == 0
    assert checker.check(str(run))[0] == []


def test_terms_that_were_changed_are_not_sealed_again(run: Path) -> None:
    items = trial.read_lines(run)
    target = next(one for item in items for one in item["terms"].get("targets", ()) if one["where"] is not None)
    target["where"] = type(target["where"])(not target["where"])
    trial.rechain(run, items)
    trial.reseal(run)
    with pytest.raises(RecordError, match="was changed and is not sealed again"):
        rescore(run)


def test_differences_are_those_of_the_headline_scores_over_the_samples_that_both_have(
    pair: tuple[Path, Path],
) -> None:
    folders = [RunFolder(path) for path in pair]
    found = {one.measure: one for one in compare_subjects(folders, seed=7).differences}
    both = set.intersection(*({item.id for item in folder.items if item.status == "scored"} for folder in folders))
    assert 15 < len(both) < 24
    for name, field in (("vsig.spatial", "where"), ("vsig.temporal", "when"), ("vsig.intent", "intent")):
        means = []
        for folder in folders:
            targets = [one for item in folder.items if item.id in both for one in item.terms["targets"]]
            means.append(np.mean([float(one[field]) for one in targets if one[field] is not None]))
        assert found[name].value == pytest.approx(means[1] - means[0]), name
        low, high = found[name].low, found[name].high
        assert low is not None
        assert high is not None
        assert low <= found[name].value <= high
    assert {"vsig.joint", "vsig.overall", "vsig.command", "vsig.readable"} <= found.keys()
    parts = [found[f"vsig.{name}"].value for name in ("intent", "spatial", "temporal")]
    assert found["vsig.overall"].value == pytest.approx(np.mean(parts))


def test_a_run_does_not_differ_from_itself(pair: tuple[Path, Path]) -> None:
    found = compare_subjects([RunFolder(pair[0]), RunFolder(pair[0])], seed=7)
    assert {one.value for one in found.differences} == {0.0}


def test_the_comparison_is_printed_and_written(
    pair: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare([*pair], page=tmp_path / "page.html", seed=7, as_json=True) == 0
    printed = json.loads(capsys.readouterr().out)
    assert [subject["name"] for subject in printed["subjects"]] == ["noisy", "good"]
    assert (tmp_path / "page.html").read_text().startswith("<!")
    assert not [block for block in printed["blocks"] if block.get("measure") == "vsig.spatial"]


def test_runs_on_other_data_or_another_input_are_refused(pair: tuple[Path, Path], tmp_path: Path) -> None:
    made = many(24)
    fewer = grounded(made[:-1], tmp_path / "fewer", report=False)
    with pytest.raises(IdentityError, match=r"n is 24 in one and 23 in the other"):
        compare_subjects([RunFolder(pair[0]), fewer], seed=7)
    other = grounded(made, tmp_path / "video", report=False, input={"input": "video", "timestamps": True})
    with pytest.raises(IdentityError, match=r"input is transcript in one and video"):
        compare_subjects([RunFolder(pair[0]), other], seed=7)
    published = grounded(made, tmp_path / "published", report=False, profile=PUBLISHED)
    with pytest.raises(IdentityError, match="profile"):
        compare_subjects([RunFolder(pair[0]), published], seed=7)


def test_runs_under_the_successors_rule_are_compared_by_its_scores(tmp_path: Path) -> None:
    made = many(12)
    one = grounded(made, tmp_path / "one", report=False, profile=ECOG, name="a")
    other = grounded(better(made), tmp_path / "other", report=False, profile=ECOG, name="b")
    found = {difference.measure for difference in compare_subjects([one, other], seed=7).differences}
    assert found == {"ecog.acc_cls", "ecog.acc_s", "ecog.acc_t", "ecog.acc_eco", "ecog.acc_seq", "vsig.readable"}


def test_the_order_of_the_items_in_the_file_changes_no_number(run: Path) -> None:
    items = trial.read_lines(run)
    before = RunFolder(run).results
    trial.rechain(run, items[::-1])
    folder = RunFolder(run)
    table = table_of(folder)
    assert to_csv(table) == (run / SCORES).read_bytes()
    assert measures_of(folder, table) == before.measures


def test_a_wrong_side_a_late_time_and_a_swap_show_in_their_own_score_only(tmp_path: Path) -> None:
    made = [(sample, right(sample), "scored") for sample, *_ in many(12)]
    whole = _values(made, tmp_path / "whole")  # type: ignore[arg-type]
    for name, change in (
        ("intent", {"description": WRONG_NAME}),
        ("spatial", {"point": (0.999, 0.001)}),
        ("temporal", {"time_ms": 5e4}),
    ):
        wrong = [(sample, changed(answer, 0, **change), status) for sample, answer, status in made]
        values = _values(wrong, tmp_path / name)  # type: ignore[arg-type]
        moved = {dimension for dimension in ("intent", "spatial", "temporal") if values[dimension] != whole[dimension]}
        assert moved == {name}
        assert values["overall"] < whole["overall"]


def _values(made: Made, folder: Path) -> dict[str, float]:
    found = grounded(made, folder, report=False).results.measures
    return {one.name.removeprefix("vsig."): one.value for one in found if one.value is not None}
