"""Two people, told apart by the colour of their tops, and what they do with each other: meet, part, follow, or wave to each other.

In two scenes the same two do different things; in the third they stand side by side and do nothing, in the fourth one of them is somebody
with a top of another colour.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.figures.people.actions import ACTIONS
from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.motions import Action, Course
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.joints import JOINTS
from mindsight.home.questions.scenes.people.recognised import recognised

BETWEEN = ("meet", "part", "follow", "greet")
"""What two people do with each other here; each is read from how they move, and not from one picture."""
_PICTURES, _AWAY_M, _FAR_M, _NEAR_M, _BEHIND_M = 7, 0.85, 1.45, 0.45, 1.0
_WALKED_M, _TEMPO, _WAVED_S, _SIDE_M, _TURNED = 0.95, (0.95, 1.1), 2.9, 0.75, (0.9, 1.1)
_STILL_M, _STRAIGHT = 0.4, 0.9
"""Who moves less does not walk; how alike the directions of two must be at least, or how opposite, as a cosine."""


class _Part(NamedTuple):
    """What one of the two does: the action, where along the picture it begins, and which way the face looks, in radians."""

    action: str
    at: float
    yaw: float


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes in one room."""
    rng = stream(seed, "between")
    plan = room(rng, seed)
    first, second, third = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:3])
    one, other, stranger = (drawn_person(rng, top) for top in (first, second, third))
    kinds = [BETWEEN[int(index)] for index in rng.permutation(len(BETWEEN))[:3]]
    scenes = [((one, other), kinds[0]), ((one, other), kinds[1]), ((one, other), ""), ((stranger, other), kinds[2])]
    found = []
    for number in rng.permutation(4):
        pair, kind = scenes[int(number)]
        found.append(_scene(plan, pair if rng.random() < 0.5 else pair[::-1], kind, rng))
    a, b, c, d = found
    return a, b, c, d


def _parts(kind: str, rng: Generator) -> tuple[_Part, _Part]:
    """Return what the left and the right one do."""
    right = np.pi / 2
    if kind == "meet":
        return _Part("walk", -_FAR_M, right), _Part("walk", _FAR_M, -right)
    if kind == "part":
        return _Part("walk", -_NEAR_M, -right), _Part("walk", _NEAR_M, right)
    if kind == "follow":
        way = (-1, 1)[int(rng.integers(2))]
        leads, follows = (
            _Part("walk", way * (shift - _WALKED_M / 2), way * right) for shift in (_BEHIND_M / 2, -_BEHIND_M / 2)
        )
        return (follows, leads) if way > 0 else (leads, follows)
    turned = float(rng.uniform(*_TURNED)) if kind else float(rng.uniform(-0.2, 0.2))
    action = "wave" if kind else "stand"
    return _Part(action, -_SIDE_M, turned), _Part(action, _SIDE_M, -turned)


def _scene(plan: ScenePlan, pair: Sequence[Person], kind: str, rng: Generator) -> Made:
    courses = []
    for person, part in zip(pair, _parts(kind, rng), strict=True):
        usual, begin = ACTIONS[part.action], float(rng.uniform(0.1, 0.4)) if part.action == "wave" else 0.0
        at = (part.at, _AWAY_M + float(rng.uniform(-0.06, 0.06)))
        courses.append(Course(person, _later(usual, begin), at=at, yaw=part.yaw, tempo=float(rng.uniform(*_TEMPO))))
    end_s = _end_s(courses) if kind in {"meet", "part", "follow"} else _WAVED_S
    times = [round(number * end_s / (_PICTURES - 1), 3) for number in range(_PICTURES)]
    roles = [
        Role(f"person_{number}", person, course.at)
        for number, (person, course) in enumerate(zip(pair, courses, strict=True))
    ]
    shot = film(plan, roles, times)

    def told(found: str) -> dict[str, Any]:
        did = [found] if found else []
        return {"people": [{"name": role.name, "top": role.person.looks.top_colour, "did": did} for role in roles]}

    def read(own: Film) -> dict[str, Any]:
        return told(between(own.joints, times))

    if read(shot) != told(kind):
        raise Rejected("the pictures do not show what two people do with each other")
    return shot.told(told(kind), read)


def _later(usual: Action, begin_s: float) -> Action:
    return Action(lambda time_s: usual.poses(time_s - begin_s), usual.length_s, usual.walks)


def _end_s(courses: Sequence[Course]) -> float:
    """Return when the first has walked far enough."""
    for tick in range(1, 40):
        if any(np.linalg.norm(one.at(tick / 10).at[:2] - one.at(0.0).at[:2]) >= _WALKED_M for one in courses):
            return tick / 10
    raise Rejected("two people walk too slowly")


def between(joints: Mapping[str, Array], times: Sequence[float]) -> str:
    """Return what two people do with each other, by where the pictures show their joints; empty if nothing, ``?`` if it is not certain."""
    heads = [own[:, JOINTS.index("head"), :2] for own in joints.values()]
    seen = [own[~np.isnan(own).any(axis=1)] for own in heads]
    if any(len(own) < 2 for own in seen):
        return "?"
    ways = [own[-1] - own[0] for own in seen]
    far = [float(np.linalg.norm(way)) for way in ways]
    if max(far) < _STILL_M:
        done = [[one.action for one in recognised(own, times, ("wave",))] for own in joints.values()]
        return {("wave", "wave"): "greet", (): ""}.get(tuple(act for own in done for act in own), "?")
    if min(far) < _STILL_M:
        return "?"
    alike = float(ways[0] @ ways[1]) / far[0] / far[1]
    if alike > _STRAIGHT:
        return "follow"
    if alike > -_STRAIGHT:
        return "?"
    begin, end = (float(np.linalg.norm(seen[0][place] - seen[1][place])) for place in (0, -1))
    return "meet" if end < begin else "part"


PAIRED = register(SceneSet("between", 1, make, people=True))
