"""What is in the tin of a colour, by the word on its lid."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.recognition.printed_tins import (
    of_colour,
    tins,
    word,
    word_options,
    words_in,
)
from mindsight.home.questions.facts.answer import Answer, Found, Unclear
from mindsight.home.questions.facts.choosing import possible, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.wording.phrases import offered


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask what the tin of each colour contains."""
    words = words_in(scenes)
    for colour in shuffled(rng, sorted({one.colour for scene in scenes for one in tins(scene.only)})):
        right = possible(answer, {"colour": colour}, scenes)
        rest = [key for key in shuffled(rng, words) if key not in right]
        options = offered(right, rest)
        if options is not None:
            yield Proposal(
                asked=({"colour": colour},),
                fields={"colour": (COLOURS[colour].zh, COLOURS[colour].en)},
                options=word_options(shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the word on a tin of the colour."""

    def read(one: Object) -> Answer:
        return Found(word(one), ((0, one.name),)) if word(one) else Unclear("the lid cannot be read")

    return of_colour(scene.only, asked["colour"], read)


LABEL = register(
    QuestionClass(
        key="object.label",
        version=1,
        title=("凭标签认出内容", "recognition by a label"),
        ability=("识别：凭标签", "recognition: by a label"),
        scenes="tins",
        form="choice",
        wordings=(
            ("{colour}的罐子里装的是什么？", "What is in the {colour} tin?"),
            ("按标签看，{colour}罐里是什么？", "By its label, what does the {colour} tin contain?"),
            ("请认出{colour}罐子里装的东西。", "Identify what the {colour} tin holds."),
            ("打开{colour}的罐子会找到什么？", "What would one find in the {colour} tin?"),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "reading"),
        margins=(
            "罐盖上的汉字在画面中至少高20像素，罐子露出至少60%",
            "the Chinese letters on the lid are at least 20 pixels high, at least 60 % of the tin is visible",
        ),
    )
)
