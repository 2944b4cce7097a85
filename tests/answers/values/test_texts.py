"""Texts as they are compared."""

import time
from typing import Any

import pytest
from hypothesis import given

from answers.values.hostile import ANYTHING, HOSTILE
from mindsight.answers.values.basics import Form
from mindsight.answers.values.texts import FORMS, read_text


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.written)[:40])
def test_each_form_is_read_as_the_table_says(form: Form) -> None:
    assert read_text(form.written).value == form.value


@given(ANYTHING)
def test_nothing_is_an_error(value: Any) -> None:
    read_text(value)


@pytest.mark.parametrize("said", HOSTILE)
def test_hostile_texts_are_read_quickly(said: str) -> None:
    begun = time.process_time()
    read_text(said)
    assert time.process_time() - begun < 5
