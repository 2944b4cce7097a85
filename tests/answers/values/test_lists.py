"""Options in an order, and runs of pictures."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.values.hostile import ANYTHING, HOSTILE
from mindsight.answers.values.basics import Form
from mindsight.answers.values.choices import Option
from mindsight.answers.values.lists import FORMS_OF_OPTIONS, FORMS_OF_PICTURES, read_options, read_pictures


@pytest.mark.parametrize("form", FORMS_OF_OPTIONS, ids=lambda form: str(form.written)[:40])
def test_each_form_of_an_order_is_read_as_the_table_says(form: Form) -> None:
    assert read_options(form.written, form.given).value == form.value


@pytest.mark.parametrize("form", FORMS_OF_PICTURES, ids=lambda form: str(form.written)[:40])
def test_each_form_of_a_run_is_read_as_the_table_says(form: Form) -> None:
    assert read_pictures(form.written).value == form.value


_OPTIONS = tuple(
    Option(letter, (name,))
    for letter, name in zip("ABCDEI", ("red", "blue", "dark green", "blue-green", "cup", "the mug"), strict=True)
)


@given(
    st.permutations(_OPTIONS),
    st.integers(1, 6),
    st.integers(0, 2),
    st.sampled_from(["", ", ", "、", " > ", "→", "\n", "-", "; ", " then ", " "]),
)
def test_an_order_is_read_as_written_or_not_at_all(options: list[Option], count: int, way: int, joint: str) -> None:
    chosen = options[:count]
    written = [(option.letter, option.names[0], f"{option.letter}. {option.names[0]}")[way] for option in chosen]
    expected = tuple(option.letter for option in chosen)
    assert read_options(joint.join(written), _OPTIONS).value in {expected, None}
    assert read_options(written, _OPTIONS).value == expected
    if way == 0:
        assert read_options(joint.join(written), _OPTIONS).value == expected


@given(
    st.integers(0, 999),
    st.integers(0, 999),
    st.sampled_from(
        ["{}-{}", "{} to {}", "第{}张到第{}张", "[{}, {}]", "pictures {}–{}", "{}，{}", '{{"first": {}, "last": {}}}']
    ),
)
def test_a_run_is_read_as_written(first: int, last: int, form: str) -> None:
    assert read_pictures(form.format(first, last)).value == (first, last)


@given(ANYTHING)
def test_nothing_is_an_error(value: Any) -> None:
    assert read_options(value, _OPTIONS).problem is not None
    assert read_pictures(value).problem is not None


@pytest.mark.parametrize("said", HOSTILE)
def test_hostile_texts_are_read_quickly(said: str) -> None:
    begun = time.process_time()
    assert read_options(said, _OPTIONS).problem is not None
    assert read_pictures(said).problem is not None
    assert time.process_time() - begun < 5
