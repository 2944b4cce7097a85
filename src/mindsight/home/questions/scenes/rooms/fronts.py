"""Furniture with doors, drawers and lids, all shut, in four rooms: each picture is taken in front of one piece."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import RoomKind, ScenePlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Array, Scene
from mindsight.home.questions.facts.sight import Places
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.rooms.shots import taken
from mindsight.home.questions.scenes.shot import SIZE_PX

VIEWS: tuple[tuple[RoomKind, str], ...] = (
    ("kitchen", "kitchen_counter"), ("kitchen", "stove"), ("kitchen", "fridge"), ("bedroom", "wardrobe"), ("bedroom", "chest_of_drawers"),
    ("living_room", "tv_stand"), ("bathroom", "washstand"), ("bathroom", "toilet"), ("living_room", "toy_chest"), ("bedroom", "nightstand"),
)  # fmt: skip
"""Rooms, and the piece of furniture before which the picture is taken."""
_PAIRS = frozenset({"kitchen_counter", "wardrobe", "washstand"})
WAYS = {"drawer": "out", "lid": "up"}
_UPRIGHT = 0.7
_FOVY_DEG = 60.0
_JUTS_M, _LEAST_GRIP, _WIDE = 0.009, 12, 0.5
"""How far a handle juts out at least, its least number of pixels, and the share of a front's width beyond which it lies crosswise."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes before different pieces of furniture."""
    rng = stream(seed, "fronts")
    chosen = [VIEWS[int(index)] for index in rng.permutation(len(VIEWS))]
    pair = next(one for one in chosen if one[1] in _PAIRS)  # only there two parts side by side open differently
    rest = [one for one in chosen if one is not pair][:3]
    chosen = [[pair, *rest][int(index)] for index in rng.permutation(4)]
    made = [_scene(room, kind, subseed(seed, "room", number), rng) for number, (room, kind) in enumerate(chosen)]
    one, two, three, four = made
    return one, two, three, four


def _scene(room: RoomKind, kind: str, seed: int, rng: Generator) -> Made:
    try:
        plan = furnish(room, seed, wanted=(kind,))
    except ValueError as error:
        raise Rejected("the furniture does not fit into the room") from error
    usual = next((one for one in plan.viewpoints if one.name == kind), None)
    if usual is None:
        raise Rejected("nobody can stand before the furniture")
    world = World(build(_shut(plan)))
    width, height = SIZE_PX
    with Camera(world, width=width, height=height, profile="fine") as camera:
        view = View.at(_nearby(usual, plan, rng))
        parts = world.scene.register.parts
        opens = {
            name: _way(world, name, view) for name, part in parts.items() if part.role in {"door", "drawer", "lid"}
        }

        def seen(places: Places) -> dict[str, object]:
            found = {name: _seen_way(parts[name].role, places.of(name), view) for name in opens}
            return {"opens": {name: way for name, way in found.items() if way}}

        shot = taken(camera, view, [one.name for one in plan.fixtures], more={"opens": opens}, seen=seen)
    return Made((shot.picture,), (shot.mask,), Scene(pictures=(shot.truth,)), Scene(pictures=(shot.seen,)))


def _shut(plan: ScenePlan) -> ScenePlan:
    """Return a room in which chests are shut, without a pet."""
    fixtures = tuple(
        one.model_copy(update={"options": {**one.options, "open": False}})
        if one.kind in {"toy_chest", "gift_chest"}
        else one
        for one in plan.fixtures
    )
    return plan.model_copy(update={"fixtures": fixtures, "pet": None})


def _nearby(usual: ViewpointPlan, plan: ScenePlan, rng: Generator) -> ViewpointPlan:
    """Return a viewpoint up to 30 cm beside the usual one."""
    half = np.array(plan.size[:2]) / 2 - 0.2
    x, y = (float(part) for part in np.clip(np.array(usual.eye[:2]) + rng.uniform(-0.3, 0.3, 2), -half, half))
    return usual.model_copy(update={"eye": (round(x, 3), round(y, 3), usual.eye[2]), "fovy": _FOVY_DEG})


def _way(world: World, name: str, view: View) -> str:
    """Return how a part opens for the viewer: a drawer comes ``out``, a lid swings ``up``, a flap ``down``, a door is hinged at a side."""
    part = world.scene.register.parts[name]
    if part.role in WAYS:
        return WAYS[part.role]
    joint = world.data.joint(name)
    if abs(float(joint.xaxis[2])) < _UPRIGHT:
        return "down"
    from_hinge = (world.middle(name) - joint.xanchor) @ view.rotation[:, 0]
    return "left" if float(from_hinge) > 0 else "right"


def _seen_way(role: str, points: Array, view: View) -> str:
    """Return how a part seems to open, from where its handle juts out of its front; empty if no handle is seen."""
    if role in WAYS:
        return WAYS[role]
    if len(points) < 10 * _LEAST_GRIP:
        return ""
    middle = np.median(points, axis=0)
    _, _, axes = np.linalg.svd((points - middle)[:: max(1, len(points) // 3000)], full_matrices=False)
    normal = axes[2] * np.sign(axes[2] @ (np.array(view.eye) - middle))
    front = float(np.median((points - middle) @ normal))
    across = points @ view.rotation[:, 0]
    grip = across[(points - middle) @ normal - front > _JUTS_M]
    low, high = np.percentile(across, [1, 99])
    if len(grip) < _LEAST_GRIP or high - low < 1e-3:
        return ""
    if np.ptp(np.percentile(grip, [2, 98])) > _WIDE * (high - low):
        return "down"
    return "right" if float(np.median(grip)) < (low + high) / 2 else "left"


FRONTS = register(SceneSet("fronts", 1, make))
