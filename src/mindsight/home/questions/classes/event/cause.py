"""Which of four marbles pushed a block aside."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes.motion.pushes import BALL


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Offer all marbles."""
    tones = {one.colour for one in scenes[0].pictures[0].objects if one.kind == BALL}
    yield Proposal(asked=({},), options=colour_options(shuffled(rng, sorted(tones))))


def answer(_: Asked, scene: Scene) -> Answer:
    """Answer with the only marble that does it."""
    found = tuple(scene.pictures[-1].more["pushed"])
    if len(found) != 1:
        return Cannot("ambiguous", found) if found else Cannot("false_premise")
    balls = (one for one in scene.pictures[0].objects if one.kind == BALL and one.colour == found[0])
    return Found(found[0], tuple((0, one.name) for one in balls))


CAUSE = register(
    QuestionClass(
        key="event.cause",
        version=2,
        title=("积木是被哪个小球撞开的", "which ball pushed a block aside"),
        ability=("事件的原因", "the cause of an event"),
        scenes="pushes",
        form="choice",
        wordings=(
            (
                "这些画面每隔0.12秒拍一张。积木被撞离了原位，是哪种颜色的小球撞的？",
                "The pictures are 0.12 seconds apart. The block is knocked out of its place: by the ball of which colour?",
            ),
            (
                "按时间顺序看：几个小球先后滚过，哪个颜色的小球使积木移动了？",
                "Look at the pictures in order: several balls roll by. Which one, by its colour, made the block move?",
            ),
            (
                "如果少了某一个小球，积木就会留在原地。这个小球是什么颜色？",
                "Without one of the balls the block would have stayed where it was. What is the colour of that ball?",
            ),
            (
                "看完先后拍下的画面：积木挪动是由哪个颜色的小球造成的？",
                "After seeing this series in order of time: which coloured ball is the cause that the block was shifted?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            "全部由物理引擎模拟：没有这个小球积木不动，只有它时积木也动；其余小球至少在8.5厘米外经过；由画面中的位置复核",
            "simulated: without this ball the block stays, with it alone it moves; others pass 8.5 cm away; the pictures say the same",
        ),
    )
)
