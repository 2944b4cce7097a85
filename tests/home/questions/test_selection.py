"""What ``--tasks`` chooses."""

import pytest

from mindsight.cli.shared.console import LISTENER
from mindsight.errors import InputError
from mindsight.home.classes import CLASSES
from mindsight.home.plan import Plan
from mindsight.home.questions import classes
from mindsight.home.questions.people.answers import confirmed
from mindsight.home.questions.plan import whole_quartets
from mindsight.home.running.selection import are_questions, questions_chosen, tell_left_out


def test_the_annex_is_its_eight_tasks() -> None:
    chosen = Plan.of({"tasks": "annex-a"}).tasks
    assert chosen == tuple(CLASSES)
    assert not are_questions(chosen)


def test_dimensions_beginnings_and_keys() -> None:
    assert questions_chosen(("object.colour",)) == ("object.colour",)
    whole = questions_chosen(("object",))
    assert {"object.colour", "object.left_right"} <= set(whole)
    assert all(key.startswith("object.") for key in whole)


def test_both_kinds_are_refused_together() -> None:
    with pytest.raises(InputError, match="test them in a run each"):
        are_questions(("object", "desk"))


def test_the_beginning_of_an_ability_chooses_its_classes_in_either_language() -> None:
    changes = {key for key, one in classes.load().items() if one.ability[1].startswith("changes of the environment")}
    assert changes
    assert set(questions_chosen(("state.change",))) == changes
    assert set(questions_chosen(("state.环境变化",))) == {
        "state.added",
        "state.gone",
        "state.happened",
        "state.moved",
        "state.moved_to",
        "state.turned",
    }
    # Spaces and commas, of which abilities are full, cannot stand in an option.
    assert "commonsense.permanence" in questions_chosen(("commonsense.object-permanence",))


def test_a_key_comes_before_an_ability_that_begins_alike() -> None:
    assert questions_chosen(("commonsense.hidden",)) == ("commonsense.hidden",)


def test_a_near_miss_is_named() -> None:
    with pytest.raises(InputError, match=r"did you mean object\.colour"):
        questions_chosen(("object.colours",))


CUSTOM = {key for key, one in classes.load().items() if one.contested}


def test_classes_about_custom_culture_and_safety_wait_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert CUSTOM
    usual = questions_chosen(("commonsense",))
    assert not CUSTOM & set(usual)
    assert set(questions_chosen(("commonsense",), contested=True)) >= CUSTOM
    assert questions_chosen(("commonsense.feast",)) == ("commonsense.feast",)
    tell_left_out(("commonsense",), usual, LISTENER)
    said = capsys.readouterr().err
    assert "--include-unvalidated" in said
    assert all(key in said for key in CUSTOM)


def test_nothing_is_said_if_nothing_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    tell_left_out(("object",), questions_chosen(("object",)), LISTENER)
    assert not capsys.readouterr().err


def test_a_class_that_people_have_confirmed_is_asked_as_all_others() -> None:
    one = min(CUSTOM)
    assert CUSTOM & set(questions_chosen(("commonsense",), confirmed=frozenset({one}))) == {one}


@pytest.mark.parametrize(("right", "asked", "said"), [(8, 8, True), (7, 7, False), (17, 20, True), (16, 20, False)])
def test_confirming_takes_some_answers_that_agree(right: int, asked: int, said: bool) -> None:
    assert confirmed(right, asked) == said


def test_more_questions_than_a_seed_gives_are_refused_before_any_is_drawn() -> None:
    assert whole_quartets(9) == 12
    with pytest.raises(InputError, match="--trials: 1000000000000 is more than one seed can give"):
        whole_quartets(10**12)
