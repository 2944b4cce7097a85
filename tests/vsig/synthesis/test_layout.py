"""Layouts of synthetic clips: every drawn one is clear by an independent, slower computation, and every fault is found."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindsight.vsig.synthesis import faults
from mindsight.vsig.synthesis.faults import NEAREST_M, aim_fault, fault, space_fault
from mindsight.vsig.synthesis.layout import draw_layout
from mindsight.vsig.synthesis.setting import Layout, Space, Stage
from mindsight.vsig.synthesis.speech.wording import BESIDE, SIDES, STROKES
from mindsight.vsig.synthesis.things import Placed
from vsig.stage import HALF, boxes, layout_of, placed, stage

_TRIES = 60
_AWAY = {"left": (-1, 0), "right": (1, 0), "front": (0, -1), "back": (0, 1)}


def _drawn(template: int, seed: int) -> tuple[Stage, Layout] | None:
    rng = np.random.default_rng(seed)
    sides = tuple(SIDES[int(rng.integers(4))] for _ in range(BESIDE.get(template, 0)))
    setting = stage(template, sides, seed=seed, yaw=float(rng.uniform(-180, 180)))
    items = boxes(rng, 8)
    for _ in range(_TRIES):
        found = draw_layout(setting, items, rng)
        if found is not None:
            return setting, found
    return None


def _surface(one: Placed) -> np.ndarray:
    """Return points all over a box, as a second way to compute distances from it."""
    x, y, z = np.meshgrid(*(np.linspace(-1, 1, 9),) * 2, np.linspace(0, 1, 7))
    ground = np.stack([x.ravel() * one.rect.half[0], y.ravel() * one.rect.half[1]], axis=1) @ one.rect.axes
    return np.c_[ground + np.array(one.at), z.ravel() * one.height]


@pytest.mark.parametrize("template", [3, 4])
def test_a_drawn_layout_is_clear(template: int) -> None:
    _check(template, 5)


@pytest.mark.slow
@given(template=st.integers(1, 6), seed=st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_drawn_layouts_are_clear(template: int, seed: int) -> None:
    _check(template, seed)


def _check(template: int, seed: int) -> None:
    drawn = _drawn(template, seed)
    if drawn is None:
        return
    setting, layout = drawn
    assert len(layout.aims) == STROKES[template]
    assert len(layout.spaces) == {3: 1}.get(template, BESIDE.get(template, 0))
    _check_apart(layout)
    _check_in_last_frame(setting, layout)
    _check_nearest(layout)
    _check_sides(layout)


def _check_apart(layout: Layout) -> None:
    for one in layout.things:
        assert (np.abs(one.rect.corners) <= HALF).all()
    for one, other in itertools.combinations(layout.things, 2):
        assert other.distance(_surface(one)).min() > 0.015


def _check_in_last_frame(setting: Stage, layout: Layout) -> None:
    view = setting.head.last(setting.fps, layout.places)
    for one in layout.things:
        for corner in one.corners:
            # The engine's projection, not the one that the layout was checked with.
            x, y, depth = view.project(np.array(setting.head.table.point(corner)), setting.aspect)
            assert depth > 0
            assert 0 < x < 1000
            assert 0 < y < 1000


def _check_nearest(layout: Layout) -> None:
    for meant, aim in zip(layout.pointed, layout.aims, strict=True):
        line = aim.tip + (aim.place - aim.tip) * np.linspace(0, 1, 15)[:, None]
        away = {
            one.item.key: float(np.linalg.norm(_surface(one)[:, None] - line[None], axis=-1).min())
            for one in layout.things
            if one is not meant
        }
        assert min(away.values()) > 0.9 * NEAREST_M
        if meant is not None:
            own = float(np.linalg.norm(_surface(meant) - aim.tip, axis=1).min())
            to_tip = [
                float(np.linalg.norm(_surface(one) - aim.tip, axis=1).min())
                for one in layout.things
                if one is not meant
            ]
            assert min(to_tip) > own


def _check_sides(layout: Layout) -> None:
    for space in layout.spaces:
        assert (np.abs(space.at[:2]) < HALF).all()
        far = [float(one.distance(space.at[None])[0]) for one in layout.things]
        assert min(far) > 0.03
        if space.beside is not None:
            shift = space.at[:2] - np.array(space.beside.at)
            assert shift @ _AWAY[space.side] == pytest.approx(np.linalg.norm(shift))
            assert far[layout.things.index(space.beside)] == min(far)


@pytest.mark.slow
def test_most_draws_of_every_template_succeed() -> None:
    for template in range(1, 7):
        assert sum(_drawn(template, seed) is not None for seed in range(2)) >= 1


def _alone(at: tuple[float, float] = (0.0, -0.05)) -> tuple[Stage, Placed]:
    return stage(1), placed("meant", "8x8x6", at)


def test_a_thing_alone_is_clear() -> None:
    setting, meant = _alone()
    assert fault(setting, layout_of([meant], [meant])) is None


def test_something_on_the_way_of_the_finger_is_found() -> None:
    setting, meant = _alone()
    aim = layout_of([meant], [meant]).aims[0]
    x, y = (meant.aim + 1.2 * (aim.tip - meant.aim))[:2]
    assert aim_fault(setting, layout_of([meant, placed("other", "3x3x9", (x, y))], [meant]), 0) == "near_in_space"


def test_something_behind_what_is_meant_that_the_finger_points_at_as_well_is_found() -> None:
    setting, meant = _alone()
    aim = layout_of([meant], [meant]).aims[0]
    behind = tuple((meant.aim + 0.10 * aim.ahead / np.linalg.norm(aim.ahead[:2]))[:2])
    found = fault(setting, layout_of([meant, placed("other", "6x6x12", behind)], [meant]))
    assert found in {"near_in_space", "near_in_picture"}


def test_a_tall_thing_before_what_is_meant_is_found() -> None:
    setting, meant = _alone((0.0, 0.18))
    assert fault(setting, layout_of([meant, placed("tall", "16x4x22", (0.0, 0.02))], [meant])) == "hidden"


def test_a_thing_beyond_the_picture_is_found() -> None:
    setting, meant = _alone()
    assert fault(setting, layout_of([meant, placed("far", "8x8x6", (-0.9, -0.3))], [meant])) == "outside"


@pytest.mark.parametrize(
    ("others", "area", "expected"),
    [
        ((), (0.62, 0.0), "off_table"),
        ((("other", "8x8x2", (0.13, 0.0)),), (0.13, 0.0), "not_free"),
        ((("other", "3x3x20", (0.13, -0.055)),), (0.14, 0.05), "space_hidden"),
        ((("other", "8x8x2", (0.26, 0.0)),), (0.16, 0.0), "beside_another"),
        ((), (0.09, 0.16), "aslant"),
        ((), (0.13, 0.0), None),
    ],
)
def test_unusable_areas_are_found(others, area, expected) -> None:
    setting = stage(4, ("right",))
    beside = placed("beside", "8x8x6", (0.0, 0.0))
    things = [beside, *(placed(*other) for other in others)]
    space = Space(np.array([*area, 0.0]), beside, "right")
    layout = layout_of(things, [beside, beside], (space,))
    assert space_fault(setting, layout, space, setting.head.last(25, layout.places)) == expected


def test_the_distance_from_an_outline_is_that_of_its_edge_and_0_inside() -> None:
    square = np.array([[0.2, 0.2], [0.4, 0.2], [0.4, 0.4], [0.2, 0.4]])
    assert faults.hull_distance(square, np.array([[0.3, 0.3]]), 1.0) == 0
    assert faults.hull_distance(square, np.array([[0.5, 0.3], [0.9, 0.9]]), 1.0) == pytest.approx(0.1)
    assert faults.hull_distance(square, np.array([[0.5, 0.5]]), 1.0) == pytest.approx(np.hypot(0.1, 0.1))
