"""A sample in a report: the last frame with truth and answer, a timeline, each target in words, the answer verbatim.

The picture is the same in both languages: it holds numbers, no words.
"""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from mindsight.record.blocks import Block, Column, Mark, Overlay, Paragraphs, Picture, Span, Table, Timeline, Track
from mindsight.record.folder import MEDIA, RunFolder, media_path
from mindsight.record.model import Item
from mindsight.text import spelled, text
from mindsight.vsig.dataset.samples import Point, Sample
from mindsight.vsig.models.said import LAST
from mindsight.vsig.profile import Profile
from mindsight.vsig.reporting import item_words
from mindsight.vsig.reporting.item_marks import Given, Meant, Outline, given_of, lanes, meant_of, timely

Size = tuple[int, int]
_ONE_SPOT = 0.02
"""Share of the longer side within which two numbers would overlap."""


def last_of(run: RunFolder, item: Item) -> bytes | None:
    """Return the last frame that the run kept; None if it did not keep it or the file is missing."""
    name = item.media.get(LAST)
    if name is None:
        return None
    path = media_path(run.path / MEDIA, Path(name).name)
    return path.read_bytes() if path.is_file() and not path.is_symlink() else None


def size_of_last(run: RunFolder, item: Item) -> Size | None:
    """Return the (width, height) of the kept last frame; None if there is none that can be shown."""
    import simplejpeg

    data = last_of(run, item)
    if data is None:
        return None
    try:
        height, width = simplejpeg.decode_jpeg_header(data)[:2]
    except ValueError:
        return None
    return width, height


def blocks_of(sample: Sample, item: Item, profile: Profile, size: Size | None = None) -> Iterator[Block]:
    """Yield the blocks of a sample.

    ``size`` is the (width, height) of the kept last frame; None if it was not kept.
    """
    meant, given = meant_of(sample, profile), given_of(item)
    if size is not None and LAST in item.media:
        yield _overlay(sample, item, meant, given, size)
    timeline = _timeline(sample, item, given)
    if timeline.tracks:
        yield timeline
    yield targets_table(sample, item, profile)
    said = item_words.answer(item)
    if said:
        yield Paragraphs(
            id=f"answer-{item.id}", item=item.id, title=text("The answer, verbatim"), paragraphs=(spelled(said, said),)
        )


def _overlay(sample: Sample, item: Item, meant: Sequence[Meant], given: Sequence[Given], size: Size) -> Overlay:
    marks: list[Mark] = []
    for one in meant:
        marks += [_outlined(outline, size, "context", "") for outline in one.beside]
    for one in meant:
        marks += [
            _outlined(part, size, "truth", "" if place else f"{one.number}") for place, part in enumerate(one.outlines)
        ]
        if not one.outlines:
            marks += [_dot(point, size, "truth", f"{one.number}") for point in one.points[:1]]
    marks += _answered(given, size)
    caption = text(
        "{title}: the last frame, at {ms} ms, targets by number. Hit: {hit}. Missed: {missed}.",
        title=item_words.title(sample),
        ms=round(sample.last_ms),
        hit=_numbers(one for one in given if one.terms["where"]),
        missed=_numbers(one for one in given if one.terms["where"] is False),
    )
    picture = Picture(media=item.media[LAST], caption=caption, marks=tuple(marks))
    return Overlay(id=f"picture-{item.id}", item=item.id, title=text("Sample {id}", id=item.id), picture=picture)


def _answered(given: Sequence[Given], size: Size) -> Iterator[Mark]:
    """Yield a mark for each answered point; of several on one spot the first shows all numbers."""
    spots: list[tuple[Point, list[int]]] = []
    for one in given:
        if one.place is not None and one.is_inside:
            place = (one.place[0] * size[0], one.place[1] * size[1])
            near = (at for at, (spot, _) in enumerate(spots) if math.dist(spot, place) <= _ONE_SPOT * max(size))
            first = next(near, None)
            spots.append((place, [one.number] if first is None else []))
            if first is not None:
                spots[first][1].append(one.number)
    for (x, y), numbers in spots:
        yield _dot((x / size[0], y / size[1]), size, "answer", ", ".join(map(str, numbers)))


def _numbers(given: Iterator[Given]) -> str:
    return ", ".join(str(one.number) for one in given) or "–"


def _outlined(outline: Outline, size: Size, role: str, label: str) -> Mark:
    corners = tuple((round(x * size[0], 1), round(y * size[1], 1)) for x, y in outline)
    across, down = zip(*corners, strict=True)
    box = {"x": min(across), "y": min(down), "x2": max(across), "y2": max(down)}
    return Mark.model_validate({**box, "outline": corners, "label": label, "role": role})


def _dot(point: tuple[float, float], size: Size, role: str, label: str) -> Mark:
    x, y = round(point[0] * size[0], 1), round(point[1] * size[1], 1)
    return Mark.model_validate({"x": x, "y": y, "label": label, "role": role})


def _timeline(sample: Sample, item: Item, given: Sequence[Given]) -> Timeline:
    words = sample.speech.words if sample.speech else ()
    said = [Span(begin_ms=word.begin_ms, end_ms=word.end_ms, label=word.text) for word in words]
    windows = [_stretch(one.number, one.window) for one in given if one.window is not None]
    strokes = [_stretch(number, one.stroke) for number, one in enumerate(sample.targets, 1) if one.stroke is not None]
    times = [
        Span(begin_ms=one.terms["time_ms"], label=f"{one.number} {_mark(one.terms['when'])}".strip())
        for one in given
        if timely(sample, one.terms["time_ms"])
    ]
    tracks = [
        *_rows(Track(name=text("words"), spans=tuple(said), role="context"), 0),
        *_rows(Track(name=text("when it was meant"), spans=tuple(windows), role="truth"), 0),
        *_rows(Track(name=text("strokes"), spans=tuple(strokes), role="truth"), 0),
        *_rows(Track(name=text("when it was answered"), spans=tuple(times), role="answer"), sample.length_ms / 16),
    ]
    title = text("What was said, when it was meant, and the times answered")
    return Timeline(id=f"timeline-{item.id}", item=item.id, title=title, tracks=tuple(tracks))


def _stretch(number: int, span: tuple[float, float]) -> Span:
    return Span(begin_ms=span[0], end_ms=span[1], label=f"{number}")


def _rows(track: Track, apart: float) -> Iterator[Track]:
    """Yield as many rows as the spans of a track need; ``apart`` is the room for a moment's label."""
    ordered = sorted(track.spans, key=lambda span: (span.begin_ms, span.label))
    rows = lanes([(span.begin_ms, span.begin_ms + apart if span.end_ms is None else span.end_ms) for span in ordered])
    for row in range(max(rows, default=-1) + 1):
        own = tuple(span for span, lane in zip(ordered, rows, strict=True) if lane == row)
        yield track.model_copy(update={"spans": own})


def _mark(right: bool | None) -> str:  # noqa: FBT001
    return "" if right is None else "✓" if right else "✗"


def targets_table(sample: Sample, item: Item, profile: Profile) -> Table:
    """Return the table of targets: what was meant, what was answered, and the result."""
    heads = (
        text("Target"),
        text("what was meant"),
        text("what was answered"),
        text("what"),
        text("where"),
        text("when"),
    )
    rows = tuple(
        (
            f"{said.number}",
            target.name,
            item_words.said_of(sample, said, profile) or None,
            text("{mark} {words}", mark=_mark(said.terms["what"]), words=item_words.what(said, profile)),
            text("{mark} {words}", mark=_mark(said.terms["where"]), words=item_words.where(said, profile)),
            text("{mark} {words}", mark=_mark(said.terms["when"]), words=item_words.when(said)),
        )
        for target, said in zip(sample.targets, given_of(item), strict=False)
    )
    columns = tuple(Column(title=head, align="left") for head in heads)
    return Table(id=f"targets-{item.id}", item=item.id, title=text("Target by target"), columns=columns, rows=rows)
