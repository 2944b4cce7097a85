"""The report of a vsig run: its blocks follow from the items, in both languages."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mindsight import checker
from mindsight.record.blocks import Curve, Note, Table
from mindsight.record.model import Measure
from mindsight.text import say
from mindsight.vsig.comparison import compare
from mindsight.vsig.dataset.samples import Speech, Word
from mindsight.vsig.reporting.item_marks import Given
from mindsight.vsig.reporting.item_words import where
from mindsight.vsig.reporting.run_report import title_of
from mindsight.vsig.scoring.terms import score
from vsig.grounded import Made, grounded
from vsig.grounding import ECOG, VSIG, changed, many, right, sample_of

DEMONSTRATION = "Demonstration data: these numbers say nothing about any model."


def blocks_of(made: Made, folder: Path, **more: Any) -> dict[str, Any]:
    run = grounded(made, folder, report=False, **more)
    return {block.id: block for block in run.results.blocks}


@pytest.fixture(scope="module")
def blocks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return blocks_of(many(36), tmp_path_factory.mktemp("shown") / "run")


def rows(table: Table) -> dict[str, tuple[Any, ...]]:
    """Return the rows of a table by the words that they begin with."""
    return {str(getattr(row[0], "value", row[0])): row[1:] for row in table.rows}


def test_scores_stand_per_template_level_scene_and_language(blocks: dict[str, Any]) -> None:
    templates = rows(blocks["by-template"])
    assert list(templates) == [*(f"Inst{n}" for n in range(1, 7)), "all"]
    assert list(rows(blocks["by-level"])) == ["L1", "L2", "L3", "L4", "all"]
    assert set(rows(blocks["by-language"])) == {"English", "Chinese", "all"}
    assert set(rows(blocks["by-scene"])) == {"办公环境", "厨房", "all"}
    counts = np.array([row[:4] for name, row in templates.items() if name != "all"])
    assert counts.sum(axis=0).tolist() == list(templates["all"][:4])
    # Template 1 has no words, and so neither a temporal nor a joint score.
    assert templates["Inst1"][6:8] == (None, None)


def test_the_curves_meet_the_headline_at_the_profiles_threshold(blocks: dict[str, Any]) -> None:
    summary = rows(blocks["summary"])
    spatial, temporal = blocks["thresholds"], blocks["tolerances"]
    assert isinstance(spatial, Curve)
    both = dict(zip(spatial.series[1].x, spatial.series[1].y, strict=True))
    assert both[50.0] == pytest.approx(summary["spatial_grounding_accuracy"][0].value, abs=1e-6)
    swept = dict(zip(temporal.series[0].x, temporal.series[0].y, strict=True))
    assert swept[0] == pytest.approx(summary["temporal_grounding_accuracy"][0].value, abs=1e-6)
    headline = rows(blocks["headline"])
    for tolerance in (100, 250, 500):
        assert swept[tolerance] == pytest.approx(headline[f"temporal, ±{tolerance} ms"][0].value, abs=1e-6)


def test_every_failure_is_listed_with_its_reason(blocks: dict[str, Any]) -> None:
    endings = rows(blocks["endings"])
    listed = rows(blocks["not-read"])
    assert sum(count for (count,) in endings.values()) == 36
    assert len(listed) == 36 - endings["read and scored"][0]
    assert all(str(reason) not in ("", "None") for outcome, reason in listed.values() if "refused" not in str(outcome))
    assert {say(outcome, "en") for outcome, _ in listed.values()} <= endings.keys()
    assert {"warning-untested", "warning-unread"} <= blocks.keys()
    # Shares are of the answers: what could not be tested has none.
    tested = 36 - endings["infrastructure error, not scored"][0]
    unread = tested - endings["read and scored"][0]
    shown = rows(blocks["headline"])
    assert shown["answers that could not be read"][0].value == pytest.approx(unread / tested, abs=1e-6)
    assert shown["refusals to answer"][0].value == pytest.approx(endings["refused by the model"][0] / tested, abs=1e-6)
    told = say(blocks["warning-unread"].body, "en")
    assert f"({unread} of {tested}) could not be read" in told
    assert "One of them, verbatim: “" in told


def test_descriptions_that_are_not_understood_are_counted_and_bound_the_score(tmp_path: Path) -> None:
    sample = sample_of(2, "1")
    made: Made = [
        (sample, changed(right(sample), 0, description="the frobnicator"), "scored"),
        (sample_of(2, "2"), right(sample_of(2, "2")), "scored"),
    ]
    run = grounded(made, tmp_path / "run", report=False)
    values = {measure.name: measure.value for measure in run.results.measures}
    assert (values["vsig.intent"], values["vsig.intent_best"], values["vsig.not_sure"]) == (0.5, 0.8, 0.5)
    found = {block.id: block for block in run.results.blocks}
    warned = say(found["warning-not-sure"].body, "en")
    assert "1 of 2 descriptions" in warned
    assert "0.800 instead of 0.500" in warned
    assert "warning-not-sure" not in blocks_of(made[1:], tmp_path / "sure")


def test_what_failed_alone_and_what_was_hit_instead(tmp_path: Path) -> None:
    sample = sample_of(6, "1")
    answer = changed(right(sample), 0, description="黄色便签")
    swapped = list(answer.predictions)
    swapped[1], swapped[3] = swapped[3], swapped[1]
    made: Made = [
        (sample, answer, "scored"),
        (sample_of(6, "2"), answer.model_copy(update={"predictions": tuple(swapped)}), "scored"),
    ]
    found = blocks_of(made, tmp_path / "run")
    split = {name: count for name, (count, _) in rows(found["split"]).items()}
    assert split == {
        "all three right": 4,
        "only “what” is wrong": 2,
        "only “where” is wrong": 0,
        "only “when” is wrong": 0,
        "two or three are wrong": 2,
    }
    misses = rows(found["misses"])
    assert misses["hit"][:3] == (6, 4, 2)
    assert misses["missed, another target hit instead (wrong order)"][:3] == (2, 0, 2)
    assert misses["all"][:3] == (8, 4, 4)
    confusions = rows(found["confusions"])
    assert confusions["hit if the order did not matter"] == (8,)


def test_one_recording_is_said_to_have_no_interval(tmp_path: Path) -> None:
    made: Made = [(sample_of(t, str(t), recording="r"), right(sample_of(t)), "scored") for t in range(1, 7)]
    found = blocks_of(made, tmp_path / "run")
    assert isinstance(found["warning-one-cluster"], Note)
    assert {str(row[1]) for row in rows(found["headline"]).values()} == {"not_estimable"}


def test_an_interval_without_width_is_explained(blocks: dict[str, Any], tmp_path: Path) -> None:
    right_ones: Made = [(sample_of(t, str(t)), right(sample_of(t, str(t))), "scored") for t in range(1, 7)]
    found = blocks_of(right_ones, tmp_path / "run")
    assert str(rows(found["headline"])["overall"][1]) == "not_estimable"
    assert "does not prove" in say(found["no-width"].body, "en")
    ends = [str(row[1]) for row in rows(blocks["headline"]).values()]
    assert ("no-width" in blocks) == ("not_estimable" in ends)


def test_speech_that_cannot_be_segmented_is_listed(tmp_path: Path) -> None:
    words = tuple(Word(text=word, begin_ms=n, end_ms=n + 1.0) for n, word in enumerate(("今天", "天气")))
    sample = sample_of(4, "odd", speech=Speech(text="今天天气", words=words))
    made: Made = [(sample, right(sample_of(4)), "scored"), (sample_of(4, "2"), right(sample_of(4)), "scored")]
    found = blocks_of(made, tmp_path / "run")
    assert list(rows(found["unparted"])) == ["odd"]
    assert "warning-unclear" in found


def test_sizes_and_the_bias_of_times(tmp_path: Path) -> None:
    sample = sample_of(3, "1")
    answer = changed(changed(right(sample), 0, time_ms=650.0 - 2000), 1, time_ms=1100.0 - 1000)
    found = blocks_of([(sample, answer, "scored"), (sample_of(3, "2"), answer, "scored")], tmp_path / "run")
    timing = rows(found["timing"])
    assert timing["mean of prediction less middle of the span, ms"] == (-1500.0,)
    assert timing["before the span"] == (4,)
    # 30 × 20 pixels of 640 × 360 are 0.26 %.
    assert rows(found["sizes"])["small: below 0.5 % of the frame"] == (2, 2, 1.0)


def test_the_successors_report_has_its_five_scores(tmp_path: Path) -> None:
    found = blocks_of(many(12), tmp_path / "run", profile=ECOG)
    assert [str(column.title) for column in found["summary"].columns] == [
        "acc_cls",
        "acc_s",
        "acc_t",
        "acc_eco",
        "acc_seq",
    ]
    assert "unparted" not in found


def test_each_measure_has_a_title_and_the_main_ones_come_first(tmp_path: Path) -> None:
    measures: tuple[Measure, ...] = grounded(many(12), tmp_path / "run", report=False).results.measures
    assert [one.name for one in measures[:5]] == [
        f"vsig.{name}" for name in ("intent", "spatial", "temporal", "overall", "joint")
    ]
    for one in measures:
        assert all(str(part) for part in title_of(one.name))


@pytest.mark.parametrize("demonstration", [False, True])
def test_clips_of_the_demonstration_are_said_to_be_that(tmp_path: Path, demonstration: bool) -> None:
    runs = [
        grounded(many(6), tmp_path / name, report=False, name=name, demonstration=demonstration)
        for name in ("one", "other")
    ]
    shown = [block for block in runs[0].results.blocks if block.id == "warning-demonstration"]
    assert [say(block.body, "en") for block in shown if isinstance(block, Note)] == [DEMONSTRATION] * demonstration
    assert (DEMONSTRATION in {say(one, "en") for one in compare(runs, seed=7).warnings}) is demonstration
    # Other runs have the same plan as before, and can be resumed under it.
    assert ("demonstration" in runs[0].manifest.plan) is demonstration


def test_recordings_that_all_agree_have_no_interval(tmp_path: Path) -> None:
    made: Made = [(sample_of(t, str(t), recording=f"r{t % 2}"), right(sample_of(t)), "scored") for t in range(1, 7)]
    run = grounded(made, tmp_path / "run", report=False)
    assert {(one.value, one.interval) for one in run.results.measures if one.name.startswith("vsig.overall")} == {
        (1.0, None)
    }
    headline = next(block for block in run.results.blocks if block.id == "headline")
    assert str(rows(headline)["overall"][1]) == "not_estimable"
    assert checker.check(str(run.path))[0] == []
    # One recording that differs is a spread, and an interval.
    first = (made[0][0], changed(made[0][1], 0, point=(0.99, 0.99)), made[0][2])
    other = grounded([first, *made[1:]], tmp_path / "other", report=False)
    assert next(one for one in other.results.measures if one.name == "vsig.spatial").interval is not None


def test_a_miss_beside_a_mask_names_no_threshold() -> None:
    sample = sample_of(3)
    answer = changed(changed(right(sample), 0, point=(0.9, 0.9)), 1, point=(0.9, 0.1))
    terms = score(sample, answer, "scored", VSIG)["targets"]
    said = [say(where(Given(n, answer.predictions[n], one), VSIG), "en") for n, one in enumerate(terms)]
    assert said[0].startswith("not on the object, ")
    assert said[0].endswith(" px from its annotated point")
    assert said[1].endswith(" of 1000 away (hit below 50)")
