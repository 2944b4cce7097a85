"""Compare subjects on the same clips: the difference of every score, clip by clip, pooled scores included."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mindsight.record.blocks import Curve
from mindsight.record.comparison import Comparison, compare_runs
from mindsight.record.folder import RunFolder
from mindsight.record.scores import Column, MeasureKind, ScoreTable
from mindsight.statistics.arrays import each
from mindsight.vsig.judge.measures import INTENT, judged_linearised
from mindsight.vsig.judge.record import judgements_of
from mindsight.vsig.scoring.measures import DIMENSIONS, MICRO, OVERALL, Pool, reading_of, shown_as
from mindsight.vsig.scoring.shares import Rows, Shares
from mindsight.vsig.totals import profile_of, table_of


def compare(runs: Sequence[RunFolder], *, seed: int) -> Comparison:
    """Compare vsig runs by all their scores.

    A score pooled over targets has no column: it is linearised over the clips that both subjects were scored on, so that the
    mean of the clips' differences is the difference of the pooled scores.

    Raises:
        InputError: Fewer than two runs, or one that is not complete.
        IdentityError: The runs differ in measure, data or input; the message names the field.
    """
    shares = {run.path: Shares(profile_of(run.manifest), run.items_in_order) for run in runs}
    counted = [own.where(own.statuses, "scored") & own.where(own.counted, True) for own in shares.values()]
    # Runs with other numbers of items are refused by their tables.
    both = np.logical_and.reduce(counted) if len(set(map(len, counted))) == 1 else np.zeros(0, np.bool_)
    found = compare_runs(runs, seed=seed, table_of=lambda run: _with_pooled(run, shares[run.path], both))
    pooled = {kind.name for kind in (*_POOLED, INTENT)}
    # A linearised value is not a score of the clip: no curve from worst to best is drawn of it.
    blocks = tuple(block for block in found.blocks if not (isinstance(block, Curve) and block.measure in pooled))
    return found._replace(blocks=blocks)


_POOLED = (*(kind for kind in MICRO if kind.name.removeprefix("vsig.") in (*DIMENSIONS, "joint")), OVERALL)
_OWN = ("vsig.command", "vsig.readable")
"""The other scores repeat these with another weight or tolerance: testing them too would only weaken the corrected tests."""


def _with_pooled(run: RunFolder, shares: Shares, both: Rows) -> ScoreTable:
    """Return a run's scores with a column for each pooled one, over the items that count in all runs."""
    table, profile = table_of(run), profile_of(run.manifest)
    if len(both) != len(table.ids):
        return table
    own = {name: column for name, column in table.columns.items() if name in _OWN or name.startswith("ecog.")}
    pooled: dict[str, NDArray[np.float64]] = {}
    if profile.family == "vsig":
        pool = Pool(shares, reading_of(profile), rows=both)
        pooled = {kind.name: _linearised(kind, pool) for kind in _POOLED}
    if run.manifest.plan.get("judge"):
        judgements = {one.id: one for one in judgements_of(run)}
        items = (item for item, there in zip(run.items_in_order, both, strict=True) if there)
        pooled[INTENT.name] = judged_linearised(items, judgements)
    columns = {name: Column(_spread(values, both)) for name, values in pooled.items()}
    return replace(table, columns={**columns, **own})


def _spread(values: NDArray[np.float64], there: Rows) -> Iterator[float]:
    """Yield a value for each row: the next of those that are there, else none."""
    if len(values) != there.sum():
        raise ValueError(f"{len(values)} values for {there.sum()} rows")
    own = each(values)
    return (next(own) if one else math.nan for one in there)


def _linearised(kind: MeasureKind, pool: Pool) -> NDArray[np.float64]:
    return pool.linearised_overall() if kind is OVERALL else pool.linearised(shown_as(kind))
