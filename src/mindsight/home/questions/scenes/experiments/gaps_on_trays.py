"""Three trays with equally many tins and an empty bowl: on some trays the tins leave room for the bowl, on others they stand apart."""

from collections.abc import Mapping

from numpy.random import Generator

from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.scenes import Made, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, View3, made
from mindsight.home.questions.scenes.experiments.trays import COLOURS, TRAY

BOWL, TINS = "bowl", ("food_can", "jam_jar")
TRAYS = 3
_PLACES_M = tuple((x, y) for x in (-0.225, 0.225) for y in (-0.155, 0.155))
_APART_M = ((-0.125, -0.078), (0.125, -0.078), (0.0, 0.0), (-0.125, 0.078), (0.125, 0.078))
_TOGETHER_M = tuple((x, y) for x in (-0.148, -0.058) for y in (-0.088, 0.0, 0.088))
"""Where tins stand on a tray: all over it, or in one half; there one place stays free."""
_SHIFT_M = 0.004
_VIEW = View3(back_m=0.36, up_m=1.0, target_up_m=0.0, fovy_deg=46.0)


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes: in two of them one tray has room, in one none has, in one two have."""
    rng = stream(seed, "gaps on trays")
    colours = [COLOURS[int(index)] for index in rng.permutation(len(COLOURS))[:TRAYS]]
    things = [ThingPlan(name=f"tray_{one}", kind=TRAY, seed=1, on="", at=(0, 0), colour=one) for one in colours]
    things.append(ThingPlan(name=BOWL, kind=BOWL, seed=subseed(seed, BOWL) % 2**31, on="", at=(0, 0)))
    tins: dict[str, list[str]] = {one: [] for one in colours}
    for one in colours:
        for number in range(len(_APART_M)):
            kind, name = TINS[int(rng.integers(len(TINS)))], f"tin_{one}_{number}"
            choices = KINDS[kind].colours
            tone = choices[int(rng.integers(len(choices)))] if choices else ""
            things.append(ThingPlan(name=name, kind=kind, seed=seed % 2**31, on="", at=(0, 0), colour=tone))
            tins[one].append(name)
    first, second, third = (colours[int(index)] for index in rng.permutation(TRAYS))
    roomy = [{first}, {second}, set[str](), [{first, third}, {second, third}, {first, second}][int(rng.integers(3))]]
    with Bench(seed, things, _VIEW) as bench:
        scenes = [_scene(bench, tins, roomy[int(number)], rng) for number in rng.permutation(4)]
    a, b, c, d = scenes
    return a, b, c, d


def _scene(bench: Bench, tins: Mapping[str, list[str]], roomy: set[str], rng: Generator) -> Made:
    places = [_PLACES_M[int(index)] for index in rng.permutation(len(_PLACES_M))]
    frames: dict[str, Frame] = {BOWL: bench.frame(*places.pop(), 0.001)}
    for (colour, names), (x, y) in zip(tins.items(), places, strict=True):
        frames[f"tray_{colour}"] = bench.frame(x, y, 0.001)
        spots, side = (_TOGETHER_M if colour in roomy else _APART_M), 1 if rng.random() < 0.5 else -1
        for name, spot in zip(names, rng.permutation(len(spots)), strict=False):
            right, away = (part + float(rng.uniform(-_SHIFT_M, _SHIFT_M)) for part in spots[int(spot)])
            frames[name] = bench.frame(x + side * right, y + away, 0.008, turn("z", float(rng.uniform(-40, 40))))
    bench.put(frames)
    return made([bench.shot()], {}, {})


GAPS_ON_TRAYS = register(SceneSet("gaps_on_trays", 1, make))
