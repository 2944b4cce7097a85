"""Three pictures of three lamps and three lever switches: before, and after one lever or another was moved.

Each switch turns one lamp on and off. Between two pictures usually one lever is moved and one lamp changes. In some scenes two levers are
moved at once and two lamps change, so that nobody can say which turns which; in others two levers are never moved, or a switch of a
colour is not there.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from numpy.random import Generator

from mindsight.engine.geometry.frames import Frame
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, Shot, View3, made

PLACES = ("left", "middle", "right")
TONES = ("red", "yellow", "green", "blue", "purple", "orange", "black")
PICTURES = 3
_PLACES_M, _LAMPS_M, _SWITCHES_M = (-0.36, 0.0, 0.36), 0.14, -0.16
_VIEW = View3(back_m=1.0, up_m=0.5, target_up_m=0.06, fovy_deg=44.0)


class _Trial(NamedTuple):
    """A scene: the colours of the switches from left to right, which lamp each turns, which levers are moved before each later picture."""

    colours: tuple[str, ...]
    turns: Mapping[str, int]
    moved: tuple[tuple[str, ...], ...]
    on_first: tuple[bool, ...]
    right_first: frozenset[str]


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table and things."""
    rng = stream(seed, "switches")
    tones = [TONES[int(index)] for index in rng.permutation(len(TONES))[:4]]
    things = [ThingPlan(name=f"lamp_{place}_{state}", kind="reading_lamp", seed=1, on="", at=(0, 0), colour="black", state=state)
              for place in PLACES for state in ("off", "on")]  # fmt: skip
    things += [ThingPlan(name=f"switch_{tone}_{side}", kind="lever_switch", seed=1, on="", at=(0, 0), colour=tone, state=f"lever_{side}")
               for tone in tones for side in ("left", "right")]  # fmt: skip
    with Bench(seed, things, _VIEW) as bench:
        scenes = [_scene(bench, trial) for trial in _trials(tones, rng)]
    first, second, third, fourth = (scenes[int(place)] for place in rng.permutation(4))
    return first, second, third, fourth


def _trials(tones: Sequence[str], rng: Generator) -> list[_Trial]:
    """Return what happens in the scenes, for the switch of the first colour.

    It turns one lamp in the first scene and another in the second; in the others it is moved together with another switch, is not
    moved, as another one, or is not there.
    """
    asked, *others, spare = tones
    ends = [int(index) for index in rng.permutation(3)[:2]]
    odd = [("together", "still", "absent")[int(index)] for index in rng.permutation(3)[:2]]
    found = []
    for number, how in enumerate(("alone", "alone", *odd)):
        own = [*others, spare if how == "absent" else asked]
        colours = tuple(own[int(index)] for index in rng.permutation(3))
        lamps = [int(index) for index in rng.permutation(3)]
        turns = dict(zip(own, lamps, strict=True))
        if number < 2:
            swapped = next(colour for colour in own if turns[colour] == ends[number])
            turns[swapped], turns[asked] = turns[asked], ends[number]
        one, other = (others[int(index)] for index in rng.permutation(2))
        moves: Mapping[str, list[tuple[str, ...]]] = {
            "alone": [(asked,), (one,)],
            "together": [(asked, one), (other,)],
            "still": [(one,), (one,)],
            "absent": [(spare,), (spare,)],
        }
        moved = moves[how]
        if rng.random() < 0.5:
            moved = moved[::-1]
        on = tuple(bool(rng.random() < 0.4) for _ in range(3))
        found.append(_Trial(colours, turns, tuple(moved), on, frozenset(tone for tone in own if rng.random() < 0.5)))
    return found


def _scene(bench: Bench, trial: _Trial) -> Made:
    shots: list[Shot] = []
    on, right = list(trial.on_first), set(trial.right_first)
    known: dict[str, str] = {}
    for number in range(PICTURES):
        if number:
            moved = trial.moved[number - 1]
            for tone in moved:
                on[trial.turns[tone]] = not on[trial.turns[tone]]
                right ^= {tone}
            if len(moved) == 1:
                known[moved[0]] = PLACES[trial.turns[moved[0]]]
        bench.put(_frames(bench, trial, on, right))
        shots.append(bench.shot(measured=False))
    # With two of three switches understood, the third must turn the lamp that is left.
    truth = _story(known, trial.colours, on)
    seen = _seen(shots)
    if seen != truth:
        raise Rejected("the pictures do not show what happens")
    return made(shots, truth, seen)


def _frames(bench: Bench, trial: _Trial, on: Sequence[bool], right: set[str]) -> dict[str, Frame]:
    frames = {
        f"lamp_{place}_{'on' if lit else 'off'}": bench.frame(x, _LAMPS_M, 0.001)
        for place, x, lit in zip(PLACES, _PLACES_M, on, strict=True)
    }
    return frames | {
        f"switch_{tone}_{'right' if tone in right else 'left'}": bench.frame(x, _SWITCHES_M, 0.001)
        for tone, x in zip(trial.colours, _PLACES_M, strict=True)
    }


def _story(known: Mapping[str, str], colours: Sequence[str], on: Sequence[bool]) -> dict[str, Any]:
    turns = dict(known)
    if len(turns) == len(PLACES) - 1:
        (left,), (lamp,) = (
            [one for one in colours if one not in turns],
            [place for place in PLACES if place not in turns.values()],
        )
        turns[left] = lamp
    return {
        "switches": sorted(colours),
        "turns": dict(sorted(turns.items())),
        "on": [place for place, lit in zip(PLACES, on, strict=True) if lit],
    }


def _seen(shots: Sequence[Shot]) -> dict[str, Any]:
    """Return what the pictures show: which lever turns which lamp."""
    pictures = [shot.seen for shot in shots]
    known = {}
    for before, after in pairwise(pictures):
        moved = [
            tone
            for tone, state in _states(before, "lever_switch").items()
            if _states(after, "lever_switch").get(tone) != state
        ]
        changed = [place for place in PLACES if _lit(before)[place] != _lit(after)[place]]
        if len(moved) == len(changed) == 1:
            known[moved[0]] = changed[0]
    last = pictures[-1]
    return _story(known, list(_states(last, "lever_switch")), [_lit(last)[place] for place in PLACES])


def _states(facts: Facts, kind: str) -> dict[str, str]:
    return {one.colour: one.state for one in facts.objects if one.kind == kind}


def _lit(facts: Facts) -> dict[str, bool]:
    lamps: list[Object] = sorted(
        (one for one in facts.objects if one.kind == "reading_lamp"), key=lambda one: one.point[0]
    )
    return {place: one.state == "on" for place, one in zip(PLACES, lamps, strict=True)}


SWITCHES = register(SceneSet("switches", 1, make))
