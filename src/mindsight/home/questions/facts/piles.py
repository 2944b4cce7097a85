"""Statics of piles of blocks that lie flat on each other and are shifted only sideways: whether one stands, and to which side it falls.

A pile stands if, at every level, the middle of all that lies above is over the part where the two blocks touch.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Slab(NamedTuple):
    """A block of a pile by its middle and half its width, sideways; all are equally thick and deep, so weight goes by width."""

    middle: float
    half: float


def balance(pile: Sequence[Slab]) -> float:
    """Return by how far the worst level of a pile, from the bottom up, keeps its balance; negative if it does not."""
    return min((_kept(pile, level)[0] for level in range(1, len(pile))), default=float("inf"))


def falls_to(pile: Sequence[Slab]) -> str:
    """Return the side, ``left`` or ``right``, to which a pile falls; empty if it stands."""
    worst = min((_kept(pile, level) for level in range(1, len(pile))), default=(1.0, ""))
    return worst[1] if worst[0] < 0 else ""


def clearly(pile: Sequence[Slab], margin: float) -> bool:
    """Return whether a pile keeps its balance everywhere by a margin, or loses it somewhere by a margin and to one side only."""
    kept = [_kept(pile, level) for level in range(1, len(pile))]
    sides = {side for by, side in kept if by < margin}
    return not sides or (min(by for by, _ in kept) <= -margin and len(sides) == 1)


def _kept(pile: Sequence[Slab], level: int) -> tuple[float, str]:
    """Return how far what lies from a level upwards keeps its balance, and the side on which it is nearest to losing it."""
    upper, lower, above = pile[level], pile[level - 1], pile[level:]
    left = max(upper.middle - upper.half, lower.middle - lower.half)
    right = min(upper.middle + upper.half, lower.middle + lower.half)
    weight = sum(one.half for one in above)
    middle = sum(one.middle * one.half for one in above) / weight
    return (middle - left, "left") if middle - left < right - middle else (right - middle, "right")


class Resting(NamedTuple):
    """A thing of a structure as seen from the front: its left and right edge, its underside and top, m."""

    name: str
    left: float
    right: float
    bottom: float
    top: float


def fallen(things: Sequence[Resting], removed: str, *, touching_m: float = 0.012) -> set[str]:
    """Return what does not stay where it is when one thing is removed; what has nothing below stands on the table.

    A thing stays if its middle is over or between the things below it that stay.
    """
    gone = {removed}
    for one in sorted(things, key=lambda one: one.bottom):
        below = [
            other
            for other in things
            if other is not one
            and abs(one.bottom - other.top) < touching_m
            and min(one.right, other.right) - max(one.left, other.left) > touching_m
        ]
        left = [other for other in below if other.name not in gone]
        middle = (one.left + one.right) / 2
        if below and not (left and min(other.left for other in left) < middle < max(other.right for other in left)):
            gone.add(one.name)
    return gone - {removed}
