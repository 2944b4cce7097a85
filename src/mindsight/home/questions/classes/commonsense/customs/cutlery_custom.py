"""At which plate fork and knife lie on the wrong sides.

Rule: at a Western table the fork lies to the left of the plate and the knife to the right, as the guest sees it (The Emily Post Institute,
Table setting guides). The guests sit where the picture was taken.
"""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.customs.rice_custom import ABILITY
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import colour_options, shuffled
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import LEAST_SHOWN, clear

PLATE, FORK, KNIFE = "used_plate", "fork", "table_knife"
_LEAST_PX, _FARTHEST_M = 8.0, 0.20


def _beside(facts: Facts, plate: Object, kind: str) -> float | None:
    """Return how far to the right of a plate its fork or knife lies, m; None if none is near."""
    away = [facts.seen_from(one.at)[0] - facts.seen_from(plate.at)[0] for one in facts.objects if one.kind == kind]
    near = [by for by in away if abs(by) < _FARTHEST_M]
    return min(near, key=abs) if near else None


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the plate."""
    tones = sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == PLATE})
    yield Proposal(asked=({},), options=colour_options(shuffled(rng, tones)))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with the colour of the only plate with its fork to the right and its knife to the left."""
    facts, wrong = scene.only, []
    if any(one.side_px < _LEAST_PX or one.shown < LEAST_SHOWN for one in facts.objects if one.kind in {FORK, KNIFE}):
        return Unclear("a fork or a knife is not seen well")
    for plate in (one for one in facts.objects if one.kind == PLATE):
        fork, knife = (_beside(facts, plate, kind) for kind in (FORK, KNIFE))
        if fork is None or knife is None or not clear(plate):
            return Unclear("a place is not seen well")
        if fork > 0 > knife:
            wrong.append(plate)
    if len(wrong) != 1:
        return Cannot("ambiguous" if wrong else "false_premise")
    return Found(wrong[0].colour, ((0, wrong[0].name),))


CUTLERY_CUSTOM = register(
    QuestionClass(
        key="commonsense.cutlery_custom",
        version=1,
        title=("哪个位置的刀叉放反了", "where fork and knife are on the wrong sides"),
        ability=ABILITY,
        scenes="cutlery",
        form="choice",
        contested=True,
        wordings=(
            (
                "客人面朝桌子坐在近处。按西餐的习惯，哪种颜色边的盘子旁刀叉放反了？",
                "Guests sit on the near side. By Western custom, beside the plate with which colour of rim are fork and knife swapped?",
            ),
            (
                "这桌西餐有一个位置摆错了刀叉，是盘边什么颜色的那个？（客人坐在靠近观察者的一边）",
                "One place of this Western table is laid wrongly. Which colour has its plate's rim? (Guests sit on the viewer's side.)",
            ),
            (
                "从坐在近处的客人看，哪种颜色边的盘子左右餐具不合西餐规矩？",
                "For guests on the viewer's side, at the plate with which coloured rim does the cutlery go against Western custom?",
            ),
            (
                "按照西餐摆台的规矩，应把哪种颜色边盘子两侧的刀叉对调？（客人与观察者同侧）",
                "By Western custom, fork and knife of the plate with which coloured rim must change sides? (Guests sit on this side.)",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "kinds", "sides"),
        helped_by=("depth",),
        margins=(
            "刀叉与盘心相距13.8厘米，各朝同一方向；刀叉外框短边至少8像素，盘子露出至少60%",
            "fork and knife are 13.8 cm from the middle of their plate; 8 pixels on their shorter side; at least 60 % of plates is visible",
        ),
    )
)
