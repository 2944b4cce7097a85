"""The colour space of a picture's values, if it is another than sRGB."""

import functools
import io
import struct

import numpy as np
from PIL import Image, ImageCms
from PIL.ExifTags import IFD

from mindsight.decoding import decoder_errors
from mindsight.raster.boxes import numbered_colours
from mindsight.raster.png import before_the_pixels
from mindsight.text import storable

# ISO 23091-2. The curves of BT.709 and BT.601, which writers of stills name for want of a better one, are shown as sRGB's; 2 is "not
# stated".
_PRIMARIES = {
    4: "BT.470M",
    5: "BT.601",
    6: "BT.601",
    7: "SMPTE 240M",
    8: "film",
    9: "BT.2020",
    10: "XYZ",
    11: "DCI-P3",
    12: "Display P3",
}
_TRANSFERS = {
    4: "gamma 2.2",
    5: "gamma 2.8",
    7: "SMPTE 240M",
    8: "linear",
    11: "xvYCC",
    16: "PQ",
    17: "SMPTE 428",
    18: "HLG",
}
_LIKE_SRGB = {"primaries": (1, 2), "transfer": (1, 2, 6, 13, 14, 15)}

# What the chunks of sRGB hold, and how far others may lie from it: writers round.
_GAMMA, _GAMMA_NEAR = 45455, 2273
_CORNERS, _CORNERS_NEAR = (31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000), 1000

_NEAR = 4
"""Largest difference in grey levels between the values of sRGB and those of a profile that is a variant of it."""
_LARGEST = 1 << 23
_LONGEST = 80
_PROFILE = "ICC"
_STEPS = (0, 32, 64, 128, 192, 255)


def colours_of(image: Image.Image, data: bytes) -> str | None:
    """Return the name of the colour space that an opened picture states for its values; None if it is sRGB's or not stated.

    Args:
        image: The picture.
        data: The bytes of its file.
    """
    if image.format == "PNG":
        return _of_png(before_the_pixels(data), image.info.get("icc_profile"))
    profile = image.info.get("icc_profile")
    if profile:
        return _of_profile(profile)
    if image.format in {"AVIF", "HEIF"}:
        return _numbered(*(numbered_colours(data) or (2, 2)))
    return _of_exif(image)


def _of_png(chunks: dict[bytes, bytes], profile: bytes | None) -> str | None:
    """Return what counts of the chunks of a PNG, in the order of its standard: numbers, profile, sRGB, gamma and corners."""
    if len(numbers := chunks.get(b"cICP", b"")) == 4:
        return _numbered(numbers[0], numbers[1])
    if profile:
        return _of_profile(profile)
    if b"sRGB" in chunks:
        return None
    gamma = int.from_bytes(chunks.get(b"gAMA", b""))
    corners = chunks.get(b"cHRM", b"")
    if gamma and abs(gamma - _GAMMA) > _GAMMA_NEAR:
        return f"gAMA {gamma / 100_000:.5g}"
    if len(corners) == 32:
        apart = (abs(found - own) for found, own in zip(struct.unpack(">8I", corners), _CORNERS, strict=True))
        return "cHRM" if max(apart) > _CORNERS_NEAR else None
    return None


def _numbered(primaries: int, transfer: int) -> str | None:
    names = [
        table.get(number, f"{kind} {number}")
        for kind, table, number in (("primaries", _PRIMARIES, primaries), ("transfer", _TRANSFERS, transfer))
        if number not in _LIKE_SRGB[kind]
    ]
    return " ".join(names) or None


def _of_exif(image: Image.Image) -> str | None:
    """Return Adobe RGB where a camera states it as cameras do that embed no profile (DCF 2.0: interoperability R03)."""
    try:
        stated = image.getexif().get_ifd(IFD.Interop).get(1)
    except decoder_errors(OSError):
        return None
    return "Adobe RGB" if str(stated).strip("\0 ") == "R03" else None


@functools.lru_cache(maxsize=64)
def _of_profile(profile: bytes) -> str | None:
    """Return the name of a profile, unless it gives the values of sRGB."""
    if len(profile) > _LARGEST:
        return _PROFILE
    try:
        opened = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        name = " ".join(storable(opened.profile.profile_description or "").split())
        kind = opened.profile.xcolor_space.strip()
        if kind in _SAMPLES and _apart(opened, kind) <= _NEAR:
            return None
    except decoder_errors(OSError):
        return _PROFILE
    return f"{_PROFILE} {name}".strip()[:_LONGEST]


def _apart(profile: ImageCms.ImageCmsProfile, kind: str) -> int:
    """Return how far some values of a profile lie from those of the same colours in sRGB, at most."""
    sample = _SAMPLES[kind]
    shown = ImageCms.profileToProfile(
        sample, profile, ImageCms.createProfile("sRGB"), ImageCms.Intent.RELATIVE_COLORIMETRIC, outputMode="RGB"
    )
    before = np.asarray(sample.convert("RGB"), dtype=int)
    return int(np.abs(np.asarray(shown, dtype=int) - before).max())


_SAMPLES = {
    "RGB": Image.fromarray(np.stack(np.meshgrid(_STEPS, _STEPS, _STEPS), axis=-1).reshape(1, -1, 3).astype(np.uint8)),
    "GRAY": Image.fromarray(np.arange(256, dtype=np.uint8)[None]),
}
