"""Which of four marbles does what no marble can do."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes.motion.feats import BALL


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Offer all marbles."""
    yield Proposal(asked=({},), options=colour_options(shuffled(rng, scenes[0].pictures[-1].more["feats"])))


def answer(_: Asked, scene: Scene) -> Answer:
    """Answer with the only marble that does it."""
    found = tuple(tone for tone, feat in scene.pictures[-1].more["feats"].items() if feat)
    if len(found) != 1:
        return Cannot("ambiguous", found) if found else Cannot("false_premise")
    balls = (one for one in scene.pictures[0].objects if one.kind == BALL and one.colour == found[0])
    return Found(found[0], tuple((0, one.name) for one in balls))


POSSIBLE = register(
    QuestionClass(
        key="event.possible",
        version=1,
        title=("哪个小球的运动不可能", "which ball moves as none can"),
        ability=("事件理解：违反物理规律的事件", "events that physics forbids"),
        scenes="feats",
        form="choice",
        wordings=(
            (
                "这些画面每隔0.15秒拍一张，没有人碰过小球。哪种颜色的小球做了现实中不可能的事？",
                "The pictures are 0.15 seconds apart and nobody touches a ball. What colour is the one that does what no ball can do?",
            ),
            (
                "按时间顺序看：有一个小球的运动违反了物理规律，它是什么颜色？",
                "Look at the pictures in order: one ball breaks the laws of physics. Which colour has it?",
            ),
            (
                "四个小球从斜坡上滚下来，其中一个的运动不可能是真的。是哪种颜色的？",
                "Four balls roll down ramps, and what one of them does cannot be true. Which one, by colour?",
            ),
            (
                "看完这组先后拍下的画面，哪个颜色的小球让人无法解释？",
                "After seeing this series in order of time, the ball of which colour cannot be explained?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        margins=(
            "可能的运动全部由物理引擎模拟；不可能的是：穿过积木、在空桌面上消失、自己掉头爬上斜坡；均由画面中小球的位置复核",
            "what is possible is simulated; impossible is to go through a block, to vanish, to climb a ramp; the pictures say the same",
        ),
    )
)
