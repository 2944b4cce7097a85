"""The goal that a structure is as in its photograph: what rests on what, where and how each block stands, nothing near it."""

from collections.abc import Sequence

import numpy as np

from mindsight.engine.geometry.building import Piece, bearers, overlap
from mindsight.home.tasks.blocks.table import MAT

AWAY_CM, APART_CM, ASKEW_DEG = 2.2, 1.0, 20.0
"""How far a block may be from its place beside or on another, how near a spare block may be, and how far a block may turn."""

Leaf = list[object]


def goal(pieces: Sequence[Piece], names: Sequence[str], spares: Sequence[str], table: str, yaw_deg: float) -> Leaf:
    """Return the goal of a structure; ``yaw_deg`` is how its front is turned in the room."""
    leaves: list[Leaf] = [["any", ["on", names[0], MAT], ["on", names[0], table]]]
    for number, piece in enumerate(pieces):
        resting: list[Leaf] = [["on", names[number], names[lower]] for lower in _under(piece, pieces)]
        # A block on three or more need not touch all of them, because they are never exactly equally high.
        leaves += resting if len(resting) < 3 else [["count", *resting, ">=", 2]]
        reference = reference_of(number, pieces)
        if reference is not None:
            away = room_vector(np.subtract(piece.middle, pieces[reference].middle) / 100, yaw_deg)
            leaves.append(["offset", names[number], names[reference], away, AWAY_CM])
        leaves += [["aligned", names[number], *turned, ASKEW_DEG] for turned in facings(piece, yaw_deg)]
    leaves += [["apart", spare, list(names), APART_CM] for spare in spares]
    return ["all", *leaves, ["stable", list(names)]]


def facings(piece: Piece, yaw_deg: float) -> list[Leaf]:
    """Return the directions that a block's own axes must have: axis, direction in the room, and whether either end may point there."""
    up, right, away = [0.0, 0.0, 1.0], room_vector((1, 0, 0), yaw_deg), room_vector((0, 1, 0), yaw_deg)
    long = {"along": right, "across": away, "upright": up}[piece.pose]
    turned: dict[str, list[Leaf]] = {
        "block": [],
        "pillar_block": [["z", up, "either"]],
        "brick_block": [["x", long, "either"]],
        "plank_block": [["z", up, "either"], ["x", long, "either"]],
        "roof_block": [["z", up, "this"], ["x", long, "either"]],
        "arch_block": [["z", up, "this"], ["x", long, "either"]],
    }
    return turned[piece.kind]


def room_vector(vector: Sequence[float] | np.ndarray, yaw_deg: float) -> list[float]:
    """Return a vector of the structure's frame in the frame of the room."""
    x, y, z = vector
    c, s = np.cos(np.radians(yaw_deg)), np.sin(np.radians(yaw_deg))
    # Adding 0 turns -0.0 into 0.0.
    return [round(float(part), 4) + 0.0 for part in (c * x - s * y, s * x + c * y, z)]


def reference_of(number: int, pieces: Sequence[Piece]) -> int | None:
    """Return the block by which another block's place is defined: the one that supports most of it, or its neighbour."""
    return next(iter(_under(pieces[number], pieces)), _neighbour(number, pieces))


def _under(piece: Piece, pieces: Sequence[Piece]) -> list[int]:
    """Return the blocks that support a block, the one that it covers most first."""
    return sorted(bearers(piece, pieces), key=lambda lower: -overlap(piece, pieces[lower]))


def _neighbour(number: int, pieces: Sequence[Piece]) -> int | None:
    """Return the nearest block on the ground among those before a block; None for the first."""
    before = [other for other in range(number) if pieces[other].at[2] == 0]
    return min(before, key=lambda other: np.linalg.norm(np.subtract(pieces[other].at, pieces[number].at)), default=None)
