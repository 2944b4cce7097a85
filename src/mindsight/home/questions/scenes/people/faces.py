"""Close-ups of one person whose face shows something and is calm again: one expression, one after another, or one more and less strongly.

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
from mindsight.home.questions.scenes.people.features import EXPRESSIONS, placed, shown, strongest_picture
from mindsight.home.questions.scenes.people.filming import Film, Role, film

_EVERY_S = 0.3
_ONSET_S, _APEX_S, _OFFSET_S = (0.35, 0.5), (0.5, 0.7), (0.35, 0.5)
_STRENGTH, _STEPS = (0.85, 1.0), (0.25, 0.45, 1.0)
"""How strong expressions are, and those of which one is the strongest, less a little."""
_FAINT = ("anger",)
"""Expressions that move a face so little that half of one is hardly to be told from all of it."""
_FELT = 0.5
"""Share of an expression from which it counts as shown."""
_AWAY_M, _FOVY_DEG, _TURNED, _AVERTED = 1.0, 21.0, (0.1, 0.35), (2.6, 3.1)
_DEEP_M = 0.015


class _Kind(NamedTuple):
    """How many pictures, when the middle of each apex is, the expressions of the first two scenes and of the others, and how strong."""

    pictures: int
    apexes_s: Sequence[float]
    scripts: Callable[[Generator], Sequence[Sequence[Emotion]]]
    strengths: Callable[[Generator], Sequence[Sequence[float | None]]]


def _single(rng: Generator) -> list[Sequence[Emotion]]:
    return [[EXPRESSIONS[int(index)]] for index in rng.permutation(len(EXPRESSIONS))[:4]]


def _changing(rng: Generator) -> list[Sequence[Emotion]]:
    one, other = (EXPRESSIONS[int(index)] for index in rng.permutation(len(EXPRESSIONS))[:2])
    return [[one, other], [other, one], [one, other], [other, one]]


def _repeating(rng: Generator) -> list[Sequence[Emotion]]:
    known = [one for one in EXPRESSIONS if one not in _FAINT]
    return [[known[int(rng.integers(len(known)))]] * len(_STEPS)] * 4


def _strong(_: Generator) -> list[list[None]]:
    """Return that all expressions are strong, each by chance."""
    return [[None, None]] * 4


def _stepped(rng: Generator) -> list[list[float]]:
    """Return strengths in random order; the strongest are at other places in the first two scenes."""
    places = rng.permutation(len(_STEPS))
    found = []
    for number in range(4):
        faint = [step * float(rng.uniform(0.92, 1.0)) for step in rng.permutation(_STEPS[:-1])]
        faint.insert(int(places[number % len(_STEPS)]), _STEPS[-1])
        found.append(faint)
    return found


KINDS: dict[str, _Kind] = {
    "faces": _Kind(7, (0.9,), _single, _strong),
    "faces_changing": _Kind(11, (0.75, 2.25), _changing, _strong),
    "faces_stronger": _Kind(15, (0.75, 2.1, 3.45), _repeating, _stepped),
}


def made(key: str, seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes."""
    kind, rng = KINDS[key], stream(seed, key)
    plan = room(rng, seed).model_copy(update={"time_of_day": "noon"})
    meant, other = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:2])
    scripts, strengths = kind.scripts(rng), kind.strengths(rng)
    tops, averted = (meant, meant, meant, other), (False, False, True, False)
    found = [
        _scene(kind, plan, drawn_person(rng, top), list(zip(script, own, strict=False)), rng, averted=away)
        for top, script, own, away in zip(tops, scripts, strengths, averted, strict=True)
    ]
    one, two, three, four = (found[int(place)] for place in rng.permutation(4))
    return one, two, three, four


def _scene(
    kind: _Kind,
    plan: ScenePlan,
    person: Person,
    script: Sequence[tuple[Emotion, float | None]],
    rng: Generator,
    *,
    averted: bool,
) -> Made:
    times = [round(number * _EVERY_S, 3) for number in range(kind.pictures)]
    courses = [
        _course(emotion, apex, rng, strength) for (emotion, strength), apex in zip(script, kind.apexes_s, strict=True)
    ]
    yaw = (-1, 1)[int(rng.integers(2))] * float(rng.uniform(*(_AVERTED if averted else _TURNED)))
    feet = -min(person.bones(STAND)[f"foot.{side}"][2] for side in "LR")

    def at(time_s: float) -> Moment:
        face: dict[str, float] = {}
        for emotion, one in courses:
            shown_now = expression(emotion, one(time_s))
            face |= {action: share for action, share in shown_now.items() if share}
        return Moment(replace(STAND, face=face), np.array([0.0, 0.4, feet]), yaw)

    head = at(0.0).at + person.bones(STAND)["head"] + np.array([0.0, 0.0, 0.04])
    viewpoint = ViewpointPlan(
        name="near", zh="面前", en="close by", fovy=_FOVY_DEG, eye=(0.0, 0.4 - _AWAY_M, float(head[2]) + 0.02),
        target=(0.0, float(head[1]), float(head[2])),
    )  # fmt: skip
    role = Role("person_0", person, at, placed, _DEEP_M)
    shot = film(plan.model_copy(update={"viewpoints": (viewpoint,)}), [role], times, whole=False)
    emotions = list(dict.fromkeys(emotion for emotion, _ in script))
    told = {"name": "person_0", "top": person.looks.top_colour, "seen": not averted, "did": emotions}
    strongest = max(range(len(script)), key=lambda number: script[number][1] or 0.0) + 1
    felt_in = [[number for number, at_s in enumerate(times, 1) if one(at_s) > _FELT] for _, one in courses]

    def read(own: Film) -> dict[str, Any]:
        tracks, turn = own.joints["person_0"], at(0.0).turn()
        felt = shown(tracks, turn)
        did = _in_turn(felt)
        more = {
            "spans": [_span(felt, one) for one in did],
            "strongest": strongest_picture(tracks) * len(script) // len(felt) + 1,
        }
        return {"people": [{**told, "seen": any(felt), "did": did, **more}]}

    found = read(shot)["people"][0]
    calm = {**told, "did": [] if averted else emotions}
    if {name: found[name] for name in calm} != calm or (
        len(script) > 2 and not averted and found["strongest"] != strongest
    ):
        raise Rejected("the pictures do not show what the face shows")
    spans = [[one[0], one[-1]] if one else [0, 0] for one in felt_in[: len(emotions)]]
    return shot.told({"people": [{**told, "spans": spans, "strongest": strongest}]}, read)


def _course(
    emotion: Emotion, apex_s: float, rng: Generator, strength: float | None
) -> tuple[Emotion, Callable[[float], float]]:
    """Return an expression, and how strong it is at any time in s."""
    onset, held, offset = (float(rng.uniform(*span)) for span in (_ONSET_S, _APEX_S, _OFFSET_S))
    full = float(rng.uniform(*_STRENGTH)) if strength is None else strength

    def at(time_s: float) -> float:
        begin = apex_s - held / 2 - onset
        return full * course(time_s, onset_s=onset, apex_s=held, offset_s=offset, begin_s=begin)

    return emotion, at


def _span(felt: Sequence[str], emotion: str) -> list[int]:
    """Return the numbers, from 1, of the first and the last picture that show an expression."""
    found = [number for number, one in enumerate(felt, 1) if one == emotion]
    return [found[0], found[-1]]


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
STRONGER = register(SceneSet("faces_stronger", 1, lambda seed: made("faces_stronger", seed), people=True))
