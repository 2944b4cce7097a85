"""Several subjects on the same household tasks: table A.1, and the columns by which they are held against each other."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mindsight.home.results_table import ResultsRow
from mindsight.home.scoring import score_row
from mindsight.home.showing import blocks
from mindsight.home.titles import TITLES
from mindsight.home.totals import outcomes_of
from mindsight.record.blocks import Block, Cell, Column, Curve, Note, Table
from mindsight.record.comparison import Comparison, compare_runs, saved_table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest, Signature
from mindsight.record.scores import ScoreTable


def compare(runs: Sequence[RunFolder], *, seed: int) -> Comparison:
    """Compare home runs: first in the form of table A.1, then task by task.

    Raises:
        InputError: Fewer than two runs, or one that is not complete.
        IdentityError: The runs do not measure the same thing; names the field.
    """
    found = compare_runs(runs, seed=seed, table_of=paired_table)
    # A warning stands above everything; right or wrong makes no curve.
    first = [block for block in found.blocks if isinstance(block, Note) and block.role == "warning"]
    rest = [block for block in found.blocks if block not in first and not isinstance(block, Curve)]
    return found._replace(blocks=(*first, *_table_a1(found.names, found.manifests, runs), *rest))


def paired_table(run: RunFolder) -> ScoreTable:
    """Return a run's scores with a column more for each class: 1 where a task was rightly done or left alone, else 0."""
    table = saved_table(run)
    right = np.array([float(outcome in {"TP", "TN"}) for outcome in table.outcomes])
    tested = np.array([status == "scored" for status in table.statuses])
    keys = np.array([id_.rpartition("-")[0] for id_ in table.ids])
    columns = {f"home.f.{key}": np.where(tested & (keys == key), right, np.nan) for key in run.manifest.plan["tasks"]}
    return replace(table, columns={**columns, **table.columns})


def _table_a1(names: Sequence[str], manifests: Sequence[Manifest], runs: Sequence[RunFolder]) -> list[Block]:
    plan = manifests[0].plan
    scores = [
        score_row(
            ResultsRow(name, dict(outcomes_of(run.items, plan["tasks"]))),
            Signature(identity=manifest.identity, environment={}),
            penalty=plan["penalty"],
            unknown=plan["unknown"],
        )
        for name, manifest, run in zip(names, manifests, runs, strict=True)
    ]
    return [_titled(block) for block in blocks(scores, penalty=plan["penalty"], unknown=plan["unknown"])]


def _titled(block: Block) -> Block:
    """Return a table with the titles of our classes for their keys, and with an id of its own."""
    if not isinstance(block, Table):
        return block
    columns = tuple(_column(column) for column in block.columns)
    rows = tuple((_cell(row[0]), *row[1:]) for row in block.rows)
    return block.model_copy(update={"id": f"home-{block.id}", "columns": columns, "rows": rows})


def _column(column: Column) -> Column:
    title = TITLES.get(str(column.title.args.get("name", "")))
    return column if title is None else column.model_copy(update={"title": title})


def _cell(cell: Cell) -> Cell:
    return TITLES.get(cell, cell) if isinstance(cell, str) else cell
