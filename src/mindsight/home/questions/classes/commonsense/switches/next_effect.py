"""How many lamps will be on after one more lever is moved."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.switches import cause
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Scene


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each switch."""
    for tone in cause.switch_colours(scenes, rng):
        yield Proposal(asked=({"colour": tone},), fields={"colour": (COLOURS[tone].zh, COLOURS[tone].en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the number of lamps that are on then, if the pictures tell which lamp the switch turns.

    A lamp that is on goes off and one that is off goes on, so that the number depends on which lamp it is.
    """
    found, lit = cause.answer(asked, scene), set(scene.pictures[-1].more["on"])
    if isinstance(found, Cannot) and found.reason == "missing_information":
        left = {place for place, _, _ in cause.LAMPS} - set(scene.pictures[-1].more["turns"].values())
        # Whichever of the lamps left it is, the number is the same if all of them are on, or all are off.
        return Unclear("the number does not depend on which lamp it is") if left <= lit or not left & lit else found
    if not isinstance(found, Found):
        return found
    return found._replace(value=len(lit ^ {found.value}))


NEXT_EFFECT = register(
    QuestionClass(
        key="commonsense.next_effect",
        version=1,
        title=("再扳一次，会亮几盏灯", "how many lamps are on after one more lever is moved"),
        ability=("因果关系：预测", "cause and effect: prediction"),
        scenes="switches",
        form="number",
        chance=0.25,
        unit="",
        wordings=(
            (
                "三个开关各管一盏灯，图片按时间先后排列。在最后一张之后再扳一次{colour}开关，会有几盏灯亮着？",
                "Each switch turns its own lamp; the pictures follow in time. If the {colour} lever is moved now, how many are on?",
            ),
            (
                "每个开关只控制一盏灯，扳一次亮灭就变一次。接着再扳{colour}开关一下，亮着的灯共有几盏？",
                "A switch changes its one lamp whenever its lever is moved. Next the {colour} lever is moved: how many lamps are on then?",
            ),
            (
                "请比较前后几张图，一个开关对应一盏灯。最后再动一次{colour}开关，亮灯的数目是多少？",
                "There is one lamp for each switch. What is the number of lit lamps after one more move of the {colour} lever?",
            ),
            (
                "三盏灯分别由三个拨杆开关控制。看完图后把{colour}开关再扳一下，会亮几盏灯？",
                "Three switches control three lamps, one each. Now the {colour} lever is moved again: how many lamps are lit?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("time", "colour", "states"),
        margins=cause.CAUSE.margins,
    )
)
