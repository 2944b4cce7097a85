"""Four things of one kind in a row, of different colours and states: boots that came in from some weather, plates after a meal.

A thing of a colour is in two scenes once, in different states; in one scene it is missing, and in another there are two of it in
different states.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mindsight.engine.catalogue.traces import BOOTS, MEALS, PLATES, WEATHER
from mindsight.engine.geometry.frames import turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, SceneSet, register, roles
from mindsight.home.questions.scenes.experiments.bench import Bench, View3, made

_ASKED, _PLACES_M = 4, (-0.435, -0.145, 0.145, 0.435)
_VIEW = View3(back_m=0.86, up_m=0.66, target_up_m=0.02, fovy_deg=48.0)


class _Row(NamedTuple):
    """A kind of row: its key, the kind of thing, its colours and states."""

    key: str
    kind: str
    tones: Sequence[str]
    states: Sequence[str]


def _maker(row: _Row) -> Callable[[int], tuple[Made, Made, Made, Made]]:
    def make(seed: int) -> tuple[Made, Made, Made, Made]:
        rng = stream(seed, row.key)
        tones = [row.tones[int(index)] for index in rng.permutation(len(row.tones))[:_ASKED]]
        there = roles.by_scene(rng, roles.halves(rng), tones)
        scenes: list[list[tuple[str, str]]] = [[] for _ in there]
        for tone in tones:
            # States of the thing where it is once, then of both where there are two.
            alone, both = ([row.states[int(index)] for index in rng.permutation(len(row.states))[:2]] for _ in range(2))
            for scene, own in zip(scenes, there, strict=True):
                states = both if own.count(tone) == 2 else [alone.pop()] if own.count(tone) else []
                scene += [(tone, state) for state in states]
        looks = sorted({look for scene in scenes for look in scene})
        things = [
            ThingPlan(name="_".join(look), kind=row.kind, seed=seed, on="", at=(0, 0), colour=look[0], state=look[1])
            for look in looks
        ]
        found = []
        with Bench(seed, things, _VIEW) as bench:
            for scene in scenes:
                order = [scene[int(index)] for index in rng.permutation(len(scene))]
                bench.put({
                    "_".join(look): bench.frame(x, float(rng.uniform(-0.06, 0.06)), 0.001, turn("z", float(rng.uniform(-20, 20))))
                    for look, x in zip(order, _PLACES_M, strict=True)
                })  # fmt: skip
                found.append(made([bench.shot()], {}, {}))
        one, two, three, four = found
        return one, two, three, four

    return make


BOOTS_SET = register(SceneSet("boots", 1, _maker(_Row("boots", "boots", BOOTS, WEATHER))))
MEALS_SET = register(SceneSet("meals", 1, _maker(_Row("meals", "used_plate", PLATES, MEALS))))
