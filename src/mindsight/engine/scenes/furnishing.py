"""The registry of fixtures: furniture and appliances, which cannot be carried, and the space they need."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from numpy.random import Generator

from mindsight.engine.geometry.bodies import Body
from mindsight.engine.kinds import Look

Options = Mapping[str, Any]
FixtureBuilder = Callable[[Body, Generator, Options], Look]
Against = Literal["wall", "free", "on_wall", "corner", "top"]
"""Where a fixture belongs: back to a wall, free in the room, hung on a wall, in a corner, or on top of another."""


@dataclass(frozen=True)
class Fixture:
    """A kind of furniture or appliance.

    ``size`` is (width along x, depth along y, height) in m of the closed thing; its front is towards −y and its origin the middle of its
    underside. ``front_m`` is the depth of floor that its use needs in front of it. ``tall`` fixtures must not stand in front of a window.
    """

    key: str
    zh: str
    en: str
    size: tuple[float, float, float]
    against: Against
    front_m: float
    build: FixtureBuilder

    @property
    def tall(self) -> bool:
        """Whether it would cover a window: its top is above the sill (0.9 m)."""
        return self.size[2] > 0.95

    def name(self, language: str) -> str:
        """Return the fixture's name in a language, ``zh`` or ``en``."""
        return self.zh if language == "zh" else self.en


FIXTURES: dict[str, Fixture] = {}


def fixture(
    key: str,
    *,
    zh: str,
    en: str,
    size: tuple[float, float, float],
    against: Against = "wall",
    front_m: float = 0.6,
) -> Callable[[FixtureBuilder], FixtureBuilder]:
    """Register the decorated builder as a kind of fixture."""

    def register(build: FixtureBuilder) -> FixtureBuilder:
        if key in FIXTURES:
            raise ValueError(f"the fixture {key!r} is registered twice")
        FIXTURES[key] = Fixture(key, zh, en, size, against, front_m, build)
        return build

    return register
