"""Diagnoses of a vsig run: curves over thresholds, which dimension failed, order, sizes, speech that was not segmented."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mindsight.record.blocks import Block, Cell, Column, Curve, Link, Series, Table
from mindsight.record.model import Item
from mindsight.text import Text, text
from mindsight.vsig.audits import misses
from mindsight.vsig.models.answers.predictions import ENDINGS, ending
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring import intent, spatial, temporal

_SWEEP_MS = tuple(range(0, 1001, 50))
_MOST_LISTED = 200
_Target = Mapping[str, Any]


def blocks(items: Sequence[Item], profile: Profile) -> Iterator[Block]:
    """Yield the diagnostic blocks of the report."""
    counted = [item for item in items if item.status == "scored" and item.terms["counted"]]
    targets: list[_Target] = [target for item in counted for target in item.terms["targets"]]
    timed = [target for target in targets if target["window"] is not None]
    yield _split(targets)
    yield from _distances(targets)
    yield from _tolerances(timed)
    yield from _timing(timed)
    yield from misses.blocks(targets)
    yield _confusions(counted, targets)
    yield from _sizes(targets)
    yield from _slots(targets)
    yield _endings(items)
    yield from _others(items)
    if profile.windows == "words":
        yield from _unsegmented(items)


def split_of(targets: Sequence[_Target]) -> dict[str, int]:
    """Return how many targets with all three scores are right in all, fail in one alone, or fail in several."""
    found = Counter({"joint": 0, "what": 0, "where": 0, "when": 0, "more": 0})
    for target in targets:
        if target["when"] is None or target["where"] is None:
            continue
        wrong = [name for name in ("what", "where", "when") if not target[name]]
        found["joint" if not wrong else wrong[0] if len(wrong) == 1 else "more"] += 1
    return dict(found)


def _split(targets: Sequence[_Target]) -> Table:
    found = split_of(targets)
    total = sum(found.values())
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


def _distances(targets: Sequence[_Target]) -> Iterator[Curve]:
    """Yield the share of spaces hit, and of all targets, by threshold; objects with a mask do not depend on it."""
    near = [target for target in targets if target["where"] is not None and target["in_mask"] is None]
    fixed = [target["where"] for target in targets if target["in_mask"] is not None]
    if not near:
        return
    thresholds = spatial.THRESHOLDS_UNITS
    own = spatial.hit_curve([target["distance_units"] for target in near], thresholds)
    both = [(share * len(near) + sum(fixed)) / (len(near) + len(fixed)) for share in own]
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


def _tolerances(timed: Sequence[_Target]) -> Iterator[Curve]:
    if not timed:
        return
    times = [target["time_ms"] for target in timed]
    shares = temporal.sweep(times, [tuple(target["window"]) for target in timed], _SWEEP_MS)
    yield Curve(
        id="tolerances",
        title=text("Temporal score over the tolerance on either side of a span"),
        x_label=text("tolerance, ms"),
        y_label=text("share of timed targets"),
        series=(Series(name=text("timed targets"), x=_SWEEP_MS, y=tuple(shares)),),
    )


def _timing(timed: Sequence[_Target]) -> Iterator[Table]:
    errors = temporal.errors_of([one["time_ms"] for one in timed], [tuple(one["window"]) for one in timed])
    if errors is None:
        return
    overlaps = [target["overlap"] for target in timed if target["overlap"] is not None]
    early = sum(one["time_ms"] is not None and one["time_ms"] < one["window"][0] for one in timed)
    late = sum(one["time_ms"] is not None and one["time_ms"] > one["window"][1] for one in timed)
    rows: tuple[tuple[Cell, ...], ...] = (
        (text("mean of prediction less middle of the span, ms"), round(errors.bias, 1)),
        (text("mean absolute difference, ms"), round(errors.mean_absolute, 1)),
        (text("before the span"), early),
        (text("behind the span"), late),
        (text("without a time"), len(timed) - errors.n),
        (text("interpolated spans: an end lies inside a recognised word"), sum(one["interpolated"] for one in timed)),
        (text("intervals: mean overlap with the span"), round(sum(overlaps) / len(overlaps), 3) if overlaps else None),
    )
    columns = (_left(text("Times")), Column(title=text("Value")))
    yield Table(id="timing", title=text("How far predicted times are off"), columns=columns, rows=rows)


def _confusions(items: Sequence[Item], targets: Sequence[_Target]) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = (
        (text("hit if the order did not matter"), sum(item.terms["any_order"] for item in items)),
        (text("predictions beyond the targets"), sum(item.terms["extra"] for item in items)),
        (text("predictions missing"), sum(item.terms["missing"] for item in items)),
        (text("predictions of the other kind"), sum(item.terms["wrong_kinds"] for item in items)),
        (text("objects without a mask, scored by distance"), sum(_is_unmasked(target) for target in targets)),
    )
    columns = (_left(text("Predictions")), _number(text("Targets")))
    return Table(id="confusions", title=text("Order, number and kind of the predictions"), columns=columns, rows=rows)


def _is_unmasked(target: _Target) -> bool:
    return target["kind"] == "object" and not target["masked"]


def _sizes(targets: Sequence[_Target]) -> Iterator[Table]:
    named = {
        "small": text("small: below 0.5 % of the frame"),
        "medium": text("medium: 0.5 % to 2 %"),
        "large": text("large: above 2 %"),
    }
    own = [target for target in targets if target["area"] is not None]
    if not own:
        return
    rows = []
    for name, words in named.items():
        group = [target["where"] for target in own if spatial.stratum(target["area"]) == name]
        rows.append((words, len(group), sum(group), sum(group) / len(group) if group else None))
    columns = (
        _left(text("Size of the object")),
        _number(text("Targets")),
        _number(text("hit")),
        Column(title=text("share"), decimals=3),
    )
    yield Table(id="sizes", title=text("Objects by size"), columns=columns, rows=tuple(rows))


def _slots(targets: Sequence[_Target]) -> Iterator[Table]:
    named = {
        "action": text("action"),
        "object": text("object"),
        "attribute": text("attribute"),
        "relation": text("relation"),
        "reference": text("reference object"),
    }
    rows: list[tuple[Cell, ...]] = []
    for slot in intent.SLOTS:
        own = [one for target in targets if (one := target["slots"].get(slot)) is not None]
        if own:
            rows.append((named[slot], len(own), sum(own) / len(own), sum(one == 0 for one in own)))
    if rows:
        columns = (
            _left(text("Part of the description")),
            _number(text("Targets")),
            Column(title=text("mean score"), decimals=3),
            _number(text("wrong")),
        )
        yield Table(id="slots", title=text("Intent by part"), columns=columns, rows=tuple(rows))


def _endings(items: Sequence[Item]) -> Table:
    found = Counter(item.outcome for item in items)
    rows = tuple((words, found[name]) for name, words in ENDINGS.items())
    columns = (_left(text("Ending")), _number(text("Samples")))
    return Table(id="endings", title=text("How the answers ended"), columns=columns, rows=rows)


def _others(items: Sequence[Item]) -> Iterator[Table]:
    """Yield the table of samples whose answers could not be read, with the reason."""
    own = [item for item in items if item.outcome != "scored"]
    if not own:
        return
    rows = tuple((_sample(item), ending(item.outcome), _reason(item)) for item in own[:_MOST_LISTED])
    columns = (_left(text("Sample")), _left(text("Outcome")), _left(text("Reason")))
    title = text("Answers that were not read ({shown} of {all})", shown=len(rows), all=len(own))
    yield Table(id="not-read", title=title, columns=columns, rows=rows)


def _reason(item: Item) -> Cell:
    if item.error is not None:
        return item.error
    return item.notes[0] if item.notes else None


def _unsegmented(items: Sequence[Item]) -> Iterator[Table]:
    """Yield the table of samples whose speech could not be segmented, so that their times are not scored."""
    named = {"ambiguous": text("ambiguous"), "no_match": text("no match")}
    own = [item for item in items if item.terms["speech"] in named]
    if not own:
        return
    rows = tuple((_sample(item), named[item.terms["speech"]]) for item in own[:_MOST_LISTED])
    title = text("Samples whose times are not scored ({shown} of {all})", shown=len(rows), all=len(own))
    yield Table(id="unparted", title=title, columns=(_left(text("Sample")), _left(text("Reason"))), rows=rows)


def _sample(item: Item) -> Link:
    return Link(value=item.id, target=f"item-{item.id}")


def _left(title: Text) -> Column:
    return Column(title=title, align="left")


def _number(title: Text) -> Column:
    return Column(title=title, decimals=0)
