"""The parts of an answer that a judge marks: each description with the right name, and the whole command."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from mindsight.record import canonical
from mindsight.record.model import Item
from mindsight.vsig.dataset.samples import Sample

COMMAND = "command"
_FILLERS = "\u115f\u1160\u3164\uffa0"
"""Invisible characters that Unicode counts as letters."""
EntryKind = Literal["object", "space", "command"]


class Entry(NamedTuple):
    """One text to be marked: its place (``1``, ``2``, … or ``command``), the right name (None for a command), what was said."""

    place: str
    kind: EntryKind
    name: str
    said: str

    @property
    def is_empty(self) -> bool:
        """Whether the text holds no letter and no digit."""
        return not any(letter.isalnum() and letter not in _FILLERS for letter in self.said)


class Matter(NamedTuple):
    """One answer as a judge sees it."""

    id: str
    cluster: str
    template: int
    entries: tuple[Entry, ...]

    @property
    def asked(self) -> tuple[Entry, ...]:
        """The entries that a judge is asked about, leaving out empty ones."""
        return tuple(entry for entry in self.entries if not entry.is_empty)

    @property
    def fingerprint(self) -> str:
        """Hash of the entries, which ties a judgement to this answer."""
        return canonical.digest({"template": self.template, "entries": [list(entry) for entry in self.entries]})


def matter_of(sample: Sample, item: Item) -> Matter:
    """Return the parts of a readable answer that are judged, in the order of the targets."""
    predictions = item.parsed["predictions"]
    entries = [
        Entry(
            place=str(number),
            kind=target.kind,
            name=target.name,
            said=_said(predictions[number - 1]) if number <= len(predictions) else "",
        )
        for number, target in enumerate(sample.targets, 1)
    ]
    command = Entry(COMMAND, "command", "", item.parsed["command"])
    return Matter(item.id, item.cluster, sample.template, (*entries, command))


def matters_of(samples: dict[str, Sample], items: Iterator[Item]) -> Iterator[Matter]:
    """Yield the judged parts of every readable answer; other answers are wrong without a judge."""
    for item in items:
        if item.status == "scored" and item.outcome == "scored":
            yield matter_of(samples[item.id], item)


def _said(prediction: dict[str, Any]) -> str:
    return str(prediction["description"])
