"""Numbers with units; what a unit is worth is from the international agreement on the yard (1959) and from ISO 80000."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.answers.values.basics import Form
from mindsight.answers.values.numerals import normal
from mindsight.answers.values.quantities import FORMS, quantity_at
from mindsight.answers.values.units import UNITS, Unit, unit_at, unit_named

WORTH = {
    "mm": "0.001", "公分": "0.01", "分米": "0.1", "米": "1", "千米": "1000", "公里": "1000", "inch": "0.0254", "英尺": "0.3048",
    "ft": "0.3048",
    "yard": "0.9144", "cm²": "0.0001", "sq. ft": "0.09290304", "平方厘米": "0.0001", "平方公里": "1000000", "square inches": "0.00064516",
    "min": "60", "刻钟": "900", "个小时": "3600", "ms": "0.001", "degrees": "1", "g": "0.001", "毫升": "0.001",
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.written)
def test_each_form_is_read_as_the_table_says(form: Form) -> None:
    plain = normal(form.written)
    found = quantity_at(plain, 0, Unit(form.given))
    read = found is not None and found.end == len(plain) and found.unit is not None and found.unit.kind == form.given
    assert (float(found.value) if found is not None and read else None) == form.value


@pytest.mark.parametrize(("name", "worth"), WORTH.items())
def test_a_unit_is_worth_what_the_agreement_says(name: str, worth: str) -> None:
    assert unit_named(name).factor == Fraction(worth)


def test_a_unit_of_its_own_kind_is_known_by_its_name_alone() -> None:
    assert unit_named("Apples") == Unit("apples")
    assert unit_at("3 apples", 2, Unit("apples")) == (Unit("apples"), 8)
    assert unit_at("3 apples", 2, UNITS["cm"]) is None


@pytest.mark.parametrize(
    ("said", "end"),
    [
        ("1 mug", None),
        ("1 in the cup", None),
        ("1 in tall", 4),
        ("1m20", 2),
        ("1m2", 3),
        ("1m^3", None),
        ("1°c", 3),
        ("1平方寸", None),
    ],
)
def test_a_name_within_a_word_is_no_unit(said: str, end: int | None) -> None:
    found = unit_at(said, said.index(" ") + 1 if " " in said else 1, UNITS["m"])
    assert (found[1] if found else None) == end


@given(st.integers(0, 99), st.integers(0, 59), st.integers(0, 59))
def test_parts_add_up(hours: int, minutes: int, seconds: int) -> None:
    worth = 3600 * hours + 60 * minutes + seconds
    for said in (
        f"{hours} h {minutes} min {seconds} s",
        f"{hours} hours, {minutes} minutes and {seconds} seconds",
        f"{hours}h{minutes}m{seconds}s",
        f"{hours}小时{minutes}分{seconds}秒",
        f"{hours}:{minutes:02}:{seconds:02}",
    ):
        found = quantity_at(said, 0, UNITS["s"])
        assert found is not None
        assert found.value == worth
        assert found.end == len(said)
