"""Compare where two things stand among their like: ranks (the second from the left, row 1) and sides (the left one)."""

from collections.abc import Iterable
from typing import NamedTuple

from mindsight.vsig.language.reader.counting import ACROSS, DEEP, DOWN, NTH, RANKS
from mindsight.vsig.language.reader.words import Quality

ABOUT, PARTLY = 0.8, 0.5
"""Share of a side for an outermost rank, and of one for a rank that is only somewhere on that side."""

_SIDES = {
    "left": (ACROSS, "+"),
    "right": (ACROSS, "-"),
    "top": (DOWN, "+"),
    "under": (DOWN, "-"),
    "front": (DEEP, "+"),
    "back": (DEEP, "-"),
}
_MIDDLE = "middle"
_MANY = "many"
_ALSO = "/"
"""Between two numbers that one place has, counted from either end."""
SIDES = frozenset((*_SIDES, _MIDDLE))
_Marks = dict[str, str]


class Standing(NamedTuple):
    """How well a position is described. ``doubtful``: it may or may not be the same one; ``missed``: a rank was left out."""

    weight: float
    share: float
    wrong: bool = False
    doubtful: bool = False
    missed: bool = False


NOWHERE = Standing(0.0, 0.0)


def standing(name: Iterable[Quality], said: Iterable[Quality]) -> Standing:
    """Return how well the ranks and sides of a thing agree with those of the one meant."""
    mine, theirs = _marks(name), _marks(said)
    found = [_axis(axis, mark, theirs, in_lines=mine.keys() >= {ACROSS, DOWN}) for axis, mark in mine.items()]
    if not found:
        return NOWHERE
    return Standing(
        2.0 * len(found),
        sum(one.share for one in found) / len(found),
        any(one.wrong for one in found),
        any(one.doubtful for one in found),
        # A corner that is left out altogether is left out like a place in a row.
        any(one.missed for one in found) or (len(found) > 1 and not theirs),
    )


def _marks(qualities: Iterable[Quality]) -> _Marks:
    """Return a mark for each axis: a number, or + and - for a side of it."""
    marks: _Marks = {}
    sides = []
    for one in sorted(qualities):
        if one.family in RANKS:
            # The first and the second: no single place.
            known = marks.setdefault(one.family, one.value)
            if known != one.value:
                # The last column (the fifth) may be one column; the first and the second are two.
                ends = known.startswith("-") != one.value.startswith("-")
                marks[one.family] = f"{known}{_ALSO}{one.value}" if ends and _ALSO not in known else _MANY
        elif one.family == "side" and one.value in SIDES:
            sides.append(one.value)
    for side in sides:
        if side != _MIDDLE:
            axis, mark = _SIDES[side]
            marks.setdefault(axis, mark)
    if _MIDDLE in sides and not marks.keys() & {ACROSS, NTH}:
        # In the middle, by the wall: beside another axis it is the middle from left to right.
        marks[ACROSS if marks else _MIDDLE] = "0"
    if NTH in marks and _MIDDLE not in marks:
        lines = marks.keys() & {ACROSS, DOWN}
        # The second one of the first row, or of the first column.
        if len(lines) == 1 and marks[next(iter(lines))].lstrip("-").isdigit() and marks[NTH] != _MANY:
            marks[ACROSS if DOWN in lines else DOWN] = marks.pop(NTH)
    return marks


_MISSING = Standing(0.0, 0.0)
_WRONG = Standing(0.0, 0.0, wrong=True)
_DOUBTFUL = Standing(0.0, 0.0, doubtful=True)


def _axis(axis: str, mark: str, theirs: _Marks, *, in_lines: bool) -> Standing:
    ranked = mark not in "+-"
    if axis in theirs:
        found = _agree(mark, theirs[axis])
        if found.doubtful and theirs.get(NTH) == mark:
            return Standing(0.0, ABOUT)  # The fifth one, at the right end of the row.
        return found
    if axis == _MIDDLE or _MIDDLE in theirs:
        others = [_agree(mark, other) for key, other in theirs.items() if key != DEEP] or [_MISSING]
        return max(others, key=lambda one: (one.share, one.doubtful, one.wrong))
    kin = {DOWN: (DEEP, NTH), DEEP: (DOWN, NTH), ACROSS: (NTH,), NTH: (ACROSS, DOWN, DEEP)}[axis]
    for other in kin:
        if other in theirs and (ranked or other != NTH):
            found = _agree(mark, theirs[other])
            if other == NTH and in_lines and not found.share:
                break  # The third button may be the one in the third column.
            if found.wrong and NTH not in (other, axis):
                return _DOUBTFUL
            return found._replace(share=min(found.share, ABOUT))
    return Standing(0.0, 0.0, missed=ranked)


def _agree(mine: str, theirs: str) -> Standing:
    """Return how well one mark of an axis says another."""
    if mine == theirs:
        return Standing(0.0, 1.0)
    if _ALSO in mine + theirs:
        pairs = [_agree(one, other) for one in mine.split(_ALSO) for other in theirs.split(_ALSO)]
        return next((one for one in pairs if one.wrong), max(pairs, key=lambda one: one.share))
    if _MANY in (mine, theirs) or {mine, theirs} == {"+", "-"}:
        return _WRONG
    if mine in "+-" or theirs in "+-":
        return _side_and_rank(mine, theirs)
    one, other = int(mine), int(theirs)
    # Of three things the second is the second from either end; how many there are is not known.
    same_end = (one > 0) == (other > 0) and one and other
    return _WRONG if same_end or {abs(one), abs(other)} in ({1}, {0, 1}) else _DOUBTFUL


def _side_and_rank(mine: str, theirs: str) -> Standing:
    side, number = (mine, int(theirs)) if mine in "+-" else (theirs, int(mine))
    if not number:
        return _WRONG
    if (side == "+") == (number > 0):
        if abs(number) == 1:
            return Standing(0.0, 1.0 if mine in "+-" else ABOUT)
        return Standing(0.0, PARTLY, missed=mine not in "+-")
    return _WRONG if abs(number) == 1 else _DOUBTFUL
