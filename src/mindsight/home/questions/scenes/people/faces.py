"""Close-ups of one person whose face shows something and is calm again: one expression, or one after another.

In two scenes the face shows different things; in the third it is turned away, in the fourth somebody else is seen.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.figures.people.actions import STAND
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.faces import Emotion, course, expression
from mindsight.engine.figures.people.motions import Moment
from mindsight.engine.scenes.plans import ScenePlan, ViewpointPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.features import EXPRESSIONS, placed, shown
from mindsight.home.questions.scenes.people.filming import Film, Role, film

_EVERY_S = 0.3
_ONSET_S, _APEX_S, _OFFSET_S = (0.35, 0.5), (0.5, 0.7), (0.35, 0.5)
_STRENGTH = (0.85, 1.0)
_AWAY_M, _FOVY_DEG, _TURNED, _AVERTED = 1.0, 21.0, (0.1, 0.35), (2.6, 3.1)
_DEEP_M = 0.015


class _Kind(NamedTuple):
    """How many pictures, when the middle of each apex is, and the expressions of the first two scenes and of the others."""

    pictures: int
    apexes_s: Sequence[float]
    scripts: Callable[[Generator], Sequence[Sequence[Emotion]]]


def _single(rng: Generator) -> list[Sequence[Emotion]]:
    return [[EXPRESSIONS[int(index)]] for index in rng.permutation(len(EXPRESSIONS))[:4]]


def _changing(rng: Generator) -> list[Sequence[Emotion]]:
    one, other = (EXPRESSIONS[int(index)] for index in rng.permutation(len(EXPRESSIONS))[:2])
    return [[one, other], [other, one], [one, other], [other, one]]


KINDS: dict[str, _Kind] = {
    "faces": _Kind(7, (0.9,), _single),
    "faces_changing": _Kind(11, (0.75, 2.25), _changing),
}


def made(key: str, seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes."""
    kind, rng = KINDS[key], stream(seed, key)
    plan = room(rng, seed).model_copy(update={"time_of_day": "noon"})
    meant, other = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:2])
    scripts = kind.scripts(rng)
    tops, averted = (meant, meant, meant, other), (False, False, True, False)
    found = [
        _scene(kind, plan, drawn_person(rng, top), script, rng, averted=away)
        for top, script, away in zip(tops, scripts, averted, strict=True)
    ]
    one, two, three, four = (found[int(place)] for place in rng.permutation(4))
    return one, two, three, four


def _scene(
    kind: _Kind, plan: ScenePlan, person: Person, script: Sequence[Emotion], rng: Generator, *, averted: bool
) -> Made:
    times = [round(number * _EVERY_S, 3) for number in range(kind.pictures)]
    courses = [_course(emotion, apex, rng) for emotion, apex in zip(script, kind.apexes_s, strict=True)]
    yaw = (-1, 1)[int(rng.integers(2))] * float(rng.uniform(*(_AVERTED if averted else _TURNED)))
    feet = -min(person.bones(STAND)[f"foot.{side}"][2] for side in "LR")

    def at(time_s: float) -> Moment:
        face: dict[str, float] = {}
        for one in courses:
            face |= {action: share for action, share in one(time_s).items() if share}
        return Moment(replace(STAND, face=face), np.array([0.0, 0.4, feet]), yaw)

    head = at(0.0).at + person.bones(STAND)["head"] + np.array([0.0, 0.0, 0.04])
    viewpoint = ViewpointPlan(
        name="near", zh="面前", en="close by", fovy=_FOVY_DEG, eye=(0.0, 0.4 - _AWAY_M, float(head[2]) + 0.02),
        target=(0.0, float(head[1]), float(head[2])),
    )  # fmt: skip
    role = Role("person_0", person, at, placed, _DEEP_M)
    shot = film(plan.model_copy(update={"viewpoints": (viewpoint,)}), [role], times, whole=False)
    told = {"name": "person_0", "top": person.looks.top_colour, "seen": not averted, "did": list(script)}

    def read(own: Film) -> dict[str, Any]:
        felt = shown(own.joints["person_0"], at(0.0).turn())
        return {"people": [{**told, "seen": any(felt), "did": _in_turn(felt)}]}

    if read(shot) != {"people": [told if not averted else {**told, "did": []}]}:
        raise Rejected("the pictures do not show what the face shows")
    return shot.told({"people": [told]}, read)


def _course(emotion: Emotion, apex_s: float, rng: Generator) -> Callable[[float], dict[str, float]]:
    onset, held, offset = (float(rng.uniform(*span)) for span in (_ONSET_S, _APEX_S, _OFFSET_S))
    strength = float(rng.uniform(*_STRENGTH))

    def at(time_s: float) -> dict[str, float]:
        begin = apex_s - held / 2 - onset
        return expression(
            emotion, strength * course(time_s, onset_s=onset, apex_s=held, offset_s=offset, begin_s=begin)
        )

    return at


def _in_turn(felt: Sequence[str]) -> list[str]:
    """Return expressions in order; one that a single picture shows in passing between others is left out."""
    found: list[str] = []
    for number, one in enumerate(felt):
        if one in {"", "neutral"} or (found and found[-1] == one):
            continue
        if number + 1 < len(felt) and felt[number + 1] == one:
            found.append(one)
    return found


FACES = register(SceneSet("faces", 1, lambda seed: made("faces", seed), people=True))
CHANGING = register(SceneSet("faces_changing", 1, lambda seed: made("faces_changing", seed), people=True))
