"""What something cost according to a receipt."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles, values
from mindsight.home.questions.scenes.papers.words import SHOPS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the price of each thing."""
    for shop, item in shuffled(rng, product(titles(scenes, "receipt"), values(scenes, "receipt", "item"))):
        title, items = SHOPS[shop]
        yield Proposal(asked=({"shop": shop, "item": item},), fields={"shop": title, "item": items[item]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the price in the thing's row."""

    def program(paper: Paper) -> Answer:
        return Found(float(paper.at(paper.row_of("item", asked["item"]), "price")), paper.use)

    return reading(scene.only, "receipt", asked["shop"], program)


RECEIPT = register(
    QuestionClass(
        key="language.receipt",
        version=1,
        title=("小票：某件的价格", "receipt: the price of something"),
        ability=("文档理解", "document understanding"),
        scenes="desk",
        form="number",
        wordings=(
            (
                "看{shop}的小票：{item}花了多少元？",
                "Look at the receipt of the {shop}: how many yuan is next to “{item}”?",
            ),
            (
                "按照{shop}那张小票，{item}的价格是多少元？",
                "According to the receipt of the {shop}, what is the price of “{item}” in yuan?",
            ),
            (
                "在{shop}买{item}付了多少钱？请看小票，以元为单位回答。",
                "How much was paid at the {shop} for “{item}”? Read the receipt and answer in yuan.",
            ),
            (
                "{shop}小票上，{item}那一行写的是几元？",
                "On the receipt of the {shop}, what amount in yuan stands in the row “{item}”?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "所问字样全部可见，汉字高至少20像素；挡住的字至少95%不可见",
            "the words asked about are in full view, Chinese at least 20 pixels high; what is hidden is hidden to 95 %",
        ),
        chance=0.03,
    )
)
