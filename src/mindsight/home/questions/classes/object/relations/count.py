"""How many things stand on a thing's shelf, on one side of it."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.relations.shelf_rows import row
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning

SIDES = {"left": ("左", "left"), "right": ("右", "right")}


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the number of things on each side of each thing."""
    for one, side in shuffled(rng, product(things(scenes), SIDES)):
        yield Proposal(
            asked=({"kind": one.kind, "side": side},), fields={"thing": (one.zh, one.en), "side": SIDES[side]}
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the number of things to that side on the same shelf."""
    facts = scene.only

    def beside(one: Object) -> Answer:
        together = row(facts, one)
        if isinstance(together, Unclear):
            return together
        place = together.index(one)
        counted = together[:place] if asked["side"] == "left" else together[place + 1 :]
        return Found(float(len(counted)), tuple((0, other.name) for other in (one, *counted)))

    return meaning(facts, (Meant(asked["kind"]),), beside)


COUNT = register(
    QuestionClass(
        key="object.count",
        version=2,
        title=("一侧有几样东西", "counting things on one side"),
        ability=("关系：计数与比较", "relations: counting, comparison"),
        scenes="shelf",
        form="number",
        chance=0.36,  # of the best constant guess
        wordings=(
            (
                "从你的角度看，书架的同一层上{thing}{side}边有几样东西？",
                "From where you look, how many things stand to the {side} of the {thing} on its shelf?",
            ),
            (
                "数一数：画面中{thing}所在的那一层，它的{side}侧放着多少件东西？",
                "Count the things on the shelf of the {thing} that the picture shows to the {side} of it: how many are there?",
            ),
            (
                "以你看到的方向为准，在{thing}那一层，它{side}边一共摆了几件物品？",
                "As you see it, what is the number of things to the {side} of the {thing} on the same shelf?",
            ),
            (
                "请数出与{thing}同层、在画面中位于它{side}边的物品件数。",
                "Give the number of things that share a shelf with the {thing} and are to the {side} of it in the picture.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "sides"),
        margins=(
            "这一层的每样东西露出至少60%，外框短边至少18像素，彼此相距至少3.5厘米",
            "at least 60 % of everything on the shelf is visible, 18 pixels on its shorter side, 3.5 cm from the next thing",
        ),
    )
)
