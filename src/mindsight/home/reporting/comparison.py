"""Compare several subjects on the same household tasks: table A.1, then task by task."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from mindsight.home.classes import CLASSES, title_of
from mindsight.home.reporting.endings import endings
from mindsight.home.reporting.generalisation_blocks import blocks
from mindsight.home.reporting.kinds import kinds_compared
from mindsight.home.reporting.valid_ends import valid_ends
from mindsight.home.scoring.generalisation import ResultsRow
from mindsight.home.scoring.measures import score_row
from mindsight.home.scoring.sampling import Difference, paired_difference
from mindsight.home.totals import effects_of, outcomes_of
from mindsight.record.blocks import Block, Cell, Column, Curve, Note, Ranges, Table
from mindsight.record.comparison import Comparison, compare_runs, saved_table
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Manifest, Signature
from mindsight.record.scores import ScoreTable
from mindsight.text import text


def compare(runs: Sequence[RunFolder], *, seed: int) -> Comparison:
    """Compare home runs: first in the form of table A.1, then task by task.

    Raises:
        InputError: Fewer than two runs, or one that is not complete.
        IdentityError: The runs do not measure the same thing; names the field.
    """
    found = compare_runs(runs, seed=seed, table_of=paired_table)
    # Warnings about the runs come first of all, those about single tests beside the tests.
    warnings = [block for block in found.blocks if isinstance(block, Note) and block.role == "warning"]
    few = [note for note in warnings if note.body.message.startswith("Too few clusters")]
    first = [note for note in warnings if note not in few]
    # Scores of 0 and 1 make no useful curve.
    rest = [block for block in found.blocks if block not in warnings and not isinstance(block, Curve)]
    place = next(number for number, block in enumerate(rest) if block.id == "how")
    rest[place:place] = few
    return found._replace(blocks=(*first, *_table_a1(found.names, found.manifests, runs), *rest))


def paired_table(run: RunFolder) -> ScoreTable:
    """Return a run's scores with a further column for each class: 1 if a task was correctly done or ignored, else 0."""
    table = saved_table(run)
    right = np.array([float(outcome in {"TP", "TN"}) for outcome in table.outcomes])
    tested = np.array([status == "scored" for status in table.statuses])
    keys = np.array([id_.rpartition("-")[0] for id_ in table.ids])
    columns = {f"home.f.{key}": np.where(tested & (keys == key), right, np.nan) for key in run.manifest.plan["tasks"]}
    return replace(table, columns={**columns, **table.columns})


def _repeated(names: Sequence[str], runs: Sequence[RunFolder]) -> list[Block]:
    """Return T and mean f of subjects with repeated runs: means over the runs, and the spread between runs."""
    wanted = ("T", "between.T", "f_mean", "between.f_mean")
    rows = [
        (name, *(_value(run, f"home.{measure}") for measure in wanted)) for name, run in zip(names, runs, strict=True)
    ]
    heads = (text("T"), text("sd between runs"), text("mean f"), text("sd between runs"))
    columns = (Column(title=text("Model"), align="left"), *(Column(title=head, decimals=3) for head in heads))
    title = text(
        "T and mean f, each the mean over {count} runs of the same tasks", count=runs[0].manifest.plan["epochs"]
    )
    return [Table(id="home-summary", title=title, columns=columns, rows=tuple(rows))]


def _value(run: RunFolder, name: str) -> float | None:
    return next((one.value for one in run.results.measures if one.name == name), None)


def _table_a1(names: Sequence[str], manifests: Sequence[Manifest], runs: Sequence[RunFolder]) -> list[Block]:
    plan = manifests[0].plan
    if plan.get("epochs", 1) > 1:
        return _repeated(names, runs)
    items = [list(run.items) for run in runs]
    scores = [
        score_row(
            ResultsRow(name, dict(outcomes_of(own, plan["tasks"]))),
            Signature(identity=manifest.identity, environment={}),
            penalty=plan["penalty"],
            unknown=plan["unknown"],
            gaps=True,
            effects=effects_of(manifest, own),
        )
        for name, manifest, own in zip(names, manifests, items, strict=True)
    ]
    paired = _paired(items, plan["penalty"])
    shown = [
        _titled(block) for block in blocks(scores, penalty=plan["penalty"], unknown=plan["unknown"], paired=paired)
    ]
    place = next(number for number, block in enumerate(shown) if block.id == "home-sweep")
    ends = valid_ends(list(zip(names, items, strict=True)), text("Model"), total=False)
    ends = ends.model_copy(update={"id": "home-valid-ends"})
    found = [{measure.name: measure for measure in run.results.measures} for run in runs]
    return [*shown[:place], _endings(names, items), ends, *kinds_compared(names, found), *shown[place:]]


def _paired(items: Sequence[Sequence[Item]], penalty: float) -> list[Difference] | None:
    """Return by how much each further subject differs from the first on the tasks that both were tested with.

    None if it is not estimable for all: fewer than two tasks of a kind in a class, or tasks that share budgets.
    """
    if any("left" in item.terms for own in items for item in own):
        return None
    tables = [{item.id: item for item in own if item.status == "scored"} for own in items]
    found = [_difference(tables[0], other, penalty) for other in tables[1:]]
    known = [one for one in found if one is not None]
    return known if len(known) == len(found) else None


def _difference(first: Mapping[str, Item], other: Mapping[str, Item], penalty: float) -> Difference | None:
    common = [id_ for id_ in first if id_ in other]
    if not common:
        return None
    right = [[float(table[id_].outcome in {"TP", "TN"}) for id_ in common] for table in (other, first)]
    classes = [first[id_].terms["task"] for id_ in common]
    kinds = ["valid" if first[id_].terms["valid"] else "irrelevant" for id_ in common]
    return paired_difference(right[0], right[1], classes, kinds=kinds, penalty=penalty)


def _endings(names: Sequence[str], items: Sequence[Sequence[Item]]) -> Table:
    """Return how the tasks of each subject ended and how long they took; a comparison is not a record and may hold times."""
    table = endings(list(zip(names, items, strict=True)), text("Model"), total=False)
    times = [[item.time_s for item in own if item.time_s and item.status == "scored"] for own in items]
    means = [sum(own) / len(own) if own else None for own in times]
    return table.model_copy(
        update={
            "id": "home-endings",
            "columns": (*table.columns, Column(title=text("time, mean, s"), decimals=1)),
            "rows": tuple((*row, mean) for row, mean in zip(table.rows, means, strict=True)),
        }
    )


def _titled(block: Block) -> Block:
    """Return a table with the classes' titles instead of their keys, and with its own id."""
    if isinstance(block, Ranges):
        return block.model_copy(update={"id": f"home-{block.id}"})
    if not isinstance(block, Table):
        return block
    columns = tuple(_column(column) for column in block.columns)
    rows = tuple((_cell(row[0]), *row[1:]) for row in block.rows)
    return block.model_copy(update={"id": f"home-{block.id}", "columns": columns, "rows": rows})


def _column(column: Column) -> Column:
    key = str(column.title.args.get("name", ""))
    return column.model_copy(update={"title": title_of(key)}) if key in CLASSES else column


def _cell(cell: Cell) -> Cell:
    return title_of(cell) if isinstance(cell, str) and cell in CLASSES else cell
