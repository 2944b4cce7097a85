"""Place furniture in a room piece by piece, each where it fits; a room's recipe decides which and in what order."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.random import Generator

from mindsight.engine.scenes.floor_plan import (
    HOSTS,
    Point,
    Rect,
    body_rect,
    front_rect,
    on_floor,
    size_of,
    span_z,
    swing_rect,
)
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.plans import FixturePlan
from mindsight.engine.seeds import subseed

WALLS: Mapping[str, float] = {"north": 0.0, "east": -90.0, "south": 180.0, "west": 90.0}
"""The walls, with the yaw of a fixture that stands with its back to them."""

COMPANIONS = frozenset(
    {
        ("desk", "office_chair"),
        ("desk", "chair"),
        ("desk", "waste_bin"),
        ("sofa", "coffee_table"),
        ("sofa", "side_table"),
        ("sofa", "armchair"),
        ("armchair", "coffee_table"),
        ("armchair", "side_table"),
        ("coffee_table", "armchair"),
        ("coffee_table", "sofa"),
        ("dining_table", "chair"),
        ("dining_table", "stool"),
    }
)
"""Pairs of which the second may stand before the first."""

UNDER = frozenset({("desk", "office_chair"), ("desk", "chair"), ("dining_table", "chair"), ("dining_table", "stool")})
"""Pairs of which the second is pushed a little under the first."""

_TRIES = 36
_GAP_M = 0.03


class DoesNotFitError(Exception):
    """A required piece found no place; the arrangement starts again."""


class Arranger:
    """A room that is being furnished."""

    def __init__(self, rng: Generator, seed: int, size: tuple[float, float, float], style: Mapping[str, str]) -> None:
        self.rng = rng
        self.seed = seed
        self.size = size
        self.style = style
        self.fixtures: list[FixturePlan] = []
        self.lit = False
        """Whether the lamps are on."""
        self._walls: dict[str, tuple[Rect, float]] = {}

    def make(self, kind: str, at: Point, yaw: float, z: float = 0.0, **options: Any) -> FixturePlan:
        """Return a new fixture with a unique name and the style of the room; it is not in the room yet."""
        count = sum(fixture.kind == kind for fixture in self.fixtures)
        name = kind if count == 0 else f"{kind}_{count + 1}"
        ours = FIXTURES[kind].build.__module__.rsplit(".", 1)[-1] in _STYLED
        place = (round(float(at[0]), 4), round(float(at[1]), 4))
        turned = round((yaw + 180.0) % 360.0 - 180.0, 3)
        return FixturePlan(
            name=name, kind=kind, seed=subseed(self.seed, name), at=place, yaw=turned, z=round(z, 4),
            options={**(self.style if ours else {}), **options},
        )  # fmt: skip

    def put(self, plan: FixturePlan | None) -> FixturePlan | None:
        """Put a fixture into the room if it fits; return it, or None."""
        if plan is None or not self.fits(plan):
            return None
        self.fixtures.append(plan)
        return plan

    def must(self, plan: FixturePlan | None) -> FixturePlan:
        """Return the fixture, which must not be None.

        Raises:
            DoesNotFitError: It found no place.
        """
        if plan is None:
            raise DoesNotFitError
        return plan

    def chance(self, share: float) -> bool:
        """Return True with this probability."""
        return bool(self.rng.random() < share)

    def one_of(self, *choices: str) -> str:
        """Return one of the choices at random."""
        return choices[int(self.rng.integers(len(choices)))]

    def find(self, *kinds: str) -> FixturePlan | None:
        """Return the first fixture of one of the kinds."""
        return next((fixture for fixture in self.fixtures if fixture.kind in kinds), None)

    def wall(self, wall: str) -> tuple[Rect, float]:
        """Return a wall as a line along the x axis of its own frame, and its length in m."""
        if wall not in self._walls:
            yaw = WALLS[wall]
            width, depth = self.size[:2]
            along, away = (width, depth) if wall in {"north", "south"} else (depth, width)
            line = Rect((0.0, 0.0), (along / 2, 0.0), yaw)
            self._walls[wall] = Rect(line.point((0.0, away / 2)), (along / 2, 0.0), yaw), along
        return self._walls[wall]

    def at_wall(
        self, kind: str, wall: str, x: float, *, gap: float = 0.02, z: float = 0.0, **options: Any
    ) -> FixturePlan:
        """Return a fixture with its back to a wall, ``x`` m right of the wall's middle as seen from inside."""
        line, _ = self.wall(wall)
        return self.make(kind, line.point((x, -FIXTURES[kind].size[1] / 2 - gap)), line.yaw, z, **options)

    def along(
        self, kind: str, walls: Sequence[str], *, gap: float = 0.02, z: float = 0.0, **options: Any
    ) -> FixturePlan | None:
        """Put a fixture somewhere along one of the walls."""
        half = FIXTURES[kind].size[0] / 2
        for _ in range(_TRIES):
            wall = walls[int(self.rng.integers(len(walls)))]
            room = self.wall(wall)[1] / 2 - half - 0.03
            if room <= 0:
                continue
            x = float(self.rng.uniform(-room, room))
            if z == 0.0 and self.chance(0.4):
                x = float(np.sign(x) * room)
            if put := self.put(self.at_wall(kind, wall, x, gap=gap, z=z, **options)):
                return put
        return None

    def beside(
        self, host: FixturePlan, kind: str, side: int, *, gap: float = 0.05, **options: Any
    ) -> FixturePlan | None:
        """Put a fixture at the left (−1) or right (1) of another, backs in line."""
        width, depth, _ = FIXTURES[kind].size
        rect = body_rect(host)
        at = rect.point((side * (rect.half[0] + width / 2 + gap), rect.half[1] - depth / 2))
        return self.put(self.make(kind, at, host.yaw, **options))

    def before(
        self, host: FixturePlan, kind: str, gap: float, *, x: float = 0.0, turned: float = 180.0, **options: Any
    ) -> FixturePlan | None:
        """Put a fixture in front of another at a gap (negative: pushed under it), facing it."""
        rect = body_rect(host)
        depth = FIXTURES[kind].size[1]
        return self.put(self.make(kind, rect.point((x, -rect.half[1] - gap - depth / 2)), host.yaw + turned, **options))

    def on_top(
        self, host: FixturePlan, kind: str, at: Point = (0.0, 0.0), turned: float = 0.0, **options: Any
    ) -> FixturePlan | None:
        """Put a fixture on top of another."""
        z = HOSTS.get(host.kind, size_of(host)[2])
        plan = self.make(kind, body_rect(host).point(at), host.yaw + turned, host.z + z, **options)
        return self.put(plan)

    def in_corner(self, kind: str, *, turned: float = 0.0, **options: Any) -> FixturePlan | None:
        """Put a fixture into one of the corners."""
        width, depth = self.size[:2]
        half = max(FIXTURES[kind].size[:2]) / 2
        for k in self.rng.permutation(4):
            sx, sy = ((-1, -1), (1, -1), (1, 1), (-1, 1))[int(k)]
            at = (sx * (width / 2 - half - 0.06), sy * (depth / 2 - half - 0.06))
            if put := self.put(self.make(kind, at, (0.0 if sy > 0 else 180.0) + turned, **options)):
                return put
        return None

    def tuck(self, kind: str, **options: Any) -> FixturePlan | None:
        """Put a fixture into a corner, or else along a wall."""
        return self.in_corner(kind, **options) or self.along(kind, tuple(WALLS), gap=0.06, **options)

    def put_rug(
        self, at: Point, yaw: float, size: Point, *, apart: Sequence[str] = (), **options: Any
    ) -> FixturePlan | None:
        """Lay a rug, shrunk if needed to stay inside the room and clear of certain fixtures."""
        others = [body_rect(fixture) for fixture in self.fixtures if fixture.kind in apart]
        for share in (1.0, 0.9, 0.8, 0.7, 0.6):
            smaller = (round(size[0] * share, 3), round(size[1] * share, 3))
            plan = self.make("rug", at, yaw, size=smaller, **options)
            if not any(body_rect(plan).overlaps(other, 0.02) for other in others) and self.put(plan):
                return plan
        return None

    def hang(
        self,
        kind: str,
        z: float,
        *,
        above: FixturePlan | None = None,
        walls: Sequence[str] = tuple(WALLS),
        **options: Any,
    ) -> FixturePlan | None:
        """Hang a fixture on a wall, above the given fixture if there is one."""
        if above is not None:
            wall = next(name for name, yaw in WALLS.items() if abs((yaw - above.yaw + 180) % 360 - 180) < 1)
            line = self.wall(wall)[0]
            x = float(line.local(np.array(above.at))[0])
            return self.put(self.at_wall(kind, wall, x, gap=0.002, z=z, **options))
        return self.along(kind, walls, gap=0.002, z=z, **options)

    def fits(self, plan: FixturePlan) -> bool:
        """Return whether a fixture can be at its place: inside the room, apart from others, everything still usable."""
        rect = body_rect(plan)
        limit = np.array(self.size[:2]) / 2 + 1e-3
        if plan.kind not in _OF_THE_SHELL and (np.abs(rect.corners) > limit).any():
            return False
        if span_z(plan)[1] > self.size[2]:
            return False
        return all(self._apart(plan, other) and self._usable(plan, other) for other in self.fixtures)

    def _apart(self, plan: FixturePlan, other: FixturePlan) -> bool:
        if plan.kind == "rug" or other.kind == "rug" or {plan.kind, other.kind} == {"window", "curtain"}:
            return True
        (low, high), (other_low, other_high) = span_z(plan), span_z(other)
        if low >= other_high - 1e-6 or other_low >= high - 1e-6:
            return _clear_of_window(plan, other) and _clear_of_window(other, plan)
        gap = _GAP_M if on_floor(plan) and on_floor(other) else 0.0
        if (other.kind, plan.kind) in UNDER or (plan.kind, other.kind) in UNDER:
            gap = -0.2
        mine = body_rect(plan).grown(min(gap, 0.0))
        if mine.overlaps(body_rect(other), max(gap, 0.0)):
            stacked = plan.z > 0.1 and HOSTS.get(other.kind, 9.9) <= plan.z + 1e-6
            return bool(stacked)
        return _clear_of_window(plan, other) and _clear_of_window(other, plan)

    def _usable(self, plan: FixturePlan, other: FixturePlan) -> bool:
        return _leaves_free(plan, other) and _leaves_free(other, plan)


_OF_THE_SHELL = frozenset({"window", "door"})
_STYLED = frozenset({"seating", "tables", "storage", "beds", "kitchen", "sanitary", "decoration", "hangings"})


def _clear_of_window(plan: FixturePlan, window: FixturePlan) -> bool:
    """Return whether a fixture leaves a window clear: it is below the sill or not in front of the window."""
    if window.kind != "window" or plan.kind in {"curtain", "ceiling_lamp"} or span_z(plan)[1] <= window.z + 0.06:
        return True
    before = Rect(body_rect(window).point((0, -0.4)), (body_rect(window).half[0], 0.5), window.yaw)
    return not body_rect(plan).overlaps(before)


def _leaves_free(plan: FixturePlan, user: FixturePlan) -> bool:
    """Return whether a fixture stays off the floor that another needs for its use."""
    if not on_floor(plan) or (user.kind, plan.kind) in COMPANIONS:
        return True
    if user.kind == "door":
        return not body_rect(plan).overlaps(swing_rect(user))
    if user.z > 0.02 and FIXTURES[user.kind].against != "top":
        return True
    if FIXTURES[user.kind].front_m <= 0:
        return True
    if user.z > 0.02:
        return True
    return not body_rect(plan).overlaps(front_rect(user).grown(-0.01))
