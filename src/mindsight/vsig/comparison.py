"""Compare subjects on the same clips: the difference of every score, clip by clip, pooled scores included."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from mindsight.record.blocks import Curve
from mindsight.record.comparison import Comparison, compare_runs
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item
from mindsight.record.scores import MeasureKind, ScoreTable
from mindsight.vsig.judge.measures import INTENT, judged_linearised
from mindsight.vsig.judge.record import judgements_of
from mindsight.vsig.scoring.measures import DIMENSIONS, MICRO, OVERALL, Pool, reading_of, shown_as
from mindsight.vsig.totals import profile_of, table_of


def compare(runs: Sequence[RunFolder], *, seed: int) -> Comparison:
    """Compare vsig runs by all their scores.

    A score pooled over targets has no column: it is linearised over the clips that both subjects were scored on, so that the
    mean of the clips' differences is the difference of the pooled scores.

    Raises:
        InputError: Fewer than two runs, or one that is not complete.
        IdentityError: The runs differ in measure, data or input; the message names the field.
    """
    items = {run.path: {item.id: item for item in run.items} for run in runs}
    both = set.intersection(*({name for name, item in own.items() if _counts(item)} for own in items.values()))
    found = compare_runs(runs, seed=seed, table_of=lambda run: _with_pooled(run, items[run.path], both))
    pooled = {kind.name for kind in (*_POOLED, INTENT)}
    # A linearised value is not a score of the clip: no curve from worst to best is drawn of it.
    blocks = tuple(block for block in found.blocks if not (isinstance(block, Curve) and block.measure in pooled))
    return found._replace(blocks=blocks)


_POOLED = (*(kind for kind in MICRO if kind.name.removeprefix("vsig.") in (*DIMENSIONS, "joint")), OVERALL)
_OWN = ("vsig.command", "vsig.readable")
"""The other scores repeat these with another weight or tolerance: testing them too would only weaken the corrected tests."""


def _counts(item: Item) -> bool:
    return item.status == "scored" and bool(item.terms["counted"])


def _with_pooled(run: RunFolder, items: Mapping[str, Item], both: set[str]) -> ScoreTable:
    """Return a run's scores with a column for each pooled one, over the items that all runs share."""
    table, profile = table_of(run), profile_of(run.manifest)
    own = {name: column for name, column in table.columns.items() if name in _OWN or name.startswith("ecog.")}
    pooled: dict[str, list[float]] = {}
    if profile.family == "vsig":
        pool = Pool((items[name] for name in both), reading_of(profile))
        pooled = {kind.name: _linearised(kind, pool) for kind in _POOLED}
    place = {name: number for number, name in enumerate(sorted(both))}
    if run.manifest.plan.get("judge"):
        judgements = {one.id: one for one in judgements_of(run)}
        pooled[INTENT.name] = judged_linearised([items[name] for name in sorted(both)], judgements)
    columns = {
        name: np.array([values[place[id_]] if id_ in place else np.nan for id_ in table.ids], np.float64)
        for name, values in pooled.items()
    }
    return replace(table, columns={**columns, **own})


def _linearised(kind: MeasureKind, pool: Pool) -> list[float]:
    return pool.linearised_overall() if kind is OVERALL else pool.linearised(shown_as(kind))
