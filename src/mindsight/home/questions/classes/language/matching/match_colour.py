"""Which of two pictures shows a thing of a colour."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.kinds import KINDS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Facts, Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.facts.wording.fitting import WHICH, which
from mindsight.home.questions.facts.wording.phrases import article
from mindsight.home.questions.facts.wording.sides import PLAIN


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each plain thing in each of its colours."""
    wanted = [
        (one, colour)
        for one in things(scenes)
        if one.kind in PLAIN and not KINDS[one.kind].plural
        for colour in KINDS[one.kind].colours
    ]
    for one, colour in shuffled(rng, wanted):
        yield Proposal(
            asked=({"kind": one.kind, "colour": colour},),
            fields={"thing": (f"{COLOURS[colour].zh}的{one.zh}", article(f"{COLOURS[colour].en} {one.en}"))},
            options=WHICH,
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only picture that shows such a thing."""
    return which(scene, asked["kind"], lambda facts: _fits(facts, asked))


def _fits(facts: Facts, asked: Asked) -> bool | Unclear:
    ones = [one for one in facts.objects if one.kind == asked["kind"]]
    if not all(clear(one) for one in ones):
        return Unclear("not seen well")
    return any(one.colour == asked["colour"] for one in ones)


MATCH_COLOUR = register(
    QuestionClass(
        key="language.match_colour",
        version=1,
        title=("哪幅图相符：颜色", "which picture: colour"),
        ability=("图文匹配：文本与哪幅图一致", "image–text match: which picture agrees with the text"),
        scenes="pairs",
        form="choice",
        wordings=(
            (
                "两幅图中，在哪一幅里能看到{thing}？",
                "In which of the two pictures can you see {thing}?",
            ),
            (
                "哪幅图的桌上有{thing}？",
                "Which picture shows {thing} on the table?",
            ),
            (
                "要找{thing}，应该看哪一幅图？",
                "Somebody looks for {thing}: which picture is it in?",
            ),
            (
                "“桌上能看到{thing}。”这句话说的是哪幅图？",
                "“On the table one can see {thing}.” Which of the pictures is that said of?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "colour", "time"),
        margins=(
            "物体露出至少60%；左右相隔至少5厘米、15°，画面中2.5%；颜色取自名称各异的调色板",
            "60 % of each thing visible; left and right 5 cm and 15° apart, 2.5 % of the picture; colours with different names",
        ),
    )
)
