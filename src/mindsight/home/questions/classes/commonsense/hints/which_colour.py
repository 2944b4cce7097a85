"""What classes share that ask for the colour of the only thing of a kind in a state."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.question import Words


def colours_for(kind: str, words: Mapping[str, Words]) -> Callable[[Sequence[Scene], Generator], Iterator[Proposal]]:
    """Return the function that asks for the one in each state, with all colours of the scenes as options."""

    def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
        tones = sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == kind})
        for state in shuffled(rng, words):
            options = colour_options(shuffled(rng, tones))
            yield Proposal(asked=({"state": state},), fields={"state": words[state]}, options=options)

    return propose


def colour_of_one(kind: str, none: Cannot) -> Callable[[Asked, Scene], Answer]:
    """Return the program that answers with the colour of the only one in a state; ``none`` is the answer if there is none."""

    def answer(asked: Asked, scene: Scene) -> Answer:
        own = [one for one in scene.only.objects if one.kind == kind]
        if any(not clear(one) for one in own):
            return Unclear("a thing is not seen well")
        fitting = [one for one in own if one.state == asked["state"]]
        if len({one.colour for one in fitting}) > 1:
            return Cannot("ambiguous")
        return Found(fitting[0].colour, tuple((0, one.name) for one in fitting[:1])) if fitting else none

    return answer
