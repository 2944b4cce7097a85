"""Apply ablations to acting: a filter between the actions that the oracle intends and those that are carried out."""

from collections.abc import Callable, Iterator

import numpy as np

from mindsight.engine.drawing.views import FULL_SCALE
from mindsight.engine.physics.actions import Action
from mindsight.home.oracle.ablated_sight import Lens
from mindsight.home.setting import Setting

MISSED = frozenset(
    {"nothing", "fixed", "fixed_nameless", "no_space", "not_level", "not_pressable", "not_openable", "not_wipeable"}
)
"""Feedback codes that follow from missing a target; see ``engine.physics.feedback``."""
_TRIES = 3


def ablated(script: Iterator[Action], lens: Lens, setting: Setting, code: Callable[[], str]) -> Iterator[Action]:
    """Yield a script's actions as the ablations change them; without ablations unchanged.

    With ``jitter`` the point is off target, and a missed action is tried again (``packing`` allows for jitter when letting go);
    with ``slow`` extra ``look`` turns come before each action; with ``gives_up`` the script ends early by declining.
    ``code`` returns the feedback code of the last action.
    """
    owed, patience = 0.0, _patience(lens)
    for turn, action in enumerate(script):
        owed += lens.strength("slow")
        while owed >= 1.0:
            owed -= 1.0
            yield Action(verb="look")
        if turn >= patience:
            yield Action(verb="decline", text="I give up")
            return
        for attempt in range(_TRIES if lens.strength("jitter") and action.point is not None else 1):
            if attempt and code() not in MISSED:
                break
            yield _pointed(action, lens, setting, _TRIES * turn + attempt)


def tremor(lens: Lens, setting: Setting) -> tuple[float, float]:
    """Return the standard deviations of pointing across and down the picture, on the scale of points (0–1000)."""
    spread = lens.strength("jitter") * FULL_SCALE
    return spread / setting.width, spread / setting.height


def _patience(lens: Lens) -> float:
    """Return the number of useful turns before giving up: it exceeds n with probability (1 − strength)ⁿ."""
    chance = lens.strength("gives_up")
    if chance in {0.0, 1.0}:
        return 0.0 if chance else np.inf
    return float(np.floor(np.log(1.0 - lens.draws("gives_up").random()) / np.log1p(-chance)))


def _pointed(action: Action, lens: Lens, setting: Setting, turn: int) -> Action:
    spread = tremor(lens, setting)
    if not any(spread) or action.point is None:
        return action
    beside = lens.draws("jitter", turn).normal(size=2) * spread
    x, y = (float(part) for part in np.clip(np.add(action.point, beside), 0.0, FULL_SCALE))
    return action.model_copy(update={"point": (x, y)})
