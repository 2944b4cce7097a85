"""The blocks of a validation's report: the verdicts, the matrix of accuracies behind them, and how to read both."""

from collections.abc import Iterator, Mapping, Sequence

from mindsight.home.classes import title_of
from mindsight.home.reporting.cells import bounds, link
from mindsight.home.studies.conditions_changes import Change
from mindsight.home.studies.conditions_names import named
from mindsight.home.studies.conditions_report import Found, titles_of, untested
from mindsight.home.studies.validity_verdicts import MISFITS, SIDES, Cell, Verdict, cells_of, conditions_by_ablation
from mindsight.record.blocks import Block, Column, Note, Table
from mindsight.record.blocks import Cell as Shown
from mindsight.record.model import Item, Manifest, Measure
from mindsight.record.titles import Named, names_table
from mindsight.text import Text, text

SAID: Mapping[Verdict, Text] = {
    "falls": text("▼ falls as declared"),
    "flat": text("● flat as declared"),
    "unsure": text("? declared to fall, too few tasks to decide"),
    "no_fall": text("✗ misfit: declared to fall, does not"),
    "rises": text("✗ misfit: rises with the ablation"),
    "undeclared": text("✗ misfit: moves, not declared"),
}
_COUNTED: Mapping[str, Text] = {
    "falls": text("falls as declared"),
    "flat": text("flat as declared"),
    "unsure": text("too few tasks to decide"),
    "misfits": text("misfits"),
}
_SIDES: Mapping[str, Text] = {"valid": text("valid tasks"), "irrelevant": text("irrelevant tasks")}


def blocks(manifest: Manifest, measures: Sequence[Measure], items: Sequence[Item]) -> Iterator[Block]:
    """Yield the blocks of a report in the order in which they are read."""
    found = {measure.name: measure for measure in measures}
    cells = list(cells_of(manifest, items))
    yield summary(found)
    yield from untested(items)
    yield from _misfits(manifest, cells)
    for side in SIDES:
        yield verdicts(manifest, cells, side)
        yield matrix(manifest, found, side)
    yield _changes(manifest, cells, found)
    yield _how()
    yield names_table([*_counts(found), *named(titles_of(manifest), measures)])


def summary(found: Found) -> Table:
    """Return how many cells of the matrix are as declared, and how many are not."""
    rows = tuple(
        (name, *(link(found[f"home.validity.{one}.{side}"]) for one in _COUNTED)) for side, name in _SIDES.items()
    )
    return Table(
        id="summary",
        title=text("What the ablated oracles show: ablations and classes by verdict"),
        columns=(
            Column(title=text("Tasks"), align="left"),
            *(Column(title=head, decimals=0) for head in _COUNTED.values()),
        ),
        rows=rows,
    )


def _counts(found: Found) -> Iterator[Named]:
    """Yield the names of the summary's numbers."""
    for side, name in _SIDES.items():
        yield from ((found[f"home.validity.{one}.{side}"], title, name) for one, title in _COUNTED.items())


def verdicts(manifest: Manifest, cells: Sequence[Cell], side: str) -> Table:
    """Return the verdict on each ablation and class."""
    by_place = {(cell.ablation, cell.task): cell for cell in cells if cell.side == side}
    tasks = manifest.plan["tasks"]
    rows = tuple(
        (_ablation(manifest, ablation), *(SAID[by_place[ablation, task].verdict] for task in tasks))
        for ablation in conditions_by_ablation(manifest)
    )
    return Table(
        id=f"verdicts-{side}",
        title=text("Each ablation and each class: {tasks}", tasks=_SIDES[side]),
        columns=(
            Column(title=text("Ablation"), align="left"),
            *(Column(title=title_of(key), align="left") for key in tasks),
        ),
        rows=rows,
    )


def matrix(manifest: Manifest, found: Found, side: str) -> Table:
    """Return the accuracy of each class with intact perception and under every strength of every ablation."""
    tasks, titles = manifest.plan["tasks"], titles_of(manifest)
    rows = tuple(
        (title, *(link(found[f"home.f_{side}.{task}@{key}"]) for task in tasks)) for key, title in titles.items()
    )
    return Table(
        id=f"matrix-{side}",
        title=text("Share of tasks that end correctly, by ablation and strength: {tasks}", tasks=_SIDES[side]),
        columns=(
            Column(title=text("Ablation and strength"), align="left"),
            *(Column(title=title_of(key), decimals=2) for key in tasks),
        ),
        rows=rows,
    )


def moved(cell: Cell) -> Text:
    """Return the changes of a cell at its strengths, in words."""
    stated = (f"{step.strength:g}: {_signed(step.change)}" for step in cell.steps)
    return text("{changes} (n = {n})", changes=", ".join(stated), n=cell.steps[-1].change.n)


def _signed(change: Change) -> str:
    return "–" if change.value is None else f"{change.value:+.2f}".replace("-", "−")


def _misfits(manifest: Manifest, cells: Sequence[Cell]) -> Iterator[Note]:
    for cell in cells:
        if cell.verdict in MISFITS:
            body = text(
                "{task}, {tasks}: {verdict}; changes by strength {changes}",
                task=title_of(cell.task),
                tasks=_SIDES[cell.side],
                verdict=SAID[cell.verdict],
                changes=moved(cell),
            )
            name = f"misfit-{cell.ablation}-{cell.task}-{cell.side}"
            yield Note(id=name, title=_ablation(manifest, cell.ablation), role="warning", body=body)


def _changes(manifest: Manifest, cells: Sequence[Cell], found: Found) -> Table:
    """Return every change with its interval and verdict."""
    titles = titles_of(manifest)
    rows: list[tuple[Shown, ...]] = []
    for cell in cells:
        for step in cell.steps:
            measure = found[f"home.change.f_{cell.side}.{cell.task}@{step.condition}"]
            needed = text("needed") if cell.needed else text("not needed")
            of_n = f"{step.right}/{step.change.n}"
            where = (titles[step.condition], title_of(cell.task), _SIDES[cell.side], needed)
            rows.append((*where, of_n, link(measure), bounds(measure), SAID[cell.verdict]))
    left = (text("Ablation and strength"), text("Class"), text("Tasks"), text("Declared"))
    return Table(
        id="changes",
        title=text("Every change from the intact oracle on the same tasks"),
        columns=(
            *(Column(title=head, align="left") for head in left),
            Column(title=text("right")),
            Column(title=text("change of f"), decimals=3),
            Column(title=text("95 % interval")),
            Column(title=text("Verdict"), align="left"),
        ),
        rows=tuple(rows),
    )


def _ablation(manifest: Manifest, ablation: str) -> Text:
    """Return the name of an ablation as the record holds it."""
    return text("{name}", name=Text.model_validate(manifest.plan["dials"][ablation]))


def _how() -> Note:
    body = text(
        "The oracle ran every task, then again with one ability ablated at a time. The accuracy of a class that needs "
        "the ability must fall, and more so at greater strength: the interval at the greatest strength is below 0, and "
        "no strength is better than a weaker one. A class that does not need it must not change: the interval contains 0 "
        "at every strength. Oracle and rooms are deterministic, so an ablation that does not affect a task changes none "
        "of its steps: chance alone cannot cause a misfit, and the intervals are not corrected for the number of cells. "
        "The intervals account for the choice of tasks. The irrelevant tasks here are only those that a picture reveals; "
        "the others can be declined from their wording alone."
    )
    return Note(id="how", title=text("How to read the matrix"), role="information", body=body)
