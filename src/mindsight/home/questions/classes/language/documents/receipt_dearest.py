"""Which thing on a receipt cost most."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles, values
from mindsight.home.questions.facts.wording.phrases import offered, word_options
from mindsight.home.questions.scenes.papers.words import SHOPS

APART = 2
"""Least distance in yuan between the dearest and the next."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the dearest thing."""
    for shop in shuffled(rng, titles(scenes, "receipt")):
        title, items = SHOPS[shop]
        found = possible(answer, {"shop": shop}, scenes)
        options = offered(found, shuffled(rng, values(scenes, "receipt", "item")))
        if options is not None:
            yield Proposal(
                asked=({"shop": shop},),
                fields={"shop": title},
                options=word_options(shuffled(rng, options), items),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the thing whose price is highest."""

    def program(paper: Paper) -> Answer:
        prices = sorted(zip(paper.column("price"), paper.column("item"), strict=True), reverse=True)
        if prices[0][0] - prices[1][0] < APART:
            return Unclear("two are nearly equally dear")
        return Found(prices[0][1], paper.use)

    return reading(scene.only, "receipt", asked["shop"], program)


RECEIPT_DEAREST = register(
    QuestionClass(
        key="language.receipt_dearest",
        version=1,
        title=("小票：最贵的一件", "receipt: the dearest thing"),
        ability=("文档理解：比较", "document understanding: comparison"),
        scenes="desk",
        form="choice",
        wordings=(
            (
                "{shop}小票上最贵的是哪一样？",
                "Which thing on the receipt of the {shop} was the dearest?",
            ),
            (
                "看{shop}的小票：哪样东西花的钱最多？",
                "Look at the receipt of the {shop}: which thing cost most?",
            ),
            (
                "按照{shop}那张小票，价格最高的是什么？",
                "According to the receipt of the {shop}, what has the highest price?",
            ),
            (
                "比较{shop}小票上的价格，最贵的一件是什么？",
                "Compare the prices on the receipt of the {shop}: what is the most expensive thing?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "所问字样全部可见，汉字高至少20像素；挡住的字至少95%不可见",
            "the words asked about are in full view, Chinese at least 20 pixels high; what is hidden is hidden to 95 %",
        ),
    )
)
