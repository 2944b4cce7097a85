"""Tables of how tasks ended (done, claimed, declined, out of steps), by class, model or condition."""

from collections import Counter
from collections.abc import Sequence

from mindsight.record.blocks import Cell, Column, Table
from mindsight.record.model import Item
from mindsight.text import Text, text

ENDINGS: tuple[tuple[str, str, Text], ...] = (
    ("TP", "done", text("TP, done")),
    ("FP", "claimed", text("FP, claimed and not so")),
    ("FP", "acted", text("FP, acted on an irrelevant task")),
    ("FN", "declined", text("FN, declined")),
    ("FN", "ran_out", text("FN, budget used up")),
    ("TN", "declined", text("TN, declined")),
    ("TN", "idle", text("TN, ignored without declining")),
    ("", "unreadable", text("no readable turn")),
)
"""Endings as outcome, manner and title, with two kinds of TN; no readable turn is FN or NR, before rule 2 FP."""
UNREACHED = ("", "unreached", text("not reached: the shared budget was used up"))
"""The ending of tasks that were never begun because their shared budget was used up."""


def endings(groups: Sequence[tuple[Cell, Sequence[Item]]], first: Text, *, total: bool = True) -> Table:
    """Return a table of how the tasks of each group ended, with a last row for all groups."""
    unreached = any(item.terms.get("manner") == "unreached" for _, own in groups for item in own)
    kinds = (*ENDINGS, UNREACHED) if unreached else ENDINGS
    rows = [(title, *_ended(own, kinds)) for title, own in groups]
    if total and len(rows) > 1:
        rows.append((text("all"), *_ended([item for _, own in groups for item in own], kinds)))
    columns = (
        Column(title=first, align="left"),
        *(Column(title=title, decimals=0) for _, _, title in kinds),
        Column(title=text("not tested"), decimals=0),
        Column(title=text("steps, mean"), decimals=1),
    )
    return Table(id="endings", title=text("How the tasks ended"), columns=columns, rows=tuple(rows))


def _ended(items: Sequence[Item], kinds: Sequence[tuple[str, str, Text]] = ENDINGS) -> tuple[Cell, ...]:
    """Return how often tasks ended in each way, how many were not tested, and their mean number of steps."""
    found = Counter((item.outcome, item.terms.get("manner")) for item in items)
    counts = [
        sum(number for (outcome, how), number in found.items() if how == manner and outcome.startswith(kind))
        for kind, manner, _ in kinds
    ]
    steps = [item.terms["steps"] for item in items if item.status == "scored"]
    return (*counts, len(items) - len(steps), sum(steps) / len(steps) if steps else None)
