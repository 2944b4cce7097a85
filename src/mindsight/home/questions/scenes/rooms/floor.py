"""Seats and other furniture that stand freely on a room's floor, seen from a corner."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np
from numpy.random import Generator

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.floor_plan import body_rect, facing
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Array, Scene
from mindsight.home.questions.facts.sight import Places
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.rooms.placing import Piece, bare, best_layout
from mindsight.home.questions.scenes.rooms.shots import taken
from mindsight.home.questions.scenes.shot import SIZE_PX

ROOMS: tuple[RoomKind, ...] = ("living_room", "living_room", "bedroom")
KEPT = ("window", "door", "ceiling_lamp", "curtain", "picture", "wall_clock", "rug")
SEATS: tuple[tuple[str, str], ...] = (("sofa", "chair"), ("sofa", "office_chair"), ("armchair", "office_chair"))
"""Pairs of seats that nobody takes for each other in either language."""
OTHERS: tuple[tuple[str, ...], ...] = (
    ("floor_lamp",),
    ("potted_plant",),
    ("waste_bin",),
    ("laundry_basket",),
    ("heater",),
    ("stool", "side_table"),
    ("shoe_rack",),
)
"""Other furniture, grouped by what could be taken for each other: a room has at most one kind of each group."""
ROUND = frozenset({"floor_lamp", "potted_plant", "waste_bin", "stool", "side_table"})
DIRECTIONS = 24
"""Number of directions in which the extent of a piece of furniture is stated."""

_EYE_M, _FOVY_DEG = 2.1, 68.0
_YAWS = tuple(range(-180, 180, 15))
_WITHIN_DEG, _FACING_DEG = 24.0, 17.0
_ENOUGH = 30.0


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes in the same room: pieces once in two of them, missing in one and there twice in another."""
    rng = stream(seed, "floor")
    room = ROOMS[int(rng.integers(len(ROOMS)))]
    plan = bare(furnish(room, subseed(seed, "room")), KEPT)
    viewpoint = _viewpoint(plan)
    asked, counts, always = draw_pieces(rng)
    made = []
    for number in range(4):
        pieces = [Piece(f"{kind}_{copy}", kind, _YAWS) for kind in asked for copy in range(counts[kind][number])] + [
            Piece(f"{kind}_0", kind, _YAWS) for kind in always
        ]
        found = best_layout(
            plan, View.at(viewpoint), pieces, rng, lambda placed: _clear_pairs(placed, View.at(viewpoint)), _ENOUGH
        )
        if found is None:
            raise Rejected("the furniture does not fit into the picture")
        made.append(_scene(plan, viewpoint, found))
    one, two, three, four = made
    return one, two, three, four


def draw_pieces(rng: Generator) -> tuple[list[str], dict[str, tuple[int, ...]], list[str]]:
    """Return the kinds that may be asked about, how often each is in each scene, and the kinds that are there once in all."""
    seats = SEATS[int(rng.integers(len(SEATS)))]
    seats = seats if rng.random() < 0.5 else seats[::-1]
    groups = [OTHERS[int(index)] for index in rng.permutation(len(OTHERS))[:6]]
    kinds = [group[int(rng.integers(len(group)))] for group in groups]
    order = [int(place) for place in rng.permutation(4)]
    halves = (order[:2], order[2:])
    asked = [(seats[0], 0), (seats[1], 1), *((kind, index % 2) for index, kind in enumerate(kinds[:4]))]
    counts: dict[str, tuple[int, ...]] = {}
    turned = [False, False]
    for index, (kind, half) in enumerate(asked):
        # A seat and the first other piece of its half are never missing together, so that all scenes hold about equally much.
        swapped = rng.random() < 0.5
        if index < 2:
            turned[half] = swapped
        elif index < 4:
            swapped = not turned[half]
        gone, twice = halves[half][::-1] if swapped else halves[half]
        counts[kind] = tuple(0 if scene == gone else 2 if scene == twice else 1 for scene in range(4))
    return [kind for kind, _ in asked], counts, kinds[4:]


def _viewpoint(plan: ScenePlan) -> ViewpointPlan:
    """Return a viewpoint in the corner from which the room's own overview is taken."""
    usual = plan.viewpoints[0]
    x, y = (
        float(np.clip(at, 0.22 - side / 2, side / 2 - 0.22))
        for at, side in zip(usual.eye[:2], plan.size[:2], strict=True)
    )
    return ViewpointPlan(
        name="corner", zh="房间一角", en="a corner of the room", eye=(x, y, _EYE_M), target=(-0.12 * x, -0.12 * y, 0.35), fovy=_FOVY_DEG
    )  # fmt: skip


def _clear_pairs(placed: Sequence[FixturePlan], view: View) -> float:
    """Return how much can be asked of a layout: pairs of a seat and a piece clearly on one side of it, seats that clearly face one way."""
    seats = {kind for pair in SEATS for kind in pair}
    clear = 0.0
    for seat, other in permutations(placed, 2):
        if seat.kind in seats:
            angle, away = _angle(seat, other.at), float(np.hypot(*np.subtract(other.at, seat.at)))
            clear += abs(angle - 90 * round(angle / 90)) < _WITHIN_DEG and away > 0.95
    for seat in placed:
        if seat.kind in seats:
            angle = _angle(seat, view.eye[:2])
            clear += 4 * (abs(angle - 90 * round(angle / 90)) < _FACING_DEG)
            clear += 5 * _has_one_ahead(seat, placed)
    return clear


def _angle(seat: FixturePlan, at: Sequence[float]) -> float:
    """Return the angle from the direction that a seat faces to a place, degrees."""
    ahead, away = facing(seat), np.subtract(at, seat.at)
    return float(np.degrees(np.arctan2(ahead[0] * away[1] - ahead[1] * away[0], ahead @ away)))


def _has_one_ahead(seat: FixturePlan, placed: Sequence[FixturePlan]) -> bool:
    """Return whether the nearest piece that is roughly in front of a seat is straight in front, and all others are much farther."""
    found = sorted(
        (float(np.hypot(*np.subtract(one.at, seat.at))), abs(_angle(seat, one.at))) for one in placed if one is not seat
    )
    ahead = [(far, angle) for far, angle in found if angle < 36.0]
    return bool(ahead) and ahead[0][1] < 23.0 and (len(ahead) == 1 or ahead[1][0] > 1.35 * ahead[0][0])


def _scene(plan: ScenePlan, viewpoint: ViewpointPlan, placed: Sequence[FixturePlan]) -> Made:
    whole = plan.model_copy(update={"fixtures": (*plan.fixtures, *placed), "viewpoints": (viewpoint,)})
    width, height = SIZE_PX
    seats = [one for one in placed if one.kind in {kind for pair in SEATS for kind in pair}]
    names = [one.name for one in placed]
    more = {
        "facing": {one.name: [round(float(part), 4) for part in facing(one)] for one in seats},
        "reach": {one.name: _reach(_outline(one)) for one in placed},
    }

    def seen(places: Places) -> dict[str, object]:
        shown = {name: found for name in names if len(found := places.of(name)) > _LEAST_PIXELS}
        return {
            "facing": {one.name: facing_of(shown[one.name]) for one in seats if one.name in shown},
            "reach": {name: _reach(found[:, :2]) for name, found in shown.items()},
        }

    with Camera(World(build(whole)), width=width, height=height, profile="fine") as camera:
        shot = taken(camera, View.at(viewpoint), names, more=more, seen=seen)
    return Made((shot.picture,), (shot.mask,), Scene(pictures=(shot.truth,)), Scene(pictures=(shot.seen,)))


_LEAST_PIXELS = 200
_BACK_M = 0.20
"""The uppermost part of a seat is its back rest."""


def facing_of(points: Array) -> list[float]:
    """Return the direction that a seat faces, from the places that its pixels show: along or across its back rest, to where it juts out."""
    top = float(np.percentile(points[:, 2], 99.5))
    back, whole = points[points[:, 2] > top - _BACK_M, :2], points[:, :2]
    _, _, axes = np.linalg.svd(back - back.mean(0), full_matrices=False)

    def juts(axis: Array) -> float:
        (low, high), (least, most) = (np.percentile(part @ axis, [1, 99]) for part in (back, whole))
        return float(most - high + least - low)

    return [round(float(part), 4) for part in max((*axes, *-axes), key=juts)]


def _outline(plan: FixturePlan) -> Array:
    rect = body_rect(plan)
    if plan.kind not in ROUND:
        return rect.corners
    angles = np.radians(np.arange(0, 360, 15))
    return np.asarray(np.array(plan.at) + rect.half[0] * np.stack([np.cos(angles), np.sin(angles)], 1))


def _reach(points: Array) -> list[float]:
    """Return how far points reach in each of some directions on the floor, m from the room's middle."""
    angles = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    along = points @ np.stack([np.cos(angles), np.sin(angles)])
    return [round(float(far), 3) for far in np.percentile(along, 99, axis=0)]


FLOOR = register(SceneSet("floor", 1, make))
