"""Points, boxes and masks of an object: the README's examples agree, and every other order of numbers is named."""

from pathlib import PurePosixPath

import pytest

from mindsight.vsig.dataset.checks import Findings
from mindsight.vsig.dataset.targets.agreement import check_object
from vsig.scoring.test_spatial import FRAME, README_OBJECTS

Box = tuple[float, ...]
ORDERS = {
    "[y1, x1, y2, x2]": lambda b: (b[1], b[0], b[3], b[2]),
    "[x, y, width, height]": lambda b: (b[0], b[1], b[2] - b[0], b[3] - b[1]),
    "[x1, x2, y1, y2]": lambda b: (b[0], b[2], b[1], b[3]),
    "[x2, y2, x1, y1]": lambda b: (b[2], b[3], b[0], b[1]),
    "[x1, y2, x2, y1]": lambda b: (b[0], b[3], b[2], b[1]),
}


def found(points: object, bbox: Box | None, around: Box | None = None) -> list[tuple[str, str, str]]:
    """Return severity, field and sentence of each finding."""
    findings = Findings(str(PurePosixPath("a.json")), "1")
    check_object(points, bbox, around, FRAME, findings, "object_space[0]")  # type: ignore[arg-type]
    return [(one.severity, one.field.removeprefix("object_space[0]."), str(one.text)) for one in findings.found]


def around(box: Box) -> Box:
    """Return the box around a mask that fills a box: one past the last pixel."""
    return (box[0], box[1], box[2] + 1, box[3] + 1)


@pytest.mark.parametrize(("box", "points"), README_OBJECTS)
def test_the_readmes_examples_agree(box: Box, points: object) -> None:
    assert found(points, box) == []
    assert found(points, box, around(box)) == []
    assert found(points, None) == []


@pytest.mark.parametrize(("box", "points"), README_OBJECTS)
def test_swapped_points_are_named_and_refused(box: Box, points: tuple[tuple[int, int], ...]) -> None:
    turned = [(x, y) for y, x in points]
    [(severity, field, sentence)] = found(turned, box, around(box))
    assert (severity, field) == ("refused", "points")
    assert "only if they are [x, y]" in sentence


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("box", "points"), README_OBJECTS)
def test_a_box_in_another_order_is_named_by_the_mask_and_refused(box: Box, points: object, order: str) -> None:
    [(severity, field, sentence)] = found(points, ORDERS[order](box), around(box))
    assert (severity, field) == ("refused", "mask.bbox")
    assert f"if the box is {order}, it is that of the mask" in sentence


@pytest.mark.parametrize(("box", "points"), README_OBJECTS)
def test_without_a_mask_the_points_decide_the_order(box: Box, points: object) -> None:
    findings = found(points, ORDERS["[y1, x1, y2, x2]"](box))
    assert [severity for severity, *_ in findings] == ["refused"]


def test_a_box_elsewhere_and_points_elsewhere_are_refused() -> None:
    box, points = README_OBJECTS[0]
    moved = tuple(side + 500 for side in box)
    assert [one[:2] for one in found(points, box, around(moved))] == [("refused", "mask.bbox")]
    assert [one[:2] for one in found([(10, 10)], box, around(box))] == [("refused", "points")]


def test_a_box_a_little_off_is_a_warning_and_so_is_a_point_outside() -> None:
    box, points = README_OBJECTS[0]
    wider = (box[0] - 12, box[1], box[2] + 12, box[3])
    assert [one[:2] for one in found(points, wider, around(box))] == [("warning", "mask.bbox")]
    assert [one[:2] for one in found([*points, (10, 10)], box, around(box))] == [("warning", "points")]
