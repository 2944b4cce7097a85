"""The folder of this machine that stands for a URL while a command works: brought before it, and sent back after it.

Storage has no append and no lock. So a run is worked on here and sent in an order in which every beginning can be resumed, and nothing
is written over what somebody else has changed there.
"""

import fcntl
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TypeVar

from mindsight.errors import RecordError, StorageError
from mindsight.record.canonical import sha256_of_file
from mindsight.record.folder import ITEMS, MANIFEST, SUMS
from mindsight.storage.address import Address
from mindsight.storage.cache import INDEX, Cache, held, read_index, write_index
from mindsight.storage.remote import Remote, Stamp

Progress = Callable[[int, int], None]
_AT_ONCE = 8
_AFTER = {ITEMS: 1, MANIFEST: 2, SUMS: 3}
"""What is sent after all else, in this order: items after the pictures that they name, the seal last."""
_Signature = tuple[int, int, int]
R = TypeVar("R")


class Mirror:
    """A URL and its folder here, from ``open`` to ``close``."""

    def __init__(self, address: Address, cache: Cache, *, written: bool = False, new: bool = False) -> None:
        """Name the place; nothing is read yet.

        Args:
            address: The URL.
            cache: Where the folder lies.
            written: Whether the command writes there.
            new: Whether nothing may be there yet but one file.
        """
        self.address, self.written, self.new = address, written, new
        self._cache = cache
        self.folder = cache.place_of(address)
        self.path = self.folder / address.name
        self._locks = ExitStack()
        self._seen: dict[str, _Signature] = {}
        self._remote: Remote | None = None

    @property
    def remote(self) -> Remote:
        """The storage, connected when it is first asked."""
        self._remote = self._remote or Remote(self.address)
        return self._remote

    def open(self, progress: Progress = lambda _done, _all: None) -> None:
        """Make the folder here what is in storage; results that were never sent stay, and go there first.

        Raises:
            StorageError: The storage cannot be read, changes meanwhile, has no room here, or another command uses the folder.
            RecordError: Something is there where a new folder is to be made.
        """
        if self.written and self.address.read_only:
            raise StorageError("{url}: can only be read; write to a folder or a bucket", url=self.address.url)
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            self._open(progress)
        except BaseException:
            self.close()
            raise

    def _open(self, progress: Progress) -> None:
        with held(self.folder / ".turn", exclusive=True, wait=True):
            self.index = read_index(self.folder, self.address.url)
            unsent = self.index.unsent and self.path.exists()
            self._lock = self._hold(exclusive=self.written or unsent)
            there = self.remote.listing()
            if unsent:
                self._refuse_foreign(there)
                if not self.written:
                    self.send()
            else:
                self._bring(there, progress)
            self.index.unsent = self.written
            write_index(self.folder, self.index)
            if not self.written:
                fcntl.flock(self._lock, fcntl.LOCK_SH)

    def send(self, progress: Progress = lambda _done, _all: None, *, growing: bool = False) -> int:
        """Make storage what the folder here is, and return the number of files that were sent.

        Raises:
            StorageError: The storage cannot be written, or was changed by somebody else; what is here stays.
        """
        with tempfile.TemporaryDirectory(dir=self.folder, prefix=".sending-") as stand:
            # Before the pictures are listed: every picture that these lines name is then there.
            copies = self._copies(Path(stand)) if growing else {}
            files = {name: copies.get(name, file) for name, file in self._local() if not (growing and name == SUMS)}
            signatures = {name: _signature(file) for name, file in files.items()}
            digests = {
                name: sha256_of_file(file) for name, file in files.items() if self._seen.get(name) != signatures[name]
            }
            changed = [name for name, digest in digests.items() if self._digest(name) != digest]
            # Where the whole folder is gone, somebody took it away: that is no wish to empty the storage.
            kept = growing or not self.path.exists()
            gone = [] if kept else [name for name in self.index.files if name not in files]
            if changed or gone:
                self._refuse_foreign(self.remote.listing())
                self.index.sending = (*changed, *gone)
                write_index(self.folder, self.index)
                self._write(files, digests, changed, gone, progress)
            self._seen |= {name: one for name, one in signatures.items() if name not in copies}
        self.index.sending = ()
        self.index.unsent = growing
        write_index(self.folder, self.index)
        return len(changed)

    def beside(self) -> list[str]:
        """Return what lies beside the folder here and stands for nothing in storage."""
        ours = {self.path.name, INDEX}
        return [str(one) for one in self.folder.iterdir() if one.name not in ours and not one.name.startswith(".")]

    def close(self) -> None:
        """Let others use the folder here."""
        self._locks.close()

    def _hold(self, *, exclusive: bool) -> IO[str]:
        lock = self._locks.enter_context(held(self.folder / ".lock", exclusive=exclusive))
        if lock is None:
            raise StorageError("{url}: another command on this machine uses it; wait for its end", url=self.address.url)
        return lock

    def _bring(self, there: Mapping[str, Stamp], progress: Progress) -> None:
        if self.new and any(there):
            raise RecordError(
                "{folder}: is not empty; choose another --out or continue with --resume", folder=self.address.url
            )
        if not there and not self.written:
            raise StorageError("{url}: nothing is there", url=self.address.url)
        here = dict(self._local())
        kept = {name for name, stamp in there.items() if self._is_here(name, stamp, here)}
        missing = [name for name in there if name not in kept]
        left = [name for name in here if name not in there]
        if missing or left:
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise StorageError(
                    "{url}: was changed there while another command on this machine uses it; wait for its end",
                    url=self.address.url,
                ) from error
        self._cache.make_room(sum(stamp.size or 0 for stamp in there.values()), self.folder, self.address.url)
        self.index.files = {name: known for name, known in self.index.files.items() if name in kept}
        for name in left:
            here[name].unlink()
        if ("" in there and self.path.is_dir()) or (there and "" not in there and self.path.is_file()):
            shutil.rmtree(self.path) if self.path.is_dir() else self.path.unlink()
        try:
            for done, (name, digest) in enumerate(
                _side_by_side(lambda name: self._fetch(name, there[name]), missing), 1
            ):
                self.index.files[name] = (there[name], digest)
                progress(done, len(missing))
            self._refuse_restless(there, self.remote.listing() if missing else there)
        finally:
            write_index(self.folder, self.index)
        self._seen = {name: _signature(self._place(name)) for name in there}

    def _fetch(self, name: str, stamp: Stamp) -> str:
        target = self._place(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f".{target.name[:200]}.coming")
        try:
            self.remote.fetch(name, partial, stamp)
            digest = sha256_of_file(partial)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
        return digest

    def _write(
        self,
        files: Mapping[str, Path],
        digests: Mapping[str, str],
        changed: Iterable[str],
        gone: Iterable[str],
        progress: Progress,
    ) -> None:
        for name in sorted(gone, key=_order, reverse=True):
            self.remote.remove(name)
            del self.index.files[name]
        waiting = sorted(changed, key=_order)
        done = 0
        for turn in sorted({_order(name) for name in waiting}):
            batch = [name for name in waiting if _order(name) == turn]
            for name, stamp in _side_by_side(lambda name: self.remote.store(name, files[name]), batch):
                self.index.files[name] = (stamp, digests[name])
                done += 1
                progress(done, len(waiting))

    def _copies(self, stand: Path) -> dict[str, Path]:
        """Copy what is written while the command works, as it is now; the manifest first."""
        found = {}
        for name in (MANIFEST, ITEMS):
            if (self.path / name).is_file():
                found[name] = Path(shutil.copyfile(self.path / name, stand / name))
        return found

    def _is_here(self, name: str, stamp: Stamp, here: Mapping[str, Path]) -> bool:
        known = self.index.files.get(name)
        return known is not None and known[0] == stamp and name in here and sha256_of_file(here[name]) == known[1]

    def _refuse_restless(self, before: Mapping[str, Stamp], after: Mapping[str, Stamp]) -> None:
        moved = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        for name in moved:
            self.index.files.pop(name, None)
        if moved:
            raise self.remote.changed(moved[0])

    def _refuse_foreign(self, there: Mapping[str, Stamp]) -> None:
        """Refuse to go on where somebody else has changed in storage what was brought from there or sent."""
        known = {name: stamp for name, (stamp, _) in self.index.files.items()}
        for name in sorted(known.keys() | there.keys()):
            if known.get(name) != there.get(name) and name not in self.index.sending:
                raise StorageError(
                    "{url}: {name} was changed there by somebody else, so nothing is written; the results made here lie in {folder}. "
                    "Copy them to a place of their own, then remove that folder",
                    url=self.address.url,
                    name=name or self.address.name,
                    folder=str(self.path),
                )

    def _digest(self, name: str) -> str | None:
        known = self.index.files.get(name)
        return None if known is None else known[1]

    def _place(self, name: str) -> Path:
        return self.path / name if name else self.path

    def _local(self) -> Iterator[tuple[str, Path]]:
        """Yield the files here by their names in storage; hidden ones are nobody's results."""
        if self.path.is_file():
            yield "", self.path
        for file in self.path.rglob("*") if self.path.is_dir() else ():
            name = file.relative_to(self.path)
            if not any(part.startswith(".") for part in name.parts) and file.is_file():
                yield name.as_posix(), file


def _order(name: str) -> int:
    return _AFTER.get(name, 0)


def _signature(file: Path) -> _Signature:
    found = file.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _side_by_side(action: Callable[[str], R], names: Iterable[str]) -> Iterator[tuple[str, R]]:
    """Yield names with what an action returns for them; after an error nothing more is begun."""
    names = list(names)
    pool = ThreadPoolExecutor(_AT_ONCE)
    try:
        yield from zip(names, pool.map(action, names), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)
