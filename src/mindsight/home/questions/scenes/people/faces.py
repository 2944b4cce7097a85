"""Close-ups of one person whose face shows something and is calm again.

It is one expression, one after another, one more and less strongly, or one that is weak and over in less than half a second (a
micro-expression).

In two scenes the face shows different things; in the third it is turned away (or nothing passes over it), in the fourth somebody else is
seen.
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
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.reading.features import (
    DEEP_M,
    EXPRESSIONS,
    LEAST_MOVED_M,
    in_turn,
    placed,
    shown,
    strongest_picture,
)


class _Lasting(NamedTuple):
    """How long onset, apex and offset of an expression last, from and to, in s."""

    onset_s: tuple[float, float]
    apex_s: tuple[float, float]
    offset_s: tuple[float, float]


class _Course(NamedTuple):
    """An expression, its strength at the apex, and how strong it is at any time in s."""

    emotion: Emotion
    strength: float
    at: Callable[[float], float]


_LASTING = _Lasting((0.35, 0.5), (0.5, 0.7), (0.35, 0.5))
_BRIEF = _Lasting((0.10, 0.15), (0.10, 0.15), (0.12, 0.18))
"""Less than half a second, as micro-expressions are delimited by the databases of filmed ones (SMIC, CASME II, SAMM)."""
_EVERY_S, _FRAME_S = 0.3, 1 / 60
_STRENGTH, _STEPS, _WEAK = (0.85, 1.0), (0.25, 0.45, 1.0), (0.48, 0.52)
"""How strong expressions are, and those of which one is the strongest, less a little; and micro-expressions, at intensity C."""
_FAINT = ("anger",)
"""Expressions that move a face so little that half of one is hardly to be told from all of it, or is taken for a smile."""
_FELT = 0.5
"""Share of an expression from which it counts as shown."""
_LEAST_M = 0.0006
"""How far a micro-expression moves features at least."""
_AWAY_M, _FOVY_DEG, _TURNED, _AVERTED = 1.0, 21.0, (0.1, 0.35), (2.6, 3.1)
_EARLY_S, _LATE_S = (0.26, 0.30), (0.66, 0.72)


class _Kind(NamedTuple):
    """How many pictures, when the middle of each apex is, the expressions of the first two scenes and of the others, and how strong.

    ``calm``: the face of the third scene may be seen, and nothing passes over it.
    """

    pictures: int
    apexes_s: Callable[[Generator], Sequence[Sequence[float]]]
    scripts: Callable[[Generator], Sequence[Sequence[Emotion]]]
    strengths: Callable[[Generator], Sequence[Sequence[float | None]]]
    every_s: float = _EVERY_S
    lasting: _Lasting = _LASTING
    strength: tuple[float, float] = _STRENGTH
    """Between which an expression is as strong as it is by chance."""
    felt: float = _FELT
    least_m: float = LEAST_MOVED_M
    calm: bool = False


def _single(rng: Generator) -> list[Sequence[Emotion]]:
    return [[EXPRESSIONS[int(index)]] for index in rng.permutation(len(EXPRESSIONS))[:4]]


def _changing(rng: Generator) -> list[Sequence[Emotion]]:
    one, other = (EXPRESSIONS[int(index)] for index in rng.permutation(len(EXPRESSIONS))[:2])
    return [[one, other], [other, one], [one, other], [other, one]]


def _passing(rng: Generator) -> list[Sequence[Emotion]]:
    # Fear and surprise are taken for each other: only one of them is seen in a set. Of the draws that of fear decides; the others keep sets
    # that were drawn before as they were.
    drawn = {emotion: int(rng.integers(2)) for emotion in EXPRESSIONS}
    left_out = {*_FAINT, "surprise" if drawn["fear"] else "fear"}
    known = [emotion for emotion in EXPRESSIONS if emotion not in left_out]
    return [[known[int(index)]] for index in rng.permutation(len(known))]


def _repeating(rng: Generator) -> list[Sequence[Emotion]]:
    known = [one for one in EXPRESSIONS if one not in _FAINT]
    return [[known[int(rng.integers(len(known)))]] * len(_STEPS)] * 4


def _by_chance(_: Generator) -> list[list[None]]:
    return [[None, None]] * 4


def _at(*apexes_s: float) -> Callable[[Generator], Sequence[Sequence[float]]]:
    return lambda _: [apexes_s] * 4


def _early_or_late(rng: Generator) -> list[list[float]]:
    """Return that an expression comes early in one of the first two scenes and late in the other."""
    halves = [_EARLY_S, _LATE_S] * 2
    return [[float(rng.uniform(*halves[int(place)]))] for place in (*rng.permutation(2), *rng.permutation(2))]


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
    "faces": _Kind(7, _at(0.9), _single, _by_chance),
    "faces_changing": _Kind(11, _at(0.75, 2.25), _changing, _by_chance),
    "faces_stronger": _Kind(15, _at(0.75, 2.1, 3.45), _repeating, _stepped),
    # Every fourth frame of sixty in a second.
    "faces_brief": _Kind(
        15, _early_or_late, _passing, _by_chance, 4 * _FRAME_S, _BRIEF, _WEAK, _FELT / 2 * _WEAK[0], _LEAST_M, calm=True
    ),
}


def made(key: str, seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes."""
    kind, rng = KINDS[key], stream(seed, key)
    plan = room(rng, seed).model_copy(update={"time_of_day": "noon"})
    meant, other = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:2])
    scripts, strengths, apexes = kind.scripts(rng), kind.strengths(rng), kind.apexes_s(rng)
    own = [list(zip(*one, strict=False)) for one in zip(scripts, strengths, apexes, strict=True)]
    averted = not kind.calm or rng.random() < 0.5
    if not averted:
        own[2] = []
    found = [
        _scene(kind, plan, drawn_person(rng, top), script, rng, averted=averted and number == 2)
        for number, (top, script) in enumerate(zip((meant, meant, meant, other), own, strict=True))
    ]
    one, two, three, four = (found[int(place)] for place in rng.permutation(4))
    return one, two, three, four


def _scene(
    kind: _Kind,
    plan: ScenePlan,
    person: Person,
    script: Sequence[tuple[Emotion, float | None, float]],
    rng: Generator,
    *,
    averted: bool,
) -> Made:
    times = [round(number * kind.every_s, 4) for number in range(kind.pictures)]
    courses = [_course(kind, *one, rng) for one in script]
    yaw = (-1, 1)[int(rng.integers(2))] * float(rng.uniform(*(_AVERTED if averted else _TURNED)))
    feet = -min(person.bones(STAND)[f"foot.{side}"][2] for side in "LR")

    def at(time_s: float) -> Moment:
        face: dict[str, float] = {}
        for one in courses:
            face |= {action: share for action, share in expression(one.emotion, one.at(time_s)).items() if share}
        return Moment(replace(STAND, face=face), np.array([0.0, 0.4, feet]), yaw)

    head = at(0.0).at + person.bones(STAND)["head"] + np.array([0.0, 0.0, 0.04])
    viewpoint = ViewpointPlan(
        name="near", zh="面前", en="close by", fovy=_FOVY_DEG, eye=(0.0, 0.4 - _AWAY_M, float(head[2]) + 0.02),
        target=(0.0, float(head[1]), float(head[2])),
    )  # fmt: skip
    role = Role("person_0", person, at, placed, DEEP_M)
    shot = film(plan.model_copy(update={"viewpoints": (viewpoint,)}), [role], times, whole=False)
    emotions = list(dict.fromkeys(one.emotion for one in courses))
    told = {"name": "person_0", "top": person.looks.top_colour, "seen": not averted, "did": emotions}
    strongest = max(range(len(courses)), key=lambda number: courses[number].strength, default=0) + 1

    def read(own: Film) -> dict[str, Any]:
        tracks, turn = own.joints["person_0"], at(0.0).turn()
        felt = shown(tracks, turn, kind.least_m)
        did = in_turn(felt)
        more = {
            "spans": [_span(felt, one) for one in did],
            "strongest": strongest_picture(tracks) * max(1, len(courses)) // len(felt) + 1,
        }
        return {"people": [{**told, "seen": any(felt), "did": did, **more}]}

    found = read(shot)["people"][0]
    calm = {**told, "did": [] if averted else emotions}
    if {name: found[name] for name in calm} != calm or (
        len(courses) > 2 and not averted and found["strongest"] != strongest
    ):
        raise Rejected("the pictures do not show what the face shows")
    felt_in = [[number for number, at_s in enumerate(times, 1) if one.at(at_s) > kind.felt] for one in courses]
    spans = [[one[0], one[-1]] if one else [0, 0] for one in felt_in[: len(emotions)]]
    return shot.told({"people": [{**told, "spans": spans, "strongest": strongest}]}, read)


def _course(kind: _Kind, emotion: Emotion, strength: float | None, apex_s: float, rng: Generator) -> _Course:
    onset, held, offset = (float(rng.uniform(*span)) for span in kind.lasting)
    full = float(rng.uniform(*kind.strength)) if strength is None else strength

    def at(time_s: float) -> float:
        begin = apex_s - held / 2 - onset
        return full * course(time_s, onset_s=onset, apex_s=held, offset_s=offset, begin_s=begin)

    return _Course(emotion, full, at)


def _span(felt: Sequence[str], emotion: str) -> list[int]:
    """Return the numbers, from 1, of the first and the last picture that show an expression."""
    found = [number for number, one in enumerate(felt, 1) if one == emotion]
    return [found[0], found[-1]]


FACES = register(SceneSet("faces", 1, lambda seed: made("faces", seed), people=True))
CHANGING = register(SceneSet("faces_changing", 1, lambda seed: made("faces_changing", seed), people=True))
STRONGER = register(SceneSet("faces_stronger", 1, lambda seed: made("faces_stronger", seed), people=True))
BRIEF = register(SceneSet("faces_brief", 1, lambda seed: made("faces_brief", seed), people=True))
