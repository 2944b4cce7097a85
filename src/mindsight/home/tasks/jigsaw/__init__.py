"""拼图: put the pieces of a jigsaw together in their frame, following the picture on the lid of the box.

All knobs are alike: where a piece goes, and which way up, is shown by its print alone. No two cells of a picture look alike.
A piece put down nearly in place slips in (see ``engine.physics.interlocking``), whether it belongs there or not.

Irrelevant variants: a piece is missing (absent), slats are nailed across the frame (blocked), the demand cannot be met
(impossible), it is no household task, or the lid shows another picture than the pieces (false premise).

See also ``words``, ``sight`` (seeing pieces) and the ``oracle``; how a picture is cut is in ``engine.geometry.jigsaw``.
"""

import itertools
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.random import Generator

from mindsight.engine import catalogue
from mindsight.engine.drawing.prints import motifs
from mindsight.engine.fixtures.jigsaws import box_size_m, frame_size_m
from mindsight.engine.geometry.jigsaw import GRIDS, REACH, Cell, Cut
from mindsight.engine.scenes.floor_plan import Rect, body_rect, span_z
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.irrelevance import NARROW, Reason
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected, Task, register
from mindsight.home.tasks.jigsaw.oracle import solve
from mindsight.home.tasks.jigsaw.words import IMPOSSIBLE, WORDINGS
from mindsight.home.tasks.wording import Sentence, draw_demand, not_home, pick

VERSION = 2
PIECES = tuple(GRIDS)
TURNED = ("upright", "quarters", "any")
"""Orientation of the pieces: nearly upright, turned by quarters, or any."""
ROOMS: tuple[RoomKind, ...] = ("kitchen", "living_room", "study")
TABLE = "dining_table"
LEAST_UNLIKE = 16.0
"""Least difference between two cells of a picture in any orientation (root mean square, 0–255)."""
ASKEW_DEG = 5.0
_PICTURES = 24
_ROOMS = 8
_MARGIN_M = 0.012
_EYE = (0.0, -0.62, 1.72)
_TARGET = (0.0, 0.03, 0.75)

_CELLS: tuple[tuple[int, str, str], ...] = tuple(itertools.product(PIECES, motifs.MOTIFS, TURNED))


def draw(seed: int, reason: Reason | Literal[""]) -> Instance:
    """Return the instance of a seed.

    Raises:
        Rejected: No picture of the motif has cells that differ enough, or the pieces do not fit on the table.
    """
    catalogue.load()
    pieces, motif, turned = cell(seed)
    rng = stream(seed, "jigsaw")
    cut = _cut(seed, pieces, motif)
    words = _instruction(pieces, reason, rng)
    room = table_room(seed, rng)
    layout = Layout(room, cut, rng)
    things = layout.scatter(turned)
    # The valid task is complete here; what follows may make it irrelevant.
    spoiling = stream(seed, "jigsaw", "spoiled", reason)
    if reason == "absent":
        del things[list(things)[int(spoiling.integers(len(things)))]]
    lid = _another(cut, spoiling) if reason == "false_premise" else cut
    scene = layout.scene(things, lid, barred=reason == "blocked")
    names = {place: thing.name for place, thing in things.items()}
    return Instance(
        id=f"jigsaw-{seed}-{reason or 'valid'}",
        task="jigsaw",
        task_version=VERSION,
        seed=seed,
        reason=reason,
        difficulty={"pieces": pieces, "motif": motif, "turned": turned},
        instruction=words,
        scene=scene,
        goal=goal(cut, names),
        needed=("jigsaw_frame", "jigsaw_box", *sorted(names.values())),
        details={"pieces": pieces, "place": TABLE},
    )


def cell(seed: int) -> tuple[int, str, str]:
    """Return the difficulty of a seed: every block of 120 seeds has each combination once, in random order."""
    block, place = divmod(seed, len(_CELLS))
    return _CELLS[int(stream(block, "jigsaw", "cells").permutation(len(_CELLS))[place])]


def goal(cut: Cut, names: dict[Cell, str], frame: str = "jigsaw_frame") -> list[Any]:
    """Return the goal that all neighbours among the present pieces fit together, and that all lie in the frame."""
    fits: list[Any] = []
    for first, second in cut.neighbours:
        if first in names and second in names:
            apart = 100 * np.subtract(cut.middle(second), cut.middle(first))
            fits.append(["fits", names[first], names[second], [round(float(part), 3) for part in apart]])
    inside = [["inside", name, f"{frame}/inside"] for name in sorted(names.values())]
    return ["all", *fits, ["all", *inside]]


def _cut(seed: int, pieces: int, motif: str) -> Cut:
    """Return the first picture of a seed whose cells all look different."""
    columns, rows = GRIDS[pieces]
    for attempt in range(_PICTURES):
        cut = Cut(motif, columns, rows, subseed(seed, "jigsaw", "picture", attempt) % 1_000_000)
        if motifs.likeness(motifs.picture(motif, columns, rows, cut.seed), columns, rows) >= LEAST_UNLIKE:
            return cut
    raise Rejected("alike", f"two pieces of {motif} look alike")


def _another(cut: Cut, rng: Generator) -> Cut:
    """Return the picture of another jigsaw that is cut in the same way."""
    others = [one for one in motifs.MOTIFS if one != cut.motif]
    return Cut(others[int(rng.integers(len(others)))], cut.columns, cut.rows, int(rng.integers(1_000_000)))


def table_room(seed: int, rng: Generator) -> ScenePlan:
    """Return a room with one dining table, seen from close above."""
    kind = ROOMS[int(rng.integers(len(ROOMS)))]
    wanted = () if kind == "kitchen" else (TABLE,)
    for attempt in range(_ROOMS):
        try:
            room = _furnished(kind, subseed(seed, "jigsaw", "room", attempt), wanted)
        except ValueError:
            continue
        tables = [fixture for fixture in room.fixtures if fixture.kind == TABLE]
        if [table.name for table in tables] == [TABLE] and not _hung_over(room, tables[0]):
            return _with_view(room, tables[0])
    raise Rejected("no_room", f"no {kind} with one dining table")


@lru_cache(maxsize=4)
def _furnished(kind: RoomKind, seed: int, wanted: tuple[str, ...]) -> ScenePlan:
    """Return the room of a seed, the same for all its variants."""
    return furnish(kind, seed, wanted=wanted)


def _hung_over(room: ScenePlan, table: FixturePlan) -> bool:
    """Return whether a curtain or a fixture beside a table reaches over it."""
    rect, seats = body_rect(table).grown(0.01), ("chair", "ceiling_lamp", "window")
    others = [one for one in room.fixtures if one.name != table.name and one.kind not in seats]
    return any(span_z(one)[1] > _TARGET[2] and body_rect(one).overlaps(rect) for one in others)


def _with_view(room: ScenePlan, table: FixturePlan) -> ScenePlan:
    """Return the room with a viewpoint that looks down on the table."""
    eye, target = (_on(table, point) for point in (_EYE, _TARGET))
    view = ViewpointPlan(name=TABLE, zh="餐桌旁", en="at the dining table", eye=eye, target=target)
    others = [one for one in room.viewpoints if one.name != TABLE]
    return room.model_copy(update={"viewpoints": (*others[:2], view, *others[2:])})


def _on(table: FixturePlan, point: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y = body_rect(table).point(point[:2])
    return (round(x, 3), round(y, 3), point[2])


class Layout:
    """Positions of everything on the table, in the frame of the table with its front towards −y."""

    def __init__(self, room: ScenePlan, cut: Cut, rng: Generator) -> None:
        self._room = room
        self._cut = cut
        self._rng = rng
        self._table = next(fixture for fixture in room.fixtures if fixture.name == TABLE)
        width, depth = frame_size_m(cut)
        spots = (-0.27, 0.0, 0.27)
        at = (self._near(spots[int(rng.integers(3))], 0.03), self._near(-0.12, 0.03))
        self._frame = Rect(at, (width / 2, depth / 2), self._near(0.0, 4.0))
        width, depth, _ = box_size_m(cut)
        at = (self._near(1.3 * spots[int(rng.integers(3))], 0.03), 0.24)
        self._box = Rect(at, (width / 2, depth / 2), self._near(0.0, 6.0))

    def scatter(self, turned: str) -> dict[Cell, ThingPlan]:
        """Return all pieces at separate places beside frame and box."""
        cells, spots = self._cut.cells, self._spots()
        if len(spots) < len(cells):
            raise Rejected("no_place", f"{len(spots)} places for {len(cells)} pieces")
        chosen = self._rng.permutation(len(spots))[: len(cells)]
        numbers = self._rng.permutation(len(cells)) + 1
        return {
            place: self._piece(place, int(number), spots[int(spot)], turned)
            for place, number, spot in zip(cells, numbers, chosen, strict=True)
        }

    def scene(self, things: dict[Cell, ThingPlan], lid: Cut, *, barred: bool) -> ScenePlan:
        """Return the room with everything on the table, and a picture on the lid of the box."""
        options = {"pieces": len(self._cut.cells), "motif": self._cut.motif, "seed": self._cut.seed}
        frame = self._fixture("jigsaw_frame", self._frame, {**options, "barred": barred})
        box = self._fixture("jigsaw_box", self._box, {**options, "motif": lid.motif, "seed": lid.seed})
        in_order = sorted(things.values(), key=lambda thing: thing.name)
        return self._room.model_copy(update={"fixtures": (*self._room.fixtures, frame, box)}).with_things(*in_order)

    def _near(self, value: float, spread: float) -> float:
        return round(value + float(self._rng.uniform(-spread, spread)), 3)

    def _spots(self) -> list[tuple[float, float]]:
        """Return places for pieces, far enough apart in any orientation."""
        side = 2 * (0.5 + REACH) * self._cut.pitch_m + _MARGIN_M
        half = np.array([0.60, 0.35])
        counts = (2 * half // side).astype(int)
        steps = 2 * half / counts
        behind = Rect((self._box.at[0], 0.30), (self._box.half[0] + 0.02, 0.20))
        spots = []
        for i, j in np.ndindex(*counts):
            middle = (np.array([i, j]) + 0.5) * steps - half
            shift = self._rng.uniform(-1, 1, 2) * (steps - side) / 2
            x, y = (float(part) for part in np.round(middle + shift, 3))
            own = Rect((x, y), (side / 2, side / 2))
            if not any(own.overlaps(other, 0.004) for other in (self._frame, self._box, behind)):
                spots.append((x, y))
        return spots

    def _piece(self, place: Cell, number: int, at: tuple[float, float], turned: str) -> ThingPlan:
        askew = float(self._rng.uniform(-ASKEW_DEG, ASKEW_DEG))
        quarter, anyhow = 90.0 * int(self._rng.integers(4)), float(self._rng.uniform(-180, 180))
        yaw = {"upright": askew, "quarters": quarter + askew, "any": anyhow}[turned] + self._frame.yaw
        return ThingPlan(
            name=f"jigsaw_piece.{number}",
            kind="jigsaw_piece",
            seed=self._cut.seed,
            on=f"{TABLE}/top",
            at=at,
            yaw=round(yaw, 1),
            state=self._cut.code(place),
        )

    def _fixture(self, kind: str, rect: Rect, options: dict[str, Any]) -> FixturePlan:
        height = FIXTURES[TABLE].size[2]
        x, y = body_rect(self._table).point(rect.at)
        yaw = self._table.yaw + rect.yaw
        return FixturePlan(
            name=kind, kind=kind, seed=self._cut.seed, at=(round(x, 4), round(y, 4)), yaw=yaw, z=height, options=options
        )


def _instruction(pieces: int, reason: str, rng: Generator) -> Sentence:
    usual = pick(rng, WORDINGS, {"count": str(pieces)}, {"count": str(pieces)})
    if reason == "not_home":
        return not_home(rng)
    return draw_demand(rng, IMPOSSIBLE, {}, {}) if reason == "impossible" else usual


JIGSAW = register(
    Task(
        key="jigsaw",
        version=VERSION,
        axes={"pieces": PIECES, "motif": motifs.MOTIFS, "turned": TURNED},
        draw=draw,
        solve=solve,
        needs=Needs(
            valid=("jitter", "forgets", "no_depth", "mirrored", "slow", "gives_up"),
            irrelevant=("hallucinates",),
        ),
        reasons=(*NARROW, "false_premise"),
    )
)
