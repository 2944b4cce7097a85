"""Demonstration data for the three kinds, cut from photographs that come with scikit-image and scikit-learn."""

import functools
import importlib.util
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mindsight.album.kits.pictures import Pixels, encode_png, read_picture, resize
from mindsight.errors import MissingExtra

BASELINES = {
    "enhancement": ("identity", "nlmeans", "bilateral"),
    "classification": ("colour-centroids", "texture-knn"),
    "segmentation": ("grabcut", "threshold"),
}
"""The built-in products that the demonstration runs, by kind."""

SIGN = ".mindsight-demo"

# Photograph → number of crops: enough for 31 references, without one photograph dominating.
_PHOTOGRAPHS: tuple[tuple[str, str, int], ...] = (
    ("skimage", "data/astronaut.png", 4),
    ("skimage", "data/chelsea.png", 1),
    ("skimage", "data/coffee.png", 4),
    ("skimage", "data/hubble_deep_field.jpg", 4),
    ("skimage", "data/motorcycle_left.png", 4),
    ("skimage", "data/retina.jpg", 4),
    ("skimage", "data/rocket.jpg", 4),
    ("sklearn", "datasets/images/china.jpg", 4),
    ("sklearn", "datasets/images/flower.jpg", 4),
)
_WIDTH, _HEIGHT = 256, 192

# The classes: the photographs from which small crops are taken.
_CLASSES: tuple[tuple[str, str, str], ...] = (
    ("astronaut", "skimage", "data/astronaut.png"),
    ("cat", "skimage", "data/chelsea.png"),
    ("coffee", "skimage", "data/coffee.png"),
    ("galaxies", "skimage", "data/hubble_deep_field.jpg"),
    ("motorcycle", "skimage", "data/motorcycle_left.png"),
    ("eye", "skimage", "data/retina.jpg"),
    ("rocket", "skimage", "data/rocket.jpg"),
    ("palace", "sklearn", "datasets/images/china.jpg"),
    ("flower", "sklearn", "datasets/images/flower.jpg"),
    ("brick", "skimage", "data/brick.png"),
    ("grass", "skimage", "data/grass.png"),
    ("gravel", "skimage", "data/gravel.png"),
)
_SIDE, _PER_CLASS = 88, 12

_COATS = (("skimage", "data/brick.png"), ("skimage", "data/gravel.png"), ("skimage", "data/grass.png"))
_COLOURS = ((190, 120, 70), (70, 60, 60), (230, 225, 215), (140, 150, 170))


def cut_photographs(folder: Path) -> int:
    """Write the references of an enhancement test, a sub-folder per photograph, and return their number.

    Raises:
        MissingExtra: One of the two libraries is not installed.
    """
    count = 0
    for library, name, wanted in _PHOTOGRAPHS:
        crops = _crops(_find(library, name), _WIDTH, _HEIGHT, wanted)
        count += _write(folder / Path(name).stem, crops)
    return count


def cut_classes(folder: Path) -> int:
    """Write the images of a classification test, a sub-folder per class, and return their number.

    Raises:
        MissingExtra: One of the two libraries is not installed.
    """
    return sum(
        _write(folder / name, _crops(_find(library, file), _SIDE, _SIDE, _PER_CLASS))
        for name, library, file in _CLASSES
    )


def compose_cutouts(images: Path, masks: Path) -> int:
    """Write the images of a segmentation test and their exact masks, and return their number.

    Each image is one of the crops of ``cut_photographs`` with a horse pasted in: its outline comes with scikit-image, its texture from a
    photograph of a wall, a lawn or gravel.

    Raises:
        MissingExtra: One of the two libraries is not installed.
    """
    rng = np.random.default_rng(22)
    outline = _outline()
    images.mkdir(parents=True)
    masks.mkdir(parents=True)
    count = 0
    for library, name, wanted in _PHOTOGRAPHS:
        for crop in _crops(_find(library, name), _WIDTH, _HEIGHT, wanted):
            count += 1
            image, mask = _composed(crop, outline, rng)
            (images / f"{count:02}.png").write_bytes(encode_png(image))
            (masks / f"{count:02}.png").write_bytes(encode_png(mask))
    return count


def _composed(scene: Pixels, outline: Pixels, rng: np.random.Generator) -> tuple[Pixels, Pixels]:
    """Return the scene with a horse pasted in, and the horse's mask."""
    height = int(rng.integers(90, 161))
    width = round(height * outline.shape[1] / outline.shape[0])
    horse = resize(outline, width, height, cv2.INTER_AREA)
    horse = horse[:, ::-1] if rng.integers(2) else horse
    left, top = (int(rng.integers(0, room + 1)) for room in (_WIDTH - width, _HEIGHT - height))
    mask = np.zeros(scene.shape[:2], np.uint8)
    mask[top : top + height, left : left + width] = horse
    coat = read_picture(_find(*_COATS[rng.integers(len(_COATS))])).pixels[:_HEIGHT, :_WIDTH].astype(np.float64)
    coat *= np.array(_COLOURS[rng.integers(len(_COLOURS))]) / coat.mean()
    share = mask[:, :, None] / 255
    image = np.clip(np.rint(scene * (1 - share) + coat * share), 0, 255)
    return np.asarray(image, dtype=np.uint8), mask


def _outline() -> Pixels:
    """Return scikit-image's horse, white on black, cut to its outline."""
    with Image.open(_find("skimage", "data/horse.png")) as image:
        dark: NDArray[np.bool_] = np.asarray(image.convert("L")) < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    inside = dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.asarray(inside * np.uint8(255), dtype=np.uint8)


def _crops(file: Path, width: int, height: int, wanted: int) -> list[Pixels]:
    """Return crops that do not overlap, from the middle outwards: the edges of some of these pictures are empty."""
    pixels = read_picture(file).pixels
    rows, columns = pixels.shape[0] // height, pixels.shape[1] // width
    corners = sorted(
        ((row, column) for row in range(rows) for column in range(columns)),
        key=lambda corner: abs(corner[0] - (rows - 1) / 2) + abs(corner[1] - (columns - 1) / 2),
    )
    return [
        np.ascontiguousarray(pixels[row * height : (row + 1) * height, column * width : (column + 1) * width])
        for row, column in corners[:wanted]
    ]


def _write(folder: Path, crops: list[Pixels]) -> int:
    folder.mkdir(parents=True)
    for number, crop in enumerate(crops, start=1):
        (folder / f"{number}.png").write_bytes(encode_png(crop))
    return len(crops)


@functools.cache
def _find(library: str, name: str) -> Path:
    # Found without importing: only the photographs in the libraries are needed.
    spec = importlib.util.find_spec(library)
    places = list(spec.submodule_search_locations or []) if spec is not None else []
    for place in places:
        if (Path(place) / name).is_file():
            return Path(place) / name
    raise MissingExtra("the demonstration photographs are missing; pip install scikit-image scikit-learn")
