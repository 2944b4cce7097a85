"""Where pictures show the joints of a person: places from depths, for those joints that nothing covers."""

from collections.abc import Mapping

import numpy as np

from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.motions import Moment
from mindsight.engine.physics.world import World

JOINTS = (
    "head", "upperarm01.L", "upperarm01.R", "lowerarm01.L", "lowerarm01.R", "wrist.L", "wrist.R",
    "lowerleg01.L", "lowerleg01.R", "foot.L", "foot.R", "spine05",
)  # fmt: skip
DEEP_M = 0.16
"""How far behind the surface of its own limb a joint may lie; what is covered by more than that is not seen."""


def placed(person: Person, moment: Moment) -> Array:
    """Return where the joints are in the room, shape (joints, 3)."""
    bones = person.bones(moment.pose)
    return np.array([bones[name] for name in JOINTS]) @ moment.turn().T + moment.at


def seen(world: World, own: Array, points: Array, mine: Array, deep_m: float = DEEP_M) -> Array:
    """Return where a picture shows joints, shape (joints, 3), NaN for hidden ones.

    ``own`` says where to look; ``points`` are the places that the picture's pixels show and ``mine`` which of them show the person.
    """
    found = np.full((len(own), 3), np.nan)
    height, width = mine.shape
    for number, place in enumerate(own):
        x, y, _ = world.view.project(place, world.aspect)
        column, row = int(x / 1000 * width), int(y / 1000 * height)
        if not (0 <= column < width and 0 <= row < height and mine[row, column]):
            continue
        shown = points[row, column]
        if np.linalg.norm(shown - place) < deep_m:
            found[number] = shown
    return found


def upright(tracks: Array) -> Array:
    """Return how far joints have moved since the first picture, in which the person stands: to the left, back and up, in heads' heights.

    Args:
        tracks: Places in the room, shape (times, joints, 3).
    """
    first = tracks[0]
    at: Mapping[str, Array] = dict(zip(JOINTS, first, strict=True))
    # The direction to the left from joints that come in pairs, of which the first picture may hide some.
    pairs = [at[f"{name}.L"] - at[f"{name}.R"] for name in ("upperarm01", "lowerarm01", "wrist", "foot")]
    across = next((one for one in pairs if not np.isnan(one).any()), pairs[0])
    angle = float(np.arctan2(across[1], across[0]))
    c, s = np.cos(angle), np.sin(angle)
    turned = (tracks - first) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    return np.asarray(turned / (np.nanmax(first[:, 2]) - np.nanmin(first[:, 2])))
