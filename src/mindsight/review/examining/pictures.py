"""Decode a picture completely, within a size limit; whatever a decoder says becomes the file's problem."""

import io
import warnings
from typing import Any

from PIL import Image, UnidentifiedImageError

from mindsight.decoding import decoder_errors
from mindsight.raster.png import MISSING_ROWS, is_short
from mindsight.reasons import reason_of
from mindsight.review.examining.looks import decode, look_of
from mindsight.review.examining.texts import signs_in
from mindsight.review.examining.traces import traces_of_picture
from mindsight.text import Text, text

MOST_MEGAPIXELS = 178.0
"""Where Pillow itself stops."""
_FORMATS = ("JPEG", "PNG", "TIFF", "BMP", "WEBP", "AVIF", "GIF", "PPM")
"""Still raster formats only: Pillow would hand PostScript and the like to other programs. MPO is opened as the JPEG it begins with."""
_NAMES = {
    "JPEG": (".jpg", ".jpeg", ".jpe", ".jfif"), "MPO": (".jpg", ".jpeg", ".mpo"), "PNG": (".png",), "TIFF": (".tif", ".tiff"),
    "BMP": (".bmp", ".dib"), "WEBP": (".webp",), "AVIF": (".avif",), "GIF": (".gif",), "PPM": (".ppm", ".pgm", ".pbm", ".pnm"),
    "HEIF": (".heic", ".heif"),
}  # fmt: skip
SUFFIXES = frozenset(suffix for names in _NAMES.values() for suffix in names)
_HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")
_PNG_END = b"IEND\xaeB`\x82"
_DEEP = {"I;16": 16, "I;16B": 16, "I;16L": 16, "I": 32, "F": 32, "1": 1}


def facts_of_picture(data: bytes, suffix: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the facts of a picture's bytes; one that cannot be decoded to its end has a problem."""
    if not data:
        return {"problem": text("the file is empty (0 bytes)")}
    if data[4:8] == b"ftyp" and any(brand in data[8:32] for brand in _HEIF_BRANDS):
        from importlib.util import find_spec

        if find_spec("pillow_heif") is None:
            return {
                "problem": text("HEIC needs pillow-heif, which is not installed; run: pip install 'mindsight[review]'")
            }
        import pillow_heif

        pillow_heif.register_heif_opener()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            formats = (*_FORMATS, "HEIF") if "HEIF" in Image.OPEN else _FORMATS
            with Image.open(io.BytesIO(data), formats=formats) as image:
                return _read(image, data, suffix, names)
    except UnidentifiedImageError:
        return {"problem": text("is not a picture that can be read")}
    except Image.DecompressionBombError:
        return {"problem": text("more than {limit} megapixels", limit=MOST_MEGAPIXELS)}
    except decoder_errors(OSError) as error:
        return {"problem": text("damaged or cut off ({reason})", reason=reason_of(error, "Pillow"))}


def _read(image: Image.Image, data: bytes, suffix: str, names: tuple[str, ...]) -> dict[str, Any]:
    form = str(image.format)
    facts: dict[str, Any] = {
        "format": form,
        "fits_name": suffix in _NAMES.get(form, ()),
        "size": image.size,
        "mode": image.mode,
        "depth": 16 if form == "PNG" and data[24:25] == b"\x10" else _DEEP.get(image.mode, 8),
        "frames": getattr(image, "n_frames", 1) if form != "MPO" else 1,
    }
    # The header may claim any size; nothing is decoded before it is judged.
    if image.width * image.height > MOST_MEGAPIXELS * 1e6:
        problem = text("{width}×{height} pixels is more than {limit} megapixels", width=image.width, height=image.height,
                       limit=MOST_MEGAPIXELS)  # fmt: skip
        return {**facts, "problem": problem}
    decode(image)
    if form == "PNG" and (unfinished := _png_problem(image, data)):
        return {**facts, "problem": unfinished}
    traces, taken, comments = traces_of_picture(image)
    return {
        **facts,
        "traces": tuple(sorted(traces)),
        "taken": None if taken is None else taken.isoformat(),
        "signs": tuple(sign for words in comments for sign in signs_in(words[:65536], "metadata", names)),
        "look": look_of(image),
    }


def _png_problem(image: Image.Image, data: bytes) -> Text | None:
    """Return what is wrong with a PNG that decodes: a checksum, no end mark, missing rows."""
    with Image.open(io.BytesIO(data), formats=("PNG",)) as unread:
        unread.verify()
    if _PNG_END not in data:
        return text("the end mark is missing")
    return (
        text("damaged or cut off ({reason})", reason=reason_of(MISSING_ROWS, "Pillow"))
        if is_short(image, data)
        else None
    )
