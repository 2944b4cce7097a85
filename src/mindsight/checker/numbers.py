"""The numbers: every normative measure with value, status, n, interval and range, and its column in scores.csv, from the terms."""

from __future__ import annotations

import csv
import os
from itertools import chain, islice
from typing import Any, Iterator, Mapping

from mindsight.checker.basics import UNUSABLE, Json, Row, a_dict, brief, bytes_of, close, dicts
from mindsight.checker.files import page_of
from mindsight.checker.findings import Finding
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import summarise

_NAMES = ("id", "cluster", "status", "outcome")


def number_findings(
    folder: str, kind: Kind, manifest: Json, items: Mapping[str, Json], findings: list[Finding], counts: Json
) -> None:
    """Compare the normative measures with what the items give; all others are passed over."""
    stated_ones = dicts(page_of(folder, "results.json", findings).get("measures"))
    found = {str(measure.get("name")) for measure in stated_ones}
    try:
        table = scored_items(kind, manifest, items, findings)
        columns = list(dict.fromkeys(name for _, scores in table for name in scores))
        expected: dict[str, Json] = {}
        for name in columns:
            rows = [(str(item.get("cluster")), scores.get(name)) for item, scores in table]
            expected[name] = {**summarise(rows, 0.0, kind.most), "low": 0.0, "high": kind.most}
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


def scored_items(kind: Kind, manifest: Json, items: Mapping[str, Json], findings: list[Finding]) -> list[Row]:
    """Return the items in the order of their ids with the scores that their terms give; of the items only what is needed."""
    table = []
    doubted = {finding.values.get("found") for finding in findings if finding.key == "terms"}
    for key in sorted(items):
        item = items[key]
        try:
            scores = kind.scores(item, manifest).items()
            kept = {name: item.get(name) for name in _NAMES}
            if not kind.means_alone(manifest):
                kept["terms"] = item["terms"]
            table.append((kept, {name: None if score is None else float(score) for name, score in scores}))
        except UNUSABLE:
            if key not in doubted:
                findings.append(Finding("terms", file="items.jsonl", byte=item["_byte"], found=key))
    return table


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


def _check_scores(folder: str, table: list[Row], columns: list[str], findings: list[Finding]) -> None:
    """Compare scores.csv line by line; a score may differ in its last digits, where another machine rounds."""
    raw = bytes_of(os.path.join(folder, "scores.csv"))
    if raw is None:
        findings.append(Finding("missing", file="scores.csv"))
        return
    lines = raw.split(b"\n")
    rows = ([item[key] for key in _NAMES] + [scores.get(name) for name in columns] for item, scores in table)
    reader = csv.reader((line.decode("utf-8", "replace") + "\n" for line in islice(lines, len(lines) - 1)), strict=True)
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
        if done == len(lines) - 1 and not lines[-1]:
            return
    byte = sum(len(line) + 1 for line in lines[:done])
    findings.append(Finding("scores", file="scores.csv", byte=min(byte, len(raw))))


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
