"""Check whether points, box and mask of an object agree, and which order of numbers would make them agree.

A wrong order is the commonest fault of the data and ruins every score. An order that would fit is named but never applied: only
the maker of the data knows which is right.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mindsight.text import Text, text
from mindsight.vsig.dataset.checks import Findings

Corners = tuple[float, float, float, float]
_SLACK_PIXELS = 2.0
_SLACK_SHARE = 0.02
_DOUBTFUL = 0.5
"""Boxes with a smaller intersection over union belong to different things."""


class Reading(NamedTuple):
    """An order in which four numbers are a box, or two a point."""

    name: str
    value: Corners


def check_object(
    points: Sequence[Sequence[float]],
    bbox: Sequence[float] | None,
    around: Corners | None,
    frame: tuple[int, int],
    findings: Findings,
    place: str,
) -> None:
    """Compare the points, the box and the mask of an object.

    Points are ``[y, x]`` in 0–1000; ``around`` is the box around the mask's pixels (one past the last), ``frame`` the last frame's
    (width, height).
    """
    if bbox is None:
        if around is not None:
            _check_against_mask(points, around, frame, findings, place)
        return
    corners, before = _corners(bbox), len(findings.found)
    box_holds = around is None or _agree(corners, around)
    if not box_holds and around is not None:
        _name_box(bbox, around, findings, f"{place}.mask.bbox")
    elif corners[2] < corners[0] or corners[3] < corners[1] or not _overlap(corners, (0, 0, *frame)):
        findings.refuse(
            f"{place}.mask.bbox",
            text("the box is empty or lies outside of the frame; it must be [x1, y1, x2, y2] in pixels"),
        )
    if len(findings.found) == before:
        _check_points(points, bbox, frame, findings, place)


def _check_against_mask(
    points: Sequence[Sequence[float]], around: Corners, frame: tuple[int, int], findings: Findings, place: str
) -> None:
    """Compare points with the pixels of a mask without a box; single points outside are reported elsewhere."""
    as_said = [(x * frame[0] / 1000, y * frame[1] / 1000) for y, x in points]
    turned = [(x * frame[0] / 1000, y * frame[1] / 1000) for x, y in points]
    if not points or any(_holds(around, point, frame) for point in as_said):
        return
    if all(_holds(around, point, frame) for point in turned):
        sentence = text("the points lie at the mask only if they are [x, y]; they must be [y, x] in 0–1000")
    else:
        sentence = text("no point lies at the mask, whatever the order of its numbers")
    findings.refuse(f"{place}.points", sentence)


def _check_points(
    points: Sequence[Sequence[float]], bbox: Sequence[float], frame: tuple[int, int], findings: Findings, place: str
) -> None:
    as_said = [(x * frame[0] / 1000, y * frame[1] / 1000) for y, x in points]
    inside = sum(_holds(_corners(bbox), point, frame) for point in as_said)
    if inside == len(points):
        return
    turned = [(x * frame[0] / 1000, y * frame[1] / 1000) for x, y in points]
    if all(_holds(_corners(bbox), point, frame) for point in turned):
        findings.refuse(
            f"{place}.points", text("the points lie in the box only if they are [x, y]; they must be [y, x] in 0–1000")
        )
        return
    for reading in _readings(bbox):
        if all(_holds(reading.value, point, frame) for point in as_said):
            findings.refuse(f"{place}.mask.bbox", _wrong_order(reading.name, text("the points lie in it")))
            return
        if all(_holds(reading.value, point, frame) for point in turned):
            findings.refuse(
                f"{place}.mask.bbox",
                text(
                    "the points lie in the box only if they are [x, y] and it is {order}; they must be [y, x], "
                    "and it [x1, y1, x2, y2]",
                    order=reading.name,
                ),
            )
            return
    if inside:
        findings.warn(
            f"{place}.points",
            text("{count} of {all} points lie outside of the box", count=len(points) - inside, all=len(points)),
        )
    else:
        findings.refuse(f"{place}.points", text("no point lies in the box, whatever the order of its numbers"))


def _name_box(bbox: Sequence[float], around: Corners, findings: Findings, field: str) -> None:
    for reading in _readings(bbox):
        if _agree(reading.value, around):
            findings.refuse(field, _wrong_order(reading.name, text("it is that of the mask")))
            return
    found, expected = _shown(bbox), _shown((*around[:2], around[2] - 1, around[3] - 1))
    if _shared(_corners(bbox), around) >= _DOUBTFUL:
        findings.warn(field, text("the box is {found}, that of the mask {expected}", found=found, expected=expected))
    else:
        findings.refuse(
            field,
            text("the box is {found}, the mask lies elsewhere: {expected}", found=found, expected=expected),
        )


def _wrong_order(order: str, then: Text) -> Text:
    return text("if the box is {order}, {then}; it must be [x1, y1, x2, y2] in pixels", order=order, then=then)


def _readings(bbox: Sequence[float]) -> Iterator[Reading]:
    """Yield the known orders of a box's numbers other than the documented one."""
    a, b, c, d = bbox
    yield Reading("[y1, x1, y2, x2]", _corners((b, a, d, c)))
    yield Reading("[x, y, width, height]", _corners((a, b, a + c, b + d)))
    yield Reading("[x1, x2, y1, y2]", _corners((a, c, b, d)))
    yield Reading("[x2, y2, x1, y1]", _corners((c, d, a, b)))
    yield Reading("[x1, y2, x2, y1]", _corners((a, d, c, b)))


def _corners(bbox: Sequence[float]) -> Corners:
    x1, y1, x2, y2 = bbox
    return (x1, y1, x2 + 1, y2 + 1)


def _agree(one: Corners, other: Corners) -> bool:
    sides = (other[2] - other[0], other[3] - other[1]) * 2
    return all(
        abs(first - second) <= max(_SLACK_PIXELS, _SLACK_SHARE * side)
        for first, second, side in zip(one, other, sides, strict=True)
    )


def _holds(box: Corners, point: tuple[float, float], frame: tuple[int, int]) -> bool:
    # Points are rounded to a thousandth of the frame.
    slack = [1 + 1.5 * side / 1000 for side in frame]
    return all(
        begin - by <= value <= end + by for value, begin, end, by in zip(point, box[:2], box[2:], slack, strict=True)
    )


def _overlap(one: Corners, other: Corners) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(width, 0) * max(height, 0)


def _shared(one: Corners, other: Corners) -> float:
    common = _overlap(one, other)
    both = _overlap(one, one) + _overlap(other, other) - common
    return common / both if both else 0.0


def _shown(values: Sequence[float]) -> str:
    return f"[{', '.join(f'{value:g}' for value in values)}]"
