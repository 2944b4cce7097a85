"""What a marble will run into, from the first half of its way."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import kind_options, shuffled, things
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes.motion.endings import ITEMS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about the marble of each colour; the options are all other things."""
    around = [one for one in things(scenes) if one.kind in ITEMS]
    for tone in shuffled(rng, sorted({scene.pictures[-1].more["meets"]["tone"] for scene in scenes})):
        yield Proposal(
            asked=({"tone": tone},),
            fields={"tone": (COLOURS[tone].zh, COLOURS[tone].en)},
            options=kind_options(shuffled(rng, around)),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing in the marble's way."""
    found = scene.pictures[-1].more["meets"]
    if found["tone"] != asked["tone"]:
        return Cannot("absent")
    if found["thing"] not in ITEMS:
        return Cannot("false_premise")
    return Found(found["thing"], ((0, found["thing"]),))


ENDING = register(
    QuestionClass(
        key="event.ending",
        version=2,
        title=("小球会撞上什么", "what a ball will run into"),
        ability=("事件的结局：由前半段预测", "how an event ends, predicted from its first half"),
        scenes="endings",
        form="choice",
        wordings=(
            (
                "画面按时间先后排列，只拍到一半。{tone}小球接着滚下去会撞上什么？",
                "The pictures follow in time and end halfway. What will the {tone} ball run into as it rolls on?",
            ),
            (
                "从先后几张画面看{tone}小球滚动的方向：它最后会碰到哪件东西？",
                "Judging by the way the {tone} ball takes from picture to picture, which thing will it hit in the end?",
            ),
            (
                "{tone}小球才滚了一半的路。接下来它要撞到哪一样？",
                "Only a half of its way lies behind the {tone} ball: which of these will it strike?",
            ),
            (
                "这组画面停在{tone}小球还没碰到东西的时候。之后先被碰到的是什么？",
                "This series stops before the {tone} ball touches anything. What is going to be touched by it?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            "由物理引擎模拟到底；起滚方向左右各偏4°，结局不变，且与画面中的直线路径一致",
            "simulated to the end, as it is and turned by 4° either way; the straight way in the pictures leads to the same thing",
        ),
    )
)
