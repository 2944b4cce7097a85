"""Which thing serves a purpose: a point on it."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import found_in, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.question import Words

APART = 120.0


class Purpose(NamedTuple):
    """A purpose in words, the kinds of things that serve it, and those that some would say serve it too."""

    words: Words
    serve: tuple[str, ...]
    might: tuple[str, ...] = ()


PURPOSES: Mapping[str, Purpose] = {
    "time": Purpose(("看现在几点", "tell what time it is"), ("alarm_clock",), ("phone",)),
    "photo": Purpose(("拍照", "take a photograph"), ("camera",), ("phone",)),
    "sums": Purpose(("算一道乘法题", "work out a multiplication by pressing keys"), ("calculator",), ("phone",)),
    "rain": Purpose(("在雨中行走时不被淋湿", "keep dry while walking in the rain"), ("umbrella",), ("sun_hat",)),
    "dark": Purpose(("在漆黑的地下室里照路", "light the way in a dark cellar"), ("torch",), ("phone", "candle")),
    "hair": Purpose(("洗头发", "wash one's hair"), ("shampoo",)),
    "fry": Purpose(("煎鸡蛋", "fry an egg"), ("frying_pan",)),
    "brew": Purpose(("给几位客人沏茶", "brew tea for several guests"), ("teapot",), ("mug",)),
    "cold": Purpose(("在寒风中给耳朵保暖", "keep one's ears warm in a cold wind"), ("wool_hat",)),
    "wound": Purpose(("包扎割伤的手指", "dress a cut finger"), ("first_aid_kit",), ("tissue_box",)),
    "nose": Purpose(("擤鼻涕", "blow one's nose"), ("tissue_box",)),
    "channel": Purpose(("坐在沙发上换电视频道", "change the television channel from the sofa"), ("remote_control",), ("phone",)),
    "call": Purpose(("打电话", "make a telephone call"), ("phone",)),
    "charge": Purpose(("在路上给手机充电", "charge a phone on the way"), ("power_bank",)),
    "cash": Purpose(("随身装钞票和硬币", "carry banknotes and coins in one's pocket"), ("wallet",)),
    "border": Purpose(("出国时证明自己的身份", "prove one's identity at a border"), ("passport",)),
    "jot": Purpose(("在空白页上写日记", "write a diary on blank pages"), ("notebook",), ("book", "guide_book")),
    "sip": Purpose(("喝热咖啡", "have a hot coffee"), ("mug",), ("teapot", "wine_glass", "bowl", "noodle_cup")),
    "toast": Purpose(("喝红酒", "have some red wine"), ("wine_glass",), ("mug", "bowl")),
    "carry": Purpose(("提着十个苹果回家", "carry ten apples home by a handle"), ("basket",)),
}  # fmt: skip


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the thing that serves each purpose."""
    for key in shuffled(rng, PURPOSES):
        places = found_in(answer, {"purpose": key}, scenes)
        if len(places) == 2 and math.dist(*places) >= APART:
            yield Proposal(asked=({"purpose": key},), fields={"purpose": PURPOSES[key].words})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the place of the only thing that serves the purpose, if nothing else arguably does."""
    purpose = PURPOSES[asked["purpose"]]
    loose = [one for one in scene.only.objects if one.category not in {"fixture", "part"}]
    fitting = [one for one in loose if one.kind in purpose.serve]
    if any(one.kind in purpose.might for one in loose):
        return Unclear("another thing would do")
    if any(not clear(one) for one in fitting):
        return Unclear("it is not seen well")
    if len(fitting) != 1:
        return Cannot("ambiguous" if fitting else "absent")
    return Found(fitting[0].point, ((0, fitting[0].name),), target=(0, fitting[0].name))


FUNCTION = register(
    QuestionClass(
        key="object.function",
        version=1,
        title=("物体的用途", "what a thing is for"),
        ability=("关系：功能", "relations: function"),
        scenes="tabletop",
        form="point",
        wordings=(
            ("请指出桌上能用来{purpose}的东西。", "Point at the thing on the table that one could use to {purpose}."),
            (
                "想{purpose}，该拿桌上的哪样东西？请点出来。",
                "To {purpose}, which thing on the table should one take? Point at it.",
            ),
            (
                "桌上的哪件物品可以用来{purpose}？请给出它上面的一个点。",
                "Which thing on the table serves to {purpose}? Give a point on it.",
            ),
            (
                "有人要{purpose}，请点出桌上用得上的那件东西。",
                "Somebody wants to {purpose}: point at the thing on the table that serves for it.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "桌上没有别的东西也可能派上用场；物体露出至少60%，外框短边至少18像素",
            "nothing else on the table would arguably do; at least 60 % of the thing is visible, 18 pixels on its shorter side",
        ),
    )
)
