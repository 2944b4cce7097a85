"""How the oracle takes something away: it lays it in the middle of the largest free patch of a top, as the picture shows it."""

from collections.abc import Sequence

import numpy as np

from mindsight.engine.drawing.views import FULL_SCALE
from mindsight.engine.physics.actions import Action
from mindsight.home.oracle.perception import Perception
from mindsight.home.oracle.space import Array
from mindsight.home.tasks.tidying import Answer, Tidier

_COLUMNS, _ROWS = 48, 36
_LEVEL, _FLUSH_M = 0.95, 0.004


def pick_up(tidier: Tidier, name: str) -> Answer:
    """Pick a thing up; return whether it is held."""
    one = yield from tidier.bring(name)
    if one is None:
        return False
    yield from tidier.do(Action(verb="pick", point=one.point))
    if tidier.perception.code != "picked":
        return False
    tidier.best.pop(name, None)  # it is no longer there
    return True


def put_aside(tidier: Tidier, name: str, top: str, views: Sequence[Action], away: Array | None = None) -> Answer:
    """Pick a thing up and lay it down on a top, in the first view that shows a free patch of it; return whether it lies there."""
    if not (yield from pick_up(tidier, name)):
        return False
    for view in views:
        yield from tidier.do(view)
        point = free_point(tidier.perception, top, away)
        if point is not None:
            yield from tidier.do(Action(verb="place", point=point))
        if tidier.perception.episode.world.held != name:
            return True
    return False


def free_point(perception: Perception, top: str, away: Array | None = None) -> tuple[float, float] | None:
    """Return the picture point on a fixture's top, in view, that is farthest from all that lies there and from its edge.

    Args:
        perception: What the oracle sees.
        top: The fixture.
        away: Further places in the room, shape (n, 2), to keep away from.
    """
    across, down = ((np.arange(count) + 0.5) / count * FULL_SCALE for count in (_COLUMNS, _ROWS))
    held = perception.episode.world.held
    points = [(float(x), float(y)) for y in down for x in across]
    hits = [perception.space.ray(point, ignore=held) for point in points]
    bare = [hit is not None and hit.body == top and hit.normal[2] > _LEVEL for hit in hits]
    level = [hit.point[2] for hit, own in zip(hits, bare, strict=True) if hit is not None and own]
    if not level:
        return None
    height = float(np.median(level))
    free = [
        (point, hit.point[:2])
        for point, hit, own in zip(points, hits, bare, strict=True)
        if hit is not None and own and abs(hit.point[2] - height) < _FLUSH_M
    ]
    others = [hit.point[:2] for hit, own in zip(hits, bare, strict=True) if hit is not None and not own]
    taken = np.array([*others, *([] if away is None else away)])
    clear = [float(np.linalg.norm(taken - at, axis=1).min()) if len(taken) else 0.0 for _, at in free]
    return free[int(np.argmax(clear))][0]
