"""Two faces side by side, each of which shows something: one expression is shown by one, by the other, by neither, or by both."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import Generator

from mindsight.engine.figures.people.actions import STAND
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.faces import Emotion
from mindsight.engine.scenes.plans import ScenePlan, ViewpointPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.portraits import Portrait, showing
from mindsight.home.questions.scenes.people.reading.features import DEEP_M, EXPRESSIONS, in_turn, placed, shown

_TIMES = tuple(round(0.3 * number, 3) for number in range(8))
_APEX_S, _HEAD_M, _APART_M, _TURNED = 1.0, 1.45, 0.27, (0.0, 0.35)
_EYE, _FOVY_DEG = (0.0, -1.25, 1.55), 26.0
_EITHER: tuple[Emotion, Emotion] = ("fear", "surprise")
"""Expressions that people take for each other: only one of them is seen in a set."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same two people."""
    rng = stream(seed, "faces_two")
    viewpoint = ViewpointPlan(
        name="near", zh="面前", en="close by", eye=_EYE, target=(0.0, 0.5, _HEAD_M + 0.03), fovy=_FOVY_DEG
    )
    plan = room(rng, seed).model_copy(update={"time_of_day": "noon", "viewpoints": (viewpoint,)})
    one, other = (drawn_person(rng, TOPS[int(index)]) for index in rng.permutation(len(TOPS))[:2])
    # Of these draws one decides; the others keep the sets that never had both as they were.
    drawn = {emotion: int(rng.integers(2)) for emotion in EXPRESSIONS}
    known = [emotion for emotion in EXPRESSIONS if emotion != _EITHER[drawn[_EITHER[0]]]]
    asked, *rest = (known[int(index)] for index in rng.permutation(len(known))[:4])
    shows = [(asked, rest[0]), (rest[1], asked), (rest[0], rest[2]), (asked, asked)]
    found = [_scene(plan, (one, other), shows[int(number)], rng) for number in rng.permutation(4)]
    a, b, c, d = found
    return a, b, c, d


def _scene(plan: ScenePlan, people: Sequence[Person], shows: Sequence[Emotion], rng: Generator) -> Made:
    roles, told = [], list[dict[str, Any]]()
    side = (-1, 1)[int(rng.integers(2))]
    for number, (person, emotion) in enumerate(zip(people, shows, strict=True)):
        x = side * (-1, 1)[number] * _APART_M
        # Both look towards the middle, and so more or less at the viewer.
        yaw, at = -np.sign(x) * float(rng.uniform(*_TURNED)), (x, 0.5, _HEAD_M)
        moment = showing(person, Portrait(at, yaw, STAND), emotion, _APEX_S, rng)
        roles.append(Role(f"person_{number}", person, moment, placed, DEEP_M))
        told.append({"name": f"person_{number}", "top": person.looks.top_colour, "seen": True, "did": [str(emotion)]})
    shot = film(plan, roles, _TIMES, whole=False)
    turns = {role.name: role.at(0.0).turn() for role in roles}

    def read(own: Film) -> dict[str, Any]:
        felt = {name: shown(tracks, turns[name]) for name, tracks in own.joints.items()}
        return {"people": [{**one, "seen": any(felt[one["name"]]), "did": in_turn(felt[one["name"]])} for one in told]}

    if read(shot)["people"] != told:
        raise Rejected("the pictures do not show what two faces show")
    return shot.told({"people": told}, read)


TWO = register(SceneSet("faces_two", 2, make, people=True))
