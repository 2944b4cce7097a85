"""Rows of data sets that describe themselves in Croissant: the description is read by ``mlcroissant``, the files by our own readers.

That library would download what lies elsewhere, unpack archives into a folder shared by all data sets, and hold whole tables. So only
files that lie beside the description are read, as streams; what is described as being elsewhere is a finding.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.croissant import described
from mindsight.errors import InputError
from mindsight.home.imported.mapping import value_of
from mindsight.home.imported.media import unsafe
from mindsight.home.imported.readers.archives import ENDINGS
from mindsight.home.imported.readers.lines import FILE
from mindsight.home.imported.readers.row import Row
from mindsight.text import storable, text

Form = Callable[[Path], tuple[str, Callable[[Path], Iterator[Row]]]]
_MOST_FILES = 100_000


class _Set(NamedTuple):
    """A set of records: its name, what its fields are called in the files, and the files' id in the description."""

    name: str
    columns: dict[str, str]
    source: str


def rows_of_croissant(file: Path, *, form: Form) -> Iterator[Row]:
    """Yield the rows of all sets of records whose files lie beside the description.

    Raises:
        InputError: The description is not valid.
        MissingExtra: mlcroissant is not installed.
    """
    metadata = described(file)
    places = {one.uuid: one for one in metadata.distribution}
    for one in _sets(metadata):
        found, problem = _files(file.parent, places.get(one.source))
        if problem is not None:
            yield Row(f"{file.name}:{one.name}", {}, problem)
        for listed in found:
            yield from _rows(one, listed, form)


def _rows(one: _Set, listed: Path, form: Form) -> Iterator[Row]:
    try:
        _, read = form(listed)
    except InputError as error:
        yield Row(listed.name, {}, error.text)
        return
    for row in read(listed):
        named = {name: value_of(row.fields, column) for name, column in one.columns.items()}
        yield row if row.problem is not None else Row(row.place, {FILE: listed.stem, **named})


def _sets(metadata: Any) -> Iterator[_Set]:
    for one in metadata.record_sets:
        columns, sources = {}, set()
        for field in one.fields:
            extract = None if field.source is None else field.source.extract
            column = None if extract is None else extract.column or _plain_path(extract.json_path)
            source = None if field.source is None else field.source.uuid
            if column and source:
                columns[str(field.name).rpartition("/")[2]] = column
                sources.add(source)
        if len(sources) == 1:
            yield _Set(storable(str(one.name))[:200], columns, sources.pop())


def _plain_path(path: str | None) -> str:
    """Return a JSON path that only names fields as we write it: ``$.a.b`` is ``a.b``."""
    plain = (path or "").removeprefix("$").removeprefix(".")
    return plain if all(letter.isalnum() or letter in "._-" for letter in plain) else ""


def _files(root: Path, node: Any) -> tuple[list[Path], Any]:
    """Return the files of a place of the description that lie beside it, or why there are none."""
    if node is None:
        return [], text("no file is described for it")
    includes = getattr(node, "includes", None)
    patterns = [includes] if isinstance(includes, str) else list(includes or ())
    names = patterns or [str(getattr(node, "content_url", None) or "")]
    found: list[Path] = []
    for name in names:
        if unsafe(name) or not name:
            return [], text(
                "{file} does not lie beside the description; bring it there and say so in it", file=storable(name[:200])
            )
        if name.lower().endswith(ENDINGS):
            return [], text("{file} is an archive; unpack it first", file=storable(name[:200]))
        for one in root.glob(name) if patterns else (root / name,):
            if one.is_file() and one.resolve().is_relative_to(root.resolve()) and len(found) < _MOST_FILES:
                found.append(one)
    return (
        (sorted(set(found)), None)
        if found
        else ([], text("{file}: there is no such file in the data set", file=storable(names[0][:200])))
    )
