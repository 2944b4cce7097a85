"""One question as data: pictures, words, the form of the answer and the truth. Immutable, hashed, stored with the run."""

import math
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from mindsight.home.irrelevance import Reason
from mindsight.record.canonical import digest

RULE_VERSION = 1
"""Raised with any change that can alter a score: scenes, wordings, truths, margins, reading or judging of answers."""

Form = Literal["choice", "yes_no", "point", "box", "number", "text", "sequence", "span"]
"""How a question is answered; any of them may be answered by saying that it cannot be."""
Words = tuple[str, str]
"""Chinese and English."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom, 0–1000 over the width and height of a picture."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Option(_Part):
    """One of the choices: its key and its words."""

    key: str
    zh: str
    en: str


class Region(_Part):
    """Pixels of a picture of a question: runs of pixels row by row, as start and length in turn; ``size`` is width and height."""

    picture: int
    size: tuple[int, int]
    runs: tuple[int, ...]

    @property
    def pixels(self) -> int:
        """Number of pixels."""
        return sum(self.runs[1::2])

    def holds(self, point: tuple[float, float]) -> bool:
        """Return whether a point (0–1000) lies in the region."""
        width, height = self.size
        column, row = int(point[0] / 1000 * width), int(point[1] / 1000 * height)
        if not (0 <= column < width and 0 <= row < height):
            return False
        place = row * width + column
        return any(
            start <= place < start + length for start, length in zip(self.runs[::2], self.runs[1::2], strict=True)
        )


class Truth(_Part):
    """The right answer: a value of the question's form, or why there is none.

    ``value`` is an option's key, ``yes`` or ``no``, a number, the accepted texts, a list of options' keys, or the numbers of
    the first and the last picture of a span; a point is
    right within ``regions``, a box if it matches ``box``. ``tolerance`` is how far a number may be off. ``chance`` is the
    probability that a subject that does not see is right if it answers.
    """

    value: Any = None
    reason: Reason | Literal[""] = ""
    box: Box | None = None
    regions: tuple[Region, ...] = ()
    tolerance: float = 0.0
    chance: float = 0.0


class Question(_Part):
    """A question on which a subject is tested.

    ``kind`` is the class, such as ``object.colour``; ``group`` names the four questions of one wording and ``scene`` the set and place of
    the scene, shared by questions of other classes; ``pictures`` are files by their SHA-256, in order. ``evidence`` is where the things
    lie on which the answer rests. ``scene_text`` describes the scene, for subjects that are asked without pictures.
    """

    id: str
    kind: str
    kind_version: int
    rule: int = RULE_VERSION
    seed: int
    group: str
    scene: str
    words: dict[Literal["zh", "en"], str]
    pictures: tuple[str, ...]
    form: Form
    options: tuple[Option, ...] = ()
    unit: str = ""
    truth: Truth
    evidence: tuple[Region, ...] = ()
    scene_text: dict[Literal["zh", "en"], str] = {}
    asked: dict[str, Any] = {}

    @property
    def valid(self) -> bool:
        """Whether the question can be answered."""
        return not self.truth.reason

    @property
    def sha256(self) -> str:
        """Hash of everything that defines the question."""
        return digest(self.model_dump(mode="json"))


def chance_of_form(form: Form, options: int) -> float:
    """Return the probability that a subject that does not see is right if it answers, as far as form and options tell."""
    if form == "yes_no":
        return 0.5
    if form == "choice":
        return round(1 / options, 6)
    return round(1 / math.factorial(options), 6) if form == "sequence" else 0.0
