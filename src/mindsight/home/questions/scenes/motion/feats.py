"""Four marbles roll down four ramps towards four blocks; one of them may do what no marble can do.

Its kind is one for all four scenes: the marble goes through its block, vanishes on open table, or turns round by itself and climbs its
ramp. In two scenes a marble does it, each time another one; in the third none does, in the fourth two do. All that is possible is
simulated; what is not is put together from what is.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.motion import LIP_M, RAMP_M, ROLLING_M
from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Facts
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import HALF_M, Bench, Shot, View3, made

Feat = Literal["through", "vanishes", "climbs"]
RAMP, BALL, BLOCK = "launch_ramp", "rolling_ball", "brick_block"
TONES = ("red", "yellow", "green", "blue", "purple", "orange")
PICTURES, EVERY_S = 11, 0.15
_LANES_M, _RAMP_AT_M, _BLOCKS_M = (-0.255, -0.085, 0.085, 0.255), -0.42, (0.14, 0.24)
_VIEW = View3(back_m=0.80, up_m=0.86, target_up_m=-0.03, fovy_deg=46.0)
_TURNS_AT_M, _GONE_AT_M, _PAST_M = (-0.10, 0.0), (-0.16, -0.02), 0.04
_LEAST_PX = 40
Way = Sequence[Frame | None]
"""Where a marble is at a hundred times a second; None where it is not."""


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table and things."""
    rng = stream(seed, "feats")
    tones = [TONES[int(index)] for index in rng.permutation(len(TONES))]
    balls, wood, ramps = tones[:4], tones[4], tones[5]
    kinds: tuple[Feat, ...] = get_args(Feat)
    feat = kinds[int(rng.integers(len(kinds)))]
    things = [ThingPlan(name=f"{BALL}_{tone}", kind=BALL, seed=1, on="", at=(0, 0), colour=tone) for tone in balls]
    things += [
        ThingPlan(name=f"{kind}_{lane}", kind=kind, seed=1, on="", at=(0, 0), colour=colour)
        for kind, colour in ((RAMP, ramps), (BLOCK, wood))
        for lane in range(4)
    ]
    one, two, three = (balls[int(index)] for index in rng.permutation(4)[:3])
    doing = [{one}, {two}, set(), {one, three} if rng.random() < 0.5 else {two, three}]
    with Bench(seed, things, _VIEW) as bench:
        scenes = [_scene(bench, balls, who, feat, rng) for who in doing]
    first, second, third, fourth = (scenes[int(place)] for place in rng.permutation(4))
    return first, second, third, fourth


def _scene(bench: Bench, balls: Sequence[str], who: set[str], feat: Feat, rng: Generator) -> Made:
    lanes = [balls[int(place)] for place in rng.permutation(4)]
    blocks = [float(rng.uniform(*_BLOCKS_M)) for _ in lanes]
    fixed = _fixed(bench, blocks)
    start = {f"{BALL}_{tone}": _ball(bench, lane) for lane, tone in enumerate(lanes)}
    seconds = (PICTURES - 1) * EVERY_S
    usual = _ways(bench, {**fixed, **start}, start, seconds)
    bare = {name: frame for name, frame in fixed.items() if not name.startswith(BLOCK)}
    free = _ways(bench, {**bare, **start}, start, seconds)
    ways = dict(usual)
    for tone in sorted(who):
        name = f"{BALL}_{tone}"
        ways[name] = _feat(bench, feat, usual[name], free[name], rng)
    shots = []
    for number in range(PICTURES):
        now = {name: way[round(100 * number * EVERY_S)] for name, way in ways.items()}
        bench.put({**fixed, **{name: frame for name, frame in now.items() if frame is not None}})
        shots.append(bench.shot(measured=False))
    told = {"feats": {tone: feat if tone in who else "" for tone in sorted(balls)}}
    at = dict(zip(lanes, blocks, strict=True))

    def read(own: Sequence[Shot]) -> dict[str, Any]:
        return {"feats": {tone: seen(bench, [one.seen for one in own], tone, at[tone]) for tone in sorted(balls)}}

    found = read(shots)
    if found != told:
        raise Rejected("the pictures do not show what is impossible")
    return made(shots, told, found, read)


def _fixed(bench: Bench, blocks: Sequence[float]) -> dict[str, Frame]:
    frames = {}
    for lane, (away, right) in enumerate(zip(_LANES_M, blocks, strict=True)):
        frames[f"{RAMP}_{lane}"] = bench.frame(_RAMP_AT_M, away, 0.0003)
        # A block lies across the lane of its marble.
        frames[f"{BLOCK}_{lane}"] = bench.frame(right, away, 0.0005, turn("z", 90))
    return frames


def _ball(bench: Bench, lane: int) -> Frame:
    """Return where a marble is let go: near the upper end of its ramp."""
    length, high, _ = RAMP_M
    back = length / 2 - 0.036
    slope = float(np.arctan((high - LIP_M) / length))
    up = LIP_M + (length / 2 + back) * np.tan(slope) + ROLLING_M / np.cos(slope) - ROLLING_M + 0.0005
    return bench.frame(_RAMP_AT_M - back, _LANES_M[lane], float(up))


def _ways(bench: Bench, frames: Mapping[str, Frame], balls: Mapping[str, Frame], seconds: float) -> dict[str, Way]:
    """Return where marbles are in time, by physics."""
    watched = [dict(frames), *bench.watched(frames, seconds)]
    return {name: [now[name] for now in watched] for name in balls}


def _feat(bench: Bench, feat: Feat, usual: Way, free: Way, rng: Generator) -> Way:
    """Return what a marble does that none can do."""
    if feat == "through":
        return free
    limit = float(rng.uniform(*(_TURNS_AT_M if feat == "climbs" else _GONE_AT_M)))
    right = [float(bench.place(one.at)[0]) for one in usual if one is not None]
    at = next((number for number, place in enumerate(right) if place > limit), None)
    if at is None:
        raise Rejected("a marble stops on its way")
    if feat == "vanishes":
        return [*usual[:at], *[None] * (len(usual) - at)]
    # Backwards on the way that it came, until it lies where it started.
    back = [*usual[:at], *usual[at::-1]]
    return [*back, *[usual[0]] * len(usual)][: len(usual)]


def seen(bench: Bench, pictures: Sequence[Facts], tone: str, block_m: float) -> str:
    """Return what a marble does, by its places in the pictures, that none can do; empty if it rolls as it must."""
    places = [_place(bench, one, f"{BALL}_{tone}") for one in pictures]
    known = [one for one in places if one is not None]
    if not known:
        return ""
    if places[0] is not None and places[-1] is None and abs(known[-1][0]) < HALF_M[0] - 0.1:
        return "vanishes"
    if known[0][0] < block_m < known[-1][0] - _PAST_M:
        return "through"
    farthest = int(np.argmax([one[0] for one in known]))
    # On its ramp again, above the lip, without having come near its block.
    high = known[-1][2] > known[farthest][2] + RAMP_M[1] / 3
    return "climbs" if high and known[farthest][0] < block_m - 2 * _PAST_M and known[0][2] > known[farthest][2] else ""


def _place(bench: Bench, facts: Facts, name: str) -> "np.ndarray | None":
    found = next((one for one in facts.objects if one.name == name and one.pixels >= _LEAST_PX), None)
    return None if found is None else bench.place(found.at)


FEATS = register(SceneSet("feats", 1, make))
