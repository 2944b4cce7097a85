"""The front of a control panel: a dark glass with a display, captioned lamps and buttons that really move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from numpy.random import Generator
from PIL import Image

from mindsight.engine import meshes, textures
from mindsight.engine.bodies import Body
from mindsight.engine.icons import icon
from mindsight.engine.panels import ALARM, LIT, OFF, Effect, Lamp, Panel, Variable
from mindsight.engine.shapes import Box, Vector

Labels = Literal["words", "icons", "none"]
TRAVEL_M = 0.006
_GLASS: Vector = (0.10, 0.11, 0.12)
_KEY: Vector = (0.86, 0.86, 0.84)
_PRINT: Vector = (0.90, 0.91, 0.93)
_CELL_M = (0.042, 0.036)
"""Room for one lamp with its caption."""
_INK = (40, 42, 46)
_PAPER = (222, 222, 216)
_GREY = (170, 174, 178)


@dataclass(frozen=True)
class Key:
    """A button: its name, what it says in both scripts, its pictogram and what it does."""

    name: str
    zh: str
    en: str
    icon: str
    effect: Effect


@dataclass(frozen=True)
class Face:
    """How a panel is laid out: half width and half height in m, columns of buttons, labels, digits of its display."""

    half: tuple[float, float]
    columns: int
    labels: Labels
    digits: int = 2
    key_half: tuple[float, float] = (0.026, 0.017)


def build_console(  # noqa: PLR0913  (what a panel consists of)
    body: Body,
    owner: str,
    face: Face,
    keys: Sequence[Key],
    variables: Sequence[Variable],
    *,
    shown: str,
    rng: Generator,
    needs: Mapping[str, str | float | bool] | None = None,
    locked: bool = False,
) -> Panel:
    """Build a panel on a body whose −y side is the glass's front, x to the right and z up, and return its device.

    The order of the buttons is drawn: what a button does has to be read or tried. The owner's device is registered.
    """
    width, height = face.half
    body.show(meshes.box((width, 0.004, height), 0.003), material=body.workshop.material(rgb=_GLASS, roughness=0.25))
    body.solid(Box((width, 0.004, height)))
    digits = _display(body, face)
    lamps = _lamps(body, face, variables)
    order = [keys[int(index)] for index in rng.permutation(len(keys))]
    effects = {_button(body, owner, face, key, place).name: key.effect for place, key in enumerate(order)}
    panel = Panel(
        tuple(variables),
        effects,
        tuple(lamps),
        shown=shown,
        digits=tuple(digits),
        needs=needs,
        powered=any(variable.key == "power" for variable in variables),
        locked=locked,
    )
    body.workshop.register.devices[owner] = panel
    return panel


def _display(body: Body, face: Face) -> list[dict[str, str]]:
    """Add the seven-segment digits at the top of the glass; return their segments' geometries."""
    height = face.half[1]
    tall, wide, thick = 0.013, 0.0075, 0.0022
    step = 2 * wide + 0.010
    if not face.digits:
        return []
    top = height - 0.026
    dark = body.workshop.material(rgb=(0.03, 0.03, 0.035), roughness=0.2)
    body.show(Box((step * face.digits / 2 + 0.008, 0.001, 0.021)), at=(0, -0.0045, top), material=dark)
    places: dict[str, tuple[float, float, bool]] = {
        "a": (0, tall, True), "g": (0, 0, True), "d": (0, -tall, True), "f": (-wide, tall / 2, False),
        "b": (wide, tall / 2, False), "e": (-wide, -tall / 2, False), "c": (wide, -tall / 2, False),
    }  # fmt: skip
    digits = []
    for digit in range(face.digits):
        middle = (digit - (face.digits - 1) / 2) * step
        segments = {}
        for letter, (x, z, level) in places.items():
            half = (wide * 0.8, 0.0008, thick / 2) if level else (thick / 2, 0.0008, tall * 0.42)
            name = f"{body.name}/digit{digit}{letter}"
            segments[letter] = body.show(Box(half), at=(middle + x, -0.006, top + z), rgb=OFF[:3], name=name)
        digits.append(segments)
    return digits


def _lamps(body: Body, face: Face, variables: Sequence[Variable]) -> list[Lamp]:
    """Add a captioned lamp for every mode, for "running" and for the child lock; return them."""
    wanted: list[tuple[str, str | bool, str, str]] = []
    for variable in variables:
        captions = zip(variable.zh.split("|"), variable.en.split("|"), strict=True)
        if variable.values:
            wanted += [
                (variable.key, value, *caption) for value, caption in zip(variable.values, captions, strict=True)
            ]
        elif isinstance(variable.start, bool):
            wanted += [(variable.key, True, *next(captions))]
    wanted += [("running", True, "运行", "ON"), ("lock", True, "童锁", "LOCK")]
    width, height = face.half
    columns = max(2, int(2 * width / _CELL_M[0]))
    lamps = []
    for index, (key, value, zh, en) in enumerate(wanted):
        x = (index % columns - (min(columns, len(wanted)) - 1) / 2) * _CELL_M[0]
        z = height - 0.070 - _CELL_M[1] * (index // columns)
        name = f"{body.name}/lamp.{key}.{value}"
        body.show(Box((0.007, 0.001, 0.0025)), at=(x, -0.0055, z + 0.0150), rgb=OFF[:3], name=name)
        _caption(body, (x, -0.0045, z), zh, en)
        lamps.append(Lamp(name, key, value, ALARM if key == "lock" else LIT))
    return lamps


def _caption(body: Body, at: Vector, zh: str, en: str) -> None:
    half_x, half_z = _CELL_M[0] * 0.46, 0.0118
    drawn = Image.new("RGB", (192, round(192 * half_z / half_x)), tuple(round(255 * part) for part in _GLASS))
    textures.write(drawn, zh, (0.02, 0.02, 0.98, 0.56), _PRINT)
    textures.write(drawn, en, (0.02, 0.62, 0.98, 0.98), _PRINT)
    material = body.workshop.material(drawn, roughness=0.4, emission=0.25)
    body.show(meshes.box((half_x, 0.0005, half_z)), at=at, material=material, text=f"{zh} {en}", letter_m=half_z)


def _button(body: Body, owner: str, face: Face, key: Key, place: int) -> Body:
    """Add one button in its place of the grid, from the bottom up, and let it be pressed."""
    half_x, half_z = face.key_half
    column, row = place % face.columns, place // face.columns
    x = (column - (face.columns - 1) / 2) * (2 * half_x + 0.008)
    z = -face.half[1] + half_z + 0.010 + row * (2 * half_z + 0.008)
    button = body.child(f"{owner}/{key.name}", at=(x, -0.010, z))
    cap = body.workshop.material(rgb=_KEY, roughness=0.45)
    button.show(meshes.box((half_x, 0.005, half_z), 0.003), material=cap)
    button.solid(Box((half_x, 0.005, half_z)))
    _label(button, face, key)
    button.weigh(0.02)
    button.joint(
        "button",
        axis=(0, 1, 0),
        closed=0.0,
        opened=TRAVEL_M,
        zh="按键",  # what it says has to be read from the picture
        en="button",
        owner=owner,
    )
    return button


def _label(button: Body, face: Face, key: Key) -> None:
    half_x, half_z = face.key_half
    at = (0.0, -0.0054, 0.0)
    if face.labels == "none":
        dot = button.workshop.material(rgb=tuple(part / 255 for part in _GREY), roughness=0.5)  # type: ignore[arg-type]
        button.show(Box((half_x * 0.35, 0.0004, 0.0012)), at=at, material=dot)
        return
    size = (half_x * 0.92, 0.0004, half_z * 0.90)
    if face.labels == "icons":
        drawn = Image.new("RGB", (round(96 * half_x / half_z), 96), _PAPER)
        drawn.paste(icon(key.icon, ink=_INK, paper=_PAPER), ((drawn.width - 96) // 2, 0))
        button.show(meshes.box(size), at=at, material=button.workshop.material(drawn, roughness=0.5))
        return
    drawn = Image.new("RGB", (256, round(256 * half_z / half_x)), _PAPER)
    ink = tuple(part / 255 for part in _INK)
    textures.write(drawn, key.zh, (0.03, 0.04, 0.97, 0.58), ink)  # type: ignore[arg-type]
    textures.write(drawn, key.en, (0.03, 0.62, 0.97, 0.97), ink)  # type: ignore[arg-type]
    button.show(
        meshes.box(size),
        at=at,
        material=button.workshop.material(drawn, roughness=0.5),
        text=f"{key.zh} {key.en}",
        letter_m=half_z * 0.95,
    )
