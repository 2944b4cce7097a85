"""Questions as pages that any application can show: words, choices and pictures in both languages, and nothing of the truth."""

import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mindsight.home.questions.asking.files import Pictures
from mindsight.home.questions.asking.messages import UNITS
from mindsight.home.questions.question import Form, Question
from mindsight.home.questions.scoring.reading import letter_of
from mindsight.text import Language, say, text


class Choice(NamedTuple):
    """One of the answers to choose from, and how it is written down."""

    value: str
    words: dict[Language, str]


class QuestionPage(NamedTuple):
    """What a person sees of a question; pictures are JPEG with width and height."""

    id: str
    scene: str
    form: Form
    words: dict[Language, str]
    choices: tuple[Choice, ...]
    unit: dict[Language, str]
    pictures: tuple[tuple[bytes, int, int], ...]


def pages_of(questions: Sequence[Question], pictures: Pictures) -> Iterator[QuestionPage]:
    """Yield the questions as pages."""
    from PIL import Image

    for one in questions:
        files = pictures.of(one)
        sizes = [Image.open(io.BytesIO(data)).size for data in files]
        yield QuestionPage(
            id=one.id,
            scene=one.scene,
            form=one.form,
            words=dict(one.words),
            choices=choices_of(one),
            unit=_both(UNITS.get(one.unit, (one.unit, one.unit))) if one.unit else {},
            pictures=tuple((data, *size) for data, size in zip(files, sizes, strict=True)),
        )


def choices_of(question: Question) -> tuple[Choice, ...]:
    """Return the answers to choose from; none where people write."""
    if question.form == "yes_no":
        yes, no = text("yes"), text("no")
        return tuple(Choice(name, _both((say(one, "zh"), say(one, "en")))) for name, one in (("yes", yes), ("no", no)))
    return tuple(Choice(letter_of(place), _both((one.zh, one.en))) for place, one in enumerate(question.options))


def _both(words: tuple[str, str]) -> dict[Language, str]:
    return {"zh": words[0], "en": words[1]}
