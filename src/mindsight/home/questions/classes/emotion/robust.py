"""In which pictures a micro-expression is seen, in pictures that are blurred or dark or few: the same series at each strength."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from numpy.random import Generator

from mindsight.home.questions.classes import Proposal, QuestionClass, register
from mindsight.home.questions.classes.emotion import micro_when
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.feelings import FLEETING
from mindsight.home.questions.scenes.disturbed import LEVELS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask as without disturbance; it is that of the scenes."""
    how = scenes[0].pictures[-1].more["disturbed"]
    for one in micro_when.propose(scenes, rng):
        yield replace(one, asked=tuple({**asked, "disturbed": how} for asked in one.asked))


ROBUST = register(
    QuestionClass(
        key="emotion.robust",
        version=1,
        title=("干扰下何时有微表情", "when a micro-expression is seen, under disturbance"),
        ability=(
            "微表情定位的鲁棒性：模糊、黑暗、低帧率",
            "robust location of micro-expressions: blur, darkness, low frame rate",
        ),
        scenes="faces_disturbed",
        form="span",
        wordings=micro_when.MICRO_WHEN.wordings,
        propose=propose,
        answer=micro_when.answer,
        needs=("colour", "time"),
        margins=(
            f"{FLEETING[0]}；同一问题依次以无干扰和三级强度出现",
            f"{FLEETING[1]}; the same question comes undisturbed and at three strengths",
        ),
        chance=micro_when.MICRO_WHEN.chance,
        strengths=LEVELS,
    )
)
