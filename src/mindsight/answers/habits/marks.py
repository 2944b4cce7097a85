"""How a model writes points, from its answer to a picture with three marks at known places.

Pure but for the drawing of the picture. A model may see well and write [y, x], pixels or shares of 1 where [x, y] from 0 to 1000 is asked
for: three points at known places tell which, whatever the subject's score.
"""

import io
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, get_args

from PIL import Image, ImageDraw

from mindsight.answers.conventions import DEFAULT, ModelProfile, Order, Scale, built_in, profile_for
from mindsight.answers.loose_json import objects
from mindsight.answers.reasoning import without_reasoning
from mindsight.answers.values.basics import number
from mindsight.text import Text, text

SIZE = (616, 392)
"""Width and height of the picture, both multiples of 28: no family rounds them."""
MARKS = (("red", "红色", (98, 67)), ("green", "绿色", (512, 129)), ("blue", "蓝色", (251, 333)))
"""Colour in English and Chinese, and centre in pixels, of the marks: no order and scale makes the places of another."""
NEAR = 0.05
"""How far a point may lie from a mark's centre, as a share of the picture's side."""
_RADIUS_PX, _DEEPEST = 17, 6
ORDERS: dict[Order, str] = {"xy": "[x, y]", "yx": "[y, x]"}
SCALES: dict[Scale, Text] = {
    "unit": text("0 to 1"),
    "percent": text("0 to 100"),
    "thousand": text("0 to 1000"),
    "1023": text("0 to 1023"),
    "pixels": text("pixels of the picture sent"),
}
"""A scale of 999 is left out: it differs from 1000 by less than a pixel."""

Pair = tuple[float, float]


class Habit(NamedTuple):
    """The order and scale in which a model writes points."""

    order: Order
    scale: Scale

    @property
    def title(self) -> Text:
        """The habit in words."""
        return text("{order}, {scale}", order=ORDERS[self.order], scale=SCALES[self.scale])

    @property
    def key(self) -> str:
        """The habit as the record holds it."""
        return f"{self.order} {self.scale}"


def habit_named(key: object) -> Habit | None:
    """Return the habit that a record names; None if it names none."""
    return next((habit for habit in HABITS if habit.key == key), None)


def habit_of(points: Sequence[Pair], asked: Habit) -> Habit | None:
    """Return the order and scale under which three pairs of numbers are the marks' places; the one asked for comes first.

    1023 is taken for 1000: they differ by less than a model's precision.
    """
    if len(points) != len(MARKS):
        return None
    return next((habit for habit in (asked, *HABITS) if _fits(points, habit)), None)


HABITS = tuple(Habit(order, scale) for order in get_args(Order) for scale in SCALES if scale != "1023")


def asked_by(profile: ModelProfile | None) -> Habit:
    """Return how a profile asks for points; without one as [x, y] from 0 to 1000."""
    if profile is None:
        return Habit("xy", "thousand")
    return Habit(profile.order, "thousand" if profile.scale in {"999", "1023"} else profile.scale)


def points_in(said: str, asked: Habit) -> list[Pair]:
    """Return the last three pairs of numbers in an answer, in the order in which they are written.

    They may be lists of two numbers in JSON of any form, or objects with ``x`` and ``y``, which are taken in the order asked for.
    """
    found = [pair for page, *_ in objects(without_reasoning(said)) for pair in _pairs(page, asked.order)]
    return found[-len(MARKS) :]


def proposal(habit: Habit, model: str) -> Text:
    """Return what to add to a command so that a model is asked for points in its habit: a built-in profile, else the lines of a file."""
    own = profile_for(model)
    for profile in (own, *(one for one in built_in().values() if one.name != DEFAULT), built_in()[DEFAULT]):
        if asked_by(profile) == habit and (profile.multiple == 1 or profile is own):
            return text("add --model-profile {name}", name=profile.name)
    return text(
        "add --model-profile own.toml, a file of three lines: {order}, {scale} and {time}",
        order=f'order = "{habit.order}"',
        scale=f'scale = "{habit.scale}"',
        time='time = "ms"',
    )


def marks_picture() -> bytes:
    """Return the picture with the marks, as JPEG."""
    picture = Image.new("RGB", SIZE, "white")
    pen = ImageDraw.Draw(picture)
    for colour, _, (x, y) in MARKS:
        pen.ellipse((x - _RADIUS_PX, y - _RADIUS_PX, x + _RADIUS_PX, y + _RADIUS_PX), fill=colour)
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=95)
    return file.getvalue()


def _fits(points: Sequence[Pair], habit: Habit) -> bool:
    form = built_in()[DEFAULT].model_copy(update={"order": habit.order, "scale": habit.scale})
    places = [form.canonical(*point, SIZE) for point in points]
    return all(
        abs(place[axis] - centre[axis] / SIZE[axis]) <= NEAR
        for place, (_, _, centre) in zip(places, MARKS, strict=True)
        for axis in (0, 1)
    )


def _pairs(value: Any, order: Order, depth: int = 0) -> Iterator[Pair]:
    """Yield the pairs of numbers in a value, however deep they lie."""
    if isinstance(value, dict):
        numbers: list[Any] = [value.get(axis) for axis in order]
        inner = list(value.values())
    else:
        numbers, inner = (value, value) if isinstance(value, list) else ([], [])
    pair = [found for one in numbers if (found := number(one)) is not None]
    if len(numbers) == len(pair) == 2:
        yield pair[0], pair[1]
    elif depth < _DEEPEST:
        for one in inner:
            yield from _pairs(one, order, depth + 1)
