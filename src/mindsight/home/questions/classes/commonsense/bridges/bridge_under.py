"""Under which bridge a thing can be pushed."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import colour_options, shuffled, things
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import LEAST_PX, Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.question import Words
from mindsight.home.questions.scenes.motion.bridges import BEAM, NEEDS

MARGINS: Words = (
    "物体高度与桥下净高至少相差14%，宽度都通得过；物体露出至少60%，桥面短边至少18像素",
    "the height of a thing and that under a bridge differ by at least 14 %, and each is narrow enough; at least 60 % of a thing is visible",
)
ABILITY: Words = ("物理常识：能否通过", "physical common sense: what fits through")


def beams(scenes: Sequence[Scene]) -> list[str]:
    """Return the colours of bridges."""
    return sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == BEAM})


def items(scenes: Sequence[Scene]) -> list[Object]:
    """Return one of each kind of thing that stands before the bridges."""
    return [one for one in things(scenes) if one.kind in NEEDS]


def beam_of(facts: Facts, tone: str) -> Object | Unclear:
    """Return the beam of the bridge of a colour."""
    one = next((one for one in facts.objects if one.kind == BEAM and one.colour == tone), None)
    return one if one is not None and one.side_px >= LEAST_PX else Unclear("a bridge is not seen well")


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each thing."""
    for one in shuffled(rng, items(scenes)):
        options = colour_options(shuffled(rng, beams(scenes)))
        yield Proposal(asked=({"kind": one.kind},), fields={"thing": (one.zh, one.en)}, options=options)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the only bridge that is high enough."""
    facts = scene.only

    def under(one: Object) -> Answer:
        passes = facts.more["passes"][one.name]
        if len(passes) != 1:
            return Cannot("ambiguous" if passes else "impossible")
        beam = beam_of(facts, passes[0])
        return beam if isinstance(beam, Unclear) else Found(passes[0], ((0, one.name), (0, beam.name)))

    return meaning(facts, (Meant(asked["kind"]),), under)


BRIDGE_UNDER = register(
    QuestionClass(
        key="commonsense.bridge_under",
        version=1,
        title=("能从哪座桥下通过", "under which bridge a thing passes"),
        ability=ABILITY,
        scenes="bridges",
        form="choice",
        wordings=(
            (
                "把{thing}贴着桌面推过去，能从哪种颜色的桥下面通过？",
                "The {thing} is pushed along the table. Under the bridge of which colour does it pass?",
            ),
            (
                "{thing}保持现在的样子直立不倒，只有一座桥容得下它从底下过去，是什么颜色的？",
                "Upright as it is, the {thing} fits under just one bridge. Which colour has that bridge?",
            ),
            (
                "不碰到桥面，{thing}能钻过哪种颜色的桥？",
                "Under which coloured bridge can the {thing} go without touching its top?",
            ),
            (
                "哪种颜色的桥足够高，能让{thing}原样从下面推过去？",
                "Which colour is the bridge that is high enough to push the {thing} through underneath, as it stands?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "kinds", "depth"),
        margins=MARGINS,
    )
)
