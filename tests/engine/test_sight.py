"""How deep a pixel lies within what it shows, against a plain reading of the definition by another library."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray
from scipy import ndimage

from mindsight.engine.sight import _depths

IMAGES = arrays.arrays(np.int64, arrays.array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.integers(0, 3))


@given(IMAGES, st.integers(1, 9))
def test_depth_is_how_far_one_may_go_and_is_still_on_the_same_thing(image: NDArray[np.int64], size: int) -> None:
    large = np.kron(image, np.ones((size, size), np.int64))
    around = np.pad(large, 1, constant_values=-1)
    windows = np.lib.stride_tricks.sliding_window_view(around, (3, 3))
    inner = np.pad((windows == large[..., None, None]).all(axis=(2, 3)), 1)
    expected = ndimage.distance_transform_cdt(inner, metric="chessboard")[1:-1, 1:-1] + 0.5
    found = _depths(large)
    assert found.dtype == np.float64
    assert np.array_equal(found, expected)
