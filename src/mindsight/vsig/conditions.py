"""Input conditions: which pictures of a clip a model gets, how what is said reaches it, and whether times are told.

A condition is part of a result's identity: a model that was read the transcript is not held against one that had to hear.
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args

from pydantic import Field, model_validator

from mindsight.errors import InputError
from mindsight.record.model import Scalar
from mindsight.vsig.samples import Data

Given = Literal["video", "frames-audio", "frames-transcript", "frames-words", "frames", "text"]
"""``video``: the clip and its sound; ``frames-…``: frames with the sound, with what is said, or with that and each word's
time; ``frames``: nothing of what is said; ``text``: nothing else."""
GIVEN: tuple[Given, ...] = get_args(Given)
DEFAULT: Given = "frames-transcript"
FPS, SIZE, QUALITY = 2.0, 640, 85


class Condition(Data):
    """What is sent of each clip.

    ``fps`` or ``frames`` says which frames: a rate (2 unless one of them is given) or a number. Besides them the exact last
    frame is always sent. ``size`` is the longer side of pictures, ``quality`` that of their JPEG.
    """

    given: Given = DEFAULT
    timestamps: bool = True
    fps: float | None = Field(default=None, gt=0, le=1000)
    frames: int | None = Field(default=None, ge=1, le=10_000)
    size: int = Field(default=SIZE, ge=16, le=16_384)
    quality: int = Field(default=QUALITY, ge=1, le=100)

    @model_validator(mode="after")
    def _one_way(self) -> "Condition":
        if self.fps is not None and self.frames is not None:
            raise ValueError("fps and frames exclude each other")
        return self

    @property
    def shows_video(self) -> bool:
        """Whether the clip itself is sent."""
        return self.given == "video"

    @property
    def shows_frames(self) -> bool:
        """Whether frames are sent."""
        return self.given.startswith("frames")

    @property
    def shows_last(self) -> bool:
        """Whether the last frame is sent: wherever anything is shown at all."""
        return self.given != "text"

    @property
    def heard(self) -> bool:
        """Whether the sound is sent."""
        return self.given in {"video", "frames-audio"}

    @property
    def read(self) -> bool:
        """Whether what is said is sent as text."""
        return self.given in {"frames-transcript", "frames-words", "text"}

    @property
    def words_timed(self) -> bool:
        """Whether each word's time is sent."""
        return self.given == "frames-words"

    @property
    def sampling(self) -> dict[str, Any]:
        """Which frames, as ``media.sampled`` wants to be told."""
        return {"count": self.frames} if self.frames is not None else {"fps": self.fps or FPS}

    def identity(self) -> dict[str, Scalar]:
        """Return the condition option by option, as it stands in a result's identity."""
        return {
            "input": self.given,
            "timestamps": self.timestamps,
            "frames": f"{self.frames}" if self.frames is not None else f"{self.fps or FPS:g}/s",
            "picture": f"{self.size}/{self.quality}",
        }


def condition_of(options: Mapping[str, Scalar]) -> Condition:
    """Return the condition that an identity tells of; what it does not name is as usual.

    Raises:
        InputError: It names an input, a number or a size that there is not.
    """
    frames = str(options.get("frames", f"{FPS:g}/s"))
    size, _, quality = str(options.get("picture", f"{SIZE}/{QUALITY}")).partition("/")
    try:
        return Condition.model_validate(
            {
                "given": options.get("input", DEFAULT),
                "timestamps": options.get("timestamps", True),
                "fps": float(frames.removesuffix("/s")) if frames.endswith("/s") else None,
                "frames": None if frames.endswith("/s") else int(frames),
                "size": int(size),
                "quality": int(quality),
            }
        )
    except ValueError as error:  # pydantic's is one
        raise InputError(
            "--input: {given}, {frames}, {picture} cannot be sent; use one of {known}",
            given=str(options.get("input", DEFAULT)),
            frames=frames,
            picture=f"{size}/{quality}",
            known=", ".join(GIVEN),
        ) from error
