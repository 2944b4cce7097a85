"""Built-in subjects that are left alone: the oracle, and those with which every score is compared.

``oracle`` sees and meets needs, and can be ablated; ``idle`` only waits; ``chatter`` proposes a great many things and does none of
them; ``random`` proposes at random and acts at random on what is in the picture.
"""

from collections.abc import Generator, Sequence

import numpy as np

from mindsight.engine.physics.actions import Action
from mindsight.engine.seeds import stream
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.rooms.keeping import keep
from mindsight.home.episodes.baselines import Agent, Makers, Scripted, at_random, idle
from mindsight.home.episodes.episode import Episode
from mindsight.home.oracle.ablated_hands import ablated
from mindsight.home.oracle.ablated_sight import Lens
from mindsight.home.oracle.ablations import Ablation
from mindsight.home.oracle.perception import Perception

_PROPOSES = 0.15


def _oracle(episode: Episode, seed: int, ablations: Sequence[Ablation] = ()) -> Agent:
    lens = Lens(ablations, seed, episode.instance)
    perception = Perception(episode, lens)
    room = rooms.load()[episode.instance.task]
    script = keep(room.keeper(perception), room.types, episode.setting.language)
    acting = ablated(script, lens, episode.setting, lambda: episode.last_code)
    return Scripted(acting, perception, Action(verb="finish"))


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


LEFT_ALONE: Makers = {
    "oracle": _oracle,
    "idle": idle,
    "chatter": _chatter,
    "random": _random,
}
"""Built-in subjects that can be left alone."""
