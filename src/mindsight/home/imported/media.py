"""What a row shows, as JPEG files of the pool: pictures, frames of clips, folders of frames; nothing outside the data set is read."""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from mindsight.errors import InputError
from mindsight.home.imported.clips import SUFFIXES, frames_of, places
from mindsight.home.imported.mapping import Clips
from mindsight.home.imported.pictures import MOST_BYTES, as_jpeg
from mindsight.home.imported.taken import Shown, Taken
from mindsight.record.canonical import sha256
from mindsight.record.folder import put_media
from mindsight.text import storable

MOST_PICTURES = 64
"""Of one question."""
_PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


class Media:
    """Takes over what rows show; what was shown before, also before a stop, is not decoded and written again."""

    def __init__(self, root: Path, search: tuple[str, ...], clips: Clips, target: Path, taken: Taken) -> None:
        self._root, self._search, self._clips, self._target = root.resolve(), search, clips, target
        self._taken = taken

    def shown(self, value: Any, begin: float | None, end: float | None) -> list[Shown]:
        """Return each thing that a field shows, with its pictures in order.

        Raises:
            InputError: It is nothing that can be shown, lies outside the data set, or cannot be decoded.
        """
        if isinstance(value, list | tuple):
            if len(value) > MOST_PICTURES:
                raise InputError("shows more than {most} pictures", most=MOST_PICTURES)
            return [one for part in value for one in self.shown(part, begin, end)]
        if isinstance(value, Mapping):
            data, path = value.get("bytes"), value.get("path")
            if isinstance(data, bytes):
                return [self._of_bytes(data, str(path or "picture"), begin, end)]
            value = path
        if isinstance(value, bytes):
            return [self._of_bytes(value, "picture", begin, end)]
        if isinstance(value, str) and value.strip():
            return [self._of_file(value.strip(), begin, end)]
        raise InputError("a field that should show something is empty")

    def _of_file(self, name: str, begin: float | None, end: float | None) -> Shown:
        file = self._find(name)
        stamps = [(name, file.stat())]
        if file.is_dir():
            stamps += [(one.name, one.stat()) for one in _frames(file)]
        elif file.stat().st_size > MOST_BYTES:
            raise InputError("{file}: has more than {bytes} bytes", file=storable(name[:200]), bytes=MOST_BYTES)
        key = [begin, end, *((one, stat.st_size, stat.st_mtime_ns) for one, stat in stamps)]

        def read() -> Shown:
            if file.is_dir():
                return self._of_folder(file, begin, end)
            if file.suffix.lower() in SUFFIXES:
                return self._kept(frames_of(file, name, self._clips.frames, begin, end))
            return self._kept([(as_jpeg(file.read_bytes(), name), None)])

        return self._taken.get(key, read)

    def _of_bytes(self, data: bytes, name: str, begin: float | None, end: float | None) -> Shown:
        if len(data) > MOST_BYTES:
            raise InputError("{file}: has more than {bytes} bytes", file=storable(name[:200]), bytes=MOST_BYTES)
        is_clip = PurePosixPath(name).suffix.lower() in SUFFIXES

        def read() -> Shown:
            if is_clip:
                return self._kept(frames_of(data, name, self._clips.frames, begin, end))
            return self._kept([(as_jpeg(data, name), None)])

        return self._taken.get([begin, end, is_clip, sha256(data)], read)

    def _of_folder(self, folder: Path, begin: float | None, end: float | None) -> Shown:
        frames, fps = _frames(folder), self._clips.folder_fps
        first = 0 if begin is None else int(max(begin, 0) * fps)
        last = len(frames) if end is None else int(max(end, 0) * fps) + 1
        shown = frames[first:last]
        if not shown:
            raise InputError("{file}: is a folder without pictures", file=storable(folder.name))
        chosen = places(len(shown), self._clips.frames)
        return self._kept([(as_jpeg(shown[one].read_bytes(), shown[one].name), (first + one) / fps) for one in chosen])

    def _kept(self, found: Sequence[tuple[bytes, float | None]]) -> Shown:
        names = tuple(put_media(self._target, data, ".jpg").removesuffix(".jpg") for data, _ in found)
        return Shown(names, tuple(round(second, 6) for _, second in found if second is not None))

    def _find(self, name: str) -> Path:
        if unsafe(name):
            raise InputError("{file}: is not a path inside the data set", file=storable(name[:200]))
        for folder in self._search:
            place = self._root / folder / name
            try:
                if place.exists() and place.resolve().is_relative_to(self._root):
                    return place
            except (OSError, ValueError, RuntimeError):
                continue
        raise InputError("{file}: there is no such file in the data set", file=storable(name[:200]))


def _frames(folder: Path) -> list[Path]:
    return sorted(one for one in folder.iterdir() if one.suffix.lower() in _PICTURES and not one.is_symlink())


def unsafe(name: str) -> bool:
    """Return whether a path is absolute, leads upwards, names a place of the network, or cannot be a path."""
    parts = {*PurePosixPath(name).parts, *PureWindowsPath(name).parts}
    anchored = PurePosixPath(name).is_absolute() or bool(PureWindowsPath(name).anchor)
    return anchored or ".." in parts or "\0" in name or "://" in name or len(name) > 1000
