"""Views: pictures, rays and projections agree, and looking stays within the camera's limits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindsight.engine.drawing.views import PITCH_LIMIT_DEG, ZOOM_LIMITS_DEG, View
from mindsight.engine.scenes.plans import ViewpointPlan

ASPECT = 4 / 3
coordinates = st.floats(0, 1000)
views = st.builds(
    View,
    viewpoint=st.just("here"),
    eye=st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.floats(0.3, 2.5)),
    yaw_deg=st.floats(-180, 180),
    pitch_deg=st.floats(-PITCH_LIMIT_DEG, PITCH_LIMIT_DEG),
    fovy_deg=st.floats(*ZOOM_LIMITS_DEG),
)


@given(view=views, point=st.tuples(coordinates, coordinates), distance=st.floats(0.05, 20), aspect=st.floats(0.5, 2.4))
def test_what_lies_on_a_points_ray_is_seen_at_that_point(
    view: View, point: tuple[float, float], distance: float, aspect: float
) -> None:
    direction = view.ray(point, aspect)
    assert np.linalg.norm(direction) == pytest.approx(1)
    x, y, depth = view.project(np.array(view.eye) + distance * direction, aspect)
    assert depth > 0
    assert (x, y) == pytest.approx(point, abs=1e-6)


@given(view=views, point=st.tuples(coordinates, coordinates))
def test_what_lies_behind_has_a_negative_depth(view: View, point: tuple[float, float]) -> None:
    assert view.project(np.array(view.eye) - 2 * view.ray(point, ASPECT), ASPECT)[2] < 0


@given(view=views)
def test_the_axes_are_a_right_handed_frame_and_the_horizon_is_level(view: View) -> None:
    axes = view.rotation
    np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-12)
    assert np.linalg.det(axes) == pytest.approx(1)
    assert axes[2, 0] == 0


@given(view=views, degrees=st.floats(-180, 180), up=st.floats(-90, 90), factor=st.floats(0.11, 10))
def test_looking_stays_within_its_limits(view: View, degrees: float, up: float, factor: float) -> None:
    after = view.turned(degrees).tilted(up).zoomed(factor)
    assert -180 <= after.yaw_deg <= 180
    assert abs(after.pitch_deg) <= PITCH_LIMIT_DEG
    assert ZOOM_LIMITS_DEG[0] <= after.fovy_deg <= ZOOM_LIMITS_DEG[1]
    assert after.eye == view.eye


@given(view=views, point=st.tuples(coordinates, coordinates))
def test_facing_a_point_brings_it_to_the_middle_unless_it_is_too_high_or_low(
    view: View, point: tuple[float, float]
) -> None:
    direction = view.ray(point, ASPECT)
    after = view.facing(point, ASPECT)
    x, y, _ = after.project(np.array(view.eye) + direction, ASPECT)
    if abs(after.pitch_deg) < PITCH_LIMIT_DEG - 1e-9:
        assert (x, y) == pytest.approx((500, 500), abs=1e-5)
    else:
        assert abs(np.degrees(np.arcsin(direction[2]))) >= PITCH_LIMIT_DEG - 1e-6


def test_turning_right_moves_the_picture_left() -> None:
    view = View("here", (0.0, 0.0, 1.0), 0.0, 0.0, 50.0)
    ahead = np.array([0.0, 3.0, 1.0])
    assert view.project(ahead, ASPECT)[0] == pytest.approx(500)
    assert view.turned(10).project(ahead, ASPECT)[0] < 500
    assert view.tilted(10).project(ahead, ASPECT)[1] > 500


def test_zooming_by_two_doubles_sizes() -> None:
    view = View("here", (0.0, 0.0, 1.0), 0.0, 0.0, 50.0)
    aside = np.array([0.3, 3.0, 1.2])
    near, far = (np.array(one.project(aside, ASPECT)[:2]) - 500 for one in (view.zoomed(2), view))
    np.testing.assert_allclose(near, 2 * far)


def test_arriving_at_a_viewpoint_faces_its_target() -> None:
    place = ViewpointPlan(name="a", zh="甲", en="a", eye=(1.0, 2.0, 1.5), target=(-0.5, 0.2, 0.4), fovy=40.0)
    x, y, depth = View.at(place).project(np.array(place.target), ASPECT)
    assert (x, y) == pytest.approx((500, 500))
    assert depth == pytest.approx(np.linalg.norm(np.subtract(place.target, place.eye)))
