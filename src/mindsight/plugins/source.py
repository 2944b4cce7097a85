"""Load the parts of one file, or of one entry point; whatever goes wrong in somebody else's code ends in one sentence."""

import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from mindsight.errors import InputError, MindsightError
from mindsight.plugins.part import Origin, Part

MOST_BYTES = 1_000_000
"""Greatest size of a plug-in's file; one that a person wrote is far smaller."""
T = TypeVar("T")


@dataclass(frozen=True)
class Source:
    """The file of a plug-in as it was read; a worker on another machine gets it along with its work."""

    path: str
    code: bytes

    @property
    def origin(self) -> Origin:
        """The file's name and hash; where it lies says something of the user, not of the test."""
        return Origin(Path(self.path).name, "", hashlib.sha256(self.code).hexdigest())

    def parts(self) -> tuple[Part, ...]:
        """Execute the file and return the parts among its names, as often as it is asked for.

        Raises:
            InputError: It cannot be executed, or has none.
        """
        module = ModuleType(f"mindsight_plugin_{self.origin.sha256[:16]}")
        module.__file__ = self.path

        def execute() -> None:
            exec(compile(self.code, self.path, "exec"), module.__dict__)  # noqa: S102  (the user named this file)

        sys.modules[module.__name__] = module  # dataclasses and pickle look for a class's module here
        guarded(execute, self.path)
        parts = {id(value): value for value in vars(module).values() if isinstance(value, Part)}
        if not parts:
            raise InputError(
                "{file}: holds no part of a plug-in, such as a HouseholdTask; mindsight new task NAME writes one that works",
                file=self.path,
            )
        return tuple(part.taken_from(self.origin) for part in parts.values())


def read_source(path: Path) -> Source:
    """Read the file of a plug-in.

    Raises:
        InputError: There is none, or it is too large to be one.
    """
    try:
        if not path.is_file():
            raise InputError("{file}: there is no such file", file=str(path))
        if path.stat().st_size > MOST_BYTES:
            raise InputError("{file}: is larger than {most} bytes; is this a plug-in?", file=str(path), most=MOST_BYTES)
        return Source(str(path.absolute()), path.read_bytes())
    except OSError as error:
        raise InputError("{file}: cannot be read: {reason}", file=str(path), reason=error.strerror or "?") from error


def part_of(point: EntryPoint) -> tuple[Part, Origin]:
    """Import the part of an entry point and say where it comes from.

    Raises:
        InputError: It cannot be imported, or is not the part that its name says.
    """
    distribution = point.dist
    name, version = (distribution.name, distribution.version) if distribution is not None else (point.module, "")
    part = guarded(point.load, f"{name} ({point.name})")
    if not isinstance(part, Part) or f"{part.kind}.{part.key}" != point.name:
        raise InputError(
            "{plugin}: {value} is not what the name of the entry point says; it must be a part of this kind with this name",
            plugin=f"{name} ({point.name})",
            value=point.value,
        )
    origin = Origin(name, version, _hash_of(point.module))
    return part.taken_from(origin), origin


def guarded(run: Callable[[], T], whose: str) -> T:
    """Run somebody else's code.

    Raises:
        InputError: It failed; says whose it is, where it failed and why.
    """
    try:
        return run()
    except MindsightError as error:
        raise InputError("{file}: {reason}", file=whose, reason=error.text) from error
    except (Exception, SystemExit) as error:
        raise InputError(
            "{file}: cannot be loaded as a plug-in: {reason}", file=whose, reason=_reason(error, whose)
        ) from error


def _reason(error: BaseException, path: str) -> str:
    """Return an error in a line, with the line of the plug-in's file on which it arose."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__, limit=-50) if frame.filename == path]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    where = f" (line {line})" if line else ""
    return f"{type(error).__name__}: {' '.join(said.split())[:200]}".removesuffix(": ") + where


def _hash_of(module: str) -> str:
    """Return the hash of all files of the package that a module belongs to, by their names."""
    spec = importlib.util.find_spec(module.partition(".")[0])
    places = [] if spec is None else spec.submodule_search_locations or ([spec.origin] if spec.origin else [])
    whole = hashlib.sha256()
    for place in map(Path, places):
        files = [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file())
        for file in files:
            if "__pycache__" not in file.parts:
                name = file.relative_to(place.parent).as_posix()
                whole.update(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {name}\n".encode())
    return whole.hexdigest()
