"""What lies between one answer and another in the room: ratios of distances and sizes, degrees from the limit of a direction, metres.

Things are looked up by kind and by the words of the question; if several fit, each must keep the margin.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, product

import numpy as np
from tests.home.questions.margins.margin import Margin

from mindsight.home.questions.facts.facts import Facts, Object, Scene, Vector3
from mindsight.home.questions.question import Question

_Measure = Callable[[Question, Scene], Iterator[Margin]]


def _kind(facts: Facts, kind: str) -> list[Object]:
    return [one for one in facts.objects if one.kind == kind]


def _floor(facts: Facts, at: Vector3) -> tuple[float, float]:
    """Return a place as the viewer has it along the floor: to the right, and ahead."""
    right = np.array(facts.axes[0][:2]) / np.hypot(*facts.axes[0][:2])
    away = np.subtract(at[:2], facts.eye[:2])
    return float(away @ right), float(away @ (-right[1], right[0]))


def _off_quarter(angle_deg: float) -> float:
    """Return how far an angle is from the nearest multiple of a right angle."""
    return abs((angle_deg + 45.0) % 90.0 - 45.0)


def _between(first: tuple[float, float], second: tuple[float, float]) -> float:
    return math.degrees(math.atan2(second[0] - first[0], second[1] - first[1]))


def _ratios(away: Sequence[float], least: float, least_m: float = 0.0) -> Iterator[Margin]:
    for near, far in pairwise(sorted(away)):
        yield Margin("ratio of distances", far / near, least)
        yield Margin("metres farther", far - near, least_m)


def _nearer(question: Question, scene: Scene) -> Iterator[Margin]:
    facts = scene.only
    for things in product(*(_kind(facts, kind) for kind in question.asked["kinds"])):
        yield from _ratios([math.dist(facts.eye, one.at) for one in things], 1.10)


def _room_order(question: Question, scene: Scene) -> Iterator[Margin]:
    facts = scene.only
    for things in product(*(_kind(facts, kind) for kind in question.asked["kinds"])):
        yield from _ratios([math.hypot(*_floor(facts, one.at)) for one in things], 1.12, 0.40)


def _left_right(question: Question, scene: Scene) -> Iterator[Margin]:
    facts = scene.only
    for one, other in product(_kind(facts, question.asked["kind"]), _kind(facts, question.asked["from"])):
        first, second = (_floor(facts, each.at) for each in (other, one))
        yield Margin("degrees within the side", 30.0 - _off_quarter(_between(first, second)), 0.0)
        yield Margin("metres apart", math.dist(first, second), 0.15)


def _heading(facts: Facts, one: Object) -> float:
    x, y = facts.more["facing"][one.name][:2]
    return math.degrees(math.atan2(y, x))


def _direction(one: Sequence[float], other: Sequence[float]) -> float:
    return math.degrees(math.atan2(other[1] - one[1], other[0] - one[0]))


def _facing(question: Question, scene: Scene) -> Iterator[Margin]:
    facts = scene.only
    (seat,) = _kind(facts, question.asked["kind"])[:1]
    if len(_kind(facts, question.asked["kind"])) == 1:
        off = _off_quarter(_heading(facts, seat) - _direction(seat.at, facts.eye))
        yield Margin("degrees within the way", 20.0 - off, 0.0)


def _facing_which(question: Question, scene: Scene) -> Iterator[Margin]:
    facts = scene.only
    way = 90.0 * ("towards", "right", "away", "left").index(question.asked["way"])
    for one in (one for one in facts.objects if one.name in facts.more["facing"]):
        off = abs((_heading(facts, one) - _direction(one.at, facts.eye) - way + 180.0) % 360.0 - 180.0)
        yield Margin("degrees within the way, or off it", 28.0 - off if off < 40.0 else off - 52.0, 0.0)


def _frame(question: Question, scene: Scene) -> Iterator[Margin]:
    facts = scene.only
    seats, others = (_kind(facts, question.asked[name]) for name in ("seat", "kind"))
    within = 28.0 if len(seats) == len(others) == 1 else 36.0
    for seat, other in product(seats, others):
        off = _off_quarter(_direction(seat.at, other.at) - _heading(facts, seat))
        yield Margin("degrees within the side", within - off, 0.0)
        yield Margin("metres apart", math.dist(seat.at[:2], other.at[:2]), 0.85)


def _moved_to(question: Question, scene: Scene) -> Iterator[Margin]:
    before, after = (facts.named(_kind(facts, question.asked["kind"])[0].name) for facts in scene.pictures)
    first, second = (_floor(scene.pictures[0], one.at) for one in (before, after))
    yield Margin("degrees within the direction", 30.0 - _off_quarter(_between(first, second)), 0.0)
    yield Margin("metres moved", math.dist(first, second), 0.26)


def _taller(question: Question, scene: Scene) -> Iterator[Margin]:
    blocks = [[one for one in scene.only.objects if one.colour == tone] for tone in question.asked["colours"]]
    for one, other in product(*blocks):
        low, high = sorted((one.size[2], other.size[2]))
        yield Margin("ratio of heights", high / low, 1.4)


def _shelves(question: Question, scene: Scene) -> Iterator[Margin]:
    """Yield how far two things are from half a distance of shelves: on one board to 10 cm, or at least 20 cm higher or lower."""
    facts = scene.only
    for one, other in product(_kind(facts, question.asked["kind"]), _kind(facts, question.asked["from"])):
        rise = abs(one.at[2] - one.size[2] / 2 - other.at[2] + other.size[2] / 2)
        yield Margin("metres from between two boards", abs(rise - 0.15), 0.05)


def _reach(question: Question, scene: Scene) -> Iterator[Margin]:
    facts, reach = scene.only, question.asked["cm"] / 100
    right = np.abs(np.array(facts.axes[0][:2]) / np.hypot(*facts.axes[0][:2]))
    for one in _kind(facts, question.asked["kind"]):
        half = float(right @ one.size[1::-1]) / 2
        limit = abs(_floor(facts, one.at)[1] - facts.more["edge_m"] - reach) - half
        yield Margin("metres from the limit", limit, max(0.15 * reach, 0.04))


def _widths(question: Question, scene: Scene) -> Iterator[Margin]:
    """Yield the ratio of each gate's width and each ball's diameter, the larger to the smaller."""
    del question
    for width, ball in product(scene.only.more["gates"], scene.only.more["balls"].values()):
        yield Margin("ratio of widths", max(width / ball, ball / width), 1.25)


def _turn(question: Question, scene: Scene) -> Iterator[Margin]:
    """Yield how far the turn of the camera is from half-way to the next turn that is offered, which differs by 25° at least."""
    first, second = (_direction((0, 0), (-facts.axes[2][0], -facts.axes[2][1])) for facts in scene.pictures)
    turned = abs((first - second + 180.0) % 360.0 - 180.0)
    yield Margin("degrees of the turn", turned, 25.0)


def _stood(question: Question, scene: Scene) -> Iterator[Margin]:
    first, second = scene.pictures
    marks = first.more["marks"]
    for one, other in combinations(marks.values(), 2):
        yield Margin("metres between points", math.dist(one, other), 0.95)
    away = sorted((math.dist(at, second.eye[:2]), letter) for letter, at in marks.items())
    yield Margin("metres that the next point is farther", away[1][0] - away[0][0], 0.5)
    yield Margin("the nearest point is the answer", float(away[0][1] == question.truth.value), 1.0)


MARGINS: dict[str, _Measure] = {
    "object.nearer": _nearer,
    "object.depth_order": _nearer,
    "object.room_order": _room_order,
    "object.left_right": _left_right,
    "object.facing": _facing,
    "object.facing_which": _facing_which,
    "object.frame": _frame,
    "object.comparison": _taller,
    "object.above_below": _shelves,
    "state.moved_to": _moved_to,
    "state.reach": _reach,
    "state.turn": _turn,
    "state.stood": _stood,
    "commonsense.gap": _widths,
    "commonsense.gap_here": _widths,
    "commonsense.gap_blocked": _widths,
}
