"""Numbers in digits and in words of both languages."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from answers.values.spelling import chinese, english, grouped
from mindsight.answers.values.basics import Form
from mindsight.answers.values.numerals import FORMS, first_number, normal, numeral_at


def whole(said: str) -> Fraction | None:
    """Return the number that a text is, from its first to its last letter."""
    plain = normal(said)
    found = numeral_at(plain, 0)
    return found.value if found is not None and found.end == len(plain) else None


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.written)
def test_each_form_is_read_as_the_table_says(form: Form) -> None:
    assert whole(form.written) == (None if form.value is None else Fraction(str(form.value)))


@given(st.integers(0, 999_999), st.sampled_from([" and ", " "]), st.sampled_from(["-", " "]))
@example(100_000, " and ", "-")
@example(10_005, " ", " ")
def test_english_words_are_the_number_they_say(number: int, joint: str, hyphen: str) -> None:
    assert whole(english(number, joint, hyphen)) == number


@given(st.integers(0, 99_999))
@example(10_001)
@example(11_010)
def test_chinese_numerals_are_the_number_they_say(number: int) -> None:
    assert whole(chinese(number)) == number


@given(st.integers(0, 10**9), st.sampled_from([",", " ", "\u00a0", "\u202f"]))
def test_parted_thousands_are_one_number(number: int, comma: str) -> None:
    assert whole(grouped(number, comma)) == number


@given(st.integers(0, 10**6), st.integers(1, 9999))
def test_a_decimal_comma_is_one_or_nothing(number: int, after: int) -> None:
    assert whole(f"{number},{after}") in {Fraction(f"{number}.{after}"), None, Fraction(f"{number}{after}")}
    assert whole(f"{number},{after}") != Fraction(f"{number}.{after}") or len(str(after)) != 3 or number == 0


@given(st.decimals(0, 10**6, places=3))
def test_decimals_are_exact(number: object) -> None:
    assert whole(str(number)) == Fraction(str(number))


@pytest.mark.parametrize(
    "said", ["1\n200", "3\t400", "①②③", "1⒈", "5³", "x₂3", "二三个", "八九十", "1,2,3", "12:30", "٣"]
)
def test_numbers_side_by_side_are_not_melted_into_one(said: str) -> None:
    assert whole(said) is None


@given(st.text(max_size=200))
def test_any_text_is_searched_without_an_error(said: str) -> None:
    plain = normal(said)
    place = first_number(plain)
    assert place == -1 or numeral_at(plain, place) is None or numeral_at(plain, place).end > place  # type: ignore[union-attr]
