"""The pictures of a report: read by plain name, recognised by their first bytes, embedded once each."""

import base64
import re
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mindsight.decoding import decoder_errors
from mindsight.errors import RecordError
from mindsight.record.folder import MEDIA, RunFolder, media_path

Media = Mapping[str, bytes] | Callable[[str], bytes | None]
"""Returns the bytes of a picture by name; None if there is no such file."""

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,199}")
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})


@dataclass(frozen=True)
class Embedded:
    """A picture for the page: a data URI and the size in pixels."""

    number: int
    uri: str
    width: int
    height: int


@dataclass
class Pictures:
    """Provides the pictures of one page and remembers which are already embedded."""

    media: Media
    _known: dict[str, Embedded | None] = field(default_factory=dict)
    _placed: set[int] = field(default_factory=set)

    def get(self, name: str) -> Embedded | None:
        """Return a picture; None if it is missing or not displayable in a browser.

        Raises:
            RecordError: The name is not a plain file name.
        """
        if name not in self._known:
            data = self._read(plain_name(name))
            self._known[name] = None if data is None else embed(data, len(self._known))
        return self._known[name]

    def is_first(self, picture: Embedded) -> bool:
        """Return whether this is the picture's first place on the page; later places refer to it."""
        if picture.number in self._placed:
            return False
        self._placed.add(picture.number)
        return True

    def _read(self, name: str) -> bytes | None:
        return self.media.get(name) if isinstance(self.media, Mapping) else self.media(name)


def media_of(run: RunFolder) -> Callable[[str], bytes | None]:
    """Return a reader of a run's media folder that follows no links out of it."""
    folder = run.path / MEDIA

    def read(name: str) -> bytes | None:
        path = media_path(folder, plain_name(name))
        return path.read_bytes() if path.is_file() and not path.is_symlink() else None

    return read


def plain_name(name: str) -> str:
    """Return the name if it is a plain file name without a path.

    Raises:
        RecordError: It is not.
    """
    if _PLAIN.fullmatch(name):
        return name
    raise RecordError("{name}: is not the plain name of a file in media/", name=name[:80])


def embed(data: bytes, number: int) -> Embedded | None:
    """Return a PNG, JPEG, GIF or WebP picture as a data URI with its size; None for anything else."""
    found = _kind_and_size(data)
    if found is None:
        return None
    kind, width, height = found
    uri = f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"
    return Embedded(number, uri, width, height) if width > 0 and height > 0 else None


def _kind_and_size(data: bytes) -> tuple[str, int, int] | None:
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            return "png", *struct.unpack(">II", data[16:24])
        if data.startswith((b"GIF87a", b"GIF89a")):
            return "gif", *struct.unpack("<HH", data[6:10])
        if data.startswith(b"\xff\xd8"):
            return "jpeg", *_jpeg_size(data)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return "webp", *_webp_size(data)
    except decoder_errors():
        pass
    return None


def _jpeg_size(data: bytes) -> tuple[int, int]:
    place = 2
    while data[place] == 0xFF:
        marker = data[place + 1]
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            return width, height
        filling = marker == 0xFF
        place += 1 if filling else 2 + struct.unpack(">H", data[place + 2 : place + 4])[0]
    raise IndexError


def _webp_size(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF
