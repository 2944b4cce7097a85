"""The interface of appliances and lamps: a state, and pure functions from state and event to state.

A device has no memory besides its state, so that snapshots of the world include it and replays repeat it.
"""

from collections.abc import Mapping
from typing import Protocol

Fact = str | float | bool
DeviceState = Mapping[str, Fact]
"""The state of a device: its modes, counters, locks and lights; never changed in place."""

Rgba = tuple[float, float, float, float]


class Device(Protocol):
    """An appliance, lamp or panel."""

    def start(self) -> DeviceState:
        """Return the initial state."""

    def press(self, state: DeviceState, part: str) -> DeviceState:
        """Return the state after a button or switch was pressed; ``part`` is the part's name in the scene."""

    def turn(self, state: DeviceState, part: str, position: int) -> DeviceState:
        """Return the state after a knob was turned to a position."""

    def tick(self, state: DeviceState, seconds: float) -> DeviceState:
        """Return the state after some time."""

    def lights(self, state: DeviceState) -> Mapping[str, Rgba]:
        """Return the colours of its lamps and display segments by geometry name."""

    def facts(self, state: DeviceState) -> DeviceState:
        """Return the facts that goals may refer to: the visible meaning of the state."""

    def readout(self, state: DeviceState) -> Mapping[str, tuple[str, Fact]]:
        """Return the variable and value that each lit lamp and the display indicate, by geometry."""

    def words(self, key: str, value: Fact | None) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return the words for a fact and for its value, each in zh and en; the value None means the fact does not exist."""
