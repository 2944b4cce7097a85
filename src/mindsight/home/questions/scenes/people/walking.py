"""Somebody walks a part of the way to one of four pieces of furniture; the series ends long before it is reached.

In two scenes the same person walks to different pieces; in the others to none of them (midway between two, or past all), or stands, or
somebody in other clothes walks. Where the eyes look says nothing: the head is turned by chance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.figures.people.actions import ACTIONS
from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.motions import Action, Course
from mindsight.engine.figures.people.pose import Pose
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ViewpointPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.reading.joints import JOINTS

PIECES = ("stool", "potted_plant", "waste_bin", "laundry_basket", "floor_lamp", "heater")
"""Furniture that is not taken for other furniture, and small enough to be walked to from one side."""
SHARES = (0.3, 0.5, 0.7)
"""The part of the way that is shown."""
_PICTURES, _TEMPO = 6, (0.9, 1.1)
_AROUND_DEG, _SHIFT_DEG, _AWAY_M = (-66.0, -22.0, 22.0, 66.0), 3.0, (1.65, 1.8)
_NOWHERE_DEG = (-106.0, 0.0, 106.0)
_START_M, _EYE_M, _BACK_M, _FOVY_DEG = 0.95, 2.0, 0.12, 68.0
_LOOKS_RAD, _ALONG_DEG, _PAST_DEG, _STILL_M = 0.8, 11.0, 15.0, 0.25
"""How far a walk may point past the piece it leads to, how far at least past all if it leads to none; who moves less does not walk."""


class _Walk(NamedTuple):
    """A scene: the person, and the direction of the walk in degrees from straight ahead; None for nowhere."""

    person: Person
    towards: float | None


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes in one room."""
    rng = stream(seed, "walks")
    plan, ahead = room(rng, seed), (1, -1)[int(rng.integers(2))]
    kinds = [PIECES[int(index)] for index in rng.permutation(len(PIECES))[:4]]
    share = SHARES[int(rng.integers(len(SHARES)))]
    meant, other = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:2])
    person = drawn_person(rng, meant)
    goals = [int(index) for index in rng.permutation(4)[:2]]
    nowhere = _NOWHERE_DEG[int(rng.integers(3))]
    last = _Walk(person, None) if rng.random() < 0.5 else _Walk(drawn_person(rng, other), _AROUND_DEG[goals[0]])
    walks = [*(_Walk(person, _AROUND_DEG[goal]) for goal in goals), _Walk(person, nowhere), last]
    found = []
    for number in rng.permutation(4):
        order = [kinds[int(place)] for place in rng.permutation(4)]
        # The two goals are different pieces, wherever they stand.
        if number < 2:
            mine, at = order.index(kinds[int(number)]), goals[int(number)]
            order[mine], order[at] = order[at], order[mine]
        found.append(_scene(plan, ahead, order, walks[int(number)], share, rng))
    one, two, three, four = found
    return one, two, three, four


def _scene(plan: ScenePlan, ahead: int, kinds: Sequence[str], walk: _Walk, share: float, rng: Generator) -> Made:
    start = np.array([float(rng.uniform(-0.1, 0.1)), -ahead * _START_M + (0.35 if ahead > 0 else 0.25)])
    shift, away = float(rng.uniform(-_SHIFT_DEG, _SHIFT_DEG)), float(rng.uniform(*_AWAY_M))
    placed = {kind: start + away * _way(ahead, turned + shift) for kind, turned in zip(kinds, _AROUND_DEG, strict=True)}
    pieces = tuple(
        FixturePlan(name=kind, kind=kind, seed=plan.seed, at=(round(float(x), 3), round(float(y), 3)), yaw=0.0)
        for kind, (x, y) in placed.items()
    )
    course, end_s = _course(walk, ahead, start, share * away, shift, rng)
    times = [round(number * end_s / (_PICTURES - 1), 3) for number in range(_PICTURES)]
    role = Role("person_0", walk.person, course.at)
    shot = film(_seen_from(plan, pieces), [role], times, also=kinds)
    top = walk.person.looks.top_colour
    goal = "" if walk.towards is None or walk.towards in _NOWHERE_DEG else kinds[_AROUND_DEG.index(walk.towards)]

    def told(goal: str) -> dict[str, Any]:
        return {"people": [{"name": "person_0", "top": top, "did": [f"to {goal}"] if goal else []}]}

    def read(own: Film) -> dict[str, Any]:
        at = {kind: np.array(own.facts[0].named(kind).at[:2]) for kind in kinds}
        return told(headed(own.joints["person_0"][:, JOINTS.index("head"), :2], at))

    if read(shot) != told(goal):
        raise Rejected("the pictures do not show where somebody walks")
    return shot.told(told(goal), read)


def headed(track: Array, at: Mapping[str, Array]) -> str:
    """Return to what a walk leads: the only thing that it points to; empty if to nothing, ``?`` if that is not certain."""
    seen = track[~np.isnan(track).any(axis=1)]
    if len(seen) < 2:
        return ""
    # The straight line that fits best, from the first half to the second: a head sways with every step.
    half = len(seen) // 2
    way = seen[half:].mean(axis=0) - seen[:half].mean(axis=0)
    if 2 * np.linalg.norm(way) < _STILL_M:
        return ""
    middle = seen.mean(axis=0)
    past = sorted((_between(way, place - middle), name) for name, place in at.items())
    if past[0][0] < _ALONG_DEG:
        return past[0][1]
    return "?" if past[0][0] < _PAST_DEG else ""


def _between(one: Array, other: Array) -> float:
    cosine = one @ other / np.linalg.norm(one) / np.linalg.norm(other)
    return float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))


def _way(ahead: int, turned_deg: float) -> Array:
    """Return a direction on the floor, by an angle from straight ahead: away from the viewer, or towards the viewer."""
    angle = np.radians(turned_deg)
    return np.array([np.sin(angle), ahead * np.cos(angle)])


def _course(walk: _Walk, ahead: int, start: Array, far_m: float, shift: float, rng: Generator) -> tuple[Course, float]:
    """Return the walk, and when it has come so far."""
    looks, own = float(rng.uniform(-_LOOKS_RAD, _LOOKS_RAD)), float(rng.uniform(*_TEMPO))
    usual = ACTIONS["stand" if walk.towards is None else "walk"]

    def pose(time_s: float) -> Pose:
        one = usual.poses(time_s)
        return replace(one, neck=(one.neck[0], one.neck[1], one.neck[2] + looks))

    x, y = _way(ahead, (_AROUND_DEG[int(rng.integers(4))] if walk.towards is None else walk.towards) + shift)
    # A face without a turn looks along −y.
    course = Course(
        walk.person, Action(pose, usual.length_s, walks=usual.walks), at=(float(start[0]), float(start[1])),
        yaw=float(np.arctan2(x, -y)), tempo=own,
    )  # fmt: skip
    if walk.towards is None:
        return course, 1.5
    for tick in range(1, 40):
        if np.linalg.norm(course.at(tick / 10).at[:2] - start) >= far_m:
            return course, tick / 10
    raise Rejected("somebody walks too slowly")


def _seen_from(plan: ScenePlan, pieces: tuple[FixturePlan, ...]) -> ScenePlan:
    back = plan.size[1] / 2 - _BACK_M
    viewpoint = ViewpointPlan(
        name="wall", zh="墙边", en="at the wall", eye=(0.0, -back, _EYE_M), target=(0.0, 0.5, 0.72), fovy=_FOVY_DEG
    )
    return plan.model_copy(update={"fixtures": (*plan.fixtures, *pieces), "viewpoints": (viewpoint,)})


WALKS = register(SceneSet("walks", 1, make, people=True))
