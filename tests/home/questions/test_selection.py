"""What ``--tasks`` chooses."""

import pytest

from mindsight.cli.home.questions.selection import are_questions, questions_chosen, tasks_chosen
from mindsight.errors import InputError
from mindsight.home.classes import CLASSES


def test_the_annex_is_its_eight_tasks() -> None:
    assert tasks_chosen("annex-a") == tuple(CLASSES)
    assert not are_questions(tasks_chosen("annex-a"))


def test_dimensions_beginnings_and_keys() -> None:
    assert questions_chosen(("object.colour",)) == ("object.colour",)
    whole = questions_chosen(("object",))
    assert {"object.colour", "object.left_right"} <= set(whole)
    assert all(key.startswith("object.") for key in whole)


def test_both_kinds_are_refused_together() -> None:
    with pytest.raises(InputError, match="test them in a run each"):
        are_questions(("object", "desk"))


def test_a_near_miss_is_named() -> None:
    with pytest.raises(InputError, match=r"did you mean object\.colour"):
        questions_chosen(("object.colours",))
