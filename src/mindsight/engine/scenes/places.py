"""Free places for things on surfaces, in containers and on the floor, clear of fixtures and other things."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import mujoco
import numpy as np
from numpy.random import Generator

from mindsight.engine import fixtures
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.geometry.frames import multiply, rotate, turn
from mindsight.engine.geometry.register import Container, Register, Surface
from mindsight.engine.kinds import Wish
from mindsight.engine.scenes import drafts
from mindsight.engine.scenes.floor_plan import (
    FLAT,
    Array,
    Floor,
    Point,
    Rect,
    body_rect,
    kind_of,
    on_floor,
    span_z,
    swing_rect,
)
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan
from mindsight.engine.seeds import stream

FLOOR = "floor"
MARGIN_M = 0.015
_TRIES = 60


@dataclass(frozen=True)
class Footprint:
    """The space that a thing takes as it lies: width along x, depth along y and height, m."""

    width: float
    depth: float
    height: float = 0.10
    box_m: tuple[float, float, float] | None = None
    """The box around the thing itself, where that is known."""
    under_m: float = 0.0
    """How far it reaches below its own origin, which is the middle of its underside as it usually rests."""

    @property
    def radius(self) -> float:
        """The radius of the circle around it."""
        return float(np.hypot(self.width, self.depth)) / 2


@dataclass(frozen=True)
class Spot:
    """A place for a thing as a plan states it: a surface, a container or the floor, the position on it, and the yaw."""

    on: str
    at: Point
    yaw: float


class NoPlaceError(ValueError):
    """There is no free place left for a thing."""


def survey(plan: ScenePlan) -> Register:
    """Return the surfaces, containers and parts of a plan's fixtures without compiling the scene."""
    return _survey(_written(plan.fixtures))


def _written(fixtures: Sequence[FixturePlan]) -> tuple[str, ...]:
    """Return fixtures in a form that can be a cache key."""
    return tuple(fixture.model_dump_json() for fixture in fixtures)


@lru_cache(maxsize=16)
def _survey(fixtures_json: tuple[str, ...]) -> Register:
    fixtures.load()
    workshop = Workshop(mujoco.MjSpec(), plain=True)
    for text in fixtures_json:
        plan = FixturePlan.model_validate_json(text)
        body = workshop.body(plan.name, at=(*plan.at, plan.z), turn=turn("z", plan.yaw))
        kind_of(plan).build(body, stream(plan.seed, "fixture", plan.kind), plan.options)
    return workshop.register


def footprint(
    kind: str, seed: int, colour: str = "", state: str = "", lying: tuple[float, float] = (0.0, 0.0)
) -> Footprint:
    """Return the space that a kind of thing takes when it starts ``lying`` as a plan states.

    Raises:
        KeyError: There is no such kind.
    """
    return _footprint(kind, seed, colour, state, lying)


@lru_cache(maxsize=512)
def _footprint(kind: str, seed: int, colour: str, state: str, lying: tuple[float, float]) -> Footprint:
    # Passing all arguments explicitly gives each thing a single cache key.
    tipped = np.zeros(9)
    mujoco.mju_quat2Mat(tipped, np.array(_tip(lying)))
    points = _form(kind, seed, colour, state) @ tipped.reshape(3, 3).T
    low, high = points.min(0), points.max(0)
    wide = 2 * np.maximum(np.abs(low), np.abs(high))
    box_x, box_y, box_z = (float(side) for side in high - low)
    return Footprint(float(wide[0]), float(wide[1]), box_z, (box_x, box_y, box_z), -float(low[2]))


def _form(kind: str, seed: int, colour: str, state: str) -> Array:
    """Return points whose convex hull encloses a kind of thing as it usually rests."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    drafts.make(Workshop(spec, plain=True).body("thing"), kind, seed, Wish(colour, state))
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return np.concatenate([corners(model, data, geom) for geom in range(model.ngeom)])


def corners(model: Any, data: Any, geom: int) -> Array:
    """Return points in room coordinates that enclose a geometry: a mesh's vertices, or the corners of another shape's box."""
    turned = data.geom_xmat[geom].reshape(3, 3)
    if model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_MESH:
        mesh = model.geom_dataid[geom]
        first = model.mesh_vertadr[mesh]
        points = model.mesh_vert[first : first + model.mesh_vertnum[mesh]].astype(float)
    else:
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        points = model.geom_aabb[geom, :3] + signs * model.geom_aabb[geom, 3:]
    return np.asarray(data.geom_xpos[geom] + points @ turned.T)


def _tip(lying: tuple[float, float]) -> tuple[float, float, float, float]:
    return multiply(turn("y", lying[1]), turn("x", lying[0]))


def free_spots(
    plan: ScenePlan,
    rng: Generator,
    footprints: Sequence[Footprint],
    allowed: Sequence[str] = (),
    *,
    margin_m: float = MARGIN_M,
) -> tuple[Spot, ...]:
    """Return a free place for each footprint, apart from each other, from fixtures and from the plan's things.

    Args:
        plan: The room; things already in it keep their places.
        rng: Chooses the places.
        footprints: The spaces needed, in the order in which they are placed.
        allowed: Names of surfaces and containers, or ``floor``; if empty, every surface and the floor.
        margin_m: Free strip around each footprint.

    Raises:
        KeyError: An allowed place does not exist.
        NoPlaceError: A footprint found no place.
    """
    taken = _Taken(plan)
    names = list(allowed) or [*taken.register.surfaces, FLOOR]
    spots = []
    for index, wanted in enumerate(footprints):
        spot = taken.spot(rng, wanted, names, margin_m)
        if spot is None:
            raise NoPlaceError(
                f"footprint {index} ({wanted.width:.2f} × {wanted.depth:.2f} × {wanted.height:.2f} m) finds no free place on "
                f"{', '.join(names[:6])}{' …' if len(names) > 6 else ''}; allow more places or fewer things"
            )
        spots.append(spot)
    return tuple(spots)


@lru_cache(maxsize=16)
def _reached(size: tuple[float, float], fixtures_json: tuple[str, ...]) -> Array:
    """Return the points of a floor that can be reached from the door, shape (n, 2)."""
    plans = [FixturePlan.model_validate_json(text) for text in fixtures_json]
    floor = Floor(size, [body_rect(fixture) for fixture in plans if on_floor(fixture)])
    door = next((swing_rect(fixture) for fixture in plans if fixture.kind == "door"), Rect((0.0, 0.0), (0.5, 0.5)))
    return np.asarray(floor.points[floor.reached_from(door)])


class _Taken:
    """The occupied space of a room, by place."""

    def __init__(self, plan: ScenePlan) -> None:
        self.plan = plan
        self.register = survey(plan)
        self._rects: dict[str, list[Rect]] = {}
        self._door = [swing_rect(fixture) for fixture in plan.fixtures if fixture.kind == "door"]
        self._near = _reached(plan.size[:2], _written(plan.fixtures))
        for thing in plan.things:
            room = footprint(thing.kind, thing.seed, thing.colour, thing.state, thing.lying)
            self._take(thing.on, _rect(thing, room))

    def _take(self, on: str, rect: Rect) -> None:
        self._rects.setdefault(on, []).append(rect)

    def spot(self, rng: Generator, wanted: Footprint, names: Sequence[str], margin: float) -> Spot | None:
        """Find a free place and mark it as occupied; None if there is none."""
        areas = np.array([self._area(name) for name in names])
        for _ in range(_TRIES):
            on = names[int(rng.choice(len(names), p=areas / areas.sum()))]
            yaw = float(np.round(rng.uniform(-180, 180), 1)) if on == FLOOR else float(np.round(rng.normal(0, 20), 1))
            for _ in range(6):
                spot = Spot(on, self._somewhere(rng, on), yaw)
                rect = Rect(spot.at, (wanted.width / 2, wanted.depth / 2), yaw)
                if self._is_free(on, rect, wanted, margin):
                    self._take(on, rect)
                    return spot
        return None

    def _area(self, on: str) -> float:
        if on == FLOOR:
            return 1.5
        hx, hy = self._half(on)
        return float(np.sqrt(4 * hx * hy))

    def _half(self, on: str) -> Point:
        place = self._place(on)
        return (place.half[0], place.half[1])

    def _place(self, on: str) -> Surface | Container:
        if on in self.register.surfaces:
            return self.register.surfaces[on]
        if on in self.register.containers:
            return self.register.containers[on]
        raise KeyError(f"the scene has no surface or container {on!r}")

    def _somewhere(self, rng: Generator, on: str) -> Point:
        hx, hy = np.array(self.plan.size[:2]) / 2 if on == FLOOR else np.array(self._half(on))
        return (round(float(rng.uniform(-hx, hx)), 3), round(float(rng.uniform(-hy, hy)), 3))

    def _is_free(self, on: str, rect: Rect, wanted: Footprint, margin: float) -> bool:
        if any(rect.overlaps(other, margin) for other in self._rects.get(on, [])):
            return False
        return self._on_floor(rect) if on == FLOOR else self._on_place(on, rect, wanted, margin)

    def _on_place(self, on: str, rect: Rect, wanted: Footprint, margin: float) -> bool:
        place = self._place(on)
        reach = np.abs(rect.corners) + (margin if isinstance(place, Container) else 0.0)
        if (reach > np.array(place.half[:2])).any():
            return False
        height = place.clearance if isinstance(place, Surface) else 2 * place.half[2]
        if wanted.height > height - 0.01:
            return False
        return not any(rect.overlaps(other, margin) for other in self._standing_on(on))

    def _standing_on(self, on: str) -> list[Rect]:
        """Return the fixtures that stand on a surface, in its frame."""
        place = self._place(on)
        frame = self.register.frames[place.body]
        x, y, z = frame.point(place.at)
        ahead = rotate(frame.turn, (1.0, 0.0, 0.0))
        here = Rect((x, y), (1.0, 1.0), float(np.degrees(np.arctan2(ahead[1], ahead[0]))))
        found = []
        for fixture in self.plan.fixtures:
            low, high = span_z(fixture)
            if low > 0.02 and low - 0.03 < z + 0.05 < high and kind_of(fixture).against in {"top", "on_wall"}:
                box = body_rect(fixture)
                at = here.local(np.array(box.at))
                found.append(Rect((float(at[0]), float(at[1])), box.half, box.yaw - here.yaw))
        return found

    def _on_floor(self, rect: Rect) -> bool:
        limit = np.array(self.plan.size[:2]) / 2 - 0.06
        if (np.abs(rect.corners) > limit).any() or any(rect.overlaps(door) for door in self._door):
            return False
        for fixture in self.plan.fixtures:
            if fixture.kind in FLAT:
                if _on_edge(rect, body_rect(fixture)):
                    return False
            elif on_floor(fixture) and rect.overlaps(body_rect(fixture), 0.06):
                return False
        return bool(len(self._near)) and float(np.linalg.norm(self._near - np.array(rect.at), axis=1).min()) < 0.6


def _rect(thing: ThingPlan, room: Footprint) -> Rect:
    return Rect(thing.at, (room.width / 2, room.depth / 2), thing.yaw)


def _on_edge(rect: Rect, rug: Rect) -> bool:
    """Return whether a footprint lies partly on a rug and partly beside it."""
    return rect.overlaps(rug, 0.01) and bool((rug.grown(-0.02).distance(rect.corners) > 0).any())
