"""Which of four drawings is the outline of a structure seen from another side."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.structures.view import LEAST_PX, LEAST_SHOWN
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.structures import outline, structure
from mindsight.home.questions.question import Option, Words

WORDS: dict[str, Words] = {
    "right": ("从右侧", "from the right-hand side"),
    "left": ("从左侧", "from the left-hand side"),
    "above": ("从正上方（图的下边是你这一侧）", "from straight above, your own side at the bottom"),
}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001
    """Ask for the outline from the side that the drawings are made for; letters stay in their order."""
    first, second = scenes[0].pictures
    if all(
        one.shown >= LEAST_SHOWN and one.side_px >= LEAST_PX for scene in scenes for one in scene.pictures[0].objects
    ):
        (side,) = first.more["asked_side"]
        options = tuple(Option(key=one, zh=f"图{one}", en=f"drawing {one}") for one in sorted(second.more["drawings"]))
        yield Proposal(asked=({"side": side},), fields={"side": WORDS[side]}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only drawing that shows the outline."""
    first, second = scene.pictures
    cubes = first.more.get("cubes", {})
    cells = structure(first, cubes) if cubes else None
    if cells is None:
        return Unclear("a block is not seen")
    own = outline(cells, asked["side"])
    found = [letter for letter, other in second.more["drawings"].items() if {tuple(one) for one in other} == own]
    if len(found) != 1:
        return Cannot("ambiguous", tuple(found)) if found else Cannot("absent")
    return Found(found[0], tuple((0, name) for name in first.more["cubes"]))


OUTLINE_FROM = register(
    QuestionClass(
        key="object.outline_from",
        version=2,
        title=("从侧面或上面看的轮廓", "outline from another side"),
        ability=("三维形状理解", "three-dimensional shape"),
        scenes="projections",
        form="choice",
        wordings=(
            (
                "{side}看第一张图中的五块积木（左右以该图的观察者为准），看到的轮廓是第二张图中的哪一幅？",
                "Seen {side} (sides as in the first picture), which drawing in the second picture is the outline of the five blocks?",
            ),
            (
                "第二张图画了四个轮廓。哪一个是{side}看这五块积木的样子？左右按第一张图来定。",
                "The second picture has four outlines. Which one do the five blocks have {side}? Sides are those of the first picture.",
            ),
            (
                "以第一张图的左右为准，五块积木{side}看时的投影是A、B、C、D中的哪一个？",
                "With left and right as in the first picture, which of A, B, C and D is the projection of the five blocks {side}?",
            ),
            (
                "请找出{side}观察第一张图的五块积木时所见的外形（左右指图中的左右）。",
                "Find the shape that the five blocks of the first picture show to somebody who looks {side} (sides as in that picture).",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("depth", "time"),
        helped_by=("sides",),
        margins=(
            "每块积木在第一张图里都露出至少20%、短边至少9像素；积木前后至少有两排；不同的轮廓至少有一格不同",
            "a block shows at least 20 % and 9 pixels in the first picture; blocks stand in two rows or more; outlines differ in a square",
        ),
    )
)
