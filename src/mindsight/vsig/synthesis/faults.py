"""Check a layout before anything is drawn.

A layout is good if its truth is unambiguous to every viewer: what is pointed at is nearest to the pointing line, in the picture and in
space, by a margin; no target is hidden or outside of the last frame; a side that is named is free, in sight, on the table, and on that
side from the camera's view.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy.spatial import ConvexHull

from mindsight.engine.drawing.views import View
from mindsight.vsig.synthesis.aiming import Aim, arm_at, flesh_of, hides_tip
from mindsight.vsig.synthesis.setting import BORDER, SPACE_M, Layout, Space, Stage, in_picture, ring_of
from mindsight.vsig.synthesis.speech.wording import Side
from mindsight.vsig.synthesis.things import Placed

Array = NDArray[np.float64]

NEAREST_M = 0.045
"""Least distance of other things from the line between the fingertip and the target."""
NEAREST_SHARE = 0.030
"""The same in the picture, as a share of its width."""
BEYOND = 1.6
"""Length of the line, in distances from the fingertip to the place."""
RATIO = 1.6
"""Least distance of other things from the fingertip in the picture, in distances of the target."""
NEARER = 1.15
"""Least distance of an area from other things, in distances from its reference thing."""
LEAST_SEEN = 0.80
DIRECTIONS: Mapping[Side, tuple[float, float]] = {
    "left": (-1.0, 0.0),
    "right": (1.0, 0.0),
    "front": (0.0, -1.0),
    "back": (0.0, 1.0),
}
"""The sides as seen by the sitter, in the frame of the table."""
_OFF_DEG = 28.0
_BODY_M, _RIM_M, _FLAT_M = 0.006, 0.008, 0.002
_GRID = (192, 108)


def fault(stage: Stage, layout: Layout) -> str | None:
    """Return why a layout is refused; None for a good one."""
    last = stage.head.last(stage.fps, layout.places)
    for one in layout.things:
        if one.item.named and not in_picture(stage.seen(one.corners, last)):
            return "outside"
    for space in layout.spaces:
        if (reason := space_fault(stage, layout, space, last)) is not None:
            return reason
    meant = [one for one in layout.pointed if one is not None]
    if any(seen_share(stage, layout, one, last) < LEAST_SEEN for one in meant):
        return "hidden"
    for number in range(len(layout.aims)):
        if (reason := aim_fault(stage, layout, number)) is not None:
            return reason
    return None


def aim_fault(stage: Stage, layout: Layout, number: int) -> str | None:
    """Return why a stroke's target would be unclear: another thing is near the line, in space or in the picture."""
    meant, aim = layout.pointed[number], layout.aims[number]
    begin, end = stage.timing.strokes[number]
    view = stage.head.at((begin + end) / 2, layout.places)
    others = [one for one in layout.things if one is not meant and one.item.named]
    line = aim.tip + (aim.place - aim.tip) * np.linspace(0, BEYOND, 9)[:, None]
    if any(one.distance(line).min() < NEAREST_M for one in others):
        return "near_in_space"
    arm = arm_at(aim.tip, aim.turned, 1.0, stage.half)
    flesh = flesh_of(arm)
    if any((one.distance(flesh[:, :3]) < flesh[:, 3] * 0.9 + _BODY_M).any() for one in layout.things):
        return "arm_touches"
    if hides_tip(arm, stage.head.eye, aim.tip):
        return "tip_hidden"
    return _unclear(stage, view, aim, meant, others)


def _unclear(stage: Stage, view: View, aim: Aim, meant: Placed | None, others: Sequence[Placed]) -> str | None:
    """Return why a stroke's target would be unclear in the picture."""
    tip, place = stage.seen(np.stack([aim.tip, aim.place]), view)[:, :2]
    if not (np.abs(tip - 0.5) < 0.5 - BORDER).all():
        return "tip_outside"
    line = tip + (place - tip) * np.linspace(0, BEYOND, 9)[:, None]
    if meant is None:
        own = float(np.linalg.norm((place - tip) * (1, 1 / stage.aspect)))
    else:
        own = hull_distance(stage.seen(meant.corners, view)[:, :2], tip[None], stage.aspect)
    for one in others:
        hull = stage.seen(one.corners, view)[:, :2]
        if hull_distance(hull, line, stage.aspect) < NEAREST_SHARE:
            return "near_in_picture"
        if hull_distance(hull, tip[None], stage.aspect) < RATIO * own:
            return "nearer_to_tip"
    return None


def space_fault(stage: Stage, layout: Layout, space: Space, last: View) -> str | None:
    """Return why a free area is not free, or not where it is said to be."""
    ring = ring_of(space.at)
    if (np.abs(ring[:, :2]) > np.array(stage.half) - _RIM_M).any():
        return "off_table"
    things = [one for one in layout.things if one.height > _FLAT_M]
    if min(float(one.distance(space.at[None])[0]) for one in things) < SPACE_M + _RIM_M:
        return "not_free"
    seen = stage.seen(np.concatenate([space.at[None], ring]), last)
    if not in_picture(seen):
        return "space_outside"
    grid = _drawn([stage.seen(one.corners, last)[:, :2] for one in things])
    columns, rows = (seen[:, 0] * _GRID[0]).astype(int), (seen[:, 1] * _GRID[1]).astype(int)
    if grid[rows, columns].any():
        return "space_hidden"
    return _wrong_side(stage, things, space, last)


def _wrong_side(stage: Stage, things: Sequence[Placed], space: Space, last: View) -> str | None:
    """Return why an area is not on that side of its thing as seen in the last frame."""
    if space.beside is None or space.side is None:
        return None
    own = float(space.beside.distance(space.at[None])[0])
    others = [float(one.distance(space.at[None])[0]) for one in things if one is not space.beside]
    if min(others, default=1.0) < NEARER * own:
        return "beside_another"
    area, middle = stage.seen(np.stack([space.at, space.beside.aim * (1, 1, 0)]), last)[:, :2]
    shift = (area - middle) * (stage.aspect, 1.0)
    wanted = np.array(DIRECTIONS[space.side]) * (1, -1)
    off = np.degrees(np.arccos(np.clip(shift @ wanted / max(1e-9, float(np.linalg.norm(shift))), -1, 1)))
    return "aslant" if off > _OFF_DEG else None


def seen_share(stage: Stage, layout: Layout, one: Placed, view: View) -> float:
    """Return the approximate visible share of a thing in the picture, by the outlines of boxes."""
    depth = stage.seen(one.aim[None], view)[0, 2]
    nearer = [other for other in layout.things if other is not one and stage.seen(other.aim[None], view)[0, 2] < depth]
    own = _drawn([stage.seen(one.corners, view)[:, :2]])
    if not own.any():
        return 0.0
    covered = _drawn([stage.seen(other.corners, view)[:, :2] for other in nearer])
    return float(1.0 - (own & covered).sum() / own.sum())


def _drawn(hulls: Sequence[Array]) -> NDArray[np.bool_]:
    sheet = Image.new("1", _GRID)
    pen = ImageDraw.Draw(sheet)
    for points in hulls:
        outline = points[ConvexHull(points).vertices] * _GRID
        pen.polygon([(float(x), float(y)) for x, y in outline], fill=1)
    return np.array(sheet)


def hull_distance(corners: Array, points: Array, aspect: float) -> float:
    """Return the least distance of points from a thing's outline in the picture, in picture widths; 0 inside."""
    scale = np.array([1.0, 1.0 / aspect])
    outline = corners[ConvexHull(corners).vertices] * scale
    where = points * scale
    following = np.roll(outline, -1, axis=0)
    along = following - outline
    inside = (
        along[None, :, 0] * (where[:, None, 1] - outline[None, :, 1])
        - along[None, :, 1] * (where[:, None, 0] - outline[None, :, 0])
        >= 0
    ).all(axis=1)
    if inside.any():
        return 0.0
    share = np.clip(((where[:, None] - outline[None]) * along[None]).sum(-1) / (along**2).sum(-1), 0, 1)
    away = np.linalg.norm(where[:, None] - (outline[None] + share[..., None] * along[None]), axis=-1)
    return float(away.min())
