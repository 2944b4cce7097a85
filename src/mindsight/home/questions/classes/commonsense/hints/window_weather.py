"""What the weather is, by what a window shows."""

from collections.abc import Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.commonsense.hints.boots_weather import ABILITY
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import possible
from mindsight.home.questions.facts.facts import Facts, Scene
from mindsight.home.questions.facts.states import options
from mindsight.home.questions.question import Words
from mindsight.home.questions.scenes.rooms.windows import WINDOW

WEATHER: Mapping[str, Words] = {"clear": ("没有雨雪", "dry"), "rain": ("下雨", "rain"), "snow": ("下雪", "snow")}
MARGINS: Words = (
    "窗帘或完全拉开，或完全合上；窗外的雨丝、雪片和天色清楚可见，由画面像素复核；钟面直径至少60像素，露出至少90%",
    "curtains are wide open or quite closed; what is outside is checked in the picture's pixels; the clock is 60 pixels wide, 90 % visible",
)


def uses(facts: Facts) -> tuple[tuple[int, str], ...]:
    """Return the window as evidence."""
    return tuple((0, one.name) for one in facts.objects if one.kind == WINDOW)


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the weather, with that of either scene as options: dry weather is seen for certain less often than rain or snow."""
    known = possible(answer, {}, scenes)
    yield Proposal(asked=({},), options=options({key: WEATHER[key] for key in WEATHER if key in known}, rng))


def answer(asked: Asked, scene: Scene) -> Answer:  # noqa: ARG001  (it asks the same of every scene)
    """Answer with the weather, if one can see outside."""
    facts = scene.only
    return Found(facts.more["weather"], uses(facts)) if facts.more["open"] else Cannot("missing_information")


WINDOW_WEATHER = register(
    QuestionClass(
        key="commonsense.window_weather",
        version=2,
        title=("窗外的天气", "the weather outside the window"),
        ability=ABILITY,
        scenes="windows",
        form="choice",
        wordings=(
            ("现在出门会遇到什么天气？", "What weather will one meet on going out now?"),
            ("外面现在是什么天气？", "What is the weather outside at this moment?"),
            ("看一看，此刻户外天气怎样？", "Look and tell: how is the weather out of doors?"),
            ("要不要带伞？请先说外面的天气。", "Is an umbrella needed? Say first what the weather is."),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "states"),
        margins=MARGINS,
    )
)
