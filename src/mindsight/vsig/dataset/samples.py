"""Prepared samples: what a clip asks for, with everything that scoring needs, so that the clip is never read again.

Coordinates are ``(x, y)`` in [0, 1] of the upright last frame; times are ms from the first video frame's presentation.
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
    """Plain data that never changes and refuses what it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Mask(Data):
    """The pixels of an object on the last frame, cropped to what is on.

    ``size`` is the frame's (width, height); ``origin`` the (x, y) of the crop's upper left pixel in it; ``png`` a base64
    PNG of one bit or eight: a pixel is on where its value is > 128 (of 255).
    """

    size: tuple[int, int]
    origin: tuple[int, int]
    png: str


class Reference(Data):
    """The object beside which something is put: annotated, shown, and no target."""

    name: str
    points: tuple[Point, ...]
    mask: Mask | None = None


class Target(Data):
    """One thing that the user means: an object that is pointed at, or a space to put it.

    ``name`` is what an answer is compared with (of templates 4 to 6 a space's is joined with its reference's); ``side`` is
    the space's own name. An object without a mask is scored like a space. ``stroke`` is the annotated time of the
    gesture, where there is one; ``choice`` the right option of a multiple choice.
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
    """Where the finger rested while a target was meant, and the thing that lay nearest to its tip in that picture.

    ``tip`` is (x, y) in [0, 1] of the frame of that moment. ``mask`` holds the thing's pixels on the last frame, None where
    it is not seen there; ``is_meant``: it is what the finger pointed at.
    """

    time_ms: float
    tip: Point
    name: str
    is_meant: bool
    mask: Mask | None = None


class Word(Data):
    """A piece of what is said, as speech recognition cut it; times in ms."""

    text: str
    begin_ms: float
    end_ms: float


class Speech(Data):
    """What is said in a clip."""

    text: str
    words: tuple[Word, ...] = ()


class Sample(Data):
    """One clip with what it asks for.

    ``id`` names it in the record; ``recording`` the recording that it belongs to: samples of one are not independent.
    ``speech`` is None where nothing is known of it. ``folder`` and ``video`` are paths below the data's root; ``sha256`` is
    the video's. ``size`` is that of the upright frame, ``last_ms`` the last frame's time, ``length_ms`` the clip's length.
    ``rests`` tells of each target where the finger rested; empty where the data do not tell.
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
    """Left out where it is empty: samples that tell nothing of it keep their hash."""

    @property
    def level(self) -> int:
        """EcoG-Bench's level."""
        return LEVELS[self.template]

    @property
    def fingerprint(self) -> str:
        """The hash of everything above: what the record calls the instance."""
        return canonical.digest(self.model_dump(mode="json"))
