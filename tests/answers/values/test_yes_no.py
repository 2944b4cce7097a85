"""Yes and no."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.values.hostile import ANYTHING, HOSTILE
from mindsight.answers.values.basics import Form
from mindsight.answers.values.yes_no import FORMS, read_yes_no


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.written)[:40])
def test_each_form_is_read_as_the_table_says(form: Form) -> None:
    assert read_yes_no(form.written).value == form.value


@given(ANYTHING)
def test_nothing_is_an_error(value: Any) -> None:
    read_yes_no(value)


@pytest.mark.parametrize("said", HOSTILE)
def test_hostile_texts_are_read_quickly(said: str) -> None:
    begun = time.process_time()
    read_yes_no(said)
    assert time.process_time() - begun < 5


@given(
    st.sampled_from(["yes", "Yes.", "是", "对的", "true"]),
    st.sampled_from(["no", "No.", "不是", "错", "否", "no way"]),
    st.sampled_from(["/", " or ", ", ", " and ", "或", "、", "; ", "\n", " - ", "，也许", "还是", "? "]),
    st.booleans(),
)
def test_yes_and_no_are_neither(yes: str, no: str, joint: str, turned: bool) -> None:
    assert read_yes_no(no + joint + yes if turned else yes + joint + no).value is None
