"""What every appliance and lamp is to the engine: a state, and pure functions from state and event to state.

A device is data and rules without memory of its own, so that a snapshot of the world includes it and a replay repeats it.
"""

from collections.abc import Mapping
from typing import Protocol

Fact = str | float | bool
DeviceState = Mapping[str, Fact]
"""How a device stands: its modes, counters, locks and lights; never changed in place."""

Rgba = tuple[float, float, float, float]


class Device(Protocol):
    """An appliance, lamp or panel."""

    def start(self) -> DeviceState:
        """Return how it stands at the beginning."""

    def press(self, state: DeviceState, part: str) -> DeviceState:
        """Return how it stands after a button or switch was pressed; ``part`` is the part's name in the scene."""

    def turn(self, state: DeviceState, part: str, position: int) -> DeviceState:
        """Return how it stands after a knob was turned to a position."""

    def tick(self, state: DeviceState, seconds: float) -> DeviceState:
        """Return how it stands after time has passed."""

    def lights(self, state: DeviceState) -> Mapping[str, Rgba]:
        """Return the colours of its lamps and display segments by geometry name."""

    def facts(self, state: DeviceState) -> DeviceState:
        """Return what a goal may ask about: the visible meaning of the state."""

    def readout(self, state: DeviceState) -> Mapping[str, tuple[str, Fact]]:
        """Return what its lit lamps and its display say, by geometry: what is set and to which value."""

    def words(self, key: str, value: Fact | None) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return what a fact is called and what its value is called, each in zh and en; None is a fact that is not there."""
