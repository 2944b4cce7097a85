"""Outcomes of answers, also by the second implementation in the checker."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from home.questions.made_up import REGION, question
from mindsight.answers.values.texts import plain
from mindsight.checker.home import questions as second
from mindsight.home.questions.quartets import runs_of
from mindsight.home.questions.question import Question
from mindsight.home.questions.scoring.judging import judge, overlap, shared_pictures
from mindsight.home.questions.scoring.reading import Reading


@pytest.mark.parametrize(
    ("reading", "outcome"),
    [
        (Reading("answer", "blue"), ("TP", "right")),
        (Reading("answer", "red"), ("FP", "wrong")),
        (Reading("cannot", reason="?"), ("FN", "declined")),
        (Reading("unreadable"), ("FN", "unreadable")),
    ],
)
def test_a_question_with_an_answer(reading: Reading, outcome: tuple[str, str]) -> None:
    assert judge(question(), reading)[:2] == outcome


@pytest.mark.parametrize(
    ("reading", "outcome"),
    [
        (Reading("answer", "blue"), ("FP", "answered")),
        (Reading("cannot", reason="?"), ("TN", "declined")),
        (Reading("unreadable"), ("NR", "unreadable")),
    ],
)
def test_a_question_without_an_answer(reading: Reading, outcome: tuple[str, str]) -> None:
    assert judge(question(reason="absent"), reading)[:2] == outcome


def test_a_point_is_right_on_the_thing_and_nowhere_else() -> None:
    asked = question("point", None, truth={"regions": (REGION,)})
    middles = [(x, y, (100.0 * x + 50, 100.0 * y + 50)) for y in range(10) for x in range(10)]
    inside = [(x, y) for x, y, point in middles if judge(asked, Reading("answer", point)).outcome == "TP"]
    assert inside == [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)]
    assert judge(asked, Reading("answer", (1000.0, 1000.0))).outcome == "FP"
    assert judge(asked, Reading("answer", (-50.0, 150.0))).outcome == "FP"


def test_a_number_may_be_off_by_its_tolerance() -> None:
    asked = question("number", 40.0, unit="cm", truth={"tolerance": 8.0})
    assert [judge(asked, Reading("answer", value)).outcome for value in (32.0, 48.0, 48.1)] == ["TP", "TP", "FP"]


def test_evidence_counts_if_it_lies_on_what_the_answer_rests_on() -> None:
    asked = question(evidence=(REGION,))
    assert judge(asked, Reading("answer", "blue", evidence=(150.0, 150.0))).grounded is True
    assert judge(asked, Reading("answer", "blue", evidence=(950.0, 150.0))).grounded is False
    assert judge(asked, Reading("answer", "blue")).grounded is False
    assert judge(asked, Reading("answer", "red", evidence=(150.0, 150.0))).grounded is False
    assert judge(question(), Reading("answer", "blue", evidence=(150.0, 150.0))).grounded is None
    assert judge(question(reason="absent"), Reading("answer", "blue")).grounded is None


def test_overlap_of_boxes() -> None:
    assert overlap((0, 0, 10, 10), (0, 0, 10, 10)) == 1
    assert overlap((0, 0, 10, 10), (5, 0, 15, 10)) == pytest.approx(1 / 3)
    assert overlap((0, 0, 10, 10), (20, 20, 30, 30)) == 0


def test_overlap_of_spans_counts_pictures() -> None:
    assert shared_pictures([3, 5], [3, 5]) == 1
    assert shared_pictures([3, 5], [4, 6]) == pytest.approx(2 / 4)
    assert shared_pictures([3, 5], [5, 5]) == pytest.approx(1 / 3)
    assert shared_pictures([3, 5], [6, 9]) == shared_pictures([3, 5], [5, 3]) == 0
    asked = question("span", [3, 5])
    assert judge(asked, Reading("answer", [4, 6])).outcome == "TP"
    assert judge(asked, Reading("answer", [4, 7])).outcome == "FP"


VALUES = st.one_of(
    st.sampled_from(["red", "blue", "dark_blue", "yes", "no", "milk"]),
    st.floats(-1e6, 1e6),
    st.tuples(st.floats(-100, 1100), st.floats(-100, 1100)),
    st.tuples(*[st.floats(-100, 1100)] * 4),
    st.lists(st.floats(-2, 14), min_size=2, max_size=2),
    st.lists(st.integers(1, 12), min_size=2, max_size=2),
    st.lists(st.sampled_from(["red", "blue"]), max_size=3),
)
ASKED = (
    question(),
    question("yes_no", "yes"),
    question("number", 40.0, truth={"tolerance": 8.0}),
    question("point", None, truth={"regions": (REGION,)}),
    question("box", None, truth={"box": (100.0, 100.0, 400.0, 300.0)}),
    question("text", ["The milk", "牛奶"]),
    question("sequence", ["red", "blue"]),
    question("span", [3, 6]),
)


@pytest.mark.parametrize("asked", ASKED, ids=lambda one: one.form)
@given(value=VALUES)
def test_the_checker_judges_alike(asked: Question, value: Any) -> None:
    if not _fits(asked.form, value):
        return
    entry = asked.model_dump(mode="json")
    told = list(value) if isinstance(value, tuple) else value
    ours = judge(asked, Reading("answer", value))
    assert second.judged_answer(entry, {"status": "answer", "value": told}) == (ours.outcome, ours.manner)


def _fits(form: str, value: Any) -> bool:
    kinds: dict[str, Any] = {"number": float, "sequence": list}
    if form in {"point", "box"}:
        return isinstance(value, tuple) and len(value) == (2 if form == "point" else 4)
    if form == "span":
        return isinstance(value, list) and len(value) == 2 and not any(isinstance(one, str) for one in value)
    return isinstance(value, kinds.get(form, str))


@given(st.text(max_size=80))
def test_the_checker_compares_texts_alike(said: str) -> None:
    assert second.plain(said) == plain(said)


@given(st.lists(st.booleans(), min_size=1, max_size=60))
def test_runs_hold_the_pixels(pixels: list[bool]) -> None:
    import numpy as np

    runs = runs_of(np.array([pixels]))
    again = [False] * len(pixels)
    for start, length in zip(runs[::2], runs[1::2], strict=True):
        again[start : start + length] = [True] * length
    assert again == pixels
