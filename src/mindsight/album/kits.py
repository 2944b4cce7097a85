"""4.2 and 5.3: the pictures of a test, prepared once and never changed.

A kit is a folder: ``inputs/0001.png …`` for the product, ``truth/`` with the references, ``kit.json`` with the profile,
the seed and the SHA-256 of every file. References stay in the bytes they came in unless they had to be cropped.
"""

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Literal, Self

import ijson
from ijson.common import ObjectBuilder
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from mindsight.album.enhancement import check_terms
from mindsight.album.profile import Profile
from mindsight.errors import KitError
from mindsight.reasons import reason_of, system_reason
from mindsight.record import canonical
from mindsight.record.log import naming
from mindsight.text import Text, text

KIT_FILE = "kit.json"
INPUTS = "inputs"
TRUTH = "truth"
LEAST_REFERENCES = 31
"""5.3: more than 30 reference images."""

_SHA256 = r"^[0-9a-f]{64}$"
_DEEPEST = 32


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class KitPicture(_Part):
    """One picture file of a kit: path inside the kit, hash, size in pixels."""

    path: str = Field(pattern=r"^[^\x00-\x1f]{1,300}$")
    sha256: str = Field(pattern=_SHA256)
    width: int = Field(gt=0)
    height: int = Field(gt=0)


class KitItem(_Part):
    """One prepared instance: a reference, its input, and what the unprocessed input itself scores."""

    id: str = Field(pattern=r"^[0-9]{4,12}$")
    source: str
    cluster: str
    reference: KitPicture
    input: KitPicture
    notes: tuple[Text, ...] = ()
    input_terms: dict[str, int]
    input_windowed: float | None = Field(ge=-1, le=1)

    @field_validator("input_terms")
    @classmethod
    def _of_a_pair(cls, terms: dict[str, int]) -> dict[str, int]:
        return check_terms(terms)._asdict()


class KitHeader(_Part):
    """What holds for the whole kit.

    ``scale`` is null for unchanged resolution, else the exact factor of both sides as numerator and denominator.
    """

    format: Literal["mindsight.kit"] = "mindsight.kit"
    version: Literal[1] = 1
    document: Literal["T/GDCSA 022-2024"] = "T/GDCSA 022-2024"
    kind: Literal["enhancement"] = "enhancement"
    profile: Profile
    seed: int = Field(ge=0)
    scale: tuple[int, int] | None
    trial: bool
    demonstration: bool = False
    count: int = Field(gt=0)

    @model_validator(mode="after")
    def _says_that_it_is_a_trial(self) -> Self:
        if not self.trial and self.count < LEAST_REFERENCES:
            raise ValueError(f"{self.count} references, but not marked as a trial")
        return self


class Kit:
    """An opened kit. Items are read one by one, so that a kit of any size takes the same memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = path / KIT_FILE
        self.header = _read_header(self.file)
        self.sha256 = canonical.sha256_of_file(self.file)

    def items(self) -> Iterator[tuple[KitItem, str]]:
        """Yield each item with the hash of its entry.

        Raises:
            KitError: An entry is damaged or its sizes do not agree, or a number appears twice.
        """
        seen: set[str] = set()
        try:
            with self.file.open("rb") as file:
                for values in ijson.items(file, "items.item", use_float=True):
                    item = KitItem.model_validate(values)
                    if item.id in seen:
                        raise KitError(
                            "{file}: number {id} appears twice; prepare the kit again", file=str(self.file), id=item.id
                        )
                    if not _sizes_agree(item, self.header):
                        raise KitError(
                            "{file}: number {id}: the sizes of reference and input do not agree with the scale or with "
                            "the number of pixels; the kit was changed, prepare it again",
                            file=str(self.file),
                            id=item.id,
                        )
                    seen.add(item.id)
                    yield item, canonical.digest(values)
        except (ijson.JSONError, ValueError, OSError) as error:
            raise _damaged(self.file, error) from error
        if len(seen) != self.header.count:
            raise KitError(
                "{file}: lists {found} items but announces {expected}; prepare the kit again",
                file=str(self.file),
                found=len(seen),
                expected=self.header.count,
            )

    def read(self, picture: KitPicture) -> bytes:
        """Return the bytes of one of the kit's pictures, checked against their hash.

        Raises:
            KitError: The path leads outside the kit, the file is missing, or it was changed since the kit was made.
        """
        path = inside(self.path, picture.path)
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


def _sizes_agree(item: KitItem, header: KitHeader) -> bool:
    """Return whether reference, input, scale and terms speak of pictures of one size."""
    reference, source = item.reference, item.input
    up, down = header.scale or (1, 1)
    scaled = (reference.width * down, reference.height * down) == (source.width * up, source.height * up)
    values = 3 if header.profile.grey == "channels" else 1
    return scaled and item.input_terms["pixels"] == values * reference.width * reference.height


def inside(root: Path, relative: str) -> Path:
    """Return ``root / relative``, refused if it leads outside of ``root``, also through a link."""
    path = root / relative
    # Resolving costs more than reading a small picture: the few folders are resolved once, the file is only looked at.
    try:
        folder = relative.rpartition("/")[0]
        trusted = not relative.startswith("/") and _folder_inside(root, folder) and not path.is_symlink()
    except (OSError, RuntimeError):  # a name longer than a file can have, links in a circle
        trusted = False
    if not trusted:
        raise KitError("kit picture {file}: leads outside the kit; this kit is not to be trusted", file=relative)
    return path


@functools.lru_cache(maxsize=64)
def _folder_inside(root: Path, folder: str) -> bool:
    return (root / folder).resolve().is_relative_to(root.resolve())


def write_kit(folder: Path, header: KitHeader, items: Iterator[KitItem]) -> None:
    """Write ``kit.json``: the header indented, then one line per item."""
    top = canonical.page(header.model_dump(mode="json")).decode().rstrip("}\n")
    with naming(folder / KIT_FILE), (folder / KIT_FILE).open("w", encoding="utf-8", newline="\n") as file:
        file.write(top + ',\n "items": [')
        separator = "\n  "
        for item in items:
            file.write(separator + canonical.line(item.model_dump(mode="json")).decode().rstrip("\n"))
            separator = ",\n  "
        file.write("\n ]\n}\n")


def _read_header(file: Path) -> KitHeader:
    """Read everything but the items."""
    builder = ObjectBuilder()
    try:
        with file.open("rb") as stream:
            for prefix, event, value in ijson.parse(_shallow_events(stream)):
                of_items = prefix == "items" or prefix.startswith("items.")
                if not of_items and (prefix, event, value) != ("", "map_key", "items"):
                    builder.event(event, value)
        return KitHeader.model_validate(builder.value)
    except FileNotFoundError as error:
        raise KitError("{folder}: is not a kit (it has no kit.json)", folder=str(file.parent)) from error
    except (ijson.JSONError, ValueError, OSError, AttributeError, IndexError) as error:
        raise _damaged(file, error) from error


def _shallow_events(stream: IO[bytes]) -> Iterator[tuple[str, Any]]:
    """Yield what the parser finds; nesting deeper than a kit's is refused before the parser's memory grows with it."""
    depth = 0
    for event, value in ijson.basic_parse(stream, use_float=True):
        depth += event.startswith("start_") - event.startswith("end_")
        if depth > _DEEPEST:
            raise ijson.JSONError("nested too deeply")
        yield event, value


def _damaged(file: Path, error: Exception) -> KitError:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "?"
        reason = text("{field}: {reason}", field=place[:160], reason=reason_of(first["msg"], "pydantic"))
    else:
        reason = system_reason(error) if isinstance(error, OSError) else reason_of(error, "ijson")
    return KitError("{file}: is damaged ({reason}); prepare the kit again", file=str(file), reason=reason)
