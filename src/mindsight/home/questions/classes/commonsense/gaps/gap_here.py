"""Whether a ball fits through a certain gap."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.gaps.gap import MARGINS, ball_colours, of_ball
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.question import Words
from mindsight.home.questions.scenes.experiments.gates import fits

PLACES: Mapping[str, Words] = {"left": ("左边", "left"), "middle": ("中间", "middle"), "right": ("右边", "right")}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each ball and gap."""
    for tone, place in shuffled(rng, product(ball_colours(scenes, rng), PLACES)):
        yield Proposal(
            asked=({"colour": tone, "gate": place},),
            fields={"colour": (COLOURS[tone].zh, COLOURS[tone].en), "which": PLACES[place]},
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer yes if the gap is wider than the ball."""

    def through(ball: Object) -> Answer:
        return Found("yes" if asked["gate"] in fits(scene.only.more)[ball.name] else "no", ((0, ball.name),))

    return of_ball(scene.only, asked["colour"], through)


GAP_HERE = register(
    QuestionClass(
        key="commonsense.gap_here",
        version=1,
        title=("球能否穿过这个缺口", "whether a ball fits through a gap"),
        ability=("物理常识：能否通过", "physical common sense: what fits through"),
        scenes="gates",
        form="yes_no",
        wordings=(
            ("{colour}小球能从{which}的缺口滚过去吗？", "Can the {colour} ball roll through the {which} gap?"),
            (
                "木桩不能移动。{which}的缺口容得下{colour}小球通过吗？",
                "The posts cannot be moved. Does the {which} gap let the {colour} ball pass?",
            ),
            (
                "{which}那个缺口够宽，能让{colour}小球过去吗？",
                "Is the {which} gap wide enough to let the {colour} ball through?",
            ),
            (
                "不碰倒木桩，{colour}小球能不能穿过{which}的缺口？",
                "Without pushing posts over, can the {colour} ball get through the {which} gap?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "depth"),
        helped_by=("sides",),
        margins=MARGINS,
    )
)
