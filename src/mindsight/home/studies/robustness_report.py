"""The blocks of a robustness report besides the numbers: what the conditions are, and one task under each."""

from collections.abc import Iterator, Sequence
from typing import Any

from mindsight.home.episodes.stances import FORMER
from mindsight.home.reporting.cells import bounds, link
from mindsight.home.reporting.kinds import kinds_by_condition
from mindsight.home.studies import conditions_report
from mindsight.home.studies.conditions_report import titles_of
from mindsight.record.blocks import Block, Cell, Column, Note, Picture, Strip, Table
from mindsight.record.fields import shown_value
from mindsight.record.model import Item, Manifest, Measure
from mindsight.text import text

_HEADS = (text("T"), text("irrelevant tasks ignored"), text("irrelevant among the ignored"))
STANCES = (
    Column(title=text("Stance"), align="left"),
    *(column for head in _HEADS for column in (Column(title=head, decimals=3), Column(title=text("95 % interval")))),
)
"""Columns of the rows of stances."""


def blocks(manifest: Manifest, measures: Sequence[Measure], items: Sequence[Item]) -> Iterator[Block]:
    """Yield the blocks of a report in the order in which they are read."""
    first, *rest = conditions_report.blocks(manifest, measures, items)
    yield first
    if manifest.subject.spec.startswith("baseline:"):
        yield _geometry()
    yield from stances(manifest, measures)
    yield from kinds_by_condition(titles_of(manifest), {measure.name: measure for measure in measures})
    yield from rest
    yield _conditions(manifest)
    yield from _pictures(manifest, items)


def stances(manifest: Manifest, measures: Sequence[Measure]) -> Iterator[Block]:
    """Yield the table of T under each stance, if the run has several."""
    if rows := stance_rows(manifest, measures):
        own = manifest.plan["conditions"][0]["setting"].get("stance", FORMER)
        title = text("T under each stance; the run's own is {stance}", stance=own)
        yield Table(id="stances", title=title, columns=STANCES, rows=tuple(rows))


def stance_rows(manifest: Manifest, measures: Sequence[Measure]) -> list[tuple[Cell, ...]]:
    """Return T, and how irrelevant tasks were recognised, under each stance that only the stance sets apart, with the spread of T."""
    found = {measure.name: measure for measure in measures}
    first = manifest.plan["conditions"][0]
    alike = [first, *(one for one in manifest.plan["conditions"] if one["key"].startswith("stance-"))]
    rows: list[tuple[Cell, ...]] = []
    if len(alike) < 2 or f"home.abstention_recall@{first['key']}" not in found:
        return rows
    for one in alike:
        shown = [found[f"home.{name}@{one['key']}"] for name in ("T", "abstention_recall", "abstention_precision")]
        rows.append((one["setting"].get("stance", FORMER), *(cell for m in shown for cell in (link(m), bounds(m)))))
    values = [value for one in alike if (value := found[f"home.T@{one['key']}"].value) is not None]
    if len(values) == len(alike):
        rows.append((text("largest less smallest T"), round(max(values) - min(values), 6), *[None] * 5))
    return rows


def _geometry() -> Note:
    body = text(
        "This is a built-in subject: it uses the geometry behind the pictures and knows the task regardless of its "
        "wording. No change is expected, so the run only checks the software and says nothing about robustness."
    )
    return Note(id="information-built-in", title=text("A built-in subject"), role="information", body=body)


def _conditions(manifest: Manifest) -> Table:
    """Return a table of the conditions."""
    titles = titles_of(manifest)
    rows: list[tuple[Cell, ...]] = []
    for one in manifest.plan["conditions"]:
        setting: dict[str, Any] = one["setting"]
        language = shown_value("language", setting["language"])
        rows.append(
            (
                titles[one["key"]],
                one["key"],
                setting["profile"],
                setting.get("wording", "–"),
                language,
                setting.get("stance", FORMER),
            )
        )
    heads = (text("Condition"), text("Name"), text("Renderer"), text("Words"), text("Prompts"), text("Stance"))
    return Table(
        id="conditions",
        title=text("What the conditions are"),
        columns=tuple(Column(title=head, align="left") for head in heads),
        rows=tuple(rows),
    )


def _pictures(manifest: Manifest, items: Sequence[Item]) -> Iterator[Strip]:
    """Yield the first picture of one task under every condition; nothing if no pictures were kept."""
    titles = titles_of(manifest)
    shown = {
        item.terms["condition"]: item for item in sorted(items, key=lambda item: item.id, reverse=True) if item.media
    }
    kept = [key for key in titles if key in shown]
    if len(kept) < 2:
        return
    yield Strip(
        id="views",
        title=text("How a task looks under each condition"),
        pictures=tuple(Picture(media=min(shown[key].media.items())[1], caption=titles[key]) for key in kept),
    )
