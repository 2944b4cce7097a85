"""Viewpoints of a room from which the things on each fixture are clearly visible."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.scenes.floor_plan import CELL_M, HOSTS, Array, Floor, body_rect, facing, on_floor, size_of, span_z
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.plans import FixturePlan, ViewpointPlan

EYE_M = 1.5
OVERVIEW_M = 2.25
OVERVIEW_FOVY = 66.0
NAMES: Mapping[str, tuple[str, str]] = {
    "double_bed": ("床边", "beside the bed"),
    "single_bed": ("床边", "beside the bed"),
    "dining_table": ("餐桌旁", "at the dining table"),
    "coffee_table": ("茶几旁", "by the coffee table"),
    "kitchen_counter": ("操作台前", "at the kitchen counter"),
    "washstand": ("洗手台前", "at the washstand"),
    "bathtub": ("浴缸边", "by the bathtub"),
    "window": ("窗边", "by the window"),
}
"""Titles of viewpoints where ``<fixture>前`` and ``in front of the <fixture>`` would be odd."""

SUBJECTS = (
    "suitcase",
    "double_bed",
    "single_bed",
    "desk",
    "coffee_table",
    "kitchen_counter",
    "washstand",
    "dining_table",
    "stove",
    "wardrobe",
    "tv_stand",
    "bookcase",
    "fridge",
    "chest_of_drawers",
    "toy_chest",
    "appliance_stand",
    "sofa",
    "nightstand",
    "console",
    "shoe_rack",
    "waste_bin",
    "armchair",
    "laundry_basket",
    "work_table",
    "gift_chest",
    "bathtub",
    "toilet",
)
"""Fixtures that deserve a viewpoint, the most informative first."""

CLOSE_FOVY = 44.0
"""Field of view in front of an appliance, whose buttons must be readable."""

LOOK_IN = frozenset({"suitcase", "toy_chest", "waste_bin", "laundry_basket", "work_table", "gift_chest", "bathtub"})
"""Fixtures that are looked into from above."""

_STEEP_EYE_M = 1.68
_AWAY_M = (1.0, 1.25, 1.5, 1.8, 2.1)
_CLOSE_M = (0.75, 0.9, 1.05)
_STEEP_M = (0.6, 0.75, 0.95, 1.2)
_TURNS = (0.0, -25.0, 25.0, -50.0, 50.0, -75.0, 75.0)
_MOST = 8


def viewpoints(
    size: tuple[float, float, float], fixtures: Sequence[FixturePlan], wanted: Iterable[str] = ()
) -> tuple[ViewpointPlan, ...]:
    """Return an overview, the view from the door, and a viewpoint in front of each informative fixture."""
    found = [_overview(size, fixtures), _from_door(size, fixtures)]
    order = [kind for kind in dict.fromkeys(wanted) if kind not in SUBJECTS[:1]]
    subjects = sorted(
        (f for f in fixtures if f.kind in order or f.kind in SUBJECTS),
        key=lambda f: (f.kind not in order, SUBJECTS.index(f.kind) if f.kind in SUBJECTS else -1),
    )
    floor = Floor(size[:2], [body_rect(f) for f in fixtures if on_floor(f)])
    seen: set[str] = set()
    for subject in subjects:
        if len(found) >= _MOST or subject.kind in seen:
            continue
        seen.add(subject.kind)
        found.append(_before(subject, floor, fixtures))
    return tuple(found)


def _before(subject: FixturePlan, floor: Floor, fixtures: Sequence[FixturePlan]) -> ViewpointPlan:
    """Return the viewpoint in front of a fixture that shows most of it."""
    target, marks = _target(subject), _marks(subject)
    others = [fixture for fixture in fixtures if _can_hide(fixture, subject)]
    blocks = Blocks(others)
    in_the_way = [body_rect(fixture) for fixture in others if _at_eye_level(fixture, _eye_level(subject))]
    best, best_score = np.array([0.0, 0.0, EYE_M]), -np.inf
    for eye in _positions(subject, floor.size):
        if any(rect.is_near(eye[:2], 0.30) for rect in in_the_way):
            continue
        shown = blocks.passed(eye, marks).all(1).mean()
        away = float(np.linalg.norm(eye[:2] - target[:2]))
        steep = abs(float(facing(subject) @ (eye[:2] - target[:2])) / max(away, 1e-6))
        score = 3.0 * shown + 0.35 * _free(floor, eye) + 1.1 * steep - 0.4 * abs(away - _wish(subject))
        if score > best_score:
            best, best_score = eye, float(score)
    kind = FIXTURES[subject.kind]
    zh, en = NAMES.get(subject.kind, (f"{kind.zh}前", f"in front of the {kind.en}"))
    return ViewpointPlan(
        name=subject.name,
        zh=zh,
        en=en,
        eye=_round(best),
        target=_round(target),
        fovy=CLOSE_FOVY if _is_close(subject) else 55.0,
    )


def _eye_level(subject: FixturePlan) -> float:
    return _STEEP_EYE_M if subject.kind in LOOK_IN else EYE_M


def _positions(subject: FixturePlan, size: tuple[float, float]) -> list[Array]:
    """Return possible camera positions around a fixture, at eye height and inside the room."""
    rect = body_rect(subject)
    limit = np.array(size) / 2 - 0.22
    around = (
        _TURNS
        if subject.kind not in {"dining_table", "coffee_table", "suitcase"}
        else (*_TURNS, 105.0, -105.0, 140.0, -140.0, 180.0)
    )
    aways = _CLOSE_M if _is_close(subject) else _STEEP_M if subject.kind in LOOK_IN else _AWAY_M
    eyes = []
    for turned in around:
        for away in aways:
            angle = np.deg2rad(turned)
            reach = away + rect.half[1] * 0.6
            x, y = rect.point((float(np.sin(angle)) * reach, -float(np.cos(angle)) * reach))
            if abs(x) < limit[0] and abs(y) < limit[1]:
                eyes.append(np.array([x, y, _eye_level(subject)]))
    return eyes


def _wish(subject: FixturePlan) -> float:
    """Return the best viewing distance, m."""
    if _is_close(subject):
        return 0.9
    if subject.kind in LOOK_IN:
        return 0.7
    width, depth, height = size_of(subject)
    return 0.75 + 0.42 * max(width, height) + depth / 2


def _is_close(subject: FixturePlan) -> bool:
    """Return whether the camera must be close, as for an appliance or a panel."""
    return subject.kind not in SUBJECTS


def _target(subject: FixturePlan) -> Array:
    _, depth, height = size_of(subject)
    top = HOSTS.get(subject.kind, height)
    low = top < 1.0 and not _is_close(subject)
    z = top if low else (0.86 if _is_close(subject) and height > 0.7 else 0.52) * height
    x, y = body_rect(subject).point((0.0, -depth * (0.15 if low else 0.5)))
    return np.array([x, y, subject.z + z - 0.05])


def _marks(subject: FixturePlan) -> Array:
    """Return points of a fixture that should be visible: over its top if it is low, on its front if it is high."""
    width, depth, height = size_of(subject)
    rect, top = body_rect(subject), HOSTS.get(subject.kind, size_of(subject)[2])
    marks = []
    for x in (-0.42, 0.0, 0.42):
        for s in (-0.42, 0.0, 0.42):
            if top < 1.0:
                at, z = rect.point((x * width, s * depth)), top + 0.03
            else:
                at, z = rect.point((x * width, -depth / 2 - 0.01)), height * (0.5 + s)
            marks.append([*at, subject.z + z])
    return np.array(marks)


def _can_hide(fixture: FixturePlan, subject: FixturePlan) -> bool:
    return fixture.name != subject.name and fixture.kind not in {"rug", "window", "curtain", "ceiling_lamp", "door"}


def _at_eye_level(fixture: FixturePlan, level: float) -> bool:
    """Return whether a camera at that height could be inside or touching a fixture."""
    low, high = span_z(fixture)
    return low - 0.2 < level < high + 0.25


class Blocks:
    """The boxes that fixtures fill, for testing lines of sight."""

    def __init__(self, fixtures: Sequence[FixturePlan]) -> None:
        rects = [body_rect(fixture).grown(-0.01) for fixture in fixtures]
        spans = np.array([span_z(fixture) for fixture in fixtures]).reshape(-1, 2)
        self.names = np.array([fixture.name for fixture in fixtures])
        self._at = np.array([[*rect.at, z] for rect, z in zip(rects, spans.mean(1), strict=True)]).reshape(-1, 3)
        self._half = np.array([[*r.half, (b - a) / 2 - 0.006] for r, (a, b) in zip(rects, spans, strict=True)]).reshape(
            -1, 3
        )
        self._axes = np.zeros((len(rects), 3, 3))
        self._axes[:, 2, 2] = 1
        for axes, rect in zip(self._axes, rects, strict=True):
            axes[:2, :2] = rect.axes

    def passed(self, eye: Array, marks: Array) -> NDArray[np.bool_]:
        """Return which boxes the line from an eye to each mark misses, shape (marks, boxes)."""
        start = np.einsum("nij,nj->ni", self._axes, eye - self._at)
        way = np.einsum("nij,mj->mni", self._axes, marks - eye)
        way = np.where(np.abs(way) < 1e-9, 1e-9, way)
        first, second = (-self._half - start) / way, (self._half - start) / way
        enters, leaves = np.minimum(first, second).max(-1), np.maximum(first, second).min(-1)
        return np.asarray((leaves < np.maximum(enters, 0.03)) | (enters > 0.97))


def _free(floor: Floor, eye: Array) -> float:
    """Return 1 where the floor around a position is free, less the nearer obstacles are."""
    x, y = (
        min(max(int((at + side / 2) / CELL_M), 0), count - 1)
        for at, side, count in zip(eye[:2].tolist(), floor.size, floor.clear.shape, strict=True)
    )
    return min(max(float(floor.clear[x, y]) / 0.3, 0.0), 1.0)


def _overview(size: tuple[float, float, float], fixtures: Sequence[FixturePlan]) -> ViewpointPlan:
    """Return the viewpoint in or near a corner that shows most."""
    standing = [f for f in fixtures if on_floor(f)]
    blocks = Blocks(standing)
    marks = np.concatenate([_marks(f)[1:8:3] for f in standing])
    owners = np.repeat([f.name for f in standing], 3)
    middle = marks[:, :2].mean(0)
    near = [f for f in fixtures if span_z(f)[1] > 0.9 and f.kind not in {"door", "window", "ceiling_lamp", "rug"}]
    choices = []
    for eye in _corners(size):
        blocked = sum(max(0.0, 1.0 - float(body_rect(f).distance(eye[:2]))) * span_z(f)[1] for f in near)
        clear = (blocks.passed(eye, marks) | (owners[:, None] == blocks.names)).all(1)
        for share in (0.0, 0.5, 1.0):
            target = np.array([*(share * middle - 0.10 * (1 - share) * eye[:2]), 0.60])
            shown = float((clear & _in_frame(eye, target, marks)).mean())
            choices.append((shown - 0.35 * blocked, eye, target))
    _, eye, target = max(choices, key=lambda choice: choice[0])
    return ViewpointPlan(
        name="overview",
        zh="房间一角",
        en="a corner of the room",
        eye=_round(eye),
        target=_round(target),
        fovy=OVERVIEW_FOVY,
    )


def _in_frame(eye: Array, target: Array, marks: Array) -> NDArray[np.bool_]:
    """Return which marks are inside a 4 : 3 picture taken towards a target."""
    ahead = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross(ahead, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    deep = (marks - eye) @ ahead
    half = np.tan(np.deg2rad(OVERVIEW_FOVY / 2)) * 0.95
    across, up = (marks - eye) @ right, (marks - eye) @ np.cross(right, ahead)
    return np.asarray((deep > 0.5) & (np.abs(across) < 4 / 3 * half * deep) & (np.abs(up) < half * deep))


def _corners(size: tuple[float, float, float]) -> list[Array]:
    """Return possible camera positions in or near a corner, under the ceiling."""
    eyes = []
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        for dx, dy in ((0.16, 0.16), (0.8, 0.16), (0.16, 0.8)):
            eyes.append(np.array([sx * (size[0] / 2 - dx), sy * (size[1] / 2 - dy), OVERVIEW_M]))
    return eyes


def _from_door(size: tuple[float, float, float], fixtures: Sequence[FixturePlan]) -> ViewpointPlan:
    door = next(f for f in fixtures if f.kind == "door")
    rect = body_rect(door)
    eye = np.array([*rect.point((0.0, -0.35)), EYE_M + 0.1])
    limit = np.array(size[:2]) / 2 - 0.25
    eye[:2] = np.clip(eye[:2], -limit, limit)
    middle = np.array([0.0, 0.0])
    ahead = eye[:2] + facing(door) * 2.4
    target = np.array([*(0.45 * ahead + 0.55 * middle), 0.55])
    return ViewpointPlan(name="door", zh="门口", en="by the door", eye=_round(eye), target=_round(target), fovy=62.0)


def _round(point: Array) -> tuple[float, float, float]:
    x, y, z = (round(float(part), 3) for part in point)
    return (x, y, z)
