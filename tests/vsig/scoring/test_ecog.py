"""EcoG-Bench's rule, compared with an independent implementation from its description, and its corner cases."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.scoring import ecog
from mindsight.vsig.scoring.terms import score
from vsig.grounding import ECOG, SIZE, changed, pixels_of, right, sample_of

booleans = st.booleans()


@given(st.lists(st.tuples(booleans, booleans, booleans), max_size=4))
@settings(max_examples=40, deadline=None)
def test_a_samples_scores_are_means_over_referents_and_all_of_them(right: list[tuple[bool, bool, bool]]) -> None:
    found = ecog.sample_scores([ecog.Referent(*one) for one in right])
    table = np.array(right, dtype=float).reshape(-1, 3)
    eco = table.all(axis=1)
    expected = [*table.mean(axis=0), eco.mean(), float(eco.all())] if right else [0.0] * 5
    assert found == pytest.approx(expected)
    assert found.acc_seq <= found.acc_eco <= min(found[:3])


@given(st.integers(-1_000, 11_000), st.integers(-1_000, 11_000))
@settings(max_examples=200, deadline=None)
def test_a_whole_pixel_is_cut_off_not_rounded(x: int, y: int) -> None:
    # Answers are in thousandths, with a decimal at most; a pixel is what the official division of them gives.
    found = ecog.whole_pixel((x / 10_000, y / 10_000), SIZE)
    assert found == (math.trunc(x / 10 * 640 / 1000), math.trunc(y / 10 * 360 / 1000))


def test_a_point_at_the_far_edge_is_outside() -> None:
    crop = np.ones((360, 640), np.bool_)
    assert ecog.hits_mask(crop, (0, 0), SIZE, (639.99 / 640, 359.99 / 360))
    assert not ecog.hits_mask(crop, (0, 0), SIZE, (1.0, 0.5))


def test_distances_are_between_whole_pixels() -> None:
    # Means of (320, 321, 321) = 320.67 and (180, 180, 181) are cut to 320 and 180; the point is (420, 180).
    points = [(320.4 / 640, 180.9 / 360), (321.2 / 640, 180.2 / 360), (321.9 / 640, 181.0 / 360)]
    assert ecog.distance_px((420.9 / 640, 180.0 / 360), points, SIZE) == 100.0
    assert ecog.distance_px((419.9 / 640, 180.0 / 360), points, SIZE) == 99.0


@pytest.mark.parametrize(
    ("time", "inside"),
    [(599.999, False), (600.0, True), (1000.0, True), (1000.999, True), (1001.0, False), (0.8, False), (None, False)],
)
def test_a_peak_is_cut_to_whole_ms_and_both_ends_belong_to_the_stroke(time: float | None, inside: bool) -> None:
    assert ecog.in_stroke(time, (600.0, 1000.0)) is inside
    sample = sample_of(2)
    terms = score(sample, changed(right(sample), 0, time_ms=time), "scored", ECOG)
    assert terms["targets"][0]["when"] is inside


@pytest.mark.parametrize("time", [math.nan, math.inf, -math.inf])
def test_an_unusable_time_is_wrong_without_an_error(time: float) -> None:
    assert not ecog.in_stroke(time, (0.0, 1.0))
    sample = sample_of(2)
    assert score(sample, changed(right(sample), 0, time_ms=time), "scored", ECOG)["targets"][0]["when"] is False


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_scores_of_samples_follow_the_published_rule(data: st.DataObject) -> None:
    sample = sample_of(data.draw(st.integers(1, 6)))
    answer = right(sample)
    for place in range(len(sample.targets)):
        point = data.draw(st.tuples(st.floats(0, 1), st.floats(0, 1)))
        answer = changed(
            answer,
            place,
            choice=data.draw(st.sampled_from(["A", "a", "B", "b", "C", "d", None])),
            point=data.draw(st.sampled_from([point, answer.predictions[place].point])),
            time_ms=data.draw(st.none() | st.floats(0, 4000)),
        )
    terms = score(sample, answer, "scored", ECOG)
    expected = [_as_published(sample, place, answer.predictions[place]) for place in range(len(sample.targets))]
    found = [(one["choice"], one["where"], one["when"]) for one in terms["targets"]]
    assert found == expected


def _as_published(sample: Sample, place: int, said: object) -> tuple[bool, bool, bool]:
    """The rule of arXiv 2603.07966 as in its code, independent of mindsight."""
    target, prediction = sample.targets[place], said
    choice = getattr(prediction, "choice", None)
    x, y = (int(share * side) for share, side in zip(prediction.point, SIZE, strict=True))  # type: ignore[attr-defined]
    if target.mask is not None:
        pixels = pixels_of(target.mask)
        where = x < 640 and y < 360 and bool(pixels[y, x])
    else:
        whole = [[int(share * side) for share, side in zip(point, SIZE, strict=True)] for point in target.points]
        middle = [int(sum(column) / len(whole)) for column in zip(*whole, strict=True)]
        where = math.sqrt((x - middle[0]) ** 2 + (y - middle[1]) ** 2) < 100
    time = prediction.time_ms  # type: ignore[attr-defined]
    assert target.stroke is not None
    when = time is not None and target.stroke[0] <= int(time) <= target.stroke[1]
    return choice == target.choice, where, when
