"""Compare systems that were left alone in the same scenes: S, S without an embedding, then class by class, scene by scene."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mindsight.home.autonomy.recording import terms_of
from mindsight.home.autonomy.scoring.intervals import Column, plain_column, score_column
from mindsight.home.autonomy.scoring.terms import Terms
from mindsight.record.comparison import Comparison, compare_runs, saved_table
from mindsight.record.folder import RunFolder
from mindsight.record.scores import ScoreTable
from mindsight.statistics.arrays import FloatArray


def compare(runs: Sequence[RunFolder], *, seed: int) -> Comparison:
    """Compare runs, paired by scene.

    Raises:
        InputError: Fewer than two runs, or one that is not complete.
        IdentityError: The runs do not measure the same thing, such as S under different embeddings; names the field.
    """
    return compare_runs(runs, seed=seed, table_of=paired_table)


def paired_table(run: RunFolder) -> ScoreTable:
    """Return the score of every scene, by class, and columns whose plain means are S and S without an embedding.

    R and TC are not compared: each further test makes it harder to find a difference in S.
    """
    table, alpha = saved_table(run), run.manifest.plan["alpha"]
    terms = {item.id: terms_of(item) for item in run.items if item.status == "scored"}
    ordered = [terms.get(name) for name in table.ids]
    own = {
        "home.S": _weighted(ordered, score_column(alpha)),
        "home.S_plain": _weighted(ordered, plain_column(alpha)),
    }
    classes = {name: column for name, column in table.columns.items() if name.startswith("home.S.")}
    return replace(table, columns={**own, **classes})


def _weighted(terms: Sequence[Terms | None], column: Column) -> FloatArray:
    """Return a value for each scene with a need, weighted so that their mean is the mean over classes of class means."""
    values = [None if one is None else column(one) for one in terms]
    names = [one.task_class for one, value in zip(terms, values, strict=True) if one is not None and value is not None]
    share = {name: len(names) / (names.count(name) * len(set(names))) for name in set(names)}
    return np.array(
        [
            np.nan if one is None or value is None else value * share[one.task_class]
            for one, value in zip(terms, values, strict=True)
        ]
    )
