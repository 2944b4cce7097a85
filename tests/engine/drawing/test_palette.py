"""Named colours: two of them are never easily taken for each other."""

from itertools import combinations

import numpy as np
import pytest
from skimage.color import deltaE_ciede2000, rgb2lab

from mindsight.engine.drawing.prints.palette import COLOURS

LEAST = 20.0
"""Least difference of two colours of the palette (CIEDE2000); about 1 is just noticed side by side."""


@pytest.mark.parametrize(("one", "other"), [*combinations(COLOURS, 2)])
def test_two_colours_of_the_palette_differ_plainly(one: str, other: str) -> None:
    first, second = (rgb2lab(np.array(COLOURS[key].rgb)) for key in (one, other))
    assert deltaE_ciede2000(first, second) >= LEAST
