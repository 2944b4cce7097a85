"""Whether one thing is on a higher board of a bookcase than another."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.relations.shelf_rows import OTHER_M, SAME_M, foot_m
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import evenly, shuffled, things
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.question import Option

PLACES = (
    Option(key="higher", zh="更高的一层", en="on a higher shelf"),
    Option(key="same", zh="同一层", en="on the same shelf"),
    Option(key="lower", zh="更低的一层", en="on a lower shelf"),
)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask where each thing is relative to each other one."""
    for one, other in evenly(rng, permutations(things(scenes), 2), answer, scenes, _asked):
        yield Proposal(
            asked=(_asked((one, other)),),
            fields={"thing": (one.zh, one.en), "other": (other.zh, other.en)},
            options=tuple(shuffled(rng, PLACES)),
        )


def _asked(things: tuple[Object, Object]) -> dict[str, str]:
    return {"kind": things[0].kind, "from": things[1].kind}


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the place of the one thing as the other has it."""

    def place(one: Object, other: Object) -> Answer:
        rise = foot_m(one) - foot_m(other)
        if SAME_M <= abs(rise) <= OTHER_M:
            return Unclear("between two boards")
        found = "same" if abs(rise) < SAME_M else "higher" if rise > 0 else "lower"
        return Found(found, ((0, one.name), (0, other.name)))

    return meaning(scene.only, (Meant(asked["kind"]), Meant(asked["from"])), place)


ABOVE_BELOW = register(
    QuestionClass(
        key="object.above_below",
        version=2,
        title=("在上层还是下层", "on a higher or a lower shelf"),
        ability=("相对位置：上下", "relative position: above, below"),
        scenes="shelf",
        form="choice",
        wordings=(
            (
                "书架上，{thing}放在{other}的哪一层：更高、相同还是更低？",
                "On the bookcase, is the {thing} on a higher, the same or a lower shelf than the {other}?",
            ),
            ("与{other}相比，{thing}在书架的哪一层？", "Compared with the {other}, on which shelf is the {thing}?"),
            (
                "以{other}所在的那层为准，{thing}在哪一层？",
                "Taking the shelf of the {other} as the measure, where is the {thing}?",
            ),
            (
                "请看书架：{thing}相对于{other}处在哪一层？",
                "Look at the bookcase: which shelf is the {thing} on, relative to the {other}?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds",),
        margins=(
            "各层相距35厘米；物体露出至少60%，外框短边至少18像素",
            "the shelves are 35 cm apart; at least 60 % of each thing is visible, 18 pixels on its shorter side",
        ),
    )
)
