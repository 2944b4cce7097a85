"""Boxes and outlines, in every form that models use."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.values.hostile import ANYTHING, HOSTILE
from mindsight.answers.values.basics import Form
from mindsight.answers.values.boxes import FORMS, FORMS_OF_OUTLINE, read_box, read_outline


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.written)[:60])
def test_each_form_of_a_box_is_read_as_the_table_says(form: Form) -> None:
    assert read_box(form.written).value == form.value


@pytest.mark.parametrize("form", FORMS_OF_OUTLINE, ids=lambda form: str(form.written)[:60])
def test_each_form_of_an_outline_is_read_as_the_table_says(form: Form) -> None:
    assert read_outline(form.written).value == form.value


@given(
    st.tuples(*[st.integers(0, 1000)] * 4),
    st.sampled_from(
        [
            "{}, {}, {}, {}", "[{},{},{},{}]", "({},{}),({},{})", "[[{}, {}], [{}, {}]]", "<box>({},{}),({},{})</box>",
            "<bbox>{} {} {} {}</bbox>", "x1={}, y1={}, x2={}, y2={}",
        ]
    ),
)  # fmt: skip
def test_what_is_written_is_what_is_read(numbers: tuple[int, int, int, int], form: str) -> None:
    read = read_box(form.format(*numbers))
    x, y = sorted(numbers[::2]), sorted(numbers[1::2])
    assert read.value[:4] == (x[0], y[0], x[1], y[1])
    assert ("sorted" in read.repairs) == (numbers != (x[0], y[0], x[1], y[1]))


def test_a_box_has_corners_and_a_centre() -> None:
    box = read_box({"x": 10, "y": 20, "width": 30, "height": 40}).value
    assert box.corners == ((10, 20, True, ""), (40, 60, True, ""))
    assert box.centre == (25, 40, True, "")


@given(ANYTHING)
def test_nothing_is_an_error(value: Any) -> None:
    assert read_box(value).problem is not None
    assert read_outline(value).problem is not None


@pytest.mark.parametrize("said", HOSTILE)
def test_hostile_texts_are_read_quickly(said: str) -> None:
    begun = time.process_time()
    assert read_box(said).problem is not None
    assert read_outline(said).problem is not None
    assert time.process_time() - begun < 5
