"""The option that an answer names."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.values.hostile import ANYTHING, HOSTILE
from mindsight.answers.values.basics import Form
from mindsight.answers.values.choices import FORMS, Option, read_option
from mindsight.text import storable


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.written)[:40])
def test_each_form_is_read_as_the_table_says(form: Form) -> None:
    assert read_option(form.written, form.given).value == form.value


_OPTIONS = (
    Option("A", ("red mug", "红色杯子")),
    Option("B", ("green box", "绿色盒子")),
    Option("C", ("blue", "蓝色")),
    Option("I", ("plate", "盘子")),
)
_ALONE = (
    "{}",
    "({})",
    "**{}**",
    "{}.",
    "option {}",
    "The answer is {}",
    "I think it is {}",
    "答案是{}",
    "我选{}",
    r"\boxed{{{}}}",
    "{} is correct",
)
_JOINED = (
    " or ",
    ", ",
    " and ",
    "/",
    "、",
    "或",
    "; ",
    "\n",
    " - ",
    " maybe ",
    ". No, ",
    "，也可能是",
    " rather than ",
    " + ",
    " vs ",
    "|",
)


def spellings(option: Option) -> st.SearchStrategy[str]:
    """Return ways to write an option."""
    return st.builds(
        str.format, st.sampled_from(_ALONE), st.sampled_from([option.letter, option.letter.lower(), *option.names])
    )


@given(st.data(), st.sampled_from(_OPTIONS))
def test_an_option_is_read_as_itself_or_not_at_all(data: st.DataObject, option: Option) -> None:
    said = data.draw(spellings(option))
    assert read_option(said, _OPTIONS).value in {option.letter, None}


@given(st.data(), st.permutations(_OPTIONS), st.sampled_from(_JOINED))
def test_two_options_are_no_answer(data: st.DataObject, options: list[Option], joint: str) -> None:
    said = data.draw(spellings(options[0])) + joint + data.draw(spellings(options[1]))
    assert read_option(said, _OPTIONS).value is None


@given(
    st.data(),
    st.sampled_from(_OPTIONS),
    st.sampled_from(["not {}", "{} is wrong", "{}不对", "不是{}", "It isn't {}", "{}?"]),
)
def test_a_denied_option_is_no_answer(data: st.DataObject, option: Option, denial: str) -> None:
    said = denial.format(data.draw(st.sampled_from([option.letter, *option.names])))
    assert read_option(said, _OPTIONS).value is None


def test_the_problem_is_named() -> None:
    assert read_option("B. red mug", _OPTIONS).problem == "contradicts"
    assert read_option("B or C", _OPTIONS).problem == read_option(["B", "C"], _OPTIONS).problem == "several"
    assert read_option("D", _OPTIONS).problem == "D"


def test_a_name_that_two_options_have_names_neither() -> None:
    twins = (Option("A", ("mug",)), Option("B", ("mug",)))
    assert read_option("mug", twins).value is None
    assert read_option("B. mug", twins).value == "B"


@given(ANYTHING)
def test_nothing_is_an_error(value: Any) -> None:
    read = read_option(value, _OPTIONS)
    assert read.value in {None, "A", "B", "C", "I"}
    storable(read.problem)


@pytest.mark.parametrize("said", HOSTILE)
def test_hostile_texts_are_read_quickly(said: str) -> None:
    begun = time.process_time()
    read_option(said, _OPTIONS)
    assert time.process_time() - begun < 5
