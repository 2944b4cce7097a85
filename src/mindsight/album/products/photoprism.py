"""5.3 classification b), c): convert labels given by PhotoPrism to a table for ``album score``.

PhotoPrism answers ``GET /api/v1/photos/{uid}`` with a JSON object that contains ``UID``, ``Name``, ``OriginalName``, ``Files`` and
``Labels``, each label with ``LabelSrc`` (its source), ``Uncertainty`` (0 to 100, 100 less the confidence) and ``Label.Name``. The operator
saves these answers, one per file or several in a list.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mindsight.album.classification.labels import tidy
from mindsight.album.kits.columns import Row
from mindsight.decoding import json_in, reading
from mindsight.errors import InputError
from mindsight.reasons import reason_of

NOT_OF_THE_IMAGE = frozenset(
    {"manual", "batch", "admin", "title", "caption", "subject", "keyword", "name", "meta", "xmp", "yaml", "file"}
    | {"location", "estimate", "marker", "default"}
)
"""Sources of labels that were not derived from the image itself: people, names, places, metadata."""

REMOVED = 100
"""The uncertainty of a label that a user removed."""

HEADER = ("number", "predicted class", "uncertainty")

_NUMBER = re.compile(r"[0-9]{4,12}")
_BETWEEN = re.compile(r"[|;｜；]")
_LARGEST = 1 << 30


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class _Name(_Part):
    name: str = Field(alias="Name")


class _Label(_Part):
    source: str = Field(alias="LabelSrc")
    uncertainty: int = Field(alias="Uncertainty", ge=0, le=100)
    label: _Name | None = Field(alias="Label")


class _File(_Part):
    name: str = Field(default="", alias="Name")
    original: str = Field(default="", alias="OriginalName")
    primary: bool = Field(default=False, alias="Primary")


class _Photo(_Part):
    uid: str = Field(alias="UID", max_length=200)
    name: str = Field(default="", alias="Name")
    original: str = Field(default="", alias="OriginalName")
    labels: list[_Label] | None = Field(alias="Labels")
    files: list[_File] | None = Field(default=None, alias="Files")


class Imported(NamedTuple):
    """The result of reading: a row per photo sorted by number, and the number of labels left out by source."""

    rows: tuple[Row, ...]
    left_out: dict[str, int]


def read_answers(path: Path) -> Imported:
    """Return the labels of saved answers, the most certain of each photo first.

    Args:
        path: A JSON file with one answer or a list of them, or a folder of such files.

    Raises:
        InputError: A file is not an answer, a photo has no number of a kit, or two have the same; the message says which.
    """
    found: dict[str, tuple[str, Row]] = {}
    left_out: Counter[str] = Counter()
    for file in _files(path):
        for photo in _photos(file):
            number = _number(file, photo)
            if number in found:
                raise InputError(
                    "{file}: the photos {one} and {other} are both number {number}; keep one",
                    file=str(file),
                    one=found[number][0],
                    other=photo.uid,
                    number=number,
                )
            labels = photo.labels or []
            left_out.update(label.source for label in labels if label.source in NOT_OF_THE_IMAGE)
            found[number] = (photo.uid, _row(number, labels))
    if not found:
        raise InputError("{file}: holds no answers of PhotoPrism", file=str(path))
    return Imported(tuple(found[number][1] for number in sorted(found)), dict(left_out.most_common()))


def table_rows(imported: Imported) -> Iterator[Row]:
    """Yield the table's rows, the header first."""
    yield list(HEADER)
    yield from imported.rows


def _row(number: str, labels: Iterable[_Label]) -> Row:
    """Return number, names and uncertainties, without labels added by people or metadata and removed ones."""
    own = [
        (label.uncertainty, name)
        for label in labels
        if label.source not in NOT_OF_THE_IMAGE and label.uncertainty < REMOVED and label.label is not None
        if (name := tidy(label.label.name))
    ]
    own.sort(key=lambda one: one[0])
    return [number, "|".join(_BETWEEN.sub("/", name) for _, name in own), "|".join(str(one) for one, _ in own)]


def _number(file: Path, photo: _Photo) -> str:
    """Return a photo's number in the kit: PhotoPrism renames what it imports but keeps the old name."""
    files = sorted(photo.files or [], key=lambda one: not one.primary)
    names = [photo.original, *(one.original for one in files), photo.name, *(one.name for one in files)]
    for name in names:
        stem = PurePosixPath(name).name.partition(".")[0]
        if _NUMBER.fullmatch(stem):
            return stem
    raise InputError(
        "{file}: the photo {uid} has no number of the kit, neither as original name nor as file name: {names}",
        file=str(file),
        uid=photo.uid,
        names=" · ".join(filter(None, names))[:200] or "–",
    )


def _files(path: Path) -> list[Path]:
    return sorted(path.glob("*.json")) if path.is_dir() else [path]


def _photos(file: Path) -> Iterator[_Photo]:
    values = _loaded(file)
    for place, value in enumerate(values if isinstance(values, list) else [values], start=1):
        try:
            yield _Photo.model_validate(value)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            if first["loc"] == ("Labels",) and first["type"] == "missing":
                raise InputError(
                    "{file}: photo {place} has no Labels, as in a list of search results; save the answers of GET "
                    "/api/v1/photos/UID",
                    file=str(file),
                    place=place,
                ) from error
            field = ".".join(str(part) for part in (place, *first["loc"]))[:160]
            raise InputError(
                "{file}: field {field}: {reason}",
                file=str(file),
                field=field,
                reason=reason_of(first["msg"], "pydantic"),
            ) from error


def _loaded(file: Path) -> Any:
    with reading(file, "JSON"), file.open("rb") as stream:
        data = stream.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise InputError("{file}: is larger than 1 GiB; save fewer answers to a file", file=str(file))
        return json_in(data)
