"""Diagnoses of a vsig run: curves over thresholds, which dimension failed, order, sizes, speech that was not segmented.

Everything is counted as the items come, one after another: of a million of them only counts and a few numbers are kept.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from mindsight.record.blocks import Block, Cell, Column, Curve, Link, Series, Table
from mindsight.record.columns import Numbers
from mindsight.record.model import Item
from mindsight.text import Text, text
from mindsight.vsig.audits.misses import Misses
from mindsight.vsig.models.answers.predictions import ENDINGS, ending
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring import intent, spatial, temporal

_SWEEP_MS = tuple(range(0, 1001, 50))
_MOST_LISTED = 200
_SIZES: dict[spatial.Stratum, Text] = {
    "small": text("small: below 0.5 % of the frame"),
    "medium": text("medium: 0.5 % to 2 %"),
    "large": text("large: above 2 %"),
}
_SLOTS: dict[intent.Slot, Text] = {
    "action": text("action"),
    "object": text("object"),
    "attribute": text("attribute"),
    "relation": text("relation"),
    "reference": text("reference object"),
}
_UNSEGMENTED = {"ambiguous": text("ambiguous"), "no_match": text("no match")}
_Target = Mapping[str, Any]


class Diagnoses:
    """The diagnoses of the items that are added, in the order of their ids."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._splits: Counter[str] = Counter()
        self._places, self._times = _Places(), _Times()
        self._misses, self._slots = Misses(), _Slots()
        self._sums: Counter[str] = Counter()
        self._endings: Counter[str] = Counter()
        self._unread: list[tuple[Cell, ...]] = []
        self._unsegmented: list[tuple[Cell, ...]] = []

    def add(self, item: Item) -> None:
        """Count an item."""
        terms, speech = item.terms, item.terms["speech"]
        self._endings[item.outcome] += 1
        if item.outcome != "scored" and len(self._unread) < _MOST_LISTED:
            self._unread.append((_sample(item), ending(item.outcome), _reason(item)))
        if speech in _UNSEGMENTED:
            self._sums["unsegmented"] += 1
            if len(self._unsegmented) < _MOST_LISTED:
                self._unsegmented.append((_sample(item), _UNSEGMENTED[speech]))
        if item.status == "scored" and terms["counted"]:
            for name in ("any_order", "extra", "missing", "wrong_kinds"):
                self._sums[name] += terms[name]
            for target in terms["targets"]:
                self._add(target)

    def _add(self, target: _Target) -> None:
        if (name := split_of(target)) is not None:
            self._splits[name] += 1
        self._places.add(target)
        self._times.add(target)
        self._misses.add(target)
        self._slots.add(target["slots"])
        self._sums["unmasked"] += target["kind"] == "object" and not target["masked"]

    def blocks(self) -> Iterator[Block]:
        """Yield the diagnostic blocks of the report."""
        yield _split(self._splits)
        yield from self._places.curve()
        yield from self._times.curve()
        yield from self._times.table()
        yield from self._misses.blocks()
        yield self._confusions()
        yield from self._places.sizes()
        yield from self._slots.table()
        yield self._ended()
        yield from self._others()
        if self._profile.windows == "words":
            yield from self._not_segmented()

    def _confusions(self) -> Table:
        rows: tuple[tuple[Cell, ...], ...] = (
            (text("hit if the order did not matter"), self._sums["any_order"]),
            (text("predictions beyond the targets"), self._sums["extra"]),
            (text("predictions missing"), self._sums["missing"]),
            (text("predictions of the other kind"), self._sums["wrong_kinds"]),
            (text("objects without a mask, scored by distance"), self._sums["unmasked"]),
        )
        columns = (_left(text("Predictions")), _number(text("Targets")))
        title = text("Order, number and kind of the predictions")
        return Table(id="confusions", title=title, columns=columns, rows=rows)

    def _ended(self) -> Table:
        rows = tuple((words, self._endings[name]) for name, words in ENDINGS.items())
        columns = (_left(text("Ending")), _number(text("Samples")))
        return Table(id="endings", title=text("How the answers ended"), columns=columns, rows=rows)

    def _others(self) -> Iterator[Table]:
        """Yield the table of samples whose answers could not be read, with the reason."""
        count = self._endings.total() - self._endings["scored"]
        if not count:
            return
        columns = (_left(text("Sample")), _left(text("Outcome")), _left(text("Reason")))
        title = text("Answers that were not read ({shown} of {all})", shown=len(self._unread), all=count)
        yield Table(id="not-read", title=title, columns=columns, rows=tuple(self._unread))

    def _not_segmented(self) -> Iterator[Table]:
        """Yield the table of samples whose speech could not be segmented, so that their times are not scored."""
        if not self._unsegmented:
            return
        shown, count = len(self._unsegmented), self._sums["unsegmented"]
        title = text("Samples whose times are not scored ({shown} of {all})", shown=shown, all=count)
        columns = (_left(text("Sample")), _left(text("Reason")))
        yield Table(id="unparted", title=title, columns=columns, rows=tuple(self._unsegmented))


def split_of(target: _Target) -> str | None:
    """Return in which score alone a target fails, ``joint`` if in none, ``more`` if in several; None without all three scores."""
    if target["when"] is None or target["where"] is None:
        return None
    wrong = [name for name in ("what", "where", "when") if not target[name]]
    return "joint" if not wrong else wrong[0] if len(wrong) == 1 else "more"


def _split(found: Counter[str]) -> Table:
    total = found.total()
    named = {
        "joint": text("all three right"),
        "what": text("only “what” is wrong"),
        "where": text("only “where” is wrong"),
        "when": text("only “when” is wrong"),
        "more": text("two or three are wrong"),
    }
    rows = tuple((words, found[name], found[name] / total if total else None) for name, words in named.items())
    columns = (
        _left(text("What is right of a target")),
        _number(text("Targets")),
        Column(title=text("share"), decimals=3),
    )
    return Table(id="split", title=text("What, where, when: which of them fails"), columns=columns, rows=rows)


class _Places:
    """How near points are to spaces, and which sizes of objects they hit."""

    def __init__(self) -> None:
        self._near = Numbers("d")
        self._fixed: Counter[bool] = Counter()
        self._sizes: Counter[str] = Counter()
        self._hits: Counter[str] = Counter()

    def add(self, target: _Target) -> None:
        """Count a target."""
        if target["in_mask"] is not None:
            self._fixed[target["where"]] += 1
        elif target["where"] is not None:
            distance = target["distance_units"]
            self._near.append(inf if distance is None else distance)
        if target["area"] is not None:
            size = spatial.stratum(target["area"])
            self._sizes[size] += 1
            self._hits[size] += target["where"]

    def curve(self) -> Iterator[Curve]:
        """Yield the share of spaces hit, and of all targets, by threshold; objects with a mask do not depend on it."""
        near, fixed, hit = len(self._near), self._fixed.total(), self._fixed[True]
        if not near:
            return
        thresholds = spatial.THRESHOLDS_UNITS
        own = spatial.hit_curve(self._near, thresholds)
        both = [(share * near + hit) / (near + fixed) for share in own]
        yield Curve(
            id="thresholds",
            title=text("Spatial score over the distance within which a space is hit"),
            x_label=text("distance, units of 0–1000"),
            y_label=text("share of targets"),
            series=(
                Series(name=text("spaces"), x=thresholds, y=tuple(own)),
                Series(name=text("all targets"), x=thresholds, y=tuple(both)),
            ),
        )

    def sizes(self) -> Iterator[Table]:
        """Yield the table of objects by their size."""
        if not self._sizes:
            return
        counts = [(words, self._sizes[size], self._hits[size]) for size, words in _SIZES.items()]
        rows = tuple((words, count, hit, hit / count if count else None) for words, count, hit in counts)
        columns = (
            _left(text("Size of the object")),
            _number(text("Targets")),
            _number(text("hit")),
            Column(title=text("share"), decimals=3),
        )
        yield Table(id="sizes", title=text("Objects by size"), columns=columns, rows=rows)


class _Times:
    """How far predicted times are off the spans of their targets."""

    def __init__(self) -> None:
        self._sweep = temporal.Sweep(_SWEEP_MS)
        self._off = Numbers("d")
        """Prediction less the middle of the span, ms."""
        self._overlaps = Numbers("d")
        self._early = self._late = self._interpolated = 0

    def add(self, target: _Target) -> None:
        """Count a target, if it has a span."""
        if target["window"] is None:
            return
        time, span = target["time_ms"], (target["window"][0], target["window"][1])
        self._sweep.add(time, span)
        self._interpolated += target["interpolated"]
        if time is not None:
            self._off.append(time - temporal.middle_of(span))
            self._early += time < span[0]
            self._late += time > span[1]
        if target["overlap"] is not None:
            self._overlaps.append(target["overlap"])

    def curve(self) -> Iterator[Curve]:
        """Yield the share of timed targets that are right, by tolerance."""
        if self._sweep.count:
            shares = tuple(self._sweep.shares())
            yield Curve(
                id="tolerances",
                title=text("Temporal score over the tolerance on either side of a span"),
                x_label=text("tolerance, ms"),
                y_label=text("share of timed targets"),
                series=(Series(name=text("timed targets"), x=_SWEEP_MS, y=shares),),
            )

    def table(self) -> Iterator[Table]:
        """Yield the table of errors; nothing without predictions."""
        errors, overlaps = temporal.errors_of(self._off), self._overlaps
        if errors is None:
            return
        rows: tuple[tuple[Cell, ...], ...] = (
            (text("mean of prediction less middle of the span, ms"), round(errors.bias, 1)),
            (text("mean absolute difference, ms"), round(errors.mean_absolute, 1)),
            (text("before the span"), self._early),
            (text("behind the span"), self._late),
            (text("without a time"), self._sweep.count - errors.n),
            (text("interpolated spans: an end lies inside a recognised word"), self._interpolated),
            (
                text("intervals: mean overlap with the span"),
                round(sum(overlaps) / len(overlaps), 3) if overlaps else None,
            ),
        )
        columns = (_left(text("Times")), Column(title=text("Value")))
        yield Table(id="timing", title=text("How far predicted times are off"), columns=columns, rows=rows)


class _Slots:
    """The scores of descriptions, part by part."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._wrong: Counter[str] = Counter()
        self._totals = dict.fromkeys(intent.SLOTS, 0.0)

    def add(self, slots: Mapping[str, float | None]) -> None:
        """Count the parts of a description."""
        for slot in intent.SLOTS:
            score = slots.get(slot)
            if score is not None:
                self._counts[slot] += 1
                self._totals[slot] += score
                self._wrong[slot] += score == 0

    def table(self) -> Iterator[Table]:
        """Yield the table of the mean score of each part; nothing without descriptions."""
        rows = tuple(
            (words, count, self._totals[slot] / count, self._wrong[slot])
            for slot, words in _SLOTS.items()
            if (count := self._counts[slot])
        )
        if rows:
            columns = (
                _left(text("Part of the description")),
                _number(text("Targets")),
                Column(title=text("mean score"), decimals=3),
                _number(text("wrong")),
            )
            yield Table(id="slots", title=text("Intent by part"), columns=columns, rows=rows)


def _reason(item: Item) -> Cell:
    if item.error is not None:
        return item.error
    return item.notes[0] if item.notes else None


def _sample(item: Item) -> Link:
    return Link(value=item.id, target=f"item-{item.id}")


def _left(title: Text) -> Column:
    return Column(title=title, align="left")


def _number(title: Text) -> Column:
    return Column(title=title, decimals=0)
