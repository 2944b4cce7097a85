"""Pictures that follow in time as one video, for models that take videos."""

import io
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from mindsight.engine.drawing.clip import write_clip
from mindsight.home.questions import classes
from mindsight.home.questions.plan import QuestionPlan
from mindsight.home.questions.question import Question

PICTURES_PER_S = 1
"""Each picture is shown for a second: servers that look at a video once a second see all of them."""
_CLIPS = ("event", "intention", "emotion")
"""Dimensions whose classes show several pictures of one place that follow in time."""


def of_time(question: Question) -> bool:
    """Return whether a question is about several pictures that follow in time."""
    if len(question.pictures) < 2:
        return False
    one = classes.load().get(question.kind)
    return one is not None and one.dimension in _CLIPS


def as_clip(question: Question, plan: QuestionPlan) -> bool:
    """Return whether a question's pictures are sent as one video."""
    return plan.as_clip and of_time(question)


def clip_of(pictures: Sequence[bytes]) -> bytes:
    """Return JPEG pictures of one size as an MP4 video; the same pictures give the same bytes on one machine.

    Raises:
        MissingExtra: PyAV is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="mindsight-") as folder:
        file = Path(folder) / "clip.mp4"
        frames = (np.asarray(Image.open(io.BytesIO(one)).convert("RGB")) for one in pictures)
        write_clip(file, frames, frames_per_s=PICTURES_PER_S)
        return file.read_bytes()
