"""Two pictures of a furnished room by somebody who turned, walked to a marked point, or both; or the second shows another room.

The points are marked with letters on the floor of the first picture.
"""

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
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.scenes import Made, Pixels, Rejected, SceneSet, register
from mindsight.home.questions.scenes.rooms.shots import Shot, taken
from mindsight.home.questions.scenes.shot import SIZE_PX

ROOMS: tuple[RoomKind, ...] = ("living_room", "bedroom", "study", "kitchen")
TURNS_DEG = (-50.0, -25.0, 25.0, 50.0)
"""Angles by which the viewer turns, right if positive."""
LETTERS = "ABCD"

_ASPECT, _EYE_M, _PITCH_DEG, _FOVY_DEG = 4 / 3, 1.5, -17.0, 64.0
_APART_M, _CLEAR_M, _MARK_PX = 0.95, 0.30, 15
_NEAR_M, _FAR_M = 1.25, 3.6
_TRIES = 300
_LEAST_SHARED = 3


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes: walked and turned, only turned, only walked, and another room."""
    rng = stream(seed, "standing")
    rooms = [ROOMS[int(index)] for index in rng.permutation(len(ROOMS))[:2]]
    plan, other = (
        furnish(room, subseed(seed, "room", number)).model_copy(update={"pet": None})
        for number, room in enumerate(rooms)
    )
    first, marks = _first(plan, rng)
    wanted = [(True, True), (False, True), (True, False)]
    seconds = [_second(plan, first, marks, rng, walked=walked, turned=turned) for walked, turned in wanted]
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


def _first(plan: ScenePlan, rng: Generator) -> tuple[View, dict[str, list[float]]]:
    """Return a first view from the door and four points on the floor that it shows."""
    door = View.at(next(one for one in plan.viewpoints if one.name == "door"))
    first = replace(door, eye=(*door.eye[:2], _EYE_M), pitch_deg=_PITCH_DEG, fovy_deg=_FOVY_DEG)
    floor = Floor(plan.size[:2], [body_rect(one) for one in plan.fixtures if on_floor(one)])
    swing = next(swing_rect(one) for one in plan.fixtures if one.kind == "door")
    free = floor.points[(floor.clear > _CLEAR_M) & (swing.distance(floor.points) > 0.05)]
    seen = [
        at
        for at in free
        if _shows(first, np.array([*at, 0.0]), 60.0) and _NEAR_M < np.hypot(*(at - first.eye[:2])) < _FAR_M
    ]
    for _ in range(_TRIES):
        if not seen:
            break
        chosen: list[np.ndarray] = []
        for index in rng.permutation(len(seen)):
            if all(np.hypot(*(seen[index] - other)) > _APART_M for other in chosen):
                chosen.append(seen[index])
            if len(chosen) == len(LETTERS):
                return first, {
                    letter: [round(float(part), 3) for part in at] for letter, at in zip(LETTERS, chosen, strict=True)
                }
    raise Rejected("there is no room for four points on the floor")


def _second(
    plan: ScenePlan, first: View, marks: dict[str, list[float]], rng: Generator, *, walked: bool, turned: bool
) -> View:
    """Return a second view that shows several things that the first shows too."""
    compact = [
        np.array([*one.at, one.z + size_of(one)[2] / 2])
        for one in plan.fixtures
        if max(size_of(one)) < 1.2 and one.kind != "rug"
    ]
    before = [at for at in compact if _shows(first, at, 60.0)]
    letters = [LETTERS[int(index)] for index in rng.permutation(len(LETTERS))] if walked else [""]
    turns = [TURNS_DEG[int(index)] for index in rng.permutation(len(TURNS_DEG))] if turned else [0.0]
    for letter in letters:
        for angle in turns:
            eye = (*marks[letter], _EYE_M) if letter else first.eye
            view = replace(first, eye=eye, yaw_deg=(first.yaw_deg - angle + 180) % 360 - 180)
            if sum(_shows(view, at, 60.0) for at in before) >= _LEAST_SHARED:
                return view
    raise Rejected("the two pictures would have too little in common")


def _shows(view: View, at: np.ndarray, edge: float) -> bool:
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


STANDING = register(SceneSet("standing", 1, make))
