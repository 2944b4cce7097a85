"""On which side of a thing there are more things."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.facts.wording.sides import beside
from mindsight.home.questions.question import Option

OPTIONS = (
    Option(key="left", zh="左边的多", en="more on the left"),
    Option(key="right", zh="右边的多", en="more on the right"),
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Compare the sides of each thing."""
    for one in shuffled(rng, things(scenes)):
        yield Proposal(
            asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=tuple(shuffled(rng, OPTIONS))
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the side that has more things; that there is one is a false premise if both have equally many.

    As a third answer, equally many would be the right one so rarely that the words alone would tell against it.
    """

    def about(anchor: Object) -> Answer:
        found = beside(scene.only, anchor)
        if isinstance(found, Unclear):
            return found
        more = len(found.left) - len(found.right)
        if not more:
            return Cannot("false_premise")
        return Found(
            "left" if more > 0 else "right", tuple((0, one.name) for one in (anchor, *found.left, *found.right))
        )

    return meaning(scene.only, (Meant(asked["kind"]),), about)


COMPARE_CHAIN = register(
    QuestionClass(
        key="language.compare_chain",
        version=2,
        title=("视觉问答：筛选、计数并比较", "visual question: filter, count and compare"),
        ability=("视觉问答", "visual question answering"),
        scenes="spread",
        form="choice",
        wordings=(
            (
                "从你的角度看，桌上{thing}的左边和右边，哪边的东西多？",
                "As you see it, are there more things on the table to the left or to the right of the {thing}?",
            ),
            (
                "以{thing}为界，桌面上左右两边的东西哪边更多？",
                "Take the {thing} on the table: which of its two sides, left or right, has more things?",
            ),
            (
                "数一数{thing}左右两边的东西，哪边多？",
                "Count the things to the left and to the right of the {thing}: where are there more?",
            ),
            (
                "比较{thing}左边和右边的物品数量，哪一边多出来？",
                "Compare the number of things left of the {thing} with that right of it: which side is ahead?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "sides"),
        helped_by=("depth",),
        margins=(
            "每样东西都明显在左或在右：横向至少5厘米，偏离正前正后至少15°，画面中也至少相隔2.5%",
            "each thing is clearly left or right: 5 cm sideways, 15° off the line of sight, 2.5 % apart in the picture",
        ),
    )
)
