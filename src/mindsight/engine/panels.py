"""The control panel of an appliance as a state machine: variables, what each button does to them, what the lights say.

Every appliance of the catalogue is one of these with its own variables, so that an unfamiliar one is made by drawing
other buttons, orders and labels, and a person or a model learns it by reading and trying.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from mindsight.engine.devices import DeviceState, Rgba

Value = str | float | bool
Verb = Literal["toggle", "cycle", "set", "add", "start", "stop", "lock"]

OFF: Rgba = (0.16, 0.17, 0.18, 1.0)
LIT: Rgba = (0.45, 1.0, 0.55, 1.0)
DIGIT: Rgba = (1.0, 0.55, 0.20, 1.0)
DARK = "dark"
"""What a display says that is there and off."""
ALARM: Rgba = (1.0, 0.35, 0.28, 1.0)

SEGMENTS: Mapping[str, str] = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc",
    "8": "abcdefg", "9": "abcdfg", "-": "g", " ": "",
}  # fmt: skip
"""Which of the seven segments a to g make a digit."""


@dataclass(frozen=True)
class Variable:
    """Something a panel can be set to.

    ``values`` are the modes of a choice in the order a cycling button goes through them; a number has ``low``, ``high``
    and ``step`` instead. ``start`` is its value at first and after "stop" where ``clears``.
    """

    key: str
    zh: str
    en: str
    start: Value
    values: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 0.0
    step: float = 1.0
    clears: bool = False


@dataclass(frozen=True)
class Effect:
    """What a button does: ``toggle``, ``cycle``, ``set`` (to ``value``) or ``add`` (``amount`` steps) to a variable.

    ``start`` begins to run, ``stop`` ends that and clears what clears, ``lock`` turns the child lock on and off.
    """

    verb: Verb
    variable: str = ""
    value: str = ""
    amount: int = 0


@dataclass(frozen=True)
class Lamp:
    """A light that is on while a variable has a value."""

    geom: str
    variable: str
    value: Value
    rgba: Rgba = LIT


@dataclass(frozen=True)
class Panel:
    """A control panel; see ``devices.Device`` for what it must be able to do.

    ``needs`` is what must be set before it starts (variable → forbidden value); ``digits`` are the display's segment
    geometries, digit by digit, and ``shown`` the variable they show.
    """

    variables: tuple[Variable, ...]
    effects: Mapping[str, Effect]
    lamps: tuple[Lamp, ...] = ()
    shown: str = ""
    digits: tuple[Mapping[str, str], ...] = ()
    needs: Mapping[str, Value] | None = None
    powered: bool = True
    locked: bool = False

    def start(self) -> DeviceState:
        """Return how it stands at first: off where it has a power button, locked where the plan says so."""
        state: dict[str, Value] = {variable.key: variable.start for variable in self.variables}
        return state | {
            "power": not self.powered or state.get("power", True) is True,
            "running": False,
            "lock": self.locked,
        }

    def press(self, state: DeviceState, part: str) -> DeviceState:
        """Return how it stands after a button was pressed; a locked or dark panel ignores most of them."""
        effect = self.effects.get(part)
        if effect is None or (state["lock"] and effect.verb != "lock"):
            return state
        if not state["power"] and effect.variable != "power" and effect.verb != "lock":
            return state
        return self._after(dict(state), effect)

    def _after(self, state: dict[str, Value], effect: Effect) -> DeviceState:
        match effect.verb:
            case "toggle":
                state[effect.variable] = not state[effect.variable]
                if effect.variable == "power":
                    return self._cleared(state, all_of_it=True)
            case "lock":
                state["lock"] = not state["lock"]
            case "start":
                if all(state[key] != value for key, value in (self.needs or {}).items()):
                    state["running"] = not state["running"]
            case "stop":
                return self._cleared(state, all_of_it=False)
            case _:
                if state["running"]:
                    return state
                state[effect.variable] = self._changed(state[effect.variable], effect)
        return state

    def _changed(self, value: Value, effect: Effect) -> Value:
        variable = next(one for one in self.variables if one.key == effect.variable)
        if effect.verb == "set":
            return effect.value
        if effect.verb == "cycle":
            place = variable.values.index(str(value))
            return variable.values[(place + 1) % len(variable.values)]
        return float(min(variable.high, max(variable.low, float(value) + effect.amount * variable.step)))

    def _cleared(self, state: dict[str, Value], *, all_of_it: bool) -> DeviceState:
        for variable in self.variables:
            if (variable.clears or all_of_it) and variable.key != "power":
                state[variable.key] = variable.start
        state["running"] = False
        return state

    def turn(self, state: DeviceState, part: str, position: int) -> DeviceState:  # noqa: ARG002
        """Return the state as it is: a panel has no knobs."""
        return state

    def tick(self, state: DeviceState, seconds: float) -> DeviceState:  # noqa: ARG002
        """Return the state as it is: what runs goes on running, so that a goal does not pass by itself."""
        return state

    def lights(self, state: DeviceState) -> Mapping[str, Rgba]:
        """Return the colour of every lamp and display segment."""
        colours = {lamp.geom: lamp.rgba if self._lit(state, lamp) else OFF for lamp in self.lamps}
        for segments, digit in zip(self.digits, self._digits(state), strict=True):
            on = SEGMENTS[digit]
            colours |= {geom: DIGIT if segment in on else OFF for segment, geom in segments.items()}
        return colours

    def facts(self, state: DeviceState) -> DeviceState:
        """Return the state itself: everything a panel is set to can be seen on it."""
        return state

    def readout(self, state: DeviceState) -> Mapping[str, tuple[str, Value]]:
        """Return what the lights say, by geometry: the variable and its value; dark lamps say nothing."""
        said = {lamp.geom: (lamp.variable, lamp.value) for lamp in self.lamps if self._lit(state, lamp)}
        if self.digits:
            shown = (self.shown, state[self.shown] if state["power"] else DARK)
            said |= {geom: shown for segments in self.digits for geom in segments.values()}
        return said

    def _lit(self, state: DeviceState, lamp: Lamp) -> bool:
        if lamp.variable == "lock":
            return state["lock"] == lamp.value
        return bool(state["power"]) and state[lamp.variable] == lamp.value

    def _digits(self, state: DeviceState) -> str:
        if not state["power"] or not self.shown:
            return " " * len(self.digits)
        return f"{round(float(state[self.shown])):>{len(self.digits)}d}"


def path(panel: Panel, start: DeviceState, wanted: Sequence[tuple[str, Value]], longest: int = 60) -> list[str] | None:
    """Return the fewest button presses that bring a panel into a state, by breadth-first search; None if there are none.

    It shows that a goal can be reached at all; a subject has to find its own way.
    """

    def done(state: DeviceState) -> bool:
        return all(state[key] == value for key, value in wanted)

    frontier: list[tuple[DeviceState, list[str]]] = [(start, [])]
    seen = {tuple(sorted(start.items()))}
    while frontier:
        state, pressed = frontier.pop(0)
        if done(state):
            return pressed
        if len(pressed) >= longest:
            continue
        for part in panel.effects:
            after = panel.press(state, part)
            key = tuple(sorted(after.items()))
            if key not in seen:
                seen.add(key)
                frontier.append((after, [*pressed, part]))
    return None
