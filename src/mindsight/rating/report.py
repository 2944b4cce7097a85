"""Report blocks of a rated run: the row of table 1, what stands beside the score, the items, the notes."""

from collections.abc import Mapping, Sequence

import numpy as np

from mindsight.rating.events import Question, Rating
from mindsight.rating.opinion.score import LEAST_RATERS
from mindsight.rating.opinion.screening import can_reject
from mindsight.rating.pair_blocks import pair_blocks
from mindsight.rating.rater_blocks import checks_table, consistency_blocks, raters_table
from mindsight.rating.scoring import CLAUSES, cannot_be_judged, full_matrix, matrix, name_of
from mindsight.record.blocks import Block, Cell, Column, Link, Note, Table
from mindsight.record.model import Item, Measure
from mindsight.record.scores import ScoreTable
from mindsight.record.spelling import range_of
from mindsight.text import Text, text

INDICATORS: Mapping[Question, Text] = {
    "enhancement": text("Opinion on image quality"),
    "segmentation": text("Opinion on segmentation"),
}
_TITLES: Mapping[str, Text] = {
    "": text("Opinion score: mean of the raters"),
    "_median": text("Mean of the items' medians"),
    "_alpha": text("Agreement: Krippendorff's α"),
    "_icc": text("Reliability of the mean: ICC(A,k)"),
    "_raters": text("Complete raters"),
}
_LOWEST = 10


def blocks(
    question: Question,
    items: Sequence[Item],
    ratings: Sequence[Rating],
    raters: Sequence[str],
    measures: Sequence[Measure],
    table: ScoreTable,
    *,
    run: str | None,
) -> tuple[Block, ...]:
    """Return the blocks of a rated run in reading order.

    Args:
        question: Whose table was shown.
        items: The items of the record.
        ratings: The events of the campaign that count.
        raters: The complete raters.
        measures: As ``measures_of`` returns them.
        table: The scores of the items.
        run: Hash of the seal of the run that was rated.
    """
    found = {measure.name: measure for measure in measures}
    return (
        _summary(question, found, len(items), simulated=any(one.source == "simulated" for one in ratings)),
        *_notes(question, items, ratings, raters, run),
        _beside(question, found),
        *(_lowest(question, items, raters, table) if len(raters) >= LEAST_RATERS else ()),
        *raters_table(question, items, ratings, raters, run),
        *checks_table(ratings),
        *consistency_blocks(matrix(items, raters)[0]),
        *pair_blocks(ratings, {item.id: item.cluster for item in items}, run),
    )


def few_raters(count: int) -> Text:
    """Return the sentence that says how many raters are missing."""
    return text(
        "No score: {count} raters have rated every item, and the document asks for at least {least}; {missing} are missing.",
        count=count,
        least=LEAST_RATERS,
        missing=LEAST_RATERS - count,
    )


def _summary(question: Question, found: Mapping[str, Measure], items: int, *, simulated: bool) -> Table:
    own = found[name_of(question)]
    raters = found[name_of(question, "_raters")].value
    row: tuple[Cell, ...] = (
        INDICATORS[question],
        text("rated by simulated raters") if simulated else text("rated by people"),
        CLAUSES[question],
        _value(own),
        _bounds(own, 2),
        raters,
        items,
    )
    columns = (
        Column(title=text("Indicator"), align="left"),
        Column(title=text("Evaluation method"), align="left"),
        Column(title=text("Clause"), align="left"),
        Column(title=text("Score (0–100)"), decimals=2),
        Column(title=text("95 % interval")),
        Column(title=text("Raters"), decimals=0),
        Column(title=text("Items"), decimals=0),
    )
    return Table(id="summary", title=text("Results in the form of table 1"), columns=columns, rows=(row,))


def _notes(
    question: Question, items: Sequence[Item], ratings: Sequence[Rating], raters: Sequence[str], run: str | None
) -> list[Note]:
    clause = CLAUSES[question]
    own = [one for one in ratings if one.phase == "scored" and one.question == question and one.run == run]
    notes = []
    if any(one.source == "simulated" for one in own):
        notes.append(
            _warning("simulated", clause, text("Simulated raters: these numbers say nothing about any product."))
        )
    if len(raters) < LEAST_RATERS:
        notes.append(_warning("raters", clause, few_raters(len(raters))))
    partial = {one.rater for one in own} - set(raters)
    if partial:
        body = text(
            "Raters who have not rated every item; their ratings are in the record and do not count: {names}",
            names=" · ".join(sorted(partial)),
        )
        notes.append(_warning("partial", clause, body))
    if failed := sum(item.terms["ratings"] is None for item in items):
        body = text(
            "Items without a usable output could not be shown and count as 0 points from every rater: {count}",
            count=failed,
        )
        notes.append(_warning("failed", "5.4", body))
    if unjudged := cannot_be_judged(own):
        body = text("Items that raters said cannot be judged: {count}", count=unjudged.total())
        notes.append(_warning("unjudged", clause, body))
    return [*notes, _how(len(raters))]


def _how(raters: int) -> Note:
    body = text(
        "The score is the plain mean of all complete raters. Its interval is for other raters and other items: few raters make it "
        "wide, however many items there are. What stands beside the score, and the screening rules, never change it."
    )
    if raters > 0 and not can_reject(raters):
        body = text(
            "{first} {second}",
            first=body,
            second=text("With {count} raters the rule of ITU-R BT.500 can reject nobody.", count=raters),
        )
    return Note(id="how", title=text("How to read this"), role="information", body=body)


def _beside(question: Question, found: Mapping[str, Measure]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for part, title in _TITLES.items():
        measure = found[name_of(question, part)]
        rows.append(
            (title, text(measure.unit), _value(measure), _bounds(measure, 2 if measure.unit == "points" else 3))
        )
    columns = (
        Column(title=text("Measure"), align="left"),
        Column(title=text("Unit"), align="left"),
        Column(title=text("Value"), decimals=3),
        Column(title=text("95 % interval")),
    )
    return Table(id="overview", title=text("The score and what stands beside it"), columns=columns, rows=tuple(rows))


def _lowest(question: Question, items: Sequence[Item], raters: Sequence[str], table: ScoreTable) -> tuple[Table, ...]:
    ratings, _ = full_matrix(items, raters)
    means, medians, model = (table.column(name_of(question, part)) for part in ("", "_median", "_mle"))
    rows: list[tuple[Cell, ...]] = []
    for row in np.lexsort((np.arange(len(means)), means))[:_LOWEST].tolist():
        given = ratings[row]
        values = (means[row], medians[row], float(np.std(given, ddof=1)), given.min(), given.max(), model[row])
        shown = (None if np.isnan(value) else round(float(value), 6) for value in values)
        rows.append((Link(value=table.ids[row], target=f"item-{table.ids[row]}"), *shown))
    columns = (
        Column(title=text("Number"), align="left"),
        Column(title=text("Mean"), decimals=1),
        Column(title=text("Median"), decimals=1),
        Column(title=text("Standard deviation"), decimals=1),
        Column(title=text("Lowest"), decimals=1),
        Column(title=text("Highest"), decimals=1),
        Column(title=text("Under the model"), decimals=1),
    )
    return (Table(id="lowest", title=text("The items that were rated lowest"), columns=columns, rows=tuple(rows)),)


def _value(measure: Measure) -> Cell:
    value: float | Text = text(measure.status) if measure.value is None else round(measure.value, 6)
    return Link(value=value, target=f"measure-{measure.name}")


def _bounds(measure: Measure, decimals: int) -> Cell:
    if measure.value is None or measure.interval is None:
        return None
    shown = range_of(measure.interval.low, measure.interval.high, decimals)
    return Link(value=shown, target=f"measure-{measure.name}")


def _warning(name: str, clause: str, body: Text) -> Note:
    return Note(id=f"warning-{name}", title=text("Warning"), role="warning", clause=clause, body=body)
