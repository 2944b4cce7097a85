"""4.1 and 5.2: ``product.toml``: a description of a product, its platform and its functions, each of one kind.

Paths of result folders and tables are relative to the file; commands and Python functions are found from the current folder, as on the
command line. It never contains a key, only the name of the environment variable that does.
"""

import datetime as dt
import difflib
import tomllib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mindsight.album.products.conventions import Conventions
from mindsight.album.profile import Kind
from mindsight.clauses import implements
from mindsight.errors import InputError
from mindsight.reasons import reason_of, system_reason
from mindsight.record import canonical
from mindsight.record.model import Scalar
from mindsight.redacting import redact
from mindsight.subjects.products import PRODUCT_SCHEMES
from mindsight.subjects.spec import SubjectSpec, parse_subject
from mindsight.text import Text, text

KINDS: dict[Kind, Text] = {
    "classification": text("image classification"),
    "enhancement": text("image enhancement"),
    "segmentation": text("image segmentation"),
}
"""5.2: the kinds of functions, in the document's order."""

FACTS = ("name", "version", "device", "system", "network")
"""4.1: the facts about a product in a run's record."""

_LARGEST = 1 << 20
_OF_A_KIND: dict[str, Kind] = {
    "answers": "classification",
    "class_map": "classification",
    "mask_from": "segmentation",
    "background": "segmentation",
    "tolerance": "segmentation",
    "threshold": "segmentation",
    "placement": "segmentation",
}
"""Conventions that apply to one kind only."""

_WORDS = r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Product(_Part):
    """The section ``[product]``: the facts of clause 4.1, and any others a laboratory wants to keep."""

    name: str = Field(max_length=200, pattern=_WORDS)
    version: str | None = Field(default=None, max_length=200, pattern=_WORDS)
    device: str | None = Field(default=None, max_length=200, pattern=_WORDS)
    system: str | None = Field(default=None, max_length=200, pattern=_WORDS)
    network: str | None = Field(default=None, max_length=200, pattern=_WORDS)
    date: dt.date | None = None
    operator: str | None = Field(default=None, max_length=200, pattern=_WORDS)
    notes: str | None = Field(default=None, max_length=2000)


class Function(_Part):
    """A section ``[[functions]]``: one function of the product and its kind.

    Attributes:
        name: Its name in the product.
        kind: Its kind (5.2).
        subject: How it is run, ``SCHEME:REST``; None if people operate it.
        conventions: How it exports its results.
        timeout: Time limit for one picture in seconds.
        pairing: A table that assigns files of a folder to numbers.
        key_env: Name of the environment variable with the key of a service.
    """

    name: str = Field(max_length=200, pattern=_WORDS)
    kind: Kind
    subject: str | None = Field(default=None, max_length=10_000)
    conventions: Conventions = Conventions()
    timeout: float | None = Field(default=None, ge=0.1, le=1e6)
    pairing: str | None = Field(default=None, min_length=1, max_length=1000)
    key_env: str | None = Field(default=None, max_length=100, pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")


class _File(_Part):
    product: Product
    functions: tuple[Function, ...] = Field(min_length=1, max_length=1000)


_PARTS: dict[str, type[_Part | Conventions]] = {"product": Product, "functions": Function, "conventions": Conventions}


class ProductFile:
    """A checked product file."""

    def __init__(self, path: Path) -> None:
        """Read and check a file.

        Raises:
            InputError: It cannot be read, or a field is wrong; the message names the field.
        """
        self.path = path
        data = _read(path)
        self.sha256 = canonical.sha256(data)
        checked = _checked(path, data)
        self.product, self.functions = checked.product, checked.functions
        for place, function in enumerate(self.functions, start=1):
            self._check(place, function)

    @implements("album", "5.2")
    @implements("album", "5.2-classification")
    @implements("album", "5.2-enhancement")
    @implements("album", "5.2-segmentation")
    def sorting(self) -> dict[Kind, tuple[Function, ...]]:
        """Return the product's functions by kind, empty for kinds that it lacks (5.2).

        The kinds are those of 5.2 classification, 5.2 enhancement and 5.2 segmentation; the author of the file assigns each function to
        one.
        """
        return {kind: tuple(one for one in self.functions if one.kind == kind) for kind in KINDS}

    def choose(self, kind: Kind, name: str | None) -> Function:
        """Return the function to be tested on a kit of a kind.

        Raises:
            InputError: There is none; or there are several and none was named; or the named one is of another kind.
        """
        if name is not None:
            found = self._named(name)
            if found.kind != kind:
                raise InputError(
                    '{file}: "{name}" is a function of {kind}, the kit is one of {other}',
                    file=str(self.path),
                    name=found.name,
                    kind=KINDS[found.kind],
                    other=KINDS[kind],
                )
            return found
        fitting = self.sorting()[kind]
        if not fitting:
            raise InputError(
                "{file}: the product has no function of {kind}; the kit is one", file=str(self.path), kind=KINDS[kind]
            )
        if len(fitting) > 1:
            raise InputError(
                "{file}: the product has {count} functions of {kind}; choose one with --function: {names}",
                file=str(self.path),
                count=len(fitting),
                kind=KINDS[kind],
                names=" · ".join(one.name for one in fitting),
            )
        return fitting[0]

    def spec(self, function: Function) -> SubjectSpec | None:
        """Return how a function is run; None if people operate it."""
        if function.subject is None:
            return None
        spec = parse_subject(function.subject, PRODUCT_SCHEMES)
        return SubjectSpec("folder", str(self.path.parent / spec.rest)) if spec.scheme == "folder" else spec

    def pairing(self, function: Function) -> Path | None:
        """Return the table that pairs a function's files with numbers, if there is one."""
        return None if function.pairing is None else self.path.parent / function.pairing

    def details(self, function: Function) -> dict[str, Scalar]:
        """Return the facts about the product in a run's record besides those of 4.1."""
        product = self.product
        found: dict[str, Scalar] = {"function": function.name, "product_file": f"sha256-{self.sha256}"}
        more = {
            "date": None if product.date is None else product.date.isoformat(),
            "operator": product.operator,
            "notes": product.notes,
        }
        return found | {name: value for name, value in more.items() if value is not None}

    def _named(self, name: str) -> Function:
        names = {one.name.casefold(): one for one in self.functions}
        if name.casefold() in names:
            return names[name.casefold()]
        close = difflib.get_close_matches(name.casefold(), names, n=1, cutoff=0.3)
        guess = names[close[0]].name if close else self.functions[0].name
        raise InputError(
            '{file}: has no function "{name}"; did you mean "{guess}"?', file=str(self.path), name=name, guess=guess
        )

    def _check(self, place: int, function: Function) -> None:
        """Check what involves several fields.

        Raises:
            InputError: A name occurs twice, a subject is invalid, or a field does not apply to the function's kind.
        """
        if any(one.name.casefold() == function.name.casefold() for one in self.functions[: place - 1]):
            raise self._wrong(place, "name", text('"{name}" is the name of two functions', name=function.name))
        for field in function.conventions.model_fields_set:
            if _OF_A_KIND.get(field, function.kind) != function.kind:
                reason = text("means nothing for {kind}", kind=KINDS[function.kind])
                raise self._wrong(place, f"conventions.{field}", reason)
        try:
            spec = self.spec(function)
        except InputError as error:
            raise self._wrong(place, "subject", error.text) from error
        if spec is not None and spec.scheme not in PRODUCT_SCHEMES:
            reason = text("{scheme}: subjects process no pictures", scheme=spec.scheme)
            raise self._wrong(place, "subject", reason)
        if spec is not None and redact(str(spec)) != str(spec):
            reason = text("seems to hold a key or password; put it into an environment variable instead")
            raise self._wrong(place, "subject", reason)
        if function.key_env is not None and (spec is None or spec.scheme != "http"):
            raise self._wrong(place, "key_env", text("only http: subjects have a key"))
        if function.pairing is not None and spec is not None and spec.scheme != "folder":
            raise self._wrong(place, "pairing", text("only results in a folder are paired by a table"))

    def _wrong(self, place: int, field: str, reason: Text) -> InputError:
        return _wrong(self.path, f"functions.{place}.{field}", reason)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        raise InputError("{file}: cannot be read ({reason})", file=str(path), reason=system_reason(error)) from error
    if len(data) > _LARGEST:
        raise InputError("{file}: is larger than 1 MiB; no product file is", file=str(path))
    return data


def _checked(path: Path, data: bytes) -> _File:
    try:
        return _File.model_validate(tomllib.loads(data.decode("utf-8-sig")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(
            "{file}: is not valid TOML ({reason})", file=str(path), reason=reason_of(error, "tomllib")
        ) from error
    except RecursionError as error:
        reason = reason_of("nested too deeply", "tomllib")
        raise InputError("{file}: is not valid TOML ({reason})", file=str(path), reason=reason) from error
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise _wrong(
            path, _place(first["loc"]), _suggestion(first["loc"]) or reason_of(first["msg"], "pydantic")
        ) from error


def _wrong(path: Path, field: str, reason: Text) -> InputError:
    return InputError("{file}: field {field}: {reason}", file=str(path), field=field, reason=reason)


def _suggestion(location: tuple[Any, ...]) -> Text | None:
    """Return a suggestion for an unknown field; None if no field is similar."""
    *way, field = (part for part in location if isinstance(part, str))
    part = _PARTS.get(way[-1]) if way else None
    if part is None or field in part.model_fields:
        return None
    close = difflib.get_close_matches(field, part.model_fields, n=1)
    if part is Function and field in Conventions.model_fields:
        close = [f"conventions.{field}"]
    return text('there is no such field; did you mean "{guess}"?', guess=close[0]) if close else None


def _place(location: tuple[Any, ...]) -> str:
    """Return the position of a field, functions counted from 1."""
    parts = (str(part + 1) if isinstance(part, int) else str(part) for part in location)
    return ".".join(parts)[:160]
