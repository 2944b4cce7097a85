"""Which of four small pictures shows the structure of the first picture from the other side."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.structures import alike, structure
from mindsight.home.questions.question import Option

LEAST_SHOWN, LEAST_PX = 0.2, 9.0
"""How much every cube must show."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001
    """Ask the one question; letters stay in their order."""
    cubes = [one for scene in scenes for facts in scene.pictures for one in facts.objects]
    if all(one.shown >= LEAST_SHOWN and one.side_px >= LEAST_PX for one in cubes):
        letters = sorted(scenes[0].pictures[1].more["panels"])
        yield Proposal(
            asked=({},), options=tuple(Option(key=one, zh=f"图{one}", en=f"picture {one}") for one in letters)
        )


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001
    """Answer with the only picture that shows a structure like the first one."""
    first, second = scene.pictures
    target = structure(first, first.more["cubes"])
    shown = {letter: structure(second, names) for letter, names in second.more["panels"].items()}
    if target is None or None in shown.values():
        return Unclear("a block is not seen")
    found = [letter for letter, cells in shown.items() if cells is not None and alike(cells, target)]
    if len(found) != 1:
        return Cannot("ambiguous" if found else "absent")
    uses = [(0, name) for name in first.more["cubes"]] + [(1, name) for name in second.more["panels"][found[0]]]
    return Found(found[0], tuple(uses))


VIEW = register(
    QuestionClass(
        key="object.view",
        version=1,
        title=("从另一面看", "seen from the other side"),
        ability=("三维形状理解", "three-dimensional shape"),
        scenes="structures",
        form="choice",
        wordings=(
            (
                "第一张图是一组积木。第二张图的四幅小图都是从背面拍的，哪一幅拍的是同样的搭法（颜色和位置都相同）？",
                "The small pictures are taken from behind. Which shows the same structure, colours and all, as the first picture?",
            ),
            (
                "绕到第一张图中积木的另一面，看到的会是A到D中的哪一幅？",
                "If you walk round to the other side of the blocks in the first picture, which of A to D do you see?",
            ),
            (
                "A、B、C、D中，哪一幅是第一张图里那组积木的背面？",
                "Which of A, B, C and D is the back of the structure in the first picture?",
            ),
            (
                "请从四幅小图中找出与第一张图完全相同的积木（从另一侧看）。",
                "Find the small picture with exactly the structure of the first picture, seen from the opposite side.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "time"),
        helped_by=("depth", "sides"),
        margins=(
            "每块积木在每幅图里都露出至少20%、短边至少9像素；不同的搭法至少有一块积木颜色或位置不同",
            "every block shows at least 20 % and 9 pixels in every picture; other structures differ in the colour or place of a block",
        ),
    )
)
