"""Through which of three gates a ball fits."""

from collections.abc import Callable, Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Facts, Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.question import Option, Words
from mindsight.home.questions.scenes.experiments.gates import fits

GATES = (
    ("left", "左边的缺口", "the left gap"),
    ("middle", "中间的缺口", "the middle gap"),
    ("right", "右边的缺口", "the right gap"),
)
MARGINS: Words = (
    "缺口和球的直径至少相差25%，距观察者一样远；球露出至少60%",
    "the width of a gap and the diameter of a ball differ by at least 25 % and are equally far away; at least 60 % of a ball is visible",
)


def ball_colours(scenes: Sequence[Scene], rng: Generator) -> list[str]:
    """Return the colours of balls in random order."""
    return shuffled(
        rng, sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == "small_ball"})
    )


def of_ball(facts: Facts, colour: str, program: Callable[[Object], Answer]) -> Answer:
    """Return what a program answers about the ball of a colour."""
    return meaning(facts, (Meant("small_ball", colour),), program)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask about the ball of each colour."""
    for tone in ball_colours(scenes, rng):
        options = tuple(shuffled(rng, (Option(key=key, zh=zh, en=en) for key, zh, en in GATES)))
        yield Proposal(
            asked=({"colour": tone},), fields={"colour": (COLOURS[tone].zh, COLOURS[tone].en)}, options=options
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the only gate that is wider than the ball."""

    def gate(ball: Object) -> Answer:
        gates = fits(scene.only.more)[ball.name]
        if len(gates) != 1:
            return Cannot("ambiguous" if gates else "false_premise")
        return Found(gates[0], ((0, ball.name),))

    return of_ball(scene.only, asked["colour"], gate)


GAP = register(
    QuestionClass(
        key="commonsense.gap",
        version=1,
        title=("球能穿过哪个缺口", "through which gap a ball fits"),
        ability=("物理常识：能否通过", "physical common sense: what fits through"),
        scenes="gates",
        form="choice",
        wordings=(
            (
                "{colour}小球能从木桩之间的哪个缺口滚过去？",
                "Through which gap between the posts can the {colour} ball roll?",
            ),
            (
                "木桩固定不动，{colour}小球只能穿过其中一个缺口，是哪一个？",
                "The posts stand fast. The {colour} ball fits through just one gap: which one?",
            ),
            (
                "要让{colour}小球滚到木桩后面而不碰倒木桩，该走哪个缺口？",
                "To roll the {colour} ball behind the posts without pushing them over, which gap must it take?",
            ),
            ("哪个缺口的宽度够{colour}小球通过？", "Which gap is wide enough for the {colour} ball?"),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "depth", "sides"),
        margins=MARGINS,
    )
)
