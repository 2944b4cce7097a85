"""Two people, told apart by the colour of their tops, and what they do with each other.

In two scenes the same two do different things; in the third they stand side by side and do nothing, in the fourth one of them is somebody
with a top of another colour.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import Generator

from mindsight.engine.figures.people.actions import ACTIONS
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.looks import Age
from mindsight.engine.figures.people.motions import Course
from mindsight.engine.figures.plays.carried import Parcel
from mindsight.engine.figures.plays.pairs import PAIRS
from mindsight.engine.figures.plays.staging import Motion, Play, Stage
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.reading.likest import Shown, likest

BETWEEN = tuple(PAIRS)
"""What two people do with each other here; each is read from how they move."""
ROLES = {
    "give": ("gives", "takes"), "chase": ("chases", "flees"), "block": ("comes", "bars"), "shove": ("shoves", "shoved"),
    "help_up": ("helps", "helped"), "follow": ("follows", "leads"),
}  # fmt: skip
"""What the first and the second do where their parts differ."""
_PICTURES, _AWAY_M, _TEMPO, _TURNED = 8, 0.85, (0.92, 1.08), 0.25
_ACROSS = {"meet", "part", "follow", "chase"}
"""Doings along the whole picture, whose line is not turned."""
_BARRED = (1.15, (0.4, 0.6))
"""Where somebody bars the way, away from the viewer in m, and how far the line is turned: spread arms are seen from the front."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes in one room."""
    rng = stream(seed, "between")
    plan = room(rng, seed)
    first, second, third = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:3])
    # Hands meet only if two are about as tall.
    age: Age = ("child", "adult", "adult", "old")[int(rng.integers(4))]
    one, other, stranger = (drawn_person(rng, top, age) for top in (first, second, third))
    # In half of the sets the first two have a part each that differs from the other's.
    pool = tuple(ROLES) if rng.random() < 0.5 else BETWEEN
    kinds = [pool[int(index)] for index in rng.permutation(len(pool))[:3]]
    scenes = [((one, other), kinds[0]), ((one, other), kinds[1]), ((one, other), ""), ((stranger, other), kinds[2])]
    found = []
    for number in rng.permutation(4):
        pair, kind = scenes[int(number)]
        found.append(_scene(plan, pair if rng.random() < 0.5 else pair[::-1], kind, rng))
    a, b, c, d = found
    return a, b, c, d


def stage_of(kind: str, rng: Generator) -> Stage:
    """Return where two people are; from either side as often."""
    side, turned = (0.0, np.pi)[int(rng.integers(2))], float(rng.uniform(-_TURNED, _TURNED))
    if kind == "block":
        away, own = _BARRED[0], float(rng.uniform(*_BARRED[1]))
        return Stage((0.0, away), float(side - own if side else own))
    return Stage((0.0, _AWAY_M), float(side + (0.0 if kind in _ACROSS else turned)))


def _standing(one: Person, other: Person, stage: Stage, rng: Generator) -> Play:
    """Return two who stand side by side, turned to the viewer."""
    stand = ACTIONS["stand"]
    courses = []
    for person, along_m in ((one, -0.75), (other, 0.75)):
        x, y, _ = stage.place(along_m)
        courses.append(Course(person, stand, at=(float(x), float(y)), yaw=float(rng.uniform(-0.2, 0.2))))
    return Play((courses[0].at, courses[1].at), stand.length_s)


def _at_tempo(motion: Motion, tempo: float) -> Motion:
    return lambda time_s: motion(time_s * tempo)


def _scene(plan: ScenePlan, pair: Sequence[Person], kind: str, rng: Generator) -> Made:
    stage, tempo = stage_of(kind, rng), float(rng.uniform(*_TEMPO))
    one, other = pair
    play = PAIRS[kind](one, other, stage) if kind else _standing(one, other, stage, rng)
    times = [round(number * play.length_s / tempo / (_PICTURES - 1), 3) for number in range(_PICTURES)]
    roles = [
        Role(f"person_{number}", person, _at_tempo(motion, tempo))
        for number, (person, motion) in enumerate(zip(pair, play.motions, strict=True))
    ]

    def moved(workshop: Workshop) -> list[Parcel]:
        return [Parcel(workshop, f"parcel_{number}", held, stage, tempo=tempo) for number, held in enumerate(play.held)]

    shot = film(plan, roles, times, moved=moved)

    def told(found: Shown) -> dict[str, Any]:
        parts = ROLES.get(found.play, ("", ""))
        parts = parts[::-1] if found.first else parts
        did = [found.play] if found.play else []
        return {
            "people": [
                {"name": role.name, "top": role.person.looks.top_colour, "did": did, "part": part}
                for role, part in zip(roles, parts, strict=True)
            ]
        }

    def read(own: Film) -> dict[str, Any]:
        return told(likest([own.joints[role.name] for role in roles], times, BETWEEN))

    if read(shot) != told(Shown(kind)):
        raise Rejected("the pictures do not show what two people do with each other")
    return shot.told(told(Shown(kind)), read)


PAIRED = register(SceneSet("between", 2, make, people=True))
