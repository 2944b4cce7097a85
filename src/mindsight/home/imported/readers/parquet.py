"""Rows of Parquet files, as data sets of the Hugging Face Hub are stored: pictures and clips stand in them as bytes and a path."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mindsight.decoding import decoder_errors
from mindsight.errors import MissingExtra
from mindsight.home.imported.readers.lines import FILE, damaged
from mindsight.home.imported.readers.row import Row

_BATCH = 16
_MOST_GROUP = 1 << 32
"""Bytes of a group of rows once unpacked; more is a bomb, or a file that was not made for reading a part of it."""


def rows_of_parquet(file: Path) -> Iterator[Row]:
    """Yield the rows of a Parquet file; damage ends it with a row that says so.

    Raises:
        MissingExtra: pyarrow is not installed.
    """
    try:
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MissingExtra("Parquet files need pyarrow; run: pip install 'mindsight[import]'") from error
    number = 0
    try:
        with pq.ParquetFile(
            file, thrift_string_size_limit=1 << 26, thrift_container_size_limit=1 << 24, page_checksum_verification=True
        ) as table:
            _refuse_bombs(table, file)
            for batch in table.iter_batches(batch_size=_BATCH, use_threads=False):
                for found in batch.to_pylist():
                    number += 1
                    yield Row(f"{file.name}[{number}]", {FILE: file.stem, **found})
    except decoder_errors(OSError) as error:
        yield Row(f"{file.name}[{number + 1}]", {}, damaged(error, "Parquet"))


def _refuse_bombs(table: Any, file: Path) -> None:
    """Refuse groups of rows that are too large, or a thousand times as large as the file."""
    most = min(_MOST_GROUP, 1000 * file.stat().st_size + (1 << 26))
    for place in range(table.metadata.num_row_groups):
        size = table.metadata.row_group(place).total_byte_size
        if not 0 <= size <= most:
            raise ValueError(f"a group of rows has {size} bytes")
