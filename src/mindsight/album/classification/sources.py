"""Labels of an album operated by hand: from a table that the operator filled in, or from folders named by class."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mindsight.album.classification.labels import Label, folded, tidy
from mindsight.album.classification.record import labels_of, number_key, open_record, read_record
from mindsight.album.kits.columns import wrong_row
from mindsight.album.kits.tables import Table, is_table
from mindsight.album.products.execution import Answer
from mindsight.errors import InputError, ProductError, SubjectError
from mindsight.record.columns import Keyed, Numbers
from mindsight.subjects.product import Pairing
from mindsight.text import text

_SHOWN = 300
_EXAMPLES = 3

Meaning = Callable[[str], str | None]
"""Returns the class that a name means; None for a name outside the list."""


class Given(NamedTuple):
    """The labels of one image, best first, and their verbatim form for the record."""

    answer: Answer
    labels: tuple[Label, ...]


class Source(Protocol):
    """A source of labels by image number; ``facts`` are what the plan of a run says about how it was read."""

    facts: dict[str, Any]

    def labels(self, number: str) -> Given:
        """Return the labels of an image.

        Raises:
            ProductError: The image has none.
        """

    def unmatched_files(self, ids: Iterable[str]) -> list[str]:
        """Return the names of files or rows that match no image of the kit."""


def open_source(
    path: Path,
    actual: Iterable[tuple[str, str]],
    pairing: Pairing = Pairing(),  # noqa: B008
    *,
    meaning: Meaning = lambda _: None,
    several: str = "top",
) -> Source:
    """Return the source of labels at a path: a folder of class folders, or a table.

    Args:
        path: The folder or the table.
        actual: Each number with its actual class; a table that states other classes is refused.
        pairing: How exported files, or the names in a table, are paired with numbers.
        meaning: Which folders are classes of the test.
        several: Whether only the ``top`` label of an image counts; then folders that give it several are refused.

    Raises:
        SubjectError: The path is neither.
        InputError: The table cannot be read, or it is not clear which folder is the class of an image.
    """
    if path.is_dir():
        folders = ClassFolders(path, pairing)
        folders.settle([number for number, _ in actual], meaning, several)
        return folders
    if path.is_file() and is_table(path):
        return LabelTable(path, actual, pairing)
    raise SubjectError("{file}: is neither a folder nor a table (.csv, .xlsx)", file=str(path))


class LabelTable:
    """The record of 5.3 classification c) filled in by an operator: number, optional actual class, predicted class."""

    def __init__(self, path: Path, actual: Iterable[tuple[str, str]], pairing: Pairing = Pairing()) -> None:  # noqa: B008
        self._name = path.name
        table = open_record(path, actual=False)
        self.facts: dict[str, Any] = {}
        if table.sheet is not None:
            self.facts = {"sheet": table.sheet.name} | (
                {"hidden_rows": table.sheet.hidden} if table.sheet.hidden else {}
            )
        files = {number_key(file): number for number, file in (pairing.table or {}).items()}
        self._numbers = Numbers("I")
        self._cells = Keyed(self._read(path, table, files, actual))

    def _read(
        self, path: Path, table: Table, files: dict[str, str], actual: Iterable[tuple[str, str]]
    ) -> Iterator[tuple[str, str]]:
        """Yield number and predicted class of each row, and note the row's place in the file."""
        expected: Keyed | None = None
        for row in read_record(path, table):
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
    """An album exported into folders named by class; an image in several folders has several labels."""

    def __init__(self, folder: Path, pairing: Pairing = Pairing()) -> None:  # noqa: B008
        self._folder = folder
        self._suffix = pairing.suffix
        self.facts: dict[str, Any] = {}
        # Files are matched by stem, unless a table assigns them to numbers: then names are ignored.
        table = pairing.table
        self._numbers = None if table is None else {tidy(file): number for number, file in table.items()}
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

    def settle(self, numbers: Iterable[str], meaning: Meaning, several: str) -> None:
        """Leave out folders that hold all images beside others and are no class: *All photos*, 最近项目.

        Raises:
            InputError: Only the top label counts, and an image is still in folders of several names: folders have no order.
        """
        keys = [key for key in dict.fromkeys(map(number_key, numbers)) if self._found.get(key)]
        if all(len(self._found[key]) < 2 for key in keys):
            return
        images = Counter(name for key in keys for name in self._found[key])
        whole = {name for name, count in images.items() if count == len(keys) and meaning(name) is None}
        if len(whole) == len(images):
            whole = set()
        if whole:
            self.facts = {"folders_left_out": sorted(whole)}
            self._found = {key: [name for name in names if name not in whole] for key, names in self._found.items()}
        doubtful = [key for key in keys if len({meaning(name) or f"/{folded(name)}" for name in self._found[key]}) > 1]
        if doubtful and several == "top":
            names = dict.fromkeys(name for key in doubtful for name in self._found[key])
            raise InputError(
                "{folder}: {count} images are in several folders ({folders}), for example {files}, and folders have no order; keep "
                "each image in the folder of its first label only, move folders that are no classes elsewhere, or give a table "
                "with the labels of an image, the best first",
                folder=str(self._folder),
                count=len(doubtful),
                folders=", ".join(sorted(names, key=lambda name: (meaning(name) is not None, name)))[:_SHOWN],
                files=", ".join(self._files[doubtful[0]][:_EXAMPLES])[:_SHOWN],
            )

    def labels(self, number: str) -> Given:
        """Return the folders that contain an image."""
        key = number_key(number)
        files = self._files.get(key)
        if not files:
            raise ProductError("no file of number {id} in any folder", outcome="missing", id=number)
        stems = {os.path.splitext(file.rpartition("/")[2])[0] for file in files}  # noqa: PTH122
        if self._numbers is None and len(stems) > 1:
            raise ProductError(
                "{count} outputs are named {id}: {files}; keep one",
                outcome="duplicate",
                count=len(files),
                id=number + self._suffix,
                files=", ".join(files)[:_SHOWN],
            )
        labels = tuple(Label(name) for name in self._found[key])
        data = "\n".join(label.name for label in labels).encode("utf-8", "replace")
        return Given(Answer(data, files[0], 0.0), labels)

    def unmatched_files(self, ids: Iterable[str]) -> list[str]:
        """Return the files that match no image of the kit."""
        keys = set(map(number_key, ids))
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
        # A product may leave out leading zeros.
        return str(int(stem)) if (stem := stem.removesuffix(self._suffix)).isdecimal() and len(stem) <= 18 else stem


def _readable(name: str) -> str:
    return tidy(os.fsencode(name).decode("utf-8", "replace"))
