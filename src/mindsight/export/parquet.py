"""Two Parquet tables: items with a column per score, and measures; what has no fixed form stands in them as canonical JSON."""

import io
from typing import Any

from mindsight.export.contents import Contents
from mindsight.record import canonical


def to_parquet(contents: Contents) -> dict[str, bytes]:
    """Return ``items.parquet`` and ``measures.parquet``; the manifest is in the metadata of both under ``mindsight.manifest``."""
    return {
        "items.parquet": _table(contents, _columns_of_items(contents)),
        "measures.parquet": _table(contents, _columns_of_measures(contents)),
    }


def _columns_of_items(contents: Contents) -> dict[str, tuple[str, list[Any]]]:
    items = contents.items
    columns: dict[str, tuple[str, list[Any]]] = {
        name: ("string", [getattr(one, name) for one in items])
        for name in ("id", "instance", "cluster", "status", "outcome")
    }
    columns["time_s"] = ("double", [one.time_s for one in items])
    for name in ("answer", "parsed", "terms", "media"):
        columns[name] = ("string", [_json(getattr(one, name)) for one in items])
    columns["error"] = ("string", [None if one.error is None else str(one.error) for one in items])
    for measure in dict.fromkeys(name for row in contents.scores.values() for name in row):
        columns[measure] = ("double", [contents.scores.get(one.id, {}).get(measure) for one in items])
    return columns


def _columns_of_measures(contents: Contents) -> dict[str, tuple[str, list[Any]]]:
    measures = contents.measures
    columns: dict[str, tuple[str, list[Any]]] = {
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


def _table(contents: Contents, columns: dict[str, tuple[str, list[Any]]]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {"string": pa.string(), "double": pa.float64(), "int64": pa.int64()}
    fields = [pa.field(name, kinds[kind]) for name, (kind, _) in columns.items()]
    manifest = _json(contents.manifest.model_dump(mode="json"))
    schema = pa.schema(fields, metadata={"mindsight.manifest": manifest})
    arrays = [pa.array(values, kinds[kind]) for kind, values in columns.values()]
    data = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=schema), data, compression="zstd")
    return data.getvalue()


def _json(value: Any) -> str:
    return canonical.line(value).decode().rstrip("\n")
