"""How many minutes apart the clocks of two persons are."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.wording.labels import labelled, labels, minutes
from mindsight.home.questions.scenes.papers.words import PERSONS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each two persons' clocks."""
    for pair in shuffled(rng, combinations(labels(scenes, "desk_clock", PERSONS), 2)):
        one, other = shuffled(rng, pair)
        yield Proposal(asked=({"one": one, "other": other},), fields={"one": PERSONS[one], "other": PERSONS[other]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the minutes from one time to the other within the same twelve hours."""

    def from_one(one: Object) -> Answer:
        def to_other(other: Object) -> Answer:
            times = minutes(one), minutes(other)
            if times[0] is None or times[1] is None:
                return Cannot("missing_information")
            return Found(float(abs(times[0] - times[1])), ((0, one.name), (0, other.name)))

        return labelled(scene.only, "desk_clock", PERSONS, asked["other"], to_other)

    return labelled(scene.only, "desk_clock", PERSONS, asked["one"], from_one)


CLOCK_AHEAD = register(
    QuestionClass(
        key="language.clock_ahead",
        version=1,
        title=("钟：相差几分钟", "clocks: minutes apart"),
        ability=("文档理解：计算", "document understanding: arithmetic"),
        scenes="clocks",
        form="number",
        wordings=(
            (
                "两只钟走的是同一个上午：{one}的钟和{other}的钟相差几分钟？（12点多算作0点多）",
                "Take both times as of one morning: how many minutes apart are {one}'s clock and {other}'s? (Count 12 as hour 0.)",
            ),
            (
                "把时间都看作上午（12点多即0点多），{one}的钟和{other}的钟差多少分钟？",
                "Read all times as before noon, 12 as hour 0. What is the difference in minutes between {one}'s clock and {other}'s?",
            ),
            (
                "从{one}的钟和{other}的钟中较早的时间到较晚的时间有几分钟？都按上午算，12点多为0点多。",
                "How many minutes lie between the times of {one}'s clock and {other}'s, both before noon, with 12 as hour 0?",
            ),
            (
                "都当作上午的时间，12点多当作0点多：{one}和{other}的钟之间差几分钟？",
                "Both times are before noon, with 12 as hour 0. By how many minutes do the clocks of {one} and {other} differ?",
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
