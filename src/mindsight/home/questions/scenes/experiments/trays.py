"""Four trays on a table, seen from above, each for one sort of things; on some lies one thing of another sort.

The colours of trays are each there once in two scenes, missing in one and twice in another.
"""

from collections.abc import Mapping, Sequence

from numpy.random import Generator

from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, SceneSet, register, roles
from mindsight.home.questions.scenes.experiments.bench import Bench, View3, made

TRAY = "broad_tray"
SORTS: Mapping[str, tuple[str, ...]] = {
    "food": ("apple", "banana", "carrot", "orange"),
    "toys": ("toy_car", "toy_plane", "spinning_top", "toy_train"),
    "stationery": ("pen", "scissors", "calculator", "sticky_notes"),
    "washing": ("soap", "toothbrush", "comb", "toothpaste"),
}
"""Sorts of things that nobody would sort otherwise."""
COLOURS = ("red", "blue", "green", "yellow", "white", "purple")
ASTRAY = 0.65
"""Share of trays with a thing of another sort on it, beside three of its own."""
_TRAYS_M = tuple((x, y) for x in (-0.225, 0.225) for y in (-0.155, 0.155))
_CELLS_M = tuple((x, y) for x in (-0.095, 0.095) for y in (-0.066, 0.066))
_LENGTHWISE = frozenset({"scissors", "calculator"})
"""Things that are turned so that their length lies across the tray."""
_VIEW = View3(back_m=0.42, up_m=0.92, target_up_m=0.0, fovy_deg=46.0)


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table."""
    rng = stream(seed, "trays")
    colours = [COLOURS[int(index)] for index in rng.permutation(len(COLOURS))[: len(_TRAYS_M)]]
    there = roles.by_scene(rng, roles.halves(rng), colours)
    things = [
        ThingPlan(name=f"tray_{colour}_{copy}", kind=TRAY, seed=1, on="", at=(0, 0), colour=colour)
        for colour in colours
        for copy in range(2)
    ]
    things += [ThingPlan(name=kind, kind=kind, seed=seed, on="", at=(0, 0), colour=_colour(rng, kind))
               for kinds in SORTS.values() for kind in kinds]  # fmt: skip
    with Bench(seed, things, _VIEW) as bench:
        one, two, three, four = (_scene(bench, there[number], rng) for number in range(4))
    return one, two, three, four


def _colour(rng: Generator, kind: str) -> str:
    choices = KINDS[kind].colours
    return choices[int(rng.integers(len(choices)))] if choices else ""


def _scene(bench: Bench, colours: Sequence[str], rng: Generator) -> Made:
    frames: dict[str, Frame] = {}
    sorts = [list(SORTS)[int(index)] for index in rng.permutation(len(SORTS))]
    kinds = {sort: [SORTS[sort][int(index)] for index in rng.permutation(len(SORTS[sort]))] for sort in sorts}
    spare = [kinds[sort].pop() for sort in sorts]
    # What goes astray goes to the next tray but one or two, so never to its own.
    shift = 1 + int(rng.integers(len(sorts) - 1))
    for place, (colour, sort) in enumerate(zip(colours, sorts, strict=True)):
        x, y = _TRAYS_M[place]
        frames[f"tray_{colour}_{list(colours[:place]).count(colour)}"] = bench.frame(x, y, 0.001)
        astray = [spare[(place + shift) % len(sorts)]] if rng.random() < ASTRAY else []
        own = [*kinds[sort], *astray]
        for kind, cell in zip(own, rng.permutation(len(_CELLS_M)), strict=False):
            right, away = _CELLS_M[int(cell)]
            yaw = float(rng.uniform(-9, 9)) + (90.0 if kind in _LENGTHWISE else 0.0)
            frames[kind] = bench.frame(x + right, y + away, 0.008, turn("z", yaw))
    bench.put(frames)
    return made([bench.shot()], {}, {})


TRAYS = register(SceneSet("trays", 1, make))
