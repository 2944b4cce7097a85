"""A table before and after some of the things on it were changed: two pictures from one place."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.frames import Frame, multiply, turn
from mindsight.engine.kinds import KINDS
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.floor_plan import Rect, body_rect
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import Footprint, NoPlaceError, footprint, free_spots
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Array, Facts, Scene
from mindsight.home.questions.facts.sight import Places
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.rooms.placing import area, box_of, overlap
from mindsight.home.questions.scenes.rooms.shots import Shot, taken
from mindsight.home.questions.scenes.shot import SIZE_PX

TABLE, LAMP = "dining_table", "table_lamp"
ROOMS: tuple[RoomKind, ...] = ("kitchen", "living_room")
LONG: tuple[tuple[str, ...], ...] = (
    ("toy_car",), ("toy_train",), ("torch",), ("banana",), ("carrot",), ("remote_control",), ("phone", "power_bank"),
    ("toy_boat",),
)  # fmt: skip
"""Kinds that are clearly longer than wide, so that a quarter turn shows."""
COMPACT: tuple[tuple[str, ...], ...] = (
    ("mug",), ("bowl", "plate"), ("teapot",), ("apple",), ("candle",), ("jam_jar", "tea_tin"), ("toy_robot",), ("rubber_duck",),
    ("teddy_bear",), ("alarm_clock",), ("vase",), ("wine_glass",), ("camera",), ("tissue_box",), ("water_bottle",), ("spinning_top",),
)  # fmt: skip
CHANGES = ("added", "gone", "moved", "turned")
"""How things change; in each scene one or two do so in some of these ways, and none in another."""
_COUNTS = ((1, 1, 0, 2), (1, 0, 2, 1), (0, 2, 1, 1), (2, 1, 1, 0))
"""How many things change in each way (row) in each scene (column); shuffled by rows and columns."""
_LONG, _COMPACT = 4, 6
_LEAST_MOVE_M = 0.26
_AWAY_M, _UP_M, _FOVY_DEG = 1.05, 1.05, 48.0
_PARKED_Z = -4.0
_LAYOUTS, _COVERED = 40, 0.25
_LEAST_PIXELS, _LONG_RATIO = 60, 1.45
LONG_KINDS = frozenset(kind for group in LONG for kind in group)


class _Slot(NamedTuple):
    """A thing, what happens to it, and where it is before and after."""

    plan: ThingPlan
    change: str
    after: tuple[float, float] = (0.0, 0.0)


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes at one table; each change happens to one thing in two of them, to none in one and to two in another."""
    rng = stream(seed, "changes")
    room = ROOMS[int(rng.integers(len(ROOMS)))]
    try:
        plan = furnish(room, subseed(seed, "room"), wanted=(TABLE,))
    except ValueError as error:
        raise Rejected("the table does not fit") from error
    viewpoint = _viewpoint(plan)
    kinds = _kinds(rng)
    mover = int(rng.integers(len(kinds)))  # it moves in two scenes and in no other
    rows = np.array(_COUNTS)[rng.permutation(4)][:, rng.permutation(4)]
    moves = rows[CHANGES.index("moved")].tolist()
    twice, once = moves.index(2), moves.index(1)  # one thing moves in both of these scenes
    lamps = [("on", "off"), ("off", "on"), ("on", "on"), ("off", "off")]
    lamps = [lamps[int(index)] for index in rng.permutation(4)]
    made = []
    for number in range(4):
        lamp = _lamp(plan, viewpoint, lit=lamps[number][0] == "on")
        whole = plan.model_copy(
            update={"pet": None, "fixtures": (*(one for one in plan.fixtures if one.kind != LAMP), lamp)}
        )
        changes = dict(zip(CHANGES, rows[:, number].tolist(), strict=True))
        fate = _fates(len(kinds), changes, mover, rng, moves=number in {twice, once})
        slots = _slots(whole, View.at(viewpoint), kinds, fate, rng)
        made.append(_scene(whole, viewpoint, slots, switched=lamps[number][0] != lamps[number][1]))
    one, two, three, four = made
    return one, two, three, four


def _kinds(rng: Generator) -> list[tuple[str, str, int]]:
    """Return the kinds on the table with a colour and a seed; the long ones come first."""
    found = []
    for groups, count in ((LONG, _LONG), (COMPACT, _COMPACT)):
        for index in rng.permutation(len(groups))[:count]:
            kind = groups[int(index)][int(rng.integers(len(groups[int(index)])))]
            colours = KINDS[kind].colours
            colour = colours[int(rng.integers(len(colours)))] if colours else ""
            found.append((kind, colour, int(rng.integers(2**31))))
    return found


def _fates(count: int, changes: Mapping[str, int], mover: int, rng: Generator, *, moves: bool) -> list[str]:
    """Return what happens to each thing; only long ones turn, and the ``mover`` moves or stays."""
    fate = [""] * count
    long = [int(index) for index in rng.permutation(_LONG) if index != mover]
    for index in long[: changes["turned"]]:
        fate[index] = "turned"
    if moves:
        fate[mover] = "moved"
    for change in ("added", "gone", "moved"):
        free = [index for index, one in enumerate(fate) if not one and index != mover]
        missing = changes[change] - fate.count(change)
        for place in rng.permutation(len(free))[:missing]:
            fate[free[int(place)]] = change
    return fate


def _slots(
    plan: ScenePlan, view: View, kinds: Sequence[tuple[str, str, int]], fate: Sequence[str], rng: Generator
) -> list[_Slot]:
    """Return the things of a scene with their changes, all at free places, before and after."""
    prints = [footprint(kind, seed, colour) for kind, colour, seed in kinds]
    movers = [index for index, one in enumerate(fate) if one == "moved"]
    wanted = [(index, False) for index in range(len(kinds))] + [(index, True) for index in movers]
    wanted.sort(key=lambda entry: -prints[entry[0]].radius)
    at = _places(plan, view, wanted, prints, rng)
    slots = []
    for index, (kind, colour, seed) in enumerate(kinds):
        thing = ThingPlan(
            name=kind, kind=kind, seed=seed, colour=colour, on=f"{TABLE}/top", at=at[index, False], yaw=_yaw(rng)
        )
        slots.append(_Slot(thing, fate[index], at.get((index, True), (0.0, 0.0))))
    return slots


def _places(
    plan: ScenePlan, view: View, wanted: Sequence[tuple[int, bool]], prints: Sequence[Footprint], rng: Generator
) -> dict[tuple[int, bool], tuple[float, float]]:
    """Return a place for each thing, before and after a move, at which others cover little of it."""
    circles = [_turning(prints[index]) for index, _ in wanted]
    best, least = None, 1.0
    for _ in range(_LAYOUTS):
        try:
            spots = free_spots(plan, rng, circles, (f"{TABLE}/top",), margin_m=0.012)
        except NoPlaceError:
            continue
        at = {entry: spot.at for entry, spot in zip(wanted, spots, strict=True)}
        if any(
            np.hypot(*np.subtract(at[index, False], at[index, True])) < _LEAST_MOVE_M
            for index, moved in wanted
            if moved
        ):
            continue
        covered = _covered(plan, view, [(at[entry], prints[entry[0]]) for entry in wanted])
        if covered < least:
            best, least = at, covered
        if least < _COVERED:
            break
    if best is None:
        raise Rejected("the table is too small for the things")
    return best


def _covered(plan: ScenePlan, view: View, placed: Sequence[tuple[tuple[float, float], Footprint]]) -> float:
    """Return the largest share of a thing's box in the picture that the box of a nearer one covers."""
    table = body_rect(next(one for one in plan.fixtures if one.kind == TABLE))
    lamp = next(one for one in plan.fixtures if one.kind == LAMP)
    shown = [
        box_of(Rect(table.point(at), (one.width / 2.6, one.depth / 2.6)), (0.75, 0.75 + one.height), view)
        for at, one in placed
    ]
    shown.append(box_of(Rect(lamp.at, (0.12, 0.12)), (0.75, 1.18), view))
    return max(overlap(one, other) / max(area(one), 1e-9) for one, far in shown for other, near in shown if near < far)


def _turning(one: Footprint) -> Footprint:
    """Return the space that a thing needs however it is turned."""
    side = 2 * one.radius * 0.74
    return Footprint(max(side, one.width), max(side, one.depth), one.height)


def _yaw(rng: Generator) -> float:
    return float(np.round(rng.uniform(-180, 180), 1))


def _viewpoint(plan: ScenePlan) -> ViewpointPlan:
    table = next(one for one in plan.fixtures if one.kind == TABLE)
    usual = next((one for one in plan.viewpoints if one.name == TABLE), None)
    if usual is None:
        raise Rejected("nobody can stand at the table")
    away = np.subtract(usual.eye[:2], table.at)
    away = away / np.linalg.norm(away) * _AWAY_M
    eye = (float(table.at[0] + away[0]), float(table.at[1] + away[1]), 0.75 + _UP_M)
    target = (table.at[0], table.at[1], 0.80)
    return ViewpointPlan(name="table", zh="桌边", en="at the table", eye=eye, target=target, fovy=_FOVY_DEG)


def _lamp(plan: ScenePlan, viewpoint: ViewpointPlan, *, lit: bool) -> FixturePlan:
    """Return a lamp on the corner of the table that is farthest from the viewer."""
    table = body_rect(next(one for one in plan.fixtures if one.kind == TABLE))
    corners = [table.point((x * 0.48, y * 0.24)) for x in (-1, 1) for y in (-1, 1)]
    at = max(corners, key=lambda corner: float(np.hypot(*np.subtract(corner, viewpoint.eye[:2]))))
    name = "question_lamp"
    return FixturePlan(
        name=name, kind=LAMP, seed=subseed(plan.seed, name), at=at, yaw=table.yaw, z=0.75, options={"on": lit}
    )


def _scene(plan: ScenePlan, viewpoint: ViewpointPlan, slots: Sequence[_Slot], *, switched: bool) -> Made:
    world = World(build(plan.with_things(*(one.plan for one in slots))))
    places = {one.plan.name: world.frame(one.plan.name) for one in slots}
    width, height = SIZE_PX
    with Camera(world, width=width, height=height, profile="fine") as camera:
        before = _shot(camera, viewpoint, world, {one.plan.name: _before(one, places[one.plan.name]) for one in slots})
        if switched:
            world.press("question_lamp", "question_lamp/switch")
        table = body_rect(next(one for one in plan.fixtures if one.kind == TABLE))
        after = _shot(
            camera, viewpoint, world, {one.plan.name: _after(one, places[one.plan.name], table.yaw) for one in slots}
        )
    shots = (before, after)
    return Made(
        tuple(one.picture for one in shots),
        tuple(one.mask for one in shots),
        Scene(pictures=tuple(one.truth for one in shots)),
        Scene(pictures=tuple(one.seen for one in shots)),
    )


def _before(slot: _Slot, at: Frame) -> Frame | None:
    return None if slot.change == "added" else at


def _after(slot: _Slot, at: Frame, table_yaw: float) -> Frame | None:
    if slot.change == "gone":
        return None
    if slot.change == "turned":
        return Frame(at.at, multiply(turn("z", 90.0), at.turn))
    if slot.change == "moved":
        x, y = np.subtract(slot.after, slot.plan.at)
        c, s = np.cos(np.radians(table_yaw)), np.sin(np.radians(table_yaw))
        return Frame((at.at[0] + float(c * x - s * y), at.at[1] + float(s * x + c * y), at.at[2]), at.turn)
    return at


def _shot(camera: Camera, viewpoint: ViewpointPlan, world: World, places: Mapping[str, Frame | None]) -> Shot:
    """Return a picture with each thing at its place; those without one are out of sight."""
    for number, (name, frame) in enumerate(places.items()):
        world.put(name, frame or Frame((0.5 * number, 0.0, _PARKED_Z)))
    world.refresh()
    there = {name for name, frame in places.items() if frame is not None}
    axes = {name: _axis(world, name) for name in there if name in LONG_KINDS}

    def seen(found: Places) -> dict[str, object]:
        shown = {name: axis_of(found.of(name)) for name in sorted(places)}
        return {"axis_deg": {name: axis for name, axis in shown.items() if axis is not None}}

    shot = taken(camera, View.at(viewpoint), more={"axis_deg": axes}, seen=seen)
    return shot._replace(truth=_only(shot.truth, there))


def _only(facts: Facts, there: set[str]) -> Facts:
    """Return facts without the things that are out of sight."""
    objects = tuple(one for one in facts.objects if one.category in {"fixture", "part"} or one.name in there)
    return facts.model_copy(update={"objects": objects})


def _axis(world: World, name: str) -> float:
    """Return the direction of a thing's own x axis on the table, degrees from 0 to 180."""
    turned = world.data.body(name).xmat.reshape(3, 3)[:2, 0]
    return round(float(np.degrees(np.arctan2(turned[1], turned[0]))) % 180, 1)


def axis_of(points: Array) -> float | None:
    """Return the direction in which the places that a thing's pixels show extend most on a level, degrees from 0 to 180; None if none."""
    if len(points) < _LEAST_PIXELS:
        return None
    level = points[:: max(1, len(points) // 2000), :2]
    _, sizes, axes = np.linalg.svd(level - level.mean(0), full_matrices=False)
    return (
        round(float(np.degrees(np.arctan2(axes[0, 1], axes[0, 0]))) % 180, 1)
        if sizes[0] > _LONG_RATIO * sizes[1]
        else None
    )


CHANGED = register(SceneSet("changes", 2, make))
