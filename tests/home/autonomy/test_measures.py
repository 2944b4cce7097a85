"""The measures beside S: names, ranges, intervals, and what is not estimable."""

import itertools
import math
import statistics
from typing import Any

import numpy as np
import pytest

from home.autonomy.made_up import scene, terms
from mindsight.answers.unread import Unread
from mindsight.home.autonomy.protocol import Harm
from mindsight.home.autonomy.report import blocks
from mindsight.home.autonomy.scoring.intervals import mean_over_classes, ratio_over_classes, score_column
from mindsight.home.autonomy.scoring.measures import autonomy_measures
from mindsight.home.autonomy.scoring.scores import autonomy
from mindsight.home.autonomy.scoring.terms import Terms
from mindsight.record.model import Measure, Signature

SIGNATURE = Signature(identity={"document": "home"}, environment={})


def some(scenes: int = 12, classes: str = "xy", seed: int = 5) -> list[Terms]:
    """Return scenes in which chance decides what was done and harmed."""
    rng = np.random.default_rng(seed)
    found = []
    for name in classes:
        for number in range(scenes):
            done = "".join(one for one in "abc" if rng.random() < 0.5)
            harm = (Harm(thing="mug"),) * int(rng.integers(0, 3))
            one = scene("abc", done, id=f"{name}{number}", task_class=name, harm=harm)
            found.append(terms(one, int(rng.integers(1000)), unrelated=0.5))
    return found


def measured(of: list[Terms]) -> dict[str, Measure]:
    found = autonomy_measures(of, autonomy(of), SIGNATURE)
    assert len({one.name for one in found}) == len(found)
    return {one.name: one for one in found}


def test_every_measure_lies_in_its_range_and_its_interval() -> None:
    found = measured(some())
    for one in found.values():
        assert one.value is not None or one.name == "home.left_alone"
        if one.value is not None:
            assert one.low is None or one.value >= one.low
            assert one.high is None or one.value <= one.high
        if one.interval is not None and one.value is not None:
            assert one.interval.low < one.value < one.interval.high
    with_interval = {name for name, one in found.items() if one.interval is not None}
    assert with_interval >= {"home.S", "home.S_plain", "home.R", "home.R_relative", "home.TC", "home.harm", "home.S.x"}


def test_s_is_made_of_its_parts() -> None:
    found = {name: one.value for name, one in measured(some()).items()}
    for end in ("", ".x", ".y"):
        r, tc, s = (found[f"home.{name}{end}"] for name in ("R", "TC", "S"))
        assert r is not None
        assert tc is not None
        assert s == pytest.approx(0.5 * r + 0.5 * tc)
    assert found["home.S"] == pytest.approx(statistics.fmean([found["home.S.x"] or 0, found["home.S.y"] or 0]))
    assert found["home.N"] == (found["home.N.x"] or 0) + (found["home.N.y"] or 0)
    assert found["home.S_perfect"] == pytest.approx(0.5 * (found["home.R_perfect"] or 0) + 0.5)


def test_the_interval_is_that_of_a_mean_over_many_scenes() -> None:
    """With many scenes the bootstrap agrees with the normal interval of a mean of class means."""
    of = some(200)
    values = [[score_column(0.5)(one) or 0.0 for one in of if one.task_class == name] for name in "xy"]
    error = math.sqrt(sum(statistics.variance(own) / len(own) for own in values)) / 2
    found = mean_over_classes(of, score_column(0.5))
    assert found is not None
    centre = statistics.fmean(map(statistics.fmean, values))
    assert (found.low, found.high) == pytest.approx((centre - 1.96 * error, centre + 1.96 * error), abs=0.15 * error)


def test_the_same_terms_give_the_same_interval() -> None:
    assert mean_over_classes(some(), score_column(0.5)) == mean_over_classes(some(), score_column(0.5))


def test_a_single_scene_has_no_interval() -> None:
    of = [*some(5, "x"), *some(1, "y")]
    found = measured(of)
    assert found["home.S"].value is not None
    assert found["home.S"].interval is None
    assert found["home.S.x"].interval is not None
    assert ratio_over_classes(of) is None


def test_scenes_that_are_all_alike_have_no_interval() -> None:
    of = [terms(scene("abc", "abc", id=f"x{number}", task_class="x"), 1, unrelated=0.5) for number in range(3)]
    found = measured(of)
    for name in ("S", "TC", "S.x", "TC.x", "S_plain.x", "harm", "R_relative"):
        assert found[f"home.{name}"].value is not None
        assert found[f"home.{name}"].interval is None
    manifest: Any = None
    report = blocks(autonomy(of), list(found.values()), (), (), manifest, Unread())
    page = list(itertools.islice(report, 3))
    assert "not_estimable" in page[1].model_dump_json()
    assert page[2].id == "warning-alike"


def test_without_needs_in_a_class_s_is_not_estimable() -> None:
    of = [*some(4, "x"), terms(scene("", id="calm", task_class="y"))]
    found = measured(of)
    assert (found["home.S"].value, found["home.S"].status) == (None, "not_estimable")
    assert (found["home.S.y"].value, found["home.S.y"].n) == (None, 0)
    assert found["home.S.x"].value is not None
    assert found["home.left_alone"].value == 1.0
    assert found["home.left_alone"].interval is not None


def test_another_weight_moves_s_only() -> None:
    of = some()
    half, all_relevance = (autonomy(of, alpha=alpha) for alpha in (0.5, 1.0))
    assert all_relevance.index == pytest.approx(all_relevance.over_classes(lambda one: one.relevance))
    assert half.shares == all_relevance.shares
    with pytest.raises(ValueError, match="alpha"):
        autonomy(of, alpha=1.2)
