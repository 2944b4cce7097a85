"""Three glasses of beans of different width and height on a table; the beans of one are to be poured into another.

They fit into one other glass in the first scene and into a different one in the second. In the others that glass is not there, or it is
empty and one of the others is not there. Pouring is simulated grain by grain and must agree with the room that the glasses have.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.motion import FOOT_M, WALL_M, glass_state, read_glass
from mindsight.engine.physics.grains import poured
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Facts
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, View3, made

GLASS = "bean_glass"
TONES = ("red", "yellow", "green", "blue", "purple", "orange", "black")
FITS, SPILLS, MORE = 0.76, 1.30, 1.40
"""Greatest share of a glass's room that fits without doubt, least that runs over, and least ratio of amounts that differ."""
_WIDE_CM, _HIGH_CM, _PLACES_M, _TRIES = (7, 13), (9, 16), (-0.23, 0.0, 0.23), 4000
_PERCENT, _LEAST_PERCENT = (12, 80), 35
_FOOT_OUT_M = 0.004
_VIEW = View3(back_m=0.86, up_m=0.40, target_up_m=0.06, fovy_deg=34.0)


class Glass(NamedTuple):
    """A glass: its colour, inner diameter and height in cm, and how much of its height is filled, in percent."""

    tone: str
    wide_cm: int
    high_cm: int
    percent: int

    @property
    def state(self) -> str:
        """Size and level as a thing's state."""
        return glass_state(self.wide_cm, self.high_cm, self.percent)

    @property
    def name(self) -> str:
        """A name in the scene."""
        return f"{GLASS}_{self.tone}_{self.state}"


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "pouring")
    a, b, c, d = (TONES[int(index)] for index in rng.permutation(len(TONES))[:4])
    rows = _opposed(rng, (a, b, c))
    missing, emptied = _row(rng, (d, b, c), into=b), _row(rng, (a, d, c), into=c)
    rows += [missing, [emptied[0]._replace(percent=0), *emptied[1:]]]
    rows = [[row[int(index)] for index in rng.permutation(3)] for row in rows]
    glasses = {glass.name: glass for row in rows for glass in row}
    things = [
        ThingPlan(name=name, kind=GLASS, seed=1, on="", at=(0, 0), colour=one.tone, state=one.state)
        for name, one in glasses.items()
    ]
    with Bench(seed, things, _VIEW) as bench:
        scenes = [_scene(bench, row, a) for row in rows]
    one, two, three, four = (scenes[int(place)] for place in rng.permutation(4))
    return one, two, three, four


def _drawn(rng: Generator, tone: str) -> Glass:
    wide, high = (int(rng.integers(low, high + 1)) for low, high in (_WIDE_CM, _HIGH_CM))
    return Glass(tone, wide, high, int(rng.integers(*_PERCENT)))


def _row(rng: Generator, tones: Sequence[str], *, into: str) -> list[Glass]:
    """Draw glasses of which the first one's beans fit into just one of the others."""
    for _ in range(_TRIES):
        source, *others = (_drawn(rng, tone) for tone in tones)
        if all(_sure(source, one, fits=one.tone == into) for one in others):
            return [source, *others]
    raise Rejected("no such glasses were found")


def _sure(source: Glass, target: Glass, *, fits: bool) -> bool:
    """Return whether the beans surely fit into a target, or surely do not."""
    share = share_of(measures(source), measures(target))
    return source.percent >= _LEAST_PERCENT and (share <= FITS if fits else share >= SPILLS)


def _opposed(rng: Generator, tones: Sequence[str]) -> list[list[Glass]]:
    """Draw two rows: in one the first glass surely holds more than the second, in the other less."""
    for _ in range(_TRIES):
        rows = [_row(rng, tones, into=tones[1]), _row(rng, tones, into=tones[2])]
        ratios = sorted(amount(measures(row[0])) / amount(measures(row[1])) for row in rows)
        if ratios[0] * MORE <= 1.0 and ratios[1] >= MORE:
            return rows
    raise Rejected("no such glasses were found")


def measures(glass: Glass) -> tuple[float, float, float]:
    """Return a glass's inner diameter and height in m and the share that is filled."""
    return read_glass(glass.state)


def amount(glass: Sequence[float]) -> float:
    """Return how much room the beans in a glass of some diameter, height and filled share take, m³."""
    wide, high, filled = glass
    return float(np.pi * wide**2 / 4 * high * filled)


def share_of(source: Sequence[float], target: Sequence[float]) -> float:
    """Return the beans of both glasses as a share of the room in the target."""
    return (amount(source) + amount(target)) / amount((*target[:2], 1.0))


def _scene(bench: Bench, row: Sequence[Glass], asked: str) -> Made:
    bench.put({one.name: bench.frame(x, 0.0, 0.001) for one, x in zip(row, _PLACES_M, strict=True)})
    shot = bench.shot()
    sizes = {one.name: measures(one) for one in row}
    seen = seen_glasses(shot.seen)
    pours: dict[str, str] = {}
    for one, other in permutations(row, 2):
        if one.tone == asked and one.percent:
            wide, high, _ = sizes[other.name]
            spilled = poured(wide, high, amount(sizes[one.name]) + amount(sizes[other.name])).spilled
            pours[f"{one.name}>{other.name}"] = "spills" if spilled else "fits"
    if any(seen["pours"].get(key) != value for key, value in pours.items()):
        raise Rejected("pouring does not end as the picture says")
    truth = {"amounts": {name: amount(size) for name, size in sizes.items()}, "pours": pours}
    return made([shot], truth, {**seen, "pours": {key: seen["pours"][key] for key in pours}})


def seen_glasses(facts: Facts) -> dict[str, Any]:
    """Return how much each glass of a picture holds and whether one's beans fit into another, by their sizes and levels."""
    sizes: Mapping[str, tuple[float, float, float]] = {
        one.name: (max(one.size[:2]) - 2 * (WALL_M + _FOOT_OUT_M), one.size[2] - FOOT_M, read_glass(one.state)[2])
        for one in facts.objects if one.kind == GLASS
    }  # fmt: skip
    pours = {f"{one}>{other}": "fits" if share_of(sizes[one], sizes[other]) < (FITS + SPILLS) / 2 else "spills"
             for one, other in permutations(sizes, 2)}  # fmt: skip
    return {"amounts": {name: amount(size) for name, size in sizes.items()}, "pours": pours}


POURING = register(SceneSet("pouring", 2, make))
