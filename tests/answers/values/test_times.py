"""Moments and intervals: no other time than the one written."""

import json
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.values.spelling import chinese, grouped
from mindsight.answers.values.basics import Form
from mindsight.answers.values.times import FORMS, ReadTime, read_time


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form.written!r:.40}")
def test_each_form_is_read_as_the_table_says(form: Form) -> None:
    read = read_time(form.written)
    assert read.value == form.value
    assert (read.value is not None) or bool(read.problem) == (form.written != "N/A")


@pytest.mark.parametrize("said", ["1,900", "1,882", "3,595", "12,345"])
def test_a_comma_before_three_digits_parts_thousands(said: str) -> None:
    """As in "timestamp": "1,900", once read as the interval from 1 to 900."""
    assert read_time(said).value == ReadTime((float(said.replace(",", "")),))


@pytest.mark.parametrize(
    "said",
    [
        "1.900,0",
        "1,9",
        ">3 s",
        "5'",
        "1 min 20",
        "0-1:20",
        "3 s or 4 s",
        "1.2 and 3.4",
        "12帧",
        "第3",
        "5 m",
        "3 km",
        "2024-01-02",
        "1:2:3:4",
        "1\n900",
    ],
)
def test_what_could_be_another_time_is_none(said: str) -> None:
    read = read_time(said)
    assert read.value is None
    assert read.problem


def seconds(read: Any) -> tuple[float, ...] | None:
    """Return times in seconds; those without a unit are in ms."""
    if read is None:
        return None
    return tuple(value if read.unit == "s" else value / 1000 for value in read.values)


@given(st.integers(0, 3_600_000))
def test_a_moment_is_what_is_written_whatever_its_spelling(ms: int) -> None:
    exact = ms / 1000
    minutes, rest = divmod(ms, 60_000)
    plain = f"{ms // 1000}.{ms % 1000:03}"
    spellings = [
        str(ms), grouped(ms, ","), grouped(ms, " "), f"{ms} ms", f"{grouped(ms, ',')}毫秒", f"{plain}s",
        f"at {plain} seconds", f"第{plain}秒",
        f"约{plain}秒左右", f"{minutes}:{rest // 1000:02}.{rest % 1000:03}", f"00:{minutes:02}:{rest // 1000:02},{rest % 1000:03}",
        f"{minutes}分{rest // 1000}.{rest % 1000:03}秒", f"{minutes} min {rest // 1000} s {rest % 1000} ms", f"{chinese(ms)}毫秒",
    ]  # fmt: skip
    for said in spellings:
        found = seconds(read_time(said).value)
        if minutes < 60 or ":" not in said:
            assert found == pytest.approx((exact,)), said


@given(st.integers(0, 99_999), st.integers(0, 99_999))
def test_an_interval_is_what_is_written_or_nothing(begin: int, end: int) -> None:
    for between in ("-", " - ", "–", "~", "～", " to ", "至", "到", ", "):
        assert read_time(f"{begin}{between}{end}").value == ReadTime((begin, end)), between
    assert read_time(f"[{begin}, {end}]").value == ReadTime((begin, end))
    assert read_time(f"{begin},{end}").value in {None, ReadTime((float(f"{begin}{end}"),))}
    assert read_time(f"{begin / 10} s - {end / 10} s").value == ReadTime((begin / 10, end / 10), "s")


@given(st.integers(0, 999), st.integers(0, 9999))
def test_a_decimal_comma_with_a_unit_is_one_number_or_nothing(whole: int, after: int) -> None:
    decimal, joined = float(Fraction(f"{whole}.{after}")), float(f"{whole}{after}")
    value = read_time(f"{whole},{after} s").value
    assert value in {ReadTime((decimal,), "s"), ReadTime((joined,), "s") if len(str(after)) == 3 else None}


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["start", "end"]), inner),
        max_leaves=6,
    )
)
def test_nothing_a_model_writes_is_an_error(value: Any) -> None:
    read = read_time(value)
    assert read.value is None or all(map(math.isfinite, read.value.values))
    read_time(json.dumps(value))


@pytest.mark.parametrize(
    "said",
    ["1" * 100_000, "1:" * 50_000, "1-" * 50_000, " " * 100_000, "一分" * 50_000, "<" * 100_000, "1 min " * 20_000],
)
@pytest.mark.parametrize("size", [159, 100_000])
@pytest.mark.timeout(20)
def test_monstrous_texts_are_refused_quickly(said: str, size: int) -> None:
    assert read_time(said[:size]).value is None
