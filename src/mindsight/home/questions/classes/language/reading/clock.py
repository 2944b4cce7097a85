"""What time somebody's clock shows."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.wording.labels import labelled, labels, minutes
from mindsight.home.questions.facts.wording.phrases import offered
from mindsight.home.questions.question import Option
from mindsight.home.questions.scenes.papers.words import PERSONS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the time of each person's clock; offer times with the hands exchanged and other hours."""
    for who in shuffled(rng, labels(scenes, "desk_clock", PERSONS)):
        asked = {"who": who}
        found = possible(answer, asked, scenes)
        times = [int(one) for one in found]
        others = [confused for time in times for confused in (time % 60 * 12 + time // 60 * 5, time + 60, time + 30)]
        options = offered(found, [str(time % 720) for time in shuffled(rng, others)])
        if options is not None:
            yield Proposal(
                asked=(asked,),
                fields={"who": PERSONS[who]},
                options=tuple(
                    Option(key=one, zh=time_of(int(one)), en=time_of(int(one))) for one in shuffled(rng, options)
                ),
            )


def time_of(past: int) -> str:
    """Return a time, in minutes past twelve, as digits."""
    return f"{past // 60 or 12}:{past % 60:02}"


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the time on the clock that bears the person's name."""

    def program(one: Object) -> Answer:
        past = minutes(one)
        return Cannot("missing_information") if past is None else Found(str(past), ((0, one.name),))

    return labelled(scene.only, "desk_clock", PERSONS, asked["who"], program)


CLOCK = register(
    QuestionClass(
        key="language.clock",
        version=1,
        title=("钟：几点", "clock: what time"),
        ability=("提取图像文字：钟表", "text in the picture: clocks"),
        scenes="clocks",
        form="choice",
        wordings=(
            (
                "{who}的钟现在显示几点？",
                "What time does {who}'s clock show?",
            ),
            (
                "看桌上铭牌是{who}的钟：几点几分？",
                "Look at the clock on the table with the name {who}: what is its time?",
            ),
            (
                "桌上属于{who}的那只钟指着什么时间？",
                "Which time is on the clock that belongs to {who}?",
            ),
            (
                "请读出{who}的钟上的时间。",
                "Read the time from {who}'s clock.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "钟面直径至少110像素，时间是5分钟的倍数，铭牌汉字高至少20像素；钟互不遮挡",
            "faces are at least 110 pixels wide, times are multiples of 5 minutes, names 20 pixels high; no clock covers another",
        ),
    )
)
