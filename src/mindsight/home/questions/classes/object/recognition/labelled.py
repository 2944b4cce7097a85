"""Where the tin with a word on its lid is: a point on it."""

import math
from collections.abc import Iterator, Sequence

from numpy.random import Generator

from mindsight.home.questions.classes import Asked, Proposal, QuestionClass, register
from mindsight.home.questions.classes.object.recognition.point import pointed
from mindsight.home.questions.classes.object.recognition.printed_tins import named, with_word, words_in
from mindsight.home.questions.facts.answer import Answer
from mindsight.home.questions.facts.choosing import found_in, shuffled
from mindsight.home.questions.facts.facts import Scene

APART = 150.0
"""Least distance between the tin's places in the two scenes, 0–1000: no point is right in both."""


def propose(scenes: Sequence[Scene], rng: Generator) -> Iterator[Proposal]:
    """Ask for a point on the tin with each word."""
    for key in shuffled(rng, words_in(scenes)):
        places = found_in(answer, {"word": key}, scenes)
        if len(places) == 2 and math.dist(*places) >= APART:
            yield Proposal(asked=({"word": key},), fields={"word": named(key)})


def answer(asked: Asked, scene: Scene) -> Answer:
    """Answer with the place of the only tin with the word."""
    return with_word(scene.only, asked["word"], pointed)


LABELLED = register(
    QuestionClass(
        key="object.labelled",
        version=1,
        title=("凭标签找东西", "finding a thing by its label"),
        ability=("识别：凭标签", "recognition: by a label"),
        scenes="tins",
        form="point",
        wordings=(
            ("请指出装{word}的罐子。", "Point at the tin of {word}."),
            ("要拿{word}，该拿哪个罐子？请点出来。", "Which tin should one take for {word}? Point at it."),
            ("{word}在哪个罐子里？请在图中点一下。", "Where is the tin whose label says {word}? Mark it with a point."),
            ("找到标着“{word}”的罐子，给出它上面的一个点。", "Find the tin labelled “{word}” and give a point on it."),
        ),
        propose=propose,
        answer=answer,
        needs=("reading",),
        margins=(
            "每个罐盖上的汉字在画面中至少高20像素；两个场景中的位置相距至少画面的15%",
            "the Chinese letters on every lid are at least 20 pixels high; in the two scenes the tin is 15 % of the picture apart",
        ),
    )
)
