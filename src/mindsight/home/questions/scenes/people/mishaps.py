"""Somebody behind a table on which a present arrives or a pot falls and breaks; what the face then shows may fit that or not.

In two scenes what happens, or what the face shows, differs; in the third nothing happens (or the face is turned away), in the fourth
somebody else is there. What slides and falls is simulated; where the pot strikes the table, its broken likeness takes its place.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.figures.people.actions import STAND
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.faces import Emotion
from mindsight.engine.geometry.frames import Frame
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Facts
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.people.acting import room
from mindsight.home.questions.scenes.people.cast import TOPS, drawn_person
from mindsight.home.questions.scenes.people.filming import Film, Role, film
from mindsight.home.questions.scenes.people.portraits import Portrait, showing
from mindsight.home.questions.scenes.people.reading.features import DEEP_M, in_turn, placed, shown

EVENTS = ("gift", "break")
FEELINGS: tuple[Emotion, ...] = ("happiness", "sadness")
GIFTS = ("chocolates", "puzzle_box")
TABLE, TOP_M = "dining_table", 0.75
_POT, _BROKEN, _GIFT, _BOXES = "pot", "broken_pot", "gift", ("stand_0", "stand_1")
_TIMES = tuple(round(0.3 * number, 3) for number in range(10))
_BEGIN_S, _APEX_S = (0.35, 0.5), (1.75, 1.9)
"""When the pot is struck or the present pushed, and the middle of the expression's apex."""
_HEAD = (0.0, 0.60, 1.20)
_EYE, _TARGET, _FOVY_DEG = (0.0, -1.15, 1.40), (0.0, 0.3, 1.0), 34.0
_PUSHED_M_S, _STRUCK_M_S, _FROM_M, _TO_M, _ROW_M = np.arange(0.8, 2.6, 0.1), 1.1, 0.44, (0.14, 0.26), 0.08
_STAND_M, _STAND_HIGH_M, _AWAY_M = 0.33, 0.13, 60.0
_LEAST_PX, _MOVED_M = 120, 0.12
Frames = Mapping[str, Frame]


class _Script(NamedTuple):
    """A scene: who is there, what happens (if anything), what the face shows, and whether it is turned away."""

    person: Person
    event: str
    emotion: Emotion
    averted: bool = False


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes at one table."""
    rng = stream(seed, "mishaps")
    gift = GIFTS[int(rng.integers(len(GIFTS)))]
    plan = _laid(room(rng, seed), gift, seed)
    meant, other = (TOPS[int(index)] for index in rng.permutation(len(TOPS))[:2])
    person, stranger = drawn_person(rng, meant), drawn_person(rng, other)
    pairs = [(event, emotion) for event in EVENTS for emotion in FEELINGS]
    one, two, three, four = (pairs[int(index)] for index in rng.permutation(4))
    third = _Script(person, "", three[1]) if rng.random() < 0.5 else _Script(person, *three, averted=True)
    scripts = [_Script(person, *one), _Script(person, *two), third, _Script(stranger, *four)]
    found = [_scene(plan, scripts[int(number)], rng) for number in rng.permutation(4)]
    a, b, c, d = found
    return a, b, c, d


def _laid(plan: ScenePlan, gift: str, seed: int) -> ScenePlan:
    table = FixturePlan(name=TABLE, kind=TABLE, seed=seed, at=(0.0, 0.0), yaw=0.0)
    kinds = {_POT: "clay_pot", _BROKEN: "clay_pot", _GIFT: gift, **dict.fromkeys(_BOXES, "cardboard_box")}
    things = [
        ThingPlan(
            name=name, kind=kind, seed=seed, on=f"{TABLE}/top", at=(0.25 * number - 0.5, -0.2),
            state={_BROKEN: "broken", _POT: "whole"}.get(name, "closed" if name in _BOXES else ""),
        )
        for number, (name, kind) in enumerate(kinds.items())
    ]  # fmt: skip
    viewpoint = ViewpointPlan(name="table", zh="桌前", en="at the table", eye=_EYE, target=_TARGET, fovy=_FOVY_DEG)
    own = {"fixtures": (*plan.fixtures, table), "viewpoints": (viewpoint,), "time_of_day": "noon"}
    return plan.model_copy(update=own).with_things(*things)


def _scene(plan: ScenePlan, script: _Script, rng: Generator) -> Made:
    side, begin_s = (-1, 1)[int(rng.integers(2))], float(rng.uniform(*_BEGIN_S))
    frames = _happening(plan, script.event, side, begin_s, rng)
    yaw = (-1, 1)[int(rng.integers(2))] * float(rng.uniform(*((2.6, 3.1) if script.averted else (0.0, 0.2))))
    apex = float(rng.uniform(*_APEX_S))
    moment = showing(script.person, Portrait(_HEAD, yaw, STAND), script.emotion, apex, rng)
    role = Role("person_0", script.person, moment, placed, DEEP_M)

    def each(world: World, time_s: float) -> None:
        _put(world, frames[_TIMES.index(time_s)])

    shot = film(plan, [role], _TIMES, also=(_POT, _BROKEN, _GIFT), whole=False, each=each)
    told = {"name": "person_0", "top": script.person.looks.top_colour, "seen": not script.averted}
    did = [*([script.event] if script.event else []), str(script.emotion)]

    def read(own: Film) -> dict[str, Any]:
        felt, event = shown(own.joints["person_0"], moment(0.0).turn()), happened(own.facts)
        return {"people": [{**told, "seen": any(felt), "did": [*([event] if event else []), *in_turn(felt)]}]}

    found = read(shot)["people"][0]
    if found != {**told, "did": did[:-1] if script.averted else did}:
        raise Rejected("the pictures do not show what happens and what the face shows")
    return shot.told({"people": [{**told, "did": did}]}, read)


def _happening(plan: ScenePlan, event: str, side: int, begin_s: float, rng: Generator) -> Sequence[Frames]:
    """Return where things are at the time of each picture; what is not named is out of the room."""
    world = World(build(plan))
    stand = {
        name: Frame((side * _STAND_M, _ROW_M, TOP_M + 0.0005 + number * _STAND_HIGH_M))
        for number, name in enumerate(_BOXES)
    }
    if event == "break":
        return _broken(world, stand, side, begin_s)
    if event == "gift":
        return _pushed(world, -side, begin_s)
    lying = Frame((-side * float(rng.uniform(*_TO_M)), _ROW_M, TOP_M + 0.0005))
    return [{_GIFT: lying} if rng.random() < 0.5 else {_BROKEN: lying}] * len(_TIMES)


def _broken(world: World, stand: Frames, side: int, begin_s: float) -> Sequence[Frames]:
    """Return a pot that is struck off its stand; once it strikes the table it is broken."""
    start = Frame((side * (_STAND_M - 0.02), _ROW_M, TOP_M + 0.001 + len(_BOXES) * _STAND_HIGH_M))
    _put(world, {**stand, _POT: start})
    world.put(_POT, start, (-side * _STRUCK_M_S, 0.0, 0.0))
    track, speed = [start], 0.0
    for _ in range(100):
        world.step(0.01)
        track.append(world.frame(_POT))
        fallen = track[-1].at[2] - track[-2].at[2]
        if fallen > speed + 0.004 and track[-1].at[2] < TOP_M + 0.15:
            break
        speed = fallen
    else:
        raise Rejected("the pot does not fall onto the table")
    x, y, _ = track[-1].at
    if abs(x) > _STAND_M - 0.2:
        raise Rejected("the pot falls against its stand")
    ends = {**stand, _BROKEN: Frame((x, y, TOP_M + 0.0005))}

    def at(time_s: float) -> Frames:
        tick = round(100 * (time_s - begin_s))
        return ends if tick >= len(track) - 1 else {**stand, _POT: track[max(0, tick)]}

    return [at(time_s) for time_s in _TIMES]


def _pushed(world: World, side: int, begin_s: float) -> Sequence[Frames]:
    """Return a present that is pushed across the table and comes to rest before the person."""
    start = Frame((side * _FROM_M, _ROW_M, TOP_M + 0.0005))
    for speed in _PUSHED_M_S:
        _put(world, {_GIFT: start})
        world.put(_GIFT, start, (-side * float(speed), 0.0, 0.0))
        track = [start]
        for _ in range(80):
            world.step(0.01)
            track.append(world.frame(_GIFT))
        if _TO_M[0] < side * track[-1].at[0] < _TO_M[1]:
            ticks = [min(max(0, round(100 * (time_s - begin_s))), len(track) - 1) for time_s in _TIMES]
            return [{_GIFT: track[tick]} for tick in ticks]
    raise Rejected("the present does not come to rest before the person")


def _put(world: World, frames: Frames) -> None:
    """Put things in place, at rest, and all others out of the room; no time passes."""
    for number, name in enumerate((_POT, _BROKEN, _GIFT, *_BOXES)):
        world.put(name, frames.get(name, Frame((3.0 * number, 0.0, _AWAY_M + 20.0 * number))))
    world.data.qacc_warmstart[:] = 0.0
    world.refresh()


def happened(pictures: Sequence[Facts]) -> str:
    """Return what happens on the table, by its things in the pictures; empty if nothing does."""
    first, last = (
        {one.name: one for one in facts.objects if one.pixels >= _LEAST_PX} for facts in (pictures[0], pictures[-1])
    )
    if _BROKEN in last:
        return "break" if _POT in first and _BROKEN not in first else ""
    if _GIFT in last and _GIFT in first:
        moved = np.linalg.norm(np.subtract(first[_GIFT].at, last[_GIFT].at))
        return "gift" if moved > _MOVED_M else ""
    return ""


MISHAPS = register(SceneSet("mishaps", 1, make, people=True))
