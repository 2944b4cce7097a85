"""Things on paper: what a kind's builder does is written down once, and done again wherever the thing is needed.

A thing is made to learn how much room it takes, and once more to stand in a room. To draw its pictures and to form its
meshes is most of the work, and the same both times.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import mujoco
from PIL import Image

from mindsight.engine import catalogue
from mindsight.engine.geometry.bodies import Body, Workshop
from mindsight.engine.geometry.frames import Frame
from mindsight.engine.geometry.shapes import Shape
from mindsight.engine.kinds import KINDS, Look, Wish
from mindsight.engine.seeds import stream

_ITSELF = "\0"
"""Stands on paper for the name of the thing, which each that is made has of its own."""


@dataclass(frozen=True)
class _Step:
    """Something asked of a body, or the new material of a name."""

    verb: str
    what: tuple[Any, ...]
    how: Mapping[str, Any]


def make(body: Body, kind: str, seed: int, wish: Wish) -> Look:
    """Make a thing as its kind's builder does, and return its look.

    Raises:
        KeyError: There is no such kind.
    """
    steps, look = _draft(kind, seed, wish)
    materials = {"": ""}
    for step in steps:
        if step.verb == "material":
            name, image = step.what
            materials[name] = body.workshop.material(image, **step.how)
            continue
        what = [part.replace(_ITSELF, body.name) if isinstance(part, str) else part for part in step.what]
        how = {**step.how, "material": materials[step.how["material"]]} if "material" in step.how else step.how
        getattr(body, step.verb)(*what, **how)
    return look


@lru_cache(maxsize=32)
def _draft(kind: str, seed: int, wish: Wish) -> tuple[tuple[_Step, ...], Look]:
    catalogue.load()
    draft = _Draft()
    look = KINDS[kind].build(draft, stream(seed, "thing", kind), wish)
    return tuple(draft.steps), look


class _Notebook(Workshop):
    """A workshop that tells equal materials apart from others as every workshop does, and writes down each new one."""

    def __init__(self, steps: list[_Step]) -> None:
        super().__init__(mujoco.MjSpec())
        self._steps = steps
        self._known: set[str] = set()

    def material(self, image: Image.Image | None = None, **how: Any) -> str:
        """Write down a material if it is new; return its name."""
        name = super().material(image, **how)
        if name not in self._known:
            self._known.add(name)
            self._steps.append(_Step("material", (name, image), how))
        return name

    def _once(self, stem: str, content: bytes, add: Callable[[str], None]) -> str:  # noqa: ARG002
        return super()._once(stem, content, lambda _: None)  # a name is all that paper needs


class _Draft(Body):
    """A body on paper: writes down all that the makers of things ask of a body.

    Things have no parts that move, fixtures do: what a kind asks for the first time needs a method here.
    """

    def __init__(self) -> None:
        self.steps: list[_Step] = []
        super().__init__(_Notebook(self.steps), None, _ITSELF, Frame())

    def show(self, shape: Shape, **how: Any) -> str:
        """Write down something that is seen; a thing has no use for the name of it."""
        self._note("show", shape, **how)
        return ""

    def solid(self, shape: Shape, **how: Any) -> None:
        """Write down something that is felt."""
        self._note("solid", shape, **how)

    def surface(self, name: str, **how: Any) -> None:
        """Write down where something can stand."""
        self._note("surface", name, **how)

    def container(self, name: str, **how: Any) -> None:
        """Write down what something can lie in."""
        self._note("container", name, **how)

    def tile(self, pitch_m: float) -> None:
        """Write down that it is one of several pieces."""
        self._note("tile", pitch_m)

    def shift(self, x: float, y: float) -> None:
        """Write down what is to be the middle of all that follows."""
        self._note("shift", x, y)

    def _note(self, verb: str, *what: Any, **how: Any) -> None:
        self.steps.append(_Step(verb, what, how))
