"""Which of some things is not in a bookcase."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import kind_options, shuffled, things
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import clear

OPTIONS = 4


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask of each four kinds of things."""
    for four in shuffled(rng, combinations(things(scenes), OPTIONS)):
        yield Proposal(asked=({"of": [one.kind for one in four]},), options=kind_options(shuffled(rng, four)))


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only kind of which there is nothing; the rest are the evidence."""
    there = [one for one in scene.only.objects if one.kind in asked["of"]]
    if not all(clear(one) for one in there):
        return Unclear("a thing is not seen well")
    gone = [kind for kind in asked["of"] if kind not in {one.kind for one in there}]
    if len(gone) != 1:
        return Cannot("ambiguous", tuple(gone)) if gone else Cannot("false_premise")
    return Found(gone[0], tuple((0, one.name) for one in there))


NOT_THERE = register(
    QuestionClass(
        key="object.not_there",
        version=1,
        title=("哪样不在书架上", "what is not in the bookcase"),
        ability=("识别", "recognition"),
        scenes="shelf",
        form="choice",
        wordings=(
            ("下面有一样东西不在书架上，是哪一样？", "One of these things is not in the bookcase: which one?"),
            (
                "书架上放着下列东西中的三样，缺的是哪一样？",
                "Three of the following stand in the bookcase. Which is missing from it?",
            ),
            ("在书架上找不到的是其中哪样东西？", "Which of them cannot be found anywhere in the bookcase?"),
            (
                "请对照书架：列出的东西里唯一没有摆在上面的是什么？",
                "Go through the shelves: what is the only thing of this list that does not stand there?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "列出的东西只要在书架上，就露出至少60%，外框短边至少18像素；书架上没有易混淆的东西",
            "at least 60 % of each listed thing in the bookcase is visible, 18 pixels wide; nothing there is easily taken for another",
        ),
    )
)
