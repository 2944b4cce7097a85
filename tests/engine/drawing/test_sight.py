"""Patches and depths of a picture of labels, compared with direct implementations of their definitions."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray
from scipy import ndimage

from mindsight.engine.drawing.sight import LEAST_PIXELS, _depths, _patches

IMAGES = arrays.arrays(np.int16, arrays.array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.integers(0, 3))


@given(IMAGES, st.integers(1, 9))
def test_depth_is_the_distance_within_which_all_pixels_show_the_same_thing(image: NDArray[np.int16], size: int) -> None:
    large = np.kron(image, np.ones((size, size), np.int16))
    around = np.pad(large, 1, constant_values=-1)
    windows = np.lib.stride_tricks.sliding_window_view(around, (3, 3))
    inner = np.pad((windows == large[..., None, None]).all(axis=(2, 3)), 1)
    expected = ndimage.distance_transform_cdt(inner, metric="chessboard")[1:-1, 1:-1] + 0.5
    assert np.array_equal(_depths(large), expected)


@given(IMAGES, st.integers(1, 9))
def test_each_patch_is_computed_from_its_own_pixels(image: NDArray[np.int16], size: int) -> None:
    large = np.kron(image, np.ones((size, size), np.int16))
    height, width = large.shape
    depths = _depths(large)
    patches = {patch.label: patch for patch in _patches(large)}
    assert list(patches) == [label for label in (1, 2, 3) if np.count_nonzero(large == label) >= LEAST_PIXELS]
    for label, patch in patches.items():
        rows, columns = np.nonzero(large == label)
        assert patch.pixels == len(rows)
        left, top, right, bottom = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
        assert np.allclose(patch.box, np.array([left / width, top / height, right / width, bottom / height]) * 1000)
        assert patch.side_px == min(right - left, bottom - top)
        row, column = patch.point[1] / 1000 * height - 0.5, patch.point[0] / 1000 * width - 0.5
        deepest = depths[rows, columns] == depths[rows, columns].max()
        away = np.hypot(rows[deepest] - rows.mean(), columns[deepest] - columns.mean())
        first = int(np.flatnonzero(away <= away.min() + 1e-9)[0])
        assert (round(row), round(column)) == (rows[deepest][first], columns[deepest][first])
        assert np.allclose([row, column], [round(row), round(column)])


def test_a_picture_without_named_things_shows_nothing() -> None:
    assert _patches(np.zeros((48, 64), np.int16)) == []
