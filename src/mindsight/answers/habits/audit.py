"""Would the same numbers be right in another order or scale? The statistics of it, for every suite.

Each convention is compared with the one asked for by an exact paired test over groups of answers that depend on each other; p values are
corrected for all of them (Holm). Answers of a subject that does not see fit some convention by luck: ``follows`` tests whether each fits
its own question better than others.
"""

import functools
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from mindsight.answers.conventions import ModelProfile, Order, Scale
from mindsight.answers.habits.marks import ORDERS, SCALES, asked_by
from mindsight.record.columns import Few, Labels, Numbers, numbered
from mindsight.statistics import exact_paired_test, holm, sign_flip_test
from mindsight.text import Text, text

SIGNIFICANT = 0.01
"""Corrected p below which a convention is named: at most 1 % of faultless runs get a false warning."""
_OTHERS = 20
_SEED = 7
_CLIP = text("pixels of the clip")
_LEAST_POINTS, _BEYOND = 3, 1.02
"""Points from which on an impossible range is named, and the share of a side beyond which a point is outside the picture."""
Said = TypeVar("Said")
Counted = tuple[int, int, int, float | None]
"""Right under a reading, right only under it, right only as asked, and the exact p."""


class Way(NamedTuple):
    """A convention for the numbers of a point; ``of_clip``: pixels refer to the clip, not to the picture that was sent."""

    order: Order
    scale: Scale
    of_clip: bool = False

    @property
    def title(self) -> Text:
        """The convention's title in reports."""
        scale = _CLIP if self.of_clip else SCALES[self.scale]
        return text("points as {order}, {scale}", order=ORDERS[self.order], scale=scale)


EVERY = (
    *(Way(order, scale) for order in get_args(Order) for scale in SCALES),
    *(Way(order, "pixels", of_clip=True) for order in get_args(Order)),
)


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


class Trials:
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

    @property
    def groups(self) -> int:
        """How many groups of targets there are that depend on each other."""
        return int(self._numbers.max()) + 1 if len(self) else 0

    def counted(self, place: int) -> Counted:
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


def rows_of(tested: Sequence[tuple[Text, Way | None, Counted]]) -> list[Row]:
    """Return the results of alternative conventions from their counts, p corrected for all of them."""
    ps = [p for _, _, (*_, p) in tested if p is not None]
    corrected = iter(holm(ps) if ps else ())
    rows = []
    for title, way, (right, gained, lost, p) in tested:
        own = None if p is None else next(corrected)
        wins = own is not None and own < SIGNIFICANT and gained > lost
        rows.append(Row(title, way, right, gained, lost, own, wins))
    return rows


def undecided(trials: Trials, rows: Sequence[Row], tests: int) -> Row | None:
    """Return the convention that seems to be the subject's, if there are too few groups for any to be clearly better; None else.

    It makes right at least half of all targets, three more and twice as many as are right as asked.

    Args:
        trials: The targets.
        rows: The results of their alternatives.
        tests: Number of tests for which p is corrected.
    """
    best = max(rows, key=lambda row: row.right, default=None)
    seems = best is not None and best.right >= max(len(trials) / 2, trials.asked + 3, 2 * trials.asked)
    return best if seems and trials.groups and 2.0 ** (1 - trials.groups) * tests >= SIGNIFICANT else None


class Ranges:
    """Counts points by the range of their numbers, as they were written: some ranges are impossible where another was asked for."""

    def __init__(self, form: ModelProfile) -> None:
        self._form = form
        self._of = self._within = self._fractions = self._beyond = 0

    def add(self, point: tuple[float, float], size: tuple[int, int]) -> None:
        """Count a point (x, y) in [0, 1] of a picture of a size."""
        written = self._form.said(point, size)
        self._of += 1
        self._within += all(0 <= number <= 1 for number in written)
        self._fractions += any(0 < number < 1 for number in written)
        self._beyond += max(point) > _BEYOND

    @property
    def impossible(self) -> Text | None:
        """What is impossible as asked: all numbers from 0 to 1, or most points outside the picture; None if nothing is."""
        if self._of < _LEAST_POINTS:
            return None
        asked = asked_by(self._form).title
        if self._form.scale != "unit" and self._within == self._of and self._fractions > self._of / 2:
            return text(
                "All {count} points have both numbers from 0 to 1, where {asked} was asked for: the subject seems to write shares of the "
                "picture's width and height. The scores use the requested form.",
                count=self._of,
                asked=asked,
            )
        if self._beyond > self._of / 2:
            return text(
                "{count} of {all} points lie outside the picture as {asked}, which was asked for: the subject seems to write its points in "
                "another range, such as pixels. The scores use the requested form.",
                count=self._beyond,
                all=self._of,
                asked=asked,
            )
        return None


def follows(answers: Iterable[tuple[Hashable, str, Said]], hit: Callable[[Said, Said], int]) -> bool:
    """Return whether answers hit their own targets more often than other answers do.

    Each answer is also scored on up to 20 other questions of its group; the difference is tested by sign flips.

    Args:
        answers: Group, cluster and answer.
        hit: Returns how many targets of the first's question the second's points hit.
    """
    groups: dict[Hashable, _Following[Said]] = {}
    for group, cluster, one in answers:
        groups.setdefault(group, _Following(hit)).add(one, cluster)
    differences, clusters = Numbers("d"), Labels()
    for following in groups.values():
        for difference, cluster in following.finish():
            differences.append(difference)
            clusters.add(cluster)
    if not differences or sum(differences) <= 0:
        return False
    p = sign_flip_test(differences.array(), np.random.default_rng(_SEED), numbered(clusters.column()))
    return p is not None and p < SIGNIFICANT


class _Following(Generic[Said]):
    """Answers of one group, each read on its own question and on those of the next ones, in a circle."""

    def __init__(self, hit: Callable[[Said, Said], int]) -> None:
        self._hit = hit
        self._count = 0
        self._first: list[Said] = []
        self._waiting: deque[_Waiting[Said]] = deque()
        self._differences, self._clusters = Numbers("d"), Labels()

    def add(self, one: Said, cluster: str) -> None:
        """Take the next answer: those that wait are read on its question."""
        self._count += 1
        if len(self._first) < _OTHERS:
            self._first.append(one)
        self._meet(one, _OTHERS)
        self._waiting.append(_Waiting(one, cluster, self._hit(one, one)))

    def finish(self) -> Iterator[tuple[float, str]]:
        """Close the circle, and yield each answer's difference from the mean over others, and its recording."""
        most = min(self._count - 1, _OTHERS)
        self._end(most)
        for one in self._first:
            self._meet(one, most)
        yield from zip(self._differences, self._clusters.column(), strict=True)

    def _meet(self, other: Said, most: int) -> None:
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
                self._clusters.add(one.cluster)


@dataclass
class _Waiting(Generic[Said]):
    """An answer, how many targets of its own question it hits, and how many of some others."""

    said: Said
    cluster: str
    own: int
    hits: int = 0
    others: int = 0
