"""Terms of an answer: a small error flips exactly the cells that it should."""

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from mindsight.record import canonical
from mindsight.vsig.dataset.samples import Sample, Speech, Word
from mindsight.vsig.models.answers.predictions import Answer, Prediction, Status
from mindsight.vsig.profile import load_profile
from mindsight.vsig.scoring.terms import score
from vsig.grounding import (
    ECOG,
    PUBLISHED,
    SIZE,
    VSIG,
    box_of,
    cells,
    changed,
    many,
    pixels_of,
    right,
    sample_of,
    words_of,
)

TEMPLATES = range(1, 7)
WRONG_NAME = "黄色便签"
"""Not an object, side or reference of any sample."""


def all_right(sample: Sample) -> list[tuple[bool | None, bool | None, bool | None]]:
    """Return the cells of the right answer: all right, except the times of template 1."""
    return [(True, True, None if sample.template == 1 else True) for _ in sample.targets]


def flipped(before: Any, after: Any) -> set[tuple[int, str]]:
    """Return the cells in which two scorings differ, by target and name."""
    names = ("what", "where", "when")
    return {
        (place, name)
        for place, (one, other) in enumerate(zip(before, after, strict=True))
        for name, a, b in zip(names, one, other, strict=True)
        if a is not b
    }


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_right_answer_is_right_in_every_cell(template: int) -> None:
    sample = sample_of(template)
    terms = score(sample, right(sample), "scored", VSIG)
    assert cells(terms) == all_right(sample)
    assert terms["any_order"] == len(sample.targets)
    assert (terms["extra"], terms["missing"], terms["wrong_kinds"], terms["repairs"]) == (0, 0, 0, 0)
    assert terms["command"]["score"] == 1


# One thing wrong, one cell flipped


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize(("right_px", "down_px"), [(-1, 0), (0, -1), (1, 0), (0, 1)])
def test_one_pixel_outside_of_the_mask_flips_where_and_nothing_else(template: int, right_px: int, down_px: int) -> None:
    sample = sample_of(template)
    answer = right(sample)
    before = score(sample, answer, "scored", VSIG)
    for place, target in enumerate(sample.targets):
        if target.mask is None:
            continue
        left, top, beyond, below = box_of(place)
        x = {-1: left - 0.5, 0: left + 0.5, 1: beyond + 0.5}[right_px]
        y = {-1: top - 0.5, 0: top + 0.5, 1: below + 0.5}[down_px]
        outside = changed(answer, place, point=(x / SIZE[0], y / SIZE[1]))
        inside = changed(answer, place, point=((x - right_px) / SIZE[0], (y - down_px) / SIZE[1]))
        assert flipped(cells(before), cells(score(sample, outside, "scored", VSIG))) == {(place, "where")}
        assert flipped(cells(before), cells(score(sample, inside, "scored", VSIG))) == set()


@pytest.mark.parametrize("template", [3, 4, 5, 6])
def test_a_thousandth_beyond_the_distance_flips_where_of_a_space(template: int) -> None:
    sample = sample_of(template)
    answer = right(sample)
    before = score(sample, answer, "scored", VSIG)
    for place, target in enumerate(sample.targets):
        if target.kind == "space":
            x, y = answer.predictions[place].point or (0, 0)
            for units, expected in ((49.0, set()), (51.0, {(place, "where")})):
                moved = changed(answer, place, point=(x, y + units / 1000))
                assert flipped(cells(before), cells(score(sample, moved, "scored", VSIG))) == expected


@pytest.mark.parametrize("template", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("beyond", [-1.0, 1.0])
def test_one_millisecond_outside_of_the_words_flips_when_and_nothing_else(template: int, beyond: float) -> None:
    sample = sample_of(template)
    answer = right(sample)
    before = score(sample, answer, "scored", VSIG)
    _, spans = words_of(template)
    for place in range(len(sample.targets)):
        end = spans[place][0 if beyond < 0 else 1]
        for time, expected in ((end, set()), (end + beyond, {(place, "when")})):
            late = changed(answer, place, time_ms=time)
            assert flipped(cells(before), cells(score(sample, late, "scored", VSIG))) == expected


@pytest.mark.parametrize("template", TEMPLATES)
def test_another_description_flips_what_and_nothing_else(template: int) -> None:
    sample = sample_of(template)
    before = score(sample, right(sample), "scored", VSIG)
    for place in range(len(sample.targets)):
        other = changed(right(sample), place, description=WRONG_NAME)
        assert flipped(cells(before), cells(score(sample, other, "scored", VSIG))) == {(place, "what")}


@pytest.mark.parametrize(("template", "one", "other"), [(5, 0, 2), (6, 0, 2), (6, 1, 3), (4, 0, 1)])
def test_two_targets_swapped_flip_both_in_everything_and_would_hit_in_another_order(
    template: int, one: int, other: int
) -> None:
    sample = sample_of(template)
    answer = right(sample)
    said = list(answer.predictions)
    said[one], said[other] = said[other], said[one]
    terms = score(sample, answer.model_copy(update={"predictions": tuple(said)}), "scored", VSIG)
    expected = {(place, name) for place in (one, other) for name in ("what", "where", "when")}
    assert flipped(all_right(sample), cells(terms)) == expected
    assert terms["any_order"] == len(sample.targets)
    assert terms["targets"][one]["other_hit"] == other + 1
    assert terms["wrong_kinds"] == (2 if sample.targets[one].kind != sample.targets[other].kind else 0)


@pytest.mark.parametrize("template", TEMPLATES)
def test_times_in_seconds_flip_every_when_and_places_in_thousandths_every_where(template: int) -> None:
    sample = sample_of(template)
    answer = right(sample)
    seconds, thousandths, turned = answer, answer, answer
    for place, said in enumerate(answer.predictions):
        x, y = said.point or (0, 0)
        seconds = changed(seconds, place, time_ms=None if said.time_ms is None else said.time_ms / 1000)
        thousandths = changed(thousandths, place, point=(1000 * x, 1000 * y))
        turned = changed(turned, place, point=(y, x))
    places = range(len(sample.targets))
    times = {(place, "when") for place in places if template != 1}
    assert flipped(all_right(sample), cells(score(sample, seconds, "scored", VSIG))) == times
    for wrong in (thousandths, turned):
        found = flipped(all_right(sample), cells(score(sample, wrong, "scored", VSIG)))
        assert found == {(place, "where") for place in places}


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_missing_first_prediction_moves_all_others_up_and_an_extra_one_costs_nothing(template: int) -> None:
    sample = sample_of(template)
    answer = right(sample)
    fewer = score(sample, answer.model_copy(update={"predictions": answer.predictions[1:]}), "scored", VSIG)
    assert not any(cell for target in cells(fewer) for cell in target)
    assert (fewer["missing"], fewer["extra"]) == (1, 0)
    more = Prediction(kind="object", point=(0.5, 0.5))
    longer = answer.model_copy(update={"predictions": (*answer.predictions, more, more)})
    terms = score(sample, longer, "scored", VSIG)
    assert cells(terms) == all_right(sample)
    assert (terms["missing"], terms["extra"]) == (0, 2)


@pytest.mark.parametrize("profile", [VSIG, PUBLISHED, ECOG])
@pytest.mark.parametrize("status", ["parse_error", "refused", "model_error"])
def test_what_could_not_be_read_is_wrong_in_every_cell_and_counts_as_the_profile_says(
    profile: Any, status: Status
) -> None:
    sample = sample_of(6)
    terms = score(sample, right(sample), status, profile)
    assert not any(cell for target in cells(terms) for cell in target)
    assert [target["point"] for target in terms["targets"]] == [None] * 4
    assert terms["counted"] is (profile.failures == "wrong")
    assert terms["missing"] == 4


def test_an_infrastructure_error_is_not_scored_at_all() -> None:
    terms = score(sample_of(6), None, "infrastructure_error", VSIG)
    assert (terms["counted"], terms["targets"], terms["any_order"]) == (False, [], 0)


# What is not scored


@pytest.mark.parametrize(("template", "spoken", "why"), [(1, True, "gesture_alone"), (4, False, "no_speech")])
def test_times_of_silent_samples_are_not_counted_and_never_0(template: int, spoken: bool, why: str) -> None:
    sample = sample_of(template, spoken=spoken)
    for target in score(sample, right(sample), "scored", VSIG)["targets"]:
        assert (target["when"], target["window"], target["untimed"]) == (None, None, why)


@pytest.mark.parametrize(
    ("words", "status"), [(("把这个", "不对", "把这个", "放到", "右边"), "ambiguous"), (("今天", "天气"), "no_match")]
)
def test_speech_that_cannot_be_segmented_is_not_scored(words: tuple[str, ...], status: str) -> None:
    spoken = tuple(Word(text=word, begin_ms=300.0 * n, end_ms=300.0 * n + 300) for n, word in enumerate(words))
    sample = sample_of(4, speech=Speech(text="".join(words), words=spoken))
    terms = score(sample, right(sample_of(4)), "scored", VSIG)
    assert terms["speech"] == status
    assert [target["untimed"] for target in terms["targets"]] == [status] * 2
    assert [target["when"] for target in terms["targets"]] == [None] * 2


def test_the_successor_scores_times_by_strokes_of_template_1_too() -> None:
    sample = sample_of(1)
    for time, inside in ((599.0, False), (600.0, True), (1000.0, True), (1001.0, False)):
        terms = score(sample, changed(right(sample), 0, time_ms=time), "scored", ECOG)
        assert terms["targets"][0]["window_by"] == "stroke"
        assert terms["targets"][0]["when"] is inside
    bare = sample.model_copy(update={"targets": tuple(t.model_copy(update={"stroke": None}) for t in sample.targets)})
    assert score(bare, right(sample), "scored", ECOG)["targets"][0]["untimed"] == "no_stroke"


def test_an_object_without_a_mask_is_scored_like_a_space_or_left_out() -> None:
    whole = sample_of(2)
    sample = whole.model_copy(update={"targets": (whole.targets[0].model_copy(update={"mask": None}),)})
    x, y = sample.targets[0].points[0]
    near, far = (changed(right(whole), 0, point=(x + units / 1000, y)) for units in (49, 51))
    assert score(sample, near, "scored", VSIG)["targets"][0]["where"] is True
    assert score(sample, far, "scored", VSIG)["targets"][0]["where"] is False
    left_out = VSIG.model_copy(update={"unmasked_object": "left_out"})
    assert score(sample, near, "scored", left_out)["targets"][0]["where"] is None
    assert score(sample, near, "scored", VSIG)["targets"][0]["masked"] is False


def test_the_reference_object_hit_instead_is_named() -> None:
    sample = sample_of(4)
    reference = sample.targets[1].reference
    assert reference is not None
    assert reference.mask is not None
    rows, columns = np.nonzero(pixels_of(reference.mask))
    point = (float(columns.mean()) + 0.5) / SIZE[0], (float(rows.mean()) + 0.5) / SIZE[1]
    terms = score(sample, changed(right(sample), 1, point=point), "scored", VSIG)
    assert (terms["targets"][1]["where"], terms["targets"][1]["reference_hit"]) == (False, True)
    assert score(sample, right(sample), "scored", VSIG)["targets"][1]["reference_hit"] is False


@pytest.mark.parametrize(
    ("interval", "time", "inside", "overlap"),
    [((500.0, 800.0), 650.0, True, 1.0), ((700.0, 1000.0), 850.0, False, 0.2), ((900.0, 100.0), 500.0, True, 0.0)],
)
def test_an_interval_counts_by_its_middle_and_shows_its_overlap(
    interval: tuple[float, float], time: float, inside: bool, overlap: float
) -> None:
    sample = sample_of(3)
    terms = score(sample, changed(right(sample), 0, interval=interval, time_ms=time), "scored", VSIG)
    assert terms["targets"][0]["when"] is inside
    assert terms["targets"][0]["overlap"] == pytest.approx(overlap)


@pytest.mark.parametrize(("said", "expected"), [("A", True), (" A ", True), ("B", False), ("a", False), (None, False)])
def test_an_option_is_right_where_it_is_the_same_letter_in_the_same_case(said: str | None, expected: bool) -> None:
    sample = sample_of(2)
    answer = changed(right(sample), 0, choice=said)
    assert score(sample, answer, "scored", VSIG)["targets"][0]["choice"] is expected
    assert score(sample, answer, "scored", ECOG)["targets"][0]["what"] is expected
    free = sample.model_copy(update={"targets": (sample.targets[0].model_copy(update={"choice": None}),)})
    assert score(free, answer, "scored", VSIG)["targets"][0]["choice"] is None


# Anything at all


wild = st.none() | st.floats() | st.floats(-2, 2)
predictions = st.builds(
    Prediction,
    kind=st.sampled_from(["object", "space", None]),
    description=st.text(max_size=8) | st.sampled_from(["红色杯子", "纸巾盒的右边"]),
    point=st.none() | st.tuples(st.floats() | st.floats(0, 1), st.floats() | st.floats(0, 1)),
    time_ms=st.none() | st.floats() | st.floats(0, 3000),
    interval=st.none() | st.tuples(st.floats(), st.floats()),
    choice=st.none() | st.sampled_from(["A", "b", "", "\u0000"]),
)
answers = st.builds(
    Answer, command=st.text(max_size=12), predictions=st.lists(predictions, max_size=6).map(tuple), repairs=st.just(())
)
SAMPLES = [sample_of(template) for template in TEMPLATES] + [sample_of(6, spoken=False)]


def _terms_hold(sample: Sample, answer: Answer, profile: Any) -> None:
    terms = score(sample, answer, "scored", profile)
    assert json.loads(canonical.line(terms)) == terms
    assert len(terms["targets"]) == len(sample.targets)
    for target in terms["targets"]:
        assert 0 <= target["intent"] <= 1
        assert (target["when"] is None) is (target["window"] is None)
        assert target["where"] in (True, False)
        numbers = [target[name] for name in ("distance_units", "distance_px", "time_ms", "overlap")]
        assert all(number is None or math.isfinite(number) for number in numbers)
    hits = sum(target["where"] for target in terms["targets"])
    assert terms["any_order"] >= hits


@given(st.sampled_from(SAMPLES), answers, st.sampled_from([VSIG, PUBLISHED, ECOG]))
@settings(max_examples=60, deadline=None)
def test_any_answer_gives_terms_that_a_record_can_hold(sample: Sample, answer: Answer, profile: Any) -> None:
    _terms_hold(sample, answer, profile)


@pytest.mark.slow
@given(st.sampled_from(SAMPLES), answers, st.sampled_from([VSIG, PUBLISHED, ECOG]))
@settings(max_examples=5000, deadline=None)
def test_thousands_of_answers_give_terms_that_a_record_can_hold(sample: Sample, answer: Answer, profile: Any) -> None:
    _terms_hold(sample, answer, profile)


@given(st.integers(0, 2**32 - 1), st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_the_best_order_is_scipys_assignment(seed: int, template: int) -> None:
    rng = np.random.default_rng(seed)
    sample = sample_of(template)
    truths = [said.point for said in right(sample).predictions]
    said = tuple(
        Prediction(point=truths[int(rng.integers(len(truths)))] if rng.random() < 0.7 else (0.99, 0.01))
        for _ in range(int(rng.integers(0, 6)))
    )
    hits = np.zeros((len(sample.targets), len(said)), bool)
    for row, target in enumerate(sample.targets):
        for column, one in enumerate(said):
            alone = sample.model_copy(update={"targets": (target,)})
            hits[row, column] = score(alone, Answer(predictions=(one,)), "scored", VSIG)["targets"][0]["where"]
    best = hits[linear_sum_assignment(hits, maximize=True)].sum() if said else 0
    assert score(sample, Answer(predictions=said), "scored", VSIG)["any_order"] == best


def test_a_million_points_are_no_more_work_than_a_few() -> None:
    sample = sample_of(6)
    answer = Answer(predictions=right(sample).predictions + (Prediction(point=(0.5, 0.5)),) * 1_000_000)
    terms = score(sample, answer, "scored", VSIG)
    assert terms["extra"] == 1_000_000
    assert cells(terms) == all_right(sample)


def test_a_tolerance_of_a_profile_widens_every_span() -> None:
    sample = sample_of(3)
    wide = load_profile().model_copy(update={"tolerance_ms": 100.0})
    answer = changed(right(sample), 0, time_ms=400.0)
    assert score(sample, answer, "scored", wide)["targets"][0]["when"] is True
    assert score(sample, answer, "scored", VSIG)["targets"][0]["when"] is False


def test_scores_of_a_sample_do_not_depend_on_those_before_it() -> None:
    made = many(24)
    forward = [score(sample, answer, status, VSIG) for sample, answer, status in made]
    backward = [score(sample, answer, status, VSIG) for sample, answer, status in reversed(made)]
    assert forward == backward[::-1]
