"""What a report shows, as data: a closed union of block types that every suite fills and every renderer understands.

A suite never writes HTML and a renderer never knows a suite: they meet here. All words are Texts, so one saved block
reads in either language; all pictures are names of files in the run's ``media`` folder.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from mindsight.text import Text

Number = int | float


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Link(_Part):
    """A table cell that leads to another place of the report, such as ``measure-album.psnr`` or ``item-0001``."""

    value: Number | str | Text
    target: str


Cell = Number | str | Text | Link | None
"""What a table cell holds. A plain string is somebody's data (a file name, a number): shown as it is, never translated."""


class Column(_Part):
    """A table column; ``decimals`` rounds the numbers in it for reading."""

    title: Text
    decimals: int | None = None
    align: Literal["left", "right"] = "right"


class Mark(_Part):
    """A point or a box on a picture, in pixels of that picture, ``(x, y)``; a point has no second corner.

    ``outline`` holds the corners of a closed line that is drawn in place of the box around it.
    """

    x: float
    y: float
    x2: float | None = None
    y2: float | None = None
    outline: tuple[tuple[float, float], ...] = ()
    label: str = ""
    role: Literal["truth", "answer", "context"] = "context"


class Picture(_Part):
    """A picture of the run's media folder with what is drawn on it."""

    media: str
    caption: Text
    marks: tuple[Mark, ...] = ()


class Series(_Part):
    """One line, step line, row of bars or cloud of points; ``x`` and ``y`` have the same length."""

    name: Text
    x: tuple[float, ...]
    y: tuple[float, ...]
    style: Literal["line", "steps", "points", "bars"] = "line"


class Span(_Part):
    """A stretch of time on a track, in ms; a moment has no end."""

    begin_ms: float
    end_ms: float | None = None
    label: str = ""


class Track(_Part):
    """One row of a timeline; with a role it has the colour that marks of that role have on pictures."""

    name: Text
    spans: tuple[Span, ...]
    role: Literal["truth", "answer", "context"] | None = None


class _Block(_Part):
    id: str
    title: Text
    measure: str | None = None
    item: str | None = None


class Table(_Block):
    """Rows under named columns."""

    kind: Literal["table"] = "table"
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Curve(_Block):
    """One or more series over a common axis."""

    kind: Literal["curve"] = "curve"
    x_label: Text
    y_label: Text
    series: tuple[Series, ...]


class Confusion(_Block):
    """Counts of actual (rows) against predicted (columns) classes; the axes may have names of their own."""

    kind: Literal["confusion"] = "confusion"
    actual: tuple[str | Text, ...]
    predicted: tuple[str | Text, ...]
    counts: tuple[tuple[int, ...], ...]
    actual_title: Text | None = None
    predicted_title: Text | None = None


class Range(_Part):
    """A value on a common axis, with the bounds within which it lies; ``target`` is where its name leads.

    Without a value it is only named, with ``note`` in place of the value.
    """

    name: str | Text
    value: Number | None
    low: Number | None = None
    high: Number | None = None
    target: str | None = None
    note: Text | None = None


class Level(_Part):
    """A value that others are compared with: a line across all of them; ``target`` is the measure that it is."""

    name: Text
    value: Number
    target: str | None = None


class Ranges(_Block):
    """Values with their intervals, one below the other on an axis from ``low`` to ``high``."""

    kind: Literal["ranges"] = "ranges"
    ranges: tuple[Range, ...]
    levels: tuple[Level, ...] = ()
    low: float = 0.0
    high: float = 1.0
    decimals: int = 3


class Overlay(_Block):
    """One picture with points, boxes and a translucent mask (a grey picture of the same size) on it."""

    kind: Literal["overlay"] = "overlay"
    picture: Picture
    mask: str | None = None


class Strip(_Block):
    """Pictures in a row that belong together, such as input, output, reference and difference; words above and below."""

    kind: Literal["strip"] = "strip"
    pictures: tuple[Picture, ...]
    above: Text | None = None
    below: Text | None = None


class Timeline(_Block):
    """What happened when, one track below the other."""

    kind: Literal["timeline"] = "timeline"
    tracks: tuple[Track, ...]


class Gallery(_Block):
    """Many pictures in a grid."""

    kind: Literal["gallery"] = "gallery"
    pictures: tuple[Picture, ...]


class Paragraphs(_Block):
    """Running text."""

    kind: Literal["text"] = "text"
    paragraphs: tuple[Text, ...]


class Note(_Block):
    """Something the reader must not miss: a reading of the document, a departure from it, a warning."""

    kind: Literal["note"] = "note"
    role: Literal["reading", "departure", "warning", "information"]
    clause: str | None = None
    body: Text


Block = Annotated[
    Table | Curve | Confusion | Ranges | Overlay | Strip | Timeline | Gallery | Paragraphs | Note,
    Field(discriminator="kind"),
]
