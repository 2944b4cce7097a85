"""Recognise a data set by its files, and give its rows."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from mindsight.croissant import is_croissant
from mindsight.errors import InputError
from mindsight.home.imported.readers.coco import is_coco, rows_of_coco
from mindsight.home.imported.readers.croissant import rows_of_croissant
from mindsight.home.imported.readers.lines import first_letter, rows_of_csv, rows_of_lines, rows_of_list
from mindsight.home.imported.readers.parquet import rows_of_parquet
from mindsight.home.imported.readers.row import Row, Source

_LISTS = (".parquet", ".jsonl", ".ndjson", ".json", ".csv")
"""What lists rows, in the order in which a folder is searched for it."""


def open_source(path: Path, wanted: Sequence[str] = ()) -> Source:
    """Return a data set: a file, or a folder in which the files ``wanted`` by name list its rows, else all of one kind.

    Raises:
        InputError: Nothing in it lists rows in a form that can be read.
    """
    if path.is_file():
        return _source(path.parent, [path])
    if not path.is_dir():
        raise InputError("{folder}: there is no such file or folder", folder=str(path))
    for pattern in wanted:
        found = [one for one in sorted(path.glob(pattern)) if one.is_file() and _is_inside(one, path)]
        if found:
            return _source(path, found)
    described = [one for one in sorted(path.glob("*.json")) if is_croissant(one)]
    if described:
        return _source(path, described[:1])
    for ending in _LISTS:
        found = [one for one in sorted(path.rglob(f"*{ending}")) if one.is_file() and _is_inside(one, path)]
        if found:
            return _source(path, found)
    raise InputError("{folder}: holds no {endings} that lists questions", folder=str(path), endings=", ".join(_LISTS))


def _is_inside(file: Path, root: Path) -> bool:
    hidden = any(part.startswith(".") for part in file.relative_to(root).parts)
    return not hidden and file.resolve().is_relative_to(root.resolve())


def _source(root: Path, files: list[Path]) -> Source:
    forms = [_form(file) for file in files]

    def rows() -> Iterator[Row]:
        for file, (_, read) in zip(files, forms, strict=True):
            yield from read(file)

    return Source(root, forms[0][0], tuple(files), rows)


def _form(file: Path) -> tuple[str, Callable[[Path], Iterator[Row]]]:
    ending = file.suffix.lower()
    if ending == ".parquet":
        return "parquet", rows_of_parquet
    if ending == ".csv":
        return "csv", rows_of_csv
    if ending in {".jsonl", ".ndjson"}:
        return "jsonl", rows_of_lines
    if ending == ".json":
        if is_croissant(file):
            return "croissant", partial(rows_of_croissant, form=_form)
        if first_letter(file) == "[":
            return "json", rows_of_list
        return ("coco", rows_of_coco) if is_coco(file) else ("jsonl", rows_of_lines)
    raise InputError("{file}: is none of {endings}", file=str(file), endings=", ".join(_LISTS))
