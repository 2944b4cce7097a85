"""Pictures, files and kits for the tests of the album suite."""

import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import skimage
from numpy.typing import NDArray
from PIL import Image

from mindsight.album.enhancement.preparation import Recipe, make_enhancement_kit
from mindsight.album.kits.pictures import encode_png
from mindsight.album.profile import load_profile

Pixels = NDArray[np.uint8]

# EXIF orientation → what a viewer does with the stored pixels.
TURNS = {
    1: lambda p: p,
    2: np.fliplr,
    3: lambda p: np.rot90(p, 2),
    4: np.flipud,
    5: lambda p: np.swapaxes(p, 0, 1),
    6: lambda p: np.rot90(p, -1),
    7: lambda p: np.rot90(np.swapaxes(p, 0, 1), 2),
    8: np.rot90,
}
TURNS_BACK = TURNS | {6: TURNS[8], 8: TURNS[6]}


def soft_picture(width: int, height: int, seed: int = 0) -> Pixels:
    """Return colourful blobs, smooth enough to survive a lossy format."""
    blobs = np.random.default_rng(seed).integers(0, 256, (height // 8 + 2, width // 8 + 2, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(blobs, (width, height), interpolation=cv2.INTER_CUBIC), dtype=np.uint8)


def rough_picture(shape: tuple[int, ...], seed: int = 0) -> Pixels:
    return np.random.default_rng(seed).integers(0, 256, shape, dtype=np.uint8)


def encoded(pixels: Pixels | Image.Image, kind: str, **options: Any) -> bytes:
    """Return the picture as a file of one of Pillow's formats."""
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(np.ascontiguousarray(pixels))
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def exif(orientation: int) -> bytes:
    tags = Image.Exif()
    tags[0x0112] = orientation
    return tags.tobytes()


def library_photo(name: str) -> Path:
    """Return one of scikit-image's photographs."""
    return Path(skimage.__file__).parent / "data" / name


def make_photos(folder: Path, count: int, size: tuple[int, int] = (40, 30)) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, count + 1):
        (folder / f"photo-{number:02}.png").write_bytes(encode_png(soft_picture(*size, seed=number)))
    return folder


def recipe(*, seed: int = 7, scale: Fraction | None = None, **fields: Any) -> Recipe:
    return Recipe(load_profile().model_copy(update=fields), seed, scale)


def trial_kit(
    folder: Path, count: int = 4, *, size: tuple[int, int] = (40, 30), seed: int = 7, scale: Fraction | None = None
) -> Path:
    """Prepare a trial kit of a few small pictures."""
    photos = folder.with_name(f"{folder.name}-photos")
    make_photos(photos, count, size)
    make_enhancement_kit(photos, folder, recipe(seed=seed, scale=scale), trial=True)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
