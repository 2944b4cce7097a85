"""Cache of clips' media for models, keyed by the clip's content and the way of making.

Decoding 1080p takes a second of processor time per clip; a second run, or another model on the same data, needs none. If nothing can be
kept (a full disk, a folder that cannot be written) everything is made each time, with the same result.
"""

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.errors import InputError
from mindsight.record import canonical
from mindsight.vsig.media import clips
from mindsight.vsig.media.blob_store import MOST_BYTES, BlobStore
from mindsight.vsig.media.clips import ClipFacts
from mindsight.vsig.media.decoding import fitted

RULE = 1
"""To be raised with any change of what is made."""
_HEAD = 4


class Still(NamedTuple):
    """A frame for a model: its time, its (width, height), and its JPEG."""

    ms: float
    size: tuple[int, int]
    jpeg: bytes


class MediaCache:
    """Media of clips. A clip is identified by its path and the SHA-256 in its sample."""

    def __init__(self, folder: Path | None = None, most_bytes: int = MOST_BYTES) -> None:
        self._store = BlobStore(cache_folder() if folder is None else folder, most_bytes)

    def facts(self, path: Path) -> ClipFacts:
        """Return the result of ``clips.probe``; a clip is decoded only once for it.

        Raises:
            InputError: The file cannot be used as a video.
            MissingExtra: PyAV is not installed.
        """
        key = _key(clips.sha256(path), "facts")
        held = self._store.get(key)
        if held is not None:
            with suppress(ValueError):  # pydantic's error is one: facts cached by another version
                return ClipFacts.model_validate_json(held)
        facts = clips.probe(path)
        self._store.put(key, facts.model_dump_json().encode())
        return facts

    def frames(
        self,
        path: Path,
        sha256: str,
        *,
        fps: float | None = None,
        count: int | None = None,
        longest: int = 640,
        quality: int = 85,
    ) -> list[Still]:
        """Return the frames that ``clips.sampled`` chooses, as JPEG; the exact last frame comes last.

        Raises:
            InputError: The clip was changed, or the choice of frames is invalid.
        """

        def make() -> bytes:
            return _packed([_still(frame, longest, quality) for frame in clips.sampled(path, fps=fps, count=count)])

        options = {"fps": fps, "count": count, "longest": longest, "quality": quality}
        return _unpacked(self._kept(path, sha256, "frames", options, make))

    def last(self, path: Path, sha256: str, *, longest: int = 1280, quality: int = 85) -> Still:
        """Return the exact last frame.

        Raises:
            InputError: The clip was changed.
        """
        return self.frames(path, sha256, count=1, longest=longest, quality=quality)[-1]

    def sound(self, path: Path, sha256: str) -> bytes | None:
        """Return the sound as ``clips.sound`` does: 16 kHz mono WAV; None if there is none.

        Raises:
            InputError: The clip was changed.
        """
        # A missing sound is stored as an empty entry.
        return self._kept(path, sha256, "sound", {}, lambda: clips.sound(path) or b"") or None

    def clip(self, path: Path, sha256: str, *, longest: int = 1280) -> bytes:
        """Return the clip as ``clips.clip`` does: MP4 with its sound.

        Raises:
            InputError: The clip was changed.
        """
        return self._kept(path, sha256, "clip", {"longest": longest}, lambda: clips.clip(path, longest=longest))

    def _kept(self, path: Path, sha256: str, kind: str, options: dict[str, Any], make: Callable[[], bytes]) -> bytes:
        key = _key(sha256, kind, **options)
        held = self._store.get(key)
        if held is None:
            # An entry under a clip's hash must be made from that clip.
            if clips.sha256(path) != sha256:
                raise InputError("{file}: was changed since the run began; start a new run", file=str(path))
            held = make()
            self._store.put(key, held)
        return held


def cache_folder() -> Path:
    """Return the folder in which media are kept between runs."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "mindsight" / "vsig"


def _key(sha256: str, kind: str, **options: Any) -> str:
    return canonical.digest({"of": sha256, "kind": kind, "rule": RULE, "makers": _makers(), **options})


@lru_cache(maxsize=1)
def _makers() -> list[str]:
    """Return the versions of the libraries that decode and encode: other versions may round differently."""
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for name in ("av", "opencv-python-headless", "simplejpeg"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(name)
    return found


def _still(frame: clips.Frame, longest: int, quality: int) -> Still:
    height, width = frame.image.shape[:2]
    return Still(frame.ms, fitted(width, height, longest), clips.jpeg(frame.image, longest=longest, quality=quality))


def _packed(stills: Sequence[Still]) -> bytes:
    """Return frames as one byte string: the length of a JSON header, the header, the files."""
    head = json.dumps([[still.ms, still.size, len(still.jpeg)] for still in stills]).encode()
    return b"".join([len(head).to_bytes(_HEAD, "little"), head, *(still.jpeg for still in stills)])


def _unpacked(held: bytes) -> list[Still]:
    place = _HEAD + int.from_bytes(held[:_HEAD], "little")
    stills = []
    for ms, (width, height), length in json.loads(held[_HEAD:place]):
        stills.append(Still(ms, (width, height), held[place : place + length]))
        place += length
    return stills
