"""Numbers as models write them: what is written is what is read, or nothing."""

import json
import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.values.spelling import chinese, english, grouped
from mindsight.answers.values.basics import Form
from mindsight.answers.values.numbers import FORMS, MOST, read_number

UNITS = {
    "cm": {
        "mm": "0.1",
        "cm": "1",
        "公分": "1",
        "dm": "10",
        "m": "100",
        "米": "100",
        "km": "100000",
        "inches": "2.54",
        "英尺": "30.48",
    },
    "minutes": {"s": "1/60", "秒": "1/60", "min": "1", "分钟": "1", "hours": "60", "个小时": "60", "刻钟": "15"},
    "m²": {"cm²": "0.0001", "m2": "1", "平米": "1", "square metres": "1", "sq ft": "0.09290304"},
    "degrees": {"°": "1", "度": "1", "degrees": "1"},
}
AROUND = (
    "{}",
    "about {}",
    "约{}",
    "**{}**",
    "It is {}.",
    "大约是{}左右",
    "The answer is: {}",
    "\\boxed{{{}}}",
    " {}\n",
)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form.written!r:.40}-{form.given}")
def test_each_form_is_read_as_the_table_says(form: Form) -> None:
    assert read_number(form.written, form.given).value == form.value


@pytest.mark.parametrize(
    ("said", "unit", "value"),
    [
        ("twenty-one", "", 21), ("one hundred", "", 100), ("−3", "", -3), ("no idea", "", None), ("450 mm", "cm", 45), ("4.5 dm", "cm",
        45),
        ("17.7 inches", "cm", 44.958), ("1.5 ft", "cm", 45.72), ("1 hour", "minutes", 60), ("1.5 hours", "minutes", 90),
        ("30秒", "minutes", 0.5), ("一个半小时", "minutes", 90), ("half an hour", "minutes", 30), ("1m20", "cm", 120), ("[3]", "", None),
    ],
)  # fmt: skip
def test_what_was_once_read_as_another_number(said: str, unit: str, value: float | None) -> None:
    assert read_number(said, unit).value == value


@pytest.mark.parametrize(
    "said",
    [
        "3 or more", "up to 3", "over 3", "3 out of 5", "two or three", "2 red cups and 1 blue cup", "5 - 2 = 3", "3 (4)", "not 3",
        "3, maybe 4",
        "No. 3", "Room 3", "3rd", "3D", "B2", "three-legged stool", "two hundreds", "three million", "3 million", "half of them",
        "one by one",
        "It is one of the red ones", "第三个", "三号", "3号杯子", "一双", "3对", "两三个", "三、四个", "不到3个", "三十多个",
        "这是一张图片", "3,4", "1 2",
        "3\n4", "3 400 or so, 2", "3?", "3 < 4", ">3", "±3", "3%", "$3", "x₃", "3 feet", "3 kg", "3分", "Infinity", "0x10", "1e400",
        "tenía", "twelve hundreds个",
    ],
)  # fmt: skip
def test_a_hedge_a_label_and_another_measure_are_no_count(said: str) -> None:
    read = read_number(said)
    assert read.value is None
    assert read.problem


@pytest.mark.parametrize(
    "said",
    [
        "45-50 cm",
        "45 cm or 50 cm",
        "3 m x 4 m",
        "45 m²",
        "45 cm/s",
        "5 m squared",
        "1米半径",
        "1 m 2",
        "1m2",
        "<45 cm",
        "18 in the picture",
    ],
)
def test_a_range_and_a_product_are_no_length(said: str) -> None:
    assert read_number(said, "cm").value is None


@given(st.data())
def test_a_measure_is_what_is_written_whatever_its_spelling(data: st.DataObject) -> None:
    unit = data.draw(st.sampled_from(sorted(UNITS)))
    name = data.draw(st.sampled_from(sorted(UNITS[unit])))
    number = Fraction(data.draw(st.integers(0, 9_999)), data.draw(st.sampled_from([1, 10, 1000])))
    plain = str(int(number)) if number.denominator == 1 else str(float(number))
    spellings = [plain, plain.replace(".", ",")]
    if number.denominator == 1:
        spellings += [grouped(int(number), ","), grouped(int(number), " "), english(int(number)), chinese(int(number))]
    said = data.draw(st.sampled_from(AROUND)).format(
        data.draw(st.sampled_from(spellings)) + data.draw(st.sampled_from(["", " "])) + name
    )
    value = read_number(said, unit).value
    exact = float(number * Fraction(UNITS[unit][name]))
    if plain in said and not said.startswith("\\"):
        assert value == exact, said
    assert value in {exact, None} or _thousands(plain, said, value, Fraction(UNITS[unit][name])), said


def _thousands(plain: str, said: str, value: float, worth: Fraction) -> bool:
    """Return whether a comma before three digits was read as one between thousands: only the writer knows that it was none."""
    whole, _, after = plain.partition(".")
    return f"{whole},{after}" in said and len(after) == 3 and value == float(Fraction(whole + after) * worth)


@given(
    st.integers(0, 999_999),
    st.sampled_from(AROUND),
    st.sampled_from(["", "个", " cups", "个杯子", " red cups on the table"]),
)
def test_a_count_is_what_is_written_whatever_its_spelling(number: int, around: str, thing: str) -> None:
    for said in (str(number), english(number), chinese(number), grouped(number, ","), grouped(number, " ")):
        value = read_number(around.format(said + thing)).value
        assert value in {float(number), None}
        if not thing and said == str(number):
            assert value == number


NUMBERS = {
    "3": 3,
    "12": 12,
    "1,200": 1200,
    "0.5": 0.5,
    "two": 2,
    "twenty-one": 21,
    "三": 3,
    "十二": 12,
    "½": 0.5,
    "4个": 4,
    "7 cups": 7,
}
WORDS = (
    "cups",
    "about",
    "is",
    "there are",
    "cm",
    "and",
    "or",
    "not",
    "杯子",
    "有",
    "个",
    "第",
    "(",
    ")",
    ",",
    "-",
    ".",
    "of",
    "the",
    "半",
    "m",
    "/",
    ":",
)


@given(
    st.lists(st.sampled_from([*NUMBERS, *WORDS]), min_size=1, max_size=7),
    st.sampled_from(["", " "]),
    st.sampled_from(["", "cm"]),
)
def test_of_several_numbers_none_is_chosen(parts: list[str], gap: str, unit: str) -> None:
    """Numbers that touch may be one: only such texts are compared in which words part them."""
    numbers = {NUMBERS[part] for part in parts if part in NUMBERS} | ({0.5} if "半" in parts else set())
    value = read_number(" ".join(parts) if gap else " ; ".join(parts), unit).value
    if value is not None and unit == "" and "/" not in parts:
        assert not gap or len(numbers) == 1 or value not in numbers or _compound(parts)
        assert gap or abs(value) in numbers


def _compound(parts: list[str]) -> bool:
    """Return whether numbers stand side by side or share parts, as in 12 ½ or "two and ½"."""
    return any(first in NUMBERS and second in {*NUMBERS, "半"} for first, second in pairwise(parts))


@given(st.floats(allow_nan=True, allow_infinity=True) | st.integers(), st.sampled_from(["", "cm", "m²"]))
def test_numbers_are_taken_as_they_are(value: float, unit: str) -> None:
    read = read_number(value, unit).value
    assert read == (value if math.isfinite(value) and abs(value) < MOST else None)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["value", "unit", "m", "cm"]), inner)
        ),
        max_leaves=8,
    ),
    st.text(max_size=5) | st.sampled_from(["", "cm", "minutes"]),
)
def test_nothing_a_model_writes_is_an_error(value: Any, unit: str) -> None:
    read = read_number(value, unit)
    assert read.value is None or math.isfinite(read.value)
    json.dumps(read._asdict()).encode()
    read_number(json.dumps(value), unit)


@pytest.mark.parametrize(
    "said",
    [
        "1" * 100_000,
        "1," * 50_000,
        "one hundred and " * 8000,
        "一" * 100_000,
        "*" * 100_000,
        "about " * 20_000 + "3",
        " " * 100_000 + "3",
        "(" * 100_000,
    ],
)
@pytest.mark.parametrize("size", [299, 1999, 100_000])
@pytest.mark.timeout(20)
def test_monstrous_texts_are_refused_quickly(said: str, size: int) -> None:
    for unit in ("", "cm", "minutes"):
        assert read_number(said[:size], unit).value is None
        assert read_number({"value": said[:size], "unit": unit}, unit).value is None
