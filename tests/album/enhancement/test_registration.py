import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from album.making import library_photo, rough_picture, soft_picture
from mindsight.album.enhancement.registration import Shift, find_shift, fitted, shifted_back
from mindsight.album.kits.pictures import grey, read_picture

PHOTO = grey(read_picture(library_photo("chelsea.png")).pixels)


def moved(pixels: np.ndarray, right: int, down: int) -> np.ndarray:
    """Shift a picture by an independent library, its edges repeated."""
    return np.asarray(ndimage.shift(pixels, (down, right), order=0, mode="nearest"), dtype=np.uint8)


@pytest.mark.parametrize("shift", [(1, 0), (0, 1), (-1, -1), (2, -2), (-2, 1)])
def test_a_small_shift_of_a_photograph_is_found(shift: tuple[int, int]) -> None:
    assert find_shift(PHOTO, moved(PHOTO, *shift)) == Shift(*shift)


@pytest.mark.parametrize("shift", [(9, 0), (-14, 5), (0, -23)])
def test_a_large_shift_is_found_where_it_is_asked_for(shift: tuple[int, int]) -> None:
    assert find_shift(PHOTO, moved(PHOTO, *shift)) is None
    assert find_shift(PHOTO, moved(PHOTO, *shift), anywhere=True) == Shift(*shift)


@given(sigma=st.floats(0, 60), seed=st.integers(0, 99))
@settings(max_examples=30, deadline=None)
def test_noise_is_no_shift(sigma: float, seed: int) -> None:
    noise = np.random.default_rng(seed).normal(0, sigma, PHOTO.shape)
    assert find_shift(PHOTO, np.clip(PHOTO + noise, 0, 255).astype(np.uint8)) is None


def test_blur_darkness_and_another_picture_are_no_shift() -> None:
    assert find_shift(PHOTO, np.asarray(ndimage.gaussian_filter(PHOTO, 3))) is None
    assert find_shift(PHOTO, PHOTO // 3) is None
    assert find_shift(PHOTO, rough_picture(PHOTO.shape)) is None
    assert find_shift(np.full_like(PHOTO, 9), np.full_like(PHOTO, 90), anywhere=True) is None


@pytest.mark.parametrize("side", [1, 7, 11, 15])
def test_pictures_that_are_too_small_have_no_shift(side: int) -> None:
    one, other = rough_picture((side, side)), rough_picture((side, side), seed=1)
    assert find_shift(one, other, anywhere=True) is None


@given(right=st.integers(-5, 5), down=st.integers(-5, 5))
@settings(max_examples=25, deadline=None)
def test_shifting_back_restores_all_but_the_edges(right: int, down: int) -> None:
    back = shifted_back(moved(PHOTO, right, down), Shift(right, down))
    assert back.shape == PHOTO.shape
    assert np.array_equal(back[5:-5, 5:-5], PHOTO[5:-5, 5:-5])


def test_an_output_of_another_size_is_cropped_or_resized() -> None:
    large = soft_picture(44, 34)
    assert np.array_equal(fitted(large, 40, 30, "crop_corner"), large[:30, :40])
    assert np.array_equal(fitted(large, 40, 30, "crop_centre"), large[2:32, 2:42])
    assert fitted(large, 40, 30, "resize").shape == (30, 40, 3)  # type: ignore[union-attr]
    assert fitted(large, 45, 30, "crop_centre") is None
    assert fitted(large, 60, 60, "resize").shape == (60, 60, 3)  # type: ignore[union-attr]
