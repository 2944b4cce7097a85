"""Labels of an album operated by hand: from a table that the operator filled in, or from folders named by class."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

from mindsight.album.classification.labels import Label, folded, tidy
from mindsight.album.classification.record import labels_of, number_key, read_record
from mindsight.album.kits.tables import is_table, wrong_row
from mindsight.album.products.execution import Answer
from mindsight.errors import InputError, ProductError, SubjectError
from mindsight.record.words import Keyed
from mindsight.spool import Numbers
from mindsight.subjects.product import Pairing
from mindsight.text import text

_SHOWN = 300


class Given(NamedTuple):
    """The labels of one image, best first, and their verbatim form for the record."""

    answer: Answer
    labels: tuple[Label, ...]


class Source(Protocol):
    """A source of labels by image number."""

    def labels(self, number: str) -> Given:
        """Return the labels of an image.

        Raises:
            ProductError: The image has none.
        """

    def unmatched_files(self, ids: Iterable[str]) -> list[str]:
        """Return the names of files or rows that match no image of the kit."""


def open_source(path: Path, actual: Iterable[tuple[str, str]], pairing: Pairing = Pairing()) -> Source:  # noqa: B008
    """Return the source of labels at a path: a folder of class folders, or a table.

    Args:
        path: The folder or the table.
        actual: Each number with its actual class; a table that states other classes is refused.
        pairing: How exported files, or the names in a table, are paired with numbers.

    Raises:
        SubjectError: The path is neither.
        InputError: The table cannot be read.
    """
    if path.is_dir():
        return ClassFolders(path, pairing)
    if path.is_file() and is_table(path):
        return LabelTable(path, actual, pairing)
    raise SubjectError("{file}: is neither a folder nor a table (.csv, .xlsx)", file=str(path))


class LabelTable:
    """The record of 5.3 classification c) filled in by an operator: number, optional actual class, predicted class."""

    def __init__(self, path: Path, actual: Iterable[tuple[str, str]], pairing: Pairing = Pairing()) -> None:  # noqa: B008
        self._name = path.name
        files = {number_key(file): number for number, file in (pairing.table or {}).items()}
        self._numbers = Numbers("I")
        self._cells = Keyed(self._read(path, files, actual))

    def _read(self, path: Path, files: dict[str, str], actual: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Yield number and predicted class of each row, and note the row's place in the file."""
        expected: Keyed | None = None
        for row in read_record(path):
            key = files.get(row.key, row.key)
            if row.actual and expected is None:
                expected = Keyed((number_key(number), own) for number, own in actual)
            own = expected.find(key)[-1:] if row.actual and expected is not None else []
            if own and folded(row.actual) != folded(own[0][1]):
                reason = text(
                    'number {number} has the actual class "{found}", the kit has "{expected}"; this table belongs to another kit',
                    number=key,
                    found=row.actual,
                    expected=own[0][1],
                )
                raise wrong_row(path, row.row, reason)
            self._numbers.append(row.row)
            yield key, row.predicted

    def labels(self, number: str) -> Given:
        """Return the labels in the one row of a number."""
        found = self._cells.find(number_key(number))
        if not found:
            raise ProductError("no row for number {id} in the table", outcome="missing", id=number)
        if len(found) > 1:
            raise ProductError(
                "{count} rows have the number {id}: {rows}; keep one",
                outcome="duplicate",
                count=len(found),
                id=number,
                rows=", ".join(str(self._numbers[place]) for place, _ in found)[:_SHOWN],
            )
        cell = found[0][1]
        return Given(Answer(cell.encode("utf-8", "replace"), self._name, 0.0), tuple(labels_of(cell)))

    def unmatched_files(self, ids: Iterable[str]) -> list[str]:
        """Return the numbers that match no image of the kit."""
        return [tidy(key) for key in self._cells.others(map(number_key, ids))]


class ClassFolders:
    """An album exported into folders named by class; an image in several folders has several labels, in folder order."""

    def __init__(self, folder: Path, pairing: Pairing = Pairing()) -> None:  # noqa: B008
        self._suffix = pairing.suffix
        # Files are matched by stem, unless a table assigns them to numbers: then names are ignored.
        self._numbers = None if pairing.table is None else {file: number for number, file in pairing.table.items()}
        self._found: dict[str, list[str]] = {}
        self._files: dict[str, list[str]] = {}
        for place, folders, files in os.walk(folder):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            inside = Path(place).relative_to(folder)
            own = [_readable(inside.parts[0])] if inside.parts else []
            for file in sorted(files):
                if not file.startswith("."):
                    self._add(file, own, _readable(str(inside / file)))
        if not any(self._found.values()):
            raise InputError(
                "{folder}: no file is in a sub-folder named by its class; name the folder that holds a sub-folder for each "
                "class, or a table (.csv, .xlsx)",
                folder=str(folder),
            )

    def labels(self, number: str) -> Given:
        """Return the folders that contain an image."""
        key = number if self._numbers is None else number_key(number)
        if key not in self._files:
            raise ProductError("no file of number {id} in any folder", outcome="missing", id=number)
        labels = tuple(Label(name) for name in self._found[key])
        data = "\n".join(label.name for label in labels).encode("utf-8", "replace")
        return Given(Answer(data, self._files[key][0], 0.0), labels)

    def unmatched_files(self, ids: Iterable[str]) -> list[str]:
        """Return the files that match no image of the kit."""
        keys = set(ids if self._numbers is None else map(number_key, ids))
        return [file for key, files in self._files.items() if key not in keys for file in files]

    def _add(self, file: str, own: list[str], shown: str) -> None:
        key = self._key(_readable(file))
        self._files.setdefault(key, []).append(shown)
        labels = self._found.setdefault(key, [])
        labels += [name for name in own if name not in labels]

    def _key(self, name: str) -> str:
        if self._numbers is not None:
            return self._numbers.get(name, f"{name}/")  # a file that the table does not name is unmatched
        stem = os.path.splitext(name)[0]  # noqa: PTH122  (a Path for each would take more memory than its name)
        return stem.removesuffix(self._suffix)


def _readable(name: str) -> str:
    return tidy(os.fsencode(name).decode("utf-8", "replace"))
