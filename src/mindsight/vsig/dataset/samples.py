"""Prepared samples: the targets of a clip with everything that scoring needs, so that the clip is not read again.

Coordinates are ``(x, y)`` in [0, 1] of the upright last frame; times are ms from the first video frame.
"""

import operator
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mindsight.record import canonical
from mindsight.text import Language

Kind = Literal["object", "space"]
Layout = Literal["vsig", "ecog"]
Point = tuple[float, float]
Span = tuple[float, float]
"""Begin and end in ms, both ends included."""

LEVELS = {1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4}
"""EcoG-Bench's level of each template."""


class Data(BaseModel):
    """Base class: immutable data that refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Mask(Data):
    """The pixels of an object on the last frame, cropped to those that are on.

    ``size`` is the frame's (width, height); ``origin`` the (x, y) of the crop's upper left pixel in it; ``png`` a base64
    PNG of one bit or eight: a pixel is on where its value is > 128 (of 255).
    """

    size: tuple[int, int]
    origin: tuple[int, int]
    png: str


class Reference(Data):
    """The object beside which something is put: annotated and shown, but not a target."""

    name: str
    points: tuple[Point, ...]
    mask: Mask | None = None


class Target(Data):
    """One thing that the user means: an object that is pointed at, or a space to put it in.

    ``name`` is compared with the answer (in templates 4 to 6 a space's name is joined with its reference's); ``side`` is the
    space's own name. An object without a mask is scored like a space. ``stroke`` is the annotated time of the gesture, if any;
    ``choice`` the right option of a multiple choice.
    """

    kind: Kind
    name: str
    points: tuple[Point, ...]
    mask: Mask | None = None
    side: str = ""
    reference: Reference | None = None
    stroke: Span | None = None
    choice: str | None = None


class Rest(Data):
    """Where the finger rested for a target, and the thing nearest to its tip in that frame.

    ``tip`` is (x, y) in [0, 1] of the frame of that moment. ``mask`` holds the thing's pixels on the last frame, None if it is
    not visible there; ``is_meant``: it is the thing that the finger pointed at.
    """

    time_ms: float
    tip: Point
    name: str
    is_meant: bool
    mask: Mask | None = None


class Word(Data):
    """A word as speech recognition segmented it; times in ms."""

    text: str
    begin_ms: float
    end_ms: float


class Speech(Data):
    """The speech of a clip."""

    text: str
    words: tuple[Word, ...] = ()


class Sample(Data):
    """One clip with its targets.

    ``id`` names it in the record; ``recording`` names its recording: samples of one are not independent. ``speech`` is None if
    unknown. ``folder`` and ``video`` are paths below the data's root; ``sha256`` is the video's. ``size`` is the upright
    frame's, ``last_ms`` the last frame's time, ``length_ms`` the clip's length. ``rests`` states for each target where the
    finger rested; empty if the data do not.
    """

    id: str
    layout: Layout
    template: int = Field(ge=1, le=6)
    scene: str
    language: Language
    recording: str
    folder: str
    video: str
    sha256: str
    size: tuple[int, int]
    last_ms: float
    length_ms: float
    has_sound: bool
    speech: Speech | None
    targets: tuple[Target, ...]
    object_choices: tuple[str, ...] = ()
    space_choices: tuple[str, ...] = ()
    rests: tuple[Rest | None, ...] = Field(default=(), exclude_if=operator.not_)
    """Left out if empty, so that samples without it keep their hash."""

    @property
    def level(self) -> int:
        """EcoG-Bench's level."""
        return LEVELS[self.template]

    @property
    def fingerprint(self) -> str:
        """Hash of all fields: the ``instance`` of the record."""
        return canonical.digest(self.model_dump(mode="json"))
