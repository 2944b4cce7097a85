"""What a complete run holds, read once for all formats."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from mindsight.errors import RecordError
from mindsight.record.folder import MEDIA, SCORES, RunFolder, media_path
from mindsight.record.model import Item, Manifest, Measure, Results
from mindsight.record.scores import from_csv


@dataclass(frozen=True)
class Contents:
    """A run: its manifest, measures, items in the order of their ids, and the score of each item by measure."""

    manifest: Manifest
    results: Results
    items: tuple[Item, ...]
    scores: Mapping[str, Mapping[str, float]]
    folder: RunFolder

    @property
    def name(self) -> str:
        """What the run is called elsewhere: suite and kind of test."""
        return f"mindsight/{self.manifest.document.suite}-{self.manifest.kind}"

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures of the run."""
        return self.results.measures

    def media(self, name: str) -> bytes:
        """Return a media file of the run."""
        return media_path(self.folder.path / MEDIA, name).read_bytes()


def read_contents(run: RunFolder) -> Contents:
    """Return what a run holds.

    Raises:
        RecordError: The run did not come to its end, or a file of it is damaged.
    """
    manifest = run.manifest
    if manifest.state != "complete":
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run.path))
    table = from_csv(run.path / SCORES)
    scores = {
        id_: {name: float(column[row]) for name, column in table.columns.items() if not math.isnan(column[row])}
        for row, id_ in enumerate(table.ids)
    }
    items = tuple(sorted(run.items, key=lambda item: item.id))
    return Contents(manifest, run.results, items, scores, run)
