"""4.2 and 5.3: a kit holds the pictures of a test, prepared once and never changed.

A kit is a folder: ``inputs/0001.png …`` for the product, ``truth/`` for the reference data, ``kit.json`` with the profile and the SHA-256
of every file. This file holds what all kits share; each kind adds its own header and entries.
"""

import functools
import json
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, TypeVar

import ijson
from ijson.common import ObjectBuilder
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError

from mindsight.album.profile import Profile
from mindsight.decoding import decoder_errors, refuse_endless, why
from mindsight.errors import KitError
from mindsight.reasons import reason_of, system_reason
from mindsight.record import canonical
from mindsight.record.log import naming
from mindsight.record.reading.spill import Words
from mindsight.record.reading.streaming import read_through
from mindsight.shallow import Shallow
from mindsight.text import Text, text

KIT_FILE = "kit.json"
INPUTS = "inputs"
TRUTH = "truth"
LEAST_IMAGES = 31
"""5.3: more than 30 images, for enhancement and for segmentation."""

_SHA256 = r"^[0-9a-f]{64}$"
_DEEPEST = 32


class KitPart(BaseModel):
    """Base of all parts of ``kit.json``."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class KitFile(KitPart):
    """One file of a kit: path inside the kit and hash."""

    path: str = Field(pattern=r"^[^\x00-\x1f]{1,300}$")
    sha256: str = Field(pattern=_SHA256)


class KitPicture(KitFile):
    """One picture of a kit with its size in pixels."""

    width: StrictInt = Field(gt=0)
    height: StrictInt = Field(gt=0)


class KitEntry(KitPart):
    """One prepared instance: its number, its source, and its cluster, the instances it is not independent of."""

    id: str = Field(pattern=r"^[0-9]{4,12}$")
    source: str
    cluster: str
    notes: tuple[Text, ...] = ()
    input: KitFile

    @property
    def original(self) -> KitFile:
        """The file that must differ between all entries of a kit."""
        return self.input

    @property
    def files(self) -> tuple[KitFile, ...]:
        """All files of the entry, the input first."""
        return (self.input,)


class KitHeader(KitPart):
    """The part of ``kit.json`` that applies to the whole kit."""

    format: Literal["mindsight.kit"] = "mindsight.kit"
    version: Literal[1] = 1
    document: Literal["T/GDCSA 022-2024"] = "T/GDCSA 022-2024"
    kind: str
    profile: Profile
    trial: StrictBool
    demonstration: StrictBool = False
    count: StrictInt = Field(gt=0)


H = TypeVar("H", bound=KitHeader)
E = TypeVar("E", bound=KitEntry)


class Kit(ABC, Generic[H, E]):
    """An opened kit. Entries are read one by one, so that memory does not grow with the kit."""

    headers: ClassVar[type[KitHeader]]
    entries: ClassVar[type[KitEntry]]
    files: ClassVar[int]
    """Number of files of an entry."""

    header: H

    def __init__(self, path: Path, *, checked: bool = False) -> None:
        """Open a kit; ``checked`` states that its ``kit.json`` was read to the end before.

        Raises:
            KitError: There is none, or it is damaged.
        """
        self.path = path
        self.file = path / KIT_FILE
        try:
            self.header = self._header(checked=checked)
        except ValidationError as error:
            raise _damaged(self.file, error) from error
        self.sha256 = canonical.sha256_of_file(self.file)

    def _header(self, *, checked: bool) -> H:
        try:
            values = read_header(self.file, checked=checked)
            return self.headers.model_validate(values)  # type: ignore[return-value]
        except ValidationError:
            if not checked:
                raise
        # The file was saved again with its fields in another order.
        return self._header(checked=False)

    @abstractmethod
    def contradiction(self, entry: E) -> Text | None:
        """Return what in an entry contradicts itself or the header; None if nothing does."""

    def items(self) -> Iterator[tuple[E, str]]:
        """Yield each entry with its hash.

        Raises:
            KitError: An entry is damaged or contradicts itself, or a number appears twice.
        """
        seen = Words()
        try:
            with self.file.open("rb") as file:
                for values in ijson.items(Shallow(file, _DEEPEST), "items.item", use_float=True):
                    entry = self._entry(values)
                    if entry.id in seen:
                        raise KitError(
                            "{file}: number {id} appears twice; prepare the kit again", file=str(self.file), id=entry.id
                        )
                    seen.add(entry.id)
                    yield entry, canonical.digest(values)
        except decoder_errors(OSError) as error:
            raise _damaged(self.file, error) from error
        if len(seen) != self.header.count:
            raise KitError(
                "{file}: lists {found} items but announces {expected}; prepare the kit again",
                file=str(self.file),
                found=len(seen),
                expected=self.header.count,
            )

    def some(self, ids: Container[str]) -> Iterator[E]:
        """Yield the entries of some ids, without a look at the others: ``items`` reads them all, and a test has done that.

        Raises:
            KitError: One of them is damaged or contradicts itself.
        """
        places: list[tuple[int, int]] = []

        def note(entry: Any, begin: int, end: int) -> None:
            if isinstance(entry, dict) and entry.get("id") in ids:  # ids are digits, in any encoding
                places.append((begin, end))

        read_through(str(self.file), "items", note)
        try:
            with self.file.open("rb") as file:
                for begin, end in places:
                    file.seek(begin)
                    yield self._entry(json.loads(file.read(end - begin)))
        except decoder_errors(OSError) as error:
            raise _damaged(self.file, error) from error

    def _entry(self, values: Any) -> E:
        entry: E = self.entries.model_validate(values)  # type: ignore[assignment]
        doubt = self.contradiction(entry)
        if doubt is not None:
            raise KitError(
                "{file}: number {id}: {doubt}; the kit was changed, prepare it again",
                file=str(self.file),
                id=entry.id,
                doubt=doubt,
            )
        return entry

    def read(self, picture: KitFile) -> bytes:
        """Return the bytes of one of the kit's pictures, checked against their hash.

        Raises:
            KitError: The path leads outside the kit, the file is missing, or it was changed since the kit was made.
        """
        path = inside(self.path, picture.path)
        refuse_endless(path, KitError)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise KitError(
                "kit picture {file}: cannot be read ({reason}); restore the kit",
                file=picture.path,
                reason=system_reason(error),
            ) from error
        if canonical.sha256(data) != picture.sha256:
            raise KitError("kit picture {file}: was changed since the kit was made; restore the kit", file=picture.path)
        return data


def inside(root: Path, relative: str) -> Path:
    """Return ``root / relative``; refuse a path that leads outside ``root``, also through a link."""
    path = root / relative
    # Resolving is slower than reading a small picture: the few folders are resolved once, the file is only checked for being a link.
    try:
        folder = relative.rpartition("/")[0]
        trusted = not relative.startswith("/") and _folder_inside(root, folder) and not path.is_symlink()
    except (OSError, ValueError, RuntimeError):  # a name longer than a file can have, links in a circle
        trusted = False
    if not trusted:
        raise KitError("kit picture {file}: leads outside the kit; do not trust this kit", file=relative)
    return path


@functools.lru_cache(maxsize=64)
def _folder_inside(root: Path, folder: str) -> bool:
    return (root / folder).resolve().is_relative_to(root.resolve())


def write_kit(folder: Path, header: KitHeader, items: Iterable[KitEntry]) -> None:
    """Write ``kit.json``: the header indented, then one line per item."""
    top = canonical.page(header.model_dump(mode="json")).decode().rstrip("}\n")
    with naming(folder / KIT_FILE), (folder / KIT_FILE).open("w", encoding="utf-8", newline="\n") as file:
        file.write(top + ',\n "items": [')
        separator = "\n  "
        for item in items:
            file.write(separator + canonical.line(item.model_dump(mode="json")).decode().rstrip("\n"))
            separator = ",\n  "
        file.write("\n ]\n}\n")


def write_picture(kit: Path, path: str, data: bytes, shape: Sequence[int]) -> KitPicture:
    """Write a picture of shape (height, width, …) into a kit being prepared, and return its entry."""
    with naming(kit / path):
        (kit / path).write_bytes(data)
    return KitPicture(path=path, sha256=canonical.sha256(data), width=shape[1], height=shape[0])


def read_header(file: Path, *, checked: bool = False) -> Any:
    """Return everything in a ``kit.json`` except the entries.

    Args:
        file: The file; a kit of ours ends with its entries.
        checked: Whether it is known that nothing follows the entries, so that they need not be parsed.

    Raises:
        KitError: The file is missing or damaged.
    """
    builder = ObjectBuilder()
    try:
        with file.open("rb") as stream:
            for prefix, event, value in ijson.parse(Shallow(stream, _DEEPEST), use_float=True):
                of_items = prefix == "items" or prefix.startswith("items.")
                if of_items and checked:
                    break
                if not of_items and (prefix, event, value) != ("", "map_key", "items"):
                    builder.event(event, value)
        return builder.value
    except FileNotFoundError as error:
        raise KitError("{folder}: is not a kit (it has no kit.json)", folder=str(file.parent)) from error
    except decoder_errors(OSError) as error:
        raise _damaged(file, error) from error


def _damaged(file: Path, error: BaseException) -> KitError:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "?"
        reason = text("{field}: {reason}", field=place[:160], reason=reason_of(first["msg"], "pydantic"))
    else:
        reason = why(error, "JSON")
    return KitError("{file}: is damaged ({reason}); prepare the kit again", file=str(file), reason=reason)
