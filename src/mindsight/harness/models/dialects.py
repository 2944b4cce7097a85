"""Format media in a chat request; servers with the same protocol differ for video and sound.

``vllm``: ``video_url`` and ``audio_url`` with data URIs. ``openai``: ``input_audio`` with bare base64; video is not defined, so
``video_url`` is sent and the server may refuse it. ``dashscope``: ``video_url``, and ``input_audio`` whose data is a data URI; answers must
be streamed, and a message may contain one medium besides text.
"""

import base64
from typing import Any, get_args

from mindsight.answers.conventions import Dialect
from mindsight.errors import InputError

DIALECTS: tuple[Dialect, ...] = get_args(Dialect)
REMOVED = "<media removed>"


def checked(dialect: str) -> Dialect:
    """Return the dialect of a name.

    Raises:
        InputError: There is no such dialect.
    """
    for known in DIALECTS:
        if dialect == known:
            return known
    raise InputError('no dialect "{dialect}"; there are {dialects}', dialect=dialect, dialects=", ".join(DIALECTS))


def streams(dialect: Dialect) -> bool:
    """Return whether servers of the dialect require streaming."""
    return dialect == "dashscope"


def video_part(uri: str) -> dict[str, Any]:
    """Return a video, given as a data URI, as a part of a message."""
    return {"type": "video_url", "video_url": {"url": uri}}


def audio_part(uri: str, form: str, dialect: Dialect) -> dict[str, Any]:
    """Return a sound, given as a data URI, as a part of a message."""
    if dialect == "vllm":
        return {"type": "audio_url", "audio_url": {"url": uri}}
    data = uri if dialect == "dashscope" else uri.partition(",")[2]
    return {"type": "input_audio", "input_audio": {"data": data, "format": form}}


def data_uri(data: bytes, mime: str) -> str:
    """Return bytes as a data URI."""
    return f"data:{mime};base64,{base64.b64encode(data).decode()}"


def without_media(_key: Any, value: Any) -> Any:
    """Replace a medium by a word, so that logs of requests do not repeat every picture."""
    if not isinstance(value, dict):
        return value
    kept = dict(value)
    for name in ("image_url", "video_url", "audio_url"):
        if isinstance(kept.get(name), dict) and str(kept[name].get("url", "")).startswith("data:"):
            kept[name] = {**kept[name], "url": REMOVED}
    if isinstance(kept.get("input_audio"), dict):
        kept["input_audio"] = {**kept["input_audio"], "data": REMOVED}
    return kept
