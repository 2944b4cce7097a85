"""The program that classes about states share: in which of its states the only thing of a kind is."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from numpy.random import Generator

from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.question import Option, Words

MARGINS: Words = (
    "物体露出至少60%，外框短边至少18像素；各状态外形明显不同，且正面朝向观察者",
    "at least 60 % of the thing is visible, 18 pixels on its shorter side; its states look quite different, its front faces the viewer",
)
"""What makes a state certain."""


def kinds_in(scenes: Sequence[Scene], kinds: Collection[str], rng: Generator) -> Iterator[Object]:
    """Yield one thing of each kind that is in some scene, in random order."""
    yield from (one for one in shuffled(rng, things(scenes)) if one.kind in kinds)


def options(states: Mapping[str, Words], rng: Generator) -> tuple[Option, ...]:
    """Return states as options in random order."""
    return tuple(shuffled(rng, (Option(key=key, zh=zh, en=en) for key, (zh, en) in states.items())))


def state_of(asked: Mapping[str, Any], scene: Scene, states: Mapping[str, str]) -> Answer:
    """Answer with the state of a thing of a kind, as ``states`` names it."""

    def state(one: Object) -> Answer:
        if one.state not in states:
            return Unclear("a state that is not asked about")
        return Found(states[one.state], ((0, one.name),))

    return meaning(scene.only, (Meant(asked["kind"]),), state)
