"""Somebody signals something to the viewer with a hand, early or late in a series of pictures.

In two scenes the same person does, early in one and late in the other; in the third the person stands, in the fourth it is somebody
with a top of another colour.
"""

from collections.abc import Sequence
from typing import Any

from numpy.random import Generator

from mindsight.engine.figures.people.actions import ACTIONS
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.motions import Course
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.acting import GESTURES, room, spans_of
from mindsight.home.questions.scenes.people.cast import TOPS, Part, carried_out, drawn_person
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.reading.recognised import Done, recognised

TIMES = tuple(round(0.5 * number, 3) for number in range(12))
_BEGIN_S, _TEMPO, _AWAY_M, _TURNED = ((0.1, 0.3), (2.9, 3.05)), (1.15, 1.3), 0.75, (-0.25, 0.25)


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes in one room."""
    rng = stream(seed, "signals")
    plan = room(rng, seed)
    meant, other = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:2])
    person, stranger = drawn_person(rng, meant), drawn_person(rng, other)
    gestures = [GESTURES[int(index)] for index in rng.permutation(len(GESTURES))[:3]]
    scenes = [
        (person, gestures[0], 0),
        (person, gestures[1], 1),
        (person, "", 0),
        (stranger, gestures[2], int(rng.integers(2))),
    ]
    found = [_scene(plan, *scenes[int(number)], rng) for number in rng.permutation(4)]
    one, two, three, four = found
    return one, two, three, four


def _scene(plan: ScenePlan, person: Person, gesture: str, begin: int, rng: Generator) -> Made:
    part = Part(gesture or "stand", float(rng.uniform(*_BEGIN_S[begin])), float(rng.uniform(*_TEMPO)))
    action = carried_out([part]) if gesture else ACTIONS["stand"]
    at = (float(rng.uniform(-0.3, 0.3)), _AWAY_M + float(rng.uniform(-0.1, 0.1)))
    course = Course(person, action, at=at, yaw=float(rng.uniform(*_TURNED)))
    shot = film(plan, [Role("person_0", person, course.at)], TIMES)

    def told(done: Sequence[Done]) -> dict[str, Any]:
        did = [one.action for one in done]
        top = person.looks.top_colour
        return {"people": [{"name": "person_0", "top": top, "did": did, "spans": spans_of(done, TIMES)}]}

    def read(own: Film) -> dict[str, Any]:
        return told(recognised(own.joints["person_0"], TIMES, GESTURES))

    truth = told([Done(part.action, part.begin_s, part.end_s)] if gesture else [])
    if read(shot)["people"][0]["did"] != truth["people"][0]["did"]:
        raise Rejected("the pictures do not show what is signalled")
    return shot.told(truth, read)


SIGNALLED = register(SceneSet("signals", 1, make, people=True))
