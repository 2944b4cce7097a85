"""Somebody opens a present; for a moment the face gives one thing away, and then shows another.

In two scenes the same person does, with another feeling given away or another one shown; in the third the face is turned away (or gives
nothing away), in the fourth somebody else opens it. The lid and the hands follow a timetable, and so does the face.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.figures.people.actions import STAND
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.faces import Emotion, course, expression
from mindsight.engine.figures.people.motions import Moment, ease
from mindsight.engine.figures.plays.carried import Parcel
from mindsight.engine.figures.plays.reaching import reaching
from mindsight.engine.figures.plays.staging import Held, Stage
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ViewpointPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.reading.features import DEEP_M, placed, shown

FEELINGS: tuple[Emotion, ...] = ("happiness", "sadness", "surprise", "disgust")
TABLE, TOP_M = "dining_table", 0.75
_TIMES = (
    *(round(0.35 * number, 3) for number in range(4)),
    *(round(1.4 + 0.1 * number, 3) for number in range(6)),
    2.2,
    2.6,
    3.0,
)
"""A few pictures of the opening, many of the moment after it, and a few of what is shown then."""
_OPENS_S, _LEAKS_S, _SHOWS_S = (0.4, 1.3), (1.45, 0.12, 0.14, 0.14), 2.1
"""From when to when the lid opens; when the first feeling begins, its onset, apex and offset; when the second begins."""
_LEAK, _SHOW, _LID_RAD, _LEAST_M = (0.6, 0.7), (0.9, 1.0), 1.9, 0.0006
_HEAD, _EYE, _TARGET, _FOVY_DEG = (0.0, 0.60, 1.20), (0.0, -0.75, 1.42), (0.0, 0.45, 1.085), 28.5
_HALF, _AWAY_M = (0.08, 0.12, 0.07), 0.27
_WRAPPED = ((0.25, 0.42, 0.62), (0.85, 0.72, 0.25))
_LEAK_PICTURES, _SHOWN_PICTURES = slice(4, 9), slice(10, 13)


class _Script(NamedTuple):
    """A scene: who opens the present, what the face gives away (if anything), what it then shows, and whether it is turned away."""

    person: Person
    leaks: Emotion | None
    shows: Emotion
    averted: bool = False


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes at one table."""
    rng = stream(seed, "presents")
    plan = _laid(room(rng, seed), seed)
    meant, other = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:2])
    person, stranger = drawn_person(rng, meant), drawn_person(rng, other)
    mixed = [FEELINGS[int(index)] for index in rng.permutation(len(FEELINGS))]
    pairs = [(leaks, shows) for leaks in mixed[:2] for shows in mixed[2:]]
    one, two, three, four = (pairs[int(index)] for index in rng.permutation(4))
    third = _Script(person, None, three[1]) if rng.random() < 0.5 else _Script(person, *three, averted=True)
    scripts = [_Script(person, *one), _Script(person, *two), third, _Script(stranger, *four)]
    found = [_scene(plan, scripts[int(number)], mixed, rng) for number in rng.permutation(4)]
    a, b, c, d = found
    return a, b, c, d


def _laid(plan: ScenePlan, seed: int) -> ScenePlan:
    table = FixturePlan(name=TABLE, kind=TABLE, seed=seed, at=(0.0, 0.0), yaw=0.0)
    viewpoint = ViewpointPlan(name="table", zh="桌前", en="at the table", eye=_EYE, target=_TARGET, fovy=_FOVY_DEG)
    return plan.model_copy(
        update={"fixtures": (*plan.fixtures, table), "viewpoints": (viewpoint,), "time_of_day": "noon"}
    )


def _scene(plan: ScenePlan, script: _Script, mixed: Sequence[Emotion], rng: Generator) -> Made:
    yaw = (-1, 1)[int(rng.integers(2))] * float(rng.uniform(*((2.6, 3.1) if script.averted else (0.0, 0.2))))
    moment = _opening(script, yaw, rng)
    role = Role("person_0", script.person, moment, placed, DEEP_M)
    at = np.array([0.0, _AWAY_M, TOP_M + _HALF[2] + 0.001])
    # The lid's hinge is on the viewer's side of the box, or it would hide the face.
    present = Held(_HALF, lambda _: at, lambda time_s: _LID_RAD * _opened(time_s), _WRAPPED)

    def moved(workshop: Workshop) -> list[Parcel]:
        return [Parcel(workshop, "present", present, Stage((0.0, _AWAY_M), -np.pi / 2))]

    shot = film(plan, [role], _TIMES, whole=False, moved=moved)
    told = {"name": "person_0", "top": script.person.looks.top_colour, "seen": not script.averted}
    feelings = [[str(one) for one in mixed[:2]], [str(one) for one in mixed[2:]]]
    truth = {**told, "did": [*([script.leaks] if script.leaks else []), script.shows]}

    def read(own: Film) -> dict[str, Any]:
        felt = shown(own.joints["person_0"], moment(0.0).turn(), _LEAST_M)
        return {"people": [{**told, "seen": any(felt), "did": _read(felt)}], "feelings": feelings}

    if read(shot)["people"][0] != ({**truth, "did": []} if script.averted else truth):
        raise Rejected("the pictures do not show what the face gives away and shows")
    return shot.told({"people": [truth], "feelings": feelings}, read)


def _opened(time_s: float) -> float:
    return ease((time_s - _OPENS_S[0]) / (_OPENS_S[1] - _OPENS_S[0]))


def _opening(script: _Script, yaw: float, rng: Generator) -> Any:
    """Return somebody at any time in s: the hands open the box and stay at it, and the face does what it does."""
    person, begin = script.person, float(rng.uniform(-0.04, 0.04))
    weak, full = float(rng.uniform(*_LEAK)), float(rng.uniform(*_SHOW))
    turn = Moment(STAND, np.zeros(3), yaw).turn()
    at = np.array(_HEAD) - turn @ person.bones(STAND)["head"]

    def moment(time_s: float) -> Moment:
        start, onset, apex, offset = _LEAKS_S
        leaks = weak * course(time_s, onset_s=onset, apex_s=apex, offset_s=offset, begin_s=start + begin)
        shows = full * ease((time_s - _SHOWS_S) / 0.35)
        face: dict[str, float] = expression(script.leaks, leaks) if script.leaks and leaks else {}
        face = expression(script.shows, shows) if shows else face
        now = Moment(replace(STAND, face=face), at, yaw)
        if script.averted:
            return now
        up = _opened(time_s)
        hands = [
            np.array([side * (_HALF[1] + 0.045), _AWAY_M + 0.05, TOP_M + 0.1 + 0.1 * up * (1 - up)]) for side in (1, -1)
        ]
        return reaching(person, now, 1.0, left=hands[0], right=hands[1])

    return moment


def _read(felt: Sequence[str]) -> list[str]:
    """Return what most of the pictures of the moment show that show something, and what the last ones do."""
    found = []
    for span in (_LEAK_PICTURES, _SHOWN_PICTURES):
        own = [one for one in felt[span] if one not in {"", "neutral"}]
        if own:
            found.append(max(own, key=own.count))
    return found


PRESENTS = register(SceneSet("presents", 1, make, people=True))
