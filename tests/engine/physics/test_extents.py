"""Extents: support functions compared with the vertices of every shape, and which thing rests on which, by force."""

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.props import desk_room, set_down, thing
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.geometry.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, Shape, Sphere
from mindsight.engine.physics import extents


@dataclass
class _OneThing:
    """The part of a world that measuring one thing needs."""

    model: Any
    data: Any

    def solids(self, name: str) -> np.ndarray:  # noqa: ARG002
        return np.arange(self.model.ngeom)


def _wedge() -> Mesh:
    vertices = np.array([[0, 0, 0], [0.2, 0, 0], [0, 0.3, 0], [0, 0, 0.1], [0.05, 0.05, 0.2]])
    faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 4], [1, 4, 3], [2, 3, 4]], np.int32)
    return Mesh(vertices, faces, np.zeros((5, 2)))


SHAPES: dict[str, Shape] = {
    "box": Box((0.1, 0.2, 0.05)),
    "sphere": Sphere(0.07),
    "ellipsoid": Ellipsoid((0.1, 0.05, 0.2)),
    "cylinder": Cylinder(0.06, 0.15),
    "capsule": Capsule(0.04, (0.0, 0.0, -0.1), (0.0, 0.0, 0.1)),
    "mesh": _wedge(),
}


def _made(shape: Shape, turn: tuple[float, ...]) -> _OneThing:
    spec = mujoco.MjSpec()
    Workshop(spec).body("thing", at=(0.3, -0.2, 0.5), turn=turn).solid(shape)  # type: ignore[arg-type]
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return _OneThing(model, data)


def _surface(shape: Shape) -> np.ndarray:
    """Return points all over a shape in its own frame."""
    rng = np.random.default_rng(0)
    ball = rng.normal(size=(20_000, 3))
    ball /= np.linalg.norm(ball, axis=1, keepdims=True)
    ring = np.linspace(0, 2 * np.pi, 4000)
    match shape:
        case Box(half):
            return np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
        case Sphere(radius):
            return ball * radius
        case Ellipsoid(half):
            return ball * half
        case Cylinder(radius, half):
            circle = np.stack([radius * np.cos(ring), radius * np.sin(ring)], 1)
            return np.concatenate([np.column_stack([circle, np.full(len(ring), z)]) for z in (-half, half)])
        case Capsule(radius, start, end):
            return np.concatenate([ball * radius + start, ball * radius + end])
        case Mesh(vertices=vertices):
            return vertices
    raise AssertionError(shape)


quaternions = st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: np.linalg.norm(q) > 0.1)


@pytest.mark.parametrize("name", sorted(SHAPES))
@settings(max_examples=15, deadline=None)
@given(turn=quaternions, towards=quaternions)
def test_extents_are_those_of_all_points(name: str, turn: tuple[float, ...], towards: tuple[float, ...]) -> None:
    made = _made(SHAPES[name], tuple(np.array(turn) / np.linalg.norm(turn)))
    axes, frame = np.zeros(9), np.zeros(9)
    mujoco.mju_quat2Mat(axes, np.array(towards) / np.linalg.norm(towards))
    mujoco.mju_quat2Mat(frame, made.data.body("thing").xquat.copy())
    origin = np.array([0.1, 0.1, 0.1])
    low, high = extents.extent(made, "thing", axes.reshape(3, 3), origin)  # type: ignore[arg-type]
    points = _surface(SHAPES[name]) @ frame.reshape(3, 3).T + made.data.body("thing").xpos - origin
    reached = points @ axes.reshape(3, 3)
    np.testing.assert_allclose(low, reached.min(0), atol=6e-4)
    np.testing.assert_allclose(high, reached.max(0), atol=6e-4)


def test_a_lying_cylinder_is_as_wide_as_it_is() -> None:
    """The corners of a box around it, turned by 45°, would overshoot by 41 % of its radius."""
    radius = 0.06
    half = np.pi / 4
    made = _made(Cylinder(radius, 0.15), (np.cos(half), np.sin(half), 0.0, 0.0))
    turned = np.array([[1, 0, 0], [0, np.sqrt(0.5), np.sqrt(0.5)], [0, -np.sqrt(0.5), np.sqrt(0.5)]]).T
    about = np.stack([turned[:, 0], [0, 1, 0], [0, 0, 1]], 1)
    low, high = extents.extent(made, "thing", about, made.data.body("thing").xpos)  # type: ignore[arg-type]
    assert high[2] == pytest.approx(radius)
    tilted = np.stack([np.array([1, 0, 1]) / np.sqrt(2), [0, 1, 0], np.array([-1, 0, 1]) / np.sqrt(2)], 1)
    low, high = extents.extent(made, "thing", tilted, made.data.body("thing").xpos)  # type: ignore[arg-type]
    assert high[0] - low[0] == pytest.approx(2 * radius)
    corners = radius * (np.abs(tilted[0, 0]) + np.abs(tilted[2, 0]))
    assert corners == pytest.approx(1.414 * high[0], rel=1e-3)


def test_an_unknown_type_of_geometry_is_refused() -> None:
    spec = mujoco.MjSpec()
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[1, 1, 0.1])
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    with pytest.raises(ValueError, match="support function"):
        extents.extent(_OneThing(model, data), "floor", np.eye(3), np.zeros(3))  # type: ignore[arg-type]


@pytest.mark.parametrize("order", [("book", "mug"), ("mug", "book")])
def test_supports_find_the_upper_thing_in_either_order_of_contact(order: tuple[str, str]) -> None:
    # Contacts name things in the order in which they were built.
    world = desk_room(*(thing(kind, "desk/top", (0.3 * index, 0.0)) for index, kind in enumerate(order)))
    book = world.frame("book.1").at
    set_down(world, "mug.1", (book[0], book[1], book[2] + 0.06))
    with world.snapshot() as data:
        mujoco.mj_step(world.model, data, 12)
        forces = extents.supports(world, data)
    mass = float(world.model.body("mug.1").mass[0])
    assert forces["mug.1", "book.1"] == pytest.approx(9.81 * mass, rel=0.05)
    assert ("book.1", "mug.1") not in forces
    assert forces["book.1", "desk"] > forces["mug.1", "book.1"]
    assert extents.carries_something(world, "book.1")
    assert not extents.carries_something(world, "mug.1")
