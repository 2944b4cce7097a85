"""The time of somebody's clock, written out."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.wording.labels import labelled, labels, minutes
from mindsight.home.questions.scenes.papers.words import PERSONS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each person's clock."""
    for who in shuffled(rng, labels(scenes, "desk_clock", PERSONS)):
        yield Proposal(asked=({"who": who},), fields={"who": PERSONS[who]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the time in the ways in which it is written, before and after noon."""

    def program(one: Object) -> Answer:
        past = minutes(one)
        return Cannot("missing_information") if past is None else Found(spellings(past), ((0, one.name),))

    return labelled(scene.only, "desk_clock", PERSONS, asked["who"], program)


def spellings(past: int) -> list[str]:
    """Return a time, in minutes past twelve, as it may be written."""
    rest = past % 60
    hours = (past // 60 or 12, past // 60, past // 60 + 12)
    found = [
        text
        for hour in hours
        for text in (f"{hour}:{rest:02}", f"{hour:02}:{rest:02}", f"{hour}点{rest}分", f"{hour}点{rest:02}分")
    ]
    return list(dict.fromkeys(found))


CLOCK_TEXT = register(
    QuestionClass(
        key="language.clock_text",
        version=1,
        title=("钟：写出时间", "clock: write the time"),
        ability=("提取图像文字：钟表", "text in the picture: clocks"),
        scenes="clocks",
        form="text",
        wordings=(
            (
                "{who}的钟现在显示几点几分？请写成“时:分”。",
                "What time does {who}'s clock show? Write it as hours:minutes.",
            ),
            (
                "看桌上铭牌是{who}的钟，把时间写成“时:分”的形式。",
                "Look at the clock with the name {who} and write its time in the form hours:minutes.",
            ),
            (
                "请用“时:分”的格式写出{who}的钟上的时间。",
                "Give the time on {who}'s clock in the format hours:minutes.",
            ),
            (
                "属于{who}的那只钟指着什么时间？按“时:分”回答。",
                "Which time is on the clock that belongs to {who}? Answer with hours:minutes.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "钟面直径至少110像素，时间是5分钟的倍数，铭牌汉字高至少20像素；钟互不遮挡",
            "faces are at least 110 pixels wide, times are multiples of 5 minutes, names 20 pixels high; no clock covers another",
        ),
        chance=0.01,
    )
)
