"""The option that an answer names."""

import pytest

from mindsight.answers.values.basics import Form
from mindsight.answers.values.choices import FORMS, read_option


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.written)[:40])
def test_each_form_is_read_as_the_table_says(form: Form) -> None:
    assert read_option(form.written, form.given).value == form.value
