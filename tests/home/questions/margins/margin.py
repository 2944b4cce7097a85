"""One margin."""

from typing import NamedTuple


class Margin(NamedTuple):
    """What a margin is about, how much it is on a question, and how much it is at least, in one unit."""

    about: str
    measured: float
    least: float

    @property
    def kept(self) -> bool:
        """Whether the question keeps it; coordinates are rounded to a tenth of a millimetre and of a thousandth."""
        return self.measured >= self.least - 1e-3 * max(1.0, abs(self.least))
