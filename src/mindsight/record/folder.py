"""A run folder: the files of ``model`` on the disk, its pictures by hash, and the seal over all of them."""

import fcntl
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from mindsight.decoding import reading
from mindsight.errors import InputError, RecordError
from mindsight.files.whole import PARTIAL, Content, Pieces, pieces_of, write_partial, write_whole
from mindsight.record import canonical
from mindsight.record.checker import pack
from mindsight.record.log import InOrder, ItemLog, naming, read_items
from mindsight.record.model import Item, Manifest, Results

MANIFEST = "manifest.json"
ITEMS = "items.jsonl"
RESULTS = "results.json"
SCORES = "scores.csv"
MEDIA = "media"
CHECKER = "check_run.py"
SUMS = "SHA256SUMS"
REPORT = "report.html"
SIGNATURES = "signatures"
SIGNATURE_FILE = re.compile(SIGNATURES + r"/([0-9]{3})-([0-9a-f]{8})\.(json|tsr|sigstore\.json)")
"""Files that are no part of the seal, since they come after it: signatures over it, their time stamps and log proofs."""
_LOCK = ".lock"
_OURS = re.compile(r"\..+\.[0-9]+\.partial")
MANY = 10_000
"""Items from which on a run's media lie in 256 folders, by the first two digits of their names."""
_SHARE = re.compile("[0-9a-f]{2}")

Model = TypeVar("Model", bound=BaseModel)


class RunFolder:
    """Reads and writes the files of one run; knows their names and nothing of their meaning."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held = False

    @classmethod
    def create(cls, path: Path, manifest: Manifest, *, data: Path) -> "RunFolder":
        """Make a new run folder with its manifest, a copy of the data's list and the checker.

        Raises:
            RecordError: The folder exists and is not empty.
        """
        run = cls(path)
        path.mkdir(parents=True, exist_ok=True)
        # Two processes may be given the same folder: only one of them may name the subject.
        with run.locked():
            refuse_used(path, manifest)
            (path / MEDIA).mkdir(exist_ok=True)
            for number in range(256 if manifest.data.instances >= MANY else 0):
                (path / MEDIA / f"{number:02x}").mkdir(exist_ok=True)
            # Not copied by the system, which names the source where the copy finds no room.
            run.write(manifest.data.file, Pieces(data))
            run.write(CHECKER, pack())
            # Last: a folder with a manifest is a run that can be resumed.
            run.write_model(MANIFEST, manifest)
        return run

    @classmethod
    def open(cls, path: Path) -> "RunFolder":
        """Open an existing run folder.

        Raises:
            RecordError: There is no manifest in it.
        """
        if not (path / MANIFEST).is_file():
            raise RecordError("{folder}: is not a run folder (it has no manifest.json)", folder=str(path))
        run = cls(path)
        run.refuse_odd_files()
        return run

    def refuse_odd_files(self) -> None:
        """Refuse pipes, devices and links to nowhere in the place of files: a reader would wait or never come to an end.

        Raises:
            RecordError: There is one in the folder or in ``media``.
        """
        for folder in (self.path, *_media_folders(self.path / MEDIA)):
            with os.scandir(folder) if folder.is_dir() else nullcontext(()) as files:
                odd = next((file.path for file in files if not _ordinary(file)), None)
            if odd is not None:
                raise RecordError("{file}: is no ordinary file; nothing can be read from it", file=odd)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep a second process from writing to the same run; the lock falls with the process, and may be taken again."""
        if self._held:
            yield
            return
        with (self.path / _LOCK).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise RecordError("{folder}: another process is writing to this run", folder=str(self.path)) from error
            self._held = True
            try:
                yield
            finally:
                self._held = False
                (self.path / _LOCK).unlink(missing_ok=True)

    @property
    def manifest(self) -> Manifest:
        """The manifest as it is on the disk now."""
        return self._model(MANIFEST, Manifest)

    @property
    def results(self) -> Results:
        """Measures and blocks."""
        return self._model(RESULTS, Results)

    @property
    def items(self) -> Iterator[Item]:
        """The tested items, one by one, in the order in which they ended."""
        return read_items(self.path / ITEMS)

    @property
    def items_in_order(self) -> Iterable[Item]:
        """The tested items in the order of their ids, read one by one each time they are gone through."""
        return InOrder(self.path / ITEMS)

    def log(self) -> ItemLog:
        """Open the items for appending."""
        return ItemLog(self.path / ITEMS)

    def write_model(self, name: str, model: BaseModel) -> None:
        """Write a model as canonical JSON, whole or not at all."""
        self.write(name, canonical.model_page(model))

    def write(self, name: str, data: Content) -> None:
        """Write a file, whole or not at all, even if the power fails."""
        write_whole(self.path / name, data)

    def put_media(self, data: bytes, suffix: str) -> str:
        """Store bytes under their own hash and return the name in ``media``."""
        return put_media(self.path / MEDIA, data, suffix)

    def publish(self, files: Mapping[str, Content], *, seal: bool) -> None:
        """Replace derived files, and the seal with them: everything is written whole before the first name changes.

        A process killed between two names leaves whole files and a seal that is wrong of derived files only; ``report``
        and ``rescore`` mend that. One killed before, or a full disk, leaves the run as it was.
        """
        if seal:
            self.clear()
        whole: Mapping[str, Content] = {**files, SUMS: self._new_sums(files)} if seal else files
        partials: list[tuple[Path, Path]] = []
        try:
            for name, data in whole.items():
                partials.append((write_partial(self.path / name, data), self.path / name))
            for partial, target in partials:
                partial.replace(target)
        finally:
            for partial, _ in partials:
                partial.unlink(missing_ok=True)

    def seal(self) -> None:
        """Write ``SHA256SUMS`` over every file of the folder, readable by ``sha256sum -c``."""
        self.clear()
        self.write(SUMS, self._new_sums({}))

    def unseal(self) -> None:
        """Remove the seal before anything is changed; of a signed run it stays, and nothing is changed.

        Raises:
            RecordError: The run is signed.
        """
        refuse_signed(self.path)
        (self.path / SUMS).unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove the partial files that a killed process left, under the lock: they must never be sealed."""
        for folder in (self.path, *_media_folders(self.path / MEDIA), self.path / SIGNATURES):
            for file in folder.glob(f".*{PARTIAL}"):
                if _OURS.fullmatch(file.name):
                    file.unlink()

    def sweep(self) -> None:
        """Remove what a killed process left half-written, under the lock: partial files, and media no item names."""
        named = {name for item in self.items for name in item.media.values()} if (self.path / ITEMS).exists() else set()
        (self.path / MEDIA).mkdir(exist_ok=True)
        for file in media_files(self.path / MEDIA):
            if file.name not in named:
                file.unlink()
        self.clear()

    def _new_sums(self, coming: Mapping[str, Content]) -> bytes:
        """Return the seal that takes the present one's place, unless that one was signed and would become another."""
        sums = self._sums(coming)
        if not (self.path / SUMS).is_file() or (self.path / SUMS).read_bytes() != sums:
            refuse_signed(self.path)
        return sums

    def _sums(self, coming: Mapping[str, Content]) -> bytes:
        """Return the seal over the folder with files that are about to come; what a link leads to is not vouched for."""
        there = {
            str(file.relative_to(self.path))
            for file in self.path.rglob("*")
            if file.is_file() and not file.is_symlink() and file.name not in {SUMS, _LOCK}
        }
        there = {name for name in there if not SIGNATURE_FILE.fullmatch(name)}
        return "".join(f"{self._hash(name, coming)}  {name}\n" for name in sorted(there | coming.keys())).encode()

    def _hash(self, name: str, coming: Mapping[str, Content]) -> str:
        if name in coming:
            return canonical.sha256_of_pieces(pieces_of(coming[name]))
        # A media file was written under its own hash and need not be read again.
        return Path(name).stem if name.startswith(MEDIA + "/") else canonical.sha256_of_file(self.path / name)

    def _model(self, name: str, kind: type[Model]) -> Model:
        path = self.path / name
        with reading(path, "JSON", RecordError):
            return kind.model_validate(canonical.load(path, page=True))


def _ordinary(file: os.DirEntry[str]) -> bool:
    """Return whether something is a file or a folder; a link to itself is neither."""
    try:
        return file.is_file() or file.is_dir()
    except OSError:
        return False


def refuse_used(path: Path, manifest: Manifest) -> None:
    """Refuse a folder in which a new run cannot begin.

    Raises:
        RecordError: The folder exists and is not empty.
    """
    if path.exists() and not _is_unborn(path, manifest):
        raise RecordError("{folder}: is not empty; choose another --out or continue with --resume", folder=str(path))


def refuse_signed(path: Path) -> None:
    """Refuse to give a record another seal than the one that was signed.

    Raises:
        RecordError: There are signatures in the folder.
    """
    if any(SIGNATURE_FILE.fullmatch(f"{SIGNATURES}/{file.name}") for file in (path / SIGNATURES).glob("*")):
        raise RecordError(
            "{folder}: is signed, and with another seal its signatures would no longer hold; nothing was changed. Work on a "
            "copy without the folder {signatures}",
            folder=str(path),
            signatures=SIGNATURES,
        )


def refuse_occupied(path: Path, *, resumable: bool = True) -> None:
    """Refuse, before anything is known of a run, a folder in which surely none can begin.

    ``resumable`` says that a run that lies there may be gone on with.

    Raises:
        RecordError: It is a file, or holds what no run leaves that was killed as it was born.
    """
    if path.exists() and (not path.is_dir() or any(not _may_be_of_the_unborn(file) for file in path.iterdir())):
        if not resumable:
            raise RecordError("{folder}: is not empty; delete it or choose another --out", folder=str(path))
        raise RecordError("{folder}: is not empty; choose another --out or continue with --resume", folder=str(path))


def refuse_inside(path: Path, *sources: Path) -> None:
    """Refuse to write where one reads: what is made there would next time be taken for a part of the data.

    Raises:
        InputError: The path is one of the folders that are read or lies in it.
    """
    for source in sources:
        if path.resolve().is_relative_to(source.resolve()):
            raise InputError(
                "{folder}: lies in {source}, from which this command reads; choose another --out",
                folder=str(path),
                source=str(source),
            )


def _may_be_of_the_unborn(file: Path) -> bool:
    """Return whether a file may be one that ``create`` wrote before it was killed; the data list has a name of its suite."""
    named = file.name in {MEDIA, CHECKER, _LOCK} or file.name.endswith(PARTIAL)
    return named or (file.suffix == ".json" and file.name != MANIFEST)


def _is_unborn(path: Path, manifest: Manifest) -> bool:
    """Return whether a folder holds nothing but what ``create`` wrote before it was killed."""
    media = path / MEDIA
    names = {file.name for file in path.iterdir() if not file.name.endswith(PARTIAL)} - {_LOCK}
    if not names:
        return True
    return names <= {MEDIA, CHECKER, manifest.data.file} and media.is_dir() and not any(media_files(media))


def media_path(folder: Path, name: str) -> Path:
    """Return where a file is in a media folder, by its name: in that of its first two digits, if there are such folders."""
    share = folder / name[:2]
    return (share if _SHARE.fullmatch(name[:2]) and share.is_dir() else folder) / name


def media_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a media folder."""
    return (file for own in _media_folders(folder) for file in own.iterdir() if own != folder or not _is_share(file))


def _media_folders(folder: Path) -> list[Path]:
    return [folder, *(share for share in folder.glob("[0-9a-f][0-9a-f]") if _is_share(share))]


def _is_share(path: Path) -> bool:
    return bool(_SHARE.fullmatch(path.name)) and path.is_dir() and not path.is_symlink()


def put_media(folder: Path, data: bytes, suffix: str, *, digest: str | None = None) -> str:
    """Store bytes under their SHA-256 in a media folder and return the file's name."""
    name = f"{digest or canonical.sha256(data)}{suffix}"
    target = media_path(folder, name)
    try:
        with naming(target), target.open("xb") as file:
            file.write(data)
    except FileExistsError:
        # The same picture came before, or a killed process left a part of it; two workers may both repair it.
        if target.stat().st_size != len(data):
            write_whole(target, data)
    return name
