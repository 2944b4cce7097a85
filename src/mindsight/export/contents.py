"""What a complete run holds, for all formats; items are read from the record one by one, however many there are."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from mindsight.errors import RecordError
from mindsight.record import canonical
from mindsight.record.folder import MEDIA, SCORES, RunFolder, media_path
from mindsight.record.model import Item, Manifest, Measure, Results
from mindsight.record.scores import ScoreTable, from_csv


class Items:
    """The items of a run in the order of the record; each iteration reads them anew."""

    def __init__(self, run: RunFolder) -> None:
        self._run = run

    def __iter__(self) -> Iterator[Item]:
        return self._run.items


class ItemScores(Mapping[str, Mapping[str, float]]):
    """The scores of each item by measure, as rows of the table."""

    def __init__(self, table: ScoreTable) -> None:
        self._table = table
        self._rows = {id_: row for row, id_ in enumerate(table.ids)}

    def __getitem__(self, id_: str) -> Mapping[str, float]:
        row = self._rows[id_]
        found = ((name, float(column[row])) for name, column in self._table.columns.items())
        return {name: score for name, score in found if not math.isnan(score)}

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def names(self) -> list[str]:
        """The names of the columns that hold any value."""
        return [name for name, column in self._table.columns.items() if not all(map(math.isnan, column))]


@dataclass(frozen=True)
class Contents:
    """A run: its manifest, measures, items, and the score of each item by measure."""

    manifest: Manifest
    results: Results
    items: Items | tuple[Item, ...]
    scores: ItemScores
    folder: RunFolder

    @property
    def name(self) -> str:
        """What the run is called elsewhere: suite and kind of test."""
        return f"mindsight/{self.manifest.document.suite}-{self.manifest.kind}"

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures of the run."""
        return self.results.measures

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self.scores)

    @cached_property
    def asked(self) -> Mapping[str, Mapping[str, Any]]:
        """What the data list of the run says of each instance, by its id; of kits and others that are no list, nothing."""
        page = canonical.load(self.folder.path / self.manifest.data.file)
        held = page.get("items", page.get("samples")) if isinstance(page, dict) else None
        listed = held if isinstance(held, list) else []
        return {str(one["id"]): one for one in listed if isinstance(one, dict) and "id" in one}

    def entry_of(self, item: Item) -> Mapping[str, Any]:
        """Return what the data list says of an item; one that was tested several times has the entry of its instance."""
        return self.asked.get(item.id, self.asked.get(item.id.partition("@")[0], {}))

    def words_of(self, item: Item) -> str:
        """Return the words that an item was asked with, as far as the data list has any; else the item's id."""
        entry = self.entry_of(item)
        said = entry.get("words") or entry.get("instruction")
        language = str(self.manifest.identity.get("lang") or "zh")
        found = (said.get(language) or next(iter(said.values()), "")) if isinstance(said, dict) and said else ""
        return str(found) or item.id

    def media(self, name: str) -> bytes:
        """Return a media file of the run."""
        return self.place(name).read_bytes()

    def place(self, name: str) -> Path:
        """Return where a media file of the run is."""
        return media_path(self.folder.path / MEDIA, name)

    def named(self, item: Item) -> list[str]:
        """Return the names of an item's media files, each once, but for those that the run let go."""
        few = self.manifest.pictures is not None
        return [name for name in dict.fromkeys(item.media.values()) if not few or self.place(name).is_file()]


def read_contents(run: RunFolder) -> Contents:
    """Return what a run holds.

    Raises:
        RecordError: The run did not come to its end, or a file of it is damaged.
    """
    manifest = run.manifest
    if manifest.state != "complete":
        raise RecordError("{folder}: the run is not complete; finish it with --resume", folder=str(run.path))
    return Contents(manifest, run.results, Items(run), ItemScores(from_csv(run.path / SCORES)), run)
