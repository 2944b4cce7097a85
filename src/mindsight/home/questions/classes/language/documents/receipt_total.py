"""What all things on a receipt cost together."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles
from mindsight.home.questions.scenes.papers.words import SHOPS


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the sum of the prices."""
    for shop in shuffled(rng, titles(scenes, "receipt")):
        yield Proposal(asked=({"shop": shop},), fields={"shop": SHOPS[shop][0]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the sum of all prices."""

    def program(paper: Paper) -> Answer:
        return Found(float(sum(paper.column("price"))), paper.use)

    return reading(scene.only, "receipt", asked["shop"], program)


RECEIPT_TOTAL = register(
    QuestionClass(
        key="language.receipt_total",
        version=1,
        title=("小票：合计", "receipt: the total"),
        ability=("文档理解：计算", "document understanding: arithmetic"),
        scenes="desk",
        form="number",
        wordings=(
            (
                "{shop}小票上的东西一共花了多少元？",
                "What do the things on the receipt of the {shop} cost altogether, in yuan?",
            ),
            (
                "把{shop}那张小票上的价格加起来，合计几元？",
                "Add up the prices on the receipt of the {shop}: how many yuan is that?",
            ),
            (
                "按小票算，这次在{shop}总共用了多少元？",
                "According to the receipt, how many yuan were spent at the {shop} in all?",
            ),
            (
                "请算出{shop}小票的总金额（元）。",
                "Work out the total of the receipt of the {shop}, in yuan.",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "所问字样全部可见，汉字高至少20像素；挡住的字至少95%不可见",
            "the words asked about are in full view, Chinese at least 20 pixels high; what is hidden is hidden to 95 %",
        ),
        chance=0.02,
    )
)
