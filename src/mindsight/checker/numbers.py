"""The numbers: every measure with value, status, n and interval, every score of an item, and ``metrics.json``, from the terms."""

from __future__ import annotations

import csv
import io
import os
from typing import Any, Iterator

from mindsight.checker.album.resamples import settled
from mindsight.checker.basics import UNUSABLE, Json, Row, a_dict, brief, bytes_of, close, dicts
from mindsight.checker.files import page_of
from mindsight.checker.findings import Finding
from mindsight.checker.kinds import Kind, bounds_of
from mindsight.checker.statistics import summarise


def number_findings(
    folder: str, kind: Kind, manifest: Json, items: dict[str, Json], findings: list[Finding], counts: Json
) -> None:
    """Compare whatever a run says in numbers with what its items give."""
    measures = dicts(page_of(folder, "results.json", findings).get("measures"))
    names = [str(measure.get("name")) for measure in measures]
    counts["measures"] = len(names)
    try:
        manifest = kind.prepared(items, manifest)
        table = scored_items(kind, manifest, items, findings)
        whole_table = kind.measures(table, manifest)
        page = kind.page(table, manifest) if kind.page else None
    except UNUSABLE:
        findings.append(Finding("no_field", file="manifest.json", field="plan"))
        return
    columns = {name for _, scores in table for name in scores}
    missing = sorted(columns.union(whole_table) - set(names))
    findings += [Finding("unmeasured", file="results.json", found=name) for name in missing]
    _check_scores(folder, table, [name for name in names if name in columns or name not in whole_table], findings)
    for name, measure in zip(names, measures):
        summary = whole_table.get(name)
        if summary is None:
            rows = [(str(item.get("cluster")), scores.get(name)) for item, scores in table]
            summary = summarise(rows, *kind.range_of(name))
        elif "resamples" in summary:
            summary = settled(summary, measure.get("interval"))
        bounds = bounds_of(kind, name) if name in columns else {}
        findings += _measure_doubts(name, measure, {**summary, **bounds}, manifest)
    if page is not None:
        for field, value, wanted in differences(page_of(folder, "metrics.json", findings), page):
            shown = {"value": brief(value), "other": "items.jsonl", "expected": brief(wanted)}
            findings.append(Finding("disagrees", file="metrics.json", field=field, **shown))


def scored_items(kind: Kind, manifest: Json, items: dict[str, Json], findings: list[Finding]) -> list[Row]:
    """Return the items in the order of their ids with the scores that their terms give."""
    table = []
    doubted = {finding.values.get("found") for finding in findings if finding.key == "terms"}
    for key in sorted(items):
        try:
            scores = kind.scores(items[key], manifest).items()
            table.append((items[key], {name: None if score is None else float(score) for name, score in scores}))
        except UNUSABLE:
            if key not in doubted:
                findings.append(Finding("terms", file="items.jsonl", byte=items[key]["_byte"], found=key))
    return table


def _measure_doubts(name: str, measure: Json, summary: Json, manifest: Json) -> Iterator[Finding]:
    if a_dict(measure.get("signature")).get("identity") != manifest.get("identity"):
        yield Finding("identity", file="results.json", found=name)
    for field, value in summary.items():
        if not close(measure.get(field), value):
            shown = {"value": brief(measure.get(field)), "expected": brief(value)}
            yield Finding("measure", file="results.json", found=name + "." + field, **shown)


def differences(found: Any, expected: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield where two pages differ: the place, what stands there and what should."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in sorted(found.keys() | expected.keys()):
            yield from differences(found.get(key), expected.get(key), place + "." + key if place else key)
    elif not close(found, expected):
        yield place, found, expected


def _check_scores(folder: str, table: list[Row], names: list[str], findings: list[Finding]) -> None:
    """Compare scores.csv line by line; a score may differ in its last digits, where another machine rounds."""
    raw = bytes_of(os.path.join(folder, "scores.csv"))
    if raw is None:
        findings.append(Finding("missing", file="scores.csv"))
        return
    rows, byte = _rows_of(raw), 0
    expected: list[list[Any]] = [["id", "cluster", "status", "outcome", *names]]
    for item, scores in table:
        expected.append([item.get(key) for key in expected[0][:4]] + [scores.get(name) for name in names])
    for line, cells in zip(rows, expected):
        found = _cells_of(line)
        if len(found) != len(cells) or not all(map(_same_cell, found, cells)):
            break
        byte += len(line) + 1
    else:
        if rows[len(expected) :] == [b""]:
            return
    findings.append(Finding("scores", file="scores.csv", byte=min(byte, len(raw))))


def _rows_of(table: bytes) -> list[bytes]:
    """Split a table into its rows; a line break between quotes belongs to a cell."""
    rows: list[list[bytes]] = []
    inside = False
    for line in table.split(b"\n"):
        if inside:
            rows[-1].append(line)
        else:
            rows.append([line])
        inside ^= line.count(b'"') % 2 == 1
    return [b"\n".join(row) for row in rows]


def _cells_of(row: bytes) -> list[str]:
    try:
        return next(csv.reader(io.StringIO(row.decode("utf-8", "replace"), newline=""), strict=True), [])
    except csv.Error:
        return []


def _same_cell(found: str, expected: Any) -> bool:
    if not isinstance(expected, float):
        return found == ("" if expected is None else str(expected))
    try:
        return close(float(found), expected)
    except ValueError:
        return False
