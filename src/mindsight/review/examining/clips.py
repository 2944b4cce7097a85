"""Decode a clip completely, picture by picture, and say whether it holds sound."""

from pathlib import Path
from typing import Any

from PIL import Image

from mindsight.decoding import decoder_errors
from mindsight.review.examining.looks import look_of
from mindsight.review.examining.pictures import MOST_MEGAPIXELS
from mindsight.review.examining.texts import signs_in
from mindsight.review.examining.traces import traces_of_clip
from mindsight.text import text

SUFFIXES = frozenset((".mp4", ".mov", ".m4v", ".mkv", ".webm", ".avi"))
_CONTAINERS = {"mov": (".mp4", ".mov", ".m4v"), "matroska": (".mkv", ".webm"), "avi": (".avi",)}


def facts_of_clip(path: Path, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the facts of a clip; its look is that of the last frame, which points refer to."""
    try:
        import av
    except ImportError:
        return {"problem": text("clips need PyAV, which is not installed; run: pip install 'mindsight[review]'")}
    try:
        with av.open(str(path)) as container:
            return _read(container, path.suffix.lower(), names)
    except decoder_errors(OSError) as error:
        return {"problem": text("damaged or cut off ({reason})", reason=str(error).partition("\n")[0][:160])}


def _read(container: Any, suffix: str, names: tuple[str, ...]) -> dict[str, Any]:
    if not container.streams.video:
        return {"problem": text("holds no moving picture")}
    video = container.streams.video[0]
    codec = video.codec_context
    form = container.format.name.partition(",")[0]
    facts: dict[str, Any] = {
        "format": f"{form}/{codec.name}",
        "fits_name": suffix in _CONTAINERS.get(form, (suffix,)),
        "size": (codec.width, codec.height),
        "has_sound": bool(container.streams.audio),
        "mode": codec.pix_fmt or "",
        "depth": 10 if "10" in (codec.pix_fmt or "").removeprefix("yuv4") else 8,
    }
    if codec.width * codec.height > MOST_MEGAPIXELS * 1e6:
        problem = text("{width}×{height} pixels is more than {limit} megapixels", width=codec.width, height=codec.height,
                       limit=MOST_MEGAPIXELS)  # fmt: skip
        return {**facts, "problem": problem}
    tables = [container.metadata, *(stream.metadata for stream in container.streams)]
    traces, taken, comments = traces_of_clip(tables)
    video.thread_type = "AUTO"
    count, last = 0, None
    for frame in container.decode(video):
        count, last = count + 1, frame
    if last is None:
        return {**facts, "problem": text("holds no frame that can be decoded")}
    return {
        **facts,
        "frames": count,
        "length_ms": None if last.time is None else round(float(last.time) * 1000, 3),
        "traces": tuple(sorted(traces)),
        "taken": None if taken is None else taken.isoformat(),
        "signs": tuple(sign for words in comments for sign in signs_in(words[:65536], "metadata", names)),
        "look": look_of(Image.fromarray(last.to_ndarray(format="rgb24"))),
    }
