"""Built-in subjects that are left alone: the oracle, and those with which every score is compared.

``oracle`` sees and meets needs, and can be ablated; ``idle`` only waits; ``chatter`` proposes a great many things and does none of
them; ``random`` proposes at random and acts at random on what is in the picture.
"""

from collections.abc import Callable, Generator, Sequence

import numpy as np

from mindsight.engine.physics.actions import Action
from mindsight.engine.seeds import stream
from mindsight.errors import InputError
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.rooms.keeping import keep
from mindsight.home.episodes.baselines import Agent, Scripted, at_random, repeat
from mindsight.home.episodes.episode import Episode
from mindsight.home.oracle.ablated_hands import ablated
from mindsight.home.oracle.ablated_sight import Lens
from mindsight.home.oracle.ablations import BEARER, Ablation, parse
from mindsight.home.oracle.perception import Perception

_PROPOSES = 0.15


def _oracle(episode: Episode, seed: int, ablations: Sequence[Ablation] = ()) -> Agent:
    lens = Lens(ablations, seed, episode.instance)
    perception = Perception(episode, lens)
    room = rooms.load()[episode.instance.task]
    script = keep(room.keeper(perception), room.types, episode.setting.language)
    acting = ablated(script, lens, episode.setting, lambda: episode.last_code)
    return Scripted(acting, perception, Action(verb="finish"))


def _idle(_episode: Episode, _seed: int) -> Agent:
    return Scripted(repeat(Action(verb="wait", seconds=1.0)), None, Action(verb="wait"))


def _chatter(episode: Episode, seed: int) -> Agent:
    rng = stream(seed, "chatter", episode.instance.id)
    return Scripted(_talk(_sayings(episode), rng), None, Action(verb="finish"))


def _talk(sayings: Sequence[str], rng: np.random.Generator) -> Generator[Action, None, None]:
    for index in rng.permutation(len(sayings)):
        yield Action(verb="propose", text=sayings[int(index)])


def _random(episode: Episode, seed: int) -> Agent:
    rng = stream(seed, "random", episode.instance.id)
    perception = Perception(episode)
    return Scripted(_anything(_sayings(episode), perception, rng), perception, Action(verb="finish"))


def _anything(
    sayings: Sequence[str], perception: Perception, rng: np.random.Generator
) -> Generator[Action, None, None]:
    for action in at_random(perception, rng):
        if rng.random() < _PROPOSES:
            yield Action(verb="propose", text=sayings[int(rng.integers(len(sayings)))])
        yield Action(verb="finish") if action.ends else action


def _sayings(episode: Episode) -> list[str]:
    """Return the canonical wordings of the needs of all classes, which anybody may know who never saw the room."""
    return [words[episode.setting.language] for room in rooms.load().values() for words in room.types.values()]


BASELINES: dict[str, Callable[[Episode, int], Agent]] = {
    "oracle": _oracle,
    "idle": _idle,
    "chatter": _chatter,
    "random": _random,
}
"""Built-in subjects by name, as functions that make an agent from an episode and a seed."""


def agent_of(name: str, episode: Episode, seed: int) -> Agent:
    """Return the agent for a built-in subject's name, which may carry ablations.

    Raises:
        InputError: There is no such subject or no such ablation.
    """
    bare, ablations = known_baseline(name)
    return _oracle(episode, seed, ablations) if bare == BEARER else BASELINES[bare](episode, seed)


def known_baseline(name: str) -> tuple[str, tuple[Ablation, ...]]:
    """Split a name into a built-in subject and its ablations.

    Raises:
        InputError: There is no such subject or no such ablation.
    """
    bare, ablations = parse(name)
    if bare not in BASELINES:
        raise InputError(
            "there is no baseline {name} that can be left alone; there are {known}",
            name=bare,
            known=", ".join(BASELINES),
        )
    return bare, ablations
