"""Frames around parts that open, around two at once, and around what does not open."""

from collections.abc import Sequence

from numpy.random import Generator

from mindsight.home.questions.facts.choosing import shuffled
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.question import Box

ROOM, EDGE, LARGEST, EDGE_TO_EDGE, SMALLEST_PX = 8.0, 8.0, 620.0, 985.0, 26.0
"""How far a frame keeps from what it surrounds and from the picture's edge, its largest side around one
part and around two (0–1000), the least side of a part."""
_TRIES = 60


def parts(facts: Facts) -> list[Object]:
    """Return the parts that open and are seen."""
    return [one for one in facts.objects if one.name in facts.more["opens"] and one.pixels]


def within(facts: Facts, box: Sequence[float]) -> list[Object]:
    """Return the parts that open whose middle is in a frame."""
    left, top, right, bottom = box
    return [one for one in parts(facts) if left < _middle(one.box)[0] < right and top < _middle(one.box)[1] < bottom]


def around(*objects: Object) -> Box:
    """Return the frame around objects."""
    sides = list(zip(*(one.box for one in objects), strict=True))
    return min(sides[0]) - ROOM, min(sides[1]) - ROOM, max(sides[2]) + ROOM, max(sides[3]) + ROOM


def fits(box: Box, largest: float = LARGEST) -> bool:
    """Return whether a frame lies in the picture and is not too large."""
    return min(box) > EDGE and max(box) < 1000 - EDGE and max(box[2] - box[0], box[3] - box[1]) < largest


def one_part(facts: Facts, rng: Generator, way: str) -> Object | None:
    """Return a part that opens in a way and that a frame can surround alone."""
    for one in shuffled(rng, parts(facts)):
        box = around(one)
        if facts.more["opens"][one.name] == way and whole(one) and fits(box) and within(facts, box) == [one]:
            return one
    return None


def two_parts(facts: Facts, rng: Generator, asked: Sequence[str]) -> tuple[Object, Object] | None:
    """Return two parts of which each opens in another of two ways, and that a frame can surround without a third."""
    ways = facts.more["opens"]
    pairs = [(one, other) for one in parts(facts) for other in parts(facts) if one.name < other.name]
    for one, other in shuffled(rng, pairs):
        box = around(one, other)
        apart = {ways[one.name], ways[other.name]} == {*asked}
        if apart and whole(one) and whole(other) and fits(box, EDGE_TO_EDGE) and len(within(facts, box)) == 2:
            return one, other
    return None


def nothing(facts: Facts, rng: Generator) -> Box | None:
    """Return a frame around a fixture that has no parts which open, or if there is none, around another place where nothing opens."""
    owners = {one.on for one in facts.objects if one.category == "part"}
    for one in shuffled(rng, facts.objects):
        plain = one.category == "fixture" and one.name not in owners and one.kind not in {"rug", "window", "curtain"}
        if (
            plain
            and one.shown > 0.8
            and one.side_px > SMALLEST_PX
            and fits(around(one))
            and not _touched(facts, around(one))
        ):
            return around(one)
    for _ in range(_TRIES):
        (x, y), (width, height) = rng.uniform(50, 700, 2), rng.uniform(120, 300, 2)
        box = (float(x), float(y), float(x + width), float(y + height))
        if fits(box) and not _touched(facts, box):
            return box
    return None


def whole(one: Object) -> bool:
    """Return whether a part is large enough in the picture."""
    return one.side_px >= SMALLEST_PX


def _touched(facts: Facts, box: Box) -> bool:
    return any(
        min(box[2], one.box[2]) > max(box[0], one.box[0]) and min(box[3], one.box[3]) > max(box[1], one.box[1])
        for one in parts(facts)
    )


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
