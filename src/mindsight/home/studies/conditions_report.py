"""The blocks of a report on several conditions: T and f under each, and their changes from the first."""

from collections.abc import Iterator, Mapping, Sequence

from mindsight.answers.unread import unread_in, unread_note, unread_table
from mindsight.home.classes import title_of
from mindsight.home.reporting import pointing
from mindsight.home.reporting.cells import bounds, link
from mindsight.home.reporting.endings import endings
from mindsight.home.reporting.not_read import not_read_table
from mindsight.home.reporting.readability import reading_table
from mindsight.home.scoring.generalisation import INDICATIVE_BELOW
from mindsight.home.studies.conditions_names import named
from mindsight.record.blocks import Block, Cell, Column, Level, Note, Range, Ranges, Table
from mindsight.record.model import Item, Manifest, Measure
from mindsight.record.titles import names_table
from mindsight.text import Text, text

Found = Mapping[str, Measure]
"""Measures by name."""


def blocks(manifest: Manifest, measures: Sequence[Measure], items: Sequence[Item]) -> Iterator[Block]:
    """Yield the blocks of a report in the order in which they are read."""
    found = {measure.name: measure for measure in measures}
    titles = titles_of(manifest)
    first, *others = titles
    keys: list[str] = manifest.plan["tasks"]
    yield summary(titles, found)
    yield from warnings(manifest, items)
    yield from _panel(others, titles, found)
    yield by_class(keys, titles, found)
    yield changes(keys, others, titles, found)
    yield _endings(titles, items)
    yield from reading_table(items)
    yield from unread_table(measures)
    yield from not_read_table(items)
    yield _how(titles[first])
    yield names_table(named(titles, measures))


def titles_of(manifest: Manifest) -> dict[str, Text]:
    """Return the titles of the conditions, by key, the undisturbed one first."""
    return {one["key"]: Text.model_validate(one["title"]) for one in manifest.plan["conditions"]}


def summary(titles: Mapping[str, Text], found: Found) -> Table:
    """Return T and the mean accuracy under each condition, and their changes."""
    rows: list[tuple[Cell, ...]] = []
    for key, title in titles.items():
        levels = [link(found[f"home.{name}@{key}"]) for name in ("T", "f_mean")]
        moved = [found.get(f"home.change.{name}@{key}") for name in ("f_mean", "T_corrected")]
        cells = [cell for one in moved for cell in ((link(one), bounds(one)) if one else (None, None))]
        rows.append((title, *levels, *cells))
    heads = (text("T"), text("mean f"), text("change of mean f"), text("95 % interval"))
    more = (text("change of T, corrected"), text("95 % interval"))
    return Table(
        id="summary",
        title=text("T and mean accuracy under each condition, and what changes from the first"),
        columns=(
            Column(title=text("Condition"), align="left"),
            *(Column(title=head, decimals=3) for head in (*heads, *more)),
        ),
        rows=tuple(rows),
    )


def by_class(keys: Sequence[str], titles: Mapping[str, Text], found: Found) -> Table:
    """Return the accuracy of each class under each condition."""
    rows = tuple((title, *(link(found[f"home.f.{key}@{name}"]) for key in keys)) for name, title in titles.items())
    return Table(
        id="by-class",
        title=text("Accuracy f of each class under each condition"),
        columns=(
            Column(title=text("Condition"), align="left"),
            *(Column(title=title_of(key), decimals=3) for key in keys),
        ),
        rows=rows,
    )


def changes(keys: Sequence[str], others: Sequence[str], titles: Mapping[str, Text], found: Found) -> Table:
    """Return the change of each class under each condition, for all tasks and for valid and irrelevant ones separately."""
    rows: list[tuple[Cell, ...]] = []
    for name in others:
        for key in keys:
            parts = [found[f"home.change.{part}.{key}@{name}"] for part in ("f", "f_valid", "f_irrelevant")]
            cells = [cell for one in parts for cell in (link(one), bounds(one))]
            rows.append((titles[name], title_of(key), *cells, parts[0].n))
    heads = (text("change of f"), text("valid tasks"), text("irrelevant tasks"))
    columns = [
        column for head in heads for column in (Column(title=head, decimals=3), Column(title=text("95 % interval")))
    ]
    return Table(
        id="changes",
        title=text("What changes from the first condition, class by class"),
        columns=(
            Column(title=text("Condition"), align="left"),
            Column(title=text("Class"), align="left"),
            *columns,
            Column(title=text("Tasks"), decimals=0),
        ),
        rows=tuple(rows),
    )


def warnings(manifest: Manifest, items: Sequence[Item]) -> Iterator[Note]:
    """Yield the warnings: turns that could not be read, few tasks, tasks that could not be tested."""
    yield from unread_note(unread_in(items), clause="6.3-b")
    yield from pointing.warnings(manifest, items)
    if manifest.plan["trials"] < INDICATIVE_BELOW:
        body = text(
            "Indicative: fewer than {least} tasks per class. Chance spreads the classes apart and lowers T.",
            least=INDICATIVE_BELOW,
        )
        yield _note("indicative", body)
    yield from untested(items)


def untested(items: Sequence[Item]) -> Iterator[Note]:
    """Yield a warning with the number of tasks that could not be tested, if any."""
    count = sum(item.status == "failed" for item in items)
    if count:
        body = text(
            "{count} tasks could not be tested because of the test's own equipment; they do not count in f.",
            count=count,
        )
        yield _note("untested", body)


def _panel(others: Sequence[str], titles: Mapping[str, Text], found: Found) -> Iterator[Ranges]:
    """Yield the changes of the mean accuracy with their intervals on one axis; nothing if none is estimable."""
    moved = {name: found[f"home.change.f_mean@{name}"] for name in others}
    rows = [
        Range(
            name=titles[name],
            value=round(one.value, 6),
            low=None if one.interval is None else round(one.interval.low, 6),
            high=None if one.interval is None else round(one.interval.high, 6),
            target=f"measure-{one.name}",
        )
        for name, one in moved.items()
        if one.value is not None
    ]
    if not rows:
        return
    reached = max(abs(end) for row in rows for end in (row.low, row.value, row.high) if end is not None)
    edge = next(edge for edge in (0.1, 0.2, 0.5, 1.0) if reached <= edge or edge == 1.0)
    yield Ranges(
        id="panel",
        title=text("Change of the mean accuracy under each condition, with its 95 % interval"),
        ranges=tuple(rows),
        levels=(Level(name=text("no change"), value=0.0),),
        low=-edge,
        high=edge,
    )


def _endings(titles: Mapping[str, Text], items: Sequence[Item]) -> Table:
    groups = [(title, [item for item in items if item.terms["condition"] == key]) for key, title in titles.items()]
    return endings(groups, text("Condition"), total=False)


def _how(first: Text) -> Note:
    body = text(
        "Every task was run once under each condition. A change is computed task by task relative to “{first}”, over the "
        "tasks that were tested under both. Its interval applies to that one change, not to all at once: among twenty "
        "conditions without an effect, one interval excludes zero by chance.",
        first=first,
    )
    return Note(id="how", title=text("How to read the changes"), role="information", body=body)


def _note(name: str, body: Text) -> Note:
    return Note(id=f"warning-{name}", title=text("Warning"), role="warning", clause="4.2", body=body)
