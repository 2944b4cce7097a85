"""How many candles of a stand burn."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.catalogue.furnishings import CANDLES
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.scenes.experiments.stands import STAND

EDGE = 2.0


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about the stand of each colour."""
    for colour in shuffled(
        rng, sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == STAND})
    ):
        yield Proposal(asked=({"colour": colour},), fields={"colour": (COLOURS[colour].zh, COLOURS[colour].en)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the number of its candles that burn."""

    def burning(one: Object) -> Answer:
        if min(one.box) <= EDGE or max(one.box) >= 1000 - EDGE:
            return Unclear("it is cut off")
        return Found(float(one.state.count("1")), ((0, one.name),))

    return meaning(scene.only, (Meant(STAND, asked["colour"]),), burning)


BURNING_COUNT = register(
    QuestionClass(
        key="state.burning_count",
        version=1,
        title=("有几支蜡烛点着", "how many candles burn"),
        ability=("物理状态：燃烧", "physical state: burning"),
        scenes="stands",
        form="number",
        chance=round(1 / CANDLES, 6),
        wordings=(
            ("{colour}烛台上有几支蜡烛点着？", "How many candles are burning on the {colour} stand?"),
            ("请数出{colour}底座上正在燃烧的蜡烛。", "Count the burning candles on the {colour} base."),
            ("在{colour}的烛台上能看到几朵火苗？", "How many flames are to be seen on the {colour} candle stand?"),
            (
                "要把{colour}烛台上的蜡烛全部吹灭，得吹几支？",
                "To put out the {colour} stand, how many candles must be blown out?",
            ),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "states"),
        margins=(
            "烛台露出至少60%，外框短边至少18像素；火苗高4厘米",
            "at least 60 % of the stand is visible, 18 pixels on its shorter side; flames are 4 cm high",
        ),
    )
)
