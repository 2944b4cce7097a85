"""Sets of four scenes, about which classes ask: one file for each kind of set.

Every object that a question may be about is there once in two of the four scenes, missing in one and there twice in another, each object
in its own order. So no scene looks as if its questions could not be answered, and for most wordings two scenes have an answer and two
have none.
"""

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.engine import catalogue, fixtures
from mindsight.home.questions.facts.facts import Scene

Pixels = NDArray[np.uint8]


class Mask(NamedTuple):
    """Which object each pixel of a picture shows: numbers of ``names``; 0 is nothing with a name."""

    labels: NDArray[np.int16]
    names: tuple[str, ...]


class Made(NamedTuple):
    """One scene: its pictures, what each of their pixels shows, and the facts as they are and as the pictures show them.

    ``again`` returns what the pictures show in another order, given as their numbers: one picture alone, or all backwards.
    """

    pictures: tuple[Pixels, ...]
    masks: tuple[Mask, ...]
    truth: Scene
    seen: Scene
    again: Callable[[Sequence[int]], Scene] | None = None


class Rejected(Exception):  # noqa: N818  (an answer, not an error)
    """A seed gives no usable set of scenes."""


@dataclass(frozen=True)
class SceneSet:
    """A kind of set: its key, version and the function that makes four scenes from a seed, or raises ``Rejected``.

    ``people``: it shows people, whose bodies are an extra.
    """

    key: str
    version: int
    make: Callable[[int], tuple[Made, Made, Made, Made]]
    people: bool = False


SETS: dict[str, SceneSet] = {}


def register(one: SceneSet) -> SceneSet:
    """Add a kind of set."""
    if one.key in SETS:
        raise ValueError(f"the set of scenes {one.key!r} is registered twice")
    SETS[one.key] = one
    return one


def load() -> dict[str, SceneSet]:
    """Import the engine's things and all kinds of sets, once, and return the sets by key."""
    _import_all()
    return SETS


@cache
def _import_all() -> None:
    # Looking for modules reads folders: at a question each, that would cost more than asking it.
    catalogue.load()
    fixtures.load()
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
