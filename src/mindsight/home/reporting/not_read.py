"""Irrelevant tasks and questions that were not read or not reached (NR): T without them, their share, and each with its cause."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from mindsight.answers.unread import CAUSES, answers_in, words_of
from mindsight.record.blocks import Cell, Column, Table
from mindsight.record.model import Item, Measure
from mindsight.text import Text, text

MOST_LISTED = 50
"""Tasks that the report lists; the record has them all."""
_UNREACHED = text("not reached: the shared budget was used up")
_SILENT = text("the subject never answered")

TITLES: dict[str, tuple[Text, Text]] = {
    "T_read": (
        text("T over what was read and reached"),
        text("T without irrelevant tasks of which nothing was read, or that were never reached (NR)"),
    ),
    "NR": (
        text("share not read or not reached"),
        text(
            "irrelevant tasks of which nothing was read, or that were never reached (NR), of all; T counts them as not ignored"
        ),
    ),
}
"""Titles and meanings of the two measures beside T."""


def summary_without(found: Mapping[str, Measure]) -> dict[str, Text]:
    """Return the titles of T without NR and of the share of NR, if a run has any such task."""
    share = found.get("home.NR")
    return {name: title for name, (title, _) in TITLES.items()} if share is not None and share.value else {}


def index_without(found: Mapping[str, Measure]) -> Iterator[tuple[str, Text, Text]]:
    """Yield the rows of both measures, if the run was judged by a rule that knows them: measure, title, meaning."""
    yield from ((f"home.{name}", *words) for name, words in TITLES.items() if f"home.{name}" in found)


def not_read_table(items: Sequence[Item]) -> Iterator[Table]:
    """Yield the tasks that were not read or not reached, each with its cause; nothing if there are none."""
    own = [item for item in items if item.outcome == "NR"]
    if not own:
        return
    heads = (text("Task"), text("Cause"), text("verbatim"))
    title = text("Irrelevant tasks that were not read or not reached: {count}", count=len(own))
    if len(own) > MOST_LISTED:
        title = text("{title}; the first {most}", title=title, most=MOST_LISTED)
    yield Table(
        id="not-read",
        title=title,
        columns=tuple(Column(title=head, align="left") for head in heads),
        rows=tuple((item.id, *_why(item)) for item in islice(own, MOST_LISTED)),
    )


def _why(item: Item) -> tuple[Cell, Cell]:
    """Return the cause of the last answer, which ended the task, and its words."""
    if item.terms["manner"] == "unreached":
        return _UNREACHED, None
    cause, verbatim = next(reversed(list(answers_in(item))), ("", {}))
    return (CAUSES[cause], words_of(verbatim)) if cause else (_SILENT, None)
