"""Four things on a table: a sign of one theme in the first scene, of another in the second, of none in the third, of both in the fourth."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from numpy.random import Generator

from mindsight.engine.geometry.frames import turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.scenes import Made, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import Bench, View3, made

VISITORS: Mapping[str, tuple[str, ...]] = {
    "baby": ("baby_bottle",), "dog": ("dog_bone",), "painter": ("paint_palette",), "footballer": ("football",),
    "swimmer": ("swimsuit",), "traveller": ("passport", "neck_pillow"),
}  # fmt: skip
"""Who was here, by the things that only they leave behind."""
FEASTS: Mapping[str, tuple[str, ...]] = {
    "spring": ("red_lantern", "fu_print"), "christmas": ("christmas_tree",), "halloween": ("pumpkin_lantern",), "easter": ("easter_eggs",),
    "midautumn": ("mooncakes",),
}  # fmt: skip
"""Feasts, by the things that are put out for them."""
DANGERS: Mapping[str, tuple[str, ...]] = {
    "pills": ("pill_bottle",), "knife": ("kitchen_knife",), "lighter": ("lighter",), "scissors": ("scissors",), "razor": ("razor",),
}  # fmt: skip
"""What is kept out of the reach of small children."""
_NEUTRAL = ("mug", "tissue_box", "alarm_clock", "vase", "milk_carton", "plate", "teapot", "book", "remote_control")
_HARMLESS = ("teddy_bear", "rubber_duck", "ring_stack", "wool_hat", "doll", "tissue_box", "banana", "bread")
_COUNT, _PLACES_M = 4, (-0.42, -0.14, 0.14, 0.42)
_VIEW = View3(back_m=0.92, up_m=0.62, target_up_m=0.02, fovy_deg=47.0)


class _Set(NamedTuple):
    """A kind of set: its themes with their signs, and things that are signs of none."""

    key: str
    themes: Mapping[str, tuple[str, ...]]
    neutral: Sequence[str]


def _maker(kind: _Set) -> Callable[[int], tuple[Made, Made, Made, Made]]:
    def make(seed: int) -> tuple[Made, Made, Made, Made]:
        rng = stream(seed, kind.key)
        names = [list(kind.themes)[int(index)] for index in rng.permutation(len(kind.themes))[:2]]
        one, other = (kind.themes[name][int(rng.integers(len(kind.themes[name])))] for name in names)
        neutral = [kind.neutral[int(index)] for index in rng.permutation(len(kind.neutral))[: _COUNT + 1]]
        things = [
            ThingPlan(name=f"thing_{own}", kind=own, seed=seed, on="", at=(0, 0)) for own in (one, other, *neutral)
        ]
        with Bench(seed, things, _VIEW) as bench:
            scenes = [_scene(bench, _filled(signs, neutral, rng), rng) for signs in ([one], [other], [], [one, other])]
        first, second, third, fourth = (scenes[int(place)] for place in rng.permutation(4))
        return first, second, third, fourth

    return make


def _filled(signs: Sequence[str], neutral: Sequence[str], rng: Generator) -> list[str]:
    """Return the things of a scene in random order, as many in every scene."""
    others = [neutral[int(index)] for index in rng.permutation(len(neutral))[: _COUNT - len(signs)]]
    return [[*signs, *others][int(index)] for index in rng.permutation(_COUNT)]


def _scene(bench: Bench, kinds: Sequence[str], rng: Generator) -> Made:
    frames = {}
    for kind, x in zip(kinds, _PLACES_M, strict=True):
        at = (x + float(rng.uniform(-0.02, 0.02)), float(rng.uniform(-0.14, 0.10)))
        frames[f"thing_{kind}"] = bench.frame(*at, 0.001, turn("z", float(rng.uniform(-18, 18))))
    bench.put(bench.ends(frames, 0.3))
    return made([bench.shot()], {}, {})


VISITORS_SET = register(SceneSet("visitors", 1, _maker(_Set("visitors", VISITORS, _NEUTRAL))))
FEASTS_SET = register(SceneSet("feasts", 1, _maker(_Set("feasts", FEASTS, _NEUTRAL))))
DANGERS_SET = register(SceneSet("dangers", 1, _maker(_Set("dangers", DANGERS, _HARMLESS))))
