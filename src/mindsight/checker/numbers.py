"""The numbers: every normative measure with value, status, n, interval and range, and its column in scores.csv, from the terms."""

from __future__ import annotations

import csv
import math
import os
from itertools import chain, islice
from typing import Any, Collection, Iterator, Mapping, Sequence

from mindsight.checker.basics import UNUSABLE, Row, brief, close, dicts, lines_of
from mindsight.checker.files import page_of
from mindsight.checker.findings import Finding
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import summarise
from mindsight.record.reading.spill import Numbers, Words
from mindsight.record.reading.streaming import Lines
from mindsight.record.reading.strict import Json, a_dict, is_file

_NAMES = ("id", "cluster", "status", "outcome")


class Columns:
    """The scores of all items by measure, each beside the number of its cluster."""

    def __init__(self) -> None:
        self._known = Words()
        self._clusters: dict[str, Numbers] = {}
        self._scores: dict[str, Numbers] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._scores)

    def add(self, item: Json, scores: Mapping[str, float | None]) -> None:
        """Add the scores of an item."""
        cluster = self._known.add(str(item.get("cluster"))) if scores else 0
        for name, score in scores.items():
            if name not in self._scores:
                self._clusters[name], self._scores[name] = Numbers("I"), Numbers("d")
            self._clusters[name].append(cluster)
            self._scores[name].append(math.nan if score is None else score)

    def of(self, name: str) -> tuple[Sequence[int], Sequence[float]]:
        """Return clusters and scores of the items that have a column."""
        return self._clusters[name], self._scores[name]


def number_findings(
    folder: str, kind: Kind, manifest: Json, items: Mapping[str, Json], findings: list[Finding], counts: Json
) -> None:
    """Compare the normative measures with what the items give; all others are passed over."""
    stated_ones = dicts(page_of(folder, "results.json", findings).get("measures"))
    found = {str(measure.get("name")) for measure in stated_ones}
    try:
        table, columns = scored_items(kind, manifest, items, findings)
        expected: dict[str, Json] = {}
        for name in columns:
            expected[name] = {**summarise(*columns.of(name), 0.0, kind.most), "low": 0.0, "high": kind.most}
        for name, summary in kind.measures(table, manifest).items():
            expected[name] = {**expected.get(name, {}), **summary}
    except UNUSABLE:
        findings.append(Finding("no_field", file="manifest.json", field="plan"))
        return
    counts["measures"] = len(expected)
    findings += [Finding("unmeasured", file="results.json", found=name) for name in sorted(expected.keys() - found)]
    _check_scores(folder, table, [name for name in columns if name in found], findings)
    for measure in stated_ones:
        name = str(measure.get("name"))
        findings += _measure_doubts(name, measure, expected.get(name, {}), manifest)


class Scored:
    """The usable items in the order of their ids with the scores that their terms give, made anew for each iteration.

    Of an item there is what the measures need; nothing but which ones cannot be used, and each column's numbers, is kept in between.
    """

    def __init__(self, kind: Kind, manifest: Json, items: Mapping[str, Json]) -> None:
        self._kind, self._manifest, self._items = kind, manifest, items
        self._terms = not kind.means_alone(manifest)
        self._unusable: set[str] = set()

    def __len__(self) -> int:
        return len(self._items) - len(self._unusable)

    def __contains__(self, row: object) -> bool:
        return any(row == one for one in self)

    def __iter__(self) -> Iterator[Row]:
        return (self.row(self._items[key]) for key in _ascending(self._items) if key not in self._unusable)

    def leave_out(self, key: str) -> None:
        """Pass an item over that has no scores."""
        self._unusable.add(key)

    def row(self, item: Json) -> Row:
        """Return what is needed of an item, and its scores."""
        scores = self._kind.scores(item, self._manifest).items()
        kept = {name: item.get(name) for name in _NAMES}
        if self._terms:
            kept.update(self._kind.keeps(item), terms=item["terms"])
        return kept, {name: None if score is None else float(score) for name, score in scores}


def scored_items(
    kind: Kind, manifest: Json, items: Mapping[str, Json], findings: list[Finding]
) -> tuple[Scored, Columns]:
    """Return the items with their scores, and the columns of these."""
    table, columns = Scored(kind, manifest, items), Columns()
    doubted = {finding.values.get("found") for finding in findings if finding.key == "terms"}
    for key in _ascending(items):
        item = items[key]
        try:
            columns.add(*table.row(item))
        except UNUSABLE:
            table.leave_out(key)
            if key not in doubted:
                findings.append(Finding("terms", file="items.jsonl", byte=item["_byte"], found=key))
    return table, columns


def _ascending(items: Mapping[str, Json]) -> Iterator[str]:
    return items.ascending() if isinstance(items, Lines) else iter(sorted(items))


def _measure_doubts(name: str, measure: Json, summary: Json, manifest: Json) -> Iterator[Finding]:
    if a_dict(measure.get("signature")).get("identity") != manifest.get("identity"):
        yield Finding("identity", file="results.json", found=name)
    for field, value in summary.items():
        # Without any spread between clusters, an interval may as well be stated as not estimable.
        without_width = field == "interval" and value is not None and close(value["low"], value["high"])
        if without_width and measure.get(field) is None:
            continue
        if not close(measure.get(field), value):
            shown = {"value": brief(measure.get(field)), "expected": brief(value)}
            yield Finding("measure", file="results.json", found=name + "." + field, **shown)


def _check_scores(folder: str, table: Collection[Row], columns: list[str], findings: list[Finding]) -> None:
    """Compare scores.csv line by line; a score may differ in its last digits, where another machine rounds."""
    path = os.path.join(folder, "scores.csv")
    if not is_file(path):
        findings.append(Finding("missing", file="scores.csv"))
        return
    rows = ([item[key] for key in _NAMES] + [scores.get(name) for name in columns] for item, scores in table)
    reader = csv.reader(
        (line.decode("utf-8", "replace") for line in lines_of(path) if line.endswith(b"\n")), strict=True
    )
    shown, places, done = 0, list(range(4)), 0
    for cells in chain([[*_NAMES, *columns]], rows):
        found = _next_of(reader)
        if not done and set(columns) <= set(found):
            shown, places = len(found), [*places, *map(found.index, columns)]
        if shown < 4 or len(found) != shown:
            done = 0  # the heading may as well be what was changed
            break
        if not all(map(_same_cell, (found[place] for place in places), cells)):
            break
        done = reader.line_num
    else:
        if not any(islice(lines_of(path), done, None)):
            return
    findings.append(Finding("scores", file="scores.csv", byte=sum(map(len, islice(lines_of(path), done)))))


def _next_of(reader: Iterator[list[str]]) -> list[str]:
    try:
        return next(reader, [])
    except csv.Error:
        return []


def _same_cell(found: str, expected: Any) -> bool:
    if not isinstance(expected, float):
        return found == ("" if expected is None else str(expected))
    try:
        return close(float(found), expected)
    except ValueError:
        return False
