"""The control panel of an appliance as a state machine: variables, the buttons' effects on them, and the lights.

Every appliance is one of these with its own variables. Drawing other buttons, orders and labels gives an unfamiliar
one, which a person or a model has to learn by reading and trying.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from mindsight.engine.devices.device import DeviceState, Rgba

Value = str | float | bool
Verb = Literal["toggle", "cycle", "set", "add", "start", "stop", "lock"]

OFF: Rgba = (0.16, 0.17, 0.18, 1.0)
LIT: Rgba = (0.45, 1.0, 0.55, 1.0)
DIGIT: Rgba = (1.0, 0.55, 0.20, 1.0)
DARK = "dark"
"""Readout of a display that is off."""
ALARM: Rgba = (1.0, 0.35, 0.28, 1.0)

_SWITCHED = {True: ("开", "on"), False: ("关", "off")}
_STARTED = {True: ("已启动", "started"), False: ("未启动", "not started")}
_TITLES = {"power": ("电源", "power"), "running": ("状态", "state"), "lock": ("童锁", "child lock")}
_NOT_THERE = ("没有", "not there")
_UNKNOWN_TITLE, _UNKNOWN_VALUE = ("另一项", "another setting"), ("另一个值", "another value")
"""Words for what a user's own goal may ask for although no appliance of the kind has it."""

SEGMENTS: Mapping[str, str] = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc",
    "8": "abcdefg", "9": "abcdfg", "-": "g", " ": "",
}  # fmt: skip
"""The segments (a to g) that make each digit."""


@dataclass(frozen=True)
class Variable:
    """A variable that a panel can set.

    ``zh`` and ``en`` are the captions of its lamps, one for each value, joined by ``|``; for a number the unit beside the
    display. ``values`` are the modes of a choice in the order a cycling button goes through them; a number has ``low``,
    ``high`` and ``step`` instead. ``start`` is its value at first, and after "stop" if it ``clears``. ``title`` names it in
    both languages; ``said`` holds the English word for each value in a sentence (in Chinese it is the caption).
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
    title: tuple[str, str] = ("", "")
    said: tuple[str, ...] = ()

    @property
    def is_number(self) -> bool:
        """Whether it is a number on the display, rather than a lamp or a choice of lamps."""
        return not self.values and not isinstance(self.start, bool)

    def caption(self, value: Value) -> tuple[str, str]:
        """Return the caption under the lamp of a value; for a number its unit."""
        place = self.values.index(str(value)) if self.values else 0
        return self.zh.split("|")[place], self.en.split("|")[place]

    def words(self, value: Value) -> tuple[str, str]:
        """Return the words for a value in a sentence, zh and en."""
        if isinstance(value, bool):
            return _SWITCHED[value]
        if isinstance(value, str):
            return (
                (self.caption(value)[0], self.said[self.values.index(value)])
                if value in self.values
                else _UNKNOWN_VALUE
            )
        return f"{value:.0f}", f"{value:.0f}"


@dataclass(frozen=True)
class Effect:
    """The effect of a button on a variable: ``toggle``, ``cycle``, ``set`` (to ``value``) or ``add`` (``amount`` steps).

    Besides, ``start`` starts or pauses; ``stop`` ends running and resets the variables that clear; ``lock`` toggles the
    child lock. While the appliance runs, only these and the power button have an effect.
    """

    verb: Verb
    variable: str = ""
    value: str = ""
    amount: int = 0


@dataclass(frozen=True)
class Lamp:
    """A light that is on while a variable has a value, and has its ``dark`` colour otherwise."""

    geom: str
    variable: str
    value: Value
    rgba: Rgba = LIT
    dark: Rgba = OFF


@dataclass(frozen=True)
class Panel:
    """A control panel; see ``devices.Device`` for its interface.

    ``needs`` are the conditions for starting (variable → forbidden value); ``digits`` are the display's segment
    geometries, digit by digit, and ``shown`` the variable they show. ``known`` are the variables of the whole family, if
    buttons for some are missing: goals may ask for those too, and need their names. ``begun`` is what of its state it was left
    in, such as running.
    """

    variables: tuple[Variable, ...]
    effects: Mapping[str, Effect]
    lamps: tuple[Lamp, ...] = ()
    shown: str = ""
    digits: tuple[Mapping[str, str], ...] = ()
    needs: Mapping[str, Value] | None = None
    powered: bool = True
    locked: bool = False
    known: tuple[Variable, ...] = ()
    begun: Mapping[str, Value] = field(default_factory=dict)

    def start(self) -> DeviceState:
        """Return the initial state: as it was left, else off if it has a power button, locked if the plan asks for it."""
        state: dict[str, Value] = {variable.key: variable.start for variable in self.variables}
        return state | {
            "power": not self.powered or state.get("power", True) is True,
            "running": False,
            "lock": self.locked,
            **self.begun,
        }

    def press(self, state: DeviceState, part: str) -> DeviceState:
        """Return the state after a button was pressed; a locked or dark panel ignores most buttons."""
        effect = self.effects.get(part)
        if effect is None or (state["lock"] and effect.verb != "lock"):
            return state
        if not state["power"] and effect.variable != "power" and effect.verb != "lock":
            return state
        return self._after(dict(state), effect)

    def _after(self, state: dict[str, Value], effect: Effect) -> DeviceState:
        match effect.verb:
            case "toggle" if effect.variable == "power":
                state["power"] = not state["power"]
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
        if effect.verb == "toggle":
            return not value
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
        """Return the state unchanged, since a panel has no knobs."""
        return state

    def tick(self, state: DeviceState, seconds: float) -> DeviceState:  # noqa: ARG002
        """Return the state unchanged: a program runs on, so that no goal is lost by waiting."""
        return state

    def lights(self, state: DeviceState) -> Mapping[str, Rgba]:
        """Return the colour of every lamp and display segment."""
        colours = {lamp.geom: lamp.rgba if self._lit(state, lamp) else lamp.dark for lamp in self.lamps}
        for segments, digit in zip(self.digits, self._digits(state), strict=True):
            on = SEGMENTS[digit]
            colours |= {geom: DIGIT if segment in on else OFF for segment, geom in segments.items()}
        return colours

    def facts(self, state: DeviceState) -> DeviceState:
        """Return the state itself, since all of it is visible on the panel."""
        return state

    def readout(self, state: DeviceState) -> Mapping[str, tuple[str, Value]]:
        """Return the variable and value that each lit lamp and the display indicate, by geometry."""
        said = {lamp.geom: (lamp.variable, lamp.value) for lamp in self.lamps if self._lit(state, lamp)}
        if self.digits:
            shown = (self.shown, state[self.shown] if state["power"] else DARK)
            said |= {geom: shown for segments in self.digits for geom in segments.values()}
        return said

    def words(self, key: str, value: Value | None) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return the words for a fact and for its value, each in both languages."""
        found = next((variable for variable in self.known or self.variables if variable.key == key), None)
        title = _TITLES.get(key, _UNKNOWN_TITLE) if found is None else found.title
        if value is None:
            return title, _NOT_THERE
        if isinstance(value, bool):
            return title, (_STARTED if key == "running" else _SWITCHED)[value]
        return title, _UNKNOWN_VALUE if found is None else found.words(value)

    def _lit(self, state: DeviceState, lamp: Lamp) -> bool:
        if lamp.variable == "lock":
            return state["lock"] == lamp.value
        return bool(state["power"]) and state[lamp.variable] == lamp.value

    def _digits(self, state: DeviceState) -> str:
        if not state["power"] or not self.shown:
            return " " * len(self.digits)
        return f"{round(float(state[self.shown])):>{len(self.digits)}d}"


def path(panel: Panel, start: DeviceState, wanted: Sequence[tuple[str, Value]], longest: int = 60) -> list[str] | None:
    """Return the shortest list of button presses to a wanted state, by breadth-first search; None if there is none.

    It proves that a goal can be reached; a subject has to find the presses itself.
    """

    def done(state: DeviceState) -> bool:
        return all(state[key] == value for key, value in wanted)

    frontier: deque[tuple[DeviceState, list[str]]] = deque([(start, [])])
    seen = {tuple(sorted(start.items()))}
    while frontier:
        state, pressed = frontier.popleft()
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
