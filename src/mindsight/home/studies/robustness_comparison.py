"""Compare several subjects under the same conditions: T under each stance first, then condition by condition."""

from collections.abc import Sequence

from mindsight.home.studies.robustness_report import STANCES, stance_rows
from mindsight.record.blocks import Cell, Column, Link, Note, Table
from mindsight.record.comparison import Comparison, compare_runs
from mindsight.record.folder import RunFolder
from mindsight.text import text


def compare(runs: Sequence[RunFolder], *, seed: int) -> Comparison:
    """Compare tests of robustness.

    Raises:
        InputError: Fewer than two runs, or one that is not complete.
        IdentityError: The runs do not measure the same thing; names the field.
    """
    found = compare_runs(runs, seed=seed)
    # A page of a comparison has no tile of each measure to link to.
    rows: list[tuple[Cell, ...]] = [
        (name, *(cell.value if isinstance(cell, Link) else cell for cell in row))
        for name, run in zip(found.names, runs, strict=True)
        for row in stance_rows(run.manifest, run.results.measures)
    ]
    if not rows:
        return found
    table = Table(
        id="stances",
        title=text("T under each stance, and how far apart they are"),
        columns=(Column(title=text("Model"), align="left"), *STANCES),
        rows=tuple(rows),
    )
    warnings = [block for block in found.blocks if isinstance(block, Note) and block.role == "warning"]
    rest = [block for block in found.blocks if block not in warnings]
    return found._replace(blocks=(*warnings, table, *rest))
