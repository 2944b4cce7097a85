"""A measure and its interval as cells of a table."""

from mindsight.record.blocks import Cell, Link
from mindsight.record.model import Measure
from mindsight.text import text


def link(measure: Measure) -> Link:
    """Return a cell that shows a measure and links to it."""
    shown = text(measure.status) if measure.value is None else round(measure.value, 6)
    return Link(value=shown, target=f"measure-{measure.name}")


def bounds(measure: Measure) -> Cell:
    """Return a cell that shows a measure's interval; empty if it has none."""
    if measure.interval is None:
        return None
    low, high = (f"{bound:.3f}".replace("-", "−") for bound in (measure.interval.low, measure.interval.high))
    return text("{low} … {high}", low=low, high=high)
