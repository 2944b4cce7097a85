"""Which side of one thing another is on, as the viewer sees it: left, right, in front or behind."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import possible, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant, bearing_deg
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.question import Option

SIDES = (
    ("behind", "后面", "behind it"),
    ("right", "右边", "to its right"),
    ("front", "前面", "in front of it"),
    ("left", "左边", "to its left"),
)
"""The sides in the order of bearings, every 90° from "behind" on."""
_OPTIONS = 2
WITHIN_DEG, APART_M = 30.0, 0.15


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the side on which each thing is from each other one, with the two sides that it is on as options.

    Of all four, left and right would be right three times as often as the others: words alone would tell against these.
    """
    for one, other in shuffled(rng, permutations(things(scenes), 2)):
        asked = {"kind": one.kind, "from": other.kind}
        known = possible(answer, asked, scenes)
        if len(known) != _OPTIONS:
            continue
        options = [Option(key=key, zh=zh, en=en) for key, zh, en in SIDES if key in known]
        yield Proposal(
            asked=(asked,),
            fields={"thing": (one.zh, one.en), "other": (other.zh, other.en)},
            options=tuple(shuffled(rng, options)),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the side, if the direction is within 30° of it and the things are 15 cm apart."""
    facts = scene.only

    def side(one: Object, other: Object) -> Answer:
        bearing, apart = bearing_deg(facts, one, other)
        quarter = round(bearing / 90)
        if apart < APART_M or abs(bearing - 90 * quarter) > WITHIN_DEG:
            return Unclear("between two sides")
        return Found(SIDES[quarter % 4][0], ((0, one.name), (0, other.name)))

    return meaning(facts, (Meant(asked["kind"]), Meant(asked["from"])), side)


LEFT_RIGHT = register(
    QuestionClass(
        key="object.left_right",
        version=2,
        title=("前后左右（观察者视角）", "left, right, in front, behind (viewer's frame)"),
        ability=("相对位置：前后左右", "relative position: left, right, front, behind"),
        scenes="tabletop",
        form="choice",
        wordings=(
            (
                "从你的角度看，{thing}在{other}的哪一边？",
                "From where you look, on which side of the {other} is the {thing}?",
            ),
            (
                "从画面的视角看，{thing}位于{other}的什么方位？",
                "In the picture, on which side of the {other} is the {thing}, as you look at it?",
            ),
            (
                "以观察者的方向为准，{thing}在{other}的哪一侧？",
                "In the viewer's directions, where is the {thing} relative to the {other}?",
            ),
            (
                "请以你看到的方向判断：{thing}在{other}的哪边？",
                "Judge by the directions as you see them: on which side of the {other} is the {thing}?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "sides"),
        helped_by=("depth",),
        margins=(
            "方向与所答方位相差不超过30°，两物相距至少15厘米",
            "the direction is within 30° of the side, the things are at least 15 cm apart",
        ),
    )
)
