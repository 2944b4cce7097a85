"""Whether a thing can be pushed under the bridge of a colour."""

from collections.abc import Iterator, Sequence
from itertools import product

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.bridges.bridge_under import ABILITY, MARGINS, beam_of, beams, items
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about each thing and bridge."""
    for one, tone in shuffled(rng, product(items(scenes), beams(scenes))):
        fields = {"thing": (one.zh, one.en), "colour": (COLOURS[tone].zh, COLOURS[tone].en)}
        yield Proposal(asked=({"kind": one.kind, "colour": tone},), fields=fields)


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer yes if the bridge is high enough."""
    facts = scene.only
    beam = beam_of(facts, asked["colour"])
    if isinstance(beam, Unclear):
        return beam

    def passes(one: Object) -> Answer:
        found = asked["colour"] in facts.more["passes"][one.name]
        return Found("yes" if found else "no", ((0, one.name), (0, beam.name)))

    return meaning(facts, (Meant(asked["kind"]),), passes)


BRIDGE_HERE = register(
    QuestionClass(
        key="commonsense.bridge_here",
        version=1,
        title=("能否从这座桥下通过", "whether a thing passes under a bridge"),
        ability=ABILITY,
        scenes="bridges",
        form="yes_no",
        wordings=(
            (
                "把{thing}贴着桌面推，能从{colour}的桥下面通过吗？",
                "Can the {thing}, pushed along the table, pass under the {colour} bridge?",
            ),
            (
                "{colour}的桥够高，能让直立的{thing}从底下过去吗？",
                "Is the {colour} bridge high enough for the {thing} to go underneath, upright as it is?",
            ),
            (
                "{thing}不放倒，能钻过{colour}的桥而不碰到桥面吗？",
                "Without being laid down, does the {thing} get under the {colour} bridge and not touch it?",
            ),
            (
                "要让{thing}原样穿过{colour}的桥洞，行得通吗？",
                "The {thing} is to go through below the {colour} bridge just as it stands: does that work?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "kinds", "depth"),
        margins=MARGINS,
    )
)
