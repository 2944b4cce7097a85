"""Make drafts of items wherever the work is done: here, in processes of this machine, or on a cluster.

On a cluster workers do not see the run folder: the files that a record keeps travel with the draft, and are written where it is.
"""

import functools
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from mindsight.errors import MindsightError
from mindsight.execution.parallel import Engine, map_items
from mindsight.record.folder import put_media
from mindsight.record.model import Draft

I = TypeVar("I")  # noqa: E741  (an instance)
I_contra = TypeVar("I_contra", contravariant=True)
Carried = tuple[Draft, dict[str, bytes]]


class Drafter(Protocol[I_contra]):
    """A data class that makes the draft of an item and stores the item's files in a folder; None keeps none."""

    @property
    def media(self) -> Path | None:
        """The folder."""

    def __call__(self, instance: I_contra, /) -> Draft:
        """Return the draft of an item."""


def map_drafts(
    drafter: Drafter[I],
    instances: Iterable[I],
    *,
    engine: Engine,
    workers: int,
    name: Callable[[I], str],
    batch: int = 32,
    tries: int = 1,
    lost: Callable[[I, MindsightError], Draft] | None = None,
) -> Iterator[Draft]:
    """Yield the draft of each instance, in their order, with its files in the drafter's folder; the rest as in ``map_items``."""
    media = drafter.media
    if engine != "ray" or media is None:
        yield from map_items(
            drafter, instances, engine=engine, workers=workers, name=name, batch=batch, tries=tries, lost=lost
        )
        return
    carried = map_items(
        Carrier(drafter),
        instances,
        engine=engine,
        workers=workers,
        name=name,
        batch=batch,
        lost=None if lost is None else lambda instance, error: (lost(instance, error), {}),
    )
    with closing(carried):
        for draft, files in carried:
            for file, data in files.items():
                put_media(media, data, Path(file).suffix, digest=Path(file).stem)
            yield draft


@dataclass(frozen=True)
class Carrier(Generic[I]):
    """A drafter that hands over what it keeps, by name, instead of writing it to the run folder."""

    drafter: Drafter[I]

    def __call__(self, instance: I) -> Carried:
        """Make one draft; return it with the files that it names."""
        media = Path(_folder().name)
        own: Any = self.drafter
        draft: Draft = replace(own, media=media)(instance)
        files = {name: (media / name).read_bytes() for name in set(draft.media.values())}
        for name in files:
            (media / name).unlink()
        return draft, files


@functools.cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    """Return a folder of this process."""
    return tempfile.TemporaryDirectory(prefix="mindsight-")
