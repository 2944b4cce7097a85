"""A subject's raw answer to a sample; ``recording`` turns it into an item of the record."""

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from mindsight.errors import InputError
from mindsight.text import Text, storable
from mindsight.vsig.dataset.samples import Sample

Cluster = Literal["recording", "session", "scene"]
CLUSTERS: tuple[Cluster, ...] = ("recording", "session", "scene")
INFRASTRUCTURE: Literal["infrastructure_error"] = "infrastructure_error"
LAST = "last"
_LONGEST, _QUALITY = 1280, 85


@dataclass(frozen=True)
class Said:
    """The raw answer to one sample.

    ``ending`` is set if the text does not show how it ended: the model cannot do the task, or could not be asked. ``said`` and ``sent``
    are recorded for the answer and the question. ``size`` is the picture to which pixel coordinates refer, ``last`` the last frame for
    the record, if available.
    """

    text: str = ""
    stop: str = "stop"
    ending: Literal["", "model_error", "infrastructure_error"] = ""
    error: Text | None = None
    said: dict[str, Any] = field(default_factory=dict)
    sent: dict[str, Any] = field(default_factory=dict)
    size: tuple[int, int] | None = None
    last: bytes | None = None
    media: dict[str, str] = field(default_factory=dict)
    took_s: float = 0.0


def last_picture(root: Path, sample: Sample) -> bytes:
    """Return the last frame of a sample's clip for the record.

    Raises:
        InputError: The clip was changed since the data was prepared.
    """
    from mindsight.vsig.media.cache import MediaCache

    return MediaCache().last(clip_of(root, sample), sample.sha256, longest=_LONGEST, quality=_QUALITY).jpeg


def clip_of(root: Path, sample: Sample) -> Path:
    """Return the path of a sample's clip.

    Raises:
        InputError: It is missing, or was changed since the data was prepared.
    """
    from mindsight.vsig.media.clips import sha256

    path = root / sample.folder / sample.video
    if not path.is_file():
        raise InputError("{file}: the clip is not there; name the folder of the data with --data", file=str(path))
    if sha256(path) != sample.sha256:
        raise InputError("{file}: was changed since the run began; start a new run", file=str(path))
    return path


def plain(value: Any) -> Any:
    """Return a value in a form that a record can hold."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {storable(str(name)): plain(inner) for name, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value
