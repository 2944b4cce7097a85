import pytest
from typing import Any
from mindsight.answers.values.yes_no import FORMS, read_yes_no
@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.written)[:40])
def test_each_form_is_read_as_the_table_says(form: Any) -> None:
    assert read_yes_no(form.written).value == form.value
