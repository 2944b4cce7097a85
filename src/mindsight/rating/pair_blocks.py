"""Report blocks about comparisons in pairs: outputs, reference and input on one scale. No part of the document's scores."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse.csgraph import connected_components

from mindsight.rating.events import Rating
from mindsight.rating.opinion.pairs import Compared, bradley_terry, strength_intervals
from mindsight.record.blocks import Block, Cell, Column, Note, Table
from mindsight.record.spelling import range_of
from mindsight.statistics import Interval
from mindsight.statistics.arrays import FloatArray
from mindsight.text import Text, text

_SHORT = 12
_NAMES: dict[str, Text] = {"reference": text("Reference"), "input": text("Unprocessed input")}


def pair_blocks(ratings: Sequence[Rating], clusters: dict[str, str], run: str | None) -> tuple[Block, ...]:
    """Return the table of competitors and how to read it; nothing without comparisons.

    Args:
        ratings: The events of the campaign that count.
        clusters: The photograph of each item.
        run: Hash of the seal of the run that is reported.
    """
    asked = [one for one in ratings if one.question == "comparison" and one.phase == "scored" and one.value is not None]
    if not asked:
        return ()
    names = sorted({name for one in asked for name in _both(one)})
    place = {name: number for number, name in enumerate(names)}
    compared: list[Compared] = [(*(place[name] for name in _both(one)), one.value or 0.0) for one in asked]  # type: ignore[misc]
    wins = _wins(len(names), compared)
    scaled = _scaled(wins)
    strength, intervals = _strengths(scaled, compared, asked, clusters)
    columns = (
        Column(title=text("Seal of the run, or what else was shown"), align="left"),
        Column(title=text("Strength (logarithm)"), decimals=2),
        Column(title=text("95 % interval")),
        Column(title=text("Comparisons"), decimals=0),
        Column(title=text("Preferred, ties by half"), decimals=1),
        Column(title=text("Preferred, %"), decimals=0),
    )
    rows: list[tuple[Cell, ...]] = []
    for number, name in enumerate(names):
        won, of = float(wins[number].sum()), float(wins[number].sum() + wins[:, number].sum())
        found, bounds = strength.get(number), intervals.get(number)
        rows.append(
            (
                _NAMES.get(name) or (text("this run") if name == run else name[:_SHORT]),
                None if found is None else round(found, 6),
                None if bounds is None else range_of(bounds.low, bounds.high, 2),
                of,
                won,
                round(won / of * 100, 6),
            )
        )
    rows.sort(key=lambda row: -float(row[5]))  # type: ignore[arg-type]
    title = text("Comparisons in pairs (Bradley and Terry): not part of the document")
    return (
        Table(id="pairs", title=title, columns=columns, rows=tuple(rows)),
        *_notes(asked, len(names) - len(strength)),
    )


def _both(one: Rating) -> tuple[str, str]:
    return one.run or "", one.other or one.against or ""


def _wins(count: int, compared: Sequence[Compared]) -> FloatArray:
    wins = np.zeros((count, count))
    for one, other, rating in compared:
        wins[one, other] += (np.sign(rating) + 1) / 2
        wins[other, one] += (1 - np.sign(rating)) / 2
    return wins


def _scaled(wins: FloatArray) -> list[int]:
    """Return the largest group each of whose members was preferred, directly or not, to each other: only these have strengths."""
    count, labels = connected_components(wins > 0, directed=True, connection="strong")
    sizes = np.bincount(labels, minlength=count)
    return np.flatnonzero(labels == int(sizes.argmax())).tolist() if sizes.max() > 1 else []


def _strengths(
    scaled: Sequence[int], compared: Sequence[Compared], asked: Sequence[Rating], clusters: dict[str, str]
) -> tuple[dict[int, float], dict[int, Interval]]:
    own = {number: place for place, number in enumerate(scaled)}
    kept = [place for place, (one, other, _) in enumerate(compared) if one in own and other in own]
    among = [(own[compared[place][0]], own[compared[place][1]], compared[place][2]) for place in kept]
    found = bradley_terry(len(scaled), among)
    if found is None:
        return {}, {}
    intervals = strength_intervals(
        found.strength,
        among,
        [asked[place].rater for place in kept],
        [clusters.get(asked[place].item, asked[place].item) for place in kept],
    )
    return (
        dict(zip(scaled, found.strength.tolist(), strict=True)),
        {} if intervals is None else dict(zip(scaled, intervals, strict=True)),
    )


def _notes(asked: Sequence[Rating], beyond: int) -> tuple[Note, ...]:
    sides = [one.side if (one.value or 0.0) > 0 else _other(one.side) for one in asked if one.value and one.side]
    body = text(
        "The document knows no comparisons in pairs; they change no score. A difference of 1.1 in strength means that one is preferred "
        "three times in four; the mean is 0. Of {count} comparisons {ties} saw no difference. Where one was chosen, it stood on the left "
        "in {left} of {sides} cases: sides are balanced, so much more or less than half means somebody did not look.",
        count=len(asked),
        ties=sum(one.value == 0 for one in asked),
        left=sum(side == "left" for side in sides),
        sides=len(sides),
    )
    notes = [Note(id="pairs-how", title=text("How to read the comparisons"), role="information", body=body)]
    if beyond:
        body = text(
            "{count} of what was compared has no strength: it was always, or never, preferred to the others, and the model puts it beyond "
            "every bound.",
            count=beyond,
        )
        notes.append(Note(id="pairs-beyond", title=text("No strength"), role="information", body=body))
    return tuple(notes)


def _other(side: str | None) -> str:
    return "right" if side == "left" else "left"
