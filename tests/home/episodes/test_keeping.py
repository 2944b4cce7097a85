"""An episode that keeps no steps has the same result as one that keeps them."""

import pytest

from mindsight.engine.physics.predicates import Judge, Tree
from mindsight.home.episodes.baselines import BASELINES, run_episode
from mindsight.home.episodes.episode import Episode, Result
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.setting import Setting
from mindsight.home.tasks import load


@pytest.fixture(scope="module")
def proved() -> Instance:
    return prove(load()["buttons"], 7000000, "")


def ended(instance: Instance, subject: str, *, keep: bool) -> tuple[Result, int]:
    with Episode(instance, Setting(), draw=False, keep=keep) as episode:
        run_episode(episode, BASELINES[subject](episode, 7))
        return episode.end(), episode.taken


@pytest.mark.parametrize("subject", ["oracle", "random"])
def test_keeping_no_steps_changes_no_result(proved: Instance, subject: str) -> None:
    kept, taken = ended(proved, subject, keep=True)
    bare, as_many = ended(proved, subject, keep=False)
    assert taken == as_many == len(kept.steps)
    assert bare.steps == ()
    names = ("outcome", "manner", "ending", "goal_true", "disturbed", "score", "fingerprint")
    assert {name: getattr(bare, name) for name in names} == {name: getattr(kept, name) for name in names}


@pytest.mark.parametrize(
    ("tree", "ordered"),
    [
        (["all", ["clean", "stain.1"], ["not", ["apart", "a", ["b"], 0.1]]], False),
        (["all", ["clean", "stain.1"], ["after", ["clean", "stain.1"], ["clean", "stain.2"]]], True),
    ],
)
def test_no_judgement_is_left_out_where_the_order_counts(tree: Tree, ordered: bool) -> None:
    assert Judge(tree).ordered is ordered
