"""Answers as models write them, and what is read from them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from home.questions.made_up import question
from mindsight.answers.values.numbers import read_number
from mindsight.answers.values.texts import plain
from mindsight.home.questions.scoring.reading import Reading, read


@pytest.mark.parametrize(
    "said",
    ["blue", "BLUE", "蓝色", "B", "b", "(B)", "B. blue", "B）蓝色", "Blue.", " 蓝 色 "],
)
def test_an_option_is_known_by_letter_key_or_words(said: str) -> None:
    reading = read(json.dumps({"answer": said}), question())
    assert (reading.status, reading.value) == ("answer", "blue")


def test_the_letter_a_is_no_article() -> None:
    assert read('{"answer": "A"}', question()).value == "red"
    assert read('{"answer": "A. red"}', question()).value == "red"


@pytest.mark.parametrize("said", ["D", "green", "", "blue or red", None, 2, ["blue", "red"]])
def test_no_option_is_guessed(said: Any) -> None:
    assert read(json.dumps({"answer": said}), question()).status == "unreadable"


def test_the_last_object_counts_and_prose_around_it_does_not() -> None:
    text = 'I think {"answer": "red"} … no: ```json\n{"answer": "dark blue"}\n``` that is it.'
    assert read(text, question()).value == "dark_blue"


def test_cannot_is_read_with_its_reason() -> None:
    assert read('{"answer": null, "cannot": "there are two mugs"}', question()) == Reading(
        "cannot", reason="there are two mugs"
    )
    assert read('{"cannot": null, "answer": "red"}', question()).value == "red"
    assert read('{"answer": "red", "cannot": "but I guess"}', question()).value == "red"


@pytest.mark.parametrize(
    ("said", "value"), [("是", "yes"), ("No", "no"), (True, "yes"), (False, "no"), ("没有", "no"), ("能", "yes")]
)
def test_yes_and_no(said: Any, value: str) -> None:
    assert read(json.dumps({"answer": said}), question("yes_no", "yes")).value == value


@pytest.mark.parametrize(
    ("said", "unit", "value"),
    [
        (3, "", 3), ("3", "", 3), ("three", "", 3), ("三个", "", 3), ("两把", "", 2), ("十二", "", 12), ("二十一", "", 21),
        ("三十", "", 30),
        ("about 40 cm", "cm", 40), ("0.4 m", "cm", 40), ("0,4米", "cm", 40), ("40厘米", "cm", 40), ("12.5", "cm", 12.5), ("-3", "", -3),
    ],
)  # fmt: skip
def test_numbers(said: Any, unit: str, value: float) -> None:
    assert read_number(said, unit).value == pytest.approx(value)


@pytest.mark.parametrize("said", ["between 3 and 5", "", "many", True, "1e400"])
def test_what_is_no_single_number(said: Any) -> None:
    assert read_number(said, "").value is None


def test_points_boxes_and_sequences() -> None:
    assert read('{"answer": [120, 340.5]}', question("point")).value == (120.0, 340.5)
    assert read('{"answer": {"x": 1, "y": 2}}', question("point")).value == (1.0, 2.0)
    assert read('{"answer": [1, 2, 3]}', question("point")).status == "unreadable"
    assert read('{"answer": [1, 2, 30, 40]}', question("box")).value == (1.0, 2.0, 30.0, 40.0)
    assert read('{"answer": ["C", "red"]}', question("sequence")).value == ["dark_blue", "red"]
    assert read('{"answer": [3, 6]}', question("span")).value == [3.0, 6.0]
    assert (
        read('{"answer": 4}', question("span")).value == read('{"answer": [4]}', question("span")).value == [4.0, 4.0]
    )
    assert (
        read('{"answer": [3, 4, 6]}', question("span")).status
        == read('{"answer": true}', question("span")).status
        == "unreadable"
    )
    assert read('{"answer": "red", "evidence": [5, 6]}', question()).evidence == (5.0, 6.0)


def test_texts_are_compared_without_width_case_punctuation_and_articles() -> None:
    assert plain("The Milk!") == plain("ｍｉｌｋ") == "milk"
    assert plain("绿 茶 。") == "绿茶"
    assert plain("50%") == "50%"


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(said: str) -> None:
    for form in ("choice", "yes_no", "point", "box", "number", "text", "sequence", "span"):
        assert read(said, question(form)).status in {"answer", "cannot", "unreadable"}


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    )
)
def test_any_json_is_read_without_an_error(value: Any) -> None:
    for form in ("choice", "yes_no", "point", "box", "number", "text", "sequence", "span"):
        assert read(json.dumps({"answer": value}), question(form)).status in {"answer", "cannot", "unreadable"}
