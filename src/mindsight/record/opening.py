"""The one door to a finished run: what will be read of it must have the bytes that its seal lists.

Anybody can renew a seal: the door shows what was changed without that. What else is wrong of a record, ``mindsight verify`` finds.
"""

import os
import stat
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from mindsight.errors import RecordError
from mindsight.record import canonical
from mindsight.record.folder import CHECKER, MANIFEST, MEDIA, REPORT, SUMS, RunFolder, media_path

_WRITTEN_FOR_OTHERS = frozenset({REPORT, CHECKER})
"""Files that nothing is read from: a page and a program."""


def open_sealed(path: Path, uses: Collection[str] | None = None) -> RunFolder:
    """Open a finished run whose files are as they were sealed.

    Args:
        path: The run folder.
        uses: Names of the files that will be read beside the manifest; by default all of the folder itself that something is read from.
            Pictures are ``refuse_changed_media``'s matter.

    Raises:
        RecordError: The run is unfinished, a shard or without a seal, or a file was changed, is missing or came later; names the file.
    """
    run = RunFolder.open(path)
    if (path / SUMS).is_file():
        refuse_changed_files(run, uses)
    _refuse_unfinished(run)
    if not (path / SUMS).is_file():
        raise RecordError(
            "{folder}: has no {file}, so nobody knows whether it was changed; check and seal it with: mindsight report "
            "{folder}",
            folder=str(path),
            file=SUMS,
        )
    return run


def refuse_changed_files(run: RunFolder, uses: Collection[str] | None = None) -> None:
    """Refuse files of a sealed run that are not as they were sealed; ``uses`` as in ``open_sealed``.

    Raises:
        RecordError: One was changed, is missing or came later.
    """
    listed = dict(_listed(run.path))
    names = {MANIFEST, *uses} if uses is not None else (listed.keys() | _files_in(run.path)) - _WRITTEN_FOR_OTHERS
    for name in sorted(names, key=lambda name: (name != MANIFEST, name)):
        digest = _digest_of(run.path / name)
        if digest is None:
            raise RecordError(
                "{file}: is missing; see what else with: mindsight verify {folder}",
                file=str(run.path / name),
                folder=str(run.path),
            )
        if name not in listed:
            raise RecordError("{file}: came after the run was sealed; move it elsewhere", file=str(run.path / name))
        if digest != listed[name]:
            raise _changed(run, run.path / name)


def refuse_changed_media(run: RunFolder, names: Iterable[str]) -> None:
    """Refuse pictures of a run that have not the hash which is their name; one that was not kept is none of them.

    Raises:
        RecordError: One was changed.
    """
    for name in names:
        path = media_path(run.path / MEDIA, Path(name).name)
        if _digest_of(path) not in {None, Path(name).stem}:
            raise _changed(run, path)


def _changed(run: RunFolder, file: Path) -> RecordError:
    return RecordError(
        "{file}: was changed since it was sealed; see how with: mindsight verify {folder}",
        file=str(file),
        folder=str(run.path),
    )


def _refuse_unfinished(run: RunFolder) -> None:
    manifest = run.manifest
    if manifest.state == "complete":
        return
    if manifest.shard is not None:
        raise RecordError("{folder}: is a shard of a run; join the shards with: mindsight merge", folder=str(run.path))
    raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run.path))


def _listed(path: Path) -> Iterator[tuple[str, str]]:
    """Yield name and hash of the sealed files that lie in the folder itself; the seal of many pictures is long."""
    with (path / SUMS).open("rb") as sums:
        for line in sums:
            digest, _, name = os.fsdecode(line).rstrip("\n").partition("  ")
            if "/" not in name:
                yield name, digest


def _files_in(path: Path) -> set[str]:
    """Return the names of the files of the folder itself; nothing is read from hidden ones."""
    with os.scandir(path) as files:
        return {file.name for file in files if file.is_file() and not file.name.startswith(".")} - {SUMS}


def _digest_of(path: Path) -> str | None:
    """Return the hash of a file; None if there is none, and an empty word for a link, which no record has."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return ""
    return _hashed(path, (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_dev))


@lru_cache(maxsize=1024)
def _hashed(path: Path, _stamp: tuple[int, ...]) -> str:
    """Return the hash of a file, read once as long as size, times and inode stay the same."""
    return canonical.sha256_of_file(path)
