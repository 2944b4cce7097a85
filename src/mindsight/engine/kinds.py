"""The registry of kinds of things: names, weight, tags, and the function that builds each.

A builder gets a body whose origin is the middle of the thing's underside as it rests, z up, its front towards −y, and
adds visible and solid shapes. It makes every choice with the given generator, so a seed determines the thing.
"""

from collections.abc import Callable
from dataclasses import dataclass

from numpy.random import Generator

from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.geometry.bodies import Body


@dataclass(frozen=True)
class Look:
    """The visible attributes of one thing, by which an instruction may name it.

    ``colour`` is a key of the palette, ``text`` what is printed on it (both scripts as printed), ``state`` such as
    ``clean``, ``stained``, ``open``, ``empty``.
    """

    colour: str
    shape: str
    material: str
    state: str = ""
    text: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wish:
    """A plan's requests for a thing; empty fields are the builder's choice."""

    colour: str = ""
    state: str = ""

    def pick_colour(self, rng: Generator, choices: tuple[str, ...]) -> str:
        """Return the wished colour, or one of the choices; the generator is used either way, so later choices stay the same."""
        drawn = choices[int(rng.integers(len(choices)))]
        return self.colour or drawn


Builder = Callable[[Body, Generator, Wish], Look]


@dataclass(frozen=True)
class Kind:
    """A kind of movable household thing; ``plural`` if its English name takes "are", such as gloves."""

    key: str
    zh: str
    en: str
    category: str
    uses: tuple[str, ...]
    mass_kg: float
    build: Builder
    colours: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    soft: bool = False
    flat: bool = False
    plural: bool = False

    def name(self, language: str) -> str:
        """Return the kind's name in a language, ``zh`` or ``en``."""
        return self.zh if language == "zh" else self.en


KINDS: dict[str, Kind] = {}


def kind(  # noqa: PLR0913  (the catalogue's columns)
    key: str,
    *,
    zh: str,
    en: str,
    category: str,
    mass_kg: float,
    uses: tuple[str, ...] = (),
    colours: tuple[str, ...] = (),
    states: tuple[str, ...] = (),
    soft: bool = False,
    flat: bool = False,
    plural: bool = False,
) -> Callable[[Builder], Builder]:
    """Register the decorated builder as a kind of thing.

    ``colours`` are its palette keys, ``states`` the states a plan may wish for. ``soft`` things yield when a lid presses
    on them (their solids are a little smaller than they look). ``flat`` things, such as stains, are part of the surface
    they lie on and are wiped away, never carried. The English name of a ``plural`` kind takes "are".
    """

    def register(build: Builder) -> Builder:
        if key in KINDS:
            raise ValueError(f"the kind {key!r} is registered twice")
        unknown = set(colours) - set(COLOURS)
        if unknown:
            raise ValueError(f"the kind {key!r} names colours that the palette lacks: {sorted(unknown)}")
        KINDS[key] = Kind(key, zh, en, category, uses, mass_kg, build, colours, states, soft, flat, plural)
        return build

    return register
