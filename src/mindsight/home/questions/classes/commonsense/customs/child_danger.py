"""Which thing must be kept out of the reach of a small child.

Rule: medicine, lighters and sharp blades are stored out of small children's reach (WHO and UNICEF, World report on child injury prevention,
2008: poisoning, burns). What counts as harmless here has no small parts, sharp edges or points in the sense of GB 6675.2 and 16 CFR 1501.
"""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.hints.signs import MARGINS, signs_in
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import catalogue_options, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes.signs.themes import DANGERS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001
    """Ask for the thing. Every option is dangerous, most are not there: words do not tell the dangerous ones from the others."""
    unsafe = [kind for kinds in DANGERS.values() for kind in kinds]
    yield Proposal(asked=({},), options=catalogue_options(shuffled(rng, unsafe)))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with the only dangerous thing."""
    found = signs_in(scene.only, DANGERS)
    if isinstance(found, Unclear):
        return found
    if len(found) != 1:
        return Cannot("ambiguous" if found else "false_premise")
    (one,) = found.values()
    return Found(one.kind, ((0, one.name),))


CHILD_DANGER = register(
    QuestionClass(
        key="commonsense.child_danger",
        version=2,
        title=("什么要放到幼儿够不到的地方", "what a small child must not reach"),
        ability=("安全常识", "safety"),
        scenes="dangers",
        form="choice",
        contested=True,
        wordings=(
            (
                "两岁的孩子一会儿要坐到桌边来，桌上只有一样东西必须先收走，是哪一样？",
                "A child of two is about to sit at the table. Just one thing must be put away first: which one?",
            ),
            (
                "家里有幼儿，桌上哪样东西不能放在他够得着的地方？",
                "There is a toddler in the house. Which thing on the table must not be within the child's reach?",
            ),
            (
                "为了幼儿的安全，桌上的哪样东西应锁起来？",
                "To keep a small child safe, which of the things on the table should be locked away?",
            ),
            (
                "让两岁孩子独自在桌边玩之前，该拿走哪件危险品？",
                "Before a two-year-old plays alone at this table, which dangerous item has to be removed?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=MARGINS,
    )
)
