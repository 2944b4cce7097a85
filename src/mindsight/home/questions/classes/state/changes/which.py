"""What four classes share that ask which thing changed in one way: their proposals and their program."""

from collections.abc import Callable, Container, Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import kind_options, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.changes import changes, kinds, loose, uses, well_seen

OPTIONS, MOST_OPTIONS = 4, 6
MARGINS = (
    "变化了的物体在两张图中都露出至少60%、短边至少18像素，其余物体露出至少35%；移动至少26厘米，转动90°",
    "what changed is 60 % visible and 18 pixels wide where it is, all else 35 % visible; moves are of at least 26 cm, turns of 90°",
)


def proposals_for(
    change: str, able: Container[str] | None = None
) -> Callable[[Sequence[Scene], Generator], Iterator[Proposal]]:
    """Return the function that proposes one question, which thing changed in this way.

    Only kinds that are ``able`` to change so are offered: words alone would exclude others.
    """

    def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
        if not all(well_seen(scene) for scene in scenes):
            return
        known = kinds(scenes)
        changed = [[name for name, what in changes(scene).items() if what == change] for scene in scenes]
        # Where two things changed, both must be offered: a subject that saw only one of the options change could choose it.
        answers = {name for names in changed for name in names}
        others = [
            kind
            for kind in known
            if kind not in answers and (able is None or kind in able) and all(_there(scene, kind) for scene in scenes)
        ]
        offered = [*sorted(answers), *shuffled(rng, others)[: max(0, OPTIONS - len(answers))]]
        if OPTIONS <= len(offered) <= MOST_OPTIONS:
            yield Proposal(
                asked=({"change": change},), options=kind_options(known[kind] for kind in shuffled(rng, offered))
            )

    return propose


def _there(scene: Scene, kind: str) -> bool:
    return any(kind in loose(facts) for facts in scene.pictures)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the one thing that changed in the way asked about."""
    found = [name for name, what in changes(scene).items() if what == asked["change"]]
    if not found:
        return Cannot("false_premise")
    return Found(found[0], uses(scene, found[0])) if len(found) == 1 else Cannot("ambiguous")
