"""Three pictures, one after the other: robot hands put beakers over a ball and move them; beside them a toy goes behind one of two screens.

Beakers: in two scenes one ball goes under a beaker; in the others two balls do, or nobody sees under which it goes, or a ball of
another colour takes its part. Toy: in two scenes it goes behind a screen; in the others it is in view at the end, or vanishes unseen from
the gap between the screens, or another toy takes its part.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from numpy.random import Generator

from mindsight.engine.catalogue.grippers import gripping
from mindsight.engine.catalogue.trials import SCREEN_M
from mindsight.engine.geometry.frames import Frame, multiply, turn
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.scenes import Made, Rejected, SceneSet, register
from mindsight.home.questions.scenes.experiments.bench import TOP_M, Bench, Shot, View3, made

PLACES = ("left", "middle", "right")
SCREENS = ("left", "right")
BALLS = ("red", "yellow", "green", "blue", "purple", "orange", "white", "black")
CUPS = ("red", "yellow", "green", "blue", "purple", "orange")
TOYS = ("toy_car", "rubber_duck", "apple", "spinning_top", "mug")
PICTURES = 3
_CUPS_M, _SCREENS_M, _GAP_M = (-0.52, -0.36, -0.20), (0.07, 0.47), 0.297
_BEHIND_M, _RAISED_M, _BEFORE_M = 0.11, 0.12, -0.20
_PARTLY, _OVER_M = 0.8, 0.03
_GRIPPED_M = 0.098
"""Height at which a hand holds a beaker."""
_VIEW = View3(back_m=1.10, up_m=0.42, target_up_m=0.05, fovy_deg=46.0)


class _Play(NamedTuple):
    """A scene: how the balls and the toy go, the order of the beakers in each picture, which beakers and screen, which toy."""

    balls: str
    toy: str
    orders: tuple[tuple[str, ...], ...]
    over: tuple[str, ...]
    screen: str
    kind: str


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same table and things."""
    rng = stream(seed, "hiding")
    cups = [CUPS[int(index)] for index in rng.permutation(len(CUPS))[:3]]
    tones = [BALLS[int(index)] for index in rng.permutation(len(BALLS))]
    balls, boards = (tones[0], tones[0], tones[1]), tones[2:4]
    toys = [TOYS[int(index)] for index in rng.permutation(len(TOYS))[:2]]
    things = [
        ThingPlan(name=f"beaker_{colour}", kind="upturned_beaker", seed=1, on="", at=(0, 0), colour=colour)
        for colour in cups
    ]
    things += [
        ThingPlan(name=f"ball_{n}", kind="small_ball", seed=1, on="", at=(0, 0), colour=tone, state="small")
        for n, tone in enumerate(balls)
    ]
    things += [ThingPlan(name=f"screen_{side}", kind="screen_board", seed=1, on="", at=(0, 0), colour=colour)
               for side, colour in zip(SCREENS, boards, strict=True)]  # fmt: skip
    things += [ThingPlan(name=kind, kind=kind, seed=seed, on="", at=(0, 0)) for kind in toys]
    things += [
        ThingPlan(name=f"hand_{n}", kind="robot_hand", seed=1, on="", at=(0, 0), colour="white", state="grip-60")
        for n in range(len(cups))
    ]
    with Bench(seed, things, _VIEW) as bench:
        scenes = [_scene(bench, play) for play in _plays(cups, toys, rng)]
    first, second, third, fourth = (scenes[int(place)] for place in rng.permutation(4))
    return first, second, third, fourth


def _plays(cups: Sequence[str], toys: Sequence[str], rng: Generator) -> list[_Play]:
    balls = ["one", "one", *_drawn(("two", "unseen", "other"), rng)]
    moves = ["hidden", "hidden", *_drawn(("visible", "unseen", "other"), rng)]
    moves = [moves[int(index)] for index in rng.permutation(4)]
    sides = [SCREENS[int(index)] for index in rng.permutation(2)]
    ends = [int(index) for index in rng.permutation(3)[:2]]
    found: list[_Play] = []
    for number, (how, move) in enumerate(zip(balls, moves, strict=True)):
        orders = _orders(cups, rng)
        over = [orders[-1][int(index)] for index in rng.permutation(3)]
        if number == 0:
            over = [orders[-1][ends[0]]]
        elif number == 1:
            # Another place at the end and another beaker than in the first scene.
            while orders[-1][ends[1]] == found[0].over[0]:
                orders = _orders(cups, rng)
            over = [orders[-1][ends[1]]]
        screen = sides.pop() if move == "hidden" else SCREENS[int(rng.integers(2))]
        found.append(_Play(how, move, orders, tuple(over[: 2 if how == "two" else 1]), screen, toys[move == "other"]))
    return found


def _drawn(kinds: Sequence[str], rng: Generator) -> list[str]:
    return [kinds[int(index)] for index in rng.permutation(len(kinds))[:2]]


def _orders(cups: Sequence[str], rng: Generator) -> tuple[tuple[str, ...], ...]:
    """Return the order of the beakers in each picture: it changes before the last one, never while they are in the air."""
    first = tuple(cups[int(index)] for index in rng.permutation(3))
    last = first
    while last == first:
        last = tuple(cups[int(index)] for index in rng.permutation(3))
    return (*(first,) * (PICTURES - 1), last)


def _scene(bench: Bench, play: _Play) -> Made:
    shots = []
    for number in range(PICTURES):
        bench.put(_frames(bench, play, number))
        shots.append(bench.shot(measured=False))
    last = play.orders[-1]
    places = [PLACES[last.index(cup)] for cup in play.over]
    truth = {
        "ball": {"colour": bench.colour(_ball(play)), "places": [] if play.balls == "unseen" else sorted(places)},
        "beakers": dict(zip(PLACES, last, strict=True)),
        "toy": {
            "kind": play.kind,
            "how": play.toy.replace("other", "hidden"),
            "screen": play.screen if play.toy in {"hidden", "other"} else "",
        },
    }
    seen = _seen(shots)
    if seen != truth:
        raise Rejected("the pictures do not show what happens")
    return made(shots, truth, seen)


def _frames(bench: Bench, play: _Play, number: int) -> dict[str, Frame]:
    """Return where things are in a picture; what is hidden is out of the room, for nobody can see the difference."""
    raised = _RAISED_M if number == 0 and play.balls != "unseen" else 0.0
    frames = {
        f"beaker_{cup}": bench.frame(right, 0.0, raised + 0.001)
        for cup, right in zip(play.orders[number], _CUPS_M, strict=True)
    }
    if raised:
        down = multiply(turn("z", bench.yaw), turn("x", -90))
        frames |= {
            f"hand_{n}": gripping(bench.point(right, 0.0, raised + _GRIPPED_M), down) for n, right in enumerate(_CUPS_M)
        }
    frames |= {
        f"screen_{side}": bench.frame(right, 0.0, 0.001) for side, right in zip(SCREENS, _SCREENS_M, strict=True)
    }
    if number == 0 and play.balls == "unseen":
        # As the viewer has it, between two beakers.
        between = (_CUPS_M[0] + _CUPS_M[1]) / 2 * (_VIEW.back_m + _BEFORE_M) / _VIEW.back_m
        frames["ball_0"] = bench.frame(between, _BEFORE_M, 0.001)
    elif number == 0:
        for index, cup in enumerate(play.over):
            name = _ball(play) if not index else "ball_1"
            frames[name] = bench.frame(_CUPS_M[play.orders[0].index(cup)], 0.0, 0.001)
    # In line with the screen's inner edge, so that half of the toy is hidden.
    edge = _SCREENS_M[0] + SCREEN_M[0] if play.screen == "left" else _SCREENS_M[1] - SCREEN_M[0]
    edge *= (_VIEW.back_m + _BEHIND_M) / _VIEW.back_m
    partly = play.toy != "unseen"
    right = (_GAP_M, edge if partly else _GAP_M, _GAP_M if play.toy == "visible" else None)[number]
    if right is not None:
        frames[play.kind] = bench.frame(right, _BEHIND_M, 0.001)
    return frames


def _ball(play: _Play) -> str:
    return "ball_2" if play.balls == "other" else "ball_0"


def _seen(shots: Sequence[Shot]) -> dict[str, Any]:
    """Return what the pictures show: where balls must be, and behind which screen a toy went."""
    first, *_, last = (shot.seen for shot in shots)
    order = sorted(_of(last, "upturned_beaker"), key=lambda one: one.point[0])
    place = {one.name: PLACES[index] for index, one in enumerate(order)}
    covered = [
        place[cup.name]
        for ball in _of(first, "small_ball")
        for cup in _of(first, "upturned_beaker")
        if abs(first.seen_from(ball.at)[0] - first.seen_from(cup.at)[0]) < _OVER_M
        and cup.at[2] - cup.size[2] / 2 > TOP_M + _RAISED_M / 2
    ]
    balls = _of(first, "small_ball")
    if not balls:
        raise Rejected("no ball is seen")
    return {
        "ball": {"colour": balls[0].colour, "places": sorted(covered)},
        "beakers": {PLACES[index]: one.colour for index, one in enumerate(order)},
        "toy": _toy([shot.seen for shot in shots]),
    }


def _of(facts: Facts, kind: str) -> list[Object]:
    return [one for one in facts.objects if one.kind == kind]


def _toy(pictures: Sequence[Facts]) -> Mapping[str, str]:
    seen = [next((one for one in facts.objects if one.kind in TOYS), None) for facts in pictures]
    first, middle, last = seen
    if first is None:
        raise Rejected("there is no toy")
    if last is not None:
        return {"kind": first.kind, "how": "visible", "screen": ""}
    if middle is None or middle.box[2] - middle.box[0] > _PARTLY * (first.box[2] - first.box[0]):
        return {"kind": first.kind, "how": "unseen", "screen": ""}
    return {"kind": first.kind, "how": "hidden", "screen": "left" if middle.point[0] < first.point[0] else "right"}


HIDING = register(SceneSet("hiding", 1, make))
