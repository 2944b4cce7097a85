"""Three people, told apart by the colours of their tops, who do something together or two of them against the third.

In one scene three do something together and in another two are against the third (or two are against one in both, another one each
time); in the third they stand and do nothing, in the fourth one of them is somebody with a top of another colour.
"""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.random import Generator

from mindsight.engine.figures.people.actions import ACTIONS
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.looks import Age
from mindsight.engine.figures.people.motions import Course
from mindsight.engine.figures.plays.carried import Parcel
from mindsight.engine.figures.plays.staging import Motion, Play, Stage
from mindsight.engine.figures.plays.trios import TOGETHER, TRIOS
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.reading.likest import Shown, likest

Part = Literal["with both", "with one", "alone"]
_AGAINST = tuple(play for play in TRIOS if play not in TOGETHER)
_PICTURES, _TEMPO, _APART_M = 8, (0.92, 1.08), 0.95
_AWAY_M = {"carry beam": 0.85, "chased by two": 0.85, "barred by two": 1.2, "push crate": 1.0, "threatened by two": 1.0}
_TURNED = {
    "carry beam": (-0.1, 0.3),
    "chased by two": (0.0, 0.15),
    "barred by two": (0.5, 0.8),
    "push crate": (0.8, 1.1),
    "threatened by two": (-0.85, -0.6),
}
"""How far away a doing takes place, and how far its line is turned, so that nobody hides another one."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes in one room."""
    rng = stream(seed, "groups")
    plan = room(rng, seed)
    tops = [TOPS[int(index)] for index in rng.permutation(len(TOPS))[:4]]
    age: Age = ("child", "adult", "adult", "old")[int(rng.integers(4))]
    meant, one, other, stranger = (drawn_person(rng, top, age) for top in tops)
    parts: list[Part] = ["with both", "with one", "alone"]
    first, second, third = (parts[int(index)] for index in rng.permutation(3))
    scenes: list[tuple[Person, Part | None]] = [(meant, first), (meant, second), (meant, None), (stranger, third)]
    found = [_scene(plan, scenes[int(number)], (one, other), rng) for number in rng.permutation(4)]
    a, b, c, d = found
    return a, b, c, d


def _cast(who: tuple[Person, Part | None], others: Sequence[Person], rng: Generator) -> tuple[str, list[Person]]:
    """Return what three do so that somebody has a part in it, and the three in the order of the doing; nothing if they only stand."""
    person, part = who
    mixed = [others[int(index)] for index in rng.permutation(2)]
    if part == "alone":
        return _AGAINST[int(rng.integers(len(_AGAINST)))], [person, *mixed]
    if part == "with one":
        place = int(rng.integers(2))
        return _AGAINST[int(rng.integers(len(_AGAINST)))], [
            mixed[0],
            *((person, mixed[1]) if place else (mixed[1], person)),
        ]
    three = [person, *mixed]
    ordered = [three[int(index)] for index in rng.permutation(3)]
    return (TOGETHER[int(rng.integers(len(TOGETHER)))] if part else ""), ordered


def stage_of(kind: str, rng: Generator) -> Stage:
    """Return where three people are; from either side as often."""
    away = _AWAY_M[kind]
    own = float(rng.uniform(*_TURNED[kind]))
    return Stage((0.0, away), own if rng.random() < 0.5 else float(np.pi - own))


def _standing(people: Sequence[Person], rng: Generator) -> Play:
    """Return three who stand side by side, turned to the viewer."""
    stand = ACTIONS["stand"]
    courses = [
        Course(person, stand, at=((number - 1) * _APART_M, 0.85), yaw=float(rng.uniform(-0.2, 0.2)))
        for number, person in enumerate(people)
    ]
    return Play(tuple(course.at for course in courses), stand.length_s)


def _at_tempo(motion: Motion, tempo: float) -> Motion:
    return lambda time_s: motion(time_s * tempo)


def _scene(plan: ScenePlan, who: tuple[Person, Part | None], others: Sequence[Person], rng: Generator) -> Made:
    kind, people = _cast(who, others, rng)
    stage, tempo = stage_of(kind, rng) if kind else Stage(), float(rng.uniform(*_TEMPO))
    one, two, three = people
    play = TRIOS[kind]((one, two, three), stage) if kind else _standing(people, rng)
    times = [round(number * play.length_s / tempo / (_PICTURES - 1), 3) for number in range(_PICTURES)]
    roles = [
        Role(f"person_{number}", person, _at_tempo(motion, tempo))
        for number, (person, motion) in enumerate(zip(people, play.motions, strict=True))
    ]

    def moved(workshop: Workshop) -> list[Parcel]:
        return [Parcel(workshop, f"parcel_{number}", held, stage, tempo=tempo) for number, held in enumerate(play.held)]

    shot = film(plan, roles, times, moved=moved)

    def told(found: Shown) -> dict[str, Any]:
        did = [found.play] if found.play else []
        return {
            "people": [
                {"name": role.name, "top": role.person.looks.top_colour, "did": did, "part": _part(found, number)}
                for number, role in enumerate(roles)
            ]
        }

    def read(own: Film) -> dict[str, Any]:
        return told(likest([own.joints[role.name] for role in roles], times, tuple(TRIOS)))

    if _parts(read(shot)) != _parts(told(Shown(kind))):
        raise Rejected("the pictures do not show what three people do")
    return shot.told(told(Shown(kind)), read)


def _part(found: Shown, number: int) -> str:
    if found.play not in TRIOS:
        return ""
    if found.play in TOGETHER:
        return "with both"
    return "alone" if number == found.first else "with one"


def _parts(told: dict[str, Any]) -> list[tuple[list[str], str]]:
    return [(one["did"], one["part"]) for one in told["people"]]


GROUPED = register(SceneSet("groups", 1, make, people=True))
