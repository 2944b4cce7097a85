"""Structures of building blocks, from a table of templates or grown at random, stable at every step of building."""

import itertools
from collections.abc import Mapping

from numpy.random import Generator

from mindsight.engine.catalogue.blocks import COLOURS
from mindsight.engine.geometry.building import FORMS, Piece, bearers, overlap

_KINDS = {
    "K": "block",
    "B": "brick_block",
    "L": "plank_block",
    "R": "roof_block",
    "C": "pillar_block",
    "A": "arch_block",
}
_POSES = {"/": "across", "|": "upright"}

TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "tower": (
        "B 0 0; K 0 5; R 0 10",
        "B 0 0; K 0 5; L 0 10; R 0 12",
        "L 0 0; B 0 2; P 0 7; K 0 17",
        "B 0 0; B/ 0 5; K 0 10; L 0 15; R 0 17",
    ),
    "gate": (
        "P -5 0; P 5 0; L 0 10",
        "P -5 0; P 5 0; L 0 10; R 0 12",
        "P -5 0; P 5 0; L 0 10; K -5 12; K 5 12",
        "P -5 0; P 5 0; L 0 10; K -5 12; K 5 12; L 0 17",
    ),
    "stairs": (
        "K 0 0; K 5 0; K 5 5",
        "K 0 0; P 5 0; P 10 0; K 10 10",
        "K 0 0; K 5 0; K 5 5; P 10 0; K 10 10",
        "L -7.5 0; L 7.5 0; B 0 2; K 12.5 2; P 12.5 7",
    ),
    "pyramid": (
        "B -5 0; B 5 0; B 0 5",
        "B -5 0; B 5 0; B 0 5; R 0 10",
        "B -5 0; B 5 0; K -2.5 5; K 2.5 5; R 0 10",
        "K -5 0; K 0 0; K 5 0; B 0 5; R 0 10",
        "B -10 0; B 0 0; B 10 0; B -5 5; B 5 5; K 0 10; R 0 15",
    ),
    "bridge": (
        "K -5 0; K 5 0; L 0 5",
        "K -5 0; K 5 0; L 0 5; A 0 7",
        "K -12.5 0; K 0 0; K 12.5 0; L -7.5 5; L 7.5 5",
        "K -12.5 0; K 0 0; K 12.5 0; L -7.5 5; L 7.5 5; A 0 7",
        "K -12.5 0; K 0 0; K 12.5 0; L -7.5 5; L 7.5 5; P -12.5 7; P 12.5 7",
    ),
    "house": (
        "B 0 0; B 0 5; R 0 10",
        "K -2.5 0; K 2.5 0; B 0 5; R 0 10",
        "K -5 0; K 5 0; L 0 5; B 0 7; R 0 12",
        "B -5 0; B 5 0; A 0 5; L 0 13; R -5 15; R 5 15",
        "P -5 0; P 5 0; L 0 10; K -5 12; K 5 12; L 0 17; R 0 19",
        "P -10 0; P 10 0; A 0 0; L 0 8; B 0 10; R 0 15; K -10 10; K 10 10",
    ),
    "wall": (
        "B -5 0; B 5 0; B -5 5; B 5 5",
        "B -5 0; B 5 0; K -7.5 5; B 0 5; K 7.5 5",
        "B -5 0; B 5 0; K -7.5 5; B 0 5; K 7.5 5; L -7.5 10; L 7.5 10",
        "B -5 0; B 5 0; K -7.5 5; B 0 5; K 7.5 5; B -5 10; B 5 10; R 0 15",
    ),
    "cross": (
        "P 0 0; L 0 10; K 0 12",
        "B 0 0; P 0 5; L 0 15; K 0 17",
        "K 0 0; B -7.5 0; B 7.5 0; B/ 0 0 7.5; B/ 0 0 -7.5",
        "K 0 0; B -7.5 0; B 7.5 0; B/ 0 0 7.5; B/ 0 0 -7.5; K -10 5",
    ),
    "castle": (
        "P -10 0; P 10 0; A 0 0; R 0 8",
        "P -10 0; P 10 0; A 0 0; K -10 10; K 10 10",
        "P -10 0; P 10 0; A 0 0; R -10 10; R 10 10; K 0 8",
        "K -10 0; K 10 0; P -10 5; P 10 5; A 0 0; B 0 8; R -10 15; R 10 15",
    ),
    "archway": (
        "A 0 0; B 0 8; R 0 13",
        "A 0 0; K -5 8; K 5 8; L 0 13",
        "A 0 0; K -5 8; K 5 8; L 0 13; R 0 15",
        "B -5 0; B 5 0; A 0 5; K -5 13; K 5 13; L 0 18",
    ),
    "train": (
        "B -5 0; B 5 0; K -7.5 5",
        "B -5 0; B 5 0; K -7.5 5; C 7.5 5",
        "L -7.5 0; L 7.5 0; B -7.5 2; K 2.5 2; C 12.5 2",
        "L -7.5 0; L 7.5 0; K -12.5 2; B -5 2; K 2.5 2; C 12.5 2; R -5 7",
    ),
    "yard": (
        "B 0 0 5; B/ -7.5 0; B/ 7.5 0",
        "B 0 0 5; B/ -7.5 0; B/ 7.5 0; R 0 5 5",
        "B 0 0 5; B/ -7.5 0; B/ 7.5 0; K -7.5 5 2.5; K 7.5 5 2.5",
        "B 0 0 5; B/ -7.5 0; B/ 7.5 0; C -7.5 5 2.5; K 7.5 5 2.5; R 0 5 5; K 0 0 -5",
    ),
}
"""Kinds of structure, each in several sizes: block, left to right, up, and front to back in cm, where its underside is.

K cube, B brick, L plank, R roof, C pillar, A arch; P is a post: a pillar, or a brick on end. ``/`` means lying from
front to back, ``|`` standing on end.
"""

RANDOM = "random"
_HIGHEST_CM, _WIDEST_CM, _LEAST_CM = 21.0, 28.0, 1.9
_STEPS_CM = (-2.5, 0.0, 2.5)
_LEGS_CM = (-5.5, 5.5)
"""Position of the legs of an arch from its middle."""
_TRIES, _PAINTINGS = 300, 200


def structure(template: str, count: int, rng: Generator) -> tuple[Piece, ...] | None:
    """Return a structure of a template with a number of blocks, bottom first and back before front; None if it has none."""
    if template == RANDOM:
        pieces = _grown(count, rng)
    else:
        fitting = [one for one in TEMPLATES[template] if one.count(";") + 1 == count]
        pieces = _set(fitting[int(rng.integers(len(fitting)))], rng) if fitting else None
    if pieces is None:
        return None
    return tuple(sorted(_painted(pieces, rng), key=lambda piece: (piece.at[2], -piece.at[1], piece.at[0])))


def sizes(template: str) -> set[int]:
    """Return the numbers of blocks for which a template has a structure."""
    return set(range(3, 9)) if template == RANDOM else {one.count(";") + 1 for one in TEMPLATES[template]}


def _set(template: str, rng: Generator) -> list[Piece]:
    post = "C" if rng.random() < 0.5 else "B|"
    pieces = []
    for entry in template.split("; "):
        block, x, z, *depth = entry.split()
        block = post if block == "P" else block
        at = (float(x), float(depth[0]) if depth else 0.0, float(z))
        pieces.append(Piece(_KINDS[block[0]], "", _POSES.get(block[1:], "along"), at))
    # The mirror image counts as another structure.
    if rng.random() < 0.5:
        return [Piece(one.kind, "", one.pose, (-one.at[0], one.at[1], one.at[2])) for one in pieces]
    return pieces


def _painted(pieces: list[Piece], rng: Generator) -> list[Piece]:
    """Give each piece a colour, so that no two pieces are the same and, if possible, touching ones differ."""
    painted: list[Piece] = []
    for _ in range(_PAINTINGS):
        left = {kind: [COLOURS[int(index)] for index in rng.permutation(len(COLOURS))] for kind in FORMS}
        painted = [Piece(one.kind, left[one.kind].pop(), one.pose, one.at) for one in pieces]
        if not any(_touches(a, b) and a.colour == b.colour for a, b in itertools.combinations(painted, 2)):
            break
    return painted


def _grown(count: int, rng: Generator) -> list[Piece] | None:
    """Add blocks at random, each beside or on others."""
    pieces = [Piece(*_shape(rng), (0.0, 0.0, 0.0))]
    for _ in range(_TRIES):
        if len(pieces) == count:
            # A mere row on the ground is rejected.
            return pieces if sum(piece.at[2] > 0 for piece in pieces) >= count / 3 else None
        other = pieces[int(rng.integers(len(pieces)))]
        piece = _beside(other, rng) if rng.random() < 0.4 else _upon(other, pieces, rng)
        if piece is not None and _fits(piece, pieces):
            pieces.append(piece)
    return None


def _shape(rng: Generator) -> tuple[str, str, str]:
    kind = list(FORMS)[int(rng.integers(len(FORMS)))]
    if kind == "brick_block":
        return kind, "", ("along", "along", "across", "upright")[int(rng.integers(4))]
    if kind == "plank_block":
        return kind, "", ("along", "along", "across")[int(rng.integers(3))]
    return kind, "", "along"


def _beside(other: Piece, rng: Generator) -> Piece | None:
    """Return a block on the ground to the left or right of another one, or before it."""
    if other.at[2] > 0:
        return None
    kind, colour, pose = _shape(rng)
    new = Piece(kind, colour, pose, (0.0, 0.0, 0.0))
    side = (-1, 1)[int(rng.integers(2))]
    if rng.random() < 0.25:
        return Piece(kind, colour, pose, (other.at[0], other.at[1] - other.half[1] - new.half[1], 0.0))
    space = (0.0, 0.0, 5.0)[int(rng.integers(3))]
    return Piece(kind, colour, pose, (other.at[0] + side * (other.half[0] + new.half[0] + space), other.at[1], 0.0))


def _upon(other: Piece, pieces: list[Piece], rng: Generator) -> Piece | None:
    """Return a block on another one: over its middle or, if that stands on the ground, a little to the side."""
    kind, colour, pose = _shape(rng)
    steady = other.at[2] == 0 and other.half[0] > 2.5
    shift = _STEPS_CM[int(rng.integers(3))] if steady else 0.0
    piece = Piece(kind, colour, pose, (other.at[0] + shift, other.at[1], other.top))
    level = [one for one in pieces if one.top == other.top and one is not other and one.at[1] == other.at[1]]
    if level and pose == "along" and rng.random() < 0.7:
        # A bridge between two blocks of one height.
        second = level[int(rng.integers(len(level)))]
        if second.half[0] == other.half[0] and overlap(second, other) <= 0:
            piece = Piece(kind, colour, pose, ((other.at[0] + second.at[0]) / 2, other.at[1], other.top))
    return piece


def _fits(piece: Piece, pieces: list[Piece]) -> bool:
    """Return whether a block has room and stands firmly, and a colour is left for it."""
    alike = sum(one.kind == piece.kind for one in pieces)
    ends = [one.at[0] + side * one.half[0] for one in (piece, *pieces) for side in (-1, 1)]
    if max(ends) - min(ends) > _WIDEST_CM:
        return False
    if piece.top > _HIGHEST_CM or alike > 3 or any(_cuts(piece, one) or bearers(one, [piece]) for one in pieces):
        return False
    under = [pieces[number] for number in bearers(piece, pieces)]
    return piece.at[2] == 0 or (bool(under) and _firm(piece, under))


def _firm(piece: Piece, under: list[Piece]) -> bool:
    """Return whether a block stands firmly on others: on flat tops, with its middle well over them and wide contacts."""
    if any(not FORMS[one.kind].flat or overlap(piece, one) < _LEAST_CM for one in under):
        return False
    for axis in (0, 1):
        low, high = (
            min(one.at[axis] - one.half[axis] for one in under),
            max(one.at[axis] + one.half[axis] for one in under),
        )
        if not low + 1.0 <= piece.at[axis] <= high - 1.0:
            return False
    legs = _LEGS_CM if piece.kind == "arch_block" else ()
    return all(any(abs(piece.at[0] + leg - one.at[0]) < one.half[0] for one in under) for leg in legs)


def _touches(piece: Piece, other: Piece) -> bool:
    level = min(piece.top, other.top) - max(piece.at[2], other.at[2])
    return level > -0.01 and overlap(piece, other) > -0.6


def _cuts(piece: Piece, other: Piece) -> bool:
    level = min(piece.top, other.top) - max(piece.at[2], other.at[2])
    return level > 0.01 and overlap(piece, other) > 0.01
