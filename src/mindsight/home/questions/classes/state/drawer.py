"""Whether a drawer can be pulled out, or something stands in its way."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.catalogue.furnishings import CABINET_M
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import Meant, clear
from mindsight.home.questions.facts.rooms.hands import deep_m, floor_of
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.scenes.experiments.stands import CABINET, HINDRANCES, PULLED_M

_ASIDE_M = 0.01


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about the cabinet of each colour."""
    for colour in shuffled(
        rng, sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == CABINET})
    ):
        yield Proposal(asked=({"colour": colour},), fields={"colour": (COLOURS[colour].zh, COLOURS[colour].en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer yes if nothing stands where the drawer would go."""
    facts = scene.only
    if any(not clear(one) for one in facts.objects if one.kind in HINDRANCES):
        return Unclear("a thing is not seen well")

    def free(cabinet: Object) -> Answer:
        found = [one for one in facts.objects if one.kind in HINDRANCES and _before(facts, one, cabinet)]
        return Found("no" if found else "yes", ((0, cabinet.name), *((0, one.name) for one in found)))

    return meaning(facts, (Meant(CABINET, asked["colour"]),), free)


def _before(facts: Facts, one: Object, cabinet: Object) -> bool:
    """Return whether a thing stands before a cabinet, nearer than its drawer is to be pulled out."""
    (right, ahead), (across, deep) = floor_of(facts, one), floor_of(facts, cabinet)
    beside = abs(right - across) - _wide_m(facts, one) / 2
    front = deep - deep_m(facts, cabinet)
    return (
        beside < CABINET_M[0] / 2 - _ASIDE_M
        and front - PULLED_M < ahead + deep_m(facts, one) < front + CABINET_M[1] / 2
    )


def _wide_m(facts: Facts, one: Object) -> float:
    """Return the width of a thing as the viewer sees it, m."""
    right, _, _ = facts.axes
    return abs(right[0]) * one.size[0] + abs(right[1]) * one.size[1]


DRAWER = register(
    QuestionClass(
        key="state.drawer",
        version=1,
        title=("抽屉能否拉开", "can the drawer be pulled out"),
        ability=("物理状态：可操作性", "physical state: operable"),
        scenes="stands",
        form="yes_no",
        wordings=(
            (
                "什么都不挪开，{colour}小柜的抽屉能拉出来10厘米吗？",
                "Without moving anything away, can the drawer of the {colour} cabinet be pulled out by 10 cm?",
            ),
            (
                "照现在的样子，{colour}小柜的抽屉前面有没有留出拉开10厘米的空地？",
                "As things stand, is the way free for the drawer of the {colour} cabinet to come out by 10 cm?",
            ),
            (
                "{colour}的小柜现在可以直接把抽屉拉开10厘米吗（其他东西都不动）？",
                "Can one simply open the drawer of the {colour} cabinet by 10 cm now, leaving all else where it is?",
            ),
            (
                "有人想把{colour}小柜的抽屉拉出10厘米，不会碰到别的东西吧？",
                "Somebody wants to pull the drawer of the {colour} cabinet out by 10 cm. Will it come out without touching anything?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "depth"),
        margins=(
            "挡住抽屉的东西离它不到6厘米，没有挡住的离它至少15厘米或在旁边；小柜和这些东西露出至少60%，外框短边至少18像素",
            "what is in the way is less than 6 cm from the drawer, all else 15 cm or beside it; all are 60 % visible, 18 pixels wide",
        ),
    )
)
