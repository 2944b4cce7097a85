"""A row of a data set, and what every reader has to offer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.text import Text


class Row(NamedTuple):
    """Where a row stands, and its fields; or why it could not be read."""

    place: str
    fields: Mapping[str, Any]
    problem: Text | None = None


@dataclass(frozen=True)
class Source:
    """A data set: the folder in which its files lie, its form, the files that list its rows, and the rows."""

    root: Path
    form: str
    files: tuple[Path, ...]
    rows: Callable[[], Iterator[Row]]
