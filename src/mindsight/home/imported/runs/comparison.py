"""Compare several subjects on the same imported questions: accuracy first, then class by class, then question by question."""

from collections.abc import Sequence

from mindsight.home.questions.reporting.comparison import paired_table
from mindsight.home.questions.reporting.run_report import titles_of
from mindsight.record.blocks import Block, Cell, Column, Note, Table
from mindsight.record.comparison import Comparison, compare_runs
from mindsight.record.folder import RunFolder
from mindsight.text import text


def compare(runs: Sequence[RunFolder], *, seed: int) -> Comparison:
    """Compare runs over imported questions.

    Raises:
        InputError: Fewer than two runs, or one that is not complete.
        IdentityError: The runs do not measure the same thing; names the field.
    """
    found = compare_runs(runs, seed=seed, table_of=paired_table)
    warnings = [block for block in found.blocks if isinstance(block, Note) and block.role == "warning"]
    rest = [block for block in found.blocks if block not in warnings]
    own: list[Block] = [_summary(found.names, runs)]
    return found._replace(blocks=(*warnings, *own, *rest))


def _summary(names: Sequence[str], runs: Sequence[RunFolder]) -> Table:
    keys, titles = runs[0].manifest.plan["tasks"], titles_of(runs[0].manifest)
    wanted = ["accuracy", "f_above_chance", "declined", "T", *(f"accuracy.{key}" for key in keys)]
    heads = [
        text("accuracy"),
        text("above chance"),
        text("declined rightly"),
        text("T"),
        *(titles[key] for key in keys),
    ]
    rows: list[tuple[Cell, ...]] = []
    for name, run in zip(names, runs, strict=True):
        values = {one.name.removeprefix("home."): one.value for one in run.results.measures}
        rows.append((name, *(values.get(one) for one in wanted)))
    columns = (Column(title=text("Model"), align="left"), *(Column(title=head, decimals=3) for head in heads))
    return Table(
        id="home-summary", title=text("Accuracy of each subject, and of each class"), columns=columns, rows=tuple(rows)
    )
