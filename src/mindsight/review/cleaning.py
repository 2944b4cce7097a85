"""Write a copy of a data set without metadata: the pixels and pictures stay as they are, byte for byte where that is possible.

JPEG and PNG lose the segments and chunks that hold metadata, and clips are copied stream by stream without their tables: nothing is
encoded again. What cannot be cleaned so (TIFF, HEIC …) is copied as it is and named. The orientation of a JPEG stays: without it, the
picture would lie on its side.
"""

import io
import shutil
import struct
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from mindsight.decoding import decoder_errors
from mindsight.errors import InputError
from mindsight.raster.orientation import orientation_of
from mindsight.record.folder import refuse_inside
from mindsight.review.examining.clips import SUFFIXES as CLIPS
from mindsight.review.examining.files import readable

_ORIENTATION = 0x0112
_APP0, _APP1, _APP2, _APP14, _COM, _SCAN, _END = 0xE0, 0xE1, 0xE2, 0xEE, 0xFE, 0xDA, 0xD9
_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_METADATA = frozenset((b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME"))


class Cleaned(NamedTuple):
    """How many files were cleaned, how many copied because there was nothing to clean, and the names of those that may still hold some."""

    cleaned: int
    copied: int
    left: tuple[str, ...]


def write_clean_copy(
    root: Path, files: Sequence[str], copy: Path, with_traces: Iterable[str], progress: Callable[[int, int], None]
) -> Cleaned:
    """Copy the files of a data set without metadata; links and special files are left out.

    ``with_traces`` names the files in whose metadata something was found.

    Raises:
        InputError: The copy's folder exists already, or lies in the data set.
    """
    refuse_inside(copy, root)
    if copy.exists():
        raise InputError("{folder}: exists already; choose another folder", folder=str(copy))
    traced = set(with_traces)
    cleaned, copied, left = 0, 0, list[str]()
    for done, file in enumerate(files, start=1):
        source, target = root / file, copy / file
        if source.is_symlink() or not source.is_file():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if readable(file) not in traced:
            shutil.copyfile(source, target)
            copied += 1
        elif _clean(source, target):
            cleaned += 1
        else:
            shutil.copyfile(source, target)
            left.append(readable(file))
        progress(done, len(files))
    return Cleaned(cleaned, copied, tuple(left))


def _clean(source: Path, target: Path) -> bool:
    if source.suffix.lower() in CLIPS:
        return _clean_clip(source, target)
    data = source.read_bytes()
    try:
        clean = (
            without_jpeg_metadata(data)
            if data[:2] == b"\xff\xd8"
            else without_png_metadata(data)
            if data[:8] == _PNG
            else None
        )
    except decoder_errors(OSError):
        clean = None
    if clean is None:
        return False
    target.write_bytes(clean)
    return True


def without_jpeg_metadata(data: bytes) -> bytes:
    """Return a JPEG without EXIF, XMP, comments and makers' segments; orientation and colour profile stay.

    Raises:
        ValueError: It is no JPEG that can be taken apart.
    """
    kept = [data[:2]]
    orientation = _orientation(data)
    if orientation != 1:
        exif = Image.Exif()
        exif[_ORIENTATION] = orientation
        body = exif.tobytes()
        kept.append(struct.pack(">BBH", 0xFF, _APP1, len(body) + 2) + body)
    place = 2
    while data[place + 1] != _SCAN:
        if data[place] != 0xFF:
            raise ValueError("no marker where one should be")
        marker, length = data[place + 1], struct.unpack_from(">H", data, place + 2)[0]
        segment = data[place : place + 2 + length]
        is_profile = marker == _APP2 and segment[4:15] == b"ICC_PROFILE"
        if not (_APP0 < marker < 0xF0 or marker == _COM) or is_profile or marker == _APP14:
            kept.append(segment)
        place += 2 + length
    # What lies behind the picture's end, such as the second picture of a phone's file, goes too.
    end = _end_of_scans(data, place)
    return b"".join([*kept, data[place:end]])


def without_png_metadata(data: bytes) -> bytes:
    """Return a PNG without its chunks of text, time and EXIF.

    Raises:
        ValueError: A chunk is cut off.
    """
    kept, place = [data[:8]], 8
    while place < len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        chunk = data[place : place + 12 + length]
        if len(chunk) < 12 + length:
            raise ValueError("a chunk is cut off")
        if kind not in _PNG_METADATA:
            kept.append(chunk)
        place += 12 + length
        if kind == b"IEND":
            break
    return b"".join(kept)


def _orientation(data: bytes) -> int:
    with Image.open(io.BytesIO(data), formats=("JPEG", "MPO")) as image:
        return orientation_of(image)


def _end_of_scans(data: bytes, place: int) -> int:
    """Return where the picture ends: in a scan, a marker follows 0xFF, while 0xFF00 and restarts belong to it."""
    while (place := data.find(b"\xff", place)) >= 0 and place + 1 < len(data):
        if data[place + 1] == _END:
            return place + 2
        if data[place + 1] in {0x00, 0xFF} or 0xD0 <= data[place + 1] <= 0xD7:
            place += 1 if data[place + 1] == 0xFF else 2
        else:
            place += 2 + struct.unpack_from(">H", data, place + 2)[0]
    raise ValueError("no end mark")


def _clean_clip(source: Path, target: Path) -> bool:
    import av

    try:
        with av.open(str(source)) as old, av.open(str(target), "w", options={"movflags": "+faststart"}) as new:
            wanted = [stream for stream in old.streams if stream.type in {"video", "audio"}]
            streams = {stream.index: new.add_stream_from_template(stream) for stream in wanted}
            for stream in streams.values():
                stream.metadata.clear()
            for packet in old.demux(wanted):
                if packet.dts is not None:
                    packet.stream = streams[packet.stream.index]
                    new.mux(packet)
    except decoder_errors():
        target.unlink(missing_ok=True)
        return False
    return True
