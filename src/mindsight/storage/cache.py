"""The folder of this machine in which mirrors lie: a folder for each URL, and a limit of size for all of them."""

import fcntl
import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from mindsight.decoding import decoder_errors
from mindsight.errors import StorageError
from mindsight.files.whole import write_whole
from mindsight.storage.address import Address
from mindsight.storage.remote import Stamp

INDEX = "index.json"
_GB = 10**9


@dataclass
class Index:
    """What is known of a mirror: the files as they are in storage, each with its stamp there and the hash of its bytes."""

    url: str
    files: dict[str, tuple[Stamp, str]] = field(default_factory=dict)
    unsent: bool = False
    """Whether a command that writes has begun and not everything of it is in storage."""
    sending: tuple[str, ...] = ()
    """Files that were being sent when this was written: how far they came is not known."""


@dataclass(frozen=True)
class Cache:
    """Where mirrors lie, and how many bytes of them."""

    folder: Path
    limit: int

    def place_of(self, address: Address) -> Path:
        """Return the folder of a URL's mirror and what belongs to it."""
        return self.folder / hashlib.sha256(address.url.encode()).hexdigest()[:16]

    def make_room(self, needed: int, own: Path, url: str) -> None:
        """Remove the mirrors that were not used for longest, until so many bytes have room; none that is used or holds unsent results.

        Raises:
            StorageError: It never has room.
        """
        if needed > self.limit:
            raise StorageError(
                "{url}: has {size} GB, and the cache of storage holds {limit}; set MINDSIGHT_STORAGE_LIMIT (in GB)",
                url=url,
                size=round(needed / _GB, 1),
                limit=round(self.limit / _GB, 1),
            )
        others = sorted(
            (place for place in self.folder.glob("*/" + INDEX) if place.parent != own),
            key=lambda place: place.stat().st_mtime,
        )
        sizes = {place: _size(place.parent) for place in others}
        excess = needed + sum(sizes.values()) - self.limit
        for place in others:
            if excess <= 0:
                return
            with held(place.parent / ".lock", exclusive=True) as got:
                if got and not read_index(place.parent, "").unsent:
                    shutil.rmtree(place.parent, ignore_errors=True)
                    excess -= sizes[place]


def read_index(folder: Path, url: str) -> Index:
    """Return what is known of a mirror; nothing where there is no index, or none that can be read."""
    try:
        page: Any = json.loads((folder / INDEX).read_text("utf-8"))
        files = {name: (Stamp(size, mark), digest) for name, (size, mark, digest) in page["files"].items()}
        return Index(page["url"], files, bool(page["unsent"]), tuple(page["sending"]))
    except decoder_errors(OSError):
        return Index(url)


def write_index(folder: Path, index: Index) -> None:
    """Write what is known of a mirror, whole or not at all."""
    files = {name: [stamp.size, stamp.mark, digest] for name, (stamp, digest) in sorted(index.files.items())}
    page = {"url": index.url, "unsent": index.unsent, "sending": list(index.sending), "files": files}
    write_whole(folder / INDEX, json.dumps(page).encode())


@contextmanager
def held(file: Path, *, exclusive: bool, wait: bool = False) -> Iterator[IO[str] | None]:
    """Hold a lock while the block runs; give None where another process has it. It falls with the process."""
    with file.open("a") as lock:
        try:
            fcntl.flock(lock, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            yield None
            return
        yield lock


def _size(folder: Path) -> int:
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file())
