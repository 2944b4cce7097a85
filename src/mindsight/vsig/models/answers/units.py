"""Convert the numbers of an answer: places to (x, y) in [0, 1], times to ms."""

from collections.abc import Sequence

from mindsight.answers.conventions import ModelProfile, Unit
from mindsight.answers.values.points import ReadPoint
from mindsight.answers.values.times import ReadTime
from mindsight.vsig.dataset.samples import Point

_MARGIN_S = 1.0
_FEWEST_MS = 100.0
_LENGTHS = 10.0


def place(point: ReadPoint, profile: ModelProfile, size: tuple[int, int]) -> Point:
    """Return a point in [0, 1] of the picture; axes and a scale that the subject wrote with it override the profile's."""
    if point.scale:
        profile = ModelProfile.model_validate({**profile.model_dump(), "scale": point.scale})
    if point.named and profile.order == "yx":
        return profile.canonical(point.second, point.first, size)
    return profile.canonical(point.first, point.second, size)


def resolve(
    times: Sequence[ReadTime | None], asked: Unit, length_ms: float | None
) -> tuple[list[tuple[float, ...]], tuple[str, ...]]:
    """Return times in ms, and the repair if their unit was inferred.

    Times are None for targets without one; ``length_ms``, the clip's length, is None to infer nothing.
    """
    bare = [value for time in times if time is not None and not time.unit for value in time.values]
    expected = "ms" if asked == "ms" else "s"
    unit = expected if length_ms is None else _inferred(bare, expected, length_ms)
    found = [
        () if time is None else tuple(_milliseconds(value, time.unit or unit) for value in time.values)
        for time in times
    ]
    return found, () if unit == expected else ("time_in_seconds" if unit == "s" else "time_in_milliseconds",)


def _inferred(values: Sequence[float], expected: str, length_ms: float) -> str:
    """Return the unit of all numbers of an answer: another than was asked for only if that is certain.

    Nothing is said or shown in a clip's first milliseconds: numbers as small as seconds are seconds.
    """
    if not any(values):
        return expected
    if expected == "ms":
        return "s" if all(0 <= value <= length_ms / 1000 + _MARGIN_S for value in values) else "ms"
    least = max(_FEWEST_MS, _LENGTHS * length_ms / 1000)
    return "ms" if all(value >= least for value in values) else "s"


def _milliseconds(value: float, unit: str) -> float:
    return value * 1000 if unit == "s" else value
