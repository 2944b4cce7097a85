"""Test whether a run's points and times would fit the truth better under another convention than the one asked for.

A model that writes [y, x] where [x, y] is expected scores nothing however well it sees. So after a run every answer is read
again in each convention that models are known to use for places and times, and one that is clearly better is named. Scores
never change by it: the prompt stated the convention.

Each alternative is compared with the convention asked for by an exact paired test over recordings, corrected for the number of
alternatives (Holm). An alternative can also win because targets lie mostly in one part of the frame, for a subject that answers the same
whatever it is shown; so it is named only if, under it, each answer also fits its own sample better than answers to other samples do.
"""

import functools
import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from mindsight.answers.conventions import ModelProfile, Order, Scale
from mindsight.record.model import Item
from mindsight.record.words import Few, Labels, numbered
from mindsight.spool import Numbers
from mindsight.statistics import exact_paired_test, holm, sign_flip_test
from mindsight.text import Text, text
from mindsight.vsig.dataset.samples import Point, Sample, Span
from mindsight.vsig.models.answers.predictions import Answer
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring import temporal
from mindsight.vsig.scoring.terms import hits

Find = Callable[[str], Sample | None]
"""Returns the sample of an id; None if there is none."""
SIGNIFICANT = 0.01
"""Corrected p below which a convention is named: at most 1 % of faultless runs get a false warning."""
_OTHERS = 20
_SEED = 7
_NEAR = 0.05
_WITH_UNIT = "time_text"
_NAMED = frozenset(("point_object", "point_tag"))
"""Forms in which the subject names the axes: their order is given."""
_OWN_SCALE = "own_scale"
"""A form that says its scale, such as a percentage: only its order may be another."""
_SCALES: dict[Scale, Text] = {
    "unit": text("0 to 1"),
    "percent": text("0 to 100"),
    "thousand": text("0 to 1000"),
    "1023": text("0 to 1023"),
    "pixels": text("pixels of the picture sent"),
}
"""A scale of 999 is left out: it differs from 1000 by less than a pixel."""
_CLIP = text("pixels of the clip")
_ORDERS: dict[Order, str] = {"xy": "[x, y]", "yx": "[y, x]"}


class Way(NamedTuple):
    """A convention for the numbers of a point; ``of_clip``: pixels refer to the clip, not to the picture that was sent."""

    order: Order
    scale: Scale
    of_clip: bool = False

    @property
    def title(self) -> Text:
        """The convention's title in reports."""
        scale = _CLIP if self.of_clip else _SCALES[self.scale]
        return text("points as {order}, {scale}", order=_ORDERS[self.order], scale=scale)


class Row(NamedTuple):
    """The result of one alternative convention.

    ``gained`` counts targets that are right only under it, ``lost`` those that are right only as asked; ``p`` is corrected,
    None for fewer than two recordings. ``wins``: it is clearly better, and the answers follow the samples.
    """

    title: Text
    way: Way | None
    right: int
    gained: int
    lost: int
    p: float | None
    wins: bool


class Audit(NamedTuple):
    """The results for points and for times; ``asked`` of ``of`` targets are right as asked."""

    points: tuple[Row, ...]
    points_asked: int
    points_of: int
    times: tuple[Row, ...]
    times_asked: int
    times_of: int

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
    places, times, resized = _Trials(), _Trials(), False
    for one in answered(items, find):
        resized |= one.size != one.sample.size
        for asked, right in _placed(one, profile, form):
            places.add(one.cluster, right, asked=asked)
        for asked, right in _timed(one, profile, form):
            times.add(one.cluster, right, asked=asked)
    ways = _ways(form, resized=resized)
    tested = [*(places.counted(_EVERY.index(way)) for way in ways), *map(times.counted, range(len(_TIMES)))]
    ps = [p for *_, p in tested if p is not None]
    corrected = iter(holm(ps) if ps else ())
    p_of = [None if p is None else next(corrected) for *_, p in tested]
    rows = [
        Row(title, way, right, gained, lost, p, wins=p is not None and p < SIGNIFICANT and gained > lost)
        for (title, way), (right, gained, lost, _), p in zip(
            [*((way.title, way) for way in ways), *((title, None) for title in _TIMES)], tested, p_of, strict=True
        )
    ]
    points = tuple(
        row._replace(wins=row.wins and row.way is not None and follows(answered(items, find), row.way, profile, form))
        for row in rows[: len(ways)]
    )
    return Audit(points, places.asked, len(places), tuple(rows[len(ways) :]), times.asked, len(times))


class _Trials:
    """Answered targets, counted one after another: the recording of each, and whether it is right as asked and under each reading."""

    def __init__(self) -> None:
        self._clusters = Labels()
        self._right = Few[tuple[bool, ...]]()

    def __len__(self) -> int:
        return len(self._right)

    def add(self, cluster: str, right: Iterable[bool], *, asked: bool) -> None:
        """Count a target: whether it is right as asked, and under which readings."""
        self._clusters.add(cluster)
        self._right.add((asked, *right))

    @property
    def asked(self) -> int:
        """How many are right as asked."""
        return sum(count for (asked, *_), count in self._counts if asked)

    def counted(self, place: int) -> tuple[int, int, int, float | None]:
        """Return for a reading: right under it, right only under it, right only as asked, and the exact p."""
        each = [(one[1 + place], one[0], count) for one, count in self._counts]
        right = sum(count for other, _, count in each if other)
        gained = sum(count for other, asked, count in each if other and not asked)
        gains = np.array([other - asked for other, asked, _ in each], np.int8)[self._right.numbers]
        p = exact_paired_test(gains, self._numbers) if len(gains) else None
        return right, gained, self.asked - (right - gained), p

    @functools.cached_property
    def _counts(self) -> list[tuple[tuple[bool, ...], int]]:
        return list(zip(self._right.different, np.bincount(self._right.numbers).tolist(), strict=True))

    @functools.cached_property
    def _numbers(self) -> NDArray[Any]:
        return numbered(self._clusters.column())


def follows(answers: Iterable[Answered], way: Way, profile: Profile, form: ModelProfile) -> bool:
    """Return whether answers, read under a convention, hit their own sample's targets more often than other answers do.

    Each answer is also scored on up to 20 other samples of the same template; the difference is tested by sign flips.
    """
    groups: dict[int, _Following] = {}
    for one in answers:
        template = one.sample.template
        groups.setdefault(template, _Following(lambda said, of: _hit(said, of, way, profile, form))).add(one)
    differences, clusters = Numbers("d"), Labels()
    for group in groups.values():
        for difference, cluster in group.finish():
            differences.append(difference)
            clusters.add(cluster)
    if not differences or sum(differences) <= 0:
        return False
    p = sign_flip_test(differences.array(), np.random.default_rng(_SEED), numbered(clusters.column()))
    return p is not None and p < SIGNIFICANT


class _Following:
    """Answers of one template, each read on its own sample and on those of the next ones, in a circle."""

    def __init__(self, hit: Callable[[Answered, Answered], int]) -> None:
        self._hit = hit
        self._count = 0
        self._first: list[Answered] = []
        self._waiting: deque[_Waiting] = deque()
        self._differences, self._clusters = Numbers("d"), Labels()

    def add(self, one: Answered) -> None:
        """Take the next answer: those that wait are read on its sample."""
        self._count += 1
        if len(self._first) < _OTHERS:
            self._first.append(one)
        self._meet(one, _OTHERS)
        self._waiting.append(_Waiting(one, self._hit(one, one)))

    def finish(self) -> Iterator[tuple[float, str]]:
        """Close the circle, and yield each answer's difference from the mean over others, and its recording."""
        most = min(self._count - 1, _OTHERS)
        self._end(most)
        for one in self._first:
            self._meet(one, most)
        yield from zip(self._differences, self._clusters.column(), strict=True)

    def _meet(self, other: Answered, most: int) -> None:
        for waiting in self._waiting:
            waiting.hits += self._hit(waiting.said, other)
            waiting.others += 1
        self._end(most)

    def _end(self, most: int) -> None:
        """Note what has met as many others as it shall; what came first has met the most."""
        while self._waiting and self._waiting[0].others == most:
            one = self._waiting.popleft()
            if most:
                self._differences.append(one.own - one.hits / most)
                self._clusters.add(one.said.cluster)


@dataclass
class _Waiting:
    """An answer, how many targets of its own sample it hits, and how many of some others."""

    said: Answered
    own: int
    hits: int = 0
    others: int = 0


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


_EVERY = (
    *(Way(order, scale) for order in get_args(Order) for scale in _SCALES),
    *(Way(order, "pixels", of_clip=True) for order in get_args(Order)),
)


def _ways(form: ModelProfile, *, resized: bool) -> list[Way]:
    """Return the alternatives: both orders with each scale; pixels of the clip if pictures of another size were sent."""
    own = Way(form.order, "thousand" if form.scale == "999" else form.scale)
    return [way for way in _EVERY if way != own and (resized or not way.of_clip)]


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
        for way in _EVERY:
            if way.of_clip and not resized:
                right.append(right[_EVERY.index(way._replace(of_clip=False))])
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
