"""Compare several subjects on the same questions: dimensions and T first, then class by class, then question by question."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mindsight.home.classes import DIMENSIONS
from mindsight.home.questions.reporting.run_report import titles_of
from mindsight.record.blocks import Block, Cell, Column, Curve, Note, Table
from mindsight.record.comparison import Comparison, compare_runs, saved_table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Measure
from mindsight.record.scores import ScoreTable
from mindsight.text import Text, text


def compare(runs: Sequence[RunFolder], *, seed: int) -> Comparison:
    """Compare runs over questions.

    Raises:
        InputError: Fewer than two runs, or one that is not complete.
        IdentityError: The runs do not measure the same thing; names the field.
    """
    found = compare_runs(runs, seed=seed, table_of=paired_table)
    measures = [{one.name: one for one in run.results.measures} for run in runs]
    warnings = [block for block in found.blocks if isinstance(block, Note) and block.role == "warning"]
    rest = [block for block in found.blocks if block not in warnings and not isinstance(block, Curve)]
    own: list[Block] = [_summary(found.names, runs, measures), _classes(found.names, runs, measures)]
    return found._replace(blocks=(*warnings, *own, *rest))


def paired_table(run: RunFolder) -> ScoreTable:
    """Return a run's scores with a column for each class: 1 if a question was dealt with rightly, else 0."""
    table = saved_table(run)
    right = np.array([float(outcome in {"TP", "TN"}) for outcome in table.outcomes])
    tested = np.array([status == "scored" for status in table.statuses])
    keys = np.array([id_.rpartition("-")[0].rpartition("-")[0] for id_ in table.ids])
    columns = {f"home.f.{key}": np.where(tested & (keys == key), right, np.nan) for key in run.manifest.plan["tasks"]}
    return replace(table, columns=columns)


def _summary(names: Sequence[str], runs: Sequence[RunFolder], measures: Sequence[dict[str, Measure]]) -> Table:
    tested = list(runs[0].manifest.plan["groups"]["dimension"])
    wanted = [*(f"dimension.{name}" for name in tested), "f_mean", "f_spread", "T", "pairs", "quartets"]
    heads: list[Text] = [DIMENSIONS[name][1] for name in tested]
    heads += [text("mean"), text("spread σ"), text("T"), text("pairs"), text("quartets")]
    rows = tuple(
        (name, *(found[f"home.{one}"].value for one in wanted)) for name, found in zip(names, measures, strict=True)
    )
    columns = (Column(title=text("Model"), align="left"), *(Column(title=head, decimals=3) for head in heads))
    return Table(
        id="home-summary",
        title=text("Accuracy f of each dimension, and T over the classes"),
        columns=columns,
        rows=rows,
    )


def _classes(names: Sequence[str], runs: Sequence[RunFolder], measures: Sequence[dict[str, Measure]]) -> Table:
    titles = titles_of(runs[0].manifest)
    rows: list[tuple[Cell, ...]] = [
        (titles[key], *(found[f"home.f.{key}"].value for found in measures)) for key in runs[0].manifest.plan["tasks"]
    ]
    columns = (
        Column(title=text("Class"), align="left"),
        *(Column(title=text("{name}", name=name), decimals=3) for name in names),
    )
    return Table(id="home-classes", title=text("Class by class"), columns=columns, rows=tuple(rows))
