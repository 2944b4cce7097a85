"""One measured number, what it should be, and what keeps it from being better."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A line of the benchmark table."""

    name: str
    value: float
    unit: str
    target: str
    met: bool
    limit: str  # one short sentence: what physically bounds the value
