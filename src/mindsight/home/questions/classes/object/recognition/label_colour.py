"""Which colour the tin with a word on its lid has."""

from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.recognition.printed_tins import named, tins, with_word, word, words_in
from mindsight.home.questions.facts.answer import Answer, Cannot, Found, Unclear
from mindsight.home.questions.facts.choosing import colour_options, found_in, shuffled
from mindsight.home.questions.facts.facts import Object, Scene

OPTIONS = 4


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for the colour of the tin with each word."""
    colours = sorted({one.colour for scene in scenes for one in tins(scene.only)})
    for key in shuffled(rng, words_in(scenes)):
        right = list(dict.fromkeys(found_in(answer, {"word": key}, scenes)))
        rest = [colour for colour in shuffled(rng, colours) if colour not in right]
        yield Proposal(
            asked=({"word": key},),
            fields={"word": named(key)},
            options=colour_options(shuffled(rng, [*right, *rest][:OPTIONS])),
        )


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the colour of the only tin with the word; two of one colour would have an answer all the same."""
    one = with_word(scene.only, asked["word"])
    if isinstance(one, Object):
        return Found(one.colour, ((0, one.name),))
    colours = {other.colour for other in tins(scene.only) if word(other) == asked["word"]}
    return Unclear("they have the same colour") if isinstance(one, Cannot) and len(colours) == 1 else one


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
