"""Candle stands and, behind them, little cabinets in a row on a table: some candles burn; something stands before some of the drawers.

The colours of stands and those of cabinets are each there once in two scenes, missing in one and twice in another.
"""

from collections.abc import Sequence

from numpy.random import Generator

from mindsight.engine.catalogue.furnishings import CABINET_M, CANDLES
from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, SceneSet, register, roles
from mindsight.home.questions.scenes.experiments.bench import Bench, View3, made

STAND, CABINET = "candle_stand", "drawer_box"
COLOURS = ("red", "yellow", "green", "blue", "purple", "black")
HINDRANCES = ("food_can", "milk_carton", "tea_tin", "jam_jar")
PULLED_M = 0.10
"""How far a drawer is to be pulled out."""
_STANDS_M, _STANDS_AWAY_M, _SHIFT_M = (-0.375, -0.125, 0.125, 0.375), -0.25, 0.003
_CABINETS_M, _CABINETS_AWAY_M = (-0.405, -0.135, 0.135, 0.405), 0.19
_NEAR_M, _FAR_M, _HALF_THING_M = (0.012, 0.030), 0.150, 0.052
_VIEW = View3(back_m=0.88, up_m=0.76, target_up_m=-0.01, fovy_deg=52.0)


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "stands")
    colours = [[COLOURS[int(index)] for index in rng.permutation(len(COLOURS))[:4]] for _ in range(2)]
    pairs = roles.halves(rng)
    stands, cabinets = (roles.by_scene(rng, pairs, own) for own in colours)
    lit = [[_lit(rng, own) for own in rng.permutation(range(1, CANDLES + 1))[:4]] for _ in range(4)]
    things = [
        ThingPlan(
            name=f"stand_{scene}_{place}", kind=STAND, seed=1, on="", at=(0, 0), colour=colour, state=lit[scene][place]
        )
        for scene in range(4)
        for place, colour in enumerate(stands[scene])
    ]
    things += [
        ThingPlan(name=f"cabinet_{colour}_{copy}", kind=CABINET, seed=1, on="", at=(0, 0), colour=colour)
        for colour in colours[1]
        for copy in range(2)
    ]
    for kind in HINDRANCES:
        tones = KINDS[kind].colours
        things.append(
            ThingPlan(name=kind, kind=kind, seed=seed, on="", at=(0, 0), colour=tones[int(rng.integers(len(tones)))])
        )
    with Bench(seed, things, _VIEW) as bench:
        one, two, three, four = (_scene(bench, scene, cabinets[scene], rng) for scene in range(4))
    return one, two, three, four


def _lit(rng: Generator, count: int) -> str:
    """Return a state of a stand in which so many candles burn."""
    burning = {int(place) for place in rng.permutation(CANDLES)[: int(count)]}
    return "lit-" + "".join("1" if place in burning else "0" for place in range(CANDLES))


def _scene(bench: Bench, scene: int, cabinets: Sequence[str], rng: Generator) -> Made:
    frames: dict[str, Frame] = {}
    order = [HINDRANCES[int(index)] for index in rng.permutation(len(HINDRANCES))]
    for place, (x, beside, colour) in enumerate(zip(_CABINETS_M, _STANDS_M, cabinets, strict=True)):
        shifted = beside + float(rng.uniform(-_SHIFT_M, _SHIFT_M))
        frames[f"stand_{scene}_{place}"] = bench.frame(
            shifted, _STANDS_AWAY_M, 0.001, turn("z", float(rng.uniform(-3, 3)))
        )
        frames[f"cabinet_{colour}_{list(cabinets[:place]).count(colour)}"] = bench.frame(x, _CABINETS_AWAY_M, 0.001)
        front = _CABINETS_AWAY_M - CABINET_M[1] / 2
        if rng.random() < 0.5:
            at = (x + float(rng.uniform(-0.02, 0.02)), front - 0.022 - _HALF_THING_M - float(rng.uniform(*_NEAR_M)))
        elif rng.random() < 0.5:
            at = (x + float(rng.uniform(-0.03, 0.03)), front - _FAR_M - _HALF_THING_M)
        else:
            at = (x + 0.135, _CABINETS_AWAY_M + float(rng.uniform(-0.02, 0.02)))
        frames[order[place]] = bench.frame(*at, 0.001, turn("z", float(rng.uniform(-10, 10))))
    bench.put(frames)
    return made([bench.shot()], {}, {})


STANDS = register(SceneSet("stands", 1, make))
