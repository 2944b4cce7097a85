"""The scenes of ``tabletop``, each for four seeds in a row: undisturbed, then with a disturbance at three rising strengths.

The disturbance is applied when a question's picture is written, so that frames on it stay visible; the facts name it.
"""

from contextlib import suppress
from functools import lru_cache

from mindsight.home.episodes.disturbances import STRENGTHS
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register, tabletop

_WIDER = 1.25
"""The documented strengths are for pictures 640 pixels wide; these have 800."""
AMOUNTS: dict[str, tuple[float, ...]] = {
    "blur": tuple(_WIDER * sigma for sigma in STRENGTHS["blur"]),
    "noise": STRENGTHS["noise"],
    "dark": (1.5, 3.0, 4.5),
    "coarse": (2, 4, 6),
}
"""Strengths of each disturbance; ``coarse`` is how many pixels across and down become one. Rooms at night are dark already, so less light
is lost than in household episodes."""
_ATTEMPTS, _FURTHER = 3, 1 << 24
"""An instance is of four seeds: rather than lose them all, it takes another table, from seeds that no other instance has."""
LEVELS = 4
"""Strengths of one instance, with none."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return the scenes of an instance, with the disturbance of this seed in their facts."""
    instance, level = divmod(seed, LEVELS)
    kind = list(AMOUNTS)[instance % len(AMOUNTS)]
    how = {"kind": kind, "strength": level, "amount": float(AMOUNTS[kind][level - 1]) if level else 0.0}
    one, two, three, four = (_told(made, how) for made in _undisturbed(instance))
    return one, two, three, four


@lru_cache(maxsize=1)
def _undisturbed(instance: int) -> tuple[Made, Made, Made, Made]:
    for attempt in range(_ATTEMPTS):
        with suppress(Rejected):
            return tabletop.make(instance + attempt * _FURTHER)
    raise Rejected("no table of this instance can be used")


def _told(made: Made, how: dict[str, object]) -> Made:
    truth, seen = (
        Scene(pictures=tuple(one.model_copy(update={"more": {**one.more, "disturbed": how}}) for one in scene.pictures))
        for scene in (made.truth, made.seen)
    )
    return made._replace(truth=truth, seen=seen)


DISTURBED = register(SceneSet("disturbed", 2, make))
