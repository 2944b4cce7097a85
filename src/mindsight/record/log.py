"""``items.jsonl`` and its like: one line per entry, appended and flushed as it comes, each with the hash of the line before."""

import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from pydantic import BaseModel, ValidationError

from mindsight.decoding import decoder_errors
from mindsight.errors import RecordError
from mindsight.reasons import system_reason
from mindsight.record import canonical
from mindsight.record.model import Item, Seal
from mindsight.record.reading.spill import Words
from mindsight.record.reading.strict import refuse_overfull

if TYPE_CHECKING:
    from mindsight.record.columns import Numbers

GENESIS = "0" * 64
"""``previous`` of the first line."""
_LONGEST = 1 << 26
"""Bytes; a line as long as this is no item, and is not read into memory whole."""

Line = TypeVar("Line", bound=BaseModel)


class Entry(Protocol):
    """What can be appended: a model with an id of its own, such as an item or a rating."""

    @property
    def id(self) -> str:
        """The entry's id, once in a file."""

    def model_dump(self, *, mode: str) -> dict[str, Any]:
        """Return the entry as plain values."""


class ItemLog:
    """The items of a run, open for appending.

    Opening an existing file checks the chain, drops a torn last line (the process was killed while writing it) and
    knows which items are finished.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.finished = Words()
        self._head = GENESIS
        # Unbuffered: what a full disk refused must not be written later, behind our back.
        self._file = path.open("ab", buffering=0)
        try:
            self._recover()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, draft: Entry) -> None:
        """Add an item to the chain; when this returns, a killed process no longer loses it."""
        values = draft.model_dump(mode="json")
        values["previous"] = self._head
        data = canonical.line(values)
        rest = memoryview(data)
        with naming(self.path):
            while rest:
                rest = rest[self._file.write(rest) :]
        self._head = canonical.sha256(data[:-1])
        self.finished.add(draft.id)

    def seal(self) -> Seal:
        """Return the number of items and the end of the chain."""
        return Seal(count=len(self.finished), head=self._head)

    def close(self) -> None:
        """Bring everything to the disk and close the file."""
        if not self._file.closed:
            os.fsync(self._file.fileno())
            self._file.close()

    def _recover(self) -> None:
        whole = 0
        for number, raw in enumerate(_raw_lines(self.path), start=1):
            if not raw.endswith(b"\n"):
                break
            values = _parse(raw, self.path, number)
            if values["previous"] != self._head:
                raise RecordError(
                    "{file}: line {line} does not follow the line before it; the record was changed and cannot be "
                    "resumed; start a new run",
                    file=str(self.path),
                    line=number,
                )
            self._head = canonical.sha256(raw[:-1])
            self.finished.add(values["id"])
            whole += len(raw)
        self._file.truncate(whole)


def read_items(path: Path) -> Iterator[Item]:
    """Yield the items of a log one by one, leaving out a torn last line."""
    return read_lines(path, Item)


def read_lines(path: Path, kind: type[Line]) -> Iterator[Line]:
    """Yield the lines of a chained file one by one as models of a kind, leaving out a torn last line."""
    for number, raw in enumerate(_raw_lines(path), start=1):
        if raw.endswith(b"\n"):
            try:
                line = kind.model_validate_json(raw)
            except ValidationError:
                line = _model(kind, _parse(raw, path, number), path, number)
            yield line


class InOrder(Iterable[Item]):
    """The items of a log in the order of their ids, read anew each time; at most their places are kept."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._order = None if self._is_ascending() else self._sorted()

    def __iter__(self) -> Iterator[Item]:
        if self._order is None:
            yield from read_items(self._path)
            return
        with self._path.open("rb") as file:
            for byte in self._order:
                file.seek(byte)
                yield Item.model_validate_json(file.readline())

    def _is_ascending(self) -> bool:
        return all(one <= other for one, other in pairwise(id_ for id_, _ in self._places()))

    def _sorted(self) -> "Numbers":
        from mindsight.record.columns import Names, Numbers

        ids, bytes_, ordered = Names(), Numbers("q"), Numbers("q")
        for id_, byte in self._places():
            ids.add(id_)
            bytes_.append(byte)
        _, order = ids.sorted()
        ordered.add_array(bytes_.array() if order is None else bytes_.array()[order])
        return ordered

    def _places(self) -> Iterator[tuple[str, int]]:
        byte = 0
        for number, raw in enumerate(_raw_lines(self._path), start=1):
            if raw.endswith(b"\n"):
                yield _parse(raw, self._path, number)["id"], byte
            byte += len(raw)


def read_chained(path: Path, kind: type[Line]) -> Iterator[tuple[Line, str]]:
    """Yield the lines of a chained file as models, each with its hash, and check that each follows the one before.

    Raises:
        RecordError: The file cannot be read, a line is of another kind, or the chain is broken; names the line.
    """
    for number, (_, values, head) in enumerate(chained_lines(path), start=1):
        yield _model(kind, values, path, number), head


def chained_lines(path: Path) -> Generator[tuple[bytes, dict[str, Any], str], None, None]:
    """Yield the lines of a chained file, each with what it says and its hash, and check that each follows the one before.

    Raises:
        RecordError: The file cannot be read, a line is no entry, or the chain is broken; names the line.
    """
    head = GENESIS
    for number, raw in enumerate(_raw_lines(path), start=1):
        if not raw.endswith(b"\n"):
            return
        values = _parse(raw, path, number)
        if values["previous"] != head:
            raise RecordError(
                "{file}: line {line} does not follow the line before it; the file was changed",
                file=str(path),
                line=number,
            )
        head = canonical.sha256(raw[:-1])
        yield raw, values, head


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Give a failed write the name of its file: the system gives it only where opening failed."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def _raw_lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            number = 0
            while raw := file.readline(_LONGEST):
                number += 1
                if len(raw) == _LONGEST:
                    raise _no_item(path, number)
                try:
                    refuse_overfull(raw)
                except ValueError as error:
                    raise _no_item(path, number) from error
                yield raw
    except OSError as error:
        raise RecordError("{file}: cannot be read ({reason})", file=str(path), reason=system_reason(error)) from error


def _parse(raw: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        values = canonical.parsed(raw)
        if not (isinstance(values["previous"], str) and isinstance(values["id"], str)):
            raise TypeError
    except decoder_errors() as error:
        raise _no_item(path, number) from error
    return values  # type: ignore[no-any-return]


def _model(kind: type[Line], values: dict[str, Any], path: Path, number: int) -> Line:
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        raise _no_item(path, number) from error


def _no_item(path: Path, number: int) -> RecordError:
    return RecordError("{file}: line {line} is not an item of a record", file=str(path), line=number)
