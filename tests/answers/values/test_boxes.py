"""Boxes and outlines, in every form that models use."""

import pytest

from mindsight.answers.values.basics import Form
from mindsight.answers.values.boxes import FORMS, FORMS_OF_OUTLINE, read_box, read_outline


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.written)[:60])
def test_each_form_of_a_box_is_read_as_the_table_says(form: Form) -> None:
    assert read_box(form.written).value == form.value


@pytest.mark.parametrize("form", FORMS_OF_OUTLINE, ids=lambda form: str(form.written)[:60])
def test_each_form_of_an_outline_is_read_as_the_table_says(form: Form) -> None:
    assert read_outline(form.written).value == form.value
