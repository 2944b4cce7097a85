"""The blocks of a report over imported questions: accuracy against chance, f and T where they can be estimated, how questions ended."""

from collections.abc import Iterator, Mapping, Sequence

from mindsight.answers.unread import Unread, unread_table
from mindsight.home.imported.runs.generated import generated_of
from mindsight.home.questions.question import Question
from mindsight.home.questions.reporting import conventions
from mindsight.home.questions.reporting.run_report import (
    dimensions,
    endings,
    named,
    pairs,
    reasons,
    titles_of,
    unread_blocks,
    warnings_of,
)
from mindsight.home.questions.reporting.shown import answer_of, truth_of, with_options
from mindsight.home.reporting.cells import bounds, link
from mindsight.home.reporting.not_read import TITLES, not_read_table, summary_without
from mindsight.home.scoring.measures import Score
from mindsight.record.blocks import Block, Cell, Column, Level, Picture, Range, Ranges, Strip, Table
from mindsight.record.model import Item, Manifest, Measure
from mindsight.record.titles import names_table
from mindsight.text import Text, spelled, text

_MOST_SHOWN = 8
"""Pictures of a question that its strip shows."""


def blocks(
    manifest: Manifest,
    score: Score,
    measures: Sequence[Measure],
    items: Sequence[Item],
    unread: Unread | None,
    questions: Mapping[str, Question],
) -> Iterator[Block]:
    """Yield the blocks of a report in the order in which they are read."""
    found = {measure.name: measure for measure in measures}
    keys: list[str] = manifest.plan["tasks"]
    titles, generated = titles_of(manifest), generated_of(manifest)
    yield _summary(found, generated)
    yield from unread_blocks(unread)
    yield from warnings_of(score, items)
    audit = conventions.audit_of(manifest, items, questions)
    yield from conventions.warnings(manifest, audit)
    yield _panel(keys, found, titles, questions)
    if generated:
        yield _origins(manifest, generated, found, titles)
        yield dimensions(manifest, found)
    yield _classes(keys, found, titles)
    if generated:
        yield pairs(generated, found, titles)
    yield endings(keys, items, titles)
    yield from unread_table(measures)
    yield from not_read_table(items)
    yield reasons(items)
    yield from conventions.blocks(audit)
    yield from _strips(titles, items, questions)
    yield names_table(named(measures, titles))


def _origins(
    manifest: Manifest, generated: Sequence[str], found: Mapping[str, Measure], titles: Mapping[str, Text]
) -> Table:
    """Return where each class is from, and whether it counts as known; below, mean f of the known and of the unknown ones."""
    unknown, rows = manifest.plan["unknown"], list[tuple[Cell, ...]]()
    for key in manifest.plan["tasks"]:
        origin = text("generated") if key in generated else text("brought along")
        known = text("unknown") if key in unknown else text("known by default")
        rows.append((titles[key], origin, known, link(found[f"home.f.{key}"]), found[f"home.f.{key}"].n))
    for name, words in (("f_known", text("known")), ("f_unknown", text("unknown"))):
        if f"home.{name}" in found:
            rows.append((text("all classes"), None, words, link(found[f"home.{name}"]), found[f"home.{name}"].n))
    columns = (
        Column(title=text("Class"), align="left"),
        Column(title=text("Origin"), align="left"),
        Column(title=text("Known to the subject"), align="left"),
        Column(title=text("f"), decimals=3),
        Column(title=text("Questions"), decimals=0),
    )
    title = text("Classes brought along and generated ones")
    return Table(id="origins", title=title, columns=columns, rows=tuple(rows))


def _summary(found: Mapping[str, Measure], generated: Sequence[str]) -> Table:
    told: list[tuple[str, Text, Text]] = [
        ("accuracy", text("accuracy"), text("right answers among questions that have one")),
        ("f_above_chance", text("above chance"), text("right answers less chance; 0 is chance, 1 is all right")),
        ("declined", text("declined rightly"), text("questions without an answer of which that was said")),
        ("f_mean", text("mean accuracy"), text("T at λ = 0")),
        ("T", text("T as the document defines it"), text("mean accuracy less λ times the spread of the classes")),
        *((name, *TITLES[name]) for name in summary_without(found)),
    ]
    rows = tuple(
        (words, link(found[f"home.{name}"]), bounds(found[f"home.{name}"]), found[f"home.{name}"].n, meaning)
        for name, words, meaning in told
    )
    columns = (
        Column(title=text("Index"), align="left"),
        Column(title=text("Value"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Questions"), decimals=0),
        Column(title=text("What it says"), align="left"),
    )
    title = text("Accuracy over questions brought along")
    if generated:
        title = text("Accuracy over questions brought along and generated ones")
    return Table(id="summary", title=title, columns=columns, rows=rows)


def _panel(
    keys: Sequence[str],
    found: Mapping[str, Measure],
    titles: Mapping[str, Text],
    questions: Mapping[str, Question],
) -> Ranges:
    rows = []
    for key in keys:
        one = found[f"home.accuracy.{key}"]
        if one.value is None:
            rows.append(Range(name=titles[key], value=None, note=text(one.status)))
            continue
        low, high = (None, None) if one.interval is None else (one.interval.low, one.interval.high)
        rows.append(
            Range(
                name=titles[key],
                value=round(one.value, 6),
                low=None if low is None else round(low, 6),
                high=None if high is None else round(high, 6),
                target=f"measure-{one.name}",
            )
        )
    chances = [one.truth.chance for one in questions.values() if one.valid]
    levels = (Level(name=text("mean chance"), value=round(sum(chances) / len(chances), 6)),) if chances else ()
    title = text("Accuracy of each class with its 95 % interval")
    return Ranges(id="panel", title=title, ranges=tuple(rows), levels=levels, low=0.0)


def _classes(keys: Sequence[str], found: Mapping[str, Measure], titles: Mapping[str, Text]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for key in keys:
        right, f = found[f"home.accuracy.{key}"], found[f"home.f.{key}"]
        rest = [found[f"home.{name}.{key}"] for name in ("f_above_chance", "declined")]
        rows.append((titles[key], link(right), bounds(right), *map(link, rest), link(f), bounds(f), f.n))
    columns = (
        Column(title=text("Class"), align="left"),
        Column(title=text("accuracy"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("above chance"), decimals=3),
        Column(title=text("declined rightly"), decimals=3),
        Column(title=text("f"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Questions"), decimals=0),
    )
    return Table(id="classes", title=text("Class by class"), columns=columns, rows=tuple(rows))


def _strips(titles: Mapping[str, Text], items: Sequence[Item], questions: Mapping[str, Question]) -> Iterator[Strip]:
    """Yield the pictures of one question of each class: the first with a mistake, else the first."""
    for key, title in titles.items():
        own = [item for item in items if item.terms.get("task") == key and item.id in questions and item.media]
        if not own:
            continue
        item = next((one for one in own if one.outcome not in {"TP", "TN"}), own[0])
        question = questions[item.id]
        shown = list(item.media.values())[:_MOST_SHOWN]
        said = text(
            "{id}: right is {truth}; answered {answer}",
            id=item.id,
            truth=truth_of(question),
            answer=answer_of(item, question),
        )
        counted = [spelled(str(number), str(number)) for number in range(1, len(shown) + 1)]
        yield Strip(
            id=f"strip-{key}",
            title=title,
            pictures=tuple(
                Picture(media=name, caption=said if number == 0 else counted[number])
                for number, name in enumerate(shown)
            ),
            above=spelled(with_options(question, 0), with_options(question, 1)),
        )
