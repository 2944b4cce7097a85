"""Two pictures of a furnished room by somebody who turned, walked to a marked point, or both; or the second shows another room.

The points are marked with letters on the floor of the first picture.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints.fonts import font
from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.floor_plan import Floor, body_rect, on_floor, size_of, swing_rect
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import RoomKind, ScenePlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.scenes.standing import Blocks
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Array, Scene
from mindsight.home.questions.facts.rooms.standing import LARGEST_M
from mindsight.home.questions.scenes import Made, Pixels, Rejected, SceneSet, register
from mindsight.home.questions.scenes.rooms.placing import box_of
from mindsight.home.questions.scenes.rooms.shots import Shot, taken
from mindsight.home.questions.scenes.shot import SIZE_PX

ROOMS: tuple[RoomKind, ...] = ("living_room", "bedroom", "study", "kitchen")
TURNS_DEG = (-50.0, -25.0, 25.0, 50.0)
"""Angles by which the viewer turns, right if positive."""
LETTERS = "ABCD"

_ASPECT, _EYE_M, _PITCH_DEG, _FOVY_DEG = 4 / 3, 1.5, -15.0, 72.0
_APART_M, _CLEAR_M, _MARK_PX = 0.95, 0.30, 15
_NEAR_M, _FAR_M = 1.25, 3.6
_ATTEMPTS, _VIEWS, _MOST_PLACES = 60, 4, 90
_LEAST_SHARED, _EDGE, _LEAST_HALF = 3, 10.0, 10.0


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes: walked and turned, only turned, only walked, and another room."""
    rng = stream(seed, "standing")
    plan, other, first, marks, seconds = _plan(seed, rng)
    width, height = SIZE_PX
    elsewhere = _renamed(other)
    door = View.at(next(one for one in other.viewpoints if one.name == "door"))
    with Camera(World(build(elsewhere)), width=width, height=height, profile="fine") as camera:
        away = taken(camera, replace(door, pitch_deg=_PITCH_DEG, fovy_deg=_FOVY_DEG))
    with Camera(World(build(plan)), width=width, height=height, profile="fine") as camera:
        before = taken(camera, first, more={"marks": marks}, seen=lambda _: {"marks": marks})
        if len(_on_floor(before, first, marks)) < len(LETTERS):
            raise Rejected("a mark is not on the floor that the picture shows")
        after = [taken(camera, view) for view in seconds]
    before = before._replace(picture=_marked(before.picture, first, marks))
    made = [_made(before, one) for one in (*after, away)]
    one, two, three, four = (made[int(index)] for index in rng.permutation(4))
    return one, two, three, four


def _plan(seed: int, rng: Generator) -> tuple[ScenePlan, ScenePlan, View, dict[str, list[float]], list[View]]:
    """Return two rooms, a first view of one, the points in it, and three second views of it."""
    # Chosen before rooms are tried: where the viewer turned by 50°, few views have enough in common, and 25° would be right twice as often.
    turns = [TURNS_DEG[int(index)] for index in rng.permutation(len(TURNS_DEG))[:2]]
    for attempt in range(_ATTEMPTS):
        rooms = [ROOMS[int(index)] for index in rng.permutation(len(ROOMS))[:2]]
        plan = furnish(rooms[0], subseed(seed, "room", attempt)).model_copy(update={"pet": None})
        for _ in range(_VIEWS):
            first = _first(plan, rng)
            marks = _marks(plan, first, rng)
            seconds = [] if marks is None else _seconds(plan, first, marks, turns, rng)
            if marks is not None and len(seconds) == 3:
                other = furnish(rooms[1], subseed(seed, "other")).model_copy(update={"pet": None})
                return plan, other, first, marks, seconds
    raise Rejected("no two pictures have enough in common")


def _seconds(
    plan: ScenePlan, first: View, marks: dict[str, list[float]], turns: Sequence[float], rng: Generator
) -> list[View]:
    """Return a view from a marked point that is turned, one that is only turned, one from another point that is not turned."""
    one, other = (LETTERS[int(index)] for index in rng.permutation(len(LETTERS))[:2])
    wanted = [(one, turns[0]), ("", turns[1]), (other, 0.0)]
    known, found = _landmarks(plan, first), []
    if len(known) < _LEAST_SHARED:
        return []
    for letter, angle in wanted:
        eye = (marks[letter][0], marks[letter][1], _EYE_M) if letter else first.eye
        view = replace(first, eye=eye, yaw_deg=(first.yaw_deg - angle + 180) % 360 - 180)
        if len(known & _landmarks(plan, view)) < _LEAST_SHARED:
            break
        found.append(view)
    return found


def _landmarks(plan: ScenePlan, view: View) -> set[str]:
    """Return the fixtures that are not too large, that a view shows whole, and whose middle nothing hides."""
    compact = [one for one in plan.fixtures if max(size_of(one)) < LARGEST_M and one.kind not in {"rug", "curtain"}]
    middles = np.array([[*one.at, one.z + size_of(one)[2] / 2] for one in compact])
    blocks = Blocks(
        [one for one in plan.fixtures if one.kind not in {"rug", "ceiling_lamp", "curtain", "window", "door"}]
    )
    passed = blocks.passed(np.array(view.eye), middles)
    found = set()
    for one, free in zip(compact, passed, strict=True):
        box, _ = box_of(body_rect(one), (one.z, one.z + size_of(one)[2]), view)
        whole = box.corners.min() > _EDGE and box.corners.max() < 1000 - _EDGE
        if whole and min(box.half) > _LEAST_HALF and all(free | (blocks.names == one.name)):
            found.add(one.name)
    return found


def _made(before: Shot, after: Shot) -> Made:
    shots = (before, after)
    return Made(
        tuple(one.picture for one in shots),
        tuple(one.mask for one in shots),
        Scene(pictures=tuple(one.truth for one in shots)),
        Scene(pictures=tuple(one.seen for one in shots)),
    )


def _renamed(plan: ScenePlan) -> ScenePlan:
    """Return a room whose fixtures have other names, because they are other things."""
    fixtures = tuple(one.model_copy(update={"name": f"other_{one.name}"}) for one in plan.fixtures)
    return plan.model_copy(update={"fixtures": fixtures})


def _first(plan: ScenePlan, rng: Generator) -> View:
    """Return a first view from near the door."""
    door = View.at(next(one for one in plan.viewpoints if one.name == "door"))
    yaw = door.yaw_deg + float(rng.uniform(-18, 18))
    return replace(door, eye=(door.eye[0], door.eye[1], _EYE_M), yaw_deg=yaw, pitch_deg=_PITCH_DEG, fovy_deg=_FOVY_DEG)


def _marks(plan: ScenePlan, first: View, rng: Generator) -> dict[str, list[float]] | None:
    """Return four points on the floor that a view shows, away from furniture and from each other; None if there are none."""
    standing = [one for one in plan.fixtures if on_floor(one)]
    floor = Floor(plan.size[:2], [body_rect(one) for one in standing])
    swing = next(swing_rect(one) for one in plan.fixtures if one.kind == "door")
    free = floor.points[(floor.clear > _CLEAR_M) & (swing.distance(floor.points) > 0.05)]
    away = np.hypot(*(free - first.eye[:2]).T)
    free = free[(away > _NEAR_M) & (away < _FAR_M)]
    free = free[rng.permutation(len(free))[:_MOST_PLACES]]
    if not len(free):
        return None
    seen = Blocks(standing).passed(np.array(first.eye), np.c_[free, np.full(len(free), 0.02)]).all(1)
    places = [at for at in free[seen] if _shows(first, np.array([*at, 0.0]), 60.0)]
    chosen: list[Array] = []
    for index in rng.permutation(len(places)):
        if all(np.hypot(*(places[index] - other)) > _APART_M for other in chosen):
            chosen.append(places[index])
    if len(chosen) < len(LETTERS):
        return None
    return {letter: [round(float(part), 3) for part in at] for letter, at in zip(LETTERS, chosen, strict=False)}


def _shows(view: View, at: Array, edge: float) -> bool:
    x, y, depth = view.project(at, _ASPECT)
    return depth > 0.5 and edge < x < 1000 - edge and edge < y < 1000 - edge


def _pixel(view: View, at: list[float]) -> tuple[float, float]:
    x, y, _ = view.project(np.array([*at, 0.0]), _ASPECT)
    return x / 1000 * SIZE_PX[0], y / 1000 * SIZE_PX[1]


def _on_floor(shot: Shot, view: View, marks: dict[str, list[float]]) -> list[str]:
    """Return the marks around whose places the picture shows nothing but the floor or a rug."""
    found = []
    for letter, at in marks.items():
        x, y = (round(part) for part in _pixel(view, at))
        around = shot.mask.labels[y - _MARK_PX : y + _MARK_PX, x - _MARK_PX : x + _MARK_PX]
        names = {shot.mask.names[label] for label in np.unique(around)}
        if all(not name or name.startswith("rug") for name in names):
            found.append(letter)
    return found


def _marked(picture: Pixels, view: View, marks: dict[str, list[float]]) -> Pixels:
    """Return a picture with each letter in a red disc at its place."""
    shown = Image.fromarray(picture)
    draw, face = ImageDraw.Draw(shown), font(20)
    for letter, at in marks.items():
        x, y = _pixel(view, at)
        draw.ellipse(
            (x - _MARK_PX, y - _MARK_PX, x + _MARK_PX, y + _MARK_PX),
            fill=(205, 20, 30),
            outline=(255, 255, 255),
            width=2,
        )
        draw.text((x, y), letter, font=face, fill=(255, 255, 255), anchor="mm")
    return np.asarray(shown)


STANDING = register(SceneSet("standing", 2, make))
