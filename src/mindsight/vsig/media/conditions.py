"""Input conditions: which pictures of a clip a model receives, in which form the speech, and whether times are stated.

A condition is part of a result's identity: a model that got the transcript is not compared with one that had to listen.
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args

from pydantic import Field, model_validator

from mindsight.errors import InputError
from mindsight.record.model import Scalar
from mindsight.vsig.dataset.samples import Data

Given = Literal["video", "frames-audio", "frames-transcript", "frames-words", "frames", "text", "text-words", "audio"]
"""``video``: the clip and its sound; ``frames-…``: frames with the sound, the transcript, or timed words; ``frames``: no speech;
``text``, ``text-words``, ``audio``: no pictures."""
SpeechOf = Literal["own", "another"]
ONLY_CONTROLS: tuple[Given, ...] = ("text-words", "audio")
GIVEN: tuple[Given, ...] = tuple(given for given in get_args(Given) if given not in ONLY_CONTROLS)
"""Inputs that a run may choose; the others are only for controls."""
DEFAULT: Given = "frames-transcript"
FPS, SIZE, QUALITY = 2.0, 640, 85
CLIP_SIZE = 1280
"""Of a clip that is sent whole: at 640 pixels, things of 65 to 150 pixels in a clip of 1920 become 22 to 50."""
ORIGINAL = "original"


class Condition(Data):
    """What is sent of each clip.

    ``fps`` or ``frames`` selects frames by rate (2 by default) or number. The exact last frame is always sent too. ``size`` is the
    longer side of pictures, ``quality`` their JPEG quality. ``original``: the clip's own file is sent and not one encoded anew.
    """

    given: Given = DEFAULT
    timestamps: bool = True
    fps: float | None = Field(default=None, gt=0, le=1000)
    frames: int | None = Field(default=None, ge=1, le=10_000)
    size: int = Field(default=SIZE, ge=16, le=16_384)
    quality: int = Field(default=QUALITY, ge=1, le=100)
    last: bool = True
    speech_of: SpeechOf = "own"
    original: bool = False

    @model_validator(mode="after")
    def _one_way(self) -> "Condition":
        if self.fps is not None and self.frames is not None:
            raise ValueError("fps and frames exclude each other")
        if self.original and (not self.shows_video or self.speech_of != "own"):
            raise ValueError("only a clip with its own speech can be sent as it is")
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
        """Whether the last frame is sent: if any picture is, except under the control that withholds it."""
        return self.shown and self.last

    @property
    def shown(self) -> bool:
        """Whether any picture is sent."""
        return self.shows_video or self.shows_frames

    @property
    def heard(self) -> bool:
        """Whether the sound is sent."""
        return self.given in {"video", "frames-audio", "audio"}

    @property
    def read(self) -> bool:
        """Whether the speech is sent as text."""
        return self.given in {"frames-transcript", "frames-words", "text", "text-words"}

    @property
    def forms(self) -> frozenset[str]:
        """The forms in which pictures and sound are sent: the clip with its sound, frames, the sound alone."""
        sound = self.heard and not self.shows_video
        sent = {"video": self.shows_video, "frames": self.shows_frames, "sound": sound}
        return frozenset(form for form, is_sent in sent.items() if is_sent)

    @property
    def words_timed(self) -> bool:
        """Whether each word's time is sent."""
        return self.given in {"frames-words", "text-words"}

    @property
    def sampling(self) -> dict[str, Any]:
        """The arguments for ``clips.sampled``."""
        return {"count": self.frames} if self.frames is not None else {"fps": self.fps or FPS}

    def identity(self) -> dict[str, Scalar]:
        """Return the condition's options for a result's identity."""
        controls: dict[str, Scalar] = {} if self.last else {"last_frame": False}
        if self.speech_of != "own":
            controls["speech_of"] = self.speech_of
        if self.original:
            controls["clip"] = ORIGINAL
        return {
            "input": self.given,
            "timestamps": self.timestamps,
            "frames": f"{self.frames}" if self.frames is not None else f"{self.fps or FPS:g}/s",
            "picture": f"{self.size}/{self.quality}",
            **controls,
        }


def condition_of(options: Mapping[str, Scalar]) -> Condition:
    """Return the condition in an identity; missing options have their defaults.

    Raises:
        InputError: An input, number or size is invalid.
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
                "last": options.get("last_frame", True),
                "speech_of": options.get("speech_of", "own"),
                "original": options.get("clip") == ORIGINAL,
            }
        )
    except ValueError as error:  # pydantic's error is one
        raise InputError(
            "--input: {given}, {frames}, {picture} cannot be sent; use one of {known}",
            given=str(options.get("input", DEFAULT)),
            frames=frames,
            picture=f"{size}/{quality}",
            known=", ".join(GIVEN),
        ) from error
