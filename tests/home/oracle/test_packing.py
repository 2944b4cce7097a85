"""Where a held thing is let go: with a steady hand at the best place, with a trembling one where missing costs least."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from mindsight.engine.drawing.views import FULL_SCALE
from mindsight.home.oracle.ablated_hands import tremor
from mindsight.home.oracle.ablated_sight import Lens
from mindsight.home.oracle.ablations import Ablation
from mindsight.home.oracle.boxes import best_spot
from mindsight.home.oracle.packing import _AIMS, _LOST, _Aims
from mindsight.home.setting import Setting

ACROSS, DOWN = _AIMS
ROWS, COLUMNS = slice(10, 31), slice(12, 45)
"""The part of the grid that lies in the container."""


def aims() -> _Aims:
    inside = np.zeros((DOWN, ACROSS), dtype=bool)
    inside[ROWS, COLUMNS] = True
    cells = np.flatnonzero(inside)
    nowhere = np.zeros((len(cells), 3))
    return _Aims(nowhere, nowhere, cells, np.array([4.0, 5.0]))


def best(costs: NDArray[np.float64], spread: float) -> tuple[int, int]:
    """Return row and column of the chosen point."""
    found = aims()
    row, column = divmod(int(found.cells[np.argmin(found.trembled(costs, (spread, spread)))]), ACROSS)
    return row, column


def towards_the_corner() -> NDArray[np.float64]:
    rows, columns = np.divmod(aims().cells, ACROSS)
    return 0.001 * (rows + columns)


def test_a_steady_hand_goes_to_the_corner_and_a_trembling_one_keeps_away_from_all_edges() -> None:
    costs = towards_the_corner()
    assert best(costs, 0.0) == (10, 12)
    row, column = best(costs, 12.0)
    # Three standard deviations: 9 rows of 4, 7 columns of 5.
    assert 15 <= row <= 25
    assert 17 <= column <= 39


def test_a_trembling_hand_avoids_a_place_surrounded_by_forbidden_ones() -> None:
    costs = np.full(21 * 33, np.inf)
    costs.reshape(21, 33)[5, 5] = 0.0
    costs.reshape(21, 33)[10:20, 15:30] = 0.1
    assert best(costs, 0.0) == (15, 17)
    row, column = best(costs, 8.0)
    assert row > 20
    assert column > 27


@given(arrays(np.float64, 21 * 33, elements=st.floats(0, 1) | st.just(np.inf)), st.floats(0, 80))
def test_expected_costs_lie_between_the_best_and_the_worst(costs: NDArray[np.float64], spread: float) -> None:
    feared = aims().trembled(costs, (spread, spread))
    assert np.array_equal(np.isinf(feared), np.isinf(costs))
    if not spread:
        assert np.array_equal(feared, costs)
    possible = feared[np.isfinite(feared)]
    assert ((possible >= min(costs.min(), _LOST) - 1e-9) & (possible <= _LOST + 1e-9)).all()


def test_only_the_weighed_costs_decide() -> None:
    half, ground = np.array([0.2, 0.15, 0.1]), np.zeros((40, 30))
    places = np.array([[0.0, 0.0], [0.15, 0.1], [-0.05, 0.0]])
    size, starts = np.array([0.05, 0.05, 0.05]), np.zeros(3)
    corner = best_spot(ground, half, size, places, starts)
    other = best_spot(ground, half, size, places, starts, lambda costs: np.array([2.0, 3.0, 1.0]) + 0 * costs)
    assert (corner is not None and corner.place, other is not None and other.place) == (1, 2)


@pytest.mark.parametrize(("width", "height"), [(640, 480), (1280, 960)])
def test_tremor_is_on_the_scale_of_points(width: int, height: int) -> None:
    setting = Setting(width=width, height=height)
    assert tremor(Lens(), setting) == (0.0, 0.0)
    spread = tremor(Lens((Ablation("jitter", 4.0),)), setting)
    assert spread == pytest.approx((4 * FULL_SCALE / width, 4 * FULL_SCALE / height))
