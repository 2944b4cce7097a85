"""Decode a picture file the way the album suite reads it: 8-bit RGB, upright, completely, and never more than asked.

Whatever is done on the way (a 16-bit picture scaled down, a rotation applied, a colour profile left aside) is noted, so
that the record can say it. What cannot be decoded to the last pixel is refused with the reason.
"""

import io
import struct
import warnings
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray
from PIL import (
    AvifImagePlugin,
    BmpImagePlugin,
    GifImagePlugin,
    Image,
    ImageFile,
    ImageOps,
    JpegImagePlugin,
    PngImagePlugin,
    PpmImagePlugin,
    TiffImagePlugin,
    UnidentifiedImageError,
    WebPImagePlugin,
)

from mindsight.errors import PictureError
from mindsight.text import Text, text

Pixels = NDArray[np.uint8]

DEFAULT_MEGAPIXELS = 200.0
"""Pictures above this are refused unless the user raises the limit: a small file can claim any size."""

# Only still raster formats: Pillow would hand PostScript and the like to outside programs. Naming the plugins loads them.
_PLUGINS: dict[str, object] = {
    "JPEG": JpegImagePlugin,
    "PNG": PngImagePlugin,
    "TIFF": TiffImagePlugin,
    "BMP": BmpImagePlugin,
    "WEBP": WebPImagePlugin,
    "AVIF": AvifImagePlugin,
    "GIF": GifImagePlugin,
    "PPM": PpmImagePlugin,
}
# What decoders raise on damaged or hostile files.
_DECODER_ERRORS = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    LookupError,
    TypeError,
    ArithmeticError,
    RuntimeError,
    MemoryError,
    struct.error,
    zlib.error,
    cv2.error,
)
_HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")
_ORIENTATION = 0x0112
_BITS_PER_SAMPLE = 0x0102


class Picture(NamedTuple):
    """A decoded picture: RGB pixels of shape (H, W, 3), the file's format and what was done to read it."""

    pixels: Pixels
    format: str
    notes: tuple[Text, ...]


def read_picture(path: Path, *, megapixels: float = DEFAULT_MEGAPIXELS) -> Picture:
    """Read and decode one file.

    Raises:
        PictureError: The file is missing, empty, no picture, damaged, animated or larger than ``megapixels``.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PictureError("{file}: cannot be read ({reason})", file=path.name, reason=str(error.strerror)) from error
    return decode(data, name=path.name, megapixels=megapixels)


def decode(data: bytes, *, name: str, megapixels: float = DEFAULT_MEGAPIXELS) -> Picture:
    """Decode the bytes of one picture file to upright 8-bit RGB.

    Args:
        data: The file's bytes.
        name: What error messages call the picture.
        megapixels: Largest picture accepted, in millions of pixels.

    Raises:
        PictureError: As ``read_picture``.
    """
    if not data:
        raise PictureError("{file}: the file is empty (0 bytes); copy or export it again", file=name)
    if data[:3] == b"\xff\xd8\xff":
        fast = _decode_plain_jpeg(data, name, megapixels)
        if fast is not None:
            return fast
    return _decode_with_pillow(data, name, megapixels)


def grey(pixels: Pixels) -> Pixels:
    """Return the grey picture of 6.3.2 and 6.3.3: BT.601 weights, rounded to 8 bits, shape (H, W)."""
    return cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)  # type: ignore[return-value]


def resize(pixels: Pixels, width: int, height: int, interpolation: int) -> Pixels:
    """Return the picture at another size by one of OpenCV's interpolations."""
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=interpolation), dtype=np.uint8)


def encode_png(pixels: Pixels) -> bytes:
    """Return the RGB or grey picture as PNG bytes, the same bytes for the same pixels."""
    stored = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR) if pixels.ndim == 3 else pixels
    done, buffer = cv2.imencode(".png", stored, [cv2.IMWRITE_PNG_COMPRESSION, 3])
    if not done:
        raise PictureError("a picture of shape {shape} could not be written as PNG", shape=str(pixels.shape))
    return buffer.tobytes()


def _decode_plain_jpeg(data: bytes, name: str, megapixels: float) -> Picture | None:
    """Decode a JPEG without peculiarities four times faster than the general way; None hands it over to that."""
    try:
        height, width, space, _ = simplejpeg.decode_jpeg_header(data)
    except ValueError:
        return None
    if space not in {"YCbCr", "Gray", "RGB"} or b"Exif\0" in data[:65536]:
        return None
    _refuse_huge(name, width, height, megapixels)
    try:
        pixels = simplejpeg.decode_jpeg(data, colorspace="RGB")
    except ValueError as error:
        raise _damaged(name, str(error)) from error
    notes = (_PROFILE_NOTE,) if b"ICC_PROFILE\0" in data[:65536] else ()
    return Picture(pixels, "JPEG", notes)


def _decode_with_pillow(data: bytes, name: str, megapixels: float) -> Picture:
    formats = (*_PLUGINS, "HEIF") if _register_heif(data) else tuple(_PLUGINS)
    with warnings.catch_warnings():
        # Pillow's own size warning starts at 89 megapixels; ours is checked from the header, before any pixel.
        warnings.simplefilter("ignore")
        try:
            with _lifted_limit(), Image.open(io.BytesIO(data), formats=formats) as image:
                _refuse_huge(name, image.width, image.height, megapixels)
                _refuse_animated(name, image)
                image.load()
                return _to_rgb(image, data, name)
        except PictureError:
            raise
        except UnidentifiedImageError as error:
            raise PictureError(
                "{file}: not a picture that can be read; use JPEG, PNG, TIFF, BMP, WebP, AVIF or HEIC", file=name
            ) from error
        except _DECODER_ERRORS as error:
            raise _damaged(name, str(error)) from error


def _to_rgb(image: ImageFile.ImageFile, data: bytes, name: str) -> Picture:
    notes: list[Text] = []
    pixels: NDArray[Any]
    if _bits(image, data) == 16:
        pixels = _scale_16_bit(data, name)
        notes.append(text("16-bit picture scaled to 8 bits"))
    elif image.mode in {"F", "I"}:
        raise PictureError(
            "{file}: pixels of type {mode} are not supported; export 8 or 16 bits", file=name, mode=image.mode
        )
    else:
        if image.mode == "CMYK":
            notes.append(text("CMYK picture converted to RGB without its profile"))
        transparent = image.has_transparency_data
        pixels = np.asarray(image.convert("RGBA" if transparent else "RGB"))
    if pixels.shape[2] == 4:
        pixels = _over_white(pixels, notes)
    if image.info.get("icc_profile"):
        notes.append(_PROFILE_NOTE)
    orientation = image.getexif().get(_ORIENTATION, 1)
    if orientation in range(2, 9):
        pixels = _upright(pixels, orientation)
        notes.append(text("EXIF orientation {value} applied", value=int(orientation)))
    return Picture(np.ascontiguousarray(pixels, dtype=np.uint8), str(image.format), tuple(notes))


def _upright(pixels: NDArray[Any], orientation: int) -> NDArray[Any]:
    exif = Image.Exif()
    exif[_ORIENTATION] = orientation
    tagged = Image.fromarray(pixels)
    tagged.info["exif"] = exif.tobytes()
    return np.asarray(ImageOps.exif_transpose(tagged))


def _bits(image: ImageFile.ImageFile, data: bytes) -> int:
    if image.format == "PNG":
        return data[24]
    if image.format == "TIFF":
        bits = getattr(image, "tag_v2", {}).get(_BITS_PER_SAMPLE, (8,))
        return int(bits if isinstance(bits, int) else bits[0])
    return 16 if image.mode.startswith("I;16") else 8


def _scale_16_bit(data: bytes, name: str) -> NDArray[Any]:
    """Return RGB or RGBA pixels from a 16-bit file: Pillow keeps only the upper byte of colour, OpenCV keeps both."""
    deep = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if deep is None or deep.dtype != np.uint16:
        raise PictureError("{file}: this 16-bit picture cannot be read; export it as 8-bit PNG", file=name)
    if deep.ndim == 2 or deep.shape[2] == 1:
        deep = cv2.cvtColor(deep, cv2.COLOR_GRAY2RGB)
    else:
        deep = cv2.cvtColor(deep, cv2.COLOR_BGRA2RGBA if deep.shape[2] == 4 else cv2.COLOR_BGR2RGB)
    return np.round(deep / 257.0).astype(np.uint8)


def _over_white(pixels: NDArray[Any], notes: list[Text]) -> NDArray[Any]:
    alpha = pixels[:, :, 3:]
    if alpha.min() == 255:
        opaque: NDArray[Any] = pixels[:, :, :3]
        return opaque
    notes.append(text("transparent pixels shown on white"))
    blended = np.round(pixels[:, :, :3] * (alpha / 255.0) + (255 - alpha))
    return np.asarray(blended, dtype=np.uint8)


def _refuse_huge(name: str, width: int, height: int, megapixels: float) -> None:
    if width * height > megapixels * 1e6:
        raise PictureError(
            "{file}: {width}×{height} pixels is more than {limit} megapixels; raise --max-megapixels if this is meant",
            file=name,
            width=width,
            height=height,
            limit=megapixels,
        )


def _refuse_animated(name: str, image: ImageFile.ImageFile) -> None:
    # An MPO file is a phone's JPEG with previews behind the first picture, not an animation.
    frames = getattr(image, "n_frames", 1)
    if frames > 1 and image.format != "MPO":
        raise PictureError("{file}: holds {frames} pictures; export a single still picture", file=name, frames=frames)


def _damaged(name: str, reason: str) -> PictureError:
    return PictureError(
        "{file}: damaged or cut off ({reason}); copy or export it again", file=name, reason=reason[:120] or "?"
    )


def _register_heif(data: bytes) -> bool:
    if data[4:8] != b"ftyp" or not any(brand in data[8:32] for brand in _HEIF_BRANDS):
        return False
    import pillow_heif

    pillow_heif.register_heif_opener()
    return True


class _lifted_limit:  # noqa: N801  (reads as a statement)
    """Lift Pillow's global size limit for one decode: ours is configurable and applies to every format."""

    def __enter__(self) -> None:
        self._limit = Image.MAX_IMAGE_PIXELS
        Image.MAX_IMAGE_PIXELS = None

    def __exit__(self, *_: object) -> None:
        Image.MAX_IMAGE_PIXELS = self._limit


_PROFILE_NOTE = text("embedded colour profile ignored")
