"""Which way and how far the viewer turned between two pictures."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.standing import same_room, shared, step
from mindsight.home.questions.question import Option

TURNS = (
    ("left_50", -50.0, "向左转约50°", "to the left, by about 50°"),
    ("left_25", -25.0, "向左转约25°", "to the left, by about 25°"),
    ("right_25", 25.0, "向右转约25°", "to the right, by about 25°"),
    ("right_50", 50.0, "向右转约50°", "to the right, by about 50°"),
)
STRAIGHT_DEG = 12.0
"""A smaller turn is none."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001
    """Ask the one question."""
    options = [Option(key=key, zh=zh, en=en) for key, _, zh, en in TURNS]
    yield Proposal(asked=({},), options=tuple(shuffled(rng, options)))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001
    """Answer with the turn that is nearest to the true one."""
    if not same_room(scene):
        return Cannot("missing_information")
    found = step(scene)
    if found is None:
        return Unclear("the pictures have too little in common")
    if abs(found.turned_deg) < STRAIGHT_DEG:
        return Cannot("false_premise")
    key, *_ = min(TURNS, key=lambda one: abs(one[1] - found.turned_deg))
    return Found(key, tuple((picture, name) for name in shared(scene) for picture in (0, 1)))


TURN = register(
    QuestionClass(
        key="state.turn",
        version=3,
        title=("我转向了哪边", "which way I turned"),
        ability=("自身状态：朝向", "own state: orientation"),
        scenes="standing",
        form="choice",
        wordings=(
            (
                "你先看到第一张图，后来看到第二张图，其间也许走动过。你的视线往哪边转了、转了多少？",
                "You saw the first picture, later the second, and may have walked. Which way did your gaze turn, and how far?",
            ),
            (
                "不论是否走动：从第一张图到第二张图，你的视线方向怎样转动了？",
                "Whether or not you walked: how did the direction of your gaze turn from the first picture to the second?",
            ),
            (
                "两张图都是你亲眼所见，也许不在同一处。其间你的视线朝哪边转了多大角度？",
                "You saw both pictures yourself, perhaps from two places. Which way and by what angle did your gaze turn?",
            ),
            (
                "比较两张图中的景物：不论你站在哪里，视线转向了哪一边，大约多少度？",
                "Compare what the two pictures show: wherever you stood, to which side did your gaze turn, and by about how many degrees?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("sides", "time"),
        helped_by=("depth",),
        margins=(
            "转角相差25°，两张图至少有三件共同的物体；没有转动时角度为0°；另一房间时两图没有共同之处",
            "turns differ by 25°, the pictures have at least three things in common; no turn is 0°; pictures of two rooms share nothing",
        ),
    )
)
