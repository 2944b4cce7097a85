"""How many minutes it is to the next full hour by somebody's clock."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.wording.labels import labelled, labels, minutes
from mindsight.home.questions.scenes.papers.words import PERSONS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each person's clock."""
    for who in shuffled(rng, labels(scenes, "desk_clock", PERSONS)):
        yield Proposal(asked=({"who": who},), fields={"who": PERSONS[who]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with what is missing to sixty minutes; at a full hour the words are not clear."""

    def program(one: Object) -> Answer:
        past = minutes(one)
        if past is None:
            return Cannot("missing_information")
        return Found(float(60 - past % 60), ((0, one.name),)) if past % 60 else Unclear("a full hour")

    return labelled(scene.only, "desk_clock", PERSONS, asked["who"], program)


CLOCK_MINUTES = register(
    QuestionClass(
        key="language.clock_minutes",
        version=1,
        title=("钟：离整点几分钟", "clock: minutes to the full hour"),
        ability=("提取图像文字：钟表", "text in the picture: clocks"),
        scenes="clocks",
        form="number",
        wordings=(
            (
                "按{who}的钟，再过几分钟就到下一个整点？",
                "By {who}'s clock, how many minutes are left to the next full hour?",
            ),
            (
                "看{who}的钟：离下一个整点还差几分钟？",
                "Look at {who}'s clock: how many minutes are missing to the next full hour?",
            ),
            (
                "{who}的钟还要走多少分钟才到整点？",
                "How many minutes does {who}'s clock still have to run to the full hour?",
            ),
            (
                "照{who}那只钟算，到下一个整点还有几分钟？",
                "Reckon from {who}'s clock: in how many minutes is the next full hour?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "钟面直径至少110像素，时间是5分钟的倍数，铭牌汉字高至少20像素；钟互不遮挡",
            "faces are at least 110 pixels wide, times are multiples of 5 minutes, names 20 pixels high; no clock covers another",
        ),
        chance=0.09,
    )
)
