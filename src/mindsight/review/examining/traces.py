"""What metadata holds that points to a place, a device or a person: named, never repeated."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from PIL import Image
from PIL.ExifTags import IFD, Base

from mindsight.review.facts import Trace

_SERIALS = (Base.BodySerialNumber, Base.LensSerialNumber, Base.CameraSerialNumber)
_OWNERS = (Base.CameraOwnerName, Base.XPAuthor)
_DEVICES = (Base.Make, Base.Model, Base.MakerNote)
_COMMENTS = (Base.Artist, Base.ImageDescription, Base.UserComment, Base.XPComment, Base.XPTitle, Base.XPSubject)
_DATES = (Base.DateTimeOriginal, Base.DateTimeDigitized, Base.DateTime)
_LATITUDE, _LONGITUDE = 2, 4
_PREVIEW = 0x0201
_XMP: tuple[tuple[bytes, Trace], ...] = (
    (b"GPSLatitude", "place"),
    (b"GPSLongitude", "place"),
    (b"SerialNumber", "serial"),
    (b"OwnerName", "owner"),
    (b"PersonInImage", "owner"),
)
_PLACES = ("location", "iso6709", "gps")
_DAY = re.compile(r"(\d{4})[:-](\d{2})[:-](\d{2})")


def traces_of_picture(image: Image.Image) -> tuple[set[Trace], date | None, list[str]]:
    """Return the traces in a picture's metadata, the day it was taken, and its comments."""
    exif = image.getexif()
    detail: Mapping[int, Any] = {**exif, **exif.get_ifd(IFD.Exif)}
    found: set[Trace] = set()
    place = exif.get_ifd(IFD.GPSInfo)
    # Phones that do not know where they are write zeros, or nothing but the date.
    if any(_is_place(place.get(tag)) for tag in (_LATITUDE, _LONGITUDE)):
        found.add("place")
    for tags, trace in ((_SERIALS, "serial"), (_OWNERS, "owner"), (_DEVICES, "device")):
        if any(_is_said(detail.get(tag)) for tag in tags):
            found.add(trace)  # type: ignore[arg-type]
    if _PREVIEW in exif.get_ifd(IFD.IFD1):
        found.add("thumbnail")
    packet = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp") or b""
    packet = packet.encode() if isinstance(packet, str) else packet
    found |= {trace for word, trace in _XMP if word in packet}
    comments = [_words(detail[tag]) for tag in _COMMENTS if _is_said(detail.get(tag))]
    comments += [_words(value) for key, value in image.info.items() if key == "comment" or _is_png_text(image, key)]
    if comments := [one for one in comments if one]:
        found.add("comment")
    taken = next((day for tag in _DATES if (day := day_in(_words(detail.get(tag)))) is not None), None)
    return found | ({"date"} if taken else set()), taken, comments


def traces_of_clip(tables: Iterable[Mapping[str, str]]) -> tuple[set[Trace], date | None, list[str]]:
    """Return the same of the metadata of a clip's container and streams."""
    found: set[Trace] = set()
    taken: date | None = None
    comments: list[str] = []
    for key, value in _pairs(tables):
        name = key.lower()
        if any(word in name for word in _PLACES):
            found |= {"place"} if any(sign in "123456789" for sign in value) else set()
        elif "serial" in name:
            found.add("serial")
        elif name.rpartition(".")[2] in {"make", "model"}:
            found.add("device")
        elif "creation" in name or name == "date":
            taken = taken or day_in(value)
        elif name.rpartition(".")[2] in {"comment", "title", "description", "artist", "author"}:
            comments.append(value)
    found |= {"comment"} if comments else set()
    return found | ({"date"} if taken else set()), taken, comments


def day_in(value: str) -> date | None:
    """Return the day that a time stamp begins with; None if there is none, or one that no calendar has."""
    match = _DAY.match(value)
    try:
        return date(*(int(part) for part in match.groups())) if match else None
    except ValueError:
        return None


def _is_place(value: Any) -> bool:
    try:
        return any(float(part) != 0 for part in value)
    except (TypeError, ValueError, ZeroDivisionError):
        return False


def _is_said(value: Any) -> bool:
    return bool(_words(value))


def _words(value: Any) -> str:
    """Return a value of the metadata as words, without the padding that cameras write."""
    if isinstance(value, bytes):
        value = (
            value.removeprefix(b"ASCII\0\0\0").removeprefix(b"UNICODE\0").decode("utf-8", "replace").replace("\0", "")
        )
    return str(value).strip(" \0\t\r\n") if value not in (None, ()) else ""


def _is_png_text(image: Image.Image, key: Any) -> bool:
    return image.format == "PNG" and key in getattr(image, "text", {}) and not str(key).startswith("XML:")


def _pairs(tables: Iterable[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    for table in tables:
        for key, value in table.items():
            if str(value).strip():
                yield str(key), str(value)
