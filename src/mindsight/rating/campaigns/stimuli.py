"""What can be shown: one output (or something in its place) of one item, with its prepared pictures."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Kind = Literal["output", "reference", "anchor", "gold"]
"""``output``: of a run. In its place, to test the rater: the ``reference`` itself, the unprocessed input as low ``anchor``, or a
``gold`` picture that is plainly bad."""

EXPECTED: dict[Kind, tuple[float, float]] = {"reference": (85.0, 100.0), "anchor": (0.0, 45.0), "gold": (0.0, 20.0)}
"""The answers that are right where one is known. The anchor's reach is wide: a mild input may look fair."""


class Prepared(BaseModel):
    """One picture as the page shows it: file in ``pictures/`` by hash, and size."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str = Field(pattern=r"^[0-9a-f]{64}\.(png|webp)$")
    width: int = Field(gt=0)
    height: int = Field(gt=0)


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
