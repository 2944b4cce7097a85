"""Drafts of things: the calls of a kind's builder are recorded once and replayed wherever the thing is needed.

A thing is made once to measure the space it takes and again to be placed in a room. Most of the work is drawing its
pictures and forming its meshes, and it is the same both times.
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
"""Placeholder in a draft for the name of the thing, which is different each time it is made."""


@dataclass(frozen=True)
class _Step:
    """A recorded call on a body, or a new material."""

    verb: str
    what: tuple[Any, ...]
    how: Mapping[str, Any]


def make(body: Body, kind: str, seed: int, wish: Wish) -> Look:
    """Make a thing of a kind on a body, as the kind's builder does, and return its look.

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


class _Recorder(Workshop):
    """A workshop that records each new material."""

    def __init__(self, steps: list[_Step]) -> None:
        super().__init__(mujoco.MjSpec())
        self._steps = steps
        self._known: set[str] = set()

    def material(self, image: Image.Image | None = None, **how: Any) -> str:
        """Record a material if it is new; return its name."""
        name = super().material(image, **how)
        if name not in self._known:
            self._known.add(name)
            self._steps.append(_Step("material", (name, image), how))
        return name

    def _once(self, stem: str, content: bytes, add: Callable[[str], None]) -> str:  # noqa: ARG002
        return super()._once(stem, content, lambda _: None)  # a draft needs only the name


class _Draft(Body):
    """A body that records the calls of a thing's builder.

    It has the methods that builders of things use; they build no moving parts. A builder that calls another needs it here.
    """

    def __init__(self) -> None:
        self.steps: list[_Step] = []
        super().__init__(_Recorder(self.steps), None, _ITSELF, Frame())

    def show(self, shape: Shape, **how: Any) -> str:
        """Record a visible shape; the builders of things do not use its name."""
        self._note("show", shape, **how)
        return ""

    def solid(self, shape: Shape, **how: Any) -> None:
        """Record a solid shape."""
        self._note("solid", shape, **how)

    def surface(self, name: str, **how: Any) -> None:
        """Record a surface."""
        self._note("surface", name, **how)

    def container(self, name: str, **how: Any) -> None:
        """Record a container."""
        self._note("container", name, **how)

    def tile(self, pitch_m: float) -> None:
        """Record that this is a jigsaw piece."""
        self._note("tile", pitch_m)

    def shift(self, x: float, y: float) -> None:
        """Record the point that becomes the middle of what follows."""
        self._note("shift", x, y)

    def _note(self, verb: str, *what: Any, **how: Any) -> None:
        self.steps.append(_Step(verb, what, how))
