"""Decode picture files as the album suite reads them: 8-bit RGB, upright, complete, within a size limit.

Every conversion (16 bits scaled to 8, a rotation applied, a colour profile ignored) is noted for the record. A file that cannot be decoded
completely is refused with the reason.
"""

import hashlib
import io
import warnings
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
    JpegImagePlugin,
    PngImagePlugin,
    PpmImagePlugin,
    TiffImagePlugin,
    UnidentifiedImageError,
    WebPImagePlugin,
)

from mindsight.album.kits.sixteen_bit import bits, scale_16_bit
from mindsight.decoding import decoder_errors, refuse_endless
from mindsight.errors import PictureError
from mindsight.raster.colours import colours_of
from mindsight.raster.orientation import TURNS, orientation_of
from mindsight.raster.png import MISSING_ROWS, is_short, set_transparent_colour
from mindsight.reasons import reason_of, system_reason
from mindsight.text import Text, text

Pixels = NDArray[np.uint8]

DEFAULT_MEGAPIXELS = 200.0
"""Larger pictures are refused unless the user raises the limit: a small file can claim any size."""

# Only still raster formats: Pillow would pass PostScript and the like to external programs. Naming the plugins loads them.
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
_HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")
# What begins the segments of a JPEG that say something about its pixels.
_TOLD = (b"Exif\0", b"ICC_PROFILE\0")
_PNG_END = b"IEND\xaeB`\x82"


class Picture(NamedTuple):
    """A decoded picture: RGB pixels of shape (H, W, 3), the file's format and notes on conversions.

    ``colours`` names the colour space that the file states if it is not sRGB, ``orientation`` is how it was stored, 1 to 8.
    """

    pixels: Pixels
    format: str
    notes: tuple[Text, ...]
    colours: str | None = None
    orientation: int = 1

    @property
    def facts(self) -> dict[str, Any]:
        """What the record keeps of the file of an output."""
        height, width = self.pixels.shape[:2]
        colours = {} if self.colours is None else {"colours": self.colours}
        return {"format": self.format, "width": width, "height": height, **colours}

    @property
    def sha256(self) -> str:
        """The hash of the pixels: the same for one picture in two containers."""
        found = hashlib.sha256(repr(self.pixels.shape).encode())
        found.update(self.pixels.data)
        return found.hexdigest()


def read_picture(path: Path, *, megapixels: float = DEFAULT_MEGAPIXELS) -> Picture:
    """Read and decode one file.

    Raises:
        PictureError: The file is missing, empty, not a picture, damaged, animated or larger than ``megapixels``.

    Example:
        >>> read_picture(Path("reference.png")).pixels.shape
        (24, 32, 3)
    """
    refuse_endless(path, PictureError)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PictureError("{file}: cannot be read ({reason})", file=path.name, reason=system_reason(error)) from error
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
    return _decode(data, name, megapixels, transparent=False)


def decode_rgba(data: bytes, *, name: str, megapixels: float = DEFAULT_MEGAPIXELS) -> Picture:
    """Decode like ``decode``, but keep transparency as a fourth channel if the file has it.

    Args:
        data: The file's bytes.
        name: What error messages call the picture.
        megapixels: Largest picture accepted, in millions of pixels.

    Returns:
        Pixels of shape (H, W, 4), not multiplied by their alpha; of a file without transparency, of shape (H, W, 3), or
        (H, W) where it is stored as grey.

    Raises:
        PictureError: As ``read_picture``.
    """
    return _decode(data, name, megapixels, transparent=True)


def _decode(data: bytes, name: str, megapixels: float, *, transparent: bool) -> Picture:
    if not data:
        raise PictureError("{file}: the file is empty (0 bytes); copy or export it again", file=name)
    if data[:3] == b"\xff\xd8\xff":
        fast = _decode_plain_jpeg(data, name, megapixels)
        if fast is not None:
            return fast
    return _decode_with_pillow(data, name, megapixels, transparent=transparent)


def grey(pixels: Pixels) -> Pixels:
    """Return the grey picture of 6.3.2 and 6.3.3: BT.601 weights, rounded to 8 bits, shape (H, W).

    Example:
        >>> grey(np.array([[[255, 255, 255], [0, 0, 0]]], np.uint8))
        array([[255,   0]], dtype=uint8)
    """
    return cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)  # type: ignore[return-value]


def over(pixels: NDArray[Any], background: tuple[int, int, int]) -> Pixels:
    """Return a decoded picture as RGB, composited over a background colour."""
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2RGB), dtype=np.uint8)
    if pixels.shape[2] == 3 or pixels[:, :, 3].min() == 255:
        return np.ascontiguousarray(pixels[:, :, :3])
    alpha = pixels[:, :, 3:]
    blended = np.round(pixels[:, :, :3] * (alpha / 255.0) + (255 - alpha) * (np.array(background) / 255.0))
    return np.asarray(blended, dtype=np.uint8)


def resize(pixels: Pixels, width: int, height: int, interpolation: int) -> Pixels:
    """Return the picture resized with one of OpenCV's interpolations."""
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=interpolation), dtype=np.uint8)


def encode_png(pixels: Pixels) -> bytes:
    """Return the RGB or grey picture as PNG bytes, the same bytes for the same pixels."""
    stored = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR) if pixels.ndim == 3 else pixels
    done, buffer = cv2.imencode(".png", stored, [cv2.IMWRITE_PNG_COMPRESSION, 3])
    if not done:
        raise PictureError("a picture of shape {shape} could not be written as PNG", shape=str(pixels.shape))
    return buffer.tobytes()


def _decode_plain_jpeg(data: bytes, name: str, megapixels: float) -> Picture | None:
    """Decode a simple JPEG four times faster than the general way; return None if it needs the general way."""
    try:
        height, width, space, _ = simplejpeg.decode_jpeg_header(data)
    except ValueError:
        return None
    end = _header_end(data)
    if space not in {"YCbCr", "Gray", "RGB"} or any(data.find(word, 0, end) >= 0 for word in _TOLD):
        return None
    _refuse_huge(name, width, height, megapixels)
    return Picture(_jpeg_pixels(data, name), "JPEG", ())


def _header_end(data: bytes) -> int:
    """Return the offset of a JPEG's first scan; EXIF and colour profile come before it, in segments of known length."""
    at = 2
    while data[at : at + 1] == b"\xff" and data[at + 1 : at + 2] != b"\xda":
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return at


def _jpeg_pixels(data: bytes, name: str, colours: str = "RGB") -> Pixels:
    """Return a JPEG's pixels as stored; refuse damage that the decoder only warns about and Pillow accepts."""
    try:
        pixels: Pixels = simplejpeg.decode_jpeg(data, colorspace=colours, strict=True)
    except ValueError as error:
        raise _damaged(name, reason_of(error, "libjpeg")) from error
    return pixels


def _decode_with_pillow(data: bytes, name: str, megapixels: float, *, transparent: bool) -> Picture:
    formats = (*_PLUGINS, "HEIF") if _register_heif(data) else tuple(_PLUGINS)
    with warnings.catch_warnings():
        # Pillow's own size warning starts at 89 megapixels; ours is checked from the header, before any pixel.
        warnings.simplefilter("ignore")
        try:
            with _lifted_limit(), Image.open(io.BytesIO(data), formats=formats) as image:
                _refuse_huge(name, image.width, image.height, megapixels)
                _refuse_animated(name, image)
                return _to_rgb(image, data, name, transparent=transparent)
        except PictureError:
            raise
        except UnidentifiedImageError as error:
            raise PictureError(
                "{file}: not a picture that can be read; use JPEG, PNG, TIFF, BMP, WebP, AVIF or HEIC", file=name
            ) from error
        except decoder_errors(OSError) as error:
            raise _damaged(name, reason_of(error, "Pillow")) from error


def _to_rgb(image: ImageFile.ImageFile, data: bytes, name: str, *, transparent: bool) -> Picture:
    notes: list[Text] = []
    orientation = orientation_of(image)
    if image.format == "PNG":
        set_transparent_colour(image, data)
    if transparent and image.mode in {"1", "L"} and image.format == "PNG" and not image.has_transparency_data:
        _check_png(image, data)
        pixels: NDArray[Any] = np.asarray(image.convert("L"))
    else:
        pixels = _stored_pixels(image, data, name, notes)
    if pixels.ndim == 3 and pixels.shape[2] == 4 and not transparent:
        pixels = _over_white(pixels, notes)
    colours = colours_of(image, data)
    notes += _colour_notes(image, colours)
    if orientation in TURNS:
        # TIFF decoders rotate the picture themselves.
        pixels = pixels if image.format == "TIFF" else _turned(pixels, orientation)
        notes.append(text("EXIF orientation {value} applied", value=orientation))
    pixels = np.ascontiguousarray(pixels, dtype=np.uint8)
    return Picture(pixels, str(image.format), tuple(notes), colours, orientation)


def _stored_pixels(image: ImageFile.ImageFile, data: bytes, name: str, notes: list[Text]) -> NDArray[Any]:
    """Return the pixels as RGB or RGBA, 8-bit, not yet upright."""
    jpeg = image.format in {"JPEG", "MPO"}
    if jpeg and image.mode in {"RGB", "L"}:
        return _jpeg_pixels(data, name)
    if image.format == "PNG":
        _check_png(image, data)
    image.load()
    if bits(image, data) == 16:
        notes.append(text("16-bit picture scaled to 8 bits"))
        return scale_16_bit(image, data, name)
    if image.mode in {"F", "I"}:
        raise PictureError(
            "{file}: pixels of type {mode} are not supported; export 8 or 16 bits", file=name, mode=image.mode
        )
    if image.mode == "CMYK":
        notes.append(text("CMYK picture converted to RGB without its profile"))
        if jpeg:
            _jpeg_pixels(data, name, "CMYK")
    return np.asarray(image.convert("RGBA" if image.has_transparency_data else "RGB"))


def _check_png(image: ImageFile.ImageFile, data: bytes) -> None:
    """Check the checksum of every chunk up to the end mark, and that no row is missing, which decoding alone does not do."""
    with Image.open(io.BytesIO(data), formats=("PNG",)) as unread:
        unread.verify()
    if _PNG_END not in data:
        raise SyntaxError("the end mark is missing")
    if is_short(image, data):
        raise SyntaxError(MISSING_ROWS)


def _turned(pixels: NDArray[Any], orientation: int) -> NDArray[Any]:
    return np.asarray(Image.fromarray(pixels).transpose(TURNS[orientation]))


def _colour_notes(image: ImageFile.ImageFile, colours: str | None) -> list[Text]:
    profile = [text("embedded colour profile ignored")] if image.info.get("icc_profile") else []
    other = [] if colours is None else [text("its values are not sRGB's ({space}); taken as stored", space=colours)]
    return [*profile, *other]


def _over_white(pixels: NDArray[Any], notes: list[Text]) -> NDArray[Any]:
    if pixels[:, :, 3].min() < 255:
        notes.append(text("transparent pixels shown on white"))
    return over(pixels, (255, 255, 255))


def _refuse_huge(name: str, width: int, height: int, megapixels: float) -> None:
    if width * height > megapixels * 1e6:
        raise PictureError(
            "{file}: {width}×{height} pixels is more than {limit} megapixels; raise --max-megapixels if this is intended",
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


def _damaged(name: str, reason: Text) -> PictureError:
    return PictureError("{file}: damaged or cut off ({reason}); copy or export it again", file=name, reason=reason)


def _register_heif(data: bytes) -> bool:
    if data[4:8] != b"ftyp" or not any(brand in data[8:32] for brand in _HEIF_BRANDS):
        return False
    import pillow_heif

    pillow_heif.register_heif_opener()
    return True


class _lifted_limit:  # noqa: N801  (reads as a statement)
    """Lift Pillow's global size limit for one decode; our own limit is configurable and applies to every format."""

    def __enter__(self) -> None:
        self._limit = Image.MAX_IMAGE_PIXELS
        Image.MAX_IMAGE_PIXELS = None

    def __exit__(self, *_: object) -> None:
        Image.MAX_IMAGE_PIXELS = self._limit
