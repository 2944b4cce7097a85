"""What the weather was, by boots that came in from it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.facts.answer import Answer, Cannot, Found
from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.relations import Meant
from mindsight.home.questions.facts.states import options
from mindsight.home.questions.facts.wording.meaning import meaning
from mindsight.home.questions.question import Words

BOOTS = "boots"
WEATHER: Mapping[str, Words] = {"rain": ("下雨", "rainy"), "snow": ("下雪", "snowy"), "dry": ("没有雨雪", "dry")}
MARGINS: Words = (
    "物体露出至少60%，外框短边至少18像素；雨水、积雪、食物残余都清楚可见",
    "at least 60 % of the thing is visible, 18 pixels on its shorter side; water, snow and leftovers are plain to see",
)
ABILITY: Words = ("隐藏信息：天气", "hidden information: the weather")


def proposals_for(kind: str, words: Mapping[str, Words]) -> Callable[[Sequence[Scene], Generator], Iterator[Proposal]]:
    """Return the function that asks about the thing of each colour, with its states as options."""

    def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
        tones = sorted({one.colour for scene in scenes for one in scene.only.objects if one.kind == kind})
        for tone in shuffled(rng, tones):
            fields = {"colour": (COLOURS[tone].zh, COLOURS[tone].en)}
            yield Proposal(asked=({"colour": tone},), fields=fields, options=options(words, rng))

    return propose


def program_for(kind: str, words: Mapping[str, Words]) -> Callable[[Asked, Scene], Answer]:
    """Return the program that answers with the state of the thing of a colour; one that is not offered tells nothing."""

    def answer(asked: Asked, scene: Scene) -> Answer:
        def state(one: Object) -> Answer:
            return Found(one.state, ((0, one.name),)) if one.state in words else Cannot("missing_information")

        return meaning(scene.only, (Meant(kind, asked["colour"]),), state)

    return answer


BOOTS_WEATHER = register(
    QuestionClass(
        key="commonsense.boots_weather",
        version=1,
        title=("靴子说明的天气", "the weather that boots tell of"),
        ability=ABILITY,
        scenes="boots",
        form="choice",
        wordings=(
            (
                "{colour}靴子刚从外面穿回来。外面当时是什么天气？",
                "The {colour} boots have just come in. What was the weather like outside?",
            ),
            (
                "穿{colour}靴子的人走的是哪种天气的路？",
                "Through what kind of weather did the person in the {colour} boots walk?",
            ),
            (
                "从{colour}靴子看，回来的路上天气如何？",
                "Going by the {colour} boots, how was the weather on the way home?",
            ),
            (
                "{colour}靴子的主人进门之前，外面的天气是怎样的？",
                "What weather was it before the owner of the {colour} boots came through the door?",
            ),
        ),
        propose=proposals_for(BOOTS, WEATHER),
        answer=program_for(BOOTS, WEATHER),
        needs=("colour", "states"),
        margins=MARGINS,
    )
)
