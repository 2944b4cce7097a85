"""Which thing must be moved away from a hot plate that is on.

Rule: anything that can catch fire, such as towels, paper, cardboard and cloth, is kept away from a cooker in use (NFPA, Cooking
Safety).
"""

import math
from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import catalogue_options, shuffled, things
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.relations import clear
from mindsight.home.questions.facts.wording.phrases import offered
from mindsight.home.questions.scenes.signs.places import BURNABLE, NEAR_M

PLATE = "hot_plate"


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the thing. Every option can burn, some are not there: words do not tell what can burn from what cannot."""
    known = [one.kind for one in things(scenes) if one.kind in BURNABLE]
    options = offered(known, shuffled(rng, BURNABLE))
    if options is not None:
        yield Proposal(asked=({},), options=catalogue_options(shuffled(rng, options)))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with the only thing that can burn and is beside a plate that is on."""
    loose = [one for one in scene.only.objects if one.category not in {"fixture", "part"}]
    if any(not clear(one) for one in loose):
        return Unclear("a thing is not seen well")
    plates = [one for one in loose if one.kind == PLATE]
    unsafe = []
    for one in (one for one in loose if one.kind in BURNABLE):
        nearest = min(plates, key=lambda plate: math.dist(plate.at[:2], one.at[:2]))
        if math.dist(nearest.at[:2], one.at[:2]) > NEAR_M:
            return Unclear("a thing is neither beside a plate nor away from both")
        if nearest.state == "on":
            unsafe.append((one, nearest))
    if len(unsafe) != 1:
        return Cannot("ambiguous" if unsafe else "false_premise")
    ((one, plate),) = unsafe
    return Found(one.kind, ((0, one.name), (0, plate.name)))


HOT_PLATE_DANGER = register(
    QuestionClass(
        key="commonsense.hot_plate_danger",
        version=2,
        title=("什么要从电炉旁拿开", "what to move away from a hot plate"),
        ability=("安全常识", "safety"),
        scenes="hot_plates",
        form="choice",
        contested=True,
        wordings=(
            (
                "现在有一样东西随时可能着火，必须马上拿开，是哪一样？",
                "One thing could catch fire any moment and must be moved away at once. Which one?",
            ),
            (
                "为防失火，应把哪样东西从开着的电炉旁移开？",
                "To prevent a fire, what has to be moved away from the hot plate that is on?",
            ),
            ("哪样东西放得离正在加热的电炉太近？", "Which thing has been put too close to a hot plate in use?"),
            (
                "电炉边的哪样东西此刻有被点燃的危险？",
                "Which of the things by the hot plates is in danger of being set on fire now?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("kinds", "states"),
        helped_by=("depth",),
        margins=(
            "电炉开着时线圈橙红、指示灯亮；易燃物距最近电炉中心不超过28厘米；露出至少60%",
            "the coil of a plate that is on glows; what can burn is within 28 cm of one plate's middle; 60 % of each thing is visible",
        ),
    )
)
