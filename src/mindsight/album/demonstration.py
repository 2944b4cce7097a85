"""Demonstration data: non-overlapping crops of the photographs that scikit-image and scikit-learn carry."""

import importlib.util
from pathlib import Path

import numpy as np

from mindsight.album.pictures import encode_png, read_picture
from mindsight.errors import MissingExtra

BASELINES = ("identity", "nlmeans", "bilateral")
SIGN = ".mindsight-demo"

# Photograph → crops taken of it: enough for 31 references, no photograph much heavier than another.
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


def cut_photographs(folder: Path) -> int:
    """Write the crops into one sub-folder per photograph and return their number.

    Raises:
        MissingExtra: One of the two libraries is not installed.
    """
    count = 0
    for library, name, wanted in _PHOTOGRAPHS:
        pixels = read_picture(_find(library, name)).pixels
        target = folder / Path(name).stem
        target.mkdir(parents=True)
        rows, columns = pixels.shape[0] // _HEIGHT, pixels.shape[1] // _WIDTH
        # From the middle outwards: the edges of some of these pictures are empty.
        corners = sorted(
            ((row, column) for row in range(rows) for column in range(columns)),
            key=lambda corner: abs(corner[0] - (rows - 1) / 2) + abs(corner[1] - (columns - 1) / 2),
        )
        for number, (row, column) in enumerate(corners[:wanted], start=1):
            crop = pixels[row * _HEIGHT : (row + 1) * _HEIGHT, column * _WIDTH : (column + 1) * _WIDTH]
            (target / f"{number}.png").write_bytes(encode_png(np.ascontiguousarray(crop)))
            count += 1
    return count


def _find(library: str, name: str) -> Path:
    # Found without importing: the libraries are only the carriers of their photographs.
    spec = importlib.util.find_spec(library)
    places = list(spec.submodule_search_locations or []) if spec is not None else []
    for place in places:
        if (Path(place) / name).is_file():
            return Path(place) / name
    raise MissingExtra("the demonstration photographs are missing; pip install scikit-image scikit-learn")
