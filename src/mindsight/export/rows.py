"""Rows of the table of scores as Parquet: words as strings, scores as numbers, in groups, so that memory does not grow with them."""

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from mindsight.files.whole import whole_file
from mindsight.record.scores import FIXED

_GROUP = 20_000


def write_rows(path: Path, header: Sequence[str], rows: Iterable[Sequence[str]]) -> int:
    """Write rows under their column names and return how many there were; an empty score is null."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([pa.field(name, pa.string() if name in FIXED else pa.float64()) for name in header])
    count = 0
    with whole_file(path) as file, pq.ParquetWriter(file, schema, compression="zstd") as table:
        waiting = iter(rows)
        while group := list(islice(waiting, _GROUP)):
            columns = [
                pa.array([_cell(name, row[place]) for row in group], schema.field(name).type)
                for place, name in enumerate(header)
            ]
            table.write_table(pa.Table.from_arrays(columns, schema=schema))
            count += len(group)
    return count


def _cell(name: str, cell: str) -> str | float | None:
    if name in FIXED:
        return cell
    return float(cell) if cell else None
