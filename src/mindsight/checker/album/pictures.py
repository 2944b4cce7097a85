"""Which sums two 8-bit pictures can have, and whether the picture kept of an output is the one that came back."""

from __future__ import annotations

from typing import Iterator

from mindsight.checker.basics import Json, a_dict, whole
from mindsight.checker.findings import Finding, unlike

PAIR_SUMS = ("sum_reference", "squares_reference", "sum_output", "squares_output")


def pair_is_possible(terms: Json) -> bool:
    """Return whether there can be two 8-bit pictures with these terms; what is refused here, no pictures have."""
    n, peak, error = terms["pixels"], terms["peak"], terms["squared_error"]
    x, xx, y, yy = (terms[name] for name in PAIR_SUMS)
    if not (whole(n, peak, error, x, xx, y, yy) and n > 0 and 0 <= peak <= 255 and _moments(n, y, yy, 255)):
        return False
    # One pixel of the reference is the peak, and the others are not above it.
    if not _moments(n - 1, x - peak, xx - peak * peak, peak):
        return False
    xy, odd = divmod(xx + yy - error, 2)
    if odd or not (0 <= xy <= peak * y and xy <= 255 * x and error >= _least_squares(n, abs(x - y))):
        return False
    return bool((n * xy - x * y) ** 2 <= (n * xx - x * x) * (n * yy - y * y))  # Cauchy and Schwarz


def _moments(n: int, total: int, squares: int, most: int) -> bool:
    """Return whether n whole numbers from 0 to ``most`` can have this sum and this sum of squares."""
    if total < 0 or n == 0:
        return total == squares == 0
    # A whole number and its square are both odd or both even.
    return (squares - total) % 2 == 0 and _least_squares(n, total) <= squares <= most * total <= most * most * n


def _least_squares(n: int, total: int) -> int:
    """Return the least sum of squares that n whole numbers with this sum have: the most even spread."""
    each, more = divmod(total, n)
    return n * each * each + more * (2 * each + 1)


def output_doubts(item: Json, manifest: Json) -> Iterator[Finding]:
    """Yield where the picture kept of an output is not the one that came back."""
    stated, picture = a_dict(item.get("answer")).get("sha256"), a_dict(item.get("media")).get("output")
    kept = manifest["plan"].get("keep_outputs") is True
    if stated is None and item.get("status") == "scored":
        yield from unlike("answer.sha256", stated, "status", "scored")
    if picture is not None and str(picture).split(".")[0] != stated:
        yield from unlike("media.output", picture, "answer.sha256", stated)
    if (picture is not None) != (kept and stated is not None):
        yield from unlike("media.output", picture, "plan.keep_outputs", stated if kept else None)
