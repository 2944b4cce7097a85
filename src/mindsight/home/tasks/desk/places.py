"""Lay out the study with its desk: the organisers, the things on the top, and the viewpoints."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine.scenes.floor_plan import Point, Rect, body_rect, size_of
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.places import Footprint, footprint
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.standing import viewpoints
from mindsight.engine.seeds import subseed
from mindsight.home.tasks.desk.rules import TALL
from mindsight.home.tasks.tidying import nameless

_THIN = frozenset({"pen", "toothbrush"})
TOP = "desk/top"
TOP_M = 0.75
_ORGANISERS = ("pen_holder", "coaster", "desk_tray", "desk_tray_2")
_HALF_M, _DEEP_M, _GAP_M = 0.56, 0.26, 0.02
_BACK_M, _BEFORE_SILL_M = 0.265, 0.195
"""How far back low things may reach, and things that could touch the sill of a window behind the desk."""
_WIDE = 0.75
"""Share of the free width beside the organisers that goes to one gap."""
_MARGIN_M = 0.008
_EYE: tuple[float, float, float] = (0.10, -0.80, 1.42)
"""Eye point before the desk, in its frame; the one before its drawer is lower."""
_STOOPING: tuple[float, float, float] = (0.36, -1.00, 1.00)
_TRIES = 300
_LEAST_CLEAR, _BEHIND_M = 0.8, 0.06

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Piece:
    """A thing to lay on the desk."""

    name: str
    kind: str
    seed: int

    @property
    def room(self) -> Footprint:
        """Its footprint."""
        return footprint(self.kind, self.seed)

    @property
    def is_thin(self) -> bool:
        """Whether it must lie at an angle to be seen well."""
        return self.kind in _THIN


def study(seed: int, rng: Generator, options: dict[str, dict[str, object]]) -> ScenePlan:
    """Return a study with organisers on its desk, one bookcase and one bin; ``options`` are given by fixture.

    Raises:
        ValueError: No such room has space for them.
    """
    room = furnish("study", subseed(seed, "desk", "room"), wanted=("waste_bin",))
    desk = next(one for one in room.fixtures if one.kind == "desk")
    # One bookcase and one bin, so that it is clear where a thing belongs. Neither lamp nor curtain hides the desk.
    kept = [one for one in room.fixtures if one.kind not in {"bookcase", "waste_bin"} or one.name == one.kind]
    kept = [one for one in kept if one.kind not in {"table_lamp", "curtain"}]
    kept = [_aside(one, desk) if one.kind in {"office_chair", "chair"} else one for one in kept]
    kept = [one.model_copy(update={"options": {**one.options, **options.get(one.name, {})}}) for one in kept]
    seen = viewpoints(room.size, kept, ("desk", "bookcase", "waste_bin"))[:5]
    places = [_before(desk, one) if one.name == "desk" else one for one in nameless(seen, ("waste_bin",))]
    places.insert(3, _stooping(desk))
    row = _row(desk, rng, {name: options[name] for name in _ORGANISERS if name in options})
    return room.model_copy(update={"fixtures": (*kept, *row), "viewpoints": tuple(places)})


def _aside(chair: FixturePlan, desk: FixturePlan) -> FixturePlan:
    """Pull the chair out and to the left, so that the drawer on the right can be opened."""
    rect = body_rect(desk)
    x, y = rect.point((-0.28, -rect.half[1] - 0.02 - size_of(chair)[1] / 2))
    return chair.model_copy(update={"at": (round(x, 4), round(y, 4))})


def _row(desk: FixturePlan, rng: Generator, options: dict[str, dict[str, object]]) -> list[FixturePlan]:
    """Place the organisers along the back of the desk in random order, with one wide gap for tall things."""
    names = [list(options)[int(index)] for index in rng.permutation(len(options))]
    kinds = {name: name.removesuffix("_2") for name in names}
    widths = [FIXTURES[kinds[name]].size[0] for name in names]
    spare = 2 * _HALF_M - sum(widths) - _GAP_M * (len(names) - 1)
    shares = rng.dirichlet(np.ones(len(names) + 1)) * (1 - _WIDE)
    shares[int(rng.integers(len(names) + 1))] += _WIDE
    x, row = -_HALF_M, []
    for name, width, share in zip(names, widths, shares, strict=False):
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
    """Return a position in the desk's frame in the frame of the room."""
    x, y = body_rect(desk).point(at[:2])
    return (round(x, 3), round(y, 3), at[2])


def lay_out(
    room: ScenePlan, rng: Generator, pieces: Sequence[Piece], others: Sequence[Piece], count: int, most_tall: int
) -> ScenePlan | None:
    """Return the room with all pieces and up to ``count`` other things on the desk, few of them tall.

    No thing hides another. None is returned if the pieces themselves find no room. Without tall things they lie close
    together.
    """
    desk = _Desk(room, rng, close=not most_tall)
    tall = [one for one in others if one.kind in TALL]
    for other in tall[: min(count, most_tall)]:
        desk.lay(other)  # at the back, while there is room
    if not all(desk.lay(piece) for piece in sorted(pieces, key=lambda one: -one.room.radius)):
        return None
    for other in [one for one in others if one.kind not in TALL]:
        if len(desk.plan.things) < len(pieces) + count:
            desk.lay(other)
    return desk.plan


class _Desk:
    """A desk on which things are laid one after another; positions are in the frame of its top."""

    def __init__(self, plan: ScenePlan, rng: Generator, *, close: bool) -> None:
        self.plan = plan
        self._close = close
        self._rng = rng
        desk = body_rect(next(one for one in plan.fixtures if one.kind == "desk"))
        self._in_sight = _kept_in_sight(desk, plan)
        standing = [body_rect(one) for one in plan.fixtures if one.kind in _ORGANISERS]
        self._taken = [Rect(_point(desk.local(np.array(rect.at))), rect.half) for rect in standing]
        self._placed: list[tuple[Rect, float]] = []

    def lay(self, piece: Piece) -> bool:
        """Lay a piece where it hides no label, coaster or other piece and is not hidden itself; return False if there is no place."""
        size = piece.room
        for rect in self._free(size, 45.0 if piece.is_thin else 0.0):
            if piece.kind in TALL and rect.at[1] < _BEHIND_M:
                continue
            placed = [*self._placed, (rect, size.height)]
            if not _hides(rect, max(size.height, 0.02), self._in_sight).any() and _all_clear(placed):
                self._placed = placed
                self._taken.append(rect)
                self._put(piece, rect)
                return True
        return False

    def _free(self, size: Footprint, slant: float) -> Iterator[Rect]:
        """Yield places where a thing touches nothing, in random order or leftmost first; slanted to either side."""
        half = (size.width / 2, size.depth / 2)
        slants = np.where(self._rng.random(_TRIES) < 0.5, -slant, slant)
        drawn = zip(
            self._rng.uniform(-1, 1, (_TRIES, 2)) * (_HALF_M, _DEEP_M), self._rng.normal(slants, 20), strict=True
        )
        rects = [Rect((round(float(x), 3), round(float(y), 3)), half, round(float(yaw), 1)) for (x, y), yaw in drawn]
        steps = np.linspace(-1, 1, 9)
        grid = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2) * half
        points = np.stack([np.array(rect.at) + grid @ rect.axes for rect in rects])
        free: NDArray[np.bool_] = np.asarray((np.abs(points) <= (_HALF_M, _DEEP_M)).all((1, 2)))
        for taken in self._taken:
            left = np.flatnonzero(free)
            free[left] = (taken.distance(points[left]) >= _MARGIN_M).all(1)
        found = [rect for rect, good in zip(rects, free, strict=True) if good]
        yield from sorted(found, key=lambda rect: rect.at[0]) if self._close else found

    def _put(self, piece: Piece, rect: Rect) -> None:
        thing = ThingPlan(name=piece.name, kind=piece.kind, seed=piece.seed, on=TOP, at=rect.at, yaw=rect.yaw)
        self.plan = self.plan.with_things(thing)


def _kept_in_sight(desk: Rect, room: ScenePlan) -> Array:
    """Return points of the trays' labels and of the coaster, which must stay visible, in the frame of the desk's top."""
    trays = [body_rect(one) for one in room.fixtures if one.kind == "desk_tray"]
    ends = [(tray.point((x, tray.half[1])), 0.05) for tray in trays for x in (-0.07, 0.0, 0.07)]
    mats = [body_rect(one) for one in room.fixtures if one.kind == "coaster"]
    ends += [(mat.point((x, y)), 0.005) for mat in mats for x in (-0.05, 0.0, 0.05) for y in (-0.05, 0.0, 0.05)]
    return np.array([[*desk.local(np.array(end)), high] for end, high in ends])


def _all_clear(placed: Sequence[tuple[Rect, float]]) -> bool:
    """Return whether no thing hides much of another as seen from before the desk."""
    for index, (rect, height) in enumerate(placed):
        marks = _marks(rect, height)
        hidden = np.zeros(len(marks), dtype=np.bool_)
        for other, (before, its_height) in enumerate(placed):
            if other != index:
                hidden |= _hides(before, its_height, marks)
        if 1 - hidden.mean() < _LEAST_CLEAR:
            return False
    return True


def _marks(rect: Rect, height: float) -> Array:
    """Return points across a thing, at half its height."""
    grid = [(x, y) for x in (-0.8, 0.0, 0.8) for y in (-0.8, 0.0, 0.8)]
    return np.array([[*rect.point((x * rect.half[0], y * rect.half[1])), height / 2] for x, y in grid])


def _hides(rect: Rect, height: float, marks: Array) -> NDArray[np.bool_]:
    """Return which lines of sight to some marks a thing blocks."""
    eye = np.array([*_EYE[:2], _EYE[2] - TOP_M])
    steps = np.linspace(0.0, 0.6, 40)[None, :, None]
    points = marks[:, None] + steps * (eye - marks)[:, None]
    within = (np.abs(rect.local(points[..., :2])) <= np.array(rect.half)).all(-1)
    return np.asarray((within & (points[..., 2] <= height)).any(1))


def _point(at: Array) -> Point:
    return (float(at[0]), float(at[1]))
