"""Work on machines that do not see the run folder: the files that a record keeps travel with the result, and are written where it is."""

import functools
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from mindsight.album.kits.kit import KitEntry
from mindsight.album.products.execution import Worker
from mindsight.record.folder import put_media
from mindsight.record.model import Draft

E = TypeVar("E", bound=KitEntry)
Carried = tuple[Draft, dict[str, bytes]]


@dataclass(frozen=True)
class Carrier(Generic[E]):
    """A worker that hands over what it keeps, by name, instead of writing it to the run folder."""

    worker: Worker[E]

    def __call__(self, instance: tuple[E, str]) -> Carried:
        """Process one input; return its draft and the files that the draft names."""
        worker = _here(self.worker)
        draft = worker(instance)
        files = {name: (worker.media / name).read_bytes() for name in set(draft.media.values())}
        for name in files:
            (worker.media / name).unlink()
        return draft, files


def unloaded(carried: Iterable[Carried], media: Path) -> Iterator[Draft]:
    """Write the files of each draft to the run's media, and yield the draft."""
    for draft, files in carried:
        for name, data in files.items():
            path = Path(name)
            put_media(media, data, path.suffix, digest=path.stem)
        yield draft


@functools.lru_cache(maxsize=2)
def _here(worker: Worker[Any]) -> Worker[Any]:
    """Return a worker with a folder of this process."""
    return replace(worker, media=Path(_folder().name))


@functools.cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="mindsight-")
