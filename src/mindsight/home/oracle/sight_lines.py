"""Estimate from the plan alone, without building or drawing, whether a thing at a spot would be visible."""

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.views import FULL_SCALE, View
from mindsight.engine.scenes.floor_plan import body_rect, size_of
from mindsight.engine.scenes.places import FLOOR, Footprint, Spot, survey
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ViewpointPlan
from mindsight.engine.scenes.standing import Blocks

ASPECT, HEIGHT_PX = 4 / 3, 480
_EDGE, _MOSTLY = 40.0, 0.6
_UNDERFOOT = frozenset({"rug", "window", "curtain", "ceiling_lamp", "door"})

Array = NDArray[np.float64]


def apparent_px(plan: ScenePlan, spot: Spot, size: Footprint) -> float:
    """Return about how many pixels a thing at a spot takes in the picture that shows it largest; 0 if none shows it."""
    middle = position(plan, spot) + np.array([0.0, 0.0, size.height / 2])
    host = spot.on.partition("/")[0]
    blocks = Blocks([fixture for fixture in plan.fixtures if _hides(fixture, host)])
    return max(_pixels(viewpoint, middle, size, blocks) for viewpoint in plan.viewpoints)


def is_hidden(plan: ScenePlan, name: str) -> bool:
    """Return whether other fixtures hide most of what hangs on a wall from each viewpoint."""
    own = next(one for one in plan.fixtures if one.name == name)
    blocks = Blocks([one for one in plan.fixtures if _hides(one, name)])
    width, _, height = size_of(own)
    rect, side = body_rect(own), (-0.4, 0.0, 0.4)
    marks = np.array(
        [[*rect.point((x * width, -rect.half[1])), own.z + (0.5 + z) * height] for x in side for z in side]
    )
    return not any(
        blocks.passed(np.asarray(viewpoint.eye), marks).all(1).mean() > _MOSTLY for viewpoint in plan.viewpoints
    )


def position(plan: ScenePlan, spot: Spot) -> Array:
    """Return the position of a spot in the room."""
    if spot.on == FLOOR:
        return np.array([*spot.at, 0.0])
    surface = survey(plan).surfaces[spot.on]
    x, y, z = surface.at
    return np.asarray(survey(plan).frames[surface.body].point((x + spot.at[0], y + spot.at[1], z)))


def _hides(fixture: FixturePlan, host: str) -> bool:
    return fixture.kind not in _UNDERFOOT and fixture.name != host


def _pixels(viewpoint: ViewpointPlan, middle: Array, size: Footprint, blocks: Blocks) -> float:
    view = View.at(viewpoint)
    x, y, depth = view.project(middle, ASPECT)
    if depth <= 0 or not (_EDGE <= x <= FULL_SCALE - _EDGE and _EDGE <= y <= FULL_SCALE - _EDGE):
        return 0.0
    eye = np.asarray(view.eye)
    if not blocks.passed(eye, middle[None]).all():
        return 0.0
    away = float(np.linalg.norm(middle - eye))
    down = abs(float(middle[2] - eye[2])) / away
    width, deep, height = size.box_m or (size.width, size.depth, size.height)
    seen_m2 = width * deep * down + max(width, deep) * height * float(np.sqrt(1 - down**2))
    focal_px = HEIGHT_PX / 2 / np.tan(np.radians(view.fovy_deg / 2))
    return float(seen_m2 * (focal_px / away) ** 2)
