"""A run folder: the files of ``model`` on the disk, its pictures by hash, and the seal over all of them."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from mindsight.errors import RecordError
from mindsight.reasons import reason_of
from mindsight.record import canonical
from mindsight.record.log import ItemLog, naming, read_items
from mindsight.record.model import Item, Manifest, Results

MANIFEST = "manifest.json"
ITEMS = "items.jsonl"
RESULTS = "results.json"
SCORES = "scores.csv"
MEDIA = "media"
CHECKER = "check_run.py"
SUMS = "SHA256SUMS"
REPORT = "report.html"
_LOCK = ".lock"
_PARTIAL = ".partial"

Model = TypeVar("Model", bound=BaseModel)


class RunFolder:
    """Reads and writes the files of one run; knows their names and nothing of their meaning."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, path: Path, manifest: Manifest, *, data: Path) -> "RunFolder":
        """Make a new run folder with its manifest, a copy of the data's list and a copy of the checker.

        Raises:
            RecordError: The folder exists and is not empty.
        """
        run = cls(path)
        path.mkdir(parents=True, exist_ok=True)
        # Two processes may be given the same folder: only one of them may name the subject.
        with run.locked():
            refuse_used(path, manifest)
            (path / MEDIA).mkdir(exist_ok=True)
            shutil.copyfile(data, path / manifest.data.file)
            checker = resources.files("mindsight.record") / "checker.py"
            run.write(CHECKER, checker.read_bytes())
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
        return cls(path)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep a second process from writing to the same run; the lock falls with the process."""
        with (self.path / _LOCK).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise RecordError("{folder}: another process is writing to this run", folder=str(self.path)) from error
            try:
                yield
            finally:
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

    def log(self) -> ItemLog:
        """Open the items for appending."""
        return ItemLog(self.path / ITEMS)

    def write_model(self, name: str, model: BaseModel) -> None:
        """Write a model as canonical JSON, whole or not at all."""
        self.write(name, canonical.model_page(model))

    def write(self, name: str, data: bytes) -> None:
        """Write a file, whole or not at all, even if the power fails."""
        write_whole(self.path / name, data)

    def put_media(self, data: bytes, suffix: str) -> str:
        """Store bytes under their own hash and return the name in ``media``."""
        return put_media(self.path / MEDIA, data, suffix)

    def seal(self) -> None:
        """Write ``SHA256SUMS`` over every file of the folder, readable by ``sha256sum -c``."""
        names = sorted(
            str(file.relative_to(self.path))
            for file in self.path.rglob("*")
            if file.is_file() and file.name not in {SUMS, _LOCK}
        )
        # A media file was written under its own hash and need not be read again.
        sums = (
            (Path(n).stem if n.startswith(MEDIA + "/") else canonical.sha256_of_file(self.path / n), n) for n in names
        )
        self.write(SUMS, "".join(f"{value}  {name}\n" for value, name in sums).encode())

    def unseal(self) -> None:
        """Remove the seal before anything is changed."""
        (self.path / SUMS).unlink(missing_ok=True)

    def sweep(self) -> None:
        """Remove what a killed process left half-written, under the lock: partial files, and media no item names."""
        named = {name for item in self.items for name in item.media.values()} if (self.path / ITEMS).exists() else set()
        (self.path / MEDIA).mkdir(exist_ok=True)
        for file in (self.path / MEDIA).iterdir():
            if file.name not in named:
                file.unlink()
        for file in self.path.glob(f".*{_PARTIAL}"):
            file.unlink()

    def _model(self, name: str, kind: type[Model]) -> Model:
        path = self.path / name
        try:
            return kind.model_validate(canonical.load(path))
        except ValidationError as error:
            first = error.errors()[0]
            raise RecordError(
                "{file}: field {field} is not as it should be ({reason})",
                file=str(path),
                field=".".join(str(part) for part in first["loc"]) or "?",
                reason=reason_of(first["msg"], "pydantic"),
            ) from error


def refuse_used(path: Path, manifest: Manifest) -> None:
    """Refuse a folder in which a new run cannot begin.

    Raises:
        RecordError: The folder exists and is not empty.
    """
    if path.exists() and not _is_unborn(path, manifest):
        raise RecordError("{folder}: is not empty; choose another --out or continue with --resume", folder=str(path))


def _is_unborn(path: Path, manifest: Manifest) -> bool:
    """Say whether a folder holds nothing but what ``create`` wrote before it was killed."""
    media = path / MEDIA
    names = {file.name for file in path.iterdir() if not file.name.endswith(_PARTIAL)} - {_LOCK}
    if not names:
        return True
    return names <= {MEDIA, CHECKER, manifest.data.file} and media.is_dir() and not any(media.iterdir())


def put_media(folder: Path, data: bytes, suffix: str, *, digest: str | None = None) -> str:
    """Store bytes under their SHA-256 in a media folder and return the file's name."""
    name = f"{digest or canonical.sha256(data)}{suffix}"
    target = folder / name
    try:
        with naming(target), target.open("xb") as file:
            file.write(data)
    except FileExistsError:
        # The same picture came before, or a killed process left a part of it; two workers may both repair it.
        if target.stat().st_size != len(data):
            write_whole(target, data)
    return name


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file's content in one step."""
    partial = path.with_name(f".{path.name}.{os.getpid()}{_PARTIAL}")
    with naming(path), partial.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
