"""Test whether a run's points and times would fit the truth better under another convention than the one asked for.

A model that writes [y, x] where [x, y] is expected scores nothing however well it sees. So after a run every answer is read
again in each convention that models are known to use for places and times, and one that is clearly better is named. Scores
never change by it: the prompt stated the convention.

Each alternative is compared with the convention asked for by an exact paired test over recordings, corrected for the number of
alternatives (Holm). An alternative can also win because targets lie mostly in one part of the frame, for a subject that answers the same
whatever it is shown; so it is named only if, under it, each answer also fits its own sample better than answers to other samples do.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import numpy as np

from mindsight.record.model import Item
from mindsight.statistics import exact_paired_test, holm, sign_flip_test
from mindsight.text import Text, text
from mindsight.vsig.dataset.samples import Point, Sample, Span
from mindsight.vsig.models.answers.predictions import Answer
from mindsight.vsig.models.model_profiles import ModelProfile, Order, Scale
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring import temporal
from mindsight.vsig.scoring.terms import hits

SIGNIFICANT = 0.01
"""Corrected p below which a convention is named: at most 1 % of faultless runs get a false warning."""
_OTHERS = 20
_SEED = 7
_NEAR = 0.05
_WITH_UNIT = "time_text"
_NAMED = frozenset(("point_object", "point_tag"))
"""Forms in which the subject names the axes: their order is given."""
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


class Trial(NamedTuple):
    """An answered target: its recording and sample, and which conventions make it right."""

    cluster: str
    asked: bool
    right: tuple[bool, ...]


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


def audit(items: Iterable[Item], samples: Mapping[str, Sample], profile: Profile, form: ModelProfile) -> Audit:
    """Return the result of reading every answer under each alternative convention.

    The items may be in any order; answers that could not be read are skipped. ``profile`` and ``form`` are those of the run.
    """
    answered = sorted((one for item in items for one in _answered(item, samples)), key=lambda one: one.sample.id)
    ways = _ways(form, answered)
    placed = [trial for one in answered for trial in _placed(one, ways, profile, form)]
    timed = [trial for one in answered for trial in _timed(one, profile, form)]
    by_place, by_time = _counted(placed, len(ways)), _counted(timed, len(_TIMES))
    tested = [*by_place, *by_time]
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
        row._replace(wins=row.wins and row.way is not None and follows(answered, row.way, profile, form))
        for row in rows[: len(ways)]
    )
    times = tuple(rows[len(ways) :])
    return Audit(
        points, sum(one.asked for one in placed), len(placed), times, sum(one.asked for one in timed), len(timed)
    )


def follows(answered: Sequence[Answered], way: Way, profile: Profile, form: ModelProfile) -> bool:
    """Return whether answers, read under a convention, hit their own sample's targets more often than other answers do.

    Each answer is also scored on up to 20 other samples of the same template; the difference is tested by sign flips.
    """
    groups: dict[int, list[Answered]] = {}
    for one in answered:
        groups.setdefault(one.sample.template, []).append(one)
    differences, clusters = [], []
    for group in groups.values():
        for place, one in enumerate(group):
            others = [group[(place + step) % len(group)] for step in range(1, min(len(group) - 1, _OTHERS) + 1)]
            if others:
                own = _hit(one, one, way, profile, form)
                differences.append(own - sum(_hit(one, other, way, profile, form) for other in others) / len(others))
                clusters.append(one.cluster)
    if not differences or sum(differences) <= 0:
        return False
    p = sign_flip_test(differences, np.random.default_rng(_SEED), clusters)
    return p is not None and p < SIGNIFICANT


def _answered(item: Item, samples: Mapping[str, Sample]) -> Iterator[Answered]:
    sample = samples.get(item.id)
    if item.outcome == "scored" and sample is not None and item.parsed:
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


def _ways(form: ModelProfile, answered: Sequence[Answered]) -> tuple[Way, ...]:
    """Return the alternatives: both orders with each scale; pixels of the clip if pictures of another size were sent."""
    own = "thousand" if form.scale == "999" else form.scale
    ways = [Way(order, scale) for order in get_args(Order) for scale in _SCALES if (order, scale) != (form.order, own)]
    if any(one.size != one.sample.size for one in answered):
        ways += [Way(order, "pixels", of_clip=True) for order in get_args(Order)]
    return tuple(ways)


def _read(point: Point, one: Answered, way: Way, form: ModelProfile) -> Point:
    """Return the point that another convention makes of the same numbers."""
    first, second = form.said(point, one.size)
    order = form.order if _NAMED & set(one.answer.repairs) else way.order
    other = form.model_copy(update={"order": order, "scale": way.scale, "multiple": 1})
    return other.canonical(first, second, one.sample.size if way.of_clip else one.size)


def _placed(one: Answered, ways: Sequence[Way], profile: Profile, form: ModelProfile) -> Iterator[Trial]:
    """Yield the targets that have a point, with whether it hits under each convention."""
    # A modified record may hold fewer targets than its sample: the checker reports that, and it must not break the audit.
    for index, (said, target, _) in enumerate(
        zip(one.answer.predictions, one.targets, one.sample.targets, strict=False)
    ):
        asked = target["where"]
        if asked is None or said.point is None:
            continue
        right = tuple(hits(one.sample, index, _read(said.point, one, way, form), profile) for way in ways)
        yield Trial(one.cluster, bool(asked), right)


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


def _timed(one: Answered, profile: Profile, form: ModelProfile) -> Iterator[Trial]:
    """Yield the targets that have a window and a time, with whether the time lies inside under each convention."""
    for target in one.targets:
        window, time = target["window"], target["time_ms"]
        if window is None or time is None:
            continue
        span: Span = (window[0], window[1])
        right = tuple(
            temporal.within(_whole(ms, profile), span, profile.tolerance_ms) for ms in _other_times(time, one, form)
        )
        yield Trial(one.cluster, bool(target["when"]), right)


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


def _counted(trials: Sequence[Trial], readings: int) -> list[tuple[int, int, int, float | None]]:
    """Return for each convention: right under it, right only under it, right only as asked, and the exact p."""
    clusters = [trial.cluster for trial in trials]
    found = []
    for place in range(readings):
        gains = [int(trial.right[place]) - int(trial.asked) for trial in trials]
        p = exact_paired_test(gains, clusters) if trials else None
        found.append((sum(trial.right[place] for trial in trials), gains.count(1), gains.count(-1), p))
    return found
