"""Which of two hot plates is on."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.question import Option

PLATE = "hot_plate"
SIDES = (Option(key="left", zh="左边的", en="the left one"), Option(key="right", zh="右边的", en="the right one"))


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:  # noqa: ARG001  (it asks the same of every set)
    """Ask the one question."""
    yield Proposal(asked=({},), options=tuple(shuffled(rng, SIDES)))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001
    """Answer with the side of the only plate that is on."""
    facts = scene.only
    plates = [one for one in facts.objects if one.kind == PLATE]
    if len(plates) != len(SIDES) or not all(clear(one) for one in plates):
        return Unclear("the plates are not seen well")
    lit = [one for one in plates if one.state == "on"]
    if len(lit) != 1:
        return Cannot("ambiguous", tuple(one.key for one in SIDES)) if lit else Cannot("false_premise")
    leftmost = min(plates, key=lambda one: facts.seen_from(one.at)[0])
    return Found("left" if lit[0] is leftmost else "right", ((0, lit[0].name),))


PLATE_ON = register(
    QuestionClass(
        key="state.plate_on",
        version=1,
        title=("哪个电炉开着", "which hot plate is on"),
        ability=("物理状态：开关", "physical state: on or off"),
        scenes="hot_plates",
        form="choice",
        wordings=(
            ("画面中哪个电炉开着？", "Which of the hot plates in the picture is on?"),
            ("两个电炉里有一个忘了关，是哪一个？", "Somebody forgot to switch off one of the two hot plates: which?"),
            ("从你的角度看，正在加热的是哪边的电炉？", "As you see it, which hot plate is heating?"),
            ("要关掉还开着的那个电炉，该关哪一个？", "One hot plate has still to be switched off. Which one is it?"),
        ),
        propose=propose,
        answer=answer,
        needs=("states", "sides"),
        margins=(
            "电炉开着时线圈橙红、指示灯亮；两个电炉相距48厘米，都露出至少60%",
            "the coil of a plate that is on glows and its lamp is lit; the two are 48 cm apart, 60 % of each is visible",
        ),
    )
)
