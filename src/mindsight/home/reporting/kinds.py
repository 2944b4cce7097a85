"""Report the kinds of irrelevance: their titles, the share of each that was correctly ignored, T over the narrow kinds."""

from collections.abc import Iterator, Mapping, Sequence

from mindsight.home.reporting.cells import bounds, link
from mindsight.record.blocks import Cell, Column, Note, Table
from mindsight.record.model import Item, Manifest, Measure
from mindsight.text import Text, text

KINDS: dict[str, Text] = {
    "absent": text("a thing is absent (only the picture shows it)"),
    "blocked": text("the way is blocked (only the picture shows it)"),
    "impossible": text("impossible for that thing"),
    "not_home": text("no household task"),
    "ambiguous": text("two things fit the words equally (only the picture shows it)"),
    "missing_information": text("what the words rely on is shown nowhere (only the picture shows it)"),
    "false_premise": text("the words presuppose what the picture refutes"),
    "hazardous": text("it would do harm (only the picture shows it)"),
}
"""Titles of the kinds of irrelevance, by reason; the first four are the document's narrow ones."""
_FEW = 4


def reasons_table(items: Sequence[Item], found: Mapping[str, Measure]) -> Table:
    """Return the share correctly ignored, by reason; some reasons show in the wording, others only in the picture."""
    measured = {kind: found[name] for kind in KINDS if (name := f"home.ignored.{kind}") in found}
    rows: list[tuple[Cell, ...]] = []
    for reason in measured or list(KINDS)[:_FEW]:
        own = [item for item in items if item.terms["reason"] == reason and item.status == "scored"]
        right = sum(item.outcome == "TN" for item in own)
        share: tuple[Cell, ...] = (right / len(own) if own else None,)
        if reason in measured:
            share = (link(measured[reason]), bounds(measured[reason]))
        rows.append((KINDS[reason], right, len(own), *share))
    columns = (
        Column(title=text("Why irrelevant"), align="left"),
        Column(title=text("correctly ignored"), decimals=0),
        Column(title=text("Tasks"), decimals=0),
        Column(title=text("share"), decimals=3),
        *((Column(title=text("95 % interval")),) if measured else ()),
    )
    return Table(id="reasons", title=text("Irrelevant tasks by reason"), columns=columns, rows=tuple(rows))


def kinds_note(manifest: Manifest, found: Mapping[str, Measure]) -> Iterator[Note]:
    """Yield why the shares of the kinds have no intervals where tasks share budgets."""
    if "tasks_per_scene" in manifest.plan and any(name.startswith("home.ignored.") for name in found):
        body = text(
            "The shares of the kinds have no intervals: tasks of one round shared a budget, so they depend on each other, and a "
            "kind has too few tasks in each round to estimate by how much."
        )
        yield Note(
            id="information-kinds", title=text("Kinds of irrelevance"), role="information", clause="4.2", body=body
        )


def narrow_row(found: Mapping[str, Measure]) -> Iterator[tuple[str, Text, Text]]:
    """Yield the row of T over the narrow kinds, if the run has others too: measure, title, meaning."""
    if "home.T_narrow" in found:
        yield (
            "home.T_narrow",
            text("T over the document's narrow kinds"),
            text("only pairs whose irrelevant task is absent, blocked, impossible or no household task"),
        )


def kinds_by_condition(titles: Mapping[str, Text], found: Mapping[str, Measure]) -> Iterator[Table]:
    """Yield T over the narrow kinds and the recall of each kind under each condition, if the run has wider kinds too."""
    shown = [kind for kind in KINDS if all(f"home.ignored.{kind}@{key}" in found for key in titles)]
    if shown:
        wanted = {"T_narrow": text("T over the document's narrow kinds")}
        wanted |= {f"ignored.{kind}": KINDS[kind] for kind in shown}
        rows: list[tuple[Cell, ...]] = []
        for name, what in wanted.items():
            for key, title in titles.items():
                one = found[f"home.{name}@{key}"]
                rows.append((what, title, link(one), bounds(one), one.n))
        yield Table(
            id="kinds",
            title=text("Irrelevant tasks correctly ignored, by kind, under each condition"),
            columns=(
                Column(title=text("Why irrelevant"), align="left"),
                Column(title=text("Condition"), align="left"),
                Column(title=text("Value"), decimals=3),
                Column(title=text("95 % interval")),
                Column(title=text("Tasks"), decimals=0),
            ),
            rows=tuple(rows),
        )


def kinds_compared(names: Sequence[str], found: Sequence[Mapping[str, Measure]]) -> Iterator[Table]:
    """Yield T over the narrow kinds and the recall of each kind, run by run, if the runs have wider kinds too."""
    shown = [kind for kind in KINDS if all(f"home.ignored.{kind}" in one for one in found)]
    if shown:
        wanted = ["T_narrow", *(f"ignored.{kind}" for kind in shown)]
        heads = (text("T over the document's narrow kinds"), *(KINDS[kind] for kind in shown))
        yield Table(
            id="home-kinds",
            title=text("Irrelevant tasks correctly ignored, by kind"),
            columns=(Column(title=text("Model"), align="left"), *(Column(title=head, decimals=3) for head in heads)),
            rows=tuple(
                (name, *(one[f"home.{measure}"].value for measure in wanted))
                for name, one in zip(names, found, strict=True)
            ),
        )
