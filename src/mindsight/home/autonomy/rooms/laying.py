"""Lay things about a room: household things in their place, which are no needs, and what has fallen to the floor."""

import contextlib
from collections.abc import Sequence

from numpy.random import Generator

from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.places import FLOOR, NoPlaceError, Spot, footprint, free_spots, survey
from mindsight.engine.scenes.plans import ScenePlan, ThingPlan
from mindsight.engine.seeds import subseed
from mindsight.home.autonomy.rooms.needs import Wording
from mindsight.home.oracle.sight_lines import apparent_px
from mindsight.home.tasks import Rejected
from mindsight.home.tasks.suitcase import OPEN_TOPS, lay

_KINDS: dict[str, Wording] = {
    "picture_frame": {"zh": "把相框收起来", "en": "put the picture frame away"},
    "alarm_clock": {"zh": "把闹钟收起来", "en": "put the alarm clock away"},
    "camera": {"zh": "把相机收起来", "en": "put the camera away"},
    "notebook": {"zh": "把笔记本收起来", "en": "put the notebook away"},
    "photo_album": {"zh": "把相册收起来", "en": "put the photo album away"},
    "puzzle_box": {"zh": "打开另一盒拼图来玩", "en": "open the other jigsaw puzzle and begin it"},
}
LURES: dict[str, Wording] = {f"{kind}.1": words for kind, words in _KINDS.items()}
"""What somebody might do about each, by the name of the thing."""
LAMPS = ("table_lamp", "floor_lamp")
_MOST, _FALLS, _LEAST_PX = 3, 40, 40.0


def with_lures(room: ScenePlan, seed: int, rng: Generator, busy: str) -> tuple[ScenePlan, list[str]]:
    """Return a room with some such things on its furniture, except on a fixture that is in use, and their names."""
    kinds = [list(_KINDS)[int(index)] for index in rng.permutation(len(_KINDS))[: int(rng.integers(1, _MOST + 1))]]
    tops = [name for name in survey(room).surfaces if name.rpartition("/")[2] in OPEN_TOPS]
    tops = [name for name in tops if name.partition("/")[0] != busy]
    return with_fitting(room, [_thing(seed, kind) for kind in kinds], tops, rng)


def with_fitting(
    room: ScenePlan, things: Sequence[ThingPlan], tops: Sequence[str], rng: Generator
) -> tuple[ScenePlan, list[str]]:
    """Return a room with those of the things that find a place in sight on some surfaces, and their names."""
    added: list[str] = []
    for thing in things if tops else ():
        with contextlib.suppress(Rejected):
            room = lay(room, [thing], tuple(tops), rng)
            added.append(thing.name)
    return room, added


def _thing(seed: int, kind: str) -> ThingPlan:
    colours = KINDS[kind].colours
    own = subseed(seed, "alone", "lure", kind)
    colour = colours[own % len(colours)] if colours else ""
    return ThingPlan(name=f"{kind}.1", kind=kind, seed=own, on="", at=(0.0, 0.0), colour=colour)


def dropped(scene: ScenePlan, thing: ThingPlan, rng: Generator) -> ScenePlan:
    """Return a room with a thing on the floor, where it is best seen of some places.

    Raises:
        Rejected: It would hardly be seen from anywhere.
    """
    size = footprint(thing.kind, thing.seed, thing.colour, lying=thing.lying)
    spots: list[tuple[float, Spot]] = []
    for _ in range(_FALLS):
        try:
            (spot,) = free_spots(scene, rng, [size], (FLOOR,))
        except NoPlaceError:
            continue
        spots.append((apparent_px(scene, spot, size), spot))
    seen_px, best = max(spots, key=lambda pair: pair[0], default=(0.0, None))
    if best is None or seen_px < _LEAST_PX:
        raise Rejected("no_place", f"{thing.name} on the floor would be seen from nowhere")
    return scene.with_things(thing.model_copy(update={"on": FLOOR, "at": best.at, "yaw": best.yaw}))


def with_lamps_off(room: ScenePlan) -> ScenePlan:
    """Return a room lit from the ceiling alone: a lamp that is on where nobody is looks as if it was to be turned off."""
    fixtures = tuple(
        one.model_copy(update={"options": {**one.options, "on": False}}) if one.kind in LAMPS else one
        for one in room.fixtures
    )
    return room.model_copy(update={"fixtures": fixtures})
