"""The front of a control panel: dark glass with a display, captioned lamps and buttons that move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from numpy.random import Generator

from mindsight.engine.devices.device import DeviceState
from mindsight.engine.devices.families import Family, Key
from mindsight.engine.devices.panels import ALARM, LIT, OFF, Lamp, Panel, Value, Variable, path
from mindsight.engine.drawing.prints import lettering
from mindsight.engine.drawing.prints.lettering import ROW_M, Labels, Line
from mindsight.engine.geometry import meshes
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.shapes import Box, Vector

TRAVEL_M = 0.004
KEY_GAP_M = 0.007
_GLASS: Vector = (0.085, 0.09, 0.10)
_CELL_M = 0.050
"""Width of one lamp with its caption."""
_LAMP_M = 0.0100
"""Height of a lamp above its caption."""
_PITCH_M = ROW_M + _LAMP_M + 0.0045
_DISPLAY_M = 0.042
_EDGE_M = 0.005
_DEPTH_M = 0.004
"""Half thickness of the glass."""
_CAP_M = 0.0045
"""Half thickness of a button; it is partly sunk into the glass, so that it hides little."""


@dataclass(frozen=True)
class Face:
    """The layout of a panel: half width and half height in m, columns of buttons, kind of labels, digits of its display."""

    half: tuple[float, float]
    columns: int
    labels: Labels
    digits: int = 2
    key_half: tuple[float, float] = (0.026, 0.017)


@dataclass(frozen=True)
class _Group:
    """The lamps of one variable, with their captions."""

    key: str
    values: tuple[Value, ...]
    captions: tuple[tuple[str, str], ...]

    @property
    def width(self) -> float:
        return _CELL_M * len(self.values)


def build_console(
    body: Body,
    owner: str,
    face: Face,
    family: Family,
    *,
    rng: Generator,
    locked: bool = False,
    begun: Mapping[str, Value] | None = None,
    signs: Sequence[Lamp] = (),
) -> Panel:
    """Build a panel on a body, with the glass facing −y, x to the right and z up; register and return its device.

    The order of the buttons is random, so that their effect has to be read or tried. ``begun`` is the state in which it was left,
    ``signs`` are lights elsewhere on the appliance.

    Raises:
        ValueError: Its buttons cannot bring it into that state.
    """
    keys, variables = family.keys, family.variables
    width, height = face.half
    body.show(meshes.box((width, _DEPTH_M, height), 0.003), material=_glass(body))
    body.solid(Box((width, _DEPTH_M, height)))
    number = next((variable for variable in variables if variable.key == family.shown), None)
    digits = _display(body, face, number) if number is not None else []
    lamps = _lamps(body, face, _groups(keys, variables))
    order = [keys[int(index)] for index in rng.permutation(len(keys))]
    effects = {_button(body, owner, face, key, place).name: key.effect for place, key in enumerate(order)}
    panel = Panel(
        variables,
        effects,
        (*lamps, *signs),
        shown=family.shown,
        digits=tuple(digits),
        needs=family.needs,
        powered=any(variable.key == "power" for variable in variables),
        locked=locked,
        known=family.known,
    )
    if begun:
        panel = replace(panel, begun=_reachable(panel, begun, owner))
    body.workshop.register.devices[owner] = panel
    return panel


def _reachable(panel: Panel, begun: Mapping[str, Value], owner: str) -> DeviceState:
    """Return a whole state with the given values that presses of the buttons can bring about."""
    start = panel.start()
    unknown = sorted(set(begun) - set(start))
    if unknown:
        raise ValueError(f"{owner} has no setting {', '.join(unknown)}; it has {', '.join(sorted(start))}")
    wanted = {"lock": panel.locked} | {key: type(start[key])(value) for key, value in begun.items()}
    presses = path(panel, start, list(wanted.items()))
    if presses is None:
        raise ValueError(f"no buttons of {owner} bring it to {dict(begun)}")
    for part in presses:
        start = panel.press(start, part)
    return start


def _glass(body: Body) -> str:
    return body.workshop.material(rgb=_GLASS, roughness=0.4, emission=0.2)


def _display(body: Body, face: Face, number: Variable) -> list[dict[str, str]]:
    """Add the seven-segment digits and their unit at the top of the glass; return the geometries of the segments."""
    tall, wide, thick = 0.013, 0.0075, 0.0022
    step = 2 * wide + 0.010
    middle_z = face.half[1] - _EDGE_M - _DISPLAY_M / 2
    half_x, half_z = step * face.digits / 2 + 0.030, _DISPLAY_M / 2 - 0.001
    zh, en = number.caption(number.start)
    unit = Line(zh, en, 2 * half_x - 0.025, 0.048)
    drawn = lettering.plate((2 * half_x, 2 * half_z), [unit], ground=(0.03, 0.03, 0.035), top_m=half_z - ROW_M / 2)
    glass = body.workshop.material(drawn, roughness=0.4, emission=0.25)
    body.show(
        meshes.box((half_x, 0.0004, half_z)),
        at=(0, -_DEPTH_M, middle_z),
        material=glass,
        text=f"{zh} {en}",
        letter_m=lettering.ZH_M,
    )
    places: dict[str, tuple[float, float, bool]] = {
        "a": (0, tall, True), "g": (0, 0, True), "d": (0, -tall, True), "f": (-wide, tall / 2, False),
        "b": (wide, tall / 2, False), "e": (-wide, -tall / 2, False), "c": (wide, -tall / 2, False),
    }  # fmt: skip
    digits = []
    for digit in range(face.digits):
        middle = (digit - (face.digits - 1) / 2) * step - 0.022
        segments = {}
        for letter, (x, z, level) in places.items():
            half = (wide * 0.8, 0.0008, thick / 2) if level else (thick / 2, 0.0008, tall * 0.42)
            name = f"{body.name}/digit{digit}{letter}"
            at = (middle + x, -_DEPTH_M - 0.001, middle_z + z)
            segments[letter] = body.show(Box(half), at=at, rgb=OFF[:3], name=name)
        digits.append(segments)
    return digits


def _groups(keys: Sequence[Key], variables: Sequence[Variable]) -> list[_Group]:
    """Return the lamps a panel needs: one for each mode and each switch, for running and for the child lock."""
    groups = []
    for variable in variables:
        if not variable.is_number:
            values: tuple[Value, ...] = variable.values or (True,)
            groups.append(_Group(variable.key, values, tuple(variable.caption(value) for value in values)))
    if any(key.effect.verb == "start" for key in keys):
        groups.append(_Group("running", (True,), (("运行", "RUN"),)))
    return [*groups, _Group("lock", (True,), (("童锁", "LOCK"),))]


def _lamps(body: Body, face: Face, groups: Sequence[_Group]) -> list[Lamp]:
    """Add the groups of lamps in rows under the display, each on a plate with its captions; return the lamps."""
    lamps = []
    top = face.half[1] - _EDGE_M - (_DISPLAY_M if face.digits else 0.0)
    for row, shown in enumerate(_rows(groups, 2 * face.half[0] - 0.004)):
        left = -sum(group.width for group in shown) / 2
        for group in shown:
            lamps += _lamp_group(body, group, (left, top - row * _PITCH_M))
            left += group.width
    return lamps


def _rows(groups: Sequence[_Group], width: float) -> list[list[_Group]]:
    """Return the groups arranged in rows that fit the panel's width."""
    rows: list[list[_Group]] = [[]]
    for group in groups:
        if sum(one.width for one in rows[-1]) + group.width > width + 1e-9:
            rows.append([])
        rows[-1].append(group)
    return rows


def _lamp_group(body: Body, group: _Group, corner: tuple[float, float]) -> list[Lamp]:
    left, top = corner
    half = (group.width / 2 - 0.0008, _PITCH_M / 2 - 0.0008)
    lines = [
        Line(zh, en, _CELL_M * (place + 0.5) - 0.0008, _CELL_M * 0.90) for place, (zh, en) in enumerate(group.captions)
    ]
    drawn = lettering.plate((2 * half[0], 2 * half[1]), lines, ground=_GLASS, top_m=_LAMP_M, framed=True)
    body.show(
        meshes.box((half[0], 0.0004, half[1])),
        at=(left + group.width / 2, -_DEPTH_M, top - _PITCH_M / 2),
        material=body.workshop.material(drawn, roughness=0.4, emission=0.2),
        text=", ".join(f"{zh} {en}" for zh, en in group.captions),
        letter_m=lettering.ZH_M,
    )
    lamps = []
    for place, value in enumerate(group.values):
        at = (left + _CELL_M * (place + 0.5), -_DEPTH_M - 0.001, top - 0.0055)
        name = f"{body.name}/lamp.{group.key}.{value}"
        body.show(Box((0.008, 0.001, 0.0024)), at=at, rgb=OFF[:3], name=name)
        lamps.append(Lamp(name, group.key, value, ALARM if group.key == "lock" else LIT))
    return lamps


def _button(body: Body, owner: str, face: Face, key: Key, place: int) -> Body:
    """Add one button that can be pressed at its place in the grid, counted from the bottom."""
    half_x, half_z = face.key_half
    column, row = place % face.columns, place // face.columns
    x = (column - (face.columns - 1) / 2) * (2 * half_x + KEY_GAP_M)
    z = -face.half[1] + half_z + KEY_GAP_M + row * (2 * half_z + KEY_GAP_M)
    button = body.child(f"{owner}/{key.name}", at=(x, -_DEPTH_M - 0.0015, z))
    words = face.labels == "words"
    drawn = lettering.cap(face.labels, (key.zh, key.en), key.icon, (2 * half_x, 2 * half_z))
    button.show(
        meshes.box((half_x, _CAP_M, half_z), 0.002, lettering.CAP_ATLAS),
        material=body.workshop.material(drawn, roughness=0.5),
        text=f"{key.zh} {key.en}" if words else "",
        letter_m=lettering.ZH_M,
    )
    button.solid(Box((half_x, _CAP_M, half_z)))
    button.weigh(0.02)
    button.joint(
        "button",
        axis=(0, 1, 0),
        closed=0.0,
        opened=TRAVEL_M,
        zh="按键",  # its label must be read from the picture
        en="button",
        owner=owner,
    )
    return button
