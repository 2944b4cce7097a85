"""Lay out a table for building: photograph, mat, glass case and blocks, and the viewpoint before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from mindsight.engine.fixtures.play import GLASS_M, MAT_M
from mindsight.engine.scenes.custom import SEATS
from mindsight.engine.scenes.floor_plan import Array, Rect, body_rect, kind_of, span_z
from mindsight.engine.scenes.places import footprint, survey
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.standing import NAMES, Blocks

PHOTO, MAT, GLASS = "model_photo", "building_mat", "glass_cover"
UNDER_GLASS = f"{GLASS}/base"
LOCK_M = 0.05
"""How far from the middle of the glass case its padlock hangs, on the side away from the eye, whose view of the block it leaves free."""
FOVY_DEG = 58.0
_ROOM_M = (0.16, 0.065)
"""Half the width and depth of the space for the photograph."""
_MARGIN_M, _GAP_M, _SEAT_M = 0.012, 0.022, 0.35
_EYES_M = (0.48, 0.40, 0.58)
_EYE_ABOVE_M = 0.80
_SKEW_DEG = 12.0
_TRIES = 160


@dataclass(frozen=True)
class Desk:
    """A table and the side from which it is used; the x axis of ``front`` points to the right of a person there."""

    fixture: FixturePlan
    front: Rect
    height: float
    eye: tuple[float, float, float]

    @property
    def surface(self) -> str:
        """The name of its top."""
        return f"{self.fixture.name}/top"

    @property
    def turned(self) -> bool:
        """Whether its back is the side that is used."""
        return abs((self.front.yaw - self.fixture.yaw + 180) % 360 - 180) > 90


def find_desk(plan: ScenePlan, kind: str, rng: Generator) -> Desk | None:
    """Return the table of a kind with a side from which all of it can be seen; None if there is no such side."""
    for fixture in (one for one in plan.fixtures if one.kind == kind):
        surface = survey(plan).surfaces[f"{fixture.name}/top"]
        height = fixture.z + surface.at[2]
        for turned in (0.0, 180.0) if rng.random() < 0.5 or kind == "desk" else (180.0, 0.0):
            front = Rect(fixture.at, surface.half, (fixture.yaw + turned) % 360)
            for away in _EYES_M:
                x, y = front.point((0.0, -front.half[1] - away))
                eye = (round(x, 3), round(y, 3), round(height + _EYE_ABOVE_M, 3))
                if _sees(plan, fixture, front, height, eye):
                    return Desk(fixture, front, height, eye)
    return None


def _sees(plan: ScenePlan, fixture: FixturePlan, front: Rect, height: float, eye: tuple[float, float, float]) -> bool:
    limit = np.array(plan.size[:2]) / 2 - 0.12
    others = [one for one in plan.fixtures if one.kind not in {"rug", "window", "curtain", "ceiling_lamp", "door"}]
    others = [one for one in others if one.name != fixture.name and not _stands_on(one, front, height)]
    others = [one for one in others if not _is_seat_before(one, front)]
    if (np.abs(eye[:2]) > limit).any():
        return False
    for one in others:
        low, high = span_z(one)
        if low - 0.2 < eye[2] < high + 0.2 and float(body_rect(one).distance(np.array(eye[:2]))) < 0.2:
            return False
    marks = [(*front.point((x * front.half[0], y * front.half[1])), height + 0.03) for x in (-1, 0, 1) for y in (-1, 1)]
    return bool(Blocks(others).passed(np.array(eye), np.array(marks)).all())


def _stands_on(fixture: FixturePlan, front: Rect, height: float) -> bool:
    low, _ = span_z(fixture)
    return kind_of(fixture).against == "top" and abs(low - height) < 0.05 and front.overlaps(body_rect(fixture))


def _is_seat_before(fixture: FixturePlan, front: Rect) -> bool:
    """Return whether a chair stands where the viewpoint is; such chairs are removed."""
    before = Rect(front.point((0.0, -front.half[1] - _SEAT_M / 2)), (front.half[0], _SEAT_M / 2), front.yaw)
    return fixture.kind in SEATS and before.overlaps(body_rect(fixture))


def viewpoint(desk: Desk) -> ViewpointPlan:
    """Return the viewpoint before a table, with all of it in view."""
    kind = kind_of(desk.fixture)
    zh, en = NAMES.get(kind.key, (f"{kind.zh}前", f"in front of the {kind.en}"))
    x, y = desk.front.point((0.0, 0.0))
    target = (round(x, 3), round(y, 3), round(desk.height + 0.02, 3))
    return ViewpointPlan(name=desk.fixture.name, zh=zh, en=en, eye=desk.eye, target=target, fovy=FOVY_DEG)


def set_out(
    plan: ScenePlan,
    desk: Desk,
    model: str,
    blocks: Sequence[ThingPlan],
    covered: ThingPlan | None,
    rng: Generator,
    levels: Sequence[int] = (),
) -> ScenePlan | None:
    """Return the room with photograph, mat and blocks on the table, and a block under a cover, if one is to be.

    ``levels`` are those of the mat. Returns None if there is not enough room.
    """
    half_x, half_y = desk.front.half
    taken = [_seen_from(desk, body_rect(one)) for one in plan.fixtures if _stands_on(one, desk.front, desk.height)]
    photo = Rect((0.0, half_y - _ROOM_M[1]), _ROOM_M)
    mat = Rect((0.0, -half_y + MAT_M[1] / 2 + 0.01), (MAT_M[0] / 2, MAT_M[1] / 2))
    side = -1 if rng.random() < 0.5 else 1
    corners = [(one * (half_x - GLASS_M[0] / 2), half_y - GLASS_M[1] / 2) for one in (side, -side)]
    covers = [Rect(corner, (GLASS_M[0] / 2, GLASS_M[1] / 2)) for corner in corners]
    free = [one for one in covers if not any(one.overlaps(other, 0.01) for other in (*taken, photo, mat))]
    if not free or any(one.overlaps(other) for one in (photo, mat) for other in taken):
        return None
    taken += [photo, mat, *free[: covered is not None]]
    laid = []
    for thing in sorted(blocks, key=lambda one: -footprint(one.kind, one.seed, lying=one.lying).radius):
        found = _spot(desk, thing, taken, rng)
        if found is None:
            return None
        rect, placed = found
        taken.append(rect)
        laid.append(placed)
    kept = tuple(one for one in plan.fixtures if not _is_seat_before(one, desk.front))
    fixtures = (
        *kept,
        _standing(desk, PHOTO, photo.at, {"model": model}, rng),
        _standing(desk, MAT, mat.at, {"levels": list(levels)} if levels else {}, rng),
    )
    if covered is not None:
        lock = {"lock_m": float(np.copysign(LOCK_M, free[0].at[0]))}
        fixtures = (*fixtures, _standing(desk, GLASS, free[0].at, lock, rng))
        laid.append(covered.model_copy(update={"on": UNDER_GLASS, "at": (0.0, 0.0), "yaw": 0.0, "lying": (0.0, 0.0)}))
    viewpoints = tuple(one for one in plan.viewpoints if one.name != desk.fixture.name)
    return plan.model_copy(
        update={
            "fixtures": fixtures,
            "things": tuple(laid),
            "viewpoints": (*viewpoints[:2], viewpoint(desk), *viewpoints[2:]),
        }
    )


def _seen_from(desk: Desk, rect: Rect) -> Rect:
    """Return a rectangle of the room in the frame of the table's front."""
    x, y = (float(part) for part in desk.front.local(np.array(rect.at)))
    return Rect((x, y), rect.half, rect.yaw - desk.front.yaw)


def _standing(desk: Desk, kind: str, at: tuple[float, float], options: dict[str, Any], rng: Generator) -> FixturePlan:
    x, y = desk.front.point(at)
    seed = int(rng.integers(1 << 30))
    place = (round(x, 4), round(y, 4))
    return FixturePlan(
        name=kind, kind=kind, seed=seed, at=place, yaw=desk.front.yaw, z=round(desk.height, 4), options=options
    )  # fmt: skip


def _spot(desk: Desk, thing: ThingPlan, taken: Sequence[Rect], rng: Generator) -> tuple[Rect, ThingPlan] | None:
    """Return the rectangle and plan of a block at a free place, roughly parallel or across as seen from the front."""
    size = footprint(thing.kind, thing.seed, lying=thing.lying)
    half: Array = np.array(desk.front.half)
    for _ in range(_TRIES):
        x, y = (round(float(rng.uniform(-reach, reach)), 3) for reach in half)
        yaw = 90.0 * int(rng.integers(4)) + float(np.clip(rng.normal(0, 6), -_SKEW_DEG, _SKEW_DEG))
        rect = Rect((x, y), (size.width / 2, size.depth / 2), round(yaw, 1))
        if (np.abs(rect.corners) > half - _MARGIN_M).any() or any(rect.overlaps(one, _GAP_M) for one in taken):
            continue
        sign, turned = (-1, 180.0) if desk.turned else (1, 0.0)
        at = (sign * x, sign * y)
        return rect, thing.model_copy(update={"on": desk.surface, "at": at, "yaw": round(rect.yaw + turned, 1) % 360})
    return None
