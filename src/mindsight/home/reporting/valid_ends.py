"""Tables of what the end of each valid task was: done and reported, done and lost again, claimed and not done, and so on."""

from collections.abc import Iterator, Mapping, Sequence

from mindsight.home.reporting.cells import bounds, link
from mindsight.home.scoring.ends import ENDS, MEASURED, VIGIL, End, ValidTask, counts_of, end_of
from mindsight.record.blocks import Block, Cell, Column, Table
from mindsight.record.model import Item, Measure
from mindsight.text import Text, text

TITLES: dict[End, Text] = {
    "reported": text("done and reported"),
    "unreported": text("done, not reported"),
    "lost": text("done and lost again"),
    "claimed": text("claimed, not done"),
    "declined": text("not done and said so"),
    "ran_out": text("not done, ran out"),
}
_MEANINGS: dict[End, Text] = {
    "reported": text("the goal holds at the end, and the subject said that it is done"),
    "lost": text("the goal held after some step and no longer at the end"),
    "claimed": text("the goal never held, and the subject said that it is done"),
    "declined": text("the goal never held, and the subject declined"),
}


def valid_tasks(items: Sequence[Item]) -> list[ValidTask]:
    """Return the valid tasks that were tested, with what their end was."""
    return [ValidTask(item.cluster, _end(item)) for item in items if item.status == "scored" and item.terms["valid"]]


def attained(item: Item) -> bool | None:
    """Return whether a task's goal held after any step; None if its record does not say so.

    Records that have no term for it say it in their steps.
    """
    if "held_first" in item.terms:
        return item.terms["held_first"] is not None
    steps = item.answer.get("steps", ())
    return any(step["holds"] for step in steps) if all("holds" in step for step in steps) else None


def blocks(
    groups: Sequence[tuple[Cell, Sequence[Item]]], measures: Mapping[str, Measure], first: Text
) -> Iterator[Block]:
    """Yield the four shares with their intervals, and the counts of each group."""
    yield shares(measures)
    yield valid_ends(groups, first)


def shares(measures: Mapping[str, Measure]) -> Table:
    """Return the four shares that are measures, each with VIGIL's name for it."""
    rows = tuple(
        (TITLES[end], link(one), bounds(one), _MEANINGS[end], VIGIL[end])
        for end in MEASURED
        for one in (measures[f"home.end.{end}"],)
    )
    columns = (
        Column(title=text("End"), align="left"),
        Column(title=text("share of the valid tasks"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("What it says"), align="left"),
        Column(title=text("name in arXiv 2605.08747"), align="left"),
    )
    title = text("Valid tasks: what was done, and what was said of it")
    return Table(id="ends", title=title, columns=columns, rows=rows)


def valid_ends(groups: Sequence[tuple[Cell, Sequence[Item]]], first: Text, *, total: bool = True) -> Table:
    """Return how many valid tasks of each group had each end, with a last row for all; the ends of a row add up to its tasks."""
    tasks = [(title, valid_tasks(own)) for title, own in groups]
    if total and len(tasks) > 1:
        tasks.append((text("all"), [one for _, own in tasks for one in own]))
    counted = [(title, counts_of(own), len(own)) for title, own in tasks]
    kinds: list[tuple[End | None, Text]] = [(end, TITLES[end]) for end in ENDS]
    if any(counts[None] for _, counts, _ in counted):
        kinds.append((None, text("not known: the record does not say whether it was ever done")))
    columns = (
        Column(title=first, align="left"),
        *(Column(title=title, decimals=0) for _, title in kinds),
        Column(title=text("valid tasks"), decimals=0),
    )
    rows = tuple((title, *(counts[end] for end, _ in kinds), n) for title, counts, n in counted)
    return Table(
        id="valid-ends", title=text("How the valid tasks ended, and what was said"), columns=columns, rows=rows
    )


def _end(item: Item) -> End | None:
    terms = item.terms
    return end_of(goal_true=terms["goal_true"], ending=terms["ending"], attained=attained(item))
