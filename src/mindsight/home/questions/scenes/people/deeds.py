"""Somebody and a thing: what is done with it, told by how the joints move.

In two scenes the same person does different things, mostly those that are each other's reverse; in the third nothing, in the fourth it is
somebody with a top of another colour.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.random import Generator

from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.plays.carried import Parcel
from mindsight.engine.figures.plays.deeds import DEEDS
from mindsight.engine.figures.plays.staging import Stage
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.reading.likest import likest

Value = TypeVar("Value")

_REVERSED = (("lift", "put_down"), ("push", "pull"))
_MOSTLY = 0.7
_PICTURES, _AWAY_M, _BEFORE_M, _TEMPO, _TURNED = 8, 0.6, 0.2, (0.92, 1.08), (-0.1, 0.4)


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes in one room."""
    rng = stream(seed, "deeds")
    plan = room(rng, seed)
    meant, other = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:2])
    person, stranger = drawn_person(rng, meant), drawn_person(rng, other)
    deeds = [list(DEEDS)[int(index)] for index in rng.permutation(len(DEEDS))[:3]]
    if rng.random() < _MOSTLY:
        deeds[:2] = _REVERSED[int(rng.integers(len(_REVERSED)))]
    # Who does nothing stands at a thing that somebody else would lift, push or open.
    scenes = [(person, deeds[0], True), (person, deeds[1], True), (person, deeds[0], False), (stranger, deeds[2], True)]
    found = [_scene(plan, *scenes[int(number)], rng) for number in rng.permutation(4)]
    one, two, three, four = found
    return one, two, three, four


def _still(value: Callable[[float], Value]) -> Callable[[float], Value]:
    """Return what stays as it is at first."""
    return lambda _: value(0.0)


def _scene(plan: ScenePlan, person: Person, deed: str, acts: bool, rng: Generator) -> Made:  # noqa: FBT001
    turned, tempo = float(rng.uniform(*_TURNED)), float(rng.uniform(*_TEMPO))
    stage_turned = (-turned, np.pi + turned)[int(rng.integers(2))]
    stage = Stage((float(-_BEFORE_M * np.cos(stage_turned)), _AWAY_M), float(stage_turned))
    play = DEEDS[deed](person, stage)
    motion, held = play.motions[0], play.held
    if not acts:
        motion, held = (
            _still(motion),
            tuple(one._replace(at=_still(one.at), lid=one.lid and _still(one.lid)) for one in held),
        )
    times = [round(number * play.length_s / tempo / (_PICTURES - 1), 3) for number in range(_PICTURES)]

    def moved(workshop: Workshop) -> list[Parcel]:
        return [Parcel(workshop, f"thing_{number}", one, stage, tempo=tempo) for number, one in enumerate(held)]

    shot = film(plan, [Role("person_0", person, lambda time_s: motion(time_s * tempo))], times, moved=moved)

    def told(did: str) -> dict[str, Any]:
        return {"people": [{"name": "person_0", "top": person.looks.top_colour, "did": [did] if did else []}]}

    def read(own: Film) -> dict[str, Any]:
        return told(likest([own.joints["person_0"]], times, tuple(DEEDS)).play)

    if read(shot) != told(deed if acts else ""):
        raise Rejected("the pictures do not show what somebody does with a thing")
    return shot.told(told(deed if acts else ""), read)


DONE = register(SceneSet("deeds", 1, make, people=True))
