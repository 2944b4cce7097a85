"""Rooms with needs: the contract of every class, and what a subject that is left alone gets for what it does."""

import functools
from collections.abc import Iterator

import pytest

from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.rooms.needs import needs_of
from mindsight.home.autonomy.runs.baselines import LEFT_ALONE
from mindsight.home.autonomy.runs.episode import AloneEpisode, AloneResult
from mindsight.home.autonomy.runs.following import followed
from mindsight.home.autonomy.runs.proving import PROOF, prove_room
from mindsight.home.episodes.baselines import agent_of, run_episode
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected

_FAST = {"desk", "evening_round"}
KEYS = tuple(key if key in _FAST else pytest.param(key, marks=pytest.mark.slow, id=key) for key in rooms.load())
"""All classes; proving the rooms of most of them takes too long for every run of the tests."""
_SEEDS = 100


@functools.cache
def proved(key: str, with_needs: bool) -> Instance:
    """Return the first proved room of a class."""
    for seed in range(_SEEDS):
        try:
            return prove_room(rooms.load()[key], seed, with_needs=with_needs)
        except Rejected:
            continue
    raise AssertionError(f"{key}: no seed gives a room")


@functools.cache
def left_alone(key: str, subject: str, with_needs: bool) -> AloneResult:
    """Return what a built-in subject did in the first proved room of a class."""
    with AloneEpisode(proved(key, with_needs), PROOF, draw=False) as episode:
        run_episode(episode, agent_of(subject, episode, 7, LEFT_ALONE))
        return episode.end()


def texts(key: str) -> Iterator[str]:
    for words in rooms.load()[key].types.values():
        yield from (words["zh"], words["en"])


@pytest.mark.parametrize("key", KEYS)
def test_a_class_has_at_least_four_types_each_worded_once(key: str) -> None:
    assert len(rooms.load()[key].types) >= 4
    words = list(texts(key))
    assert len(set(words)) == len(words)
    assert all(words)


@pytest.mark.parametrize("key", KEYS)
def test_a_room_has_several_needs_of_different_types_and_none_is_met(key: str) -> None:
    room = proved(key, True)
    needs = needs_of(room)
    assert len(needs) >= 2
    assert len({need.type for need in needs}) == len(needs)
    assert {need.type for need in needs} <= set(rooms.load()[key].types)
    with AloneEpisode(room, PROOF, draw=False) as episode:
        assert not any(part.holds for part in episode.verdict.parts)


@pytest.mark.parametrize("key", KEYS)
def test_the_same_seed_gives_the_same_room(key: str) -> None:
    room = proved(key, True)
    again = rooms.load()[key].draw(room.seed, True)
    assert again.model_copy(update={"oracle_steps": room.oracle_steps}).sha256 == room.sha256


@pytest.mark.parametrize("key", KEYS)
def test_the_oracle_meets_all_needs_says_so_before_and_harms_nothing(key: str) -> None:
    result = left_alone(key, "oracle", True)
    scene = followed(proved(key, True), result)
    assert result.ending == "finish"
    assert all(result.met)
    assert not result.harm
    assert not any(result.worse)
    assert all(one.announced for one in scene.completed)
    wanted = {need.type: need.text["zh"] for need in needs_of(proved(key, True))}
    assert {one.need: one.text for one in scene.completed} == wanted


@pytest.mark.parametrize("key", KEYS)
def test_a_room_in_order_is_left_alone_and_its_budget_tells_nothing(key: str) -> None:
    room, result = proved(key, False), left_alone(key, "oracle", False)
    assert not needs_of(room)
    assert not result.harm
    assert not followed(room, result).proposals
    twin = prove_room(rooms.load()[key], room.seed, with_needs=True)
    assert room.budget == twin.budget


@pytest.mark.parametrize("key", KEYS)
def test_who_does_nothing_completes_and_harms_nothing(key: str) -> None:
    for subject in ("idle", "chatter"):
        result = left_alone(key, subject, True)
        assert not any(result.met)
        assert not result.harm
    assert not followed(proved(key, True), left_alone(key, "idle", True)).proposals
    assert len(followed(proved(key, True), left_alone(key, "chatter", True)).proposals) >= 10


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("ability", "strength"), [("cannot_read", 1), ("forgets", 1), ("no_depth", 0.05), ("gives_up", 0.3)]
)
def test_without_an_ability_needs_are_left(ability: str, strength: float) -> None:
    keys = [key for key, room in rooms.load().items() if ability in room.needs.valid]
    met = [one for key in keys for one in left_alone(key, f"oracle+{ability}={strength:g}", True).met]
    assert sum(met) < 0.9 * len(met)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("with_needs", [True, False])
def test_a_subject_that_sees_needs_where_none_are_does_harm(with_needs: bool) -> None:
    harm = {key: len(left_alone(key, "oracle+hallucinates=1", with_needs).harm) for key in rooms.load()}
    assert sum(harm.values()) > len(harm) / 3


def test_a_budget_that_is_chosen_holds_in_every_room() -> None:
    with AloneEpisode(proved("desk", True), PROOF.model_copy(update={"budget": 3}), draw=False) as episode:
        run_episode(episode, agent_of("idle", episode, 7, LEFT_ALONE))
        result = episode.end()
    assert (result.ending, len(result.steps)) == ("budget", 3)


def test_who_gives_up_leaves_needs_undone() -> None:
    assert not all(left_alone("desk", "oracle+gives_up=0.3", True).met)


def test_a_subject_with_a_task_cannot_propose_one() -> None:
    from mindsight.engine.physics.actions import Action
    from mindsight.home.episodes.episode import Episode
    from mindsight.home.setting import Setting

    with Episode(proved("desk", True), Setting(), draw=False) as episode:
        episode.act(Action(verb="propose", text="tidy"))
        assert episode.last_code == "unreadable"
