"""Actions of an agent as data: verbs and their arguments, validated before anything happens."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Coordinate = Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]
Point = tuple[Coordinate, Coordinate]
"""(x, y) over the picture last sent, 0–1000 across its width and height, origin at the top left."""

Verb = Literal[
    "pick", "place", "press", "open", "close", "rotate", "wipe", "look", "wait", "say", "propose", "finish", "decline"
]
POINTED: frozenset[str] = frozenset({"pick", "place", "press", "open", "close", "wipe"})
"""Verbs that need a point."""
MOST_SAID = 4000
"""Most characters that can be said; a longer reason for declining is cut, for it decides nothing."""
Axis = Literal["upright", "forward", "sideways"]


class Action(BaseModel):
    """One step of an agent.

    ``degrees`` with ``rotate`` turns what the hand holds (or the knob or thing at ``point``) about ``axis``: ``upright``
    keeps it upright, ``forward`` and ``sideways`` tip it over. ``look`` takes any of ``turn`` (degrees to the right),
    ``tilt`` (degrees up), ``zoom`` (factor), ``to`` (a viewpoint's name) and ``point`` (centre the picture on it).
    ``seconds`` belongs to ``wait``, ``text`` to ``say``, ``propose`` and ``decline``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    verb: Verb
    point: Point | None = None
    degrees: Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)] = 0.0
    axis: Axis = "upright"
    turn: Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)] = 0.0
    tilt: Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False)] = 0.0
    zoom: Annotated[float, Field(gt=0.1, le=10, allow_inf_nan=False)] = 1.0
    to: str = ""
    seconds: Annotated[float, Field(ge=0, le=30, allow_inf_nan=False)] = 1.0
    text: str = Field(default="", max_length=MOST_SAID)

    @model_validator(mode="before")
    @classmethod
    def _with_a_reason_cut(cls, fields: Any) -> Any:
        if isinstance(fields, dict) and fields.get("verb") == "decline" and isinstance(fields.get("text"), str):
            return {**fields, "text": fields["text"][:MOST_SAID]}
        return fields

    @model_validator(mode="after")
    def _pointed(self) -> "Action":
        if self.verb in POINTED and self.point is None:
            raise ValueError(f"{self.verb} needs a point (x, y)")
        return self

    @property
    def ends(self) -> bool:
        """Whether this action ends the episode."""
        return self.verb in {"finish", "decline"}
