"""A pet's behaviour as a pure function of time: it walks between places, turns, sits down and rests."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mindsight.engine.scenes.plans import PetPlan
from mindsight.engine.seeds import stream

SPEED_M_S = 0.3
STRIDE_M = 0.31
TURN_DEG_S = 150.0
REST_S = (4.0, 8.0)
SIT_S = 0.7


class PetPose(NamedTuple):
    """The position and posture of a pet.

    ``yaw`` in degrees (0: nose to −y), ``gait`` in strides since the beginning, ``pace`` from standing (0) to walking
    (1), ``sitting`` from 0 to 1.
    """

    x: float
    y: float
    yaw: float
    gait: float
    pace: float
    sitting: float


class _Leg(NamedTuple):
    """One leg of the path: rest, turn, walk to the next place; times in s from the beginning of the round."""

    begin: float
    rest: float
    turn: float
    walk: float
    start: tuple[float, float]
    end: tuple[float, float]
    yaw_before: float
    yaw: float
    strides: float

    @property
    def length(self) -> float:
        return self.rest + self.turn + self.walk

    @property
    def steps(self) -> float:
        return self.strides + abs((self.yaw - self.yaw_before + 180) % 360 - 180) / 120


def pose(plan: PetPlan, time_s: float) -> PetPose:
    """Return the pose of the pet at a time."""
    legs = _round(plan)
    total = legs[-1].begin + legs[-1].length
    rounds, within = divmod(time_s, total)
    leg = next(leg for leg in reversed(legs) if leg.begin <= within)
    since = within - leg.begin
    strides = rounds * sum(leg.steps for leg in legs) + sum(past.steps for past in legs if past.begin < leg.begin)
    moving = since - leg.rest
    turned = _eased(moving / leg.turn) if leg.turn else float(moving >= 0)
    gone = _eased_walk((moving - leg.turn) / leg.walk) if leg.walk else 0.0
    x, y = (a + (b - a) * gone for a, b in zip(leg.start, leg.end, strict=True))
    swing = (leg.yaw - leg.yaw_before + 180) % 360 - 180
    sitting = _eased(min(since, leg.rest - since) / SIT_S)
    pace = _eased(min(moving, leg.turn + leg.walk - moving) / 0.3)
    stepping = leg.strides * gone + abs(swing) / 120 * turned
    return PetPose(x, y, leg.yaw_before + swing * turned, strides + stepping, pace, sitting)


@lru_cache(maxsize=64)
def _round(plan: PetPlan) -> tuple[_Leg, ...]:
    """Return the legs of one round of the pet's path."""
    places, rng = plan.path, stream(plan.seed, "pet", "rests")
    nexts = places[1:] + places[:1]
    yaws = [_heading(a, b) for a, b in zip(places, nexts, strict=True)]
    legs: list[_Leg] = []
    begin = 0.0
    for index, (start, end) in enumerate(zip(places, nexts, strict=True)):
        before, yaw = yaws[index - 1], yaws[index]
        swing = abs((yaw - before + 180) % 360 - 180)
        far = float(np.hypot(end[0] - start[0], end[1] - start[1]))
        rest = float(rng.uniform(*REST_S))
        legs.append(_Leg(begin, rest, swing / TURN_DEG_S, far / SPEED_M_S, start, end, before, yaw, far / STRIDE_M))
        begin += legs[-1].length
    return tuple(legs)


def _heading(start: tuple[float, float], end: tuple[float, float]) -> float:
    """Return the yaw that turns −y towards the next place."""
    return float(np.degrees(np.arctan2(end[0] - start[0], start[1] - end[1])))


def _eased(share: float) -> float:
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def _eased_walk(share: float) -> float:
    """Return the share of the way covered, slow only in the first and last tenth."""
    share = min(1.0, max(0.0, share))
    ramp = 0.1
    area = share - ramp / 2
    if share < ramp:
        area = share**2 / (2 * ramp)
    elif share > 1 - ramp:
        area = 1 - ramp - (1 - share) ** 2 / (2 * ramp)
    return area / (1 - ramp)
