"""Report blocks about raters and the whole experiment: each rater, the checks that were mixed in, consistency."""

from collections.abc import Sequence

import numpy as np

from mindsight.rating.events import Question, Rating
from mindsight.rating.opinion.consistency import consistency, nearest_anchors
from mindsight.rating.opinion.raters import rater_facts, repeats
from mindsight.rating.opinion.screening import bt500, p913
from mindsight.rating.scoring import fitted, matrix, repeated
from mindsight.record.blocks import Block, Cell, Column, Curve, Note, Series, Table
from mindsight.record.model import Item
from mindsight.statistics.arrays import FloatArray
from mindsight.text import Text, text

_MOST_WEIGHT = 0.9
"""Share of the weight from which on the model is one rater's opinion."""


def raters_table(
    question: Question, items: Sequence[Item], ratings: Sequence[Rating], raters: Sequence[str], run: str | None
) -> tuple[Block, ...]:
    """Return the table of complete raters beside each other; nothing below two raters or two items.

    A note names a rater to whom the model gives nearly all weight: with few raters its likelihood has no maximum.
    """
    table, _ = matrix(items, raters)
    model = fitted(items, raters)
    if model is None:
        return ()
    facts, far, apart = rater_facts(table), bt500(table), p913(table)
    pairs = repeated([one for one in ratings if one.run == run and one.question == question])
    rows: list[tuple[Cell, ...]] = []
    for place, rater in enumerate(raters):
        own, said = facts[place], pairs.get(rater, [])
        again = repeats([first for first, _ in said], [second for _, second in said])
        rows.append(
            (
                rater,
                round(float(table[:, place].mean()), 6),
                round(own.bias, 6),
                round(own.inconsistency, 6),
                None if own.correlation is None else round(own.correlation, 6),
                round(float(model[0].bias[place]), 6),
                round(float(model[0].inconsistency[place]), 6),
                round(float(model[0].weight[place]) * 100, 6),
                None if again is None else again.number,
                None if again is None else round(again.root_mean_square, 6),
                _yes(far[place].rejected),
                _yes(place in apart),
            )
        )
    columns = (
        Column(title=text("Rater"), align="left"),
        Column(title=text("Mean"), decimals=1),
        Column(title=text("Bias"), decimals=1),
        Column(title=text("Inconsistency"), decimals=1),
        Column(title=text("Correlation with the others"), decimals=2),
        Column(title=text("Bias, P.910"), decimals=1),
        Column(title=text("Inconsistency, P.910"), decimals=1),
        Column(title=text("Weight, P.910 (%)"), decimals=0),
        Column(title=text("Repeats"), decimals=0),
        Column(title=text("Difference of repeats"), decimals=1),
        Column(title=text("BT.500 would reject"), align="left"),
        Column(title=text("P.913 would reject"), align="left"),
    )
    title = text("The raters beside each other; nobody is left out")
    heaviest = int(np.argmax(model[0].weight))
    note = Note(
        id="model",
        title=text("The model of ITU-T P.910 follows one rater"),
        role="information",
        body=text(
            "It gives {rater} {share} % of the weight. With few raters its likelihood has no maximum, and its qualities say little; read "
            "means and medians.",
            rater=raters[heaviest],
            share=round(float(model[0].weight[heaviest]) * 100),
        ),
    )
    found = Table(id="raters", title=title, columns=columns, rows=tuple(rows))
    return (found, note) if model[0].weight[heaviest] > _MOST_WEIGHT else (found,)


def checks_table(ratings: Sequence[Rating]) -> tuple[Table, ...]:
    """Return what the raters answered where an answer was known, over the whole campaign; nothing if nothing was mixed in."""
    mixed = [one for one in ratings if one.phase in {"qualification", "gold", "trap", "reference", "anchor"}]
    if not mixed:
        return ()
    rows: list[tuple[Cell, ...]] = []
    for rater in sorted({one.rater for one in mixed}):
        own = [one for one in mixed if one.rater == rater]
        rows.append(
            (
                rater,
                *(_right(own, phase) for phase in ("qualification", "gold", "trap")),
                *(_mean(own, phase) for phase in ("reference", "anchor")),
            )
        )
    columns = (
        Column(title=text("Rater"), align="left"),
        Column(title=text("Qualification, right")),
        Column(title=text("Gold items, right")),
        Column(title=text("Trap items, right")),
        Column(title=text("Hidden references, mean"), decimals=1),
        Column(title=text("Hidden low anchors, mean"), decimals=1),
    )
    title = text("Items with a known answer; none of them counts")
    return (Table(id="checks", title=title, columns=columns, rows=tuple(rows)),)


def consistency_blocks(table: FloatArray) -> tuple[Block, ...]:
    """Return how well the answers fit the generalised score distribution; nothing where the test cannot be made.

    Args:
        table: Ratings of complete raters, shape (items, raters).
    """
    found = None if min(table.shape) < 1 else consistency(nearest_anchors(table))
    if found is None:
        return ()
    p_values = sorted(fit.p for fit in found.fits)
    share = tuple((place + 1) / len(p_values) for place in range(len(p_values)))
    limits = tuple((one.level, one.limit) for one in found.shares)
    body = text("The answers to the items do not contradict a consistent experiment (G-test, 5 %).")
    if not found.consistent:
        body = text(
            "More items have odd distributions of answers than chance explains (G-test, 5 %): perhaps raters understood the task "
            "differently. Look at the items and the instructions."
        )
    small = text("With {count} raters the test notices little.", count=table.shape[1])
    return (
        Note(
            id="consistency",
            title=text("Consistency of the whole experiment"),
            role="information" if found.consistent else "warning",
            body=text("{first} {second}", first=body, second=small) if table.shape[1] < 10 else body,
        ),
        Curve(
            id="consistency-curve",
            title=text("p of the items against chance (generalised score distribution)"),
            x_label=text("p of the G-test"),
            y_label=text("share of the items at or below it"),
            series=(
                Series(name=text("items"), x=tuple(round(p, 6) for p in p_values), y=share, style="steps"),
                Series(
                    name=text("limit at 5 %"),
                    x=tuple(level for level, _ in limits),
                    y=tuple(round(limit, 6) for _, limit in limits),
                    style="points",
                ),
            ),
        ),
    )


def _yes(rejected: object) -> Text:
    return text("yes") if rejected else text("no")


def _right(own: Sequence[Rating], phase: str) -> Cell:
    known = [one.right for one in own if one.phase == phase and one.expected is not None]
    return f"{sum(map(bool, known))}/{len(known)}" if known else None


def _mean(own: Sequence[Rating], phase: str) -> Cell:
    values = [one.value for one in own if one.phase == phase and one.value is not None]
    return round(float(np.mean(values)), 6) if values else None
