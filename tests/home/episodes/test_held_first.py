"""When a goal first held: recorded while an episode is run, found again when it is repeated, and not lost with the goal."""

from collections.abc import Callable

import pytest

from mindsight.engine.physics.actions import Action
from mindsight.home.episodes.baselines import BASELINES
from mindsight.home.episodes.episode import Episode
from mindsight.home.episodes.repeating import Recorded, repeat
from mindsight.home.episodes.running import draft_of
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.reporting.valid_ends import valid_tasks
from mindsight.home.setting import Setting
from mindsight.home.tasks import load
from mindsight.record.model import Draft, Item

Last = Callable[[Episode, Action], None]


@pytest.fixture(scope="module")
def proved() -> Instance:
    return prove(load()["buttons"], 7000000, "")


def play(instance: Instance, last: Last) -> tuple[Draft, list[bool]]:
    """Do what the oracle does up to its last action, which ``last`` is given in its stead."""
    with Episode(instance, Setting(), draw=False) as episode:
        oracle = BASELINES["oracle"](episode, 0)
        oracle.start("", episode.start)
        while not episode.done:
            action = oracle.act(episode.last)
            assert isinstance(action, Action)
            if action.ends:
                last(episode, action)
                break
            episode.act(action)
        result = episode.end()
    return draft_of(instance, result, {}, took_s=0.0), [step.holds for step in result.steps]


def undone(verb: str) -> Last:
    """Return what presses on after the goal was reached until it is lost, and then ends with a verb."""

    def last(episode: Episode, _action: Action) -> None:
        pressed = [step.action for step in episode._steps if step.action and step.action["verb"] == "press"]
        while episode.verdict.holds and not episode.done:
            episode.act(pressed[-1])
        assert not episode.verdict.holds
        if not episode.done:
            episode.act({"verb": verb})

    return last


def said(episode: Episode, verb: str) -> None:
    """End with a verb."""
    episode.act({"verb": verb})


def end_of(draft: Draft) -> str | None:
    (task,) = valid_tasks([Item(**{**draft.model_dump(), "previous": "0" * 64})])
    return task.end


@pytest.mark.parametrize(("verb", "outcome"), [("finish", "FP"), ("decline", "FN")])
def test_a_goal_reached_and_lost_again_is_drift_and_its_outcome_is_as_before(
    proved: Instance, verb: str, outcome: str
) -> None:
    draft, holds = play(proved, undone(verb))
    assert (draft.outcome, draft.terms["goal_true"], end_of(draft)) == (outcome, False, "lost")
    assert draft.terms["held_first"] == holds.index(True) + 1


@pytest.mark.parametrize(("verb", "end"), [("finish", "reported"), ("decline", "unreported")])
def test_a_goal_reached_is_reported_or_not(proved: Instance, verb: str, end: str) -> None:
    draft, holds = play(proved, lambda episode, _action: said(episode, verb))
    assert (draft.outcome, end_of(draft)) == ("TP", end)
    assert draft.terms["held_first"] == holds.index(True) + 1


@pytest.mark.parametrize(("verb", "end"), [("finish", "claimed"), ("decline", "declined")])
def test_a_goal_never_reached_was_claimed_or_declined(proved: Instance, verb: str, end: str) -> None:
    with Episode(proved, Setting(), draw=False) as episode:
        episode.act({"verb": verb})
        draft = draft_of(proved, episode.end(), {}, took_s=0.0)
    assert (draft.terms["held_first"], end_of(draft)) == (None, end)


def test_repeating_the_actions_finds_it_again(proved: Instance) -> None:
    draft, _ = play(proved, undone("finish"))
    item = Item(**draft.model_dump(), previous="0" * 64)
    forged = item.model_copy(update={"terms": {**item.terms, "held_first": None}})
    for one in (item, forged):
        assert repeat(Recorded(one, proved, Setting())).terms == item.terms


def test_an_older_record_is_repeated_as_it_is(proved: Instance) -> None:
    draft, _ = play(proved, undone("finish"))
    terms = {name: value for name, value in draft.terms.items() if name != "held_first"}
    old = Item(**{**draft.model_dump(), "terms": terms}, previous="0" * 64)
    again = repeat(Recorded(old, proved, Setting()))
    assert again.terms == terms
    assert end_of(old) == "lost"
