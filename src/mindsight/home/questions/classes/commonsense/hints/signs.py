"""What classes share that ask for the theme of which a scene has a sign, or for the sign of a theme."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.question import Option, Words

OPTIONS = 4
Signs = Mapping[str, tuple[str, ...]]
MARGINS: Words = (
    "所有物体露出至少60%，外框短边至少18像素；每样痕迹只属于一个选项，其余物体不属于任何选项",
    "at least 60 % of each thing is visible, 18 pixels on its shorter side; each sign belongs to one option, all else to none",
)


def signs_in(facts: Facts, signs: Signs) -> dict[str, Object] | Unclear:
    """Return the themes of which a picture shows a sign, with the sign."""
    if any(not clear(one) for one in facts.objects if one.category not in {"fixture", "part"}):
        return Unclear("a thing is not seen well")
    return {name: one for name, kinds in signs.items() for one in facts.objects if one.kind in kinds}


def theme_proposals(
    signs: Signs, words: Mapping[str, Words]
) -> Callable[[Sequence[Scene], Generator], Iterator[Proposal]]:
    """Return the function that asks for the theme, with all those of the four scenes among the options."""

    def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
        shown = {
            name
            for scene in scenes
            for name, kinds in signs.items()
            if any(one.kind in kinds for one in scene.only.objects)
        }
        others = shuffled(rng, sorted(set(signs) - shown))
        names = shuffled(rng, [*sorted(shown), *others][:OPTIONS])
        yield Proposal(
            asked=({},), options=tuple(Option(key=name, zh=words[name][0], en=words[name][1]) for name in names)
        )

    return propose


def theme_answer(signs: Signs) -> Callable[[Asked, Scene], Answer]:
    """Return the program that answers with the only theme of which there is a sign."""

    def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
        found = signs_in(scene.only, signs)
        if isinstance(found, Unclear):
            return found
        if len(found) != 1:
            return Cannot("ambiguous" if found else "missing_information")
        ((name, one),) = found.items()
        return Found(name, ((0, one.name),))

    return answer


def sign_proposals(
    signs: Signs, words: Mapping[str, Words]
) -> Callable[[Sequence[Scene], Generator], Iterator[Proposal]]:
    """Return the function that asks for the sign of each theme."""

    def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001  (all themes are tried)
        for name in shuffled(rng, signs):
            yield Proposal(asked=({"theme": name},), fields={"theme": words[name]})

    return propose


def sign_answer(signs: Signs) -> Callable[[Asked, Scene], Answer]:
    """Return the program that points at the sign of a theme."""

    def answer(asked: Asked, scene: Scene) -> Answer:
        found = signs_in(scene.only, signs)
        if isinstance(found, Unclear):
            return found
        one = found.get(asked["theme"])
        if one is None:
            return Cannot("absent")
        return Found(f"{one.point[0]:.0f} {one.point[1]:.0f}", ((0, one.name),), (0, one.name))

    return answer
