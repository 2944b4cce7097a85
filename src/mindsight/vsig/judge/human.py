"""Read people's marks of descriptions from a table, and write the empty table for them, which shows no other marks.

The table is a CSV in UTF-8 with a header; its columns are ``sample``, ``target`` (1, 2, …), ``rater`` and ``mark`` (``right``,
``partly``, ``wrong``, or 1, 0.5, 0), in any order. Other columns are not read. A line without a mark is skipped.
"""

import csv
import io
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from mindsight.errors import InputError
from mindsight.record.model import Item
from mindsight.vsig.dataset.samples import Sample
from mindsight.vsig.judge.replies import MARKS

NAME = "human-marks.csv"
COLUMNS = ("sample", "target", "rater", "mark")
_SHOWN = ("name", "said")
_MOST_BYTES = 64 << 20
_WORDS = {**MARKS, "1": 1.0, "1.0": 1.0, "0.5": 0.5, "0": 0.0, "0.0": 0.0, "对": 1.0, "部分对": 0.5, "错": 0.0}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Marks(NamedTuple):
    """Each rater's marks, by sample and target; raters in the order of their names."""

    raters: tuple[str, ...]
    of: tuple[Mapping[tuple[str, str], float], ...]

    @property
    def medians(self) -> dict[tuple[str, str], float]:
        """The median mark of each marked description."""
        places = sorted({place for own in self.of for place in own})
        return {place: median(own[place] for own in self.of if place in own) for place in places}


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a table after checking that it can be read.

    Raises:
        InputError: It cannot; the message names the line, the fault and the remedy.
    """
    try:
        status = path.stat()
        # A pipe or a device may never end.
        if not stat.S_ISREG(status.st_mode):
            raise InputError("{file}: is not a file", file=str(path))
        if status.st_size > _MOST_BYTES:
            raise InputError("{file}: is larger than any table of marks", file=str(path))
        page = path.read_bytes()
    except OSError as error:
        raise InputError("{file}: there is no such file with marks", file=str(path)) from error
    marks_in(page, str(path))
    return page


def marks_in(page: bytes, file: str) -> Marks:
    """Return the marks in a table.

    ``file`` is the name of the table, for messages.

    Raises:
        InputError: A column is missing, a mark is invalid, or a rater has marked a description twice.
    """
    by_rater: dict[str, dict[tuple[str, str], float]] = {}
    for line, row in _rows(page, file):
        word = row["mark"].strip().lower()
        if not word:
            continue
        if word not in _WORDS:
            raise InputError(
                "{file}: line {line}: {found} is not a mark; write right, partly or wrong",
                file=file,
                line=line,
                found=word[:40],
            )
        place = (row["sample"].strip(), row["target"].strip())
        own = by_rater.setdefault(row["rater"].strip(), {})
        if place in own:
            raise InputError(
                "{file}: line {line}: this rater has marked target {target} of {sample} before",
                file=file,
                line=line,
                target=place[1][:40],
                sample=place[0][:80],
            )
        own[place] = _WORDS[word]
    if not by_rater:
        raise InputError("{file}: holds no marks; fill in the column mark", file=file)
    raters = tuple(sorted(by_rater))
    return Marks(raters, tuple(by_rater[rater] for rater in raters))


def sheet(samples: Sequence[Sample], items: Mapping[str, Item]) -> bytes:
    """Return the table for raters: each description beside the right name, without marks of a judge or of slots."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*COLUMNS, *_SHOWN])
    for sample in samples:
        item = items.get(sample.id)
        if item is None or item.outcome != "scored":
            continue
        for number, (target, said) in enumerate(zip(sample.targets, item.parsed["predictions"], strict=False), 1):
            words = str(said["description"])
            if words.strip():
                writer.writerow([sample.id, number, "", "", _cell(target.name), _cell(words)])
    # Excel reads a CSV as UTF-8 only with a byte order mark.
    return out.getvalue().encode("utf-8-sig")


def _rows(page: bytes, file: str) -> Iterator[tuple[int, dict[str, str]]]:
    try:
        words = page.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("{file}: is not text in UTF-8", file=file) from error
    reader = csv.DictReader(io.StringIO(words, newline=""), restval="")
    try:
        while reader.fieldnames is not None and not any(reader.fieldnames):
            reader.fieldnames = None  # an empty line above the heading
        _check_columns(reader.fieldnames or (), file)
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise InputError("{file}: line {line} cannot be read as CSV", file=file, line=reader.line_num) from error


def _check_columns(names: Sequence[str], file: str) -> None:
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        raise InputError(
            "{file}: there is no column {names}; a table of marks has the columns {all}",
            file=file,
            names=", ".join(missing),
            all=", ".join(COLUMNS),
        )
    doubled = [name for name in COLUMNS if names.count(name) > 1]
    if doubled:
        raise InputError(
            "{file}: the column {names} occurs twice; keep one of them", file=file, names=", ".join(doubled)
        )


def _cell(words: str) -> str:
    """Return text for a cell: a spreadsheet must not run a subject's words as a formula."""
    shown = words[:1000]
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
