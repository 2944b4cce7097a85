"""The marks on a sample's last frame and timeline, independent of the renderer: outlines, points, lanes.

Places are ``(x, y)`` in [0, 1] of the frame.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mindsight.record.model import Item
from mindsight.vsig.dataset.samples import Mask, Point, Sample, Span, Target
from mindsight.vsig.models.answers.predictions import Answer, Prediction
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring import spatial

Outline = tuple[Point, ...]
MOST_CORNERS = 160
_MOST_PARTS = 8
_LEAST_PART = 0.005
"""Share of the largest part below which another is a speck."""
_CIRCLE = 48
_FINEST = 0.0004


class Meant(NamedTuple):
    """A target to be drawn: its number from 1, its outlines, the annotated points, and outlines of its reference object."""

    number: int
    target: Target
    outlines: tuple[Outline, ...]
    points: tuple[Point, ...]
    beside: tuple[Outline, ...]


class Given(NamedTuple):
    """An answer to a target: the prediction and its terms."""

    number: int
    prediction: Prediction
    terms: dict[str, Any]

    @property
    def place(self) -> Point | None:
        """The answered point; None if it is not a finite point."""
        point = self.terms["point"]
        return None if point is None else (float(point[0]), float(point[1]))

    @property
    def is_inside(self) -> bool:
        """Whether the point is inside the frame."""
        return self.place is not None and all(0 <= coordinate <= 1 for coordinate in self.place)

    @property
    def window(self) -> Span | None:
        """The accepted span of its time."""
        window = self.terms["window"]
        return None if window is None else (float(window[0]), float(window[1]))


def meant_of(sample: Sample, profile: Profile) -> list[Meant]:
    """Return the targets of a sample to be drawn."""
    return [
        Meant(
            number,
            target,
            _outlines(target.mask, target.points, target.kind == "space", sample, profile),
            target.points,
            () if target.reference is None else _outlines(target.reference.mask, (), False, sample, profile),
        )
        for number, target in enumerate(sample.targets, 1)
    ]


def given_of(item: Item) -> list[Given]:
    """Return the answer to each target; empty if the sample was not tested."""
    answer = Answer.model_validate(item.parsed) if item.parsed else Answer()
    given = []
    for index, terms in enumerate(item.terms.get("targets", ())):
        said = answer.predictions[index] if index < len(answer.predictions) else Prediction()
        given.append(Given(index + 1, said, terms))
    return given


def timely(sample: Sample, time_ms: float | None) -> bool:
    """Return whether a time fits on the clip's timeline: one in another unit would compress all the rest."""
    if time_ms is None or not math.isfinite(time_ms):
        return False
    return -sample.length_ms / 4 <= time_ms <= sample.length_ms * 5 / 4


def lanes(extents: Sequence[tuple[float, float]]) -> list[int]:
    """Return for each extent (begin, end) the first lane in which it overlaps no earlier one."""
    ends: list[float] = []
    chosen = []
    for begin, end in extents:
        lane = next((number for number, last in enumerate(ends) if last <= begin), len(ends))
        if lane == len(ends):
            ends.append(end)
        ends[lane] = end
        chosen.append(lane)
    return chosen


def _outlines(
    mask: Mask | None,
    points: Sequence[Point],
    is_space: bool,  # noqa: FBT001
    sample: Sample,
    profile: Profile,
) -> tuple[Outline, ...]:
    if mask is not None:
        return tuple(_around(mask))
    if not points or (not is_space and profile.unmasked_object == "left_out"):
        return ()
    return (_circle(spatial.mean_point(points), _reach(sample.size, profile)),)


def _reach(size: tuple[int, int], profile: Profile) -> tuple[float, float]:
    """Return the hit radius of a space, across and down, as shares of the frame."""
    within = profile.space_within
    if profile.space_unit == "units":
        return within / 1000, within / 1000
    pixels = within if profile.space_unit == "pixels" else within * spatial.diagonal_px(size)
    return pixels / size[0], pixels / size[1]


def _circle(centre: Point, reach: tuple[float, float]) -> Outline:
    angles = (2 * math.pi * step / _CIRCLE for step in range(_CIRCLE))
    return tuple((centre[0] + reach[0] * math.cos(angle), centre[1] + reach[1] * math.sin(angle)) for angle in angles)


def _around(mask: Mask) -> Iterator[Outline]:
    """Yield the outlines of a mask's parts, the largest first, simplified to visible corners."""
    import cv2
    import numpy as np

    from mindsight.vsig.dataset.targets.masks import mask_array

    # An empty border closes the outline of a part at the crop's edge.
    padded = np.pad(mask_array(mask).astype(np.uint8), 1)
    found, _ = cv2.findContours(padded, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    width, height = mask.size
    areas = [float(cv2.contourArea(part)) for part in found]
    order = sorted(range(len(found)), key=lambda place: -areas[place])[:_MOST_PARTS]
    for part in (found[place] for place in order if areas[place] >= _LEAST_PART * areas[order[0]]):
        finest = _FINEST * max(mask.size)
        corners = part
        while len(corners) > MOST_CORNERS or corners is part:
            corners = cv2.approxPolyDP(part, finest, closed=True)
            finest *= 1.5
        yield tuple(
            ((float(x) + mask.origin[0] - 0.5) / width, (float(y) + mask.origin[1] - 0.5) / height)
            for x, y in corners[:, 0]
        )
