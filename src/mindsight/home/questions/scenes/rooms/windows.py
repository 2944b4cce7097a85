"""A room with a window and a clock beside it: what is outside tells the weather and the time of day, and with the clock the hour.

Two scenes differ in weather and time of day; in the other two the curtains are drawn and a lamp is on, so that nobody can know.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mindsight.engine.drawing.rendering import Camera, with_colours
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.floor_plan import Rect, body_rect
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan, TimeOfDay, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.scenes.window_view import view_picture
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Array, Scene
from mindsight.home.questions.scenes import Made, Pixels, Rejected, SceneSet, register
from mindsight.home.questions.scenes.rooms.placing import bare
from mindsight.home.questions.scenes.rooms.shots import Shot, taken
from mindsight.home.questions.scenes.shot import SIZE_PX

ROOMS: tuple[RoomKind, ...] = ("living_room", "bedroom", "study")
WEATHER = ("clear", "rain", "snow")
TIMES: tuple[TimeOfDay, ...] = ("noon", "evening", "night")
HOURS = (9, 10, 11, 1, 2, 3)
"""What the clock shows: hours that are bright on one half of the day and dark on the other, everywhere that people live."""
CLOCK, WINDOW, CURTAIN = "wall_clock", "window", "curtain"
_BESIDE_M, _CLOCK_UP_M, _BACK_M, _EYE_M, _FOVY_DEG = 1.27, 1.55, 2.2, 1.50, 58.0
"""Where the clock hangs, right or left of the window's middle, and where the viewer stands."""
_MARGIN_M, _SKY, _OPEN = 0.25, 0.6, 0.4
_STREAKS, _VARIANTS = 200.0, 4


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes of the same room."""
    rng = stream(seed, "windows")
    try:
        plan = furnish(ROOMS[int(rng.integers(len(ROOMS)))], subseed(seed, "room"))
    except ValueError as error:
        raise Rejected("the room could not be furnished") from error
    window = next(one for one in plan.fixtures if one.kind == WINDOW)
    side = _side(plan, window)
    times = [TIMES[0], TIMES[2]] if rng.random() < 0.6 else [TIMES[int(index)] for index in rng.permutation(3)[:2]]
    weather = [WEATHER[int(index)] for index in rng.permutation(3)]
    outside = [(times[int(index)], weather[number]) for number, index in enumerate(rng.permutation(2))]
    found = [_scene(plan, window, side, how, rng) for how in (*outside, None, None)]
    one, two, three, four = (found[int(place)] for place in rng.permutation(4))
    return one, two, three, four


def _side(plan: ScenePlan, window: FixturePlan) -> float:
    """Return on which side of the window there is room for a clock: 1 or −1 along its wall."""
    half = np.array(plan.size[:2]) / 2 - _MARGIN_M
    rect = body_rect(window)
    for side in (1.0, -1.0):
        along = np.array(rect.point((side * _BESIDE_M, 0.0))) - np.array(rect.at)
        place = np.array(rect.at) + along
        axis = int(np.argmax(np.abs(along)))
        if abs(place[axis]) < half[axis] and _free(plan, Rect((float(place[0]), float(place[1])), (0.25, 0.25))):
            return side
    raise Rejected("there is no room for a clock beside the window")


def _free(plan: ScenePlan, rect: Rect) -> bool:
    return not any(body_rect(one).overlaps(rect, 0.0) for one in plan.fixtures if one.kind == "door")


def _scene(
    plan: ScenePlan, window: FixturePlan, side: float, outside: tuple[TimeOfDay, str] | None, rng: Generator
) -> Made:
    time, weather = outside or ("night", "clear")
    hour, minute = HOURS[int(rng.integers(len(HOURS)))], int(rng.choice((10, 20, 40, 50)))
    rect = body_rect(window)
    looked = window.model_copy(update={"options": {**window.options, "weather": _said(weather)}})
    drawn = {"gap": -0.30, "width": 1.10} if outside is None else {"gap": 1.55, "width": 0.25}
    fixtures = [looked, *(_lamp(one, lit=time != "noon") for one in plan.fixtures if one.kind == "ceiling_lamp")]
    curtains = FixturePlan(
        name=CURTAIN, kind=CURTAIN, seed=subseed(plan.seed, CURTAIN), at=rect.point((0.0, -0.16)), yaw=window.yaw, z=0.06,
        options={"height": 2.30, **drawn},
    )  # fmt: skip
    clock = FixturePlan(
        name=CLOCK, kind=CLOCK, seed=subseed(plan.seed, CLOCK), at=rect.point((side * _BESIDE_M, -0.02)), yaw=window.yaw,
        z=_CLOCK_UP_M, options={"minutes": hour % 12 * 60 + minute},
    )  # fmt: skip
    eye, target = rect.point((side * 0.22, -_BACK_M)), rect.point((side * 0.22, 0.0))
    viewpoint = ViewpointPlan(
        name="window", zh="窗前", en="before the window", eye=(*eye, _EYE_M), target=(*target, 1.45), fovy=_FOVY_DEG
    )
    whole = bare(plan, ()).model_copy(
        update={"fixtures": (*fixtures, curtains, clock), "time_of_day": time, "viewpoints": (viewpoint,)}
    )
    truth = {"open": outside is not None, "time": time, "weather": weather, "hour": hour, "minute": minute}
    width, height = SIZE_PX
    # The weather is seen by its colours, so they are drawn even where only words are wanted.
    with with_colours(), Camera(World(build(whole)), width=width, height=height, profile="fine") as camera:
        shot = taken(camera, View.at(viewpoint), [CLOCK], more=truth)
    seen = shot.seen.model_copy(update={"more": {**_outside(shot), "hour": hour, "minute": minute}})
    if any(seen.more[key] != truth[key] for key in ("open", *(("time", "weather") if outside else ()))):
        raise Rejected("the picture does not show what is outside")
    return Made((shot.picture,), (shot.mask,), Scene(pictures=(shot.truth,)), Scene(pictures=(seen,)))


def _lamp(one: FixturePlan, *, lit: bool) -> FixturePlan:
    return one.model_copy(update={"options": {**one.options, "on": lit}})


def _outside(shot: Shot) -> dict[str, Any]:
    """Return what a picture shows through the window: the weather and time of day whose view is most like it in its colours."""
    window = next((one for one in shot.seen.objects if one.kind == WINDOW), None)
    if window is None:
        return {"open": False, "time": "", "weather": ""}
    height, width, _ = shot.picture.shape
    left, top, right, bottom = (
        round(part / 1000 * side) for part, side in zip(window.box, (width, height) * 2, strict=True)
    )
    pane = (slice(top, top + round(_SKY * (bottom - top))), slice(left, right))
    beyond = shot.mask.labels[pane] == 0
    if beyond.mean() < _OPEN:
        return {"open": False, "time": "", "weather": ""}
    looks = _looks(shot.picture[pane], beyond)
    time, weather = min(_references(), key=lambda key: float(np.abs(_references()[key] - looks).sum()))
    return {"open": True, "time": time, "weather": weather}


@lru_cache(maxsize=1)
def _references() -> dict[tuple[TimeOfDay, str], Array]:
    """Return the looks of the middle of each view, the mean of its variants."""
    found = {}
    for time in TIMES:
        for weather in WEATHER:
            # The part that is seen from before a window, above the horizon.
            views = [
                np.asarray(view_picture(time, variant, _said(weather)))[70:150, 140:260] for variant in range(_VARIANTS)
            ]
            found[time, weather] = np.mean([_looks(view, np.ones(view.shape[:2], bool)) for view in views], axis=0)
    return found


def _looks(picture: Pixels, beyond: NDArray[np.bool_]) -> Array:
    """Return what a view looks like: its middle colour, how much brighter its brightest parts are, whether those are streaks."""
    light = picture.astype(float).mean(axis=2)
    middle = np.median(picture[beyond], axis=0)
    across = np.abs(np.diff(light, axis=1))[beyond[:, 1:] & beyond[:, :-1]].mean()
    down = np.abs(np.diff(light, axis=0))[beyond[1:] & beyond[:-1]].mean()
    bright = np.percentile(light[beyond], 96) - np.median(light[beyond])
    return np.array([*middle, bright, _STREAKS * (across - down) / max(across + down, 1.0)])


def _said(weather: str) -> str:
    return "" if weather == "clear" else weather


WINDOWS = register(SceneSet("windows", 1, make))
