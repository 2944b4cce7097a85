"""Rules of physical logic and social custom for furnished rooms, computed from the plan alone.

The rules judge any plan, however it was arranged. Each is a function from a plan to its violations.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from mindsight.engine.scenes.floor_plan import (
    HOSTS,
    Floor,
    Rect,
    body_rect,
    facing,
    find,
    front_rect,
    kind_of,
    on_floor,
    size_of,
    span_z,
    swing_rect,
)
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan


@dataclass(frozen=True)
class Violation:
    """A broken rule: its name, the fixtures concerned, and a sentence in both languages."""

    rule: str
    fixtures: tuple[str, ...]
    zh: str
    en: str


Rule = Callable[[ScenePlan], Iterator[Violation]]
RULES: dict[str, Rule] = {}

SEATS = ("chair", "office_chair", "stool")
BEDS = ("double_bed", "single_bed")
KITCHEN = ("stove", "fridge", "kitchen_counter", "range_hood", "dish_rack", "upper_cabinet")
BATH = ("toilet", "bathtub", "washstand", "bathroom_mirror", "towel_rail")
FOREIGN: Mapping[RoomKind, tuple[str, ...]] = {
    "kitchen": (*BEDS, "wardrobe", "sofa", "nightstand", "desk", "television", "tv_stand"),
    "living_room": (
        *BEDS,
        "stove",
        "fridge",
        "kitchen_counter",
        "wardrobe",
        "nightstand",
        "range_hood",
        "upper_cabinet",
    ),
    "bedroom": (
        "stove",
        "fridge",
        "kitchen_counter",
        "dining_table",
        "shoe_rack",
        "range_hood",
        "dish_rack",
        "upper_cabinet",
    ),
    "study": (*BEDS, "stove", "kitchen_counter", "wardrobe", "shoe_rack", "range_hood", "dish_rack", "upper_cabinet"),
    "bathroom": (
        *BEDS,
        *KITCHEN,
        "wardrobe",
        "sofa",
        "armchair",
        "nightstand",
        "desk",
        "bookcase",
        "television",
        "tv_stand",
        "dining_table",
        "coffee_table",
    ),
}
"""Fixtures that do not belong in each kind of room."""


def violations(plan: ScenePlan) -> list[Violation]:
    """Return the violations of a plan, in the order of the rules."""
    return [found for rule in RULES.values() for found in rule(plan)]


def _rule(function: Rule) -> Rule:
    RULES[function.__name__] = function
    return function


def _broken(rule: Rule, zh: str, en: str, *concerned: FixturePlan) -> Violation:
    """Return a violation; ``{0}`` and ``{1}`` in the sentences are replaced by the fixtures' names."""
    zh_names = [kind_of(fixture).zh for fixture in concerned]
    en_names = [kind_of(fixture).en for fixture in concerned]
    names = tuple(fixture.name for fixture in concerned)
    return Violation(rule.__name__, names, zh.format(*zh_names), en.format(*en_names))


@_rule
def inside_the_room(plan: ScenePlan) -> Iterator[Violation]:
    """Everything is between the walls, the floor and the ceiling."""
    limit = np.array(plan.size[:2]) / 2 + 0.005
    for fixture in plan.fixtures:
        beyond = (np.abs(body_rect(fixture).corners) > limit).any() and fixture.kind not in {"window", "door"}
        if beyond or fixture.z < -0.005 or span_z(fixture)[1] > plan.size[2] + 0.005:
            yield _broken(inside_the_room, "{0}超出了房间", "the {0} reaches out of the room", fixture)


@_rule
def nothing_intersects(plan: ScenePlan) -> Iterator[Violation]:
    """No two fixtures intersect; a chair may be pushed a little under a table."""
    solid = [fixture for fixture in plan.fixtures if fixture.kind != "rug"]
    for index, first in enumerate(solid):
        for second in solid[index + 1 :]:
            if {first.kind, second.kind} != {"window", "curtain"} and _intersect(first, second):
                yield _broken(nothing_intersects, "{0}和{1}重叠", "the {0} and the {1} are in one place", first, second)


def _intersect(first: FixturePlan, second: FixturePlan) -> bool:
    for low, high in ((first, second), (second, first)):
        if low.kind in BEDS and high.z >= HOSTS[low.kind] - 1e-3:
            return False
    (a0, a1), (b0, b1) = span_z(first), span_z(second)
    if min(a1, b1) - max(a0, b0) < 0.002:
        return False
    tucked = {first.kind, second.kind} & set(SEATS) and {first.kind, second.kind} & {"desk", "dining_table"}
    return (
        body_rect(first)
        .grown(-0.10 if tucked else -0.002)
        .overlaps(body_rect(second).grown(-0.10 if tucked else -0.002))
    )


@_rule
def back_to_the_wall(plan: ScenePlan) -> Iterator[Violation]:
    """Fixtures for a wall stand with their backs to one; hanging fixtures hang on one."""
    for fixture in plan.fixtures:
        against = kind_of(fixture).against
        if against not in {"wall", "on_wall"} or (against == "wall" and not on_floor(fixture)):
            continue
        nearest = 0.25 if against == "wall" else 0.16
        if _behind(plan, fixture) > nearest:
            yield _broken(back_to_the_wall, "{0}没有靠墙", "the {0} does not have its back to a wall", fixture)


def _behind(plan: ScenePlan, fixture: FixturePlan) -> float:
    """Return the distance from a fixture's back to the wall behind it; a large one if no wall is parallel to it."""
    rect = body_rect(fixture)
    back = np.array(rect.point((0.0, rect.half[1])))
    best = np.inf
    for axis, limit in enumerate(np.array(plan.size[:2]) / 2):
        for side in (-1, 1):
            if side * rect.axes[1][axis] > 0.99:
                best = min(best, abs(float(limit - side * back[axis])))
    return best


@_rule
def window_clear(plan: ScenePlan) -> Iterator[Violation]:
    """Nothing higher than the sill stands in front of a window."""
    for window in find(plan.fixtures, "window"):
        rect = body_rect(window)
        strip = Rect(rect.point((0, -0.35)), (rect.half[0] - 0.06, 0.45), window.yaw)
        for fixture in plan.fixtures:
            hides = span_z(fixture)[1] > window.z + 0.12 and fixture.kind not in {
                "window",
                "curtain",
                "ceiling_lamp",
                "rug",
            }
            if hides and body_rect(fixture).overlaps(strip):
                yield _broken(window_clear, "{0}挡住了{1}", "the {0} stands before the {1}", fixture, window)


@_rule
def stove_away_from(plan: ScenePlan) -> Iterator[Violation]:
    """A stove is neither under a window nor beside a bed."""
    for stove in find(plan.fixtures, "stove"):
        for other in find(plan.fixtures, "window", *BEDS):
            near = 0.0 if other.kind == "window" else 0.8
            if body_rect(stove).overlaps(body_rect(other).grown(0.25 if other.kind == "window" else 0.0), near):
                yield _broken(stove_away_from, "{0}紧挨着{1}", "the {0} is next to the {1}", stove, other)


@_rule
def door_swings(plan: ScenePlan) -> Iterator[Violation]:
    """The floor that the door sweeps is free."""
    for door in find(plan.fixtures, "door"):
        for fixture in plan.fixtures:
            if on_floor(fixture) and body_rect(fixture).overlaps(swing_rect(door).grown(-0.01)):
                yield _broken(door_swings, "{0}挡住了{1}", "the {0} is in the swing of the {1}", fixture, door)


@_rule
def front_is_free(plan: ScenePlan) -> Iterator[Violation]:
    """Doors and drawers of cupboards can be opened: nothing stands close in front of them."""
    for fixture in find(
        plan.fixtures,
        "wardrobe",
        "bookcase",
        "chest_of_drawers",
        "fridge",
        "stove",
        "kitchen_counter",
        "tv_stand",
        "washstand",
    ):
        strip = front_rect(fixture)
        for other in plan.fixtures:
            if other.name != fixture.name and on_floor(other) and body_rect(other).overlaps(strip.grown(-0.02)):
                yield _broken(front_is_free, "{1}挡在{0}前面", "the {1} blocks the front of the {0}", fixture, other)


@_rule
def reachable(plan: ScenePlan) -> Iterator[Violation]:
    """A way 0.6 m wide leads from the door to the front of every standing fixture."""
    doors = find(plan.fixtures, "door")
    floor = Floor.of(plan)
    if not doors:
        return
    cells = floor.reached_from(swing_rect(doors[0]))
    for fixture in plan.fixtures:
        if on_floor(fixture):
            goal = front_rect(fixture) if kind_of(fixture).front_m > 0 else body_rect(fixture)
            if not floor.reaches(cells, goal):
                yield _broken(reachable, "走不到{0}前面", "one cannot get to the {0}", fixture)


@_rule
def seat_faces_table(plan: ScenePlan) -> Iterator[Violation]:
    """A chair near a desk or table faces it; every desk has a seat."""
    tables = find(plan.fixtures, "desk", "dining_table")
    for seat in find(plan.fixtures, "chair", "office_chair"):
        table = min(tables, key=lambda t: float(body_rect(t).distance(np.array(seat.at))), default=None)
        if table is None or float(body_rect(table).distance(np.array(seat.at))) > 0.9:
            yield _broken(seat_faces_table, "{0}旁边没有桌子", "the {0} has no table", seat)
        elif not _looks_at(seat, table):
            yield _broken(seat_faces_table, "{0}没有朝向{1}", "the {0} does not face the {1}", seat, table)
    for desk in find(plan.fixtures, "desk"):
        if not any(float(body_rect(desk).distance(np.array(s.at))) < 0.9 for s in find(plan.fixtures, *SEATS)):
            yield _broken(seat_faces_table, "{0}没有椅子", "the {0} has no chair", desk)


def _looks_at(fixture: FixturePlan, other: FixturePlan, limit_deg: float = 30.0) -> bool:
    """Return whether a fixture's front faces some point of another."""
    rect = body_rect(other)
    edge = rect.local(np.array(fixture.at))
    nearest = np.array(rect.point(tuple(np.clip(edge, -np.array(rect.half) * 0.8, np.array(rect.half) * 0.8).tolist())))
    way = nearest - np.array(fixture.at)
    return bool(facing(fixture) @ way > np.cos(np.deg2rad(limit_deg)) * np.linalg.norm(way))


@_rule
def sofa_faces_something(plan: ScenePlan) -> Iterator[Violation]:
    """A sofa faces the television or a low table; a television faces a seat."""
    for sofa in find(plan.fixtures, "sofa"):
        goals = find(plan.fixtures, "television", "tv_stand", "coffee_table")
        if goals and not any(_looks_at(sofa, goal) for goal in goals):
            yield _broken(
                sofa_faces_something, "{0}没有朝向电视或茶几", "the {0} faces neither television nor table", sofa
            )
    for screen in find(plan.fixtures, "television"):
        seats = find(plan.fixtures, "sofa", "armchair", *BEDS)
        if seats and not any(_looks_at(screen, seat, 45.0) for seat in seats):
            yield _broken(sofa_faces_something, "{0}背对着座位", "the {0} does not face a seat", screen)


@_rule
def bed_by_custom(plan: ScenePlan) -> Iterator[Violation]:
    """A bed's head is at a wall, neither under the window nor in line with the door; a nightstand is beside it."""
    for bed in find(plan.fixtures, *BEDS):
        if _behind(plan, bed) > 0.12:
            yield _broken(bed_by_custom, "{0}的床头没有靠墙", "the head of the {0} is not at a wall", bed)
        for opening in find(plan.fixtures, "window", "door"):
            head = Rect(
                body_rect(bed).point((0.0, body_rect(bed).half[1] - 0.1)), (body_rect(bed).half[0] - 0.1, 0.3), bed.yaw
            )
            if body_rect(opening).grown(-0.05).overlaps(head):
                yield _broken(bed_by_custom, "{0}的床头在{1}下", "the head of the {0} is under the {1}", bed, opening)
        stands = find(plan.fixtures, "nightstand")
        if plan.room == "bedroom" and not any(_beside(stand, bed) for stand in stands):
            yield _broken(bed_by_custom, "{0}旁边没有床头柜", "there is no nightstand beside the {0}", bed)


def _beside(stand: FixturePlan, bed: FixturePlan) -> bool:
    near = float(body_rect(bed).distance(np.array(stand.at))) < size_of(stand)[0] / 2 + 0.25
    return near and float(body_rect(bed).local(np.array(stand.at))[1]) > 0.3


@_rule
def kitchen_in_line(plan: ScenePlan) -> Iterator[Violation]:
    """Fridge, worktop and stove stand along one wall and close together."""
    line = find(plan.fixtures, "fridge", "kitchen_counter", "stove")
    counters = find(plan.fixtures, "kitchen_counter")
    for fixture in line:
        for counter in counters[:1]:
            turned = abs((fixture.yaw - counter.yaw + 180) % 360 - 180) > 1
            apart = not body_rect(fixture).overlaps(body_rect(counter), 0.30)
            if fixture.name != counter.name and (turned or apart):
                yield _broken(
                    kitchen_in_line, "{0}不在{1}一排", "the {0} is not in line with the {1}", fixture, counter
                )


@_rule
def bath_by_custom(plan: ScenePlan) -> Iterator[Violation]:
    """A mirror hangs over the washstand; the toilet does not face the door."""
    mirrors = find(plan.fixtures, "bathroom_mirror")
    for stand in find(plan.fixtures, "washstand"):
        if not any(body_rect(mirror).grown(0.02).overlaps(body_rect(stand)) for mirror in mirrors):
            yield _broken(bath_by_custom, "{0}上方没有镜子", "there is no mirror over the {0}", stand)
    for seat, door in itertools.product(find(plan.fixtures, "toilet"), find(plan.fixtures, "door")):
        if _looks_at(seat, door, 20.0):
            yield _broken(bath_by_custom, "{0}正对着{1}", "the {0} looks straight at the {1}", seat, door)


@_rule
def belongs_here(plan: ScenePlan) -> Iterator[Violation]:
    """Every fixture is one that people keep in such a room."""
    foreign = FOREIGN[plan.room] if plan.room == "bathroom" else (*FOREIGN[plan.room], *BATH)
    for fixture in find(plan.fixtures, *foreign):
        yield _broken(belongs_here, "{0}不该放在这个房间", "the {0} does not belong into this room", fixture)


@_rule
def rests_on_something(plan: ScenePlan) -> Iterator[Violation]:
    """A fixture that stands on top of another has one under it that is wide enough."""
    for fixture in plan.fixtures:
        if kind_of(fixture).against != "top":
            continue
        hosts = [h for h in plan.fixtures if h.name != fixture.name and _carries(h, fixture)]
        if not hosts:
            yield _broken(rests_on_something, "{0}下面没有支撑", "the {0} rests on nothing", fixture)


def _carries(host: FixturePlan, fixture: FixturePlan) -> bool:
    top = host.z + HOSTS.get(host.kind, size_of(host)[2])
    inside = body_rect(host).grown(0.04).distance(body_rect(fixture).grown(-0.03).corners)
    return abs(top - fixture.z) < 0.01 and bool((inside <= 0).all())
