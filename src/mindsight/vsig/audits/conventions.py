"""Test whether a run's points and times would fit the truth better under another convention than the one asked for.

A model that writes [y, x] where [x, y] is expected scores nothing however well it sees. So after a run every answer is read
again in each convention that models are known to use for places and times, and one that is clearly better is named. Scores
never change by it: the prompt stated the convention.

Each alternative is compared with the convention asked for by an exact paired test over recordings, corrected for the number of
alternatives (Holm). An alternative can also win because targets lie mostly in one part of the frame, for a subject that answers the same
whatever it is shown; so it is named only if, under it, each answer also fits its own sample better than answers to other samples do.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mindsight.answers.conventions import ModelProfile
from mindsight.answers.habits.audit import EVERY, Counted, Ranges, Row, Trials, Way, follows, rows_of, undecided
from mindsight.record.model import Item
from mindsight.text import Text, text
from mindsight.vsig.dataset.samples import Point, Sample, Span
from mindsight.vsig.models.answers.predictions import Answer
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring import temporal
from mindsight.vsig.scoring.terms import hits

Find = Callable[[str], Sample | None]
"""Returns the sample of an id; None if there is none."""
_NEAR = 0.05
_WITH_UNIT = "time_text"
_NAMED = frozenset(("point_object", "point_tag"))
"""Forms in which the subject names the axes: their order is given."""
_OWN_SCALE = "own_scale"
"""A form that says its scale, such as a percentage: only its order may be another."""


class Audit(NamedTuple):
    """The results for points and for times; ``asked`` of ``of`` targets are right as asked."""

    points: tuple[Row, ...]
    points_asked: int
    points_of: int
    times: tuple[Row, ...]
    times_asked: int
    times_of: int
    few: tuple[Row | None, Row | None] = (None, None)
    """For points and for times the convention that seems to be the subject's, where there are too few recordings to decide."""
    impossible: Text | None = None
    """What of the numbers of all points is impossible as asked."""

    @property
    def winners(self) -> tuple[Row, ...]:
        """The conventions that win, the best first."""
        return tuple(sorted((row for row in (*self.points, *self.times) if row.wins), key=lambda row: -row.right))


class Answered(NamedTuple):
    """An answer with all that is needed to read it again.

    ``size`` is the picture to which its pixel coordinates refer, ``frames_ms`` the times of the frames that were sent, and
    ``targets`` the terms of the answer as asked.
    """

    cluster: str
    sample: Sample
    answer: Answer
    size: tuple[int, int]
    frames_ms: tuple[float, ...]
    targets: Sequence[Mapping[str, Any]]


def audit(items: Iterable[Item], find: Find, profile: Profile, form: ModelProfile) -> Audit:
    """Return the result of reading every answer under each alternative convention.

    Args:
        items: The items in the order of their ids; gone through several times. Answers that could not be read are skipped.
        find: Returns the sample of an id; None if there is none.
        profile: That of the run.
        form: That of the run.
    """
    places, times, resized, ranges = Trials(), Trials(), False, Ranges(form)
    for one in answered(items, find):
        resized |= one.size != one.sample.size
        for said in one.answer.predictions:
            if said.point is not None:
                ranges.add(said.point, one.size)
        for asked, right in _placed(one, profile, form):
            places.add(one.cluster, right, asked=asked)
        for asked, right in _timed(one, profile, form):
            times.add(one.cluster, right, asked=asked)
    ways = _ways(form, resized=resized)
    tested: list[tuple[Text, Way | None, Counted]] = [
        *((way.title, way, places.counted(EVERY.index(way))) for way in ways),
        *((title, None, times.counted(place)) for place, title in enumerate(_TIMES)),
    ]
    rows = rows_of(tested)
    points = tuple(
        row._replace(wins=row.wins and row.way is not None and _follows(answered(items, find), row.way, profile, form))
        for row in rows[: len(ways)]
    )
    few = tuple(
        undecided(trials, own, len(rows)) if not any(row.wins for row in own) else None
        for trials, own in ((places, points), (times, rows[len(ways) :]))
    )
    return Audit(
        points,
        places.asked,
        len(places),
        tuple(rows[len(ways) :]),
        times.asked,
        len(times),
        (few[0], few[1]),
        ranges.impossible,
    )


def _follows(answers: Iterable[Answered], way: Way, profile: Profile, form: ModelProfile) -> bool:
    """Return whether answers, read under a convention, hit their own sample's targets more often than others of its template do."""
    return follows(
        ((one.sample.template, one.cluster, one) for one in answers),
        lambda said, of: _hit(said, of, way, profile, form),
    )


def answered(items: Iterable[Item], find: Find) -> Iterator[Answered]:
    """Yield the answers that could be read, with their samples."""
    return (one for item in items for one in _answered(item, find))


def _answered(item: Item, find: Find) -> Iterator[Answered]:
    sample = find(item.id) if item.outcome == "scored" and item.parsed else None
    if sample is not None:
        answer, sent = Answer.model_validate(item.parsed), item.answer.get("sent")
        facts = sent if isinstance(sent, dict) else {}
        # The record of an external program may hold any value here.
        size, frames = _numbers(facts.get("size")), _numbers(facts.get("frames_ms"))
        usable = len(size) == 2 and min(size) >= 1
        yield Answered(
            item.cluster,
            sample,
            answer,
            (int(size[0]), int(size[1])) if usable else sample.size,
            frames,
            item.terms["targets"],
        )


def _numbers(value: Any) -> tuple[float, ...]:
    """Return the numbers of a list; empty if the value is not a list of numbers."""
    if not isinstance(value, (list, tuple)):
        return ()
    found = [one for one in value if isinstance(one, (int, float)) and not isinstance(one, bool) and math.isfinite(one)]
    return tuple(found) if len(found) == len(value) else ()


def _ways(form: ModelProfile, *, resized: bool) -> list[Way]:
    """Return the alternatives: both orders with each scale; pixels of the clip if pictures of another size were sent."""
    own = Way(form.order, "thousand" if form.scale == "999" else form.scale)
    return [way for way in EVERY if way != own and (resized or not way.of_clip)]


def _read(point: Point, one: Answered, way: Way, form: ModelProfile) -> Point:
    """Return the point that another convention makes of the same numbers."""
    first, second = form.said(point, one.size)
    order = form.order if _NAMED & set(one.answer.repairs) else way.order
    if _OWN_SCALE in one.answer.repairs:
        return form.model_copy(update={"order": order}).canonical(first, second, one.size)
    other = form.model_copy(update={"order": order, "scale": way.scale, "multiple": 1})
    return other.canonical(first, second, one.sample.size if way.of_clip else one.size)


def _placed(one: Answered, profile: Profile, form: ModelProfile) -> Iterator[tuple[bool, list[bool]]]:
    """Yield of the targets that have a point whether it hits as asked, and under each convention."""
    resized = one.size != one.sample.size
    # A modified record may hold fewer targets than its sample: the checker reports that, and it must not break the audit.
    for index, (said, target, _) in enumerate(
        zip(one.answer.predictions, one.targets, one.sample.targets, strict=False)
    ):
        asked = target["where"]
        if asked is None or said.point is None:
            continue
        right: list[bool] = []
        for way in EVERY:
            if way.of_clip and not resized:
                right.append(right[EVERY.index(way._replace(of_clip=False))])
            else:
                right.append(bool(hits(one.sample, index, _read(said.point, one, way, form), profile)))
        yield bool(asked), right


def _hit(target: Answered, said: Answered, way: Way, profile: Profile, form: ModelProfile) -> int:
    """Return how many targets of one sample the points of another's answer hit."""
    found = 0
    for index, prediction in enumerate(said.answer.predictions[: len(target.sample.targets)]):
        if prediction.point is not None:
            found += hits(target.sample, index, _read(prediction.point, said, way, form), profile)
    return found


_TIMES = (
    text("times in seconds"),
    text("times in milliseconds"),
    text("times as numbers of the frames shown, from 1"),
)


def _timed(one: Answered, profile: Profile, form: ModelProfile) -> Iterator[tuple[bool, list[bool]]]:
    """Yield of the targets that have a window and a time whether it lies inside as asked, and under each convention."""
    for target in one.targets:
        window, time = target["window"], target["time_ms"]
        if window is None or time is None:
            continue
        span: Span = (window[0], window[1])
        others = _other_times(time, one, form)
        yield bool(target["when"]), [temporal.within(_whole(ms, profile), span, profile.tolerance_ms) for ms in others]


def _other_times(time: float, one: Answered, form: ModelProfile) -> tuple[float | None, ...]:
    """Return a time in ms had its number been seconds, milliseconds, or the number of a frame."""
    if _WITH_UNIT in one.answer.repairs or form.time == "clock":
        return time, time, time  # the subject wrote the unit itself
    seconds = "time_in_seconds" in one.answer.repairs
    seconds |= form.time == "s" and "time_in_milliseconds" not in one.answer.repairs
    number = time / 1000 if seconds else time
    return number * 1000, number, _frame_ms(number, one.frames_ms)


def _whole(ms: float | None, profile: Profile) -> float | None:
    return float(int(ms)) if ms is not None and profile.whole_ms else ms


def _frame_ms(number: float, frames_ms: Sequence[float]) -> float | None:
    """Return the time of the frame with a number; None if there is no such frame."""
    whole = round(number) if math.isfinite(number) else 0
    return frames_ms[whole - 1] if 1 <= whole <= len(frames_ms) and abs(number - whole) <= _NEAR else None
