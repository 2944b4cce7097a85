"""The study with its desk: where organisers stand, what lies on the top, and where one stands to see it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine.floorplan import Rect, body_rect, size_of
from mindsight.engine.furnishing import FIXTURES
from mindsight.engine.layout import furnish
from mindsight.engine.places import Footprint, NoPlaceError, Spot, footprint, free_spots
from mindsight.engine.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.seeds import subseed
from mindsight.engine.standing import viewpoints
from mindsight.home.tasks.desk_rules import TALL
from mindsight.home.tasks.tidying import nameless

TOP = "desk/top"
TOP_M = 0.75
_ORGANISERS = ("pen_holder", "coaster", "desk_tray", "desk_tray_2")
_HALF_M, _GAP_M = 0.56, 0.02
_BACK_M, _BEFORE_SILL_M = 0.265, 0.195
"""How far back something low reaches, and what could touch the sill of a window behind the desk."""
_MARGIN_M = 0.010
_EYE: tuple[float, float, float] = (0.10, -0.80, 1.42)
"""Where one stands to see the desk, in its frame; before its drawer one stoops."""
_STOOPING: tuple[float, float, float] = (0.36, -1.00, 1.00)
_TRIES = 40
_LEAST_CLEAR = 0.8

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Piece:
    """A thing to lay on the desk."""

    name: str
    kind: str
    seed: int

    @property
    def room(self) -> Footprint:
        """The room that it takes."""
        return footprint(self.kind, self.seed)


def study(seed: int, rng: Generator, options: dict[str, dict[str, object]]) -> ScenePlan:
    """Return a study whose desk bears organisers, with one bookcase and one bin; ``options`` by fixture says which.

    Raises:
        ValueError: No such room takes them.
    """
    room = furnish("study", subseed(seed, "desk", "room"), wanted=("waste_bin",))
    kept = [one for one in room.fixtures if one.kind != "table_lamp"]
    # One bookcase, one bin: where a thing belongs is never in doubt.
    kept = [one for one in kept if one.kind not in {"bookcase", "waste_bin"} or one.name == one.kind]
    desk = next(one for one in kept if one.kind == "desk")
    kept = [_aside(one, desk) if one.kind in {"office_chair", "chair"} else one for one in kept]
    kept = [one.model_copy(update={"options": {**one.options, **options.get(one.name, {})}}) for one in kept]
    seen = viewpoints(room.size, kept, ("desk", "bookcase", "waste_bin"))[:5]
    places = [_before(desk, one) if one.name == "desk" else one for one in nameless(seen, ("waste_bin",))]
    places.insert(3, _stooping(desk))
    row = _row(desk, rng, {name: options[name] for name in _ORGANISERS if name in options})
    return room.model_copy(update={"fixtures": (*kept, *row), "viewpoints": tuple(places)})


def _aside(chair: FixturePlan, desk: FixturePlan) -> FixturePlan:
    """Draw the chair out and to the left, so that the drawer at the right can be opened."""
    rect = body_rect(desk)
    x, y = rect.point((-0.28, -rect.half[1] - 0.02 - size_of(chair)[1] / 2))
    return chair.model_copy(update={"at": (round(x, 4), round(y, 4))})


def _row(desk: FixturePlan, rng: Generator, options: dict[str, dict[str, object]]) -> list[FixturePlan]:
    """Stand the organisers along the back of the desk, in any order and with gaps of any width."""
    names = [list(options)[int(index)] for index in rng.permutation(len(options))]
    kinds = {name: name.removesuffix("_2") for name in names}
    widths = [FIXTURES[kinds[name]].size[0] for name in names]
    spare = 2 * _HALF_M - sum(widths) - _GAP_M * (len(names) - 1)
    shares = np.diff(np.sort(np.r_[0.0, rng.uniform(0, 1, len(names))]))
    x, row = -_HALF_M, []
    for name, width, share in zip(names, widths, shares, strict=True):
        x += share * spare
        depth = FIXTURES[kinds[name]].size[1]
        back = _BEFORE_SILL_M if name == "pen_holder" else _BACK_M
        at = body_rect(desk).point((x + width / 2, back - depth / 2))
        plan = FixturePlan(
            name=name,
            kind=kinds[name],
            seed=subseed(desk.seed, name),
            at=(round(at[0], 4), round(at[1], 4)),
            yaw=desk.yaw,
            z=TOP_M,
            options=options[name],
        )
        row.append(plan)
        x += width + _GAP_M
    return row


def _before(desk: FixturePlan, seen: ViewpointPlan) -> ViewpointPlan:
    return seen.model_copy(update={"eye": _of(desk, _EYE), "target": _of(desk, (0.0, -0.05, TOP_M)), "fovy": 62.0})


def _stooping(desk: FixturePlan) -> ViewpointPlan:
    eye, target = _of(desk, _STOOPING), _of(desk, (0.30, -0.25, 0.64))
    return ViewpointPlan(name="drawer", zh="书桌抽屉前", en="before the desk drawer", eye=eye, target=target, fovy=50.0)


def _of(desk: FixturePlan, at: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return a place in the desk's frame as one in the room."""
    x, y = body_rect(desk).point(at[:2])
    return (round(x, 3), round(y, 3), at[2])


def lay_out(room: ScenePlan, rng: Generator, pieces: Sequence[Piece]) -> ScenePlan | None:
    """Return the room with every piece on the desk, the large ones first, none behind another; None if one finds no place."""
    placed: list[tuple[Spot, Footprint]] = []
    for piece in sorted(pieces, key=lambda one: -one.room.radius):
        spot = _spot(room, rng, piece, placed)
        if spot is None:
            return None
        placed.append((spot, piece.room))
        plan = ThingPlan(name=piece.name, kind=piece.kind, seed=piece.seed, on=TOP, at=spot.at, yaw=spot.yaw)
        room = room.with_things(plan)
    return room


def _spot(room: ScenePlan, rng: Generator, piece: Piece, placed: Sequence[tuple[Spot, Footprint]]) -> Spot | None:
    for _ in range(_TRIES):
        try:
            spot = free_spots(room, rng, [piece.room], [TOP], margin_m=_MARGIN_M)[0]
        except NoPlaceError:
            return None
        if piece.kind in TALL and spot.at[1] < 0.06:
            continue
        if _all_clear([*placed, (spot, piece.room)]):
            return spot
    return None


def _all_clear(placed: Sequence[tuple[Spot, Footprint]]) -> bool:
    """Return whether from before the desk no thing hides much of another."""
    rects = [Rect(spot.at, (room.width / 2, room.depth / 2), spot.yaw) for spot, room in placed]
    for index, (rect, (_, room)) in enumerate(zip(rects, placed, strict=True)):
        marks = _marks(rect, room.height)
        hidden = np.zeros(len(marks), dtype=np.bool_)
        for other, (before, (_, its_room)) in enumerate(zip(rects, placed, strict=True)):
            if other != index:
                hidden |= _hides(before, its_room.height, marks)
        if 1 - hidden.mean() < _LEAST_CLEAR:
            return False
    return True


def _marks(rect: Rect, height: float) -> Array:
    """Return points over a thing, half way up."""
    grid = [(x, y) for x in (-0.8, 0.0, 0.8) for y in (-0.8, 0.0, 0.8)]
    return np.array([[*rect.point((x * rect.half[0], y * rect.half[1])), height / 2] for x, y in grid])


def _hides(rect: Rect, height: float, marks: Array) -> NDArray[np.bool_]:
    """Return which lines of sight to some marks a thing stands in."""
    eye = np.array([*_EYE[:2], _EYE[2] - TOP_M])
    steps = np.linspace(0.0, 0.6, 40)[None, :, None]
    points = marks[:, None] + steps * (eye - marks)[:, None]
    within = (np.abs(rect.local(points[..., :2])) <= np.array(rect.half)).all(-1)
    return np.asarray((within & (points[..., 2] <= height)).any(1))
