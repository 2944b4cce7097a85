"""Whether something is allowed by the rules of a room."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.wording.papers import Paper, reading, titles, values
from mindsight.home.questions.scenes.papers.words import PLACES, RULES


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for each rule."""
    for place, what in shuffled(rng, product(titles(scenes, "rules"), values(scenes, "rules", "what"))):
        yield Proposal(asked=({"place": place, "what": what},), fields={"place": PLACES[place], "what": RULES[what][1]})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with what stands behind the rule; about what is not listed, the rules say nothing."""

    def program(paper: Paper) -> Answer:
        return Found(paper.at(paper.row_of("what", asked["what"]), "may"), paper.use)

    return reading(scene.only, "rules", asked["place"], program)


SIGN = register(
    QuestionClass(
        key="language.sign",
        version=1,
        title=("规则：是否允许", "rules: is it allowed"),
        ability=("提取图像文字：规则与告示", "text in the picture: rules and signs"),
        scenes="desk",
        form="yes_no",
        wordings=(
            (
                "按照纸上的{place}规则，在{place}可以{what}吗？",
                "According to the sheet with the {place} rules, may one {what} there?",
            ),
            (
                "看桌上的{place}规则：那里允许{what}吗？",
                "Look at the {place} rules on the table: is it allowed to {what}?",
            ),
            (
                "{place}规则是怎么写的，能在{place}{what}吗？",
                "What do the {place} rules say: may people {what}?",
            ),
            (
                "只看纸上的{place}规则，在那里{what}行不行？",
                "Going by the sheet with the {place} rules alone, is one free to {what}?",
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
