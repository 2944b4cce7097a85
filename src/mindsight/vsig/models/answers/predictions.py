"""The parsed answer of a subject, independent of the form in which it was written."""

from collections.abc import Mapping
from typing import Literal

from mindsight.text import Text, text
from mindsight.vsig.dataset.samples import Data, Kind, Point

Status = Literal["scored", "parse_error", "refused", "model_error", "infrastructure_error"]
"""How an answer ended: ``scored`` (readable), ``parse_error`` (not readable), ``refused`` (by the model), ``model_error`` (the model
cannot do the task), ``infrastructure_error`` (not the subject's fault: not scored, listed apart)."""
ENDINGS: Mapping[str, Text] = {
    "scored": text("read and scored"),
    "parse_error": text("could not be read"),
    "refused": text("refused by the model"),
    "model_error": text("error of the model"),
    "infrastructure_error": text("infrastructure error, not scored"),
}
"""Texts for how an answer ended."""


class Prediction(Data):
    """The answer to one target.

    ``point`` is ``(x, y)`` in [0, 1] of the last frame; one outside is kept and never hits. ``time_ms`` is the moment, or the middle of
    an interval, whose ends are then in ``interval``. None: no usable value.
    """

    kind: Kind | None = None
    description: str = ""
    point: Point | None = None
    time_ms: float | None = None
    interval: tuple[float, float] | None = None
    choice: str | None = None


class Answer(Data):
    """The answer to a sample: the command in words, and a prediction for each target, matched by position.

    ``repairs`` names the faults that were repaired; ``unusable`` what could not be used, such as ``2.time: NaN``.
    """

    command: str = ""
    predictions: tuple[Prediction, ...] = ()
    repairs: tuple[str, ...] = ()
    unusable: tuple[str, ...] = ()


def ending(name: str) -> Text:
    """Return the text for how an answer ended; an ending unknown to this version stays as it is."""
    return ENDINGS.get(name, text("{name}", name=name))
