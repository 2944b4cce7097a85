"""Things with one switch, such as a lamp, a heater or a tap, and with several."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from mindsight.engine.devices.device import DeviceState, Fact, Rgba

Words = tuple[str, str]


def unseen(rgba: Rgba) -> Rgba:
    """Return the colour of something that is not there."""
    return (*rgba[:3], 0.0)


@dataclass(frozen=True)
class Switch:
    """Something that one switch turns on and off; see ``devices.Device`` for its interface.

    ``looks`` are the colours of its geometries when it is off and on; what is transparent in one of them, such as water from
    a tap, is not there then. ``key`` is its only fact, ``title`` and ``values`` (off, on) are the words for it.
    """

    looks: Mapping[str, tuple[Rgba, Rgba]]
    on: bool = False
    key: str = "on"
    title: Words = ("开关", "switch")
    values: tuple[Words, Words] = (("关", "off"), ("开", "on"))

    def start(self) -> DeviceState:
        """Return the initial state."""
        return {self.key: self.on}

    def press(self, state: DeviceState, part: str) -> DeviceState:  # noqa: ARG002
        """Return the state after the switch was pressed."""
        return {**state, self.key: not state[self.key]}

    def turn(self, state: DeviceState, part: str, position: int) -> DeviceState:  # noqa: ARG002
        """Return the state unchanged, since there are no knobs."""
        return state

    def tick(self, state: DeviceState, seconds: float) -> DeviceState:  # noqa: ARG002
        """Return the state unchanged."""
        return state

    def lights(self, state: DeviceState) -> Mapping[str, Rgba]:
        """Return the colours of what shows the state."""
        return {geom: looks[bool(state[self.key])] for geom, looks in self.looks.items()}

    def facts(self, state: DeviceState) -> DeviceState:
        """Return whether it is on."""
        return {self.key: state[self.key]}

    def readout(self, state: DeviceState) -> Mapping[str, tuple[str, Fact]]:
        """Return whether it is on, by each geometry that shows it."""
        return {geom: (self.key, state[self.key]) for geom, rgba in self.lights(state).items() if rgba[3]}

    def words(self, key: str, value: Fact | None) -> tuple[Words, Words]:  # noqa: ARG002
        """Return the words for its only fact and for its value, each in zh and en."""
        return self.title, self.values[value is True]


@dataclass(frozen=True)
class Switches:
    """Several switches of one thing, each with a fact of its own, by the part that is pressed."""

    by_part: Mapping[str, Switch]

    def start(self) -> DeviceState:
        """Return the initial state."""
        return {switch.key: switch.on for switch in self.by_part.values()}

    def press(self, state: DeviceState, part: str) -> DeviceState:
        """Return the state after one of the switches was pressed."""
        return self.by_part[part].press(state, part)

    def turn(self, state: DeviceState, part: str, position: int) -> DeviceState:  # noqa: ARG002
        """Return the state unchanged, since there are no knobs."""
        return state

    def tick(self, state: DeviceState, seconds: float) -> DeviceState:  # noqa: ARG002
        """Return the state unchanged."""
        return state

    def lights(self, state: DeviceState) -> Mapping[str, Rgba]:
        """Return the colours of what shows the state."""
        return {geom: rgba for switch in self.by_part.values() for geom, rgba in switch.lights(state).items()}

    def facts(self, state: DeviceState) -> DeviceState:
        """Return what is on."""
        return state

    def readout(self, state: DeviceState) -> Mapping[str, tuple[str, Fact]]:
        """Return what is on, by each geometry that shows it."""
        return {geom: fact for switch in self.by_part.values() for geom, fact in switch.readout(state).items()}

    def words(self, key: str, value: Fact | None) -> tuple[Words, Words]:
        """Return the words for a fact and for its value, each in zh and en."""
        switches = [switch for switch in self.by_part.values() if switch.key == key]
        return (switches or list(self.by_part.values()))[0].words(key, value)


lamp = partial(Switch, title=("灯", "light"), values=(("灭", "off"), ("亮", "on")))
"""A switch of a lamp, with the words for light."""
