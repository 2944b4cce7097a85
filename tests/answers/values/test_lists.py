"""Options in an order, and runs of pictures."""

import pytest

from mindsight.answers.values.basics import Form
from mindsight.answers.values.lists import FORMS_OF_OPTIONS, FORMS_OF_PICTURES, read_options, read_pictures


@pytest.mark.parametrize("form", FORMS_OF_OPTIONS, ids=lambda form: str(form.written)[:40])
def test_each_form_of_an_order_is_read_as_the_table_says(form: Form) -> None:
    assert read_options(form.written, form.given).value == form.value


@pytest.mark.parametrize("form", FORMS_OF_PICTURES, ids=lambda form: str(form.written)[:40])
def test_each_form_of_a_run_is_read_as_the_table_says(form: Form) -> None:
    assert read_pictures(form.written).value == form.value
