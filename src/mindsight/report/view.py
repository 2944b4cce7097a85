"""Prepare a run for the report's template: read once, sorted, linked, every score with its clause and reading."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from mindsight.clauses import DOCUMENTS, Clause, find
from mindsight.errors import InputError
from mindsight.record.blocks import Block, Link, Note, Paragraphs, Strip, Table
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.model import Item, Manifest, Measure, Results
from mindsight.record.scores import ScoreTable, from_csv, sample
from mindsight.record.spelling import decimals_of_ends, verdict_of
from mindsight.record.titles import NAMES, Titles, titles_of
from mindsight.report.blocks import MOST_ROWS
from mindsight.report.terms import TermRange, flat, take_in
from mindsight.report.words import Pair, decimals_of
from mindsight.text import Text, text

MOST_ITEMS = 200
MOST_LINKS = 15
MOST_FILES = 8
MOST_TILES = 4
"""Most measures shown large at the top of a report."""

TRIAL = "departure-trial"


@dataclass(frozen=True)
class MeasureView:
    """A measure with its title and the items behind it, worst first."""

    measure: Measure
    title: Text | None
    part: Text | None
    decimals: int
    worst: tuple[tuple[str, float], ...]
    more: int
    sampled: bool = False
    """Whether it is the mean of the items' scores; only then is a missing interval informative."""
    starts: bool = False

    @property
    def status(self) -> Text:
        """The word shown if there is no value."""
        return Text(message=self.measure.status)

    @property
    def end_decimals(self) -> int:
        """Decimals of the interval's bounds."""
        interval = self.measure.interval
        return self.decimals if interval is None else decimals_of_ends(interval.low, interval.high, self.decimals)

    @property
    def scale(self) -> tuple[float, float, float] | None:
        """Value and interval bounds in percent of the measure's range; None without range or value."""
        measure = self.measure
        if measure.value is None or measure.low is None or measure.high is None or measure.high <= measure.low:
            return None
        low, high = measure.low, measure.high
        interval = measure.interval
        bounds = (measure.value, measure.value, measure.value)
        if interval is not None:
            bounds = (measure.value, interval.low, interval.high)
        value, left, right = (round(min(max((bound - low) / (high - low), 0.0), 1.0) * 100, 2) for bound in bounds)
        return value, left, right


@dataclass(frozen=True)
class ClauseView:
    """A clause with its formulas, readings and measures."""

    number: str
    clause: Clause | None
    formulas: Paragraphs | None
    readings: tuple[Note, ...]
    measures: tuple[MeasureView, ...]

    @property
    def title(self) -> Pair | None:
        """The clause's title."""
        return None if self.clause is None else Pair(self.clause.zh, self.clause.en)

    @cached_property
    def signature(self) -> str | None:
        """The signature shared by all measures; None if each shows its own."""
        # Cached: each measure's card asks for it, and a clause can have thousands of measures.
        found = {str(view.measure.signature) for view in self.measures}
        return found.pop() if len(found) == 1 and len(self.measures) > 1 else None


@dataclass(frozen=True)
class ItemView:
    """A tested item with its scores and pictures."""

    item: Item
    scores: tuple[float | None, ...]
    blocks: tuple[Block, ...]
    details: dict[str, list[tuple[str, Any]]]

    @property
    def outcome(self) -> Text:
        """The item's outcome as a word."""
        return Text(message=self.item.outcome)


def _with_sentences(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested values with our own sentences among them parsed as ``Text``, one row each."""
    found = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            is_sentence = set(value) == set(Text.model_fields)
            found[name] = Text.model_validate(value) if is_sentence else _with_sentences(value)
        else:
            found[name] = value
    return found


@dataclass
class RunView:
    """All data of a run's report."""

    manifest: Manifest
    results: Results
    title: Text
    document_title: Pair | None
    columns: tuple[MeasureView, ...]
    items: list[ItemView]
    hidden_items: int
    count: int
    failed: int
    terms: list[TermRange]
    time_s: float = 0.0
    timed: int = 0
    clauses: list[ClauseView] = field(default_factory=list)
    anchors: frozenset[str] = frozenset()

    @property
    def is_trial(self) -> bool:
        """Whether the run's procedure departs from the document."""
        return bool(self.manifest.plan.get("trial") or self.trials)

    @property
    def review(self) -> Text | None:
        """What the review of the data came to; None if the run names none."""
        return None if self.manifest.review is None else verdict_of(self.manifest.review)

    @property
    def trials(self) -> tuple[Note, ...]:
        """Why the run is a trial."""
        return tuple(note for note in self.manifest.departures if note.id == TRIAL)

    @property
    def state(self) -> Text:
        """How the run ended, as a word."""
        return Text(message=self.manifest.state)

    @property
    def edition(self) -> Pair | str:
        """The edition of the document, in both languages if it is the known one."""
        document, edition = DOCUMENTS.get(self.manifest.document.suite), self.manifest.document.edition
        return edition if document is None or document.edition != edition else Pair(document.edition_zh, edition)

    @property
    def plan(self) -> list[tuple[str, Any]]:
        """The plan without the profile, which is shown separately."""
        plan = {name: value for name, value in self.manifest.plan.items() if name != "profile" or not self.profile}
        return flat(_with_sentences(plan))

    @property
    def canaries(self) -> list[tuple[str, Any]]:
        """The canaries and their results, without lists, which are shown among the results."""
        return flat({name: value for name, value in self.manifest.canaries.items() if not isinstance(value, list)})

    @property
    def column_groups(self) -> list[tuple[Text | None, list[MeasureView]]]:
        """Neighbouring score columns, grouped by shared name."""
        return [(title, list(views)) for title, views in groupby(self.columns, key=lambda view: view.title)]

    def groups_of(self, view: ItemView) -> list[tuple[Text | None, list[tuple[MeasureView, float]]]]:
        """Return an item's scores, grouped by shared name; measures without a score are left out."""
        scores = [(column, score) for column, score in zip(self.columns, view.scores, strict=True) if score is not None]
        return [(title, list(pairs)) for title, pairs in groupby(scores, key=lambda pair: pair[0].title)]

    @property
    def summary(self) -> tuple[Block, ...]:
        """The results in the document's own form."""
        return tuple(block for block in self.results.blocks if block.id == "summary")

    @property
    def body(self) -> tuple[Block, ...]:
        """The blocks between summary and measures, in the suite's order."""
        elsewhere = {"summary", "profile", NAMES, *(one.formulas.id for one in self.clauses if one.formulas)}
        return tuple(block for block in self.results.blocks if block.id not in elsewhere and not block.item)

    @property
    def profile(self) -> tuple[Block, ...]:
        """The choices that the document leaves open."""
        return tuple(block for block in self.results.blocks if block.id == "profile")

    @property
    def tiles(self) -> list[MeasureView]:
        """The main measures: those in the headline, or else in the summary."""
        headline = tuple(block for block in self.results.blocks if block.id == "headline")
        wanted = dict.fromkeys(link.target for link in links_of(headline or self.summary))
        found = {f"measure-{view.measure.name}": view for group in self.clauses for view in group.measures}
        tiles = [found[target] for target in wanted if target in found]
        return tiles[: MOST_TILES if headline else 2 * MOST_TILES]

    @property
    def parted(self) -> bool:
        """Whether measures are labelled by their parts only: so if one table names them all."""
        return any(block.id == NAMES for block in self.results.blocks)

    def strips_of(self, block: Block) -> list[Strip]:
        """Return the pictures of the items linked in a short table, such as the worst five."""
        if block.id not in {"worst", "episodes"}:
            return []
        wanted = [link.target.removeprefix("item-") for link in links_of([block])]
        found = {view.item.id: view.blocks for view in self.items}
        return [block for id_ in wanted for block in found.get(id_, ()) if isinstance(block, Strip)]


def view_of(run: RunFolder) -> RunView:
    """Read a run.

    Raises:
        RecordError: A file of the run is invalid.
    """
    manifest = run.manifest
    results = run.results if (run.path / RESULTS).is_file() else Results(measures=())
    table = from_csv(run.path / SCORES) if (run.path / SCORES).is_file() else ScoreTable([], [], [], [], {})
    # Every item linked in a table has a card, whatever its position, and so have the worst of the first measures.
    linked = {link.target.removeprefix("item-") for link in links_of(results.blocks) if link.target.startswith("item-")}
    titles = titles_of(results)
    measures = [_measure(one, titles, table) for one in results.measures]
    worst = {id_ for one in [one for one in measures if one.worst][:MOST_TILES] for id_, _ in one.worst}
    survey = _survey(run.items, {*sample(table.ids, MOST_ITEMS), *worst, *linked})
    items = list(_items(survey.shown, results, table))
    document = DOCUMENTS.get(manifest.document.suite)
    view = RunView(
        manifest=manifest,
        results=results,
        title=manifest.document.title,
        document_title=None if document is None else Pair(document.zh, document.en),
        columns=_columns(one for one in measures if one.measure.name in table.columns),
        items=items,
        hidden_items=survey.count - len(items),
        count=survey.count,
        failed=survey.failed,
        terms=list(survey.terms.values()),
        time_s=survey.time_s,
        timed=survey.timed,
    )
    view.clauses = list(_clauses(manifest, results, measures))
    view.anchors = frozenset(_anchors(view))
    return view


@dataclass
class _Survey:
    """The result of one pass over the items; memory does not grow with the record."""

    shown: list[Item] = field(default_factory=list)
    count: int = 0
    failed: int = 0
    time_s: float = 0.0
    timed: int = 0
    terms: dict[str, TermRange] = field(default_factory=dict)


def _survey(tested: Iterable[Item], wanted: set[str]) -> _Survey:
    """Count the items, collect the range of their terms and keep those to show: the wanted ones, or else the first."""
    found = _Survey()
    for item in tested:
        found.count += 1
        found.failed += item.status == "failed"
        if item.time_s:
            found.time_s, found.timed = found.time_s + item.time_s, found.timed + 1
        take_in(found.terms, item.terms)
        if item.id in wanted if wanted else len(found.shown) < MOST_ITEMS:
            found.shown.append(item)
    found.shown.sort(key=lambda item: item.id)
    return found


def links_of(blocks: Iterable[Block]) -> Iterator[Link]:
    """Yield the links in the displayed rows of tables among the blocks."""
    for block in blocks:
        if isinstance(block, Table):
            yield from (cell for row in block.rows[:MOST_ROWS] for cell in row if isinstance(cell, Link))


def _items(tested: Iterable[Item], results: Results, table: ScoreTable) -> Iterator[ItemView]:
    blocks: dict[str, list[Block]] = {}
    for block in results.blocks:
        if block.item:
            blocks.setdefault(block.item, []).append(block)
    shown = list(tested)
    wanted = {item.id for item in shown}
    rows = {id_: row for row, id_ in enumerate(table.ids) if id_ in wanted}
    columns = [table.columns[measure.name] for measure in results.measures if measure.name in table.columns]
    for item in shown:
        row = rows.get(item.id)
        scores = tuple(None if row is None or math.isnan(column[row]) else float(column[row]) for column in columns)
        details = {
            "item_terms": flat(item.terms),
            "answer": _short(flat(item.answer)),
            "parsed": flat(item.parsed),
            # An output is stored under its hash, which is usually part of the answer already.
            "media": _files(
                [pair for pair in flat(item.media) if pair[1].partition(".")[0] not in item.answer.values()]
            ),
        }
        yield ItemView(item, scores, tuple(blocks.get(item.id, ())), details)


def _short(rows: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Return rows with each list of entries, such as the steps of an episode, replaced by its length."""
    return [(path, _counted(value) if _is_log(value) else value) for path, value in rows]


def _is_log(value: object) -> bool:
    return isinstance(value, list) and len(value) > 1 and all(isinstance(entry, dict) for entry in value)


def _counted(value: Sequence[Any]) -> Text:
    return text("{count} entries, in items.jsonl", count=len(value))


def _files(rows: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Return the files; if there are very many, only their number."""
    return rows if len(rows) <= MOST_FILES else [("media", text("{count} files", count=len(rows)))]


def _columns(views: Iterable[MeasureView]) -> tuple[MeasureView, ...]:
    """Return the score columns; a new group starts where the name changes."""
    columns: list[MeasureView] = []
    for view in views:
        columns.append(replace(view, starts=not columns or columns[-1].title != view.title))
    return tuple(columns)


def _clauses(manifest: Manifest, results: Results, views: Sequence[MeasureView]) -> Iterator[ClauseView]:
    formulas = {block.id: block for block in results.blocks if isinstance(block, Paragraphs)}
    for number in dict.fromkeys(view.measure.clause for view in views):
        measures = tuple(view for view in views if view.measure.clause == number)
        readings = tuple(note for note in manifest.readings if note.clause == number)
        yield ClauseView(number, clause_of(manifest, number), formulas.get(f"formulas-{number}"), readings, measures)


def _measure(measure: Measure, titles: Titles, table: ScoreTable) -> MeasureView:
    worst: list[tuple[str, float]] = []
    more = 0
    if measure.name in table.columns:
        values = table.column(measure.name)
        order = np.argsort(values if measure.better == "higher" else -values, kind="stable")
        # NaN sorts last in both directions.
        worst = [(table.ids[row], float(values[row])) for row in order[:MOST_LINKS] if not np.isnan(values[row])]
        more = int((~np.isnan(values)).sum()) - len(worst)
    title, part = titles.get(measure.name, (None, None))
    decimals = decimals_of(measure.unit, measure.value)
    return MeasureView(measure, title, part, decimals, tuple(worst), more, measure.name in table.columns)


def clause_of(manifest: Manifest, number: str) -> Clause | None:
    """Return the clause of a number; None if the document has no such clause."""
    try:
        return find(manifest.document.suite, number)
    except InputError:
        return None


def _anchors(view: RunView) -> Sequence[str]:
    return [
        *(f"item-{one.item.id}" for one in view.items),
        *(f"measure-{measure.name}" for measure in view.results.measures),
        *(f"clause-{one.number}" for one in view.clauses),
        *(block.id for block in view.results.blocks if not block.item),
        *(note.id for note in (*view.manifest.readings, *view.manifest.departures)),
    ]
