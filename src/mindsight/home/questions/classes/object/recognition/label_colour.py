"""Which colour the tin with a word on its lid has."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.recognition.printed_tins import named, tins, with_word, words_in
from mindsight.home.questions.facts.answer import Answer, Found
from mindsight.home.questions.facts.choosing import colour_options, possible, shuffled
from mindsight.home.questions.facts.facts import Object, Scene
from mindsight.home.questions.facts.wording.phrases import offered


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the colour of the tin with each word."""
    colours = sorted({one.colour for scene in scenes for one in tins(scene.only)})
    for key in shuffled(rng, words_in(scenes)):
        right = possible(answer, {"word": key}, scenes)
        rest = [colour for colour in shuffled(rng, colours) if colour not in right]
        options = offered(right, rest)
        if options is not None:
            yield Proposal(
                asked=({"word": key},),
                fields={"word": named(key)},
                options=colour_options(shuffled(rng, options)),
            )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of a tin with the word."""

    def colour(one: Object) -> Answer:
        return Found(one.colour, ((0, one.name),))

    return with_word(scene.only, asked["word"], colour)


LABEL_COLOUR = register(
    QuestionClass(
        key="object.label_colour",
        version=1,
        title=("某个标签的罐子的颜色", "colour of the tin with a label"),
        ability=("识别：凭标签；属性：颜色", "recognition: by a label; attributes: colour"),
        scenes="tins",
        form="choice",
        wordings=(
            ("装{word}的罐子是什么颜色的？", "What colour is the tin of {word}?"),
            ("标着“{word}”的罐子是哪种颜色？", "Which colour has the tin labelled “{word}”?"),
            ("请找到装{word}的那个罐子，它是什么颜色？", "Find the tin of {word}: what is its colour?"),
            ("{word}装在什么颜色的罐子里？", "What is the colour of the tin whose label says “{word}”?"),
        ),
        propose=propose,
        answer=answer,
        needs=("colour", "reading"),
        margins=(
            "每个罐盖上的汉字在画面中至少高20像素，罐子露出至少60%；颜色取自名称各异的调色板",
            "the Chinese letters on every lid are at least 20 pixels high, 60 % of the tin is visible; the colours have different names",
        ),
    )
)
