"""Somebody with a masked face walks through a room, in a gait that shows a feeling or in one that shows none.

In two scenes the same person walks as two feelings make people walk; in the third as people usually do, in the fourth somebody in other
clothes walks.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine.figures.people.actions import ACTIONS
from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.looks import draw_looks
from mindsight.engine.figures.people.motions import Course
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.reading.joints import JOINTS

GAITS = ("walk in anger", "walk in grief", "walk for joy", "walk in fear")
PLAIN = "walk"
TIMES = tuple(round(0.15 * number, 3) for number in range(8))
_TEMPO, _AWAY_M, _TURNED, _STILL_M = (0.97, 1.03), (0.7, 0.9), 0.15, 0.12
_TICK_S, _TICKS = 0.025, 120
_HEAD = JOINTS.index("head")


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes in one room."""
    rng = stream(seed, "gaits")
    plan = room(rng, seed)
    meant, other = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:2])
    person, stranger = (drawn_person(rng, top, masked=True) for top in (meant, other))
    one, two, three = (GAITS[int(index)] for index in rng.permutation(len(GAITS))[:3])
    scenes = [(person, one), (person, two), (person, PLAIN), (stranger, three)]
    found = [_scene(plan, *scenes[int(number)], rng) for number in rng.permutation(4)]
    a, b, c, d = found
    return a, b, c, d


def _scene(plan: ScenePlan, person: Person, gait: str, rng: Generator) -> Made:
    side, turned = (-1, 1)[int(rng.integers(2))], float(rng.uniform(-_TURNED, _TURNED))
    away, tempo = float(rng.uniform(*_AWAY_M)), float(rng.uniform(*_TEMPO))
    yaw = side * np.pi / 2 + turned
    far = np.linalg.norm(Course(person, ACTIONS[gait], yaw=yaw, tempo=tempo).at(TIMES[-1]).at[:2])
    # The middle of the way is in the middle of the pictures.
    course = Course(person, ACTIONS[gait], at=(-side * float(far) / 2, away), yaw=yaw, tempo=tempo)
    shot = film(plan, [Role("person_0", person, course.at)], TIMES)

    def told(found: str) -> dict[str, Any]:
        did = [found] if found in GAITS else []
        return {"people": [{"name": "person_0", "top": person.looks.top_colour, "did": did}]}

    def read(own: Film) -> dict[str, Any]:
        return told(recognised_gait(own.joints["person_0"], TIMES))

    if recognised_gait(shot.joints["person_0"], TIMES) != gait:
        raise Rejected("the pictures do not show how somebody walks")
    return shot.told(told(gait), read)


def recognised_gait(tracks: Array, times: Sequence[float]) -> str:
    """Return the gait in which joints move most nearly so, at any phase; empty where nobody walks.

    Args:
        tracks: Joints over time, shape (pictures, joints, 3), NaN where hidden.
        times: When each picture was taken, in s.
    """
    there = ~np.isnan(tracks[:, _HEAD]).any(axis=1)
    seen, when = tracks[there], np.array(times)[there]
    if len(seen) < 2:
        return ""
    way = seen[-1, _HEAD, :2] - seen[0, _HEAD, :2]
    if np.linalg.norm(way) < _STILL_M:
        return ""
    c, s = -way[1] / np.linalg.norm(way), way[0] / np.linalg.norm(way)
    turned = seen @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]]).T
    # Beside how joints lie about the head, how fast the head moves tells one gait from another.
    speed = float(np.linalg.norm(way) / (when[-1] - when[0]))
    own = _about_head(turned)
    ticks = np.round((when - when[0]) / _TICK_S).astype(int)
    return min((*GAITS, PLAIN), key=lambda gait: _off(own, speed / turned[:, _HEAD, 2].mean(), ticks, gait))


def _off(own: Array, speed: float, ticks: NDArray[np.int64], gait: str) -> float:
    reference, usual = _reference(gait)
    starts = range(len(reference) - int(ticks[-1]))
    near = min(float(np.nanmean(np.square(own - reference[start + ticks]))) for start in starts)
    return near + 0.01 * (speed - usual) ** 2


def _about_head(tracks: Array) -> Array:
    """Return where joints are about the head, and how high, in heads' heights."""
    moved = tracks.copy()
    moved[:, :, :2] -= tracks[:, _HEAD : _HEAD + 1, :2]
    return np.asarray(moved / tracks[:, _HEAD, 2].mean())


@lru_cache
def _reference(gait: str) -> tuple[Array, float]:
    """Return how an average adult's joints lie about the head every tick of a gait, and how fast the gait is in heads' heights a second."""
    person = Person(draw_looks(stream(0, "average person"), age="adult"))
    course = Course(person, ACTIONS[gait])
    moments = [course.at(tick * _TICK_S) for tick in range(_TICKS)]
    placed = [(person.bones(one.pose), one.at) for one in moments]
    tracks = np.array([[bones[name] + at for name in JOINTS] for bones, at in placed])
    way = np.linalg.norm(tracks[-1, _HEAD, :2] - tracks[0, _HEAD, :2]) / ((_TICKS - 1) * _TICK_S)
    return _about_head(tracks), float(way / tracks[:, _HEAD, 2].mean())


WALKED = register(SceneSet("gaits", 1, make, people=True))
