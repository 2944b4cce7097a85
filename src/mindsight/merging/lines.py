"""The lines of one shard, each read once and in turn, and put behind another line of the whole run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from mindsight.record import canonical
from mindsight.record.log import GENESIS, chained_lines
from mindsight.record.model import Seal

Values = dict[str, Any]
_PREVIOUS = '"previous":"{}"'


class Lines:
    """The items of a shard by id. They are mostly asked for in the order of its file: only those that are passed over are noted.

    The chain is checked as it is read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._chain = chained_lines(path)
        self._file: BinaryIO | None = None
        self._passed: dict[str, tuple[int, int]] = {}
        self.last = self._byte = 0
        """Where the line begins that was read last."""
        self._count, self._head = 0, GENESIS

    def take(self, id_: str) -> tuple[bytes, Values] | None:
        """Return the line of an item and what it says; None if the shard does not hold it, or gave it before.

        Raises:
            RecordError: A line that was read on the way is no item, or does not follow the one before.
        """
        if place := self._passed.pop(id_, None):
            self._file = self._file or self._path.open("rb")
            self._file.seek(place[0])
            raw = self._file.read(place[1])
            return raw, canonical.parsed(raw)
        for raw, values in self._next():
            if values["id"] == id_:
                return raw, values
            if values["id"] in self._passed:
                break
            self._passed[values["id"]] = (self.last, len(raw))
        return None

    def more(self) -> bool:
        """Return whether there are items that nobody has taken; at the end of the file none is left."""
        return bool(self._passed) or any(True for _ in self._next())

    def seal(self) -> Seal:
        """Return how many items were read, and the hash of the last."""
        return Seal(count=self._count, head=self._head)

    def close(self) -> None:
        """Close the shard's file."""
        self._chain.close()
        if self._file is not None:
            self._file.close()

    def _next(self) -> Iterator[tuple[bytes, Values]]:
        for raw, values, head in self._chain:
            self._head = head
            self.last, self._byte = self._byte, self._byte + len(raw)
            self._count += 1
            yield raw, values


def following(raw: bytes, values: Values, head: str) -> bytes:
    """Return the line of an item as it stands behind another line, of which the hash is given; all else stays byte for byte."""
    old, new = (_PREVIOUS.format(one).encode() for one in (values["previous"], head))
    if raw.count(old) == 1:
        return raw.replace(old, new)
    # What an item holds may look like that, too.
    return canonical.line({**values, "previous": head})
