"""Rectangles on a floor: the shortcuts give exactly the results of the full computation."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from mindsight.engine.scenes.floor_plan import Rect, body_rect
from mindsight.engine.scenes.plans import FixturePlan

places = st.tuples(*[st.floats(-3, 3)] * 2)
rects = st.builds(
    Rect,
    places,
    st.tuples(*[st.floats(0.0, 1.5)] * 2),
    st.sampled_from([0.0, 90.0, -90.0, 180.0]) | st.floats(-180, 180),
)
points = arrays(
    np.float64, array_shapes(max_dims=2, max_side=6).map(lambda shape: (*shape, 2)), elements=st.floats(-4, 4)
)


# Tip to tip, and corner to corner of nearly two points: the greatest distances at which two still overlap.
@example(Rect((0.0, 0.0), (1.0, 0.0)), Rect((1.99, 0.0), (1.0, 0.0)), 0.0)
@example(Rect((0.0, 0.0), (0.01, 0.01)), Rect((0.31, 0.31), (0.01, 0.01)), 0.3)
@given(rects, rects, st.sampled_from([0.0, 0.01, 0.03, 0.06, 0.3]))
def test_rectangles_overlap_unless_one_of_all_four_axes_separates_them(first: Rect, second: Rect, gap: float) -> None:
    parted = False
    for axis in (*first.axes, *second.axes):
        mine, theirs = first.corners @ axis, second.corners @ axis
        parted |= bool(mine.min() - gap >= theirs.max() - 1e-9 or theirs.min() - gap >= mine.max() - 1e-9)
    assert first.overlaps(second, gap) == (not parted)


@given(rects, points)
def test_the_distance_of_points_is_their_norm_beyond_the_sides(rect: Rect, spread: NDArray[np.float64]) -> None:
    beyond = np.maximum(np.abs(rect.local(spread)) - np.array(rect.half), 0.0)
    assert np.array_equal(rect.distance(spread), np.linalg.norm(beyond, axis=-1))


@given(rects, places, st.floats(0.01, 1.0))
def test_a_point_is_near_if_its_distance_is_below_the_limit(
    rect: Rect, place: tuple[float, float], within: float
) -> None:
    point = np.array(place)
    assert rect.is_near(point, within) == (float(rect.distance(point)) < within)


def test_a_fixture_at_minus_zero_is_not_taken_for_one_at_zero() -> None:
    for zero in (0.0, -0.0, 0.0):
        plan = FixturePlan(name="sofa", kind="sofa", seed=1, at=(zero, 1.0), yaw=0.0)
        assert str(body_rect(plan).at[0]) == str(zero)
