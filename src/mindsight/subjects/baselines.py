"""Built-in products, labelled as such: what doing nothing and what textbook methods score."""

import difflib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
from numpy.typing import NDArray

from mindsight.errors import InputError, ProductError
from mindsight.subjects.products import Job

Image = NDArray[Any]


def _nlmeans(image: Image, _job: Job) -> Image:
    return cv2.fastNlMeansDenoisingColored(image, None, 5, 5, 7, 21)


def _bilateral(image: Image, _job: Job) -> Image:
    return cv2.bilateralFilter(image, 7, 40, 3)


def _lanczos(image: Image, job: Job) -> Image:
    return cv2.resize(image, (job.width, job.height), interpolation=cv2.INTER_LANCZOS4)


METHODS: dict[str, Callable[[Image, Job], Image] | None] = {
    "identity": None,
    "nlmeans": _nlmeans,
    "bilateral": _bilateral,
    "lanczos": _lanczos,
}
"""``identity`` hands the input back, ``nlmeans`` is non-local means (strength 5), ``bilateral`` an edge-preserving blur
(7 pixels, 40 grey levels), ``lanczos`` resizes to the expected size."""


class Baseline:
    """A built-in product by name."""

    def __init__(self, name: str) -> None:
        if name not in METHODS:
            close = difflib.get_close_matches(name, METHODS, n=1)
            raise InputError(
                'no baseline "{name}"; there are {names} (did you mean "{guess}"?)',
                name=name,
                names=", ".join(METHODS),
                guess=close[0] if close else "identity",
            )
        self._method = METHODS[name]

    def process(self, job: Job) -> Path:
        """Write the output into the job's workspace."""
        output = job.workspace / "output.png"
        if self._method is None:
            shutil.copyfile(job.input, output)
            return output
        cv2.setNumThreads(1)
        image = cv2.imread(str(job.input), cv2.IMREAD_COLOR)
        if image is None:
            raise ProductError("the baseline could not read its input", outcome="crashed")
        cv2.imwrite(str(output), self._method(image, job))
        return output

    def close(self) -> None:
        """Nothing is held."""
