"""Which of two pictures a text fits."""

from collections.abc import Callable

from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Facts, Scene
from mindsight.home.questions.question import Option

WHICH = (Option(key="first", zh="第一幅", en="the first"), Option(key="second", zh="第二幅", en="the second"))


def which(scene: Scene, kind: str, fits: Callable[[Facts], bool | Unclear]) -> Answer:
    """Return the only picture that a text about things of a kind fits; both leave the choice open, and none is as described."""
    found = [fits(facts) for facts in scene.pictures]
    for one in found:
        if isinstance(one, Unclear):
            return one
    if sum(map(bool, found)) != 1:
        return Cannot("ambiguous" if all(found) else "absent")
    place = found.index(True)
    uses = tuple((place, one.name) for one in scene.pictures[place].objects if one.kind == kind)
    return Found(("first", "second")[place], uses)
