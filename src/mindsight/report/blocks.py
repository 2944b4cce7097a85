"""The data that each kind of block needs, beyond its own, to be drawn on a page."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, get_args

from mindsight.record.blocks import (
    Block,
    Confusion,
    Curve,
    Gallery,
    Note,
    Overlay,
    Paragraphs,
    Picture,
    Range,
    Ranges,
    Strip,
    Table,
    Timeline,
)
from mindsight.report.figures import PALETTE, colour, colours, curve_svg

MOST_ROWS = 200
"""Most rows of a table on a page."""

Drawing = dict[str, Any]
_DEEP = (0, 78, 124)
_ROLES = ("truth", "answer", "context")
_INKS = {"truth": PALETTE[2], "answer": PALETTE[1], "context": PALETTE[0]}


class Bar(NamedTuple):
    """A span or moment on a timeline, in percent of the axis."""

    left: float
    width: float
    label: str
    begin_ms: float
    end_ms: float | None


class Spot(NamedTuple):
    """A value on its axis, in percent: its position, the begin of its interval and the interval's width."""

    at: float
    left: float
    width: float


class Shade(NamedTuple):
    """A cell of a heat map: its count, its colour and whether its figure is light."""

    shown: int
    background: str
    light: bool


def _table(block: Table, _prefix: str) -> Drawing:
    return {"rows": block.rows[:MOST_ROWS], "hidden": max(0, len(block.rows) - MOST_ROWS)}


def _curve(block: Curve, prefix: str) -> Drawing:
    shared = len({series.x for series in block.series}) == 1
    return {
        "svg": curve_svg(block, prefix=prefix),
        "colours": colours(block.series),
        "shared": shared,
        "points": list(zip(*(series.y for series in block.series), strict=False)) if shared else [],
    }


def _confusion(block: Confusion, _prefix: str) -> Drawing:
    return {
        "shades": [[_shade(count, sum(row)) for count in row] for row in block.counts],
        "totals": [sum(row) for row in block.counts],
    }


def _shade(count: int, total: int) -> Shade:
    share = count / total if total > 0 else 0.0
    mixed = (round(255 + (deep - 255) * share) for deep in _DEEP)
    return Shade(count, "#{:02x}{:02x}{:02x}".format(*mixed), share > 0.5)


def _ranges(block: Ranges, _prefix: str) -> Drawing:
    reach = (block.high - block.low) or 1.0

    def place(value: float) -> float:
        return round(min(max((value - block.low) / reach * 100, 0.0), 100.0), 2)

    def spot(one: Range) -> Spot | None:
        if one.value is None:
            return None
        left, right = (place(one.value if bound is None else bound) for bound in (one.low, one.high))
        return Spot(place(one.value), left, round(right - left, 2))

    step = _round_step(reach / 7)
    first, last = math.ceil(block.low / step - 1e-9), math.floor(block.high / step + 1e-9)
    ticks = [number * step for number in range(first, last + 1)]
    return {
        "spots": [spot(one) for one in block.ranges],
        "levels": [(place(level.value), colour(index + 1), level) for index, level in enumerate(block.levels)],
        "ticks": [(place(tick), round(tick, 9)) for tick in ticks],
    }


def _overlay(block: Overlay, _prefix: str) -> Drawing:
    return {"roles": roles_of([block.picture]), "wide": True}


def _pictures(block: Strip | Gallery, _prefix: str) -> Drawing:
    return {"roles": [role for role in roles_of(block.pictures) if role != "context"]}


def roles_of(pictures: Sequence[Picture]) -> list[str]:
    """Return the roles of the marks on the pictures, in the order of a legend."""
    found = {mark.role for picture in pictures for mark in picture.marks}
    return [role for role in _ROLES if role in found]


def _timeline(block: Timeline, _prefix: str) -> Drawing:
    spans = [span for track in block.tracks for span in track.spans]
    moments = [ms for span in spans for ms in (span.begin_ms, span.end_ms) if ms is not None and math.isfinite(ms)]
    low, high = min([0.0, *moments]), max(moments, default=1.0)
    reach = (high - low) or 1.0
    step = _round_step(reach / 5)
    high = low + math.ceil(reach / step - 1e-9) * step
    scale = 100 / (high - low)

    def place(ms: float) -> float:
        return round(min(max((ms - low) * scale, 0.0), 100.0), 3)

    tracks = [
        [
            Bar(
                place(span.begin_ms),
                0.0 if span.end_ms is None else round(max(place(span.end_ms) - place(span.begin_ms), 0.3), 3),
                span.label,
                span.begin_ms,
                span.end_ms,
            )
            for span in track.spans
        ]
        for track in block.tracks
    ]
    ticks = [low + index * step for index in range(round((high - low) / step) + 1)]
    inks = [colour(index) if track.role is None else _INKS[track.role] for index, track in enumerate(block.tracks)]
    return {"bars": tracks, "ticks": [(place(tick), tick) for tick in ticks], "colours": inks}


def _round_step(rough: float) -> float:
    size = 10.0 ** math.floor(math.log10(rough))
    return next(factor * size for factor in (1, 2, 5, 10) if factor * size >= rough * 0.999)


def _plain(_block: Paragraphs | Note, _prefix: str) -> Drawing:
    return {}


DRAWINGS: dict[str, Callable[[Any, str], Drawing]] = {
    "table": _table,
    "curve": _curve,
    "confusion": _confusion,
    "ranges": _ranges,
    "overlay": _overlay,
    "strip": _pictures,
    "timeline": _timeline,
    "gallery": _pictures,
    "text": _plain,
    "note": _plain,
}
"""One entry per kind of block; each kind also has a template ``blocks/<kind>.html.j2``."""


def kinds() -> tuple[str, ...]:
    """Return the kinds of the closed union."""
    union = get_args(Block)[0]
    return tuple(member.model_fields["kind"].default for member in get_args(union))


def drawing(block: Block, prefix: str) -> Drawing:
    """Return the data for the block's template; every id begins with ``prefix``."""
    return DRAWINGS[block.kind](block, prefix)
