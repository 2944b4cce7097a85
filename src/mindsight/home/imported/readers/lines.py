"""Rows from JSON Lines, from a JSON list, and from CSV: read as a stream, a line or an entry at a time."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mindsight.decoding import decoder_errors, reading, why
from mindsight.errors import MissingExtra
from mindsight.home.imported.readers.row import Row
from mindsight.shallow import Shallow
from mindsight.text import Text, text

LONGEST = 1 << 24
"""Bytes of a row."""
FILE = "_file"
"""The field that every row has: the name of the file that it is from, without its ending."""


def rows_of_lines(file: Path) -> Iterator[Row]:
    """Yield the rows of a file with a JSON object in each line; empty lines count and are passed over."""
    with file.open("rb") as stream:
        number = 0
        while data := stream.readline(LONGEST + 1):
            number += 1
            place = f"{file.name}:{number}"
            if len(data) > LONGEST and not data.endswith(b"\n"):
                while (rest := stream.readline(LONGEST)) and not rest.endswith(b"\n"):
                    pass
                yield Row(place, {}, text("the line is longer than {bytes} bytes", bytes=LONGEST))
            elif data.strip():
                yield _row(place, data, file)


def _row(place: str, data: bytes, file: Path) -> Row:
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except decoder_errors() as error:
        return Row(place, {}, text("is not valid JSON ({reason})", reason=why(error, "JSON")))
    return of_object(place, found, file)


def of_object(place: str, found: Any, file: Path) -> Row:
    """Return a row of an entry that should be a JSON object."""
    if not isinstance(found, dict):
        return Row(place, {}, text("is no JSON object"))
    return Row(place, {FILE: file.stem, **found})


def rows_of_list(file: Path) -> Iterator[Row]:
    """Yield the rows of a file that is one JSON list of objects; damage ends the list with a row that says so."""
    ijson = need_ijson()
    number = 0
    try:
        with file.open("rb") as stream:
            for number, found in enumerate(ijson.items(Shallow(stream), "item", use_float=True), 1):
                yield of_object(f"{file.name}[{number}]", found, file)
    except decoder_errors() as error:
        yield Row(f"{file.name}[{number + 1}]", {}, damaged(error))


def damaged(error: BaseException, form: str = "JSON") -> Text:
    """Return that a list is damaged from here on."""
    return text("is not valid {form} ({reason}); nothing after it was read", form=form, reason=why(error, form))


def need_ijson() -> Any:
    """Return the library that reads JSON as a stream.

    Raises:
        MissingExtra: It is not installed.
    """
    try:
        import ijson
    except ImportError as error:
        raise MissingExtra("lists in JSON need ijson; run: pip install 'mindsight[import]'") from error
    return ijson


def rows_of_csv(file: Path) -> Iterator[Row]:
    """Yield the rows of a CSV file with names in its first line."""
    number = 1
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream)
            while reader.fieldnames is not None and not any(reader.fieldnames):
                reader.fieldnames = None  # an empty line above the heading
            for number, found in enumerate(reader, 2):
                known = {name: value for name, value in found.items() if name is not None and value is not None}
                yield Row(f"{file.name}:{number}", {FILE: file.stem, **known})
    except decoder_errors() as error:
        yield Row(f"{file.name}:{number + 1}", {}, damaged(error, "CSV"))


def first_letter(file: Path) -> str:
    """Return the first letter of a file that is no space; empty if there is none among the first thousands.

    Raises:
        InputError: The file cannot be read.
    """
    with reading(file, "JSON"), file.open("rb") as stream:
        return stream.read(4096).decode("utf-8-sig", "replace").lstrip()[:1]
