"""Two people in a room, told apart by the colour of their tops: an action, a gesture, a posture, two actions, or one several times.

A colour is worn by one of them in two scenes, by both in another and by nobody in the fourth. Whoever wears it in the two scenes does what
gives different answers, and so do the two who both wear it.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from numpy.random import Generator

from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.motions import Course
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import ScenePlan, ViewpointPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.cast import TOPS, carried_out, drawn_person, following
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.reading.recognised import UNSEEN_S, Done, recognised
from mindsight.home.questions.scenes.rooms.floor import KEPT
from mindsight.home.questions.scenes.rooms.placing import bare

ROOMS = ("living_room", "bedroom")
KNOWN = ("wave", "point", "bend", "jump", "clap", "kick", "cheer")
"""What people do here; each is read from a few pictures."""
GESTURES = ("wave", "stop", "beckon", "direct")
"""What people mean for the viewer, by a hand."""
FELT = ("rage", "cower", "weep", "rejoice", "be proud")
"""What people do who feel something."""
_HELD = ("wave", "point", "bend", "clap", "cheer")
_APART_M, _AWAY_M = 0.85, 0.75
_BACK_M, _EYE_M, _FOVY_DEG = 0.12, 1.35, 66.0
_FAINT = 0.12
"""Share of an action at either end in which it is hardly to be told from standing."""
Script = Sequence[str]


class _Kind(NamedTuple):
    """How a set of scenes is filmed: pictures, seconds between two, how fast, pauses; what people may do, and how far they are turned.

    ``scripts`` are those of one colour's four wearers.
    """

    pictures: int
    every_s: float
    tempo: tuple[float, float]
    pause_s: float
    scripts: Callable[[Generator], Sequence[Script]]
    """Of whoever wears the colour alone in one scene and in another, then of the two who both wear it."""
    known: Sequence[str] = KNOWN
    turned: tuple[float, float] = (0.30, 0.65)
    masked: bool = False


def _single(rng: Generator) -> list[Script]:
    return [[KNOWN[int(index)]] for index in rng.permutation(len(KNOWN))[:4]]


def _gestures(rng: Generator) -> list[Script]:
    return [[GESTURES[int(index)]] for index in rng.permutation(len(GESTURES))[:4]]


def _bearings(rng: Generator) -> list[Script]:
    return [[FELT[int(index)]] for index in rng.permutation(len(FELT))[:4]]


def _ordered(rng: Generator) -> list[Script]:
    one, other = (_HELD[int(index)] for index in rng.permutation(len(_HELD))[:2])
    return [[one, other], [other, one], [one, other], [other, one]]


def _repeated(rng: Generator) -> list[Script]:
    alone, both = rng.permutation(3)[:2] + 1, rng.permutation(3)[:2] + 1
    return [["jump"] * int(times) for times in (*alone, *both)]


KINDS: dict[str, _Kind] = {
    "acts": _Kind(8, 0.45, (1.05, 1.2), 0.0, _single),
    "acts_in_order": _Kind(12, 0.5, (1.3, 1.5), 0.6, _ordered),
    "acts_repeated": _Kind(20, 0.3, (1.4, 1.6), 0.2, _repeated),
    "gestures": _Kind(9, 0.4, (0.95, 1.1), 0.0, _gestures, GESTURES, (0.0, 0.25)),
    "bearings": _Kind(9, 0.38, (0.95, 1.1), 0.0, _bearings, FELT, (0.15, 0.6), masked=True),
}


def made(key: str, seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes in one room."""
    kind, rng = KINDS[key], stream(seed, key)
    plan = room(rng, seed)
    first, second = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:2])
    people = {colour: [drawn_person(rng, colour, masked=kind.masked) for _ in range(2)] for colour in (first, second)}
    scripts = {colour: kind.scripts(rng) for colour in (first, second)}
    scenes = [
        [(first, 0, 0), (second, 0, 0)],
        [(first, 1, 1), (second, 1, 1)],
        [(first, 0, 2), (first, 1, 3)],
        [(second, 0, 2), (second, 1, 3)],
    ]
    found = []
    for number in rng.permutation(4):
        pair = [scenes[int(number)][int(place)] for place in rng.permutation(2)]
        found.append(
            _scene(kind, plan, [(people[colour][who], scripts[colour][what]) for colour, who, what in pair], rng)
        )
    one, two, three, four = found
    return one, two, three, four


def room(rng: Generator, seed: int) -> ScenePlan:
    """Return a room with nothing on its floor but people, seen from one wall."""
    try:
        plan = bare(furnish(ROOMS[int(rng.integers(len(ROOMS)))], subseed(seed, "room")), KEPT)  # type: ignore[arg-type]
    except ValueError as error:
        raise Rejected("the room could not be furnished") from error
    back = plan.size[1] / 2 - _BACK_M
    eye, target = (0.0, -back, _EYE_M), (0.0, _AWAY_M, 1.22)
    viewpoint = ViewpointPlan(name="wall", zh="墙边", en="at the wall", eye=eye, target=target, fovy=_FOVY_DEG)
    return plan.model_copy(update={"viewpoints": (viewpoint,)})


def _scene(kind: _Kind, plan: ScenePlan, pair: Sequence[tuple[Person, Script]], rng: Generator) -> Made:
    times = [round(number * kind.every_s, 3) for number in range(kind.pictures)]
    roles, told = [], []
    for number, (person, script) in enumerate(pair):
        parts = following(rng, script, kind.tempo, kind.pause_s)
        if parts[-1].end_s > times[-1] + UNSEEN_S:
            raise Rejected("the clip ends too early")
        side = (-1, 1)[number]
        x, y = side * _APART_M, _AWAY_M + float(rng.uniform(-0.1, 0.1))
        yaw = (-1, 1)[int(rng.integers(2))] * float(rng.uniform(*kind.turned))
        course = Course(person, carried_out(parts), at=(x, y), yaw=yaw)
        roles.append(Role(f"person_{number}", person, course.at))
        spans = spans_of([Done(part.action, part.begin_s, part.end_s) for part in parts], times)
        told.append({"name": f"person_{number}", "top": person.looks.top_colour, "did": list(script), "spans": spans})
    shot = film(plan, roles, times)

    def read(shown: Film) -> dict[str, Any]:
        people = []
        for one in told:
            done = recognised(shown.joints[str(one["name"])], times, kind.known)
            people.append({**one, "did": [part.action for part in done], "spans": spans_of(done, times)})
        return {"people": people}

    if [one["did"] for one in read(shot)["people"]] != [one["did"] for one in told]:
        raise Rejected("the pictures do not show what is done")
    return shot.told({"people": told}, read)


def spans_of(done: Sequence[Done], times: Sequence[float]) -> list[list[int]]:
    """Return the numbers, from 1, of the first and the last picture in which each action is under way; 0 if in none.

    Its first and last moments do not count: nobody sees yet, or still, what is done.
    """
    found = []
    for one in done:
        rest = _FAINT * (one.end_s - one.begin_s)
        within = [number for number, at in enumerate(times, 1) if one.begin_s + rest <= at <= one.end_s - rest]
        found.append([within[0], within[-1]] if within else [0, 0])
    return found


ACTS = register(SceneSet("acts", 1, lambda seed: made("acts", seed), people=True))
IN_ORDER = register(SceneSet("acts_in_order", 1, lambda seed: made("acts_in_order", seed), people=True))
GESTURED = register(SceneSet("gestures", 2, lambda seed: made("gestures", seed), people=True))
BEARING = register(SceneSet("bearings", 1, lambda seed: made("bearings", seed), people=True))
REPEATED = register(SceneSet("acts_repeated", 2, lambda seed: made("acts_repeated", seed), people=True))
