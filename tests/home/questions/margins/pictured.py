"""How well the things on which an answer rests are to be seen: the sizes of their masks, and what share of them nothing covers."""

import re
from collections.abc import Iterator

import numpy as np
from tests.home.questions.margins.margin import Margin

from mindsight.home.questions.classes import QuestionClass
from mindsight.home.questions.facts.answer import Found
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.question import Question, Region

_PIXELS = re.compile(r"(\d+) pixels (?:on (?:its|the|their) shorter side|wide)")
_SHOWN = re.compile(r"(\d+) % (?:of [a-z ,]+ )?(?:is |are )?visible")


def margins(kind: QuestionClass, question: Question, scene: Scene) -> Iterator[Margin]:
    """Yield the shorter side of the box of each thing that the answer rests on, in pixels, and the share of it that is visible, in percent.

    The limits are the numbers in the class's own sentence; a class that names none has none here.
    """
    wide, shown = (found and float(found[1]) for found in (one.search(kind.margins[1]) for one in (_PIXELS, _SHOWN)))
    answer = kind.answer(question.asked, scene)
    assert isinstance(answer, Found)
    for region, (picture, name) in zip(question.evidence, answer.uses, strict=True):
        one = scene.pictures[picture].named(name)
        if one.category == "part":
            continue
        if wide:
            left, top, right, bottom = box_px(region)
            yield Margin("pixels on the shorter side", min(right - left, bottom - top), wide)
        if shown:
            yield Margin("percent visible", 100 * one.shown, shown)


def box_px(region: Region) -> tuple[int, int, int, int]:
    """Return the box around a region: left, top, right and bottom, in pixels; the last two lie just outside."""
    width, height = region.size
    pixels = np.zeros(width * height, bool)
    for start, length in zip(region.runs[::2], region.runs[1::2], strict=True):
        pixels[start : start + length] = True
    rows, columns = np.nonzero(pixels.reshape(height, width))
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1
