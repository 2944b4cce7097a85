"""Rooms of one sort and different size: two are seen whole from a corner, of the other two a picture shows a piece of wall.

What sort of room it is does not tell its size: both rooms of a set are of the same sort.
"""

import numpy as np
from numpy.random import Generator

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.floor_plan import Rect, body_rect, size_of
from mindsight.engine.scenes.layout import SIZES, furnish
from mindsight.engine.scenes.plans import RoomKind, ScenePlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Array, Scene
from mindsight.home.questions.facts.sight import points_of
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.rooms.shots import taken
from mindsight.home.questions.scenes.shot import SIZE_PX

ROOMS: tuple[RoomKind, ...] = ("living_room", "bedroom", "kitchen", "study")
LARGER = (1.33, 1.40)
"""By how much a large room is wider and deeper than small ones of its sort."""
ON_WALLS = frozenset({"picture", "wall_clock"})
"""What hangs on the piece of wall that is all that some pictures show."""
_CORNER_M, _UP_M, _FOVY_DEG = 0.22, 2.25, 74.0
_BEFORE_M, _CLOSE_DEG, _HIGH_M = 1.15, 42.0, 0.95
_NOT_BETWEEN = ON_WALLS | {"ceiling_lamp", "rug", "curtain"}
_FLOOR_M, _LEAST_FLOOR, _MOST_FLOOR, _NEAREST_M = 0.03, 0.06, 0.001, 0.35
"""Up to what height a pixel may show the floor; the least share of a whole room's picture that does so and the most of a wall's; how near
anything may be."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes: a small room and a large one seen whole, and a wall of either."""
    rng = stream(seed, "sizes")
    room = ROOMS[int(rng.integers(len(ROOMS)))]
    small, large = (float(rng.uniform(*span)) for span in ((0.96, 1.0), LARGER))
    plans = [
        _plan(room, subseed(seed, word), scale, rng)
        for word, scale in (("small", small), ("large", large), ("small wall", small), ("large wall", large))
    ]
    found = [_scene(plan, whole=number < 2, rng=rng) for number, plan in enumerate(plans)]
    one, two, three, four = (found[int(place)] for place in rng.permutation(4))
    return one, two, three, four


def _plan(room: RoomKind, seed: int, scale: float, rng: Generator) -> ScenePlan:
    width, depth = (round(scale * float(rng.uniform(*span)), 2) for span in SIZES[room])
    try:
        return furnish(room, seed, floor_m=(width, depth)).model_copy(update={"pet": None})
    except ValueError as error:
        raise Rejected("the room could not be furnished") from error


def _scene(plan: ScenePlan, *, whole: bool, rng: Generator) -> Made:
    viewpoint = _corner(plan) if whole else _wall(plan, rng)
    truth = {"floor_m": [float(side) for side in plan.size[:2]] if whole else []}
    width, height = SIZE_PX
    with Camera(World(build(plan)), width=width, height=height, profile="fine") as camera:
        shot = taken(camera, View.at(viewpoint), more=truth)
        depth = camera.surfaces()[1]
        points = points_of(camera, depth)
    share = float((points[..., 2] < _FLOOR_M).mean())
    if (share < _LEAST_FLOOR if whole else share > _MOST_FLOOR) or float(depth.min()) < _NEAREST_M:
        raise Rejected("furniture hides too much of the room")
    seen = shot.seen.model_copy(update={"more": {"floor_m": floor_of(points, shot.seen.eye)}})
    return Made((shot.picture,), (shot.mask,), Scene(pictures=(shot.truth,)), Scene(pictures=(seen,)))


_WALL = 90
"""In percent: so many pixels are at most as far away, along a side of the room, as the wall at its end; some show what is outside."""


def floor_of(points: Array, eye: tuple[float, float, float]) -> list[float]:
    """Return how wide and deep the room is of which a picture shows places, from the viewer to the walls; nothing without a floor."""
    low = points[points[..., 2] < _FLOOR_M]
    if len(low) < _LEAST_FLOOR / 2 * points[..., 2].size:
        return []
    inside = points[(points[..., 2] > 0.0) & (points[..., 2] < 2.5)][:, :2]
    far = np.percentile(np.abs(inside - np.array(eye[:2])), _WALL, axis=0)
    return [round(float(side) + _CORNER_M, 3) for side in far]


def _corner(plan: ScenePlan) -> ViewpointPlan:
    """Return a viewpoint in the corner from which the room's own overview is taken."""
    usual = plan.viewpoints[0]
    x, y = (float(np.sign(at)) * (side / 2 - _CORNER_M) for at, side in zip(usual.eye[:2], plan.size[:2], strict=True))
    return ViewpointPlan(
        name="corner", zh="房间一角", en="a corner of the room", eye=(x, y, _UP_M), target=(-0.2 * x, -0.2 * y, 0.7), fovy=_FOVY_DEG
    )  # fmt: skip


def _wall(plan: ScenePlan, rng: Generator) -> ViewpointPlan:
    """Return a viewpoint close before something that hangs on a wall, where nothing high stands in between."""
    high = [body_rect(one) for one in plan.fixtures if one.kind not in _NOT_BETWEEN and size_of(one)[2] > _HIGH_M]
    hung = [one for one in plan.fixtures if one.kind in ON_WALLS]
    for index in rng.permutation(len(hung)):
        one = hung[int(index)]
        rect, up = body_rect(one), one.z + size_of(one)[2] / 2
        eye, target = rect.point((0.0, -_BEFORE_M)), rect.point((0.0, 0.0))
        half = np.array(plan.size[:2]) / 2
        if (np.abs(eye) < half - 0.3).all() and not any(other.overlaps(Rect(eye, (0.3, 0.3)), 0.0) for other in high):
            return ViewpointPlan(
                name="wall", zh="墙前", en="before a wall", eye=(*eye, up), target=(*target, up), fovy=_CLOSE_DEG
            )  # fmt: skip
    raise Rejected("nobody can stand before what hangs on a wall")


SIZES_OF_ROOMS = register(SceneSet("sizes", 2, make))
