"""``ratings.jsonl``: every answer of every rater as an event, chained like the items of a run.

Nothing is ever edited: an answer given once more is a new event. Of the events of one rater with the same ``order`` the last
counts; the earlier ones stay and say what was changed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from mindsight.record.log import ItemLog, read_lines
from mindsight.record.model import Scalar
from mindsight.text import storable

RATINGS = "ratings.jsonl"

Question = Literal["enhancement", "segmentation", "comparison", "catalogue"]
"""Table 3 or table 4 of the album document, 0 to 100; two pictures compared with each other, -3 to 3 (not in the document); or a question
of a catalogue, answered in words."""
Against = Literal["reference", "input"]
"""What an output is compared with in place of another output: the reference, or the unprocessed input."""
Side = Literal["left", "right"]
Phase = Literal["qualification", "training", "gold", "trap", "reference", "anchor", "repeat", "scored"]
"""Why an item was shown. Only ``scored`` enters a score; the others show whether a rater can be relied on.

``qualification``: before the campaign, with a known answer. ``training``: to get used to the scale. ``gold``: mixed in, with a known
answer. ``trap``: asks for a stated answer, to see whether somebody looks. ``reference``: the reference itself shown as output, expected
near 100. ``anchor``: the unprocessed input shown as output, expected near 0. ``repeat``: an output that the rater has rated before.
"""
Source = Literal["web", "table", "label_studio", "paper", "simulated"]

RANGES: dict[Question, tuple[float, float]] = {
    "enhancement": (0.0, 100.0),
    "segmentation": (0.0, 100.0),
    "comparison": (-3.0, 3.0),
    "catalogue": (0.0, 0.0),
}
"""The lowest and the highest value of each question."""

LONGEST_SAID = 500
LONGEST_NAME = 200
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Role = Annotated[str, Field(pattern=r"^[a-z]{1,20}[0-9]{0,3}$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
# JSON knows true and "80" too; neither is a rating.
Rate = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Span = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0)]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Change(_Entry):
    """A value that the control had before the answer was saved, and when, in seconds since the item was shown."""

    value: Rate
    after_s: Span


class Viewing(_Entry):
    """What the rater looked at and how; None where it is not known."""

    zoom: Span | None = None
    """Screen pixels of the picture per pixel of the file, 1 is 100 %."""
    pixel_ratio: Span | None = None
    """Device pixels per CSS pixel."""
    screen: tuple[int, int] | None = None
    """Width and height of the screen, in CSS pixels."""
    window: tuple[int, int] | None = None
    """Width and height of the page, in CSS pixels."""
    screen_mm: Span | None = None
    """Diagonal of the screen."""
    distance_mm: Span | None = None
    """Distance of the eyes from the screen."""
    light: Literal["dark", "dim", "bright"] | None = None
    colour_check: bool | None = None
    """Whether the rater passed the check of colour vision; None: not asked."""
    details: dict[str, Scalar] = {}


class RatingDraft(_Entry):
    """One answer of one rater before it is chained.

    ``run`` is the SHA-256 of the ``SHA256SUMS`` of the run whose output was shown, None where the picture is of no run (a reference, an
    anchor, a table from elsewhere). ``order`` is the place in the rater's own sequence, from 1, over all phases and sessions. ``value``
    is None where the rater said that the item cannot be judged. A comparison is of ``run``'s output with that of ``other`` or with what
    ``against`` names, and positive where ``run``'s is better; of no run it is only where the answer is known.
    """

    id: Name
    campaign: Name
    rater: Name
    """A pseudonym."""
    session: str = ""
    question: Question
    phase: Phase
    item: Name
    """The item's number in the kit."""
    run: Hash | None = None
    other: Hash | None = None
    """Comparison only: the run whose output was shown beside."""
    against: Against | None = None
    """Comparison only: what was shown beside, if it was no output."""
    side: Side | None = None
    """Comparison only: where the output of ``run`` was shown; None where it is not known."""
    order: int = Field(ge=1, strict=True)
    value: Rate | None
    said: str | None = Field(default=None, max_length=LONGEST_SAID, exclude_if=lambda said: said is None)
    """Catalogue only: the answer as it was given."""
    expected: tuple[Rate, Rate] | None = None
    """Lowest and highest right answer, where one is known."""
    changes: tuple[Change, ...] = ()
    time_s: Span | None = None
    """From showing the item to saving the answer."""
    at: str | None = Field(default=None, pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$")
    """When the answer was saved, UTC."""
    viewing: Viewing | None = None
    seen: dict[Role, Hash] | None = Field(default=None, exclude_if=lambda seen: seen is None)
    """The pictures that were shown, by role: SHA-256 of each file as the browser received it. None where it is not known."""
    source: Source = "web"

    @field_validator("id", "campaign", "rater", "session", "item")
    @classmethod
    def _hold_any_name(cls, name: str) -> str:
        return storable(name)

    @model_validator(mode="after")
    def _fit(self) -> Self:
        low, high = RANGES[self.question]
        values = [change.value for change in self.changes] + ([] if self.value is None else [self.value])
        if any(not low <= value <= high for value in values):
            raise ValueError(f"a value lies outside {low:g} … {high:g}")
        if (self.said is not None) != (self.question == "catalogue") or (self.said is not None and values):
            raise ValueError("words are the answer to a question of a catalogue, and to nothing else")
        beside = (self.other is not None) + (self.against is not None)
        if beside != (self.question == "comparison") or (self.side is not None and not beside):
            raise ValueError("a second picture belongs to a comparison, and to nothing else")
        if self.question == "comparison" and self.run is None and (self.phase == "scored" or self.against is None):
            raise ValueError("a comparison is of an output of a run")
        if self.other is not None and self.other == self.run:
            raise ValueError("a comparison is of two different runs")
        if self.expected is not None and not low <= self.expected[0] <= self.expected[1] <= high:
            raise ValueError("the expected answer is no range of the scale")
        return self

    @property
    def right(self) -> bool | None:
        """Whether the answer is one of those expected; None where none is known or none was given."""
        if self.expected is None or self.value is None:
            return None
        return self.expected[0] <= self.value <= self.expected[1]


class Rating(RatingDraft):
    """One line of ``ratings.jsonl``; ``previous`` is the SHA-256 of the line before (64 zeros for the first)."""

    previous: str


class RatingLog(ItemLog):
    """The events of a campaign, open for appending: what is appended survives the process, a torn last line is dropped."""


def read_ratings(path: Path) -> Iterator[Rating]:
    """Yield the events one by one as they were saved, leaving out a torn last line.

    Raises:
        RecordError: The file is missing, or a line is no rating; names the line.
    """
    return read_lines(path, Rating)


def final_ratings(ratings: Iterator[Rating]) -> list[Rating]:
    """Return the events that count: of each rater's answers to one place in the sequence the last, in the order of the file."""
    last: dict[tuple[str, str, int], Rating] = {}
    for rating in ratings:
        key = (rating.campaign, rating.rater, rating.order)
        # Taken out first, so that an answer stands where it was given last.
        last.pop(key, None)
        last[key] = rating
    return list(last.values())
