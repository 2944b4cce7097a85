"""Opinions of raters that do not exist: a quality computed of what is shown, with a bias and noise of each rater's own.

They show that a campaign works from its first link to its report; what they say has no meaning for any product.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from mindsight.rating.campaigns.plan import Question

Choice = Literal["left", "same", "right"]

LOOKED_AT: Mapping[Question, tuple[str, str]] = {
    "enhancement": ("reference", "output"),
    "segmentation": ("mask", "output"),
}
"""The two pictures that a simulated rater compares: what is wanted, and what is rated."""
_REACH = 6.0
"""Points by which the strictest and the mildest of several raters differ from the quality."""
_NOISE = 5.0
"""Standard deviation of a single answer, in points."""
_WORST_DB, _BEST_DB = 20.0, 40.0


@dataclass(frozen=True)
class SimulatedRater:
    """A rater with a constant bias, in points, and its own source of noise."""

    name: str
    bias: float
    rng: Random

    def opinion(self, question: Question, wanted: bytes, output: bytes) -> int:
        """Return an answer to an output, 0 to 100.

        Args:
            question: Whose table is shown.
            wanted: The picture of the role that ``LOOKED_AT`` names first, as a PNG file.
            output: The output as a PNG file.
        """
        one, two = _grey(wanted), _grey(output)
        return round(min(100.0, max(0.0, quality(question, one, two) + self.bias + self.rng.gauss(0, _NOISE))))

    def choice(self, left: float, right: float) -> Choice:
        """Return which of two pictures the rater prefers, by the points that each seems worth."""
        ahead = left - right + self.rng.gauss(0, _NOISE)
        return "same" if abs(ahead) < _NOISE else "left" if ahead > 0 else "right"


def _grey(data: bytes) -> NDArray[np.uint8]:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)


def simulated_raters(count: int, seed: int) -> list[SimulatedRater]:
    """Return raters from strict to mild, the same for the same seed."""
    middle = (count - 1) / 2
    return [
        SimulatedRater(
            name=f"simulated-{number + 1}",
            bias=_REACH * (number - middle) / middle if middle else 0.0,
            rng=Random(f"{seed} {number}"),  # noqa: S311  (an opinion, no secret)
        )
        for number in range(count)
    ]


def quality(question: Question, wanted: NDArray[np.uint8], output: NDArray[np.uint8]) -> float:
    """Return how well an output fits, 0 to 100: from 20 to 40 dB for an enhancement, the overlap of masks for a segmentation.

    Args:
        question: Whose table is shown.
        wanted: Reference or mask, grey.
        output: Output, grey; one of another size is worth nothing.
    """
    if wanted.shape != output.shape:
        return 0.0
    if question == "segmentation":
        one, two = wanted > 127, output > 127
        union = int(np.count_nonzero(one | two))
        return 100.0 * int(np.count_nonzero(one & two)) / union if union else 100.0
    error = float(np.mean((wanted.astype(np.float64) - output) ** 2))
    decibels = math.inf if error == 0 else 10 * math.log10(255**2 / error)
    return 100.0 * min(1.0, max(0.0, (decibels - _WORST_DB) / (_BEST_DB - _WORST_DB)))
