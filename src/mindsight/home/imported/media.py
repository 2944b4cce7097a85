"""What a row shows, as JPEG files of the pool: pictures, frames of clips, folders of frames; nothing outside the data set is read."""

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from mindsight.errors import InputError
from mindsight.home.imported.clips import SUFFIXES, frames_of, places
from mindsight.home.imported.mapping import Clips
from mindsight.home.imported.pictures import MOST_BYTES, as_jpeg
from mindsight.record.folder import put_media
from mindsight.text import storable

_REMEMBERED = 4096
MOST_PICTURES = 64
"""Of one question."""
_PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


class Media:
    """Takes over what rows show; what was shown before is not decoded again."""

    def __init__(self, root: Path, search: tuple[str, ...], clips: Clips, target: Path) -> None:
        self._root, self._search, self._clips, self._target = root.resolve(), search, clips, target
        self._known: OrderedDict[tuple[Any, ...], tuple[str, ...]] = OrderedDict()

    def names_of(self, value: Any, begin: float | None, end: float | None) -> list[tuple[str, ...]]:
        """Return, for each thing that a field shows, its pictures by SHA-256, in order.

        Raises:
            InputError: It is nothing that can be shown, lies outside the data set, or cannot be decoded.
        """
        if isinstance(value, list | tuple):
            if len(value) > MOST_PICTURES:
                raise InputError("shows more than {most} pictures", most=MOST_PICTURES)
            return [one for part in value for one in self.names_of(part, begin, end)]
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

    def _of_file(self, name: str, begin: float | None, end: float | None) -> tuple[str, ...]:
        place = (name, begin, end)
        if place in self._known:
            self._known.move_to_end(place)
            return self._known[place]
        file = self._find(name)
        if file.is_dir():
            found = self._of_folder(file, begin, end)
        else:
            if file.stat().st_size > MOST_BYTES:
                raise InputError("{file}: has more than {bytes} bytes", file=storable(name[:200]), bytes=MOST_BYTES)
            if file.suffix.lower() in SUFFIXES:
                found = self._kept(frames_of(file, name, self._clips.frames, begin, end))
            else:
                found = self._kept([as_jpeg(file.read_bytes(), name)])
        self._known[place] = found
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found

    def _of_bytes(self, data: bytes, name: str, begin: float | None, end: float | None) -> tuple[str, ...]:
        if len(data) > MOST_BYTES:
            raise InputError("{file}: has more than {bytes} bytes", file=storable(name[:200]), bytes=MOST_BYTES)
        if PurePosixPath(name).suffix.lower() in SUFFIXES:
            return self._kept(frames_of(data, name, self._clips.frames, begin, end))
        return self._kept([as_jpeg(data, name)])

    def _of_folder(self, folder: Path, begin: float | None, end: float | None) -> tuple[str, ...]:
        frames = sorted(one for one in folder.iterdir() if one.suffix.lower() in _PICTURES and not one.is_symlink())
        fps = self._clips.folder_fps
        first = 0 if begin is None else int(max(begin, 0) * fps)
        last = len(frames) if end is None else int(max(end, 0) * fps) + 1
        shown = frames[first:last]
        if not shown:
            raise InputError("{file}: is a folder without pictures", file=storable(folder.name))
        return self._kept(
            [as_jpeg(shown[one].read_bytes(), shown[one].name) for one in places(len(shown), self._clips.frames)]
        )

    def _kept(self, found: list[bytes]) -> tuple[str, ...]:
        return tuple(put_media(self._target, data, ".jpg").removesuffix(".jpg") for data in found)

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


def unsafe(name: str) -> bool:
    """Return whether a path is absolute, leads upwards, names a place of the network, or cannot be a path."""
    parts = {*PurePosixPath(name).parts, *PureWindowsPath(name).parts}
    anchored = PurePosixPath(name).is_absolute() or bool(PureWindowsPath(name).anchor)
    return anchored or ".." in parts or "\0" in name or "://" in name or len(name) > 1000
