"""What can be shown: one output (or something in its place) of one item, or one question, with its prepared pictures."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mindsight.rating.campaigns.plan import Question
from mindsight.text import Language

Kind = Literal["output", "reference", "anchor", "gold", "question"]
"""``question``: of a catalogue.

``output``: of a run. In its place, to test the rater: the ``reference`` itself, the unprocessed input as low ``anchor``, or a
``gold`` picture that is plainly bad."""

EXPECTED: dict[Kind, tuple[float, float]] = {"reference": (85.0, 100.0), "anchor": (0.0, 45.0), "gold": (0.0, 20.0)}
"""The answers that are right where one is known. The anchor's reach is wide: a mild input may look fair."""
SIDES = ("left", "right")
COMPARED: Mapping[Question, str] = {"enhancement": "output", "segmentation": "cutout"}
"""The role that stands on each side of a comparison in pairs."""


class Prepared(BaseModel):
    """One picture as the page shows it: file in ``pictures/`` by hash, and size."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str = Field(pattern=r"^[0-9a-f]{64}\.(png|webp|jpg)$")
    width: int = Field(gt=0)
    height: int = Field(gt=0)

    @property
    def sha256(self) -> str:
        """SHA-256 of the file, which is its name."""
        return self.file.partition(".")[0]


Form = Literal["choice", "yes_no", "number", "text", "point", "box", "sequence", "span"]
CANNOT = "cannot"
"""In place of an answer: the question has none."""


class Choice(BaseModel):
    """One of the answers to choose from; ``value`` is what is saved."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: str = Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")
    words: dict[Language, str]


class Asked(BaseModel):
    """A question as people read it: never what is right. Points and boxes are meant in the last picture."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    form: Form
    words: dict[Language, str]
    choices: tuple[Choice, ...] = ()
    unit: dict[Language, str] = {}

    def takes(self, said: str) -> bool:
        """Return whether an answer can be one to this question; what people type is read leniently, when it is judged."""
        values = {choice.value for choice in self.choices}
        if said == CANNOT:
            return True
        if self.form == "sequence":
            return values.issuperset(said.replace(" ", "").split(","))
        return said in values if values else bool(said.strip())


class Stimulus(BaseModel):
    """One line of ``stimuli.jsonl``. ``cluster`` is the photograph; ``focus`` a place worth enlarging, in pixels of the picture."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    item: str
    cluster: str
    kind: Kind
    run: str | None = None
    pictures: dict[str, Prepared]
    focus: tuple[int, int] | None = None
    asked: Asked | None = None
