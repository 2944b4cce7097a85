"""The files of a run folder as data. Their JSON Schemas are published with the documentation."""

import operator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from mindsight.record.blocks import Block, Note
from mindsight.text import Text, storable

SCHEMA_VERSION = 1

Scalar = str | int | float | bool | None
State = Literal["running", "complete", "interrupted", "part"]
"""A ``part`` is a shard whose items are all recorded; numbers are made of the merged run."""
MeasureStatus = Literal["scored", "not_scored", "exact", "not_estimable"]
ItemStatus = Literal["scored", "failed"]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Signature(_Entry):
    """What a number depends on.

    ``identity``: everything that can change what is measured; two numbers whose identities differ are not comparable.
    ``environment``: versions and machine; a difference is worth a warning.
    """

    identity: dict[str, Scalar]
    environment: dict[str, Scalar]

    def __str__(self) -> str:
        return " | ".join(f"{name}:{_short(value)}" for name, value in self.identity.items())


class Interval(_Entry):
    """A confidence interval: bounds in the measure's unit, its level (0.95) and the method's name."""

    low: float
    high: float
    level: float
    method: str


class Measure(_Entry):
    """One number of a report.

    ``value`` is null when the status says why: ``exact`` (infinite, as the PSNR of identical pictures), ``not_scored``
    (nothing to score) or ``not_estimable``. ``n`` counts the items behind it.
    """

    name: str
    value: float | None
    status: MeasureStatus
    unit: str
    clause: str
    n: int
    interval: Interval | None = None
    low: float | None = None
    high: float | None = None
    better: Literal["higher", "lower"] = "higher"
    signature: Signature
    marks: tuple[Text, ...] = Field(default=(), exclude_if=operator.not_)
    """What speaks against the number as a whole, such as a model that was proved not to hear; shown wherever it is."""

    def __str__(self) -> str:
        shown = self.status if self.value is None else f"{self.value:.4g}"
        return f"{self.name} = {shown} | {self.signature}"


class Draft(_Entry):
    """A tested item before it is chained: what a suite hands over.

    ``instance`` is the hash of the prepared instance; items of one ``cluster`` (crops of one photograph, say) are not
    independent of each other. ``answer`` is what the subject gave, verbatim; ``parsed`` what was understood of it; ``terms`` the sufficient
    statistics from which every measure follows. A failed item has an error and counts as the document says.
    """

    id: str
    instance: str
    cluster: str
    status: ItemStatus
    outcome: str
    answer: dict[str, Any] = {}
    parsed: dict[str, Any] = {}
    terms: dict[str, Any] = {}
    notes: tuple[Text, ...] = ()
    error: Text | None = None
    media: dict[str, str] = {}
    time_s: float = 0.0

    @field_validator("answer")
    @classmethod
    def _hold_any_answer(cls, answer: dict[str, Any]) -> dict[str, Any]:
        # A product names its files as it likes; that must not be able to end the run.
        return {name: storable(value) if isinstance(value, str) else value for name, value in answer.items()}


class Item(Draft):
    """One line of ``items.jsonl``; ``previous`` is the SHA-256 of the line before (64 zeros for the first)."""

    previous: str


class Subject(_Entry):
    """The system under test, as clause 4.1 of the album standard and its like ask for it."""

    spec: str
    name: str
    version: str | None = None
    device: str | None = None
    system: str | None = None
    network: str | None = None
    details: dict[str, Scalar] = {}


class Data(_Entry):
    """The data of a run: a file in the run folder that lists every input file with its SHA-256."""

    name: str
    # A name and no path: what lies elsewhere is no part of the record.
    file: str = Field(pattern=r"^\w[\w.-]{0,99}$")
    sha256: str
    instances: int
    files: int


class Document(_Entry):
    """The document a run follows."""

    suite: str
    number: str
    edition: str
    title: Text


class Seal(_Entry):
    """How many items the record holds and the SHA-256 of the last line: the end of the chain."""

    count: int
    head: str


class Strangers(_Entry):
    """Files among the outputs that belong to no item: how many, and the names of the first of them."""

    count: int
    names: tuple[str, ...]


class DataReview(_Entry):
    """The review of the data by home 6.2 that a run rests on.

    ``sha256`` is that of its ``review.json``, ``on`` its day; then how many of its checks applied, failed, warned, and wait for
    a declaration or a person.
    """

    sha256: str
    name: str
    on: str
    checks: int
    failed: int
    warnings: int
    waiting: int
    region: str | None = Field(default=None, exclude_if=operator.not_)
    """Where the subject ran, of data that may not be sent everywhere: ``here``, or a country by ISO 3166-1."""


class Manifest(_Entry):
    """``manifest.json``: what was tested, how, on what, when, and how the run ended."""

    format: Literal["mindsight.run"] = "mindsight.run"
    version: int = SCHEMA_VERSION
    document: Document
    kind: str
    plan: dict[str, Any]
    identity: dict[str, Scalar]
    subject: Subject
    data: Data
    seeds: dict[str, int] = {}
    software: dict[str, str]
    hardware: dict[str, Scalar]
    renderer: str | None = None
    started: str
    ended: str | None = None
    resumed: tuple[str, ...] = ()
    state: State = "running"
    departures: tuple[Note, ...] = ()
    readings: tuple[Note, ...] = ()
    strangers: Strangers | None = None
    canaries: dict[str, Any] = {}
    review: DataReview | None = Field(default=None, exclude_if=operator.not_)
    shard: str | None = Field(default=None, pattern=r"^[0-9]{1,9}/[0-9]{1,9}$", exclude_if=operator.not_)
    """Which of how many shards this is: every n-th item of the plan from the k-th on, as ``k/n``."""
    pictures: Literal["worst", "sampled"] | None = Field(default=None, exclude_if=operator.not_)
    """Whose pictures stay when the run has ended: those of the worst items, or of some drawn by chance; None: of all."""
    shown: str | None = None
    """SHA-256 of the blocks with pictures that were cut from the data, which the record alone cannot give again."""
    items: Seal | None = None


class Results(_Entry):
    """``results.json``: measures and report blocks; no times, so an interrupted run ends with the same bytes."""

    format: Literal["mindsight.results"] = "mindsight.results"
    version: int = SCHEMA_VERSION
    measures: tuple[Measure, ...]
    blocks: tuple[Block, ...] = Field(default=())

    def measure(self, name: str) -> Measure:
        """Return the measure of that name; KeyError if there is none."""
        for found in self.measures:
            if found.name == name:
                return found
        raise KeyError(name)


def _short(value: Scalar) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    shown = str(value)
    # A hash is recognised by its first characters; the whole of it stands in the JSON.
    return shown[: len("sha256-") + 12] + "…" if shown.startswith("sha256-") else shown


NOT_REVIEWED = "departure-review"
"""The note of generated data that nobody reviewed them."""


def resting_on(manifest: Manifest, review: DataReview) -> Manifest:
    """Return the manifest of a run that rests on a review: it names the review, and does not say that there was none."""
    departures = tuple(one for one in manifest.departures if one.id != NOT_REVIEWED)
    return manifest.model_copy(update={"review": review, "departures": departures})


def as_reviewed(again: Manifest, before: Manifest) -> Manifest:
    """Return a manifest that was made once more, with the note where the run's own has it: runs once had it beside a review too."""
    if before.review is None or any(one.id == NOT_REVIEWED for one in before.departures):
        return again
    return resting_on(again, before.review)
