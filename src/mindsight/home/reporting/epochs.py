"""Results of repeated runs on the same tasks: means over the runs, and the spread between runs.

Each run gives the document's numbers, and their mean is reported. Its interval is the mean of the runs' intervals; that is
not too narrow, because the tasks are the same every time: repeating reduces the randomness of answers, but not that of the
choice of tasks.
"""

from collections.abc import Iterator, Sequence
from statistics import fmean

from mindsight.home.classes import title_of
from mindsight.home.reporting.cells import bounds, link
from mindsight.home.scoring.measures import AT
from mindsight.record.blocks import Cell, Column, Table
from mindsight.record.model import Interval, Item, Measure
from mindsight.statistics.deviations import deviation, deviation_interval
from mindsight.text import text

LEVEL = 0.95
_OVER_ALL = ("T", "f_mean")


def epoch_of(id_: str) -> int:
    """Return the number of the repetition that an item belongs to, from 1; 1 if there is only one."""
    return int(id_.partition(AT)[2] or 1)


def by_epoch(items: Sequence[Item], epochs: int) -> list[list[Item]]:
    """Return the items of each repetition."""
    return [[item for item in items if epoch_of(item.id) == number] for number in range(1, epochs + 1)]


def averaged(runs: Sequence[Sequence[Measure]]) -> tuple[Measure, ...]:
    """Return the mean of each measure over the runs, with the means of its limits; not estimable if one run has none."""
    return tuple(_mean(same) for same in zip(*runs, strict=True))


def apart(runs: Sequence[Sequence[Measure]], keys: Sequence[str]) -> tuple[Measure, ...]:
    """Return T, mean f and f of each class in every run, their standard deviation between runs, least and greatest value."""
    return tuple(
        one
        for name in _names(keys)
        for one in _apart([next(found for found in run if found.name == f"home.{name}") for run in runs], name)
    )


def table_of_runs(measures: Sequence[Measure], keys: Sequence[str], epochs: int) -> Table:
    """Return a table of each run's numbers, their mean, and their spread."""
    found = {measure.name: measure for measure in measures}
    rows: list[tuple[Cell, ...]] = [
        (text("run {number}", number=number), *(link(found[f"home.{name}{AT}{number}"]) for name in _names(keys)))
        for number in range(1, epochs + 1)
    ]
    for title, prefix in (
        (text("mean"), ""),
        (text("standard deviation between runs"), "between."),
        (text("least"), "least."),
        (text("greatest"), "greatest."),
    ):
        rows.append((title, *(link(found[f"home.{prefix}{name}"]) for name in _names(keys))))
    spread = [found[f"home.between.{name}"] for name in _names(keys)]
    rows.insert(epochs + 2, (text("95 % interval of it"), *map(bounds, spread)))
    heads = (text("T"), text("mean f"), *(title_of(key) for key in keys))
    return Table(
        id="epochs",
        title=text("The same tasks, run by run"),
        columns=(Column(title=text("Run"), align="left"), *(Column(title=head, decimals=3) for head in heads)),
        rows=tuple(rows),
    )


def _names(keys: Sequence[str]) -> list[str]:
    return [*_OVER_ALL, *(f"f.{key}" for key in keys)]


def _mean(same: Sequence[Measure]) -> Measure:
    values = [one.value for one in same if one.value is not None]
    whole = len(values) == len(same)
    intervals = [one.interval for one in same if one.interval is not None]
    limits = None
    if whole and len(intervals) == len(same):
        low, high = fmean(one.low for one in intervals), fmean(one.high for one in intervals)
        limits = intervals[0].model_copy(update={"low": low, "high": high})
    changed = {"value": fmean(values) if whole else None, "interval": limits, "n": sum(one.n for one in same)}
    return same[0].model_copy(update={**changed, "status": "scored" if whole else "not_estimable"})


def _apart(same: Sequence[Measure], name: str) -> Iterator[Measure]:
    for number, one in enumerate(same, 1):
        yield one.model_copy(update={"name": f"home.{name}{AT}{number}"})
    values = [one.value for one in same if one.value is not None]
    whole = len(values) == len(same)
    limits = deviation_interval(values, LEVEL) if whole else None
    spread = {"interval": None if limits is None else Interval(**limits._asdict())}
    ranges = {"low": 0.0, "high": None, "better": "lower"}
    yield _summed(same, f"between.{name}", deviation(values) if whole else None).model_copy(update={**spread, **ranges})
    yield _summed(same, f"least.{name}", min(values) if whole else None)
    yield _summed(same, f"greatest.{name}", max(values) if whole else None)


def _summed(same: Sequence[Measure], name: str, value: float | None) -> Measure:
    page = {"name": f"home.{name}", "value": value, "interval": None, "n": sum(one.n for one in same)}
    return same[0].model_copy(update={**page, "status": "not_estimable" if value is None else "scored"})
