"""Read a point in every form that models use: numbers in a list, an object, a text or a tag, several points, a box."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mindsight.answers.values.basics import Form, Read
from mindsight.answers.values.shapes import shapes_of, shapes_of_tags
from mindsight.answers.values.tags import Shape


class ReadPoint(NamedTuple):
    """Two numbers in the order written; ``named`` if the subject stated that the first is x.

    ``scale`` is the number at the right and the lower edge if it was written with the point (``percent``, ``thousand``, ``1023``, as in
    a model's profile); "" for the scale that was asked for.
    """

    first: float
    second: float
    named: bool = False
    scale: str = ""


def read_point(value: Any, *, only: bool = False) -> Read:
    """Return a ``ReadPoint``: of a box the centre, of several points the first, or nothing where ``only`` one will do."""
    read = shapes_of(value)
    if not read.value:
        return Read(problem=read.problem)
    shape, several = read.value[0], len(read.value) > 1
    if several and only:
        return Read(problem="several")
    if len(shape.numbers) > 4:
        return Read(problem=f"{len(shape.numbers)} numbers")
    repairs = (*read.repairs, *(("box",) if len(shape.numbers) == 4 else ()), *(("several_points",) if several else ()))
    return Read(point_of(shape), repairs)


def point_of(shape: Shape) -> ReadPoint:
    """Return a point, or the centre of a box."""
    first, second = shape.numbers[::2], shape.numbers[1::2]
    # Halves are added, since the sum of the largest numbers is none.
    x, y = (axis[0] if len(axis) == 1 else axis[0] / 2 + axis[1] / 2 for axis in (first, second))
    return ReadPoint(x, y, shape.named, shape.scale)


def points_of(shapes: Sequence[Shape]) -> tuple[ReadPoint, ...]:
    """Return the points of shapes, one for every two numbers."""
    return tuple(
        ReadPoint(*pair, shape.named, shape.scale)
        for shape in shapes
        for pair in zip(shape.numbers[::2], shape.numbers[1::2], strict=True)
    )


def tagged_points(said: str) -> list[ReadPoint]:
    """Return the points in the tags of a text, and the centres of boxes in them; none if one of them cannot be read."""
    if "<" not in said:
        return []
    read = shapes_of_tags(said)
    return [point_of(shape) for shape in read.value or () if len(shape.numbers) <= 4]


_POINT = ReadPoint(258, 744)
_NAMED = ReadPoint(258, 744, named=True)
_PERCENT = ReadPoint(25.8, 74.4, scale="percent")
FORMS: tuple[Form, ...] = (
    *(
        Form(written, _POINT)
        for written in (
            [258, 744], [258.0, "744"], ["258", "744"], [[258, 744]], "258, 744", "258 744", "(258, 744)", "[258, 744]",
            "[258，744]", "（258，744）",
            "[[258, 744]]", "**(258, 744)**", "The answer is (258, 744).", "The cup is at (258, 744)", {"point": [258, 744]},
            {"point_2d": "258, 744"}, {"coords": [258, 744]}, {"Coordinates": [258, 744]}, [{"point_2d": [258, 744], "label": "cup"}],
            "<point>258 744</point>", "<|point_start|>(258,744)<|point_end|>", "<box>(258,744)</box>",
            [248, 734, 268, 754], "[248, 734, 268, 754]", [[248, 734, 268, 754]], {"bbox_2d": [248, 734, 268, 754]},
            {"bbox_2d": [[248, 734], [268, 754]]}, "<|box_start|>(248,734),(268,754)<|box_end|>",
            "<ref>cup</ref><box>[[248,734,268,754]]</box>",
            "<bbox>248 734 268 754</bbox>", "<|ref|>cup<|/ref|><|det|>[[248, 734, 268, 754]]<|/det|>",
            [[258, 744], [900, 900]], "(258,744),(900,900)",
        )
    ),
    *(
        Form(written, _NAMED)
        for written in (
            {"x": 258, "y": 744}, {"y": "744", "x": "258"}, {"X": 258, "Y": 744}, [{"x": 258, "y": 744}], {"point": {"x": 258, "y": 744}},
            {"left": 258, "top": 744}, {"cx": 258, "cy": 744}, {"横坐标": 258, "纵坐标": 744}, "x: 258, y: 744",
            "(x=258, y=744)", "y=744; x=258",
            "Point(x=258, y=744)", '{"x": 258, "y": 744}', '"x": 258, "y": 744', '<point x="258" y="744" alt="cup">cup</point>',
            '<points x1="258" y1="744" alt="cup">cup</points>', '<points x1="258" y1="744" x2="900" y2="900">',
            {"x1": 248, "y1": 734, "x2": 268, "y2": 754}, {"left": 248, "top": 734, "right": 268, "bottom": 754},
            {"x": 248, "y": 734, "width": 20, "height": 20}, {"x_min": 248, "y_min": 734, "x_max": 268, "y_max": 754},
        )
    ),
    *(
        Form(written, _PERCENT)
        for written in (["25.8%", "74.4%"], "25.8%, 74.4%", "(25.8 %, 74.4 %)", "25.8％，74.4％", "[25.8%, 74.4%]")
    ),
    Form({"x": "25.8%", "y": "74.4%"}, _PERCENT._replace(named=True)),
    Form('<point x="25.8%" y="74.4%">', _PERCENT._replace(named=True)),
    Form('<points coords="1 1 258 744">cup</points>', _NAMED._replace(scale="thousand")),
    Form("<loc0762><loc0264>", ReadPoint(264, 762, True, "1023")),
    Form("<loc0752><loc0254><loc0772><loc0274> cup", ReadPoint(264, 762, True, "1023")),
    *(
        Form(written, None)
        for written in (
            ["25.8%", 74.4], "25.8%, 744", [258], [258, 744, 3], [258, None], [None, 744], [True, False],
            [float("nan"), 744], ["1e400", 5], [10**400, 5],
            [], {}, {"x": 258}, {"x": 258, "y": None}, {"x": 258, "X": 300, "y": 744}, "258", "1,200,300", "1,200, 300",
            "0,258 0,744", "0,258, 0,744", "258 or 744 or 900",
            "not (258, 744)", "(258, 744) px", "(258, 744) or (900, 900) or so", "x: 258", "x: 1,200, y: 300",
            "left of the cup", "<point>cup</point>",
            '<point x="258">', '<point x="1,258" y="744">', [1, 2, 3, 4, 5, 6], "null", "", None, 17, True, ["a", "b"],
            [[258, 744], ["a", 3]],
        )
    ),
)  # fmt: skip
"""Accepted and refused forms."""
