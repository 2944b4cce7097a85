"""Points, in every form that models use."""

import math
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.values.hostile import ANYTHING, HOSTILE
from mindsight.answers.values.basics import Form
from mindsight.answers.values.points import FORMS, read_point, tagged_points


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.written)[:60])
def test_each_form_is_read_as_the_table_says(form: Form) -> None:
    assert read_point(form.written).value == form.value


_NUMBERS = st.integers(-2000, 2000) | st.floats(-2000, 2000).map(lambda figure: round(figure, 3))


@given(
    _NUMBERS,
    _NUMBERS,
    st.sampled_from(
        [
            "{x}, {y}", "{x},{y}", "{x} {y}", "({x}, {y})", "[{x}; {y}]", "{x}，{y}", "x: {x}, y: {y}", "(x={x}, y={y})",
            "y: {y}, x: {x}", "**[{x}, {y}]**",
            '{{"x": {x}, "y": {y}}}', '{{"point_2d": [{x}, {y}]}}', '<point x="{x}" y="{y}" alt="cup">cup</point>',
            "<point>{x} {y}</point>",
            "<|box_start|>({x},{y})<|box_end|>", "The cup is at ({x}, {y}).", "{x}%, {y}%", "[{x}%, {y}%]",
            "<box>[[{x}, {y}, {x}, {y}]]</box>",
        ]
    ),
)  # fmt: skip
def test_what_is_written_is_what_is_read(x: float, y: float, form: str) -> None:
    point = read_point(form.format(x=x, y=y)).value
    assert point is not None
    assert (point.first, point.second) == pytest.approx((x, y))
    assert point.scale == ("percent" if "%" in form else "")


@given(
    st.integers(0, 9999),
    st.integers(0, 999),
    st.sampled_from(["{},{} {},{}", "{},{}, {},{}", "{} {}, {} {}", "{}'{}, {}'{}", "x={},{} y={},{}"]),
)
def test_commas_and_spaces_that_may_be_decimal_or_of_thousands_are_not_read(whole: int, part: int, form: str) -> None:
    assert read_point(form.format(whole, part, whole, part)).value is None


def test_several_points_are_one_only_where_the_first_will_do() -> None:
    assert read_point([[500, 300], [510, 310]]).repairs == ("several_points",)
    assert read_point([[500, 300], [510, 310]], only=True).problem == "several"
    assert read_point([[500, 300]], only=True).value == (500, 300, False, "")


def test_every_tag_of_an_answer_is_a_point() -> None:
    assert tagged_points('<point x="1" y="2">a</point> and <box>(3,4),(5,6)</box>') == [
        (1, 2, True, ""),
        (4, 5, False, ""),
    ]
    assert tagged_points("no tag (1, 2)") == tagged_points("<point>here</point>") == []


@given(ANYTHING)
def test_nothing_is_an_error(value: Any) -> None:
    point = read_point(value).value
    assert point is None or (math.isfinite(point.first) and math.isfinite(point.second))


@pytest.mark.parametrize("said", HOSTILE)
def test_hostile_texts_are_read_quickly(said: str) -> None:
    begun = time.process_time()
    read_point(said)
    tagged_points(said)
    assert time.process_time() - begun < 5
