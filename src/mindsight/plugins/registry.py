"""The parts of plug-ins in use: taken from files that users name, or from the entry points of installed distributions.

Nothing is imported before somebody asks for a name that is not built in, or for a list. What was taken travels with the work to
other processes and machines: ``Carrying`` is the function of a worker that takes it there, too.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from mindsight.errors import InputError
from mindsight.plugins.part import Origin, Part
from mindsight.plugins.source import Source, part_of, read_source

GROUP = "mindsight.plugins"
SUFFIX = ".py"
"""What a word ends with that names a file."""


@dataclass(frozen=True)
class Plugged:
    """A part in use, its origin, and the file that it is from, if it is from one."""

    part: Part
    origin: Origin
    source: Source | None = None


_TAKEN: dict[tuple[str, str], Plugged] = {}


def taken(kind: str) -> dict[str, Any]:
    """Return the parts of a kind that are in use, by name."""
    return {name: plugged.part for (own, name), plugged in _TAKEN.items() if own == kind}


def origin_of(kind: str, name: str) -> Origin | None:
    """Return where a part in use comes from; None if none of this name is in use."""
    plugged = _TAKEN.get((kind, name))
    return None if plugged is None else plugged.origin


def named(word: str, *kinds: str) -> list[Any]:
    """Return the parts of some kinds that a word of the user's names: those of a file, or that of an entry point; none if it names nothing.

    A file is executed. So words of a record, a log or a server never come here, but to ``find``.

    Raises:
        InputError: The file holds no such part, or what the word names cannot be loaded.
    """
    if not word.endswith(SUFFIX):
        return find(word, *kinds)
    names = take_file(read_source(Path(word)))
    if not (parts := [_TAKEN[name].part for name in names if name[0] in kinds]):
        raise InputError("{file}: holds no {kinds}", file=word, kinds=", ".join(kinds))
    return parts


def find(word: str, *kinds: str) -> list[Any]:
    """Return the parts of some kinds in use, or offered by installed distributions, that a name stands for; it is never a file.

    Raises:
        InputError: What the name stands for cannot be loaded.
    """
    return [_TAKEN[kind, word].part for kind in kinds if (kind, word) in _TAKEN or _take_point(kind, word)]


def installed(kind: str) -> list[str]:
    """Return the names of the parts of a kind that installed distributions offer; imports none of them."""
    return sorted(
        {point.name.partition(".")[2] for point in entry_points(group=GROUP) if point.name.startswith(f"{kind}.")}
    )


def take_file(source: Source) -> list[tuple[str, str]]:
    """Take the parts of a file, unless that was done before, and return their kinds and names.

    Raises:
        InputError: It cannot be loaded, or a name is taken by another plug-in.
    """
    if before := [name for name, plugged in _TAKEN.items() if plugged.source == source]:
        return before
    found = {(part.kind, part.key): Plugged(part, source.origin, source) for part in source.parts()}
    for name in found:
        other = _TAKEN.get(name)
        # A file that was changed takes the place of what it was.
        if other is not None and (other.source is None or other.source.path != source.path):
            raise InputError(
                "{file}: the name {name} is taken by {other}; give one of the two another name",
                file=source.path, name=name[1], other=str(other.origin),
            )  # fmt: skip
    _TAKEN.update(found)
    return list(found)


def _take_point(kind: str, name: str) -> bool:
    """Take the part of an entry point; return whether there is one."""
    points = list(entry_points(group=GROUP, name=f"{kind}.{name}"))
    if len({point.value for point in points}) > 1:
        owners = sorted(point.dist.name for point in points if point.dist is not None)
        raise InputError(
            "{name}: several distributions offer a plug-in of this name: {owners}; uninstall all but one",
            name=name,
            owners=", ".join(owners),
        )
    if points:
        _TAKEN[kind, name] = Plugged(*part_of(points[0]))
    return bool(points)


@dataclass(frozen=True)
class Carrying:
    """The function of a worker, with the plug-ins to be taken in its process before it is called."""

    function: Callable[[Any], Any]
    sources: tuple[Source, ...]
    names: tuple[tuple[str, str], ...]

    def __call__(self, item: Any) -> Any:
        """Return what the function returns for an item."""
        for source in self.sources:
            take_file(source)
        for kind, name in self.names:
            find(name, kind)
        return self.function(item)


def carrying(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function for workers, which have the plug-ins that this process has; the same function if it has none."""
    sources = {plugged.source.path: plugged.source for plugged in _TAKEN.values() if plugged.source is not None}
    names = tuple(name for name, plugged in _TAKEN.items() if plugged.source is None)
    return Carrying(function, tuple(sources.values()), names) if _TAKEN else function


@contextmanager
def in_use(part: Part) -> Iterator[None]:
    """Take a part, as it is, while the context is active."""
    name = (part.kind, part.key)
    before = _TAKEN.get(name)
    _TAKEN[name] = Plugged(part, Origin("", "", ""))
    try:
        yield
    finally:
        del _TAKEN[name]
        if before is not None:
            _TAKEN[name] = before


def forget() -> Mapping[tuple[str, str], Plugged]:
    """Let go of all plug-ins, as at the start of a process, and return those that were in use; for tests."""
    before = dict(_TAKEN)
    _TAKEN.clear()
    return before
