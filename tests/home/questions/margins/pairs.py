"""How far apart the two right answers of a wording are: numbers, points and boxes that are right in one scene are wrong in the other."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from tests.home.questions.margins.margin import Margin
from tests.home.questions.margins.pictured import box_px

from mindsight.home.questions.classes import QuestionClass
from mindsight.home.questions.question import Question, Region

_APART = re.compile(r"(\d+) % (?:of the picture )?apart")


def margins(kind: QuestionClass, answered: Sequence[Question]) -> Iterator[Margin]:
    """Yield by how much the answers of two questions differ: beyond what is tolerated, in the picture, or in the box."""
    first, second = (one.truth for one in answered)
    if kind.form == "number":
        yield Margin("between the numbers", abs(first.value - second.value), first.tolerance + second.tolerance)
    apart = _APART.search(kind.margins[1])
    if kind.form == "point" and apart:
        between = np.subtract(middle(first.regions[0]), middle(second.regions[0]))
        yield Margin("percent of the picture apart", 100 * float(np.hypot(*between)), float(apart[1]))
    if first.box is not None and second.box is not None:
        yield Margin("1 - IoU of the boxes", 1 - overlap(first.box, second.box), 0.5)


def middle(region: Region) -> tuple[float, float]:
    """Return the middle of a region's box as shares of the width and the height of the picture."""
    left, top, right, bottom = box_px(region)
    return (left + right) / 2 / region.size[0], (top + bottom) / 2 / region.size[1]


def overlap(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the intersection over union of two boxes."""
    low, high = np.maximum(one[:2], other[:2]), np.minimum(one[2:], other[2:])
    common = float(np.prod(np.maximum(0.0, high - low)))
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return common / (sum(areas) - common)
