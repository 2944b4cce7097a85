"""A bare table with boxes on it, for tests of layouts that need no engine."""

from functools import cached_property

import numpy as np

from mindsight.engine.scenes.floor_plan import Rect
from mindsight.engine.scenes.places import Footprint
from mindsight.vsig.synthesis.aiming import draw_aim
from mindsight.vsig.synthesis.head import Head, draw_head
from mindsight.vsig.synthesis.setting import Layout, Space, Stage
from mindsight.vsig.synthesis.speech.timing import draw_timing, mute_windows
from mindsight.vsig.synthesis.speech.wording import STROKES, Side
from mindsight.vsig.synthesis.table import Table
from mindsight.vsig.synthesis.things import Item, Placed

HALF = (0.60, 0.35)


class Box(Item):
    """A thing with its size in its name, in cm: ``8x6x5``."""

    @cached_property
    def room(self) -> Footprint:
        width, depth, height = (float(part) / 100 for part in self.kind.split("x"))
        return Footprint(width, depth, height)


def table(yaw: float = 0.0) -> Table:
    """Return a table without a room."""
    return Table(None, "top", Rect((0.4, -0.2), HALF, yaw), 0.75, "桌子", "table")


def stage(template: int, sides: tuple[Side, ...] = (), *, seed: int = 0, yaw: float = 0.0) -> Stage:
    """Return the stage of a layout."""
    rng = np.random.default_rng(seed)
    timing = draw_timing(mute_windows(STROKES[template], rng), rng)
    head: Head = draw_head(table(yaw), timing, rng)
    return Stage(template, sides, head, timing, 25)


def boxes(rng: np.random.Generator, count: int) -> tuple[Item, ...]:
    """Return hand-sized boxes."""
    sizes = [f"{rng.integers(5, 16)}x{rng.integers(4, 12)}x{rng.integers(2, 13)}" for _ in range(count)]
    return tuple(Box(f"box.{number}", size, number) for number, size in enumerate(sizes))


def placed(key: str, size: str, at: tuple[float, float], yaw: float = 0.0) -> Placed:
    """Return a box at its place."""
    return Placed(Box(key, size, 0), at, yaw)


def layout_of(
    things: list[Placed], pointed: list[Placed | None], spaces: tuple[Space, ...] = (), *, seed: int = 0
) -> Layout:
    """Return a layout with things that are pointed at."""
    rng = np.random.default_rng(seed)
    aims = tuple(draw_aim(spaces[0].at if one is None else one.aim, HALF, rng) for one in pointed)
    return Layout(tuple(things), tuple(pointed), aims, spaces)
