"""What the builders of things and fixtures register about the bodies they make: places, moving parts, devices, print."""

from dataclasses import dataclass, field

from mindsight.engine.devices.device import Device
from mindsight.engine.geometry.frames import NO_TURN, Frame, Quaternion
from mindsight.engine.geometry.shapes import Vector

OPENABLE = frozenset({"door", "lid", "drawer", "curtain"})
"""Roles of the parts that are opened and closed."""
SLIDING = frozenset({"drawer", "curtain", "button"})
"""Roles of the parts that move along a line; all others turn."""


@dataclass(frozen=True)
class Surface:
    """A level place where things can stand: a rectangle in the frame of its body, with ``half`` sizes and clearance above."""

    name: str
    body: str
    at: Vector
    half: tuple[float, float]
    clearance: float


@dataclass(frozen=True)
class Container:
    """A hollow that things can lie in: its inner box in the frame of its body, open towards +z of ``turn``."""

    name: str
    body: str
    at: Vector
    half: Vector
    turn: Quaternion = NO_TURN


@dataclass(frozen=True)
class Grid:
    """Cells for the pieces of a jigsaw: the middle of their floor in the frame of its body, and their side."""

    body: str
    at: Vector
    columns: int
    rows: int
    pitch_m: float


@dataclass(frozen=True)
class Part:
    """A moving part of a thing, such as a door, drawer or knob, named after its joint.

    ``role`` determines how it moves: ``door`` and ``lid`` hinge, ``drawer`` and ``curtain`` slide, ``button`` is pressed,
    ``knob`` is turned, ``switch`` flips. ``closed`` and ``opened`` are joint positions in rad or m.
    """

    name: str
    owner: str
    role: str
    closed: float
    opened: float
    zh: str
    en: str
    start: float | None = None
    locked: bool = False


@dataclass(frozen=True)
class Print:
    """Text printed on something: the words and the height of the letters in m (0: half the height of the carrier)."""

    words: str
    letter_m: float


@dataclass
class Register:
    """What the builders registered about the bodies they made; the scene is made from it."""

    surfaces: dict[str, Surface] = field(default_factory=dict)
    containers: dict[str, Container] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)
    devices: dict[str, Device] = field(default_factory=dict)
    """The appliances and lamps, by the name of the fixture that carries them."""
    texts: dict[str, Print] = field(default_factory=dict)
    """The printed text, by the geometry that carries it."""
    frames: dict[str, Frame] = field(default_factory=dict)
    """Pose in the room at which each body starts."""
    tiles: dict[str, float] = field(default_factory=dict)
    """Jigsaw pieces: the side of their cells in m, by body."""
    grids: dict[str, Grid] = field(default_factory=dict)
    """Frames for jigsaw pieces, by body."""
