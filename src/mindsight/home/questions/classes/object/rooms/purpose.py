"""Which piece of furniture serves a purpose: a point on it."""

import math
from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.recognition.point import APART, pointed
from mindsight.home.questions.facts.answer import Answer, Unclear
from mindsight.home.questions.facts.choosing import found_in, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.furniture import pieces_in
from mindsight.home.questions.facts.wording.meaning import readings
from mindsight.home.questions.question import Words

PURPOSES: Mapping[str, tuple[Words, str, tuple[str, ...]]] = {
    "litter": (("扔掉废纸", "throw away waste paper"), "waste_bin", ()),
    "washing": (("放换下来的脏衣服", "keep dirty clothes until they are washed"), "laundry_basket", ()),
    "light": (("晚上照亮房间的角落", "light a corner of the room at night"), "floor_lamp", ()),
    "warm": (("冬天让屋里暖和起来", "make the room warmer in winter"), "heater", ()),
    "shoes": (("整齐地摆放几双鞋", "put several pairs of shoes away in order"), "shoe_rack", ()),
    "leaf": (("给房间添一点绿叶", "have some green leaves in the room"), "potted_plant", ()),
    "nap": (("躺下来睡个午觉", "lie down for a nap"), "sofa", ("armchair",)),
    "roll": (("坐着在地板上滑来滑去", "roll over the floor while sitting"), "office_chair", ()),
    "tea": (("搁一杯茶和一本书", "set down a cup of tea and a book"), "side_table", ("stool", "chair", "heater")),
}  # fmt: skip
"""Purposes by key: their words, the kind that serves them, and kinds of which some would say that they do too."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the piece that serves each purpose."""
    for key in shuffled(rng, PURPOSES):
        places = found_in(answer, {"purpose": key}, scenes)
        if len(places) == 2 and math.dist(*places) >= APART:
            yield Proposal(asked=({"purpose": key},), fields={"purpose": PURPOSES[key][0]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the place of the only piece that serves the purpose, if nothing else arguably does."""
    _, kind, might = PURPOSES[asked["purpose"]]
    pieces = pieces_in(scene.only)
    if any(one.kind in might for one in pieces):
        return Unclear("another piece would do")
    return readings([[one for one in pieces if one.kind == kind]], pointed)


PURPOSE = register(
    QuestionClass(
        key="object.purpose",
        version=2,
        title=("家具的用途", "what a piece of furniture is for"),
        ability=("关系：功能", "relations: function"),
        scenes="floor",
        form="point",
        wordings=(
            (
                "有人想{purpose}，房间里哪件东西派得上用场？请指出来。",
                "Somebody would like to {purpose}. Point at the piece that is made for it.",
            ),
            ("请点出房间里用来{purpose}的那件东西。", "Point at the thing in the room that one uses to {purpose}."),
            (
                "要{purpose}，该用房间里的哪一件？请给出它上面的一个点。",
                "To {purpose}, what in this room would one use? Give a point on it.",
            ),
            (
                "房间里的哪件家具或用品可以{purpose}？请在图中点一下。",
                "Which piece in the room lets one {purpose}? Mark it in the picture.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "房间里没有别的东西也可能派上用场；家具完整入画并露出至少60%，两个场景中的位置相距至少画面的12%",
            "nothing else in the room would arguably do; the piece is whole, 60 % visible, in two scenes 12 % of the picture apart",
        ),
    )
)
