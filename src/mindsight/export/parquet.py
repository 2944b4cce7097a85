"""Two Parquet tables: items with a column per score, and measures; what has no fixed form stands in them as canonical JSON."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from mindsight.export.contents import Contents
from mindsight.files.whole import whole_file
from mindsight.record import canonical
from mindsight.record.model import Item

_BATCH = 2000
Columns = dict[str, tuple[str, list[Any]]]


def write_parquet(contents: Contents, folder: Path) -> list[Path]:
    """Write ``items.parquet`` and ``measures.parquet``; the manifest is in the metadata of both under ``mindsight.manifest``."""
    items, measures = folder / "items.parquet", folder / "measures.parquet"
    _write(items, contents, _columns_of_items(contents))
    _write(measures, contents, iter([_columns_of_measures(contents)]))
    return [items, measures]


def _columns_of_items(contents: Contents) -> Iterator[Columns]:
    """Yield the columns of some thousand items after another; of none if there are none, for the names."""
    scored = contents.scores.names
    held = iter(contents.items)
    batch = list(islice(held, _BATCH))
    yield _columns(contents, batch, scored)
    while batch := list(islice(held, _BATCH)):
        yield _columns(contents, batch, scored)


def _columns(contents: Contents, items: list[Item], scored: Iterable[str]) -> Columns:
    columns: Columns = {
        name: ("string", [getattr(one, name) for one in items])
        for name in ("id", "instance", "cluster", "status", "outcome")
    }
    columns["time_s"] = ("double", [one.time_s for one in items])
    for name in ("answer", "parsed", "terms", "media"):
        columns[name] = ("string", [_json(getattr(one, name)) for one in items])
    columns["error"] = ("string", [None if one.error is None else str(one.error) for one in items])
    rows = [contents.scores.get(one.id, {}) for one in items]
    for measure in scored:
        columns[measure] = ("double", [row.get(measure) for row in rows])
    return columns


def _columns_of_measures(contents: Contents) -> Columns:
    measures = contents.measures
    columns: Columns = {
        name: ("string", [getattr(one, name) for one in measures])
        for name in ("name", "status", "unit", "clause", "better")
    }
    columns["value"] = ("double", [one.value for one in measures])
    columns["n"] = ("int64", [one.n for one in measures])
    for bound in ("low", "high", "level"):
        values = [None if one.interval is None else getattr(one.interval, bound) for one in measures]
        columns[f"interval_{bound}"] = ("double", values)
    columns["interval_method"] = ("string", [None if one.interval is None else one.interval.method for one in measures])
    columns["identity"] = ("string", [_json(one.signature.identity) for one in measures])
    columns["environment"] = ("string", [_json(one.signature.environment) for one in measures])
    return columns


def _write(path: Path, contents: Contents, batches: Iterator[Columns]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {"string": pa.string(), "double": pa.float64(), "int64": pa.int64()}
    manifest = _json(contents.manifest.model_dump(mode="json"))
    first = next(batches)
    fields = [pa.field(name, kinds[kind]) for name, (kind, _) in first.items()]
    schema = pa.schema(fields, metadata={"mindsight.manifest": manifest})
    with whole_file(path) as file, pq.ParquetWriter(file, schema, compression="zstd") as table:
        for columns in chain([first], batches):
            table.write_table(_table(columns, schema, kinds))


def _table(columns: Columns, schema: Any, kinds: Any) -> Any:
    import pyarrow as pa

    return pa.Table.from_arrays([pa.array(values, kinds[kind]) for kind, values in columns.values()], schema=schema)


def _json(value: Any) -> str:
    return canonical.line(value).decode().rstrip("\n")
