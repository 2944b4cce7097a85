"""Points, in every form that models use."""

import pytest

from mindsight.answers.values.basics import Form
from mindsight.answers.values.points import FORMS, read_point


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.written)[:60])
def test_each_form_is_read_as_the_table_says(form: Form) -> None:
    assert read_point(form.written).value == form.value
