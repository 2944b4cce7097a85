"""Scenes of other sets, each for four seeds in a row: undisturbed, then with a disturbance at three rising strengths.

The disturbance is applied when a question's pictures are written, so that frames on them stay visible; the facts name it.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from mindsight.home.episodes.disturbances import STRENGTHS
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.pictures import RATE
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register, tabletop
from mindsight.home.questions.scenes.motion import slides
from mindsight.home.questions.scenes.people import faces, signals

_WIDER = 1.25
"""The documented strengths are for pictures 640 pixels wide; these have 800."""
AMOUNTS: Mapping[str, Sequence[float]] = {
    "blur": tuple(_WIDER * sigma for sigma in STRENGTHS["blur"]),
    "noise": STRENGTHS["noise"],
    "dark": (1.5, 3.0, 4.5),
    "coarse": (2, 4, 6),
    RATE: (2, 3, 4),
}
"""Strengths of each disturbance; ``coarse`` is how many pixels across and down become one, ``rate`` how many pictures, that is, each is
shown until the next one that is taken. Rooms at night are dark already, so less light is lost than in household episodes."""
_ATTEMPTS, _FURTHER = 3, 1 << 24
"""An instance is of four seeds: rather than lose them all, it takes another set, from seeds that no other instance has."""
LEVELS = 4
"""Strengths of one instance, with none."""
_KEPT: dict[tuple[str, int], tuple[Made, Made, Made, Made]] = {}
_STILL, _MOVING = ("blur", "noise", "dark", "coarse"), ("blur", "dark", RATE)


def rising(key: str, base: SceneSet, kinds: Sequence[str]) -> SceneSet:
    """Return the scenes of a set with disturbances, one kind after the other."""

    def make(seed: int) -> tuple[Made, Made, Made, Made]:
        instance, level = divmod(seed, LEVELS)
        kind = kinds[instance % len(kinds)]
        how = {"kind": kind, "strength": level, "amount": float(AMOUNTS[kind][level - 1]) if level else 0.0}
        one, two, three, four = (_told(made, how) for made in _undisturbed(base, instance))
        return one, two, three, four

    return SceneSet(key, base.version, make, people=base.people)


def _undisturbed(base: SceneSet, instance: int) -> tuple[Made, Made, Made, Made]:
    """Return scenes, which are made once for the strengths that follow each other; no others are kept beside them."""
    if (base.key, instance) not in _KEPT:
        _KEPT.clear()
        _KEPT[base.key, instance] = _first(base, instance)
    return _KEPT[base.key, instance]


def _first(base: SceneSet, instance: int) -> tuple[Made, Made, Made, Made]:
    for attempt in range(_ATTEMPTS):
        with suppress(Rejected):
            return base.make(instance + attempt * _FURTHER)
    raise Rejected("no set of this instance can be used")


def _told(made: Made, how: Mapping[str, object]) -> Made:
    def told(scene: Scene) -> Scene:
        return Scene(
            pictures=tuple(one.model_copy(update={"more": {**one.more, "disturbed": how}}) for one in scene.pictures)
        )

    again = made.again
    return made._replace(
        truth=told(made.truth), seen=told(made.seen), again=None if again is None else lambda order: told(again(order))
    )


DISTURBED = register(rising("disturbed", tabletop.TABLETOP, _STILL))
SLIDES = register(rising("slides_disturbed", slides.SLIDES, _MOVING))
SIGNALS = register(rising("signals_disturbed", signals.SIGNALLED, _MOVING))
BRIEF = register(rising("faces_disturbed", faces.BRIEF, _MOVING))
