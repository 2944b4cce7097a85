"""Read a box or an outline in every form that models use: corners, sides, sizes, texts, tags, lists of points."""

from typing import Any, NamedTuple

from mindsight.answers.values.basics import Form, Read
from mindsight.answers.values.points import ReadPoint, points_of
from mindsight.answers.values.shapes import as_box, joined, shapes_of


class ReadBox(NamedTuple):
    """Two corners in the order written: where [y, x] was asked for and no axis is ``named``, left and right are along y.

    ``scale`` is that of a ``ReadPoint``.
    """

    left: float
    top: float
    right: float
    bottom: float
    named: bool = False
    scale: str = ""

    @property
    def corners(self) -> tuple[ReadPoint, ReadPoint]:
        """The corner of the smaller numbers, and that of the larger ones."""
        return (
            ReadPoint(self.left, self.top, self.named, self.scale),
            ReadPoint(self.right, self.bottom, self.named, self.scale),
        )

    @property
    def centre(self) -> ReadPoint:
        """Its middle."""
        return ReadPoint(self.left / 2 + self.right / 2, self.top / 2 + self.bottom / 2, self.named, self.scale)


def read_box(value: Any) -> Read:
    """Return a ``ReadBox``; two points are its corners, in whatever order they come."""
    read = shapes_of(value)
    if not read.value:
        return Read(problem=read.problem)
    box = as_box(read.value)
    if box is None:
        return Read(problem="several" if len(read.value) > 1 else f"{len(read.value[0].numbers)} numbers")
    left, right = sorted(box.numbers[::2])
    top, bottom = sorted(box.numbers[1::2])
    turned = () if (left, top, right, bottom) == box.numbers else ("sorted",)
    repairs = tuple(repair for repair in read.repairs if repair != "nested_point")
    return Read(ReadBox(left, top, right, bottom, box.named, box.scale), (*repairs, *turned))


def read_outline(value: Any) -> Read:
    """Return the points of an outline as a tuple of three or more ``ReadPoint``."""
    read = shapes_of(value)
    if not read.value:
        return Read(problem=read.problem)
    shape = read.value[0] if len(read.value) == 1 else joined(read.value)
    apart = len(read.value) > 1 and any(len(part.numbers) != 2 for part in read.value)
    if shape is None or apart:
        return Read(problem="several")
    if len(shape.numbers) < 6:
        return Read(problem=f"{len(shape.numbers)} numbers")
    return Read(points_of((shape,)), tuple(repair for repair in read.repairs if repair != "nested_point"))


_BOX, _NAMED = ReadBox(1, 2, 3, 4), ReadBox(1, 2, 3, 4, named=True)
FORMS: tuple[Form, ...] = (
    *(
        Form(written, _BOX)
        for written in (
            [1, 2, 3, 4], ["1", "2", "3", "4"], [[1, 2], [3, 4]], [[1, 2, 3, 4]], [1, 2, 3.0, "4"], "[1,2,3,4]",
            "1, 2, 3, 4", "1 2 3 4", "(1,2),(3,4)", "[[1,2],[3,4]]",
            {"bbox_2d": [1, 2, 3, 4]}, {"box": [[1, 2], [3, 4]]}, {"BBox": "1, 2, 3, 4"}, [{"bbox_2d": [1, 2, 3, 4], "label": "cup"}],
            {"top_left": [1, 2], "bottom_right": [3, 4]}, [[1, 2], [3, 2], [3, 4], [1, 4]], "<box>(1,2),(3,4)</box>",
            "<box>[[1, 2, 3, 4]]</box>",
            "<|object_ref_start|>cup<|object_ref_end|><|box_start|>(1,2),(3,4)<|box_end|>",
            "<|det|>[[1, 2, 3, 4]]<|/det|>", "<bbox>1 2 3 4</bbox>",
            [3, 4, 1, 2], [1, 4, 3, 2], "[3, 4, 1, 2]",
        )
    ),
    *(
        Form(written, _NAMED)
        for written in (
            {"x1": 1, "y1": 2, "x2": 3, "y2": 4}, {"x0": 1, "y0": 2, "x1": 3, "y1": 4}, {"xmin": 1, "ymin": 2, "xmax": 3, "ymax": 4},
            {"left": 1, "top": 2, "right": 3, "bottom": 4}, {"right": 1, "bottom": 2, "left": 3, "top": 4},
            {"x": 1, "y": 2, "width": 2, "height": 2},
            {"x": 1, "y": 2, "w": 2, "h": 2}, {"left": 1, "top": 2, "width": 2, "height": 2}, {"cx": 2, "cy": 3, "w": 2, "h": 2},
            {"bbox": {"x1": 1, "y1": 2, "x2": 3, "y2": 4}}, "x1=1, y1=2, x2=3, y2=4", "left: 1, top: 2, right: 3, bottom: 4",
            '{"x1": 1, "y1": 2, "x2": 3, "y2": 4}',
        )
    ),
    Form(["1%", "2%", "3%", "4%"], _BOX._replace(scale="percent")),
    Form("<loc0002><loc0001><loc0004><loc0003>", _NAMED._replace(scale="1023")),
    *(
        Form(written, None)
        for written in (
            [1, 2, 3], [1, 2], [[1, 2, 3, 4], [5, 6, 7, 8]], [1, 2, 3, None], [1, 2, 3, float("nan")], ["1%", 2, 3, 4],
            [[1, 2], [3, "x"]],
            [[1, 2], [3, 2], [3, 4], [1, 5]], "1,2, 3,4", "0,1 0,2 0,3 0,4", "1, 2, 3", "(1,2) or (3,4)",
            {"x1": 1, "y1": 2, "x2": 3}, {"width": 3, "height": 4}, "the cup", "", None, 3, True, [],
        )
    ),
)  # fmt: skip
"""Accepted and refused forms of a box."""
_OUTLINE = (ReadPoint(1, 2), ReadPoint(3, 4), ReadPoint(5, 6))
FORMS_OF_OUTLINE: tuple[Form, ...] = (
    *(
        Form(written, _OUTLINE)
        for written in (
            [[1, 2], [3, 4], [5, 6]], [1, 2, 3, 4, 5, 6], [[1, 2, 3, 4, 5, 6]], ["1,2", "3,4", "5,6"],
            {"polygon": [[1, 2], [3, 4], [5, 6]]},
            {"points": [1, 2, 3, 4, 5, 6]}, "(1,2), (3,4), (5,6)", "[[1,2],[3,4],[5,6]]", "1, 2, 3, 4, 5, 6",
            "<polygon>(1,2),(3,4),(5,6)</polygon>",
        )
    ),
    Form([{"x": 1, "y": 2}, {"x": 3, "y": 4}, {"x": 5, "y": 6}], tuple(point._replace(named=True) for point in _OUTLINE)),
    Form('<points x1="1" y1="2" x2="3" y2="4" x3="5" y3="6">', tuple(point._replace(named=True) for point in _OUTLINE)),
    *(
        Form(written, None)
        for written in (
            [[1, 2], [3, 4]], [1, 2, 3, 4], [1, 2, 3, 4, 5], [[1, 2], [3, 4], [5]], [[1, 2], [3, 4], ["5%", "6%"]],
            [[1, 2], [3, 4], [5, float("inf")]],
            [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]], "1,2 3,4 5,6", "round", "", None, 5,
        )
    ),
)  # fmt: skip
"""Accepted and refused forms of an outline."""
