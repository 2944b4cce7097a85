#!/usr/bin/env python3
"""Check a mindsight run folder: every byte against its seal, every number against the items' terms.

This file uses the standard library only and nothing of mindsight, so that a reader can trust a record without trusting
the program that wrote it. It is long because it is one file: a copy lies in every run folder and has to work alone there.

    python3 check_run.py [FOLDER] [--lang en|zh]

Exit status: 0 everything agrees, 1 something is wrong (each finding names the file, and the byte and the line where that
can be told: the first change lies there or behind), 2 the folder is no run folder, the command is not understood or the
findings cannot be written.

What it cannot tell: a record in which everything was forged alike, items, numbers and seal. Only a signature could.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import hmac
import io
import json
import math
import os
import random
import re
import sys
import unicodedata
import zlib
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

GENESIS = "0" * 64
SUMS = "SHA256SUMS"
Json = dict[str, Any]
Scored = list[tuple[Json, dict[str, Any]]]

# What the checker knows of each suite and kind; the sections below fill this in.
FORMULAS: dict[str, Callable[[Json, Json], dict[str, float | None]]] = {}
"""Item and manifest → the item's scores, a column of scores.csv each; a measure is the mean of a column."""
RANGES: dict[str, Callable[[str], tuple[float, float]]] = {}
"""Name of such a measure → its least and its greatest value."""
DOUBTS: dict[str, Callable[[Json, Json], Iterator[Json]]] = {}
"""Item and manifest → what cannot be true of the item."""
ENTRY_DOUBTS: dict[str, Callable[[Json, Json], Iterator[Json]]] = {}
"""Item and its entry in the data list → where they do not fit together, beyond what `_check_instance` compares."""
PLAN_DOUBTS: dict[str, Callable[[Json, Json], Iterator[Json]]] = {}
"""Manifest and data list → where they do not fit together."""
BONDS: dict[str, Callable[[dict[str, Json], Json, Json], Iterator[Json]]] = {}
"""All items, manifest and data list → where items that depend on each other do not fit together, each by its id."""
OPENINGS: dict[str, Callable[[str, Json, Json], Iterator[Json]]] = {}
"""Folder, manifest and data list → where they do not fit what was published after the run."""
NOTES: dict[str, Callable[[str, Json], Iterator[Json]]] = {}
"""Folder and manifest → what else a reader has to know of a record in which everything agrees."""
MEASURES: dict[str, Callable[[Scored, Json], dict[str, Json]]] = {}
"""All items with their scores and the manifest → measures that are no means of a column."""

TRUTHS: dict[str, Callable[[Json, Json, Json], Iterator[Json]]] = {}
"""Item, its entry in the data list and manifest → where the item's terms are not what answer and truth give."""
PAGES: dict[str, tuple[str, Callable[[Scored, Json], Json]]] = {}
"""A further page of numbers: its file's name, and what it has to hold."""
ENTRIES: dict[str, str] = {}
"""Where in the data list the instances stand, if not under ``items``."""

REPEATS: dict[str, Callable[[Json], list[str]]] = {}
"""Manifest → what is added to an entry's id in the ids of its items, where every entry is tested several times."""

PREPARED: dict[str, Callable[[dict[str, Json], Json], Json]] = {}
"""All items and the manifest → the manifest with what an item's formulas need of the other items."""

READINGS: dict[str, Callable[[dict[str, Json], Json], Iterator[tuple[str, Any, Any]]]] = {}
"""All items and the manifest → field, value and points of each other reading, or the words in place of the points."""

NATURES: dict[str, Callable[[str, Json, Json], Json]] = {}
"""A measure's name, what the items' terms give for it, and the manifest → its unit, clause, range and direction.

Where a kind is not in it, the range of a column and the direction of every measure are known all the same.
"""

WARNINGS: dict[str, Callable[[Scored, Json], list[str]]] = {}
"""All items and the manifest → ids of the notes that a report must not leave out."""

COUNTED: dict[str, Callable[[Scored, Json], dict[str, list[list[int]]]]] = {}
"""All items and the manifest → what a table of outcomes has to count, by its id."""

_UNUSABLE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)

MESSAGES = {
    "no_run": ("{file}: not a run folder (no manifest.json)", "{file}：不是测试记录文件夹（没有 manifest.json）"),
    "unfinished": (
        "{file}: the run is not complete (state: {found}); it has no seal yet",
        "{file}：测试尚未完成（状态：{found}），还没有封存",
    ),
    "no_field": ("{file}: does not say {field}; it was damaged or changed", "{file}：没有 {field}，文件已损坏或被改动"),
    "no_seal": ("{file}: the seal SHA256SUMS is missing", "{file}：缺少封存文件 SHA256SUMS"),
    "bad_sum_line": (
        "{file}: byte {byte}: line {line} is not '<sha256>  <name>' or out of order",
        "{file}：第 {byte} 字节：第 {line} 行不是“<sha256>  <文件名>”或顺序不对",
    ),
    "missing": ("{file}: listed in SHA256SUMS but not there", "{file}：SHA256SUMS 中列出但不存在"),
    "unlisted": ("{file}: not listed in SHA256SUMS", "{file}：SHA256SUMS 中没有列出"),
    "changed": (
        "{file}: content does not have the SHA-256 that SHA256SUMS gives",
        "{file}：内容与 SHA256SUMS 给出的 SHA-256 不符",
    ),
    "not_json": ("{file}: not a JSON object as mindsight writes it", "{file}：不是 mindsight 所写的 JSON 对象"),
    "not_item": (
        "{file}: byte {byte}: line {line} is not an item in JSON",
        "{file}：第 {byte} 字节：第 {line} 行不是 JSON 样本记录",
    ),
    "not_canonical": (
        "{file}: byte {byte}: line {line} is not spelled as mindsight writes it",
        "{file}：第 {byte} 字节：第 {line} 行的写法与 mindsight 不一致",
    ),
    "torn": ("{file}: byte {byte}: line {line} is cut off", "{file}：第 {byte} 字节：第 {line} 行不完整"),
    "chain": (
        "{file}: byte {byte}: line {line} or the one before was changed, removed, added or moved; the hash chain breaks",
        "{file}：第 {byte} 字节：第 {line} 行或其前一行被改动、删除、插入或移动，哈希链在此中断",
    ),
    "head": (
        "{file}: byte {byte}: ends with {found} items; manifest.json sealed {expected} and another last line",
        "{file}：第 {byte} 字节：以 {found} 个样本结束；manifest.json 封存的是 {expected} 个且末行不同",
    ),
    "twice": ("{file}: byte {byte}: item {found} appears twice", "{file}：第 {byte} 字节：样本 {found} 出现两次"),
    "instance": (
        "{file}: byte {byte}: item {found} is not the instance that {expected} lists",
        "{file}：第 {byte} 字节：样本 {found} 与 {expected} 中列出的不同",
    ),
    "given": (
        "{file}: byte {byte}: item {found} does not have the {field} that {expected} lists",
        "{file}：第 {byte} 字节：样本 {found} 的 {field} 与 {expected} 中列出的不同",
    ),
    "untested": (
        "{file}: item {found} of {expected} is not in the record",
        "{file}：{expected} 中的样本 {found} 不在记录里",
    ),
    "data": ("{file}: is not the data list that manifest.json names", "{file}：不是 manifest.json 指明的数据清单"),
    "link": (
        "{file}: is a link; a record holds files of its own",
        "{file}：是链接；测试记录只含自己的文件",
    ),
    "absent": (
        "{file}: belongs to every run that has ended, but is not there",
        "{file}：已结束的测试都有此文件，但它不存在",
    ),
    "disagrees": (
        "{file}: {field} is {value}, but {other} gives {expected}",
        "{file}：{field} 为 {value}，但由 {other} 得 {expected}",
    ),
    "undeclared": (
        "{file}: {field} is {value}, but no departure says so",
        "{file}：{field} 为 {value}，但没有列为偏离",
    ),
    "item_disagrees": (
        "{file}: byte {byte}: item {found}: {field} is {value}, but {other} gives {expected}",
        "{file}：第 {byte} 字节：样本 {found} 的 {field} 为 {value}，但由 {other} 得 {expected}",
    ),
    "no_reason": (
        "{file}: byte {byte}: item {found} failed, but no error says why",
        "{file}：第 {byte} 字节：样本 {found} 失败，但没有写明原因",
    ),
    "reason": (
        "{file}: byte {byte}: item {found} is scored, but has an error",
        "{file}：第 {byte} 字节：样本 {found} 已评分，却带有错误",
    ),
    "answered": (
        "{file}: byte {byte}: item {found} could not be tested, it says, but holds an answer",
        "{file}：第 {byte} 字节：样本 {found} 自称未能测试，却带有回答",
    ),
    "media": ("{file}: content does not have the SHA-256 that is its name", "{file}：内容与其文件名中的 SHA-256 不符"),
    "media_missing": ("{file}: named by item {found} but not there", "{file}：样本 {found} 提到但不存在"),
    "scores": (
        "{file}: byte {byte}: the items' terms give another table from here on",
        "{file}：第 {byte} 字节：从此处起与由各样本统计量重算的结果不同",
    ),
    "terms": (
        "{file}: byte {byte}: the terms of item {found} give no scores",
        "{file}：第 {byte} 字节：样本 {found} 的统计量无法得出分数",
    ),
    "impossible": (
        "{file}: byte {byte}: no two 8-bit pictures have the {field} terms of item {found}",
        "{file}：第 {byte} 字节：不存在两张 8 位图片具有样本 {found} 的 {field} 统计量",
    ),
    "masks": (
        "{file}: byte {byte}: no two masks have the {field} terms of item {found}",
        "{file}：第 {byte} 字节：不存在两幅掩膜具有样本 {found} 的 {field} 统计量",
    ),
    "term": (
        "{file}: byte {byte}: the term {field} of item {found} cannot be {value}",
        "{file}：第 {byte} 字节：样本 {found} 的统计量 {field} 不可能是 {value}",
    ),
    "fate": (
        "{file}: byte {byte}: status and outcome of item {found} do not fit its terms",
        "{file}：第 {byte} 字节：样本 {found} 的状态和结果与其统计量不符",
    ),
    "cell": (
        "{file}: table {table}, row {row}: {found} is shown as {value}, the items' terms give {expected}",
        "{file}：表 {table} 第 {row} 行：{found} 显示为 {value}，由各样本统计量重算得 {expected}",
    ),
    "unlinked": (
        "{file}: table {table}, row {row}: {value} belongs to no measure of the items' terms",
        "{file}：表 {table} 第 {row} 行：{value} 不属于由各样本统计量算得的任何指标",
    ),
    "no_table": ("{file}: the table {table} is missing", "{file}：缺少表 {table}"),
    "no_note": ("{file}: the note {note} is missing", "{file}：缺少说明 {note}"),
    "measure": (
        "{file}: {found} is {value}, the items' terms give {expected}",
        "{file}：{found} 为 {value}，由各样本统计量重算得 {expected}",
    ),
    "unmeasured": (
        "{file}: {found} is missing, the items' terms give it",
        "{file}：缺少 {found}，而各样本统计量可算得该指标",
    ),
    "identity": (
        "{file}: the identity of {found} is not the one in manifest.json",
        "{file}：{found} 的标识与 manifest.json 中的不同",
    ),
    "no_formula": (
        "{file}: no formulas for '{found}' in this checker; its numbers were not recomputed",
        "{file}：本检查程序没有“{found}”的公式，未能重算其数值",
    ),
    "commitment": (
        "{file}: does not have the SHA-256 to which the laboratory committed itself, {expected}",
        "{file}：SHA-256 与实验室事先承诺的 {expected} 不符",
    ),
    "sealed": (
        "{file}: the tasks are sealed, their seed is not published yet; compare {found} with the commitment made public before",
        "{file}：任务由秘密种子生成，种子尚未公布；请将承诺值 {found} 与测试前公开的承诺值核对",
    ),
    "revealed": (
        "{file}: the published seed has the commitment {found} and leads to every task; compare it with that made public before",
        "{file}：已公布的种子与承诺值 {found} 相符，每个任务的种子均由其得出；请将该承诺值与测试前公开的承诺值核对",
    ),
    "unwritten": ("the findings cannot be written ({file})", "无法写出检查结果（{file}）"),
    "good": (
        "{file}: every file, line and number agrees ({items} items, {files} files, {measures} measures)",
        "{file}：所有文件、行和数值一致（{items} 个样本，{files} 个文件，{measures} 个指标）",
    ),
}


class Finding:
    """One thing that is wrong: a message key and what fills it; ``file`` is always among that."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key = key
        self.values = values

    def say(self, language: str = "en") -> str:
        """Return the finding as one sentence; anything unprintable in a name is escaped."""
        shown = {name: _printable(value) for name, value in self.values.items()}
        return MESSAGES[self.key][1 if language == "zh" else 0].format(**shown)


def check(folder: str) -> tuple[list[Finding], dict[str, Any]]:
    """Return the findings of a run folder (an empty list: everything agrees) and what was counted."""
    manifest_path = os.path.join(folder, "manifest.json")
    counts = {"file": folder, "items": 0, "files": 0, "measures": 0}
    if not os.path.isfile(manifest_path):
        return [Finding("no_run", file=folder)], counts
    findings = _check_seal(folder, counts)
    manifest = _page(folder, "manifest.json", findings)
    said = _what_it_says(manifest)
    if not any(finding.key == "not_json" for finding in findings):
        findings += [Finding("no_field", file="manifest.json", field=field) for field in said if not said[field]]
    if said["state"] not in ("", "complete"):
        findings.append(Finding("unfinished", file="manifest.json", found=said["state"]))
    if said["state"] == "complete":
        there = {name for name in ("check_run.py", "report.html") if os.path.lexists(os.path.join(folder, name))}
        named = {finding.values["file"] for finding in findings}
        findings += [
            Finding("absent", file=name) for name in ("check_run.py", "report.html") if name not in there | named
        ]
    items = _check_items(folder, manifest, findings)
    _check_judgements(folder, manifest, items, findings)
    counts["items"] = len(items)
    if said["data.file"]:
        _check_data(folder, manifest, items, findings)
    _check_media(folder, items, findings)
    if said["state"] == "complete" and said["document.suite"] and said["kind"]:
        _check_numbers(folder, manifest, items, findings, counts)
    return findings, counts


def notes(folder: str) -> list[Finding]:
    """Return what a reader has to know besides of a run folder without findings."""
    manifest = _dict(_parsed(_bytes_of(os.path.join(folder, "manifest.json")) or b""))
    kind = _kind_of(manifest)
    return [Finding(**note) for note in NOTES[kind](folder, manifest)] if kind in NOTES else []


def _what_it_says(manifest: Json) -> dict[str, str]:
    """Return what the check needs of a manifest, by field; empty where it is not there or no word."""
    said = {
        "state": manifest.get("state"),
        "kind": manifest.get("kind"),
        "document.suite": _dict(manifest.get("document")).get("suite"),
        "data.file": _dict(manifest.get("data")).get("file"),
    }
    return {field: value if isinstance(value, str) else "" for field, value in said.items()}


def _kind_of(manifest: Json) -> str:
    """Return the suite and kind of a run, such as ``album.enhancement``."""
    said = _what_it_says(manifest)
    return said["document.suite"] + "." + said["kind"]


# ----------------------------------------------------------------------------------------------------------- seal


def _check_seal(folder: str, counts: dict[str, Any]) -> list[Finding]:
    found = set(_files(folder))
    links = [name for name in sorted(found | {SUMS}) if os.path.islink(os.path.join(folder, name))]
    findings = [Finding("link", file=name) for name in links]
    raw = _bytes_of(os.path.join(folder, SUMS))
    if raw is None:
        return [*findings, Finding("no_seal", file=SUMS)]
    listed, byte, previous = {}, 0, ""
    for number, line in enumerate(raw.splitlines(keepends=True), 1):
        match = re.fullmatch(rb"([0-9a-f]{64})  ([^\n\r]+)\n", line)
        name = os.fsdecode(match.group(2)) if match else ""
        if not match or name <= previous:
            findings.append(Finding("bad_sum_line", file=SUMS, line=number, byte=byte))
        if match:
            listed[name] = match.group(1).decode()
            previous = name
        byte += len(line)
    findings += [Finding("missing", file=name) for name in sorted(set(listed) - found)]
    findings += [Finding("unlisted", file=name) for name in sorted(found - set(listed))]
    for name in sorted(found & set(listed)):
        if _sha256_of(os.path.join(folder, name)) != listed[name]:
            findings.append(Finding("changed", file=name))
    counts["files"] = len(found)
    return findings


def _files(folder: str) -> Iterator[str]:
    for base, folders, names in os.walk(folder):
        folders.sort()
        # A link to a folder is not walked into: it counts as a file.
        for name in names + [name for name in folders if os.path.islink(os.path.join(base, name))]:
            path = os.path.join(base, name)
            relative = os.path.relpath(path, folder).replace(os.sep, "/")
            lock = relative == ".lock" and not os.path.islink(path) and os.path.getsize(path) == 0
            if relative != SUMS and not lock:
                yield relative


# ---------------------------------------------------------------------------------------------------------- items


def _check_items(folder: str, manifest: Json, findings: list[Finding]) -> dict[str, Json]:
    name = "items.jsonl"
    raw = _bytes_of(os.path.join(folder, name))
    if raw is None:
        findings.append(Finding("missing", file=name))
        return {}
    items, head, before = _chained(name, raw, findings)
    seal = _dict(manifest.get("items"))
    if manifest.get("state") == "complete":
        if not seal:
            findings.append(Finding("no_field", file="manifest.json", field="items"))
        elif seal.get("head") != head or seal.get("count") != len(items):
            findings.append(Finding("head", file=name, byte=before, found=len(items), expected=seal.get("count")))
    return items


def _chained(name: str, raw: bytes, findings: list[Finding]) -> tuple[dict[str, Json], str, int]:
    """Return the items of a chained file by id, the hash of its last line, and where that line begins."""
    items: dict[str, Json] = {}
    byte, before, head = 0, 0, GENESIS
    lines = raw.split(b"\n")
    for number, line in enumerate(lines[:-1], 1):
        item = _item(line, {"file": name, "line": number, "byte": byte}, findings)
        if item is not None:
            if item.get("previous") != head:
                # A line that was changed and is still well spelled betrays itself only by the hash in the next one.
                findings.append(Finding("chain", file=name, line=number, byte=before))
            key = str(item.get("id"))
            if key in items:
                findings.append(Finding("twice", file=name, byte=byte, found=key))
            where = {"file": name, "line": number, "byte": byte, "found": key}
            findings += [Finding(doubt, **where) for doubt in _error_doubts(item)]
            items[key] = dict(item, _byte=byte)
        head = hashlib.sha256(line).hexdigest()
        before, byte = byte, byte + len(line) + 1
    if lines[-1]:
        findings.append(Finding("torn", file=name, line=len(lines), byte=byte))
    return items, head, before


def _item(line: bytes, where: Json, findings: list[Finding]) -> Json | None:
    item = _parsed(line)
    if not isinstance(item, dict):
        findings.append(Finding("not_item", **where))
        return None
    if _spelled(item) != line:
        findings.append(Finding("not_canonical", **where))
    return item


def _error_doubts(item: Json) -> Iterator[str]:
    """Yield a finding's key where status, error and answer do not fit: exactly the failed items say why.

    What could not be tested through nobody's fault has no reply and no steps: else it was tested, and left out afterwards.
    """
    if item.get("status") == "failed" and not item.get("error"):
        yield "no_reason"
    if item.get("status") == "scored" and item.get("error") is not None:
        yield "reason"
    answer = _dict(item.get("answer"))
    if item.get("outcome") == "infrastructure_error" and (answer.get("text") or answer.get("steps")):
        yield "answered"


def _check_data(folder: str, manifest: Json, items: dict[str, Json], findings: list[Finding]) -> None:
    data = manifest["data"]
    name = os.path.basename(data["file"])
    path = os.path.join(folder, name)
    raw = _bytes_of(path)
    if raw is None:
        findings.append(Finding("missing", file=name))
        return
    if _sha256_of(path) != data.get("sha256"):
        findings.append(Finding("data", file=name))
    listed: set[str] = set()
    kind = _kind_of(manifest)
    whole = _load(raw, name, findings)
    findings += _check_plan(folder, manifest, whole)
    entries = _asked(manifest, _list(whole.get(ENTRIES.get(kind, "items"))))
    for instance, repeat in ((entry, repeat) for repeat in _repeats(manifest) for entry in entries):
        key = str(instance.get("id")) + repeat
        listed.add(key)
        if key in items:
            names = {"found": key, "expected": name}
            findings += _check_instance(items[key], instance, names)
            if kind in ENTRY_DOUBTS:
                where = {"file": "items.jsonl", "byte": items[key]["_byte"], **names}
                findings += [Finding(**{**where, **doubt}) for doubt in ENTRY_DOUBTS[kind](items[key], instance)]
            if kind in TRUTHS:
                findings += _check_truth(kind, items[key], instance, manifest)
        elif manifest.get("state") == "complete":
            findings.append(Finding("untested", file="items.jsonl", found=key, expected=name))
    for doubt in BONDS[kind](items, manifest, whole) if kind in BONDS else ():
        where = {"file": "items.jsonl", "byte": items[doubt["found"]]["_byte"]} if "found" in doubt else {"file": name}
        findings.append(Finding(**{**where, "expected": name, **doubt}))
    for stranger in sorted(set(items) - listed):
        where = {"file": "items.jsonl", "byte": items[stranger]["_byte"]}
        findings.append(Finding("instance", found=stranger, expected=name, **where))


def _repeats(manifest: Json) -> list[str]:
    """Return what an entry's id is followed by in the ids of its items; an item has its entry's own as a rule."""
    kind = _kind_of(manifest)
    return REPEATS[kind](manifest) if kind in REPEATS else [""]


def _check_truth(kind: str, item: Json, instance: Json, manifest: Json) -> list[Finding]:
    """Compare an item's terms with what its answer and its entry in the data list give."""
    where = {"file": "items.jsonl", "byte": item["_byte"], "found": str(item.get("id"))}
    try:
        return [Finding(**{**where, **doubt}) for doubt in TRUTHS[kind](item, instance, manifest)]
    except _UNUSABLE:
        return [Finding("terms", **where)]


def _check_plan(folder: str, manifest: Json, data: Json) -> Iterator[Finding]:
    """Yield where manifest and data list do not fit together, or do not fit what was published after the run."""
    kind = _kind_of(manifest)
    if kind in PLAN_DOUBTS:
        yield from (Finding(**{"file": "manifest.json", **doubt}) for doubt in PLAN_DOUBTS[kind](manifest, data))
    if kind in OPENINGS:
        yield from (Finding(**doubt) for doubt in OPENINGS[kind](folder, manifest, data))


def _asked(manifest: Json, instances: list[Any]) -> list[Json]:
    """Return what the run was to test: every instance, or the first ones where identity and departures say so openly."""
    limit: Any = _dict(manifest.get("plan")).get("limit")
    notes = [_dict(note).get("id") for note in _list(manifest.get("departures"))]
    open_about_it = _dict(manifest.get("identity")).get("n") == limit and "departure-limit" in notes
    return list(map(_dict, instances[:limit] if _whole(limit) and limit > 0 and open_about_it else instances))


def _check_instance(item: Json, instance: Json, names: Json) -> Iterator[Finding]:
    """Compare an item with its entry in the data list: its hash, and whatever it took over from there."""
    where = {"file": "items.jsonl", "byte": item["_byte"], **names}
    if item.get("instance") != hashlib.sha256(_spelled(instance)).hexdigest():
        yield Finding("instance", **where)
    terms = _dict(item.get("terms"))
    for field, found, given in (
        ("cluster", item, "cluster"),
        ("input", terms, "input_terms"),
        ("windowed_input", terms, "input_windowed"),
    ):
        if field in found and given in instance and found[field] != instance[given]:
            yield Finding("given", field=field, **where)
    size: Any = _dict(instance.get("reference"))
    pixels, width, height = _dict(terms.get("input")).get("pixels"), size.get("width"), size.get("height")
    # Grey pictures have one value in each place, colour pictures three.
    if _whole(pixels, width, height) and pixels not in (width * height, 3 * width * height):
        yield Finding("given", field="pixels", **where)


def _check_media(folder: str, items: dict[str, Json], findings: list[Finding]) -> None:
    media = os.path.join(folder, "media")
    present = set(os.listdir(media)) if os.path.isdir(media) else set()
    for name in sorted(present):
        if _sha256_of(os.path.join(media, name)) != name.split(".")[0]:
            findings.append(Finding("media", file="media/" + name))
    for key, item in items.items():
        for name in map(str, _dict(item.get("media")).values()):
            if name not in present:
                findings.append(Finding("media_missing", file="media/" + name, found=key))


# -------------------------------------------------------------------------------------------------------- numbers


def _check_numbers(
    folder: str, manifest: Json, items: dict[str, Json], findings: list[Finding], counts: dict[str, Any]
) -> None:
    results = _page(folder, "results.json", findings)
    kind = _kind_of(manifest)
    if kind not in FORMULAS:
        findings.append(Finding("no_formula", file="manifest.json", found=kind))
        return
    prepared = _with_the_whole(kind, items, manifest, findings)
    if prepared is None:
        return
    manifest = prepared
    table = _scored(kind, manifest, items, findings)
    whole = _of_whole_table(kind, table, manifest, findings)
    measures = list(map(_dict, _list(results.get("measures"))))
    names = [str(measure.get("name")) for measure in measures]
    counts["measures"] = len(names)
    by_item = {name for _, scores in table for name in scores}
    computed = by_item.union(whole)
    for name in sorted(computed - set(names)):
        findings.append(Finding("unmeasured", file="results.json", found=name))
    _check_scores(folder, table, [name for name in names if name in by_item or name not in whole], findings)
    summaries = dict(whole)
    for name in computed.union(names) - set(whole):
        rows = [(str(item.get("cluster")), scores.get(name)) for item, scores in table]
        summaries[name] = summarise(rows, *RANGES[kind](name))
    for name, measure in zip(names, measures):
        if "resamples" in summaries[name]:
            summaries[name] = _settled(summaries[name], measure.get("interval"))
        nature = _nature(kind, name, summaries[name], manifest, column=name in by_item) if name in computed else {}
        findings += _check_measure(name, measure, {**summaries[name], **nature}, manifest)
    findings += _check_tables(results, {name: summaries[name] for name in computed})
    findings += _check_summary(results, computed)
    findings += _check_counts(results, COUNTED[kind](table, manifest) if kind in COUNTED else {})
    findings += _check_notes(results, WARNINGS[kind](table, manifest) if kind in WARNINGS else [])
    if kind in READINGS:
        findings += _check_readings(kind, results, items, manifest)
    if kind in PAGES:
        _check_page(folder, kind, table, manifest, findings)


def _check_page(folder: str, kind: str, table: Scored, manifest: Json, findings: list[Finding]) -> None:
    """Compare a further page of numbers with what the items' terms give."""
    name, page_of = PAGES[kind]
    page = _page(folder, name, findings)
    try:
        expected = page_of(table, manifest)
    except _UNUSABLE:
        findings.append(Finding("no_field", file="manifest.json", field="plan"))
        return
    for field, value, wanted in _differences(page, expected):
        shown = {"value": _brief(value), "other": "items.jsonl", "expected": _brief(wanted)}
        findings.append(Finding("disagrees", file=name, field=field, **shown))


def _differences(found: Any, expected: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield where two pages differ: the place, what stands there and what should."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in sorted(found.keys() | expected.keys()):
            yield from _differences(found.get(key), expected.get(key), place + "." + key if place else key)
    elif not _close(found, expected):
        yield place, found, expected


def _with_the_whole(kind: str, items: dict[str, Json], manifest: Json, findings: list[Finding]) -> Json | None:
    """Return the manifest with what the formulas of an item need of all the others; None where it cannot be had."""
    try:
        return PREPARED[kind](items, manifest) if kind in PREPARED else manifest
    except _UNUSABLE:
        findings.append(Finding("no_field", file="manifest.json", field="plan"))
        return None


def _check_measure(name: str, measure: Json, summary: Json, manifest: Json) -> Iterator[Finding]:
    """Compare a measure with what the items' terms give."""
    signature, canaries = _dict(measure.get("signature")), _dict(manifest.get("canaries"))
    if signature.get("identity") != manifest.get("identity"):
        yield Finding("identity", file="results.json", found=name)
    if isinstance(canaries.get("state"), str):
        channels = ", ".join(str(_dict(mark).get("channel")) for mark in _list(canaries.get("marks")))
        told, expected = _dict(signature.get("environment")).get("canaries"), canaries["state"]
        expected = expected + ": " + channels if channels else expected
        if told != expected:
            shown = {"value": _brief(told), "other": "manifest.json", "expected": _brief(expected)}
            yield Finding("disagrees", file="results.json", field=name + ".signature.environment.canaries", **shown)
    for field, value in summary.items():
        if not _close(measure.get(field), value):
            shown = {"value": json.dumps(measure.get(field)), "expected": json.dumps(value)}
            yield Finding("measure", file="results.json", found=name + "." + field, **shown)


def _nature(kind: str, name: str, summary: Json, manifest: Json, *, column: bool) -> Json:
    """Return what a measure has to say of itself beside its number, as far as that is known."""
    try:
        if kind in NATURES:
            return NATURES[kind](name, summary, manifest)
    except _UNUSABLE:
        return {}
    nature: Json = {"better": "lower" if name == "vsig.repaired" else "higher"}
    ends = dict(zip(("low", "high"), RANGES[kind](name))) if column else {}
    return {**nature, **{end: value if math.isfinite(value) else None for end, value in ends.items()}}


def _check_summary(results: Json, computed: set[str]) -> Iterator[Finding]:
    """Yield the summary where it is missing or leads to no measure: such a page shows nothing that could be wrong."""
    blocks = [block for block in map(_dict, _list(results.get("blocks"))) if block.get("id") == "summary"]
    targets = {str(_dict(cell).get("target")) for block in blocks for _, cell in _shown_cells(block)}
    if computed and not targets & {"measure-" + name for name in computed}:
        yield Finding("no_table", file="results.json", table="summary")


def _check_counts(results: Json, counted: dict[str, list[list[int]]]) -> Iterator[Finding]:
    """Yield each table of outcomes whose counts are not those of the items."""
    for block in map(_dict, _list(results.get("blocks"))):
        name, counts = str(block.get("id")), block.get("counts")
        if block.get("kind") == "confusion" and name in counted and counts != counted[name]:
            shown = {"value": _brief(counts), "other": "items.jsonl", "expected": _brief(counted[name])}
            yield Finding("disagrees", file="results.json", field=name + ".counts", **shown)


def _check_notes(results: Json, due: list[str]) -> Iterator[Finding]:
    """Yield each note that is due and missing."""
    there = {block.get("id") for block in map(_dict, _list(results.get("blocks"))) if block.get("kind") == "note"}
    yield from (Finding("no_note", file="results.json", note=name) for name in due if name not in there)


def _scored(kind: str, manifest: Json, items: dict[str, Json], findings: list[Finding]) -> Scored:
    """Return the items in the order of their ids with the scores that their terms give."""
    table = []
    for key in sorted(items):
        where = {"file": "items.jsonl", "byte": items[key]["_byte"], "found": key}
        try:
            scores = _numbers(FORMULAS[kind](items[key], manifest))
            findings += [Finding(**where, **doubt) for doubt in DOUBTS[kind](items[key], manifest)]
            table.append((items[key], scores))
        except _UNUSABLE:
            findings.append(Finding("terms", **where))
    return table


def _of_whole_table(kind: str, table: Scored, manifest: Json, findings: list[Finding]) -> dict[str, Json]:
    """Return value, status, n and interval of the measures that are no means of a column."""
    if kind not in MEASURES:
        return {}
    try:
        return MEASURES[kind](table, manifest)
    except _UNUSABLE:
        findings.append(Finding("no_field", file="manifest.json", field="plan"))
        return {}


def _check_tables(results: Json, summaries: dict[str, Json]) -> Iterator[Finding]:
    """Compare each cell that leads to a measure with that measure; in the summary every number has to lead to one."""
    for block in map(_dict, _list(results.get("blocks"))):
        for number, cell in _shown_cells(block):
            target, shown = str(_dict(cell).get("target")), _dict(cell).get("value", cell)
            where = {"file": "results.json", "table": block.get("id"), "row": number, "value": _brief(shown)}
            name = target[len("measure-") :]
            if target.startswith("measure-") and name in summaries:
                if not _shows(shown, summaries[name]):
                    yield Finding("cell", found=name, expected=_expected(shown, summaries[name]), **where)
            elif target.startswith("measure-") or (block.get("id") == "summary" and isinstance(shown, (int, float))):
                yield Finding("unlinked", **where)


def _check_readings(kind: str, results: Json, items: dict[str, Json], manifest: Json) -> Iterator[Finding]:
    """Compare the table of other readings, row by row, with what the items' terms give under each."""
    blocks = [block for block in map(_dict, _list(results.get("blocks"))) if block.get("id") == "sensitivity"]
    if len(blocks) != 1:
        yield Finding("no_table", file="results.json", table="sensitivity")
        return
    try:
        readings = list(READINGS[kind](items, manifest))
    except _UNUSABLE:
        yield Finding("no_field", file="items.jsonl", field="terms")
        return
    rows = _list(blocks[0].get("rows"))
    own = readings[0][2]
    for number in range(max(len(rows), len(readings))):
        field, value, points = readings[number] if number < len(readings) else ("", "", [])
        row: Any = rows[number] if number < len(rows) else None
        cells = _row_of_reading(field, value, points, own) if number < len(readings) else None
        if (
            cells is None
            or not isinstance(row, list)
            or len(row) != len(cells)
            or not all(map(_same_shown, row, cells))
        ):
            name = field + " = " + str(value) if field else "as tested"
            where = {"file": "results.json", "table": "sensitivity", "row": number + 1, "found": name}
            yield Finding("cell", value=_brief(row), expected=_brief(cells), **where)


def _row_of_reading(field: str, value: Any, points: Any, own: list[float | None]) -> list[Any]:
    """Return the cells of a reading: what it is called, and each score with how far it lies from the run's own."""
    name = _READ_FIELDS[field] if field else "as tested"
    word = _READ_VALUES.get(field, {}).get(value)
    cells: list[Any] = [_words(name), _words(word) if word else str(value)]
    if isinstance(points, str):
        return cells + [_words(points), None] * len(own)
    for found, base in zip(points, own):
        cells += [found, None if found is None or base is None else found - base]
    return cells


def _words(message: str) -> Json:
    return {"args": {}, "message": message}


def _same_shown(shown: Any, cell: Any) -> bool:
    """Say whether a cell shows what it ought to: numbers are rounded to six decimals, a difference is one of two such."""
    if isinstance(cell, float):
        return not isinstance(shown, bool) and _close(shown, cell, 5.1e-7)
    return type(shown) is type(cell) and bool(shown == cell)


def _shown_cells(block: Json) -> Iterator[tuple[int, Any]]:
    """Yield the cells of a table with the numbers of their rows; of values drawn on an axis what their cells would be."""
    if block.get("kind") == "table":
        yield from ((number, cell) for number, row in enumerate(_list(block.get("rows")), 1) for cell in _list(row))
    if block.get("kind") != "ranges":
        return
    spots, levels = _list(block.get("ranges")), _list(block.get("levels"))
    for number, spot in enumerate(map(_dict, spots + levels), 1):
        target, low, high = spot.get("target"), spot.get("low"), spot.get("high")
        yield number, {"target": target, "value": spot.get("value")}
        if number > len(spots):
            continue
        word: Json = {"message": "not_estimable"}
        if low is not None or high is not None:
            word = {"message": "{low} … {high}", "args": {"low": _six_decimals(low), "high": _six_decimals(high)}}
        yield number, {"target": target, "value": word}


def _six_decimals(value: Any) -> str:
    return "{:.6f}".format(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


def _shows(shown: Any, summary: Json) -> bool:
    """Say whether a cell shows a measure: its value to six decimals, its interval to two or three, or its status."""
    if not isinstance(shown, dict):
        return summary["value"] is not None and not isinstance(shown, bool) and _close(shown, summary["value"], 5.1e-7)
    word, bounds, interval = shown.get("message"), _dict(shown.get("args")), summary["interval"]
    if word == "{low} … {high}":
        return interval is not None and all(_reads_as(bounds.get(end), interval[end]) for end in ("low", "high"))
    if word == "not_estimable" and summary["value"] is not None:
        return interval is None
    return summary["value"] is None and word == summary["status"]


def _expected(shown: Any, summary: Json) -> str:
    """Return what a cell of that kind ought to show."""
    value, interval = summary["value"], summary["interval"]
    if isinstance(shown, dict) and shown.get("message") in ("{low} … {high}", "not_estimable") and value is not None:
        return "not_estimable" if interval is None else "{low:.3f} … {high:.3f}".format(**interval)
    return str(summary["status"]) if value is None else "{:.6f}".format(value)


def _reads_as(shown: Any, number: float) -> bool:
    match = re.fullmatch(r"-?[0-9]{1,12}\.([0-9]{2,9})", str(shown).replace("\u2212", "-"))
    return match is not None and abs(float(match.group()) - number) <= 0.500001 * 10.0 ** -len(match.group(1))


def _numbers(scores: dict[str, Any]) -> dict[str, float | None]:
    return {name: None if score is None else float(score) for name, score in scores.items()}


def _check_scores(folder: str, table: Scored, names: list[str], findings: list[Finding]) -> None:
    """Compare scores.csv line by line; a score may differ in its last digits, where another machine rounds."""
    whole = _bytes_of(os.path.join(folder, "scores.csv"))
    if whole is None:
        findings.append(Finding("missing", file="scores.csv"))
        return
    rows = _rows(whole)
    expected: list[list[Any]] = [["id", "cluster", "status", "outcome", *names]]
    for item, scores in table:
        expected.append([item.get(key) for key in expected[0][:4]] + [scores.get(name) for name in names])
    byte = 0
    for raw, cells in zip(rows, expected):
        found = _cells(raw)
        if len(found) != len(cells) or not all(map(_same_cell, found, cells)):
            break
        byte += len(raw) + 1
    else:
        if rows[len(expected) :] == [b""]:
            return
    findings.append(Finding("scores", file="scores.csv", byte=min(byte, len(whole))))


def _rows(table: bytes) -> list[bytes]:
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


def _cells(row: bytes) -> list[str]:
    try:
        return next(csv.reader(io.StringIO(row.decode("utf-8", "replace"), newline=""), strict=True), [])
    except csv.Error:
        return []


def _same_cell(found: str, expected: Any) -> bool:
    if not isinstance(expected, float):
        return found == ("" if expected is None else str(expected))
    try:
        return _close(float(found), expected)
    except ValueError:
        return False


def summarise(rows: list[tuple[Any, float | None]], least: float = -math.inf, most: float = math.inf) -> Json:
    """Return value, status, n and 95 % interval of (cluster, score) rows: the mean, its clustered t interval.

    The interval is cut at the ends of the measure's range.
    """
    finite = [(cluster, score) for cluster, score in rows if score is not None and math.isfinite(score)]
    n = len(finite)
    if not n:
        infinite = any(score == math.inf for _, score in rows)
        return {"value": None, "status": "exact" if infinite else "not_scored", "n": 0, "interval": None}
    mean = math.fsum(score for _, score in finite) / n
    sums: dict[Any, list[float]] = {}
    for cluster, score in finite:
        sums.setdefault(cluster, []).append(score - mean)
    c = len(sums)
    interval = None
    if c >= 2:
        error = math.sqrt(math.fsum(math.fsum(part) ** 2 for part in sums.values()) * c / (c - 1)) / n
        half = _t_quantile(0.975, c - 1) * error
        interval = {"low": max(mean - half, least), "high": min(mean + half, most), "level": 0.95}
    return {"value": mean, "status": "scored", "n": n, "interval": interval}


def _t_quantile(probability: float, freedom: int, known: dict[int, float] = {}) -> float:  # noqa: B006
    """Return the quantile of Student's t by bisection; remembered, since measures share their degrees of freedom."""
    if freedom not in known:
        low, high = 0.0, 1.0
        while _t_within(high, freedom) < 2 * probability - 1:
            low, high = high, high * 2
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if _t_within(middle, freedom) < 2 * probability - 1 else (low, middle)
        known[freedom] = (low + high) / 2
    return known[freedom]


def _t_within(t: float, freedom: int) -> float:
    """Return the probability that Student's t with whole degrees of freedom lies within -t..t (finite series)."""
    angle = math.atan2(t, math.sqrt(freedom))
    square = math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    terms = [] if freedom == 1 else [term]
    for k in range(3 if odd else 2, freedom, 2):
        term *= square * (k - 1) / k
        terms.append(term)
    series = math.sin(angle) * math.fsum(terms)
    return 2 / math.pi * (angle + series) if odd else series


# ---------------------------------------------------------------- T/GDCSA 022-2024: the other readings of each function

_READ_FIELDS = {
    "peak": "largest value MAX_I",
    "aggregation": "score of a set",
    "other_size": "output of another size",
    "registration": "shifted output",
    "grey": "what is compared",
    "degradation": "order of blur and noise",
    "noise": "noise of the channels",
    "downscale": "filter for smaller inputs",
    "classes": "classes of formula (4)",
    "unlisted": "label outside the list, or none",
    "zero_division": "what 0/0 is",
    "macro": "what Macro-F1 is",
    "several_labels": "several labels of an image",
    "threshold": "inside from this mask value on",
    "border": "undecided pixels of a mask",
    "both_empty": "IoU of two empty masks",
}
_READ_VALUES: dict[str, dict[str, str]] = {
    "peak": {"reference": "that of the reference", "full": "255"},
    "aggregation": {
        "mean_of_scores": "mean of the images' scores",
        "score_of_mean": "score of the mean PSNR and SSIM",
        "pooled": "all pixels as one image",
    },
    "other_size": {
        "refuse": "refused",
        "resize": "resized",
        "crop_corner": "cropped at the top left",
        "crop_centre": "cropped at the centre",
    },
    "registration": {"none": "scored as it is", "shift": "whole pixels are shifted back"},
    "grey": {
        "bt601": "grey by ITU-R BT.601",
        "bt709": "grey by ITU-R BT.709",
        "mean": "mean of the channels",
        "channels": "all three channels",
    },
    "degradation": {"blur_noise": "blur, then noise", "noise_blur": "noise, then blur"},
    "noise": {"independent": "independent in each", "common": "common to all"},
    "downscale": {
        "area": "mean of the area",
        "cubic": "cubic",
        "lanczos": "Lanczos",
        "nearest": "nearest pixel",
    },
    "classes": {"tested": "those of the kit", "named": "also those that only the product named"},
    "unlisted": {"miss": "a miss of the actual class", "left_out": "the image does not count"},
    "zero_division": {"zero": "0", "one": "1", "left_out": "the class does not count"},
    "macro": {"mean_of_f1": "the mean of the classes' F1", "f1_of_means": "F1 of mean precision and mean recall"},
    "several_labels": {"top": "the first counts", "any": "right if one of them is"},
    "border": {"background": "background", "foreground": "object", "left_out": "left out"},
    "both_empty": {"one": "1", "zero": "0", "left_out": "image left out"},
}
_NOT_RECORDED = "not recorded; run with --sensitivity"
_ANOTHER_KIT = "needs a kit prepared under that reading"


def _other_profiles(
    own: Json,
    fields: tuple[str, ...],
    values: Mapping[str, tuple[Any, ...]] = {},
) -> Iterator[tuple[str, Any, Json]]:
    """Yield field, value and profile of the run's own reading (no field) and of each that differs in one field."""
    for field in fields:
        for value in values.get(field) or tuple(_READ_VALUES.get(field, {"": ""})):
            if not field or value != own[field]:
                yield field, value, dict(own, **{field: value}) if field else own


# ---------------------------------------------------------------------- T/GDCSA 022-2024, 6.3.2 and 6.3.3: enhancement

_TERMS = ("sum_reference", "squares_reference", "sum_output", "squares_output")


def _enhancement_scores(item: Json, manifest: Json) -> dict[str, float | None]:
    scores: dict[str, float | None] = {}
    windowed_too = not manifest["plan"]["normative_only"]
    peak = manifest["plan"]["profile"]["peak"]
    for suffix, terms, windowed in (
        ("", item["terms"].get("output"), item["terms"].get("windowed")),
        ("_input", item["terms"].get("input"), item["terms"].get("windowed_input")),
    ):
        scores.update(_pair_scores(terms, suffix, peak))
        if windowed_too:
            scores["album.ssim_windowed" + suffix] = windowed
    for name in ("album.psnr", "album.ssim", "album.ssim_windowed")[: 3 if windowed_too else 2]:
        score, own = scores[name], scores[name + "_input"]
        scores[name + "_gain"] = None if score is None or own is None else score - own
    return scores


def _enhancement_measures(table: Scored, manifest: Json) -> dict[str, Json]:
    """Return the scores of the set where pictures are not brought together by the mean of their scores."""
    profile = manifest["plan"]["profile"]
    if profile["aggregation"] == "mean_of_scores":
        return {}
    measures = {}
    for number, base in enumerate(("album.psnr", "album.ssim")):
        sides = ([item["terms"][side] for item, _ in table] for side in ("output", "input"))
        output, own = (_of_set(pairs, profile)[number] for pairs in sides)
        parts = {"": output, "_input": own, "_gain": output - own}
        measures.update({base + part: {"value": value, "interval": None} for part, value in parts.items()})
    return measures


def _of_set(pairs: list[Any], profile: Json) -> tuple[float, float]:
    found = [pair for pair in pairs if pair is not None]
    if not found:
        return 0.0, 0.0
    share, peak = len(found) / len(pairs), profile["peak"]
    if profile["aggregation"] == "pooled":
        whole = {name: sum(pair[name] for pair in found) for name in ("pixels", "squared_error", *_TERMS)}
        scores = _pair_scores(dict(whole, peak=max(pair["peak"] for pair in found)), "", peak)
        return scores["album.psnr"] * share, scores["album.ssim"] * share  # type: ignore[operator]
    each = [_pair_scores(pair, "", peak) for pair in found]
    finite = [max(one["album.psnr_db"], 0.0) for one in each if one["album.psnr_db"] != math.inf]  # type: ignore[type-var]
    db: Any = math.fsum(finite) / len(finite) if finite else math.inf  # type: ignore[arg-type]
    index = math.fsum(one["album.ssim_index"] for one in each) / len(each)  # type: ignore[misc]
    return _psnr_points(db) * share, min(max(index, 0.0) * 100, 100.0) * share


def _enhancement_readings(items: dict[str, Json], manifest: Json) -> Iterator[tuple[str, Any, Any]]:
    """Yield what the set would score under each other reading; some need the pixels, others another kit."""
    plan, terms = manifest["plan"], [item["terms"] for item in items.values()]
    own = [one["output"] for one in terms]
    for field, value, profile in _other_profiles(
        plan["profile"],
        ("", "peak", "aggregation", "other_size", "registration", "grey", "degradation", "noise", "downscale"),
    ):
        points: Any = _ANOTHER_KIT if field in ("degradation", "noise", "downscale") else _NOT_RECORDED
        if field in ("", "peak", "aggregation"):
            points = _enhancement_points(own, profile)
        elif plan["sensitivity"] and points == _NOT_RECORDED:
            points = _enhancement_points([_pair_read(one, field, value) for one in terms], plan["profile"])
        yield field, value, points


def _enhancement_points(pairs: list[Any], profile: Json) -> list[float]:
    if profile["aggregation"] != "mean_of_scores":
        return list(_of_set(pairs, profile))
    each = [_pair_scores(pair, "", profile["peak"]) for pair in pairs]
    return [math.fsum(one[name] for one in each) / len(each) for name in ("album.psnr", "album.ssim")]  # type: ignore[misc]


def _pair_read(terms: Json, field: str, value: str) -> Json | None:
    """Return an output's terms under another reading: its own where that changes nothing for it."""
    others = terms.get("readings", {})
    if field == "other_size" and value == "refuse":
        return None if any(name.startswith("other_size.") for name in others) else terms["output"]
    return others.get(field + "." + value, None if field == "grey" else terms["output"])  # type: ignore[no-any-return]


def _read_doubts(item: Json, manifest: Json) -> Iterator[Json]:
    """Yield terms of other readings that no pictures have, that are of another reference, or that nobody asked for."""
    plan, terms = manifest["plan"], item["terms"]
    found, own = terms.get("readings", {}), plan["profile"]
    greys = {"grey." + value for value in _READ_VALUES["grey"] if value != own["grey"]}
    known = greys.union("other_size." + value for value in _READ_VALUES["other_size"])
    if own["registration"] == "none":
        known.add("registration.shift")
    # Grey weights say something of every output that has its reference's size by itself.
    at_size = item["status"] == "scored" and "exported" not in _dict(item.get("parsed"))
    if (
        not set(found) <= known
        or (found and not plan["sensitivity"])
        or (at_size and bool(greys - set(found)) == plan["sensitivity"])
    ):
        yield {"key": "term", "field": "readings", "value": _brief(sorted(found))}
    for name, pair in found.items():
        sides = () if name in greys else ("pixels", *_TERMS[:2], "peak")
        if not _possible(pair) or any(pair[side] != terms["input"][side] for side in sides):
            yield {"key": "impossible", "field": "readings." + name}


def _enhancement_doubts(item: Json, manifest: Json) -> Iterator[Json]:
    """Yield what cannot be true of an item's terms, whatever the scores.

    Raises:
        ValueError: An output and its input were held against different references.
    """
    output, own = item["terms"].get("output"), item["terms"].get("input")
    if output and own and any(output[name] != own[name] for name in ("pixels", *_TERMS[:2], "peak")):
        raise ValueError("output and input have different references")
    for side, terms, windowed in (("output", output, "windowed"), ("input", own, "windowed_input")):
        index = item["terms"].get(windowed)
        if terms is not None and not _possible(terms):
            yield {"key": "impossible", "field": side}
        if index is not None and (terms is None or not -1 <= index <= 1):
            yield {"key": "impossible", "field": windowed}
    exact = output is not None and output["squared_error"] == 0
    if (item.get("status") == "failed") != (output is None) or (item.get("outcome") == "exact") != exact:
        yield {"key": "fate"}
    yield from _output_doubts(item, kept=manifest["plan"].get("keep_outputs") is True)
    yield from _read_doubts(item, manifest)


def _output_doubts(item: Json, *, kept: bool) -> Iterator[Json]:
    """Yield where the picture kept of an output is not the one that came back."""
    stated, picture = _dict(item.get("answer")).get("sha256"), _dict(item.get("media")).get("output")
    key = "item_disagrees"
    if stated is None and item.get("status") == "scored":
        yield {"key": key, "field": "answer.sha256", "value": "null", "other": "status", "expected": "scored"}
    if picture is not None and str(picture).split(".")[0] != stated:
        shown = {"value": _brief(picture), "other": "answer.sha256", "expected": _brief(stated)}
        yield {"key": key, "field": "media.output", **shown}
    if (picture is not None) != (kept and stated is not None):
        shown = {"value": _brief(picture), "other": "plan.keep_outputs", "expected": _brief(stated if kept else None)}
        yield {"key": key, "field": "media.output", **shown}


def _enhancement_entry_doubts(item: Json, entry: Json) -> Iterator[Json]:
    """Yield where a scored output does not have its reference's size."""
    parsed, size = _dict(item.get("parsed")), _dict(entry.get("reference"))
    for side in ("width", "height") if item.get("status") == "scored" else ():
        if parsed.get(side) != size.get(side):
            shown = {"value": _brief(parsed.get(side)), "other": "kit.json", "expected": _brief(size.get(side))}
            yield {"key": "item_disagrees", "field": "parsed." + side, **shown}


def _enhancement_plan_doubts(manifest: Json, kit: Json) -> Iterator[Json]:
    """Yield what a manifest says otherwise than the kit, and what it leaves unsaid."""
    scale, name = kit.get("scale"), _kit_name(manifest)
    factor = "unchanged" if scale is None else "/".join(map(str, _list(scale)))
    own = [("plan.scale", factor), ("identity.resolution", factor), ("seeds.noise", kit.get("seed"))]
    tested = _tested(manifest, kit)
    if tested is not None:
        trial = kit.get("trial") is True or tested < 31
        own += [("plan.trial", trial), ("identity.trial", trial), ("data.files", 2 * kit["count"])]
    yield from _plan_doubts(manifest, kit, [(field, value, name) for field, value in own])


def _plan_doubts(manifest: Json, kit: Json, own: list[tuple[str, Any, str]]) -> Iterator[Json]:
    """Yield what a manifest says otherwise than the kit of whatever kind, and what it leaves unsaid.

    ``own`` are the fields of the kind: what each has to be, and by which file.
    """
    plan, subject = _dict(manifest.get("plan")), _dict(manifest.get("subject"))
    yield from _said_otherwise(manifest, [*_as_the_kit_has_it(manifest, kit), *own])
    notes = [_dict(note).get("id") for note in _list(manifest.get("departures"))]
    unsaid = ["subject." + fact for fact in ("version", "device", "system", "network") if subject.get(fact) is None]
    unsaid += ["plan." + fact for fact in ("trial", "demonstration") if plan.get(fact) is True]
    for field in unsaid:
        if "departure-" + field.partition(".")[2] not in notes:
            value = "null" if field.startswith("subject.") else "true"
            yield {"key": "undeclared", "field": field, "value": value}


def _said_otherwise(manifest: Json, fields: list[tuple[str, Any, str]]) -> Iterator[Json]:
    """Yield the fields of a manifest that are not what they have to be; with each comes what says so."""
    for field, expected, other in fields:
        part, _, name = field.partition(".")
        value = _dict(manifest.get(part)).get(name)
        if not _same(value, expected):
            shown = {"value": _brief(value), "other": other, "expected": _brief(expected)}
            yield {"key": "disagrees", "field": field, **shown}


def _as_the_kit_has_it(manifest: Json, kit: Json) -> Iterator[tuple[str, Any, str]]:
    """Yield the fields of a manifest that follow from a kit of whatever kind, with what they have to be."""
    data, profile, name = _dict(manifest.get("data")), kit.get("profile"), _kit_name(manifest)
    hashed = hashlib.sha256(_spelled(profile)).hexdigest()
    yield "plan.profile", profile, name
    yield "identity.profile", _dict(profile).get("name"), name
    yield "identity.profile_hash", "sha256-" + hashed, name
    yield "plan.demonstration", kit.get("demonstration", False), name
    yield "identity.data", "sha256-" + str(data.get("sha256")), "data.sha256"
    tested = _tested(manifest, kit)
    if tested is not None:
        yield "identity.n", tested, name
        yield "data.instances", tested, name


def _kit_name(manifest: Json) -> str:
    return os.path.basename(str(_dict(manifest.get("data")).get("file")))


def _tested(manifest: Json, kit: Json) -> int | None:
    """Return how many of a kit's items the run was to test; None where the kit does not say how many it has."""
    count: Any = kit.get("count")
    limit: Any = _dict(manifest.get("plan")).get("limit")
    if not _whole(count):
        return None
    return min(count, limit) if _whole(limit) and limit > 0 else count  # type: ignore[no-any-return]


def _same(a: Any, b: Any) -> bool:
    """Say whether two values are spelled alike: true is not 1."""
    return _spelled(a) == _spelled(b)


def _possible(terms: Json) -> bool:
    """Say whether there can be two 8-bit pictures with these terms; what is refused here, no pictures have."""
    n, peak, error = terms["pixels"], terms["peak"], terms["squared_error"]
    x, xx, y, yy = (terms[name] for name in _TERMS)
    if not (_whole(n, peak, error, x, xx, y, yy) and n > 0 and 0 <= peak <= 255 and _moments(n, y, yy, 255)):
        return False
    # One pixel of the reference is the peak, and the others are not above it.
    if not _moments(n - 1, x - peak, xx - peak * peak, peak):
        return False
    xy, odd = divmod(xx + yy - error, 2)
    if odd or not (0 <= xy <= peak * y and xy <= 255 * x and error >= _least_squares(n, abs(x - y))):
        return False
    return bool((n * xy - x * y) ** 2 <= (n * xx - x * x) * (n * yy - y * y))  # Cauchy and Schwarz


def _moments(n: int, total: int, squares: int, most: int) -> bool:
    """Say whether n whole numbers from 0 to ``most`` can have this sum and this sum of squares."""
    if total < 0 or n == 0:
        return total == squares == 0
    # A whole number and its square are both odd or both even.
    return (squares - total) % 2 == 0 and _least_squares(n, total) <= squares <= most * total <= most * most * n


def _least_squares(n: int, total: int) -> int:
    """Return the least sum of squares that n whole numbers with this sum have: the most even spread."""
    each, more = divmod(total, n)
    return n * each * each + more * (2 * each + 1)


def _range_of(name: str) -> tuple[float, float]:
    """Return the least and the greatest value that a measure of this document can take."""
    if "_db" in name:
        return -math.inf, math.inf
    gained = name.endswith("_gain")
    if "_index" in name or "_windowed" in name:
        return (-2.0, 2.0) if gained else (-1.0, 1.0)
    return (-100.0 if gained else 0.0), 100.0


def _psnr_points(db: float) -> float:
    return 100.0 if db >= 40 else 60 + (db - 30) * 4 if db >= 30 else (db - 20) * 6 if db >= 20 else 0.0


def _pair_scores(terms: Json | None, suffix: str, peak: str) -> dict[str, float | None]:
    names = ["album.psnr", "album.ssim", "album.psnr_db", "album.ssim_index"]
    if terms is None:
        return dict(zip([name + suffix for name in names], [0.0, 0.0, None, None]))
    n, error = terms["pixels"], terms["squared_error"]
    largest = terms["peak"] if peak == "reference" else 255
    if error == 0:
        db = math.inf
    elif largest == 0:
        db = -math.inf
    else:
        db = 10 * math.log10(largest * largest * n / error)
    points = _psnr_points(db)
    x, y = terms["sum_reference"], terms["sum_output"]
    xx, yy = terms["squares_reference"], terms["squares_output"]
    xy = (xx + yy - error) // 2
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    ssim = (2 * (x / n) * (y / n) + c1) / ((x / n) ** 2 + (y / n) ** 2 + c1)
    variances = (n * xx - x * x) / (n * n) + (n * yy - y * y) / (n * n)
    ssim *= (2 * ((n * xy - x * y) / (n * n)) + c2) / (variances + c2)
    values = [points, min(max(ssim, 0.0) * 100, 100.0), db, ssim]
    return dict(zip([name + suffix for name in names], values))


FORMULAS["album.enhancement"] = _enhancement_scores
RANGES["album.enhancement"] = _range_of
DOUBTS["album.enhancement"] = _enhancement_doubts
ENTRY_DOUBTS["album.enhancement"] = _enhancement_entry_doubts
PLAN_DOUBTS["album.enhancement"] = _enhancement_plan_doubts
MEASURES["album.enhancement"] = _enhancement_measures
READINGS["album.enhancement"] = _enhancement_readings

# ------------------------------------------------------------------ T/GDCSA 022-2024, 6.2.1: image classification

_BOOTSTRAP_SEED = 20241220
_MOST_DRAWS = 2_000_000
_ERRORS = 5.0
"""Standard errors by which a resampled end may lie away from ours: chance goes beyond once in a million."""


def _share_range(_name: str) -> tuple[float, float]:
    return 0.0, 1.0


def _classification_prepared(items: dict[str, Json], manifest: Json) -> Json:
    """Return the manifest with the identity of each unnamed cluster and, where they count, the further classes named."""
    return _classification_read(((item["terms"], 1) for item in items.values()), manifest)


def _classification_read(every: Iterable[tuple[Json, int]], manifest: Json) -> Json:
    plan = manifest["plan"]
    every = list(every)
    matched: dict[str, str] = {}
    further: dict[str, str] = {}
    if plan["answers"] not in ("labels", "clusters"):
        raise ValueError("answers")
    if plan["answers"] == "clusters":
        matched = _matched(every, [name for name, _ in plan["classes"]], plan["profile"]["several_labels"])
    elif plan["profile"]["classes"] == "named":
        for name in sorted(label["other"] for terms, _ in every for label in terms["labels"] if "other" in label):
            further.setdefault(_folded(name), name)
    return dict(manifest, _matched=matched, _further=further)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).casefold())


def _taken(terms: Json, manifest: Json) -> Json:
    """Return the label that counts: the first, or the right one wherever it stands, as the profile says."""
    matched = manifest["_matched"]
    labels = terms["labels"]
    if manifest["plan"]["answers"] == "clusters":
        names = [label["cluster"] for label in labels]
        labels = [{"class": matched[name]} if name in matched else {"other": name} for name in names]
    right = {"class": terms["actual"]}
    if manifest["plan"]["profile"]["several_labels"] == "any" and right in labels:
        return right
    return labels[0] if labels else {}


def _predicted(terms: Json, manifest: Json) -> str | None:
    taken = _taken(terms, manifest)
    found = taken["class"] if "class" in taken else manifest["_further"].get(_folded(taken.get("other", "")))
    return None if found is None else str(found)


def _classification_scores(item: Json, manifest: Json) -> dict[str, float | None]:
    if manifest["plan"]["normative_only"]:
        return {}
    predicted = _predicted(item["terms"], manifest)
    left_out = predicted is None and manifest["plan"]["profile"]["unlisted"] == "left_out"
    return {"album.accuracy": None if left_out else float(predicted == item["terms"]["actual"])}


def _classification_readings(items: dict[str, Json], manifest: Json) -> Iterator[tuple[str, Any, Any]]:
    """Yield the Macro-F1 score under each other reading; images with the same class and labels count together."""
    alike: dict[str, list[Any]] = {}
    for item in items.values():
        terms = {name: item["terms"][name] for name in ("actual", "labels")}
        alike.setdefault(json.dumps(terms, sort_keys=True), [terms, 0])[1] += 1
    kinds = [(terms, images) for terms, images in alike.values()]
    for field, value, profile in _other_profiles(
        manifest["plan"]["profile"], ("", "classes", "unlisted", "zero_division", "macro", "several_labels")
    ):
        read = _classification_read(kinds, dict(manifest, plan=dict(manifest["plan"], profile=profile)))
        names, rows = _class_rows(kinds, read)
        score = _rates(rows, len(names), profile)["macro_f1", None]
        yield field, value, [None if score is None else 100 * score]


def _class_rows(kinds: Iterable[tuple[Json, int]], manifest: Json) -> tuple[list[str], list[dict[int, int]]]:
    """Return the classes, and of each class tested how many of its images were predicted to be which; -1 is none."""
    plan = manifest["plan"]
    names = [name for name, _ in plan["classes"]]
    names += list(manifest["_further"].values())
    place = {name: number for number, name in enumerate(names)}
    rows: list[dict[int, int]] = [{} for _ in plan["classes"]]
    for terms, images in kinds:
        predicted = _predicted(terms, manifest)
        if predicted is None and plan["profile"]["unlisted"] == "left_out":
            continue
        row = rows[place[terms["actual"]]]
        column = place.get(str(predicted), -1) if predicted is not None else -1
        row[column] = row.get(column, 0) + images
    return names, rows


def _classification_doubts(item: Json, manifest: Json) -> Iterator[Json]:
    """Yield a class that is not tested, labels that do not follow from what was parsed, and a word that does not fit."""
    plan, terms = manifest["plan"], item["terms"]
    classes = [name for name, _ in plan["classes"]]
    if terms["actual"] not in classes:
        yield {"key": "term", "field": "actual", "value": _brief(terms["actual"])}
    failed = item["status"] == "failed"
    parsed = [] if failed else [label["name"] for label in item["parsed"]["labels"]]
    if terms["labels"] != _understood(parsed, plan):
        yield {"key": "term", "field": "labels", "value": _brief(terms["labels"])}
    words = ("right", "wrong", "unlisted", "no_label", "scored")
    if failed == (item["outcome"] in words) or (not failed and item["outcome"] != _outcome(terms, manifest)):
        yield {"key": "fate"}
    if not failed and _dict(item.get("answer")).get("sha256") is None:
        shown = {"value": "null", "other": "status", "expected": "scored"}
        yield {"key": "item_disagrees", "field": "answer.sha256", **shown}


def _understood(names: list[str], plan: Json) -> list[Json]:
    """Return each label once, in order, as a class of the test or as another."""
    if plan["answers"] == "clusters":
        return [{"cluster": name} for name in dict.fromkeys(names)]
    meant = {_folded(name): own for own, *others in plan["class_names"] for name in (own, *others)}
    meant.update({_folded(name): meant[_folded(own)] for name, own in plan["class_map"]})
    found: dict[tuple[str, str], Json] = {}
    for name in names:
        own = meant.get(_folded(name))
        kind, shown = ("other", name) if own is None else ("class", own)
        found.setdefault((kind, _folded(shown)), {kind: shown})
    return list(found.values())


def _outcome(terms: Json, manifest: Json) -> str:
    if not terms["labels"]:
        return "no_label"
    if manifest["plan"]["answers"] == "clusters":
        return "scored"
    taken = _taken(terms, manifest)
    return "unlisted" if "other" in taken else "right" if taken["class"] == terms["actual"] else "wrong"


def _classification_entry_doubts(item: Json, entry: Json) -> Iterator[Json]:
    if _dict(item.get("terms")).get("actual") != entry.get("actual"):
        yield {"key": "given", "field": "actual"}


def _classification_plan_doubts(manifest: Json, kit: Json) -> Iterator[Json]:
    """Yield what a manifest says otherwise than the kit: the classes under test are those of the images tested."""
    name, tested = _kit_name(manifest), _tested(manifest, kit)
    entries = list(map(_dict, _list(kit.get("items"))))[:tested]
    known = list(map(_dict, _list(kit.get("classes"))))
    counts = {str(one.get("name")): 0 for one in known}
    for entry in entries:
        counts[str(entry.get("actual"))] = counts.get(str(entry.get("actual")), 0) + 1
    classes = [[own, count] for own, count in counts.items() if count]
    names = [[one.get(key) for key in ("name", "zh", "en") if one.get(key)] for one in known]
    least: Any = _dict(kit.get("profile")).get("least_per_class")
    few = any(count < least for count in counts.values()) if _whole(least) else True
    trial = kit.get("trial") is True or few
    draws = 10_000 if len(classes) <= 100 else 2_000
    own = [
        ("plan.classes", classes),
        ("plan.class_names", [found for found in names if counts[str(found[0])]]),
        ("plan.draws", draws),
        ("plan.trial", trial),
        ("identity.trial", trial),
        ("identity.classes", len(classes)),
        ("seeds.bootstrap", _BOOTSTRAP_SEED),
        ("data.files", kit.get("count")),
    ]
    yield from _plan_doubts(manifest, kit, [(field, value, name) for field, value in own])


def _classification_measures(table: Scored, manifest: Json) -> dict[str, Json]:
    """Return Macro-F1, mean precision and recall, and the three rates of each class, with resamples of each."""
    plan = manifest["plan"]
    profile = plan["profile"]
    names, rows = _class_rows(((item["terms"], 1) for item, _ in table), manifest)
    found = _rates(rows, len(names), profile)
    behind = _images_behind(rows, len(names))
    drawn = _resampled_rates(rows, len(names), profile, plan["draws"])
    slack = 0.0 if drawn is None else _ERRORS * math.sqrt(0.025 * 0.975 * (1 / len(drawn) + 1 / plan["draws"]))
    measures = {}
    for (rate, number), value in found.items():
        if plan["normative_only"] and rate in ("macro_precision", "macro_recall"):
            continue
        most = 100.0 if rate == "macro_f1" else 1.0
        replicates = None if drawn is None or value is None else _scaled([one[rate, number] for one in drawn], most)
        measures["album." + rate + ("" if number is None else "." + names[number])] = {
            "value": None if value is None else value * most,
            "status": "not_estimable" if value is None else "scored",
            "n": behind[rate, number],
            "interval": None,
            "resamples": replicates and (replicates, most, slack),
            # One resample of many that is 0/0 leaves no interval; which run of chance has one is chance.
            "open": profile["zero_division"] == "left_out",
        }
    return measures


def _scaled(replicates: list[Any], scale: float) -> list[float] | None:
    """Return the sorted resamples of a rate, those that are 0/0 apart; None where all are."""
    return sorted(value * scale for value in replicates if value is not None) or None


def _cases(rows: list[dict[int, int]], classes: int) -> list[tuple[int, int, int]]:
    """Return TP, FP and FN of each class (table 2) from the predictions of each actual class; -1 is none of them."""
    predicted = [0] * classes
    for row in rows:
        for column, images in row.items():
            if column >= 0:
                predicted[column] += images
    found = []
    for number in range(classes):
        row = rows[number] if number < len(rows) else {}
        tp = row.get(number, 0)
        found.append((tp, predicted[number] - tp, sum(row.values()) - tp))
    return found


def _rates(rows: list[dict[int, int]], classes: int, profile: Json) -> dict[tuple[str, Any], Any]:
    """Return formulas (1) to (4) by rate and class, the means by None; a 0/0 that is left out is None."""
    of_nothing = {"zero": 0.0, "one": 1.0, "left_out": None}[profile["zero_division"]]

    def ratio(part: int, whole: int) -> float | None:
        return part / whole if whole else of_nothing

    found: dict[tuple[str, Any], Any] = {}
    for number, (tp, fp, fn) in enumerate(_cases(rows, classes)):
        found["precision", number] = ratio(tp, tp + fp)
        found["recall", number] = ratio(tp, tp + fn)
        found["f1", number] = ratio(2 * tp, 2 * tp + fp + fn)
    for rate in ("precision", "recall", "f1"):
        values = [found[rate, number] for number in range(classes)]
        there = [value for value in values if value is not None]
        found["macro_" + rate, None] = math.fsum(there) / len(there) if there else None
    if profile["macro"] == "f1_of_means":
        p, r = found["macro_precision", None], found["macro_recall", None]
        none = p is None or r is None
        found["macro_f1", None] = None if none else 2 * p * r / (p + r) if p + r else 0.0
    return found


def _images_behind(rows: list[dict[int, int]], classes: int) -> dict[tuple[str, Any], int]:
    every = sum(sum(row.values()) for row in rows)
    found: dict[tuple[str, Any], int] = {("macro_" + rate, None): every for rate in ("precision", "recall", "f1")}
    for number, (tp, fp, fn) in enumerate(_cases(rows, classes)):
        found["precision", number], found["recall", number], found["f1", number] = tp + fp, tp + fn, tp + fp + fn
    return found


def _resampled_rates(
    rows: list[dict[int, int]], classes: int, profile: Json, draws: int
) -> list[dict[tuple[str, Any], Any]] | None:
    """Return the rates of resamples within each actual class, by random numbers of our own.

    None where a class has a single image: its spread cannot be seen.
    """
    images = [sum(row.values()) for row in rows]
    if 1 in images or not any(images):
        return None
    chance = random.Random(1)  # noqa: S311
    cells = sum(map(len, rows)) + 3 * classes
    wanted = max(200, min(draws, _MOST_DRAWS // cells))
    return [_rates([_drawn(row, chance) for row in rows], classes, profile) for _ in range(wanted)]


def _drawn(row: dict[int, int], chance: random.Random) -> dict[int, int]:
    """Return as many images as a row has, drawn from it with replacement: one cell after the other."""
    left = weight = sum(row.values())
    drawn = {}
    for column, images in row.items():
        drawn[column] = _binomial(left, images / weight, chance) if images < weight else left
        left -= drawn[column]
        weight -= images
    return drawn


def _binomial(trials: int, probability: float, chance: random.Random) -> int:
    """Return a binomial number: by the gaps between hits, or by the normal distribution where it is hardly another."""
    if probability > 0.5:
        return trials - _binomial(trials, 1 - probability, chance)
    variance = trials * probability * (1 - probability)
    if variance > 200:
        return min(max(round(chance.gauss(trials * probability, math.sqrt(variance))), 0), trials)
    hits, at, scale = 0, 0, math.log1p(-probability)
    while True:
        at += int(math.log(1 - chance.random()) / scale) + 1
        if at > trials:
            return hits
        hits += 1


def _settled(summary: Json, stated: Any) -> Json:
    """Return a summary with the interval that was recorded if our own resamples bear it out, else with ours.

    Two bootstraps never agree to the last digit. The recorded ends are those of a basic bootstrap, 2·value - quantile;
    so each gives back a quantile, and the share of our resamples below it may differ from 2.5 and 97.5 % by chance only.
    """
    kept = {key: summary[key] for key in ("value", "status", "n", "interval")}
    if not summary["resamples"]:
        return kept
    replicates, most, slack = summary["resamples"]
    value, ends = summary["value"], _dict(stated)
    # Where nearly all resamples are alike there is no interval; a few more or fewer of them are chance.
    inner = [replicates[round(share * (len(replicates) - 1))] for share in (0.025 + slack, 0.975 - slack)]
    if stated is None and (summary["open"] or inner[0] == inner[1]):
        return kept
    if _borne_out(replicates, value, ends, most, slack):
        return dict(kept, interval={key: ends[key] for key in ("low", "high", "level")})
    low, high = (2 * value - replicates[round(share * (len(replicates) - 1))] for share in (0.975, 0.025))
    return dict(kept, interval={"low": max(low, 0.0), "high": min(high, most), "level": 0.95})


def _borne_out(replicates: list[float], value: float, ends: Json, most: float, slack: float) -> bool:
    numbers: list[Any] = [ends.get(key) for key in ("low", "high", "level")]
    if any(isinstance(one, bool) or not isinstance(one, (int, float)) for one in numbers) or ends["level"] != 0.95:
        return False
    for end, share in ((ends["low"], 0.975), (ends["high"], 0.025)):
        quantile, rounding = 2 * value - end, 1e-9 * most
        below = sum(one < quantile - rounding for one in replicates) / len(replicates)
        up_to = sum(one <= quantile + rounding for one in replicates) / len(replicates)
        # An end that was cut at the end of the range says only that the quantile lies there or beyond.
        if below > share + slack and abs(end - most) > rounding:
            return False
        if up_to < share - slack and abs(end) > rounding:
            return False
    return all(0 <= end <= most for end in numbers[:2])


def _matched(every: list[tuple[Json, int]], identities: list[str], several: str) -> dict[str, str]:
    """Return the identity of each cluster: one to one, so that as many images as possible are right."""
    clusters = sorted({label["cluster"] for terms, _ in every for label in terms["labels"]})
    row, column = ({name: number for number, name in enumerate(names)} for names in (identities, clusters))
    counts = [[0] * len(clusters) for _ in identities]
    for terms, images in every:
        for label in terms["labels"][:1] if several == "top" else terms["labels"]:
            counts[row[terms["actual"]]][column[label["cluster"]]] += images
    if not clusters:
        return {}
    step = (1 << 20) * min(len(identities), len(clusters)) + 1
    weights = [
        [count * step + _tie(identity, cluster) for count, cluster in zip(own, clusters)]
        for own, identity in zip(counts, identities)
    ]
    turned = len(identities) > len(clusters)
    pairs = _assigned([list(one) for one in zip(*weights)] if turned else weights)
    pairs = [(b, a) for a, b in pairs] if turned else pairs
    return {clusters[b]: identities[a] for a, b in pairs if counts[a][b]}


def _tie(identity: str, cluster: str) -> int:
    """Return by what one of several equally good matchings is chosen."""
    return int.from_bytes(hashlib.sha256((identity + "\0" + cluster).encode()).digest()[:3], "big") >> 4


def _assigned(weights: list[list[int]]) -> list[tuple[int, int]]:
    """Return a column for each row, no two the same, with the greatest sum: the Hungarian method, in whole numbers."""
    rows, columns = len(weights), len(weights[0])
    of_row, of_column = [0] * (rows + 1), [0] * (columns + 1)
    holder, way = [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, rows + 1):
        holder[0], at = row, 0
        least: list[Any] = [math.inf] * (columns + 1)
        used = [False] * (columns + 1)
        while holder[at]:
            used[at] = True
            own, nearest = holder[at], 0
            step: Any = math.inf
            for column in range(1, columns + 1):
                if used[column]:
                    continue
                reduced = -weights[own - 1][column - 1] - of_row[own] - of_column[column]
                if reduced < least[column]:
                    least[column], way[column] = reduced, at
                if least[column] < step:
                    step, nearest = least[column], column
            for column in range(columns + 1):
                if used[column]:
                    of_row[holder[column]] += step
                    of_column[column] -= step
                else:
                    least[column] -= step
            at = nearest
        while at:
            holder[at], at = holder[way[at]], way[at]
    return [(holder[column] - 1, column - 1) for column in range(1, columns + 1) if holder[column]]


FORMULAS["album.classification"] = _classification_scores
RANGES["album.classification"] = _share_range
DOUBTS["album.classification"] = _classification_doubts
ENTRY_DOUBTS["album.classification"] = _classification_entry_doubts
PLAN_DOUBTS["album.classification"] = _classification_plan_doubts
MEASURES["album.classification"] = _classification_measures
PREPARED["album.classification"] = _classification_prepared
READINGS["album.classification"] = _classification_readings

# ----------------------------------------------------------- T/GDCSA 022-2024, 6.4.2 and 6.4.3: image segmentation

_COUNTS = ("tp", "fp", "fn", "tn", "border_in", "border_out")
_EMPTY = {"one": 1.0, "zero": 0.0, "left_out": None}


def _segmentation_shares(item: Json, manifest: Json) -> dict[str, tuple[int, int]]:
    """Return the part and the whole behind each measure; an output that was not scored is wrong in every pixel."""
    profile, mask, output = manifest["plan"]["profile"], item["terms"]["mask"], item["terms"]["output"]
    border, step = profile["border"], str(profile["threshold"])
    n, band, inside = mask["pixels"], mask["border"], mask["objects"][step]
    ground = n - band - inside
    if border != "left_out":
        inside, ground = (inside + band, ground) if border == "foreground" else (inside, ground + band)
    tables = {"": (0, ground, inside, 0), "_empty": (0, 0, inside, ground), "_full": (inside, ground, 0, 0)}
    soft = (0, 255 * (inside + ground))
    if output is not None:
        tp, fp, fn, tn, more, less = (output["counts"][step][name] for name in _COUNTS)
        greys = output["greys"]
        least, most, beyond = greys["least"], greys["most"], greys["border"]
        tables[""], soft = (tp, fp, fn, tn), (least, most)
        if border == "foreground":
            tables[""], soft = (tp + more, fp, fn + less, tn), (least + beyond, most + 255 * band)
        elif border == "background":
            tables[""], soft = (tp, fp + more, fn, tn + less), (least, most + beyond)
    shares = {}
    for suffix, (tp, fp, fn, tn) in tables.items():
        shares["album.pixel_accuracy" + suffix] = (tp + tn, tp + fp + fn + tn)
        shares["album.iou" + suffix] = (tp, tp + fp + fn)
    if not manifest["plan"]["normative_only"]:
        shares["album.iou_soft"] = soft
    return shares


def _segmentation_scores(item: Json, manifest: Json) -> dict[str, float | None]:
    empty = _EMPTY[manifest["plan"]["profile"]["both_empty"]]
    scores = {}
    for name, (part, whole) in _segmentation_shares(item, manifest).items():
        share = part / whole if whole else empty
        scores[name] = None if share is None else share * _mask_range(name)[1]
    return scores


def _mask_range(name: str) -> tuple[float, float]:
    return 0.0, 1.0 if name == "album.iou_soft" else 100.0


def _segmentation_measures(table: Scored, manifest: Json) -> dict[str, Json]:
    """Return the measures over all pixels as one image, where the profile asks for them, with linearised intervals."""
    if manifest["plan"]["profile"]["aggregation"] != "pooled":
        return {}
    shares = [_segmentation_shares(item, manifest) for item, _ in table]
    found: dict[str, Json] = {}
    for name in shares[0]:
        low, high = _mask_range(name)
        total = sum(one[name][1] for one in shares)
        if not total:
            found[name] = summarise([])
            continue
        pool = sum(one[name][0] for one in shares) / total
        rows: list[tuple[Any, float | None]] = [
            (str(item.get("cluster")), high * (pool + (part - pool * whole) * len(shares) / total))
            for (item, _), (part, whole) in zip(table, (one[name] for one in shares))
        ]
        found[name] = dict(summarise(rows, low, high), value=pool * high)
    return found


def _segmentation_readings(items: dict[str, Json], manifest: Json) -> Iterator[tuple[str, Any, Any]]:
    """Yield the two scores of the set under each other reading."""
    plan, found = manifest["plan"], list(items.values())
    steps = {"threshold": (1, 64, 128, 192, 255)}
    fields = ("", "threshold", "border", "both_empty", "aggregation")
    for field, value, profile in _other_profiles(plan["profile"], fields, steps):
        # The score of the mean is a reading of enhancement alone.
        if value != "score_of_mean":
            yield field, value, _segmentation_points(found, dict(plan, profile=profile))
    if plan["profile"]["other_size"] == "resize":
        refused = [dict(i, terms=dict(i["terms"], output=None)) if "exported" in i["parsed"] else i for i in found]
        yield "other_size", "refuse", _segmentation_points(refused, plan)
    elif not plan["sensitivity"] and any(item["outcome"] == "wrong_size" for item in found):
        yield "other_size", "resize", _NOT_RECORDED
    else:
        others = [item["terms"].get("readings", {}).get("other_size.resize") for item in found]
        resized = [dict(i, terms=dict(i["terms"], output=o or i["terms"]["output"])) for i, o in zip(found, others)]
        yield "other_size", "resize", _segmentation_points(resized, plan)


def _segmentation_points(items: list[Json], plan: Json) -> list[float | None]:
    empty, shares = _EMPTY[plan["profile"]["both_empty"]], [_segmentation_shares(one, {"plan": plan}) for one in items]
    found: list[float | None] = []
    for name in ("album.pixel_accuracy", "album.iou"):
        own = [one[name] for one in shares]
        if plan["profile"]["aggregation"] == "pooled":
            own = [(sum(part for part, _ in own), sum(whole for _, whole in own))]
            values = [part / whole for part, whole in own if whole]
        else:
            values = [value for part, whole in own if (value := part / whole if whole else empty) is not None]
        found.append(100 * math.fsum(values) / len(values) if values else None)
    return found


def _segmentation_doubts(item: Json, manifest: Json) -> Iterator[Json]:
    """Yield what cannot be true of an item's terms, whatever the scores."""
    plan, mask, output = manifest["plan"], item["terms"]["mask"], item["terms"]["output"]
    objects = {int(step): count for step, count in mask["objects"].items()}
    decided = mask["pixels"] - mask["border"]
    whole = _whole(mask["pixels"], mask["border"], mask["grey"], *objects.values()) and mask["border"] >= 0
    if not (whole and decided > 0 and _ladder(decided, mask["grey"], objects)):
        yield {"key": "masks", "field": "mask"}
    if output is not None and not _masks_possible(mask, output, objects):
        yield {"key": "masks", "field": "output"}
    failed = item.get("status") == "failed"
    if failed != (output is None) or (item.get("outcome") == "scored") == failed:
        yield {"key": "fate"}
    parsed = _dict(item.get("parsed"))
    size: Any = (parsed.get("width"), parsed.get("height"))
    if not failed and plan.get("placement") == "whole" and not (_whole(*size) and size[0] * size[1] == mask["pixels"]):
        shown = {"value": _brief(list(size)), "other": "terms.mask.pixels", "expected": _brief(mask["pixels"])}
        yield {"key": "item_disagrees", "field": "parsed", **shown}
    readings = item["terms"].get("readings", {})
    if readings:
        asked = plan["sensitivity"] and item.get("outcome") == "wrong_size" and set(readings) == {"other_size.resize"}
        if not asked or not _masks_possible(mask, readings["other_size.resize"], objects):
            yield {"key": "masks", "field": "readings"}
    if "exported" in parsed and plan["profile"]["other_size"] != "resize":
        yield {"key": "term", "field": "parsed.exported", "value": _brief(parsed["exported"])}
    yield from _output_doubts(item, kept=plan.get("keep_outputs") is True)


def _masks_possible(mask: Json, output: Json, objects: dict[int, int]) -> bool:
    """Say whether there can be an output with these counts and sums beside a mask with those."""
    counts = {int(step): found for step, found in output["counts"].items()}
    greys = [output["greys"][name] for name in ("least", "most", "border")]
    numbers = [found[name] for found in counts.values() for name in _COUNTS]
    if set(counts) != set(objects) or not _whole(*numbers, *greys) or min(numbers) < 0:
        return False
    decided = mask["pixels"] - mask["border"]
    for step, found in counts.items():
        tp, fp, fn, tn, more, less = (found[name] for name in _COUNTS)
        if tp + fn != objects[step] or tp + fp + fn + tn != decided or more + less != mask["border"]:
            return False
    # The smaller value of a pair reaches a step where both do, the larger one where either does.
    both = {step: found["tp"] for step, found in counts.items()}
    its = {step: found["tp"] + found["fp"] for step, found in counts.items()}
    either = {step: found["tp"] + found["fp"] + found["fn"] for step, found in counts.items()}
    band = {step: found["border_in"] for step, found in counts.items()}
    ladders = ((decided, greys[0], both), (decided, greys[1], either), (mask["border"], greys[2], band))
    own = greys[0] + greys[1] - mask["grey"]  # the output's own sum
    return all(_ladder(*one) for one in (*ladders, (decided, own, its)))


def _ladder(n: int, total: int, reached: dict[int, int]) -> bool:
    """Say whether n values of 0 to 255 can have this sum if so many of them reach each step."""
    steps = sorted(reached)
    counts = [n, *(reached[step] for step in steps), 0]
    held = [counts[place] - counts[place + 1] for place in range(len(counts) - 1)]
    least = sum(count * bottom for count, bottom in zip(held, [0, *steps]))
    most = sum(count * top for count, top in zip(held, [*(step - 1 for step in steps), 255]))
    return min(held) >= 0 and least <= total <= most


def _segmentation_entry_doubts(item: Json, entry: Json) -> Iterator[Json]:
    """Yield where an item's mask is not the kit's, and where an output does not lie in its original."""
    if _dict(item.get("terms")).get("mask") != entry.get("mask_terms"):
        yield {"key": "given", "field": "mask_terms"}
    parsed, mask = _dict(item.get("parsed")), _dict(entry.get("mask"))
    size: list[Any] = [part.get(side) for part in (parsed, mask) for side in ("width", "height")]
    width, height, across, down = size
    left, top = parsed.get("left", 0), parsed.get("top", 0)
    if item.get("status") != "scored" or not _whole(width, height, across, down, left, top):
        return
    inside = min(left, top) >= 0 and left + width <= across and top + height <= down
    turned = "left" not in parsed and width * height == across * down and (width, height) != (across, down)
    if turned or ("left" in parsed and not inside):
        shown = {"value": _brief([left, top, width, height]), "other": "kit.json", "expected": _brief([across, down])}
        yield {"key": "item_disagrees", "field": "parsed", **shown}


def _segmentation_plan_doubts(manifest: Json, kit: Json) -> Iterator[Json]:
    """Yield what a manifest says otherwise than the kit, and what it leaves unsaid."""
    name, tested = _kit_name(manifest), _tested(manifest, kit)
    own = [("plan.undecided", kit.get("undecided"))]
    least: Any = _dict(kit.get("profile")).get("least_images")
    if tested is not None and _whole(least):
        trial = kit.get("trial") is True or tested < least
        own += [("plan.trial", trial), ("identity.trial", trial), ("data.files", 2 * kit["count"])]
    yield from _plan_doubts(manifest, kit, [(field, value, name) for field, value in own])


FORMULAS["album.segmentation"] = _segmentation_scores
RANGES["album.segmentation"] = _mask_range
DOUBTS["album.segmentation"] = _segmentation_doubts
ENTRY_DOUBTS["album.segmentation"] = _segmentation_entry_doubts
PLAN_DOUBTS["album.segmentation"] = _segmentation_plan_doubts
MEASURES["album.segmentation"] = _segmentation_measures
READINGS["album.segmentation"] = _segmentation_readings

# -------------------------------------------------- home environment, 4.2, 6.4.1 and formula (1): task generalisation

_ENDINGS = ("finish", "decline", "budget", "time", "silence", "unreached")
_REASONS = ("", "absent", "blocked", "impossible", "not_home")
_SEEDS, _SEEDS_PER_PLACE = 1_000_000, 100  # of a plan, and those of them that one place of it may use up
_GROUPS = {
    # class: its dimension of table 1, its domain
    "suitcase": ("object", "social"),
    "buttons": ("commonsense", "spatial"),
    "desk": ("object", "social"),
    "gift": ("commonsense", "object"),
    "sort_count": ("language", "object"),
    "blocks": ("object", "spatial"),
    "clean_room": ("language", "social"),
    "jigsaw": ("object", "spatial"),
}
_MOST_UNTESTED = 0.02  # share of tasks that could not be tested beyond which a result is provisional
_FEW = 50  # tasks of a class below which a result is indicative
_Z = 1.959963984540054  # the normal distribution's quantile at 0.975
_ROUNDING = 1e-12  # relative: what differs by less is the same number
_INDICES = (
    *("T", "T_corrected", "T_valid", "T_gain", "f_mean", "f_spread", "T_at.0", "T_at.0.5", "T_at.1", "T_at.2"),
    *("T_trivial.refuse", "T_trivial.claim"),
)


def _generalisation_scores(item: Json, manifest: Json) -> dict[str, float | None]:
    """Return the graded score of a valid task in the column of its class; the outcomes are counted, not averaged."""
    terms = item["terms"]
    own = terms["task"] if item["status"] == "scored" and terms["valid"] else None
    return {"home.graded." + name: terms["score"] if name == own else None for name in manifest["plan"]["tasks"]}


def _generalisation_doubts(item: Json, manifest: Json) -> Iterator[Json]:
    """Yield each term that no episode has, and an outcome that does not follow from the terms."""
    terms, tasks = item["terms"], manifest["plan"]["tasks"]
    if item["status"] == "failed":
        # The environment failed, not the subject: nothing was judged, and it counts nowhere.
        fault = _dict(item.get("answer")).get("error", "infrastructure_error")  # of a subject from outside
        if item["outcome"] != "infrastructure_error" or fault != "infrastructure_error" or terms.get("manner"):
            yield {"key": "fate"}
        if "task" in terms and terms["task"] not in tasks:
            yield {"key": "term", "field": "task", "value": _brief(terms["task"])}
        if item.get("media"):
            yield _item_disagrees("media", item["media"], "status", {})
        return
    for field, possible in _possible_terms(terms, tasks).items():
        if not possible:
            yield {"key": "term", "field": field, "value": _brief(terms[field])}
    told = (item["outcome"], terms["manner"])
    if item["status"] != "scored" or (_can_be_judged(terms, tasks) and told != _judged(terms)):
        yield {"key": "fate"}
    yield from _step_doubts(item)
    yield from _view_doubts(item, kept=manifest["plan"].get("keep_pictures") is True)


def _steps(item: Json) -> list[Json]:
    return list(map(_dict, _list(_dict(item.get("answer")).get("steps"))))


def _step_doubts(item: Json) -> Iterator[Json]:
    """Yield the terms that are not what the steps and the things disturbed give."""
    steps, terms = _steps(item), item["terms"]
    given = {
        "steps": (len(steps), "answer.steps"),
        "well_formed": (sum(step.get("code") != "unreadable" for step in steps), "answer.steps"),
        "disturbed": (len(_list(_dict(item.get("parsed")).get("disturbed"))), "parsed.disturbed"),
    }
    if steps:
        given["goal_true"] = (steps[-1].get("holds"), "answer.steps")
    for field, (expected, other) in given.items():
        if not _same(terms[field], expected):
            yield _item_disagrees("terms." + field, terms[field], other, expected)


def _view_doubts(item: Json, *, kept: bool) -> Iterator[Json]:
    """Yield a step whose picture was not kept with the others, and pictures that are no step's and not the last one."""
    pictures = [str(step.get("picture")) for step in _steps(item)]
    media = _dict(item.get("media"))
    names = [str(media[number]).split(".")[0] for number in sorted(media)]
    if bool(names) != (kept and item["terms"]["ending"] != "unreached"):
        yield _item_disagrees("media", names, "plan.keep_pictures", kept)
        return
    for number, picture in enumerate(pictures if kept else ()):
        if picture not in names:
            yield _item_disagrees("answer.steps[{}].picture".format(number), picture, "media", names)
    if set(names[:-1]) - set(pictures):
        yield _item_disagrees("media", names, "answer.steps", pictures)


def _item_disagrees(field: str, value: Any, other: str, expected: Any) -> Json:
    shown = {"value": _brief(value), "other": other, "expected": _brief(expected)}
    return {"key": "item_disagrees", "field": field, **shown}


def _possible_terms(terms: Json, tasks: list[str]) -> dict[str, bool]:
    score, steps, turns, disturbed = (terms[name] for name in ("score", "steps", "well_formed", "disturbed"))
    return {
        "task": terms["task"] in tasks,
        "reason": terms["reason"] in _REASONS,
        "valid": terms["valid"] is (terms["reason"] == ""),
        # What nobody came to has nothing left of a budget, and the other way round.
        "ending": terms["ending"] in _ENDINGS and (terms["ending"] == "unreached") == (terms.get("left") == 0),
        "goal_true": isinstance(terms["goal_true"], bool),
        "score": (_whole(score) or isinstance(score, float)) and 0 <= score <= 1,
        "disturbed": _whole(disturbed) and disturbed >= 0,
        "well_formed": _whole(turns) and turns >= 0,
        "steps": _whole(turns, steps) and 0 <= turns <= steps,
    }


def _can_be_judged(terms: Json, tasks: list[str]) -> bool:
    possible = _possible_terms(terms, tasks)
    return all(possible[name] for name in ("task", "valid", "ending", "goal_true", "disturbed", "well_formed"))


def _judged(terms: Json) -> tuple[str, str]:
    """Return outcome and manner of an episode by the first rule that fits (6.4.1 e)."""
    claims, declines, readable = terms["ending"] == "finish", terms["ending"] == "decline", terms["well_formed"] > 0
    silent = "unreached" if terms["ending"] == "unreached" else "unreadable"
    if terms["valid"]:
        rules = (
            (terms["goal_true"], "TP", "done"),
            (claims, "FP", "claimed"),
            (declines, "FN", "declined"),
            (readable, "FN", "ran_out"),
            (True, "FN", silent),
        )
    else:
        rules = (
            (claims, "FP", "claimed"),
            (terms["disturbed"] > 0, "FP", "acted"),
            (not readable, "FP", silent),
            (declines, "TN", "declined"),
            (True, "TN", "idle"),
        )
    return next((outcome, manner) for fits, outcome, manner in rules if fits)


def _generalisation_entry_doubts(item: Json, entry: Json) -> Iterator[Json]:
    """Compare an item with the task that was put: what kind it is, how it could end, and the score of a goal reached."""
    terms = _dict(item.get("terms"))
    given = {"task": entry.get("task"), "reason": entry.get("reason"), "valid": entry.get("reason") == ""}
    for field, value in given.items():
        if field in terms and not _same(terms[field], value):
            yield {"key": "given", "field": field}
    alone = "sitting" not in terms  # else `_sitting_doubts` looks at it
    if alone and item.get("cluster") != "{}-{}".format(entry.get("task"), entry.get("seed")):
        yield {"key": "given", "field": "cluster"}
    if item.get("status") == "scored" and _whole(entry.get("oracle_steps")):
        left: Any = terms.get("left")
        yield from _ending_doubts(item, terms, _own_budget(entry) if alone or not _whole(left) else left)
    reached = item.get("status") == "scored" and terms.get("valid") is True and terms.get("goal_true") is True
    if reached and terms.get("score") != 1:
        yield {"key": "term", "field": "score", "value": _brief(terms.get("score"))}


def _own_budget(entry: Json) -> int:
    """Return how many steps a task has that stands alone."""
    return 2 * int(entry["oracle_steps"]) + 10


def _sitting_doubts(items: dict[str, Json], manifest: Json, data: Json) -> Iterator[Json]:
    """Yield where tasks do not sit together as the data list has it, or have not what those before them left (6.4.1 d)."""
    entries = {str(entry.get("id")): entry for entry in map(_dict, _list(data.get("items")))}
    sittings = list(map(_dict, _list(data.get("sittings"))))
    size: Any = _dict(manifest.get("plan")).get("tasks_per_scene", 1)
    sat = [list(map(str, _list(one.get("tasks")))) for one in sittings]
    whole = sorted(id_ for one in sat for id_ in one) == sorted(entries) if sittings else size == 1
    if not whole or not _whole(size) or any(not 0 < len(one) <= size for one in sat) or (sittings and size == 1):
        shown = {"value": max(map(len, sat)) if sat else 1, "other": "plan.tasks_per_scene", "expected": _brief(size)}
        yield {"key": "disagrees", "field": "sittings", **shown}
        return
    for one in sittings:
        yield from _one_after_another(one, entries, items)
    for id_, item in items.items():
        if not sittings and "sitting" in _dict(item.get("terms")):
            yield {"key": "given", "found": id_, "field": "sitting"}


def _one_after_another(sitting: Json, entries: dict[str, Json], items: dict[str, Json]) -> Iterator[Json]:
    """Yield where a task of a sitting is not at its place, or did not begin with what those before it left."""
    tasks = list(map(str, _list(sitting.get("tasks"))))
    if not all(_whole(entries[id_].get("oracle_steps")) for id_ in tasks):
        return
    left = sum(_own_budget(entries[id_]) for id_ in tasks)
    for place, id_ in enumerate(tasks, 1):
        item = items.get(id_)
        if item is None:
            return
        terms = _dict(item.get("terms"))
        given = {"sitting": sitting.get("name"), "place": place, "left": left}
        for field, value in given.items():
            if not _same(terms.get(field), value):
                yield {"key": "given", "found": id_, "field": field}
        if item.get("cluster") != sitting.get("round"):
            yield {"key": "given", "found": id_, "field": "cluster"}
        # Who could not be tested takes along what it would have had alone.
        left -= min(left, len(_steps(item)) if item.get("status") == "scored" else _own_budget(entries[id_]))


def _ending_doubts(item: Json, terms: Json, budget: int) -> Iterator[Json]:
    """Yield an ending that is not the one to which the steps lead, and steps beyond the budget."""
    steps = _steps(item)
    said = {"finished": "finish", "declined": "decline"}.get(str(steps[-1].get("code")) if steps else "")
    over = "budget" if budget else "unreached"
    endings = [said] if said else [over] if len(steps) >= budget else ["time", "silence"]
    if terms.get("ending") not in endings:
        yield _item_disagrees("terms.ending", terms.get("ending"), "answer.steps", endings)
    if len(steps) > budget:
        yield _item_disagrees("answer.steps", len(steps), "oracle_steps", budget)


def _generalisation_plan_doubts(manifest: Json, data: Json) -> Iterator[Json]:
    """Yield what a manifest says otherwise than its plan and its tasks, what it leaves unsaid, and tasks of another plan."""
    plan, entries = _dict(manifest.get("plan")), list(map(_dict, _list(data.get("items"))))
    yield from _said_otherwise(manifest, _as_the_plan_has_it(manifest, plan, entries))
    notes = [_dict(note).get("id") for note in _list(manifest.get("departures"))]
    trials: Any = plan.get("trials")
    departing = {
        "few": ("trials", _whole(trials) and trials < _FEW),
        "share": ("irrelevant", plan.get("irrelevant") != 0.5),
        "penalty": ("penalty", plan.get("penalty") != 1),
        "menu": ("interface", plan.get("interface") == "menu"),
        "anchors": ("anchors", "anchors" in plan),
    }
    for note, (field, departs) in departing.items():
        if departs and "departure-" + note not in notes:
            yield {"key": "undeclared", "field": "plan." + field, "value": _brief(plan.get(field))}
    yield from _place_doubts(plan, entries, _kit_name(manifest))


def _as_the_plan_has_it(manifest: Json, plan: Json, entries: list[Json]) -> list[tuple[str, Any, str]]:
    """Return the fields of a manifest that follow from plan and tasks, with what they have to be."""
    setting, name = _dict(plan.get("setting")), _kit_name(manifest)
    versions = {str(entry.get("task")): entry.get("task_version") for entry in reversed(entries)}
    tasks = ["{}/{}".format(task, versions.get(task)) for task in map(str, _list(plan.get("tasks")))]
    same = {"n": "trials", "irrelevant": "irrelevant", "lambda": "penalty", "interface": "interface"}
    return [
        *_as_the_seed_has_it(plan, entries, name),
        *(("identity." + field, plan.get(own), "plan." + own) for field, own in same.items()),
        ("identity.epochs", plan.get("epochs"), "plan.epochs"),
        ("identity.tasks_per_scene", plan.get("tasks_per_scene"), "plan.tasks_per_scene"),
        ("identity.unknown", ",".join(map(str, _list(plan.get("unknown")))) or "none", "plan.unknown"),
        ("identity.lang", setting.get("language"), "plan.setting"),
        ("identity.renderer", setting.get("profile"), "plan.setting"),
        ("identity.carry", setting.get("carry"), "plan.setting"),
        ("identity.picture", "{}x{}".format(setting.get("width"), setting.get("height")), "plan.setting"),
        ("identity.disturbance", _disturbance(_dict(setting.get("disturbance"))), "plan.setting"),
        ("identity.wording", setting.get("wording"), "plan.setting"),
        ("identity.data", "sha256-" + str(_dict(manifest.get("data")).get("sha256")), "data.sha256"),
        ("identity.tasks", ",".join(tasks), name),
        ("identity.rule", entries[0].get("rule") if entries else None, name),
        ("data.instances", len(entries) * len(_repeats(manifest)), name),
        *([("plan.groups", _groups(_list(plan.get("tasks"))), "plan.tasks")] if "groups" in plan else []),
    ]


def _groups(tasks: list[Any]) -> Json:
    """Return which of the classes belong to each dimension of table 1, and to each domain."""
    found: Json = {"dimension": {}, "domain": {}}
    for name, of in _GROUPS.items():
        for view, group in zip(found, of):
            if name in tasks:
                found[view].setdefault(group, []).append(name)
    return found


def _disturbance(by: Json) -> str | None:
    """Return how an identity says what befalls the pictures; None where nothing does."""
    strengths = [(name, by.get(name)) for name in ("blur", "noise", "dark")]
    said = ["{}:{:g}".format(name, value) for name, value in strengths if isinstance(value, (int, float)) and value]
    return ",".join(said) or None


def _as_the_seed_has_it(plan: Json, entries: list[Json], name: str) -> Iterator[tuple[str, Any, str]]:
    """Yield what a manifest has to say of where its tasks come from: a seed, a sealed one, or the public anchors."""
    sealed, seed = plan.get("sealed"), plan.get("seed")
    yield "identity.seed", seed if sealed is None else "sealed", "plan.seed" if sealed is None else "plan.sealed"
    yield "identity.sealed", None if sealed is None else "sha256-" + str(sealed), "plan.sealed"
    yield "seeds.tasks", seed if sealed is None else None, "plan.seed"
    yield "identity.anchors", plan.get("anchors"), "plan.anchors"
    if "anchors" in plan:
        hashes = [hashlib.sha256(_spelled(entry)).hexdigest() for entry in entries]
        known = "sha256-" + hashlib.sha256(_spelled(hashes)).hexdigest()
        yield "plan.anchors", str(plan["anchors"]).split("/")[0] + "/" + known, name


def _place_doubts(plan: Json, entries: list[Json], name: str) -> Iterator[Json]:
    """Yield each task that is not the one for its place in the plan (6.4.1 c): per class valid and irrelevant tasks, in pairs.

    Both of a pair come from one seed, the first of those set aside for the pair that gives a task.
    """
    tasks, share = list(map(str, _list(plan.get("tasks")))), _share(plan.get("irrelevant"))
    trials, seed = (_moderate(plan.get(field)) for field in ("trials", "seed"))
    if not tasks or trials is None or seed is None or share is None:
        # What cannot be counted with must not pass for a plan that was kept.
        used = {"tasks": tasks, "trials": trials, "seed": seed, "irrelevant": share}
        yield from ({"key": "no_field", "field": "plan." + field} for field in used if used[field] in (None, []))
        return
    if trials * len(tasks) != len(entries):
        shown = {"value": trials, "other": name, "expected": "{} / {}".format(len(entries), len(tasks))}
        yield {"key": "disagrees", "field": "plan.trials", **shown}
        return
    unfit = round(trials * share)
    kinds = [(pair, "") for pair in range(trials - unfit)]
    reasons = list(map(str, _list(plan.get("reasons")))) or list(_REASONS[1:])
    kinds += [(pair, reasons[pair % len(reasons)]) for pair in range(unfit)]
    places = [(task, number, *kind) for task in tasks for number, kind in enumerate(kinds, 1)]
    for entry, (task, number, pair, reason) in zip(entries, places):
        wanted = {"id": "{}-{:04d}".format(task, number), "task": task, "reason": reason}
        amiss = [(field, value) for field, value in wanted.items() if entry.get(field) != value]
        # The seeds of a sealed plan are known once its secret is published.
        first = seed * _SEEDS + pair * _SEEDS_PER_PLACE if plan.get("sealed") is None else None
        if first is not None and entry.get("seed") not in range(first, first + _SEEDS_PER_PLACE):
            amiss.append(("seed", "{} … {}".format(first, first + _SEEDS_PER_PLACE - 1)))
        for field, value in amiss:
            shown = {"value": _brief(entry.get(field)), "other": "plan", "expected": value or '""'}
            yield {"key": "disagrees", "file": name, "field": "{}.{}".format(wanted["id"], field), **shown}


def _share(value: Any) -> float | None:
    """Return a share of tasks that leaves some of either kind, else None."""
    return value if isinstance(value, float) and 0 < value < 1 else None


def _moderate(value: Any) -> int | None:
    """Return a whole number that can be counted with and written out, else None."""
    return value if _whole(value) and abs(value) < 10**18 else None


class _Tasks:
    """How the tasks of one class ended: all, and those that ended rightly, valid and irrelevant ones apart."""

    def __init__(self, ends: list[tuple[bool, str]], rounds: list[str] | None = None) -> None:
        self.ends, self.rounds = ends, rounds
        self.valid = sum(valid for valid, _ in ends)
        self.irrelevant = len(ends) - self.valid
        self.all = len(ends)
        self.count = {word: sum(word == outcome for _, outcome in ends) for word in ("TP", "TN", "FP", "FN")}
        self.right = self.count["TP"] + self.count["TN"]
        self.accuracy = self.right / self.all if ends else 0.0
        self.whole = self.valid > 0 and self.irrelevant > 0

    @property
    def strata(self) -> list[tuple[float, float]]:
        """Tasks that ended rightly and tasks: of each kind where both kinds have two, else of the class."""
        if min(self.valid, self.irrelevant) < 2:
            return [(self.right, self.all)]
        return [(self.count["TP"], self.valid), (self.count["TN"], self.irrelevant)]


def _epochs(manifest: Json) -> list[str]:
    """Return what the ids of a task's items end with: a number each, where every task was put several times."""
    epochs: Any = _dict(manifest.get("plan")).get("epochs")
    return ["@{}".format(n) for n in range(1, epochs + 1)] if _whole(epochs) and 1 < epochs <= 1000 else [""]


def _generalisation_measures(table: Scored, manifest: Json) -> dict[str, Json]:
    """Return the numbers of the run; where every task was put several times, their means over the runs, and how these differ."""
    ends = _epochs(manifest)
    if ends == [""]:
        return _of_one_run(table, manifest)
    runs = [_of_one_run([row for row in table if str(row[0]["id"]).endswith(end)], manifest) for end in ends]
    measures: dict[str, Json] = {}
    for name in runs[0]:
        same = [run[name] for run in runs]
        measures[name] = _mean_of_runs(same)
        if name in ("home.T", "home.f_mean") or name.startswith("home.f."):
            bare = name[len("home.") :]
            measures.update({name + end: one for end, one in zip(ends, same)})
            measures.update({"home." + key + "." + bare: one for key, one in _between(same).items()})
    return measures


def _mean_of_runs(same: list[Json]) -> Json:
    values = [one["value"] for one in same if one["value"] is not None]
    limits = [one["interval"] for one in same if one["interval"] is not None]
    whole = len(values) == len(same)
    interval = None
    if whole and len(limits) == len(same):
        interval = (_mean([one["low"] for one in limits]), _mean([one["high"] for one in limits]))
    return _stated(_mean(values) if whole else None, sum(one["n"] for one in same), interval)


def _between(same: list[Json]) -> dict[str, Json]:
    """Return the standard deviation between runs with its interval by chi-square, the least and the greatest."""
    values, n = [one["value"] for one in same], sum(one["n"] for one in same)
    if None in values:
        return {key: _stated(None, n) for key in ("between", "least", "greatest")}
    freedom, interval, spread = len(values) - 1, None, 0.0
    if max(values) - min(values) > _ROUNDING * max(abs(max(values)), 1.0):
        spread = math.sqrt(math.fsum(d * d for d in _deviations(values)) / freedom)
        low, high = (spread * math.sqrt(freedom / _chi_square(share, freedom)) for share in (0.975, 0.025))
        interval = (low, high)
    found = {"between": _stated(spread, n, interval)}
    return {**found, "least": _stated(min(values), n), "greatest": _stated(max(values), n)}


def _chi_square(probability: float, freedom: int) -> float:
    """Return the quantile of chi-square by halving."""
    low, high = 0.0, 1.0
    while 1 - _beyond(high, freedom) < probability:
        low, high = high, 2 * high
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - _beyond(middle, freedom) < probability else (low, middle)
    return (low + high) / 2


def _beyond(x: float, freedom: int) -> float:
    """Return the probability that chi-square with whole degrees of freedom exceeds x (finite series)."""
    half, odd = x / 2, freedom % 2
    total = math.erfc(math.sqrt(half)) if odd else 0.0
    for k in range(freedom // 2):
        power = k + 0.5 * odd
        total += math.exp(power * math.log(half) - half - math.lgamma(power + 1)) if half > 0 else float(power == 0)
    return total


def _of_one_run(table: Scored, manifest: Json) -> dict[str, Json]:
    """Return f of each class and T with what it must not stand without; none has a value where a class lacks a kind of task."""
    plan = manifest["plan"]
    ends: dict[str, list[tuple[bool, str]]] = {name: [] for name in plan["tasks"]}
    rounds: dict[str, list[str]] = {name: [] for name in plan["tasks"]}
    for item, _ in table:
        terms = item["terms"]
        if item["status"] == "scored" and _can_be_judged(terms, plan["tasks"]):
            ends[terms["task"]].append((terms["valid"], _judged(terms)[0]))
            rounds[terms["task"]].append(str(item.get("cluster")))
    several = "tasks_per_scene" in plan
    classes = {name: _Tasks(found, rounds[name] if several else None) for name, found in ends.items()}
    if not classes:
        return {}
    measures: dict[str, Json] = {}
    for name, one in classes.items():
        measures.update(_of_class(name, one))
    measures.update(_of_index(list(classes.values()), float(plan["penalty"])))
    measures.update(_of_knowledge(classes, plan["unknown"], float(plan["penalty"])))
    for view, groups in plan.get("groups", {}).items():
        for name, keys in groups.items():
            measures[view + "." + name] = _of_group([classes[key] for key in keys])
    return {"home." + name: measure for name, measure in measures.items()}


def _of_class(name: str, one: _Tasks) -> dict[str, Json]:
    right, claimed, met = one.count["TP"], one.count["TP"] + one.count["FP"], one.count["TP"] + one.count["FN"]
    if not one.whole:
        ns = {"f.": one.all, "precision.": claimed, "recall.": met, "f_valid.": one.valid}
        return {kind + name: _stated(None, n) for kind, n in ns.items()}
    return {
        "f." + name: _stated(one.accuracy, one.all, _limits(one)),
        "precision." + name: _stated(right / claimed if claimed else None, claimed),
        "recall." + name: _stated(right / met if met else None, met),
        "f_valid." + name: _stated(right / one.valid, one.valid),
    }


def _of_index(classes: list[_Tasks], penalty: float) -> dict[str, Json]:
    tasks = sum(one.all for one in classes)
    if not all(one.whole for one in classes):
        return {name: _stated(None, tasks) for name in _INDICES}
    accuracies = [one.accuracy for one in classes]
    index = _index(accuracies, penalty)
    trivial = {
        "refuse": _index([one.irrelevant / one.all for one in classes], penalty),
        "claim": _index([0.0 for _ in classes], penalty),
    }
    corrected, interval = _sure(classes, penalty)
    values: dict[str, float | None] = {
        "T": index,
        "T_corrected": corrected,
        "T_valid": _index([one.count["TP"] / one.valid for one in classes], penalty),
        "T_gain": index - max(trivial.values()),
        "f_mean": _mean(accuracies),
        "f_spread": _spread(accuracies),
    }
    values.update({"T_at." + weight: _index(accuracies, float(weight)) for weight in ("0", "0.5", "1", "2")})
    values.update({"T_trivial." + subject: value for subject, value in trivial.items()})
    return {name: _stated(value, tasks, interval if name == "T_corrected" else None) for name, value in values.items()}


def _of_knowledge(classes: dict[str, _Tasks], unknown: list[str], penalty: float) -> dict[str, Json]:
    """Return mean and T of the classes that the subject knew and of those that it did not; nothing unless it has both."""
    sides = {
        "known": [one.accuracy for name, one in classes.items() if name not in unknown],
        "unknown": [one.accuracy for name, one in classes.items() if name in unknown],
    }
    if not all(sides.values()):
        return {}
    measures = {}
    tasks = sum(one.all for one in classes.values())
    whole = all(one.whole for one in classes.values())
    for kind, weight in (("f", 0.0), ("T", penalty)):
        values = {side: _index(accuracies, weight) for side, accuracies in sides.items()}
        for side, value in values.items():
            measures[kind + "_" + side] = _stated(value if whole else None, len(sides[side]))
        measures[kind + "_gap"] = _stated(values["known"] - values["unknown"] if whole else None, tasks)
    return measures


def _of_group(classes: list[_Tasks]) -> Json:
    """Return the mean accuracy of the classes of a dimension of table 1, or of a domain."""
    tasks = sum(one.all for one in classes)
    if not all(one.whole for one in classes):
        return _stated(None, tasks)
    return _stated(_mean([one.accuracy for one in classes]), tasks, _sure(classes, 0.0)[1])


def _stated(value: float | None, n: int, interval: tuple[float, float] | None = None) -> Json:
    bounds = None if interval is None else {"low": interval[0], "high": interval[1], "level": 0.95}
    return {"value": value, "status": "not_estimable" if value is None else "scored", "n": n, "interval": bounds}


def _mean(values: list[float]) -> float:
    return math.fsum(values) / len(values)


def _deviations(values: list[float]) -> list[float]:
    """Return the values less their mean; exactly 0 where all are the same."""
    centre = values[0] if min(values) == max(values) else _mean(values)
    return [value - centre for value in values]


def _spread(values: list[float]) -> float:
    """Return the population standard deviation."""
    return math.sqrt(_mean([deviation * deviation for deviation in _deviations(values)]))


def _index(accuracies: list[float], penalty: float) -> float:
    """Return T by formula (1)."""
    return _mean(accuracies) - penalty * _spread(accuracies)


class _Fewer:
    """The tasks of a class that depend on each other, as so many fewer that do not."""

    def __init__(self, one: _Tasks, scale: float) -> None:
        self.accuracy = one.accuracy
        self.all = one.all / scale
        self.strata = [(right / scale, tasks / scale) for right, tasks in one.strata]


def _effect(one: _Tasks) -> float | None:
    """Return by how much the variance of an accuracy is larger over rounds than over independent tasks, at least 1.

    None below two rounds; the mean size of a round where all tasks of a kind ended alike.
    """
    names, marks = one.rounds or [], [float(outcome in ("TP", "TN")) for _, outcome in one.ends]
    count = len(set(names))
    if count < 2:
        return None
    kinds = [valid for valid, _ in one.ends] if len(one.strata) == 2 else [True] * one.all
    sums, alone = dict.fromkeys(names, 0.0), []
    for kind in set(kinds):
        own = [(mark, name) for mark, name, other in zip(marks, names, kinds) if other is kind]
        share = _mean([mark for mark, _ in own])
        alone.append(len(own) ** 2 * share * (1 - share) / (len(own) - 1))
        for mark, name in own:
            sums[name] += mark - share
    if not math.fsum(alone):
        return one.all / count
    together = count / (count - 1) * math.fsum(total * total for total in sums.values())
    return max(1.0, together / math.fsum(alone))


def _wider(classes: list[_Tasks]) -> float:
    """Return by what t² is larger than z², for the rounds of all classes less one each."""
    return (_t_quantile(0.975, sum(len(set(one.rounds or [])) - 1 for one in classes)) / _Z) ** 2


def _limits(one: _Tasks) -> tuple[float, float] | None:
    """Return the limits of an accuracy."""
    if one.rounds is None:
        return _wilson(one.right, one.all)
    effect = _effect(one)
    if effect is None:
        return None
    scale = effect * _wider([one])
    return _wilson(one.right / scale, one.all / scale)


def _sure(classes: list[_Tasks], penalty: float) -> tuple[float | None, tuple[float, float] | None]:
    """Return T without the noise of sampling, and its interval; nothing where too little is known of the noise."""
    if all(one.rounds is None for one in classes):
        return _corrected(classes, penalty)
    effects = [_effect(one) for one in classes]
    if None in effects:
        return None, None
    wider = _wider(classes)
    fewer = [_Fewer(one, effect * wider) for one, effect in zip(classes, effects) if effect is not None]
    if min(tasks for one in fewer for _, tasks in one.strata) < 2:
        return None, None
    return _corrected(fewer, penalty)


def _wilson(right: float, tasks: float) -> tuple[float, float]:
    """Return Wilson's 95 % limits of a share."""
    half = _Z * math.sqrt(right * (tasks - right) / tasks + _Z * _Z / 4)
    middle, scale = right + _Z * _Z / 2, tasks + _Z * _Z
    return (middle - half) / scale if right else 0.0, (middle + half) / scale if right < tasks else 1.0


def _corrected(classes: Sequence[_Tasks | _Fewer], penalty: float) -> tuple[float, tuple[float, float]]:
    """Return T without the noise of sampling in its spread, and its interval by recovered variances (MOVER)."""
    count = len(classes)
    mean = _mean([one.accuracy for one in classes])
    noise, below, above = [], [], []
    for one in classes:
        own = []
        for right, tasks in one.strata:
            share, weight = right / tasks, tasks / one.all
            low, high = _wilson(right, tasks)
            own.append(weight * weight * share * (1 - share) / (tasks - 1))
            below.append((weight * (share - low)) ** 2)
            above.append((weight * (high - share)) ** 2)
        noise.append(math.fsum(own))
    mean_low, mean_high = mean - math.sqrt(math.fsum(below)) / count, mean + math.sqrt(math.fsum(above)) / count
    chance = (1 - 1 / count) * _mean(noise)
    excess = _mean([d * d for d in _deviations([one.accuracy for one in classes])]) - chance
    variance = excess if excess > _ROUNDING * chance else 0.0
    spread = math.sqrt(variance)
    spread_low, spread_high, correlation = _spread_limits(classes, variance)
    value = mean - penalty * spread
    low = value - _joined(mean - mean_low, penalty * (spread_high - spread), correlation)
    high = value + _joined(mean_high - mean, penalty * (spread - spread_low), correlation)
    # Where the classes may be all alike, T may be as high as their mean.
    return value, (low, max(high, mean_high) if spread_low == 0 else high)


def _spread_limits(classes: Sequence[_Tasks | _Fewer], variance: float) -> tuple[float, float, float]:
    """Return the limits of the corrected spread, and the correlation of its square with the mean.

    The square is estimated with the variance a·σ² + b. Its limits are the x with (variance - x)² = z² (a·x + b).
    """
    count = len(classes)
    if count == 1:
        return 0.0, 0.0, 0.0
    noises = _noises(classes)
    deviations = _deviations([one.accuracy for one in classes])
    squares = [deviation * deviation for deviation in deviations]
    total = math.fsum(squares)
    typical = math.fsum(map(_product, squares, noises)) / total if total > 0 else _mean(noises)
    a = 4 * typical / count
    b = 2 * (1 - 1 / count) * _mean([noise * noise for noise in noises]) / count
    # x² - 2px + q = 0; the lesser root is q by the greater, which loses no digits.
    p, q = variance + _Z * _Z * a / 2, variance * variance - _Z * _Z * b
    greater = p + math.sqrt(p * p - q)
    scale = math.sqrt(math.fsum(noises) * (a * total / count + b)) / count
    correlation = 2 * math.fsum(map(_product, deviations, noises)) / (count * count) / scale
    return math.sqrt(max(q / greater, 0.0)), math.sqrt(greater), min(max(correlation, -1.0), 1.0)


def _noises(classes: Sequence[_Tasks | _Fewer]) -> list[float]:
    """Return the sampling variance of each class accuracy, z² tasks added as in Wilson's interval."""
    noises = []
    for one in classes:
        parts = []
        for right, tasks in one.strata:
            share, weight = (right + _Z * _Z / 2) / (tasks + _Z * _Z), tasks / one.all
            parts.append(weight * weight * share * (1 - share) / tasks)
        noises.append(math.fsum(parts))
    return noises


def _product(a: float, b: float) -> float:
    return a * b


def _joined(one: float, other: float, correlation: float) -> float:
    """Return how far a limit of a difference lies from it, by the limits of its two parts."""
    return math.sqrt(max(one * one + other * other - 2 * correlation * one * other, 0.0))


_REVEAL = "reveal.json"
_OPENING = {"format": "mindsight.home-opening", "version": 1}
_SEALED = {"tasks", "trials", "irrelevant", "penalty", "unknown", "interface", "setting", "epochs", "tasks_per_scene"}
_DRAWING = {"mindsight", "mujoco-core", "numpy"}


def _generalisation_openings(folder: str, manifest: Json, data: Json) -> Iterator[Json]:
    """Yield where a published seed is not the one committed to, and tasks that do not come from it.

    Before it is published nothing can be said but that no two pairs of tasks share their seeds, and both of a pair do.
    """
    plan, entries = _dict(manifest.get("plan")), list(map(_dict, _list(data.get("items"))))
    sealed = plan.get("sealed")
    if not os.path.lexists(os.path.join(folder, _REVEAL)):
        if sealed is not None:
            yield from _pair_doubts(entries, _kit_name(manifest))
        return
    unreadable: list[Finding] = []
    opening = _page(folder, _REVEAL, unreadable)
    if unreadable:
        yield from ({"key": finding.key, **finding.values} for finding in unreadable)
        return
    if hashlib.sha256(_spelled(opening)).hexdigest() != sealed:
        yield {"key": "commitment", "file": _REVEAL, "expected": _brief(sealed)}
        return
    yield from _opening_doubts(manifest, plan, opening, entries)
    yield from _drawn_doubts(opening, entries, _kit_name(manifest))


def _opening_doubts(manifest: Json, plan: Json, opening: Json, entries: list[Json]) -> Iterator[Json]:
    """Yield where a run was tested by another plan, or with other versions, than those committed to."""
    agreed, versions = _dict(opening.get("plan")), _dict(opening.get("versions"))
    software = _dict(versions.get("software"))
    pairs = [(name, opening.get(name), value, "kind") for name, value in _OPENING.items()]
    pairs += [("plan." + name, agreed.get(name), plan.get(name), "plan") for name in sorted(_SEALED | agreed.keys())]
    pairs += [("versions.rule", versions.get("rule"), _dict(manifest.get("identity")).get("rule"), "identity")]
    drawn = {str(entry.get("task")): entry.get("task_version") for entry in entries}
    pairs += [("versions.tasks", _dict(versions.get("tasks")), drawn, "data")]
    used = _dict(manifest.get("software"))
    names = sorted(_DRAWING | software.keys())
    pairs += [("versions.software." + name, software.get(name), used.get(name), "software") for name in names]
    for field, value, expected, other in pairs:
        if not _same(value, expected):
            shown = {"value": _brief(value), "other": "manifest.json " + other, "expected": _brief(expected)}
            yield {"key": "disagrees", "file": _REVEAL, "field": field, **shown}


def _pair_doubts(entries: list[Json], name: str) -> Iterator[Json]:
    """Yield each task whose seeds were given to another pair of its class too, or that has not those of its pair."""
    first: dict[tuple[str, int], int] = {}
    taken: dict[tuple[str, int], int] = {}
    count: dict[tuple[str, bool], int] = {}
    for entry in entries:
        task, kind = str(entry.get("task")), entry.get("reason") == ""
        seed: Any = entry.get("seed")
        if not _whole(seed) or not 0 <= seed < 2**63:
            continue
        pair = count[task, kind] = count.get((task, kind), -1) + 1
        block = seed // _SEEDS_PER_PLACE
        expected, owner = first.setdefault((task, pair), block), taken.setdefault((task, block), pair)
        if (expected, owner) != (block, pair):
            bounds = _seeds_from(expected * _SEEDS_PER_PLACE)
            shown = {"value": _brief(seed), "other": "plan.sealed", "expected": bounds}
            yield {"key": "disagrees", "file": name, "field": "{}.seed".format(entry.get("id")), **shown}


def _drawn_doubts(opening: Json, entries: list[Json], name: str) -> Iterator[Json]:
    """Yield each task whose seed does not follow from the published one."""
    count: dict[tuple[str, bool], int] = {}
    for entry in entries:
        task, kind = str(entry.get("task")), entry.get("reason") == ""
        pair = count[task, kind] = count.get((task, kind), -1) + 1
        first = _first_seed(str(opening.get("seed")), task, pair)
        if first is None or entry.get("seed") not in range(first, first + _SEEDS_PER_PLACE):
            bounds = "?" if first is None else _seeds_from(first)
            shown = {"value": _brief(entry.get("seed")), "other": _REVEAL, "expected": bounds}
            yield {"key": "disagrees", "file": name, "field": "{}.seed".format(entry.get("id")), **shown}


def _first_seed(secret: str, task: str, pair: int) -> int | None:
    """Return where the seeds of a pair begin; None where the secret is no number in hexadecimal."""
    if not re.fullmatch("[0-9a-f]{64}", secret):
        return None
    drawn = hmac.new(bytes.fromhex(secret), "{}/{}".format(task, pair).encode("utf-8", "replace"), "sha256").digest()
    number = int.from_bytes(drawn[:8], "big") >> 2
    return number - number % _SEEDS_PER_PLACE


def _seeds_from(first: int) -> str:
    return "{} … {}".format(first, first + _SEEDS_PER_PLACE - 1)


def _generalisation_notes(folder: str, manifest: Json) -> Iterator[Json]:
    """Yield whether the seed of sealed tasks is published."""
    sealed = _dict(manifest.get("plan")).get("sealed")
    if sealed is not None:
        there = os.path.isfile(os.path.join(folder, _REVEAL))
        yield {"key": "revealed" if there else "sealed", "file": folder, "found": sealed}


def _home_nature(name: str, summary: Json, manifest: Json) -> Json:
    """Return unit, clause, range and direction of a measure of a home run, by the first word of its name."""
    word, _, rest = name[len("home.") :].split("@", maxsplit=1)[0].partition(".")
    if word in ("between", "least", "greatest"):
        own = _home_nature("home." + rest, summary, manifest)
        return {**own, "low": 0.0, "high": None, "better": "lower"} if word == "between" else own
    penalty = float(rest if word == "T_at" else manifest["plan"]["penalty"])
    least = (1 - math.hypot(1, penalty)) / 2
    most = 1 - least if rest.startswith("T") else 1.0
    ranges = {
        "T_gain": (least - 1, 1.0),
        "T_gap": (least - 1, 1 - least),
        "f_gap": (-1.0, 1.0),
        "f_spread": (0.0, 0.5),
        "change": (-most, most),
        "validity": (0.0, float(summary["n"])),
    }
    low, high = ranges.get(word, (least if word[0] == "T" else 0.0, 1.0))
    clauses = {"graded": "6.3-c", "right": "6.3-c", "dimension": "table.1", "domain": "table.1"}
    if word == "T" and manifest["kind"] == "generalisation":
        clauses["T"] = "6.4.1-f"
    fewer = word in ("f_spread", "f_gap", "T_gap") or rest.startswith(("misfits.", "unsure."))
    return {
        "unit": {"graded": "share", "validity": "count"}.get(word, "index"),
        "clause": clauses.get(word, "4.2"),
        "low": low,
        "high": high,
        "better": "lower" if fewer else "higher",
    }


def _home_warnings(table: Scored, manifest: Json) -> list[str]:
    """Return the notes that are due where tasks could not be tested."""
    failed = sum(item["status"] == "failed" for item, _ in table)
    due = ["warning-untested"] if failed else []
    many = failed > _MOST_UNTESTED * len(table) and manifest["kind"] == "generalisation"
    return [*due, "warning-provisional"] if many else due


def _home_counts(table: Scored, manifest: Json) -> dict[str, list[list[int]]]:
    """Return how the tasks of each class ended: the valid ones, then the irrelevant ones, by outcome."""
    ends = [
        (item["terms"]["task"], item["terms"]["valid"], item["outcome"])
        for item, _ in table
        if item["status"] == "scored"
    ]
    return {
        "confusion-{}".format(task): [
            [ends.count((task, valid, outcome)) for outcome in ("TP", "FN", "FP", "TN")] for valid in (True, False)
        ]
        for task in _list(_dict(manifest.get("plan")).get("tasks"))
    }


FORMULAS["home.generalisation"] = _generalisation_scores
RANGES["home.generalisation"] = _share_range
REPEATS["home.generalisation"] = _epochs
DOUBTS["home.generalisation"] = _generalisation_doubts
ENTRY_DOUBTS["home.generalisation"] = _generalisation_entry_doubts
PLAN_DOUBTS["home.generalisation"] = _generalisation_plan_doubts
BONDS["home.generalisation"] = _sitting_doubts
OPENINGS["home.generalisation"] = _generalisation_openings
NOTES["home.generalisation"] = _generalisation_notes
MEASURES["home.generalisation"] = _generalisation_measures
NATURES["home.generalisation"] = _home_nature
WARNINGS["home.generalisation"] = _home_warnings
COUNTED["home.generalisation"] = _home_counts

# ---------------------------------------------- home environment: the same tasks under several conditions, and changes

_Pair = tuple[str, bool, bool, bool]
_PARTS: dict[str, tuple[bool, ...]] = {"f": (True, False), "f_valid": (True,), "f_irrelevant": (False,)}


def _conditions(manifest: Json) -> list[str]:
    """Return the keys of the conditions, the undisturbed one first."""
    return [str(_dict(one).get("key")) for one in _list(_dict(manifest.get("plan")).get("conditions"))]


def _conditions_repeats(manifest: Json) -> list[str]:
    return ["@" + key for key in _conditions(manifest)]


def _conditions_scores(item: Json, manifest: Json) -> dict[str, float | None]:
    """Return whether a task ended rightly and, of a valid one, its graded score, in the columns of its condition."""
    terms, scored = item["terms"], item["status"] == "scored"
    scores: dict[str, float | None] = {}
    for key in _conditions(manifest):
        own = scored and terms["condition"] == key
        scores["home.right@" + key] = float(item["outcome"] in ("TP", "TN")) if own else None
        scores["home.graded@" + key] = terms["score"] if own and terms["valid"] else None
    return scores


def _conditions_doubts(item: Json, manifest: Json) -> Iterator[Json]:
    """Yield what no episode has, and a condition that is not the one for which the item stands."""
    yield from _condition_doubts(item, manifest)
    yield from _generalisation_doubts(item, manifest)


def _condition_doubts(item: Json, manifest: Json) -> Iterator[Json]:
    condition = str(item["terms"].get("condition"))
    if condition not in _conditions(manifest) or not str(item["id"]).endswith("@" + condition):
        yield {"key": "term", "field": "condition", "value": _brief(condition)}


def _validity_plan_doubts(manifest: Json, data: Json) -> Iterator[Json]:
    """Yield what a manifest says otherwise than its plan, its dials and what the classes declare to need."""
    plan = _dict(manifest.get("plan"))
    declared = {name: plan.get(name) for name in ("needs", "dials", "reasons")}
    known = "sha256-" + hashlib.sha256(_spelled(declared)).hexdigest()
    yield from _said_otherwise(manifest, [("identity.declared", known, "plan.needs")])
    facts = [_dict(_dict(one).get("facts")) for one in _list(plan.get("conditions"))]
    turned = sorted({str(one["dial"]) for one in facts if "dial" in one})
    if sorted(_dict(plan.get("dials"))) != turned:
        shown = {"value": _brief(sorted(_dict(plan.get("dials")))), "expected": _brief(turned)}
        yield {"key": "disagrees", "field": "plan.dials", "other": "plan.conditions", **shown}
    yield from _conditions_plan_doubts(manifest, data)


def _conditions_plan_doubts(manifest: Json, data: Json) -> Iterator[Json]:
    """Yield what a manifest says otherwise than its plan, its conditions and its tasks."""
    yield from _conditions_said_otherwise(manifest, "setting")
    yield from _generalisation_plan_doubts(manifest, data)


def _conditions_said_otherwise(manifest: Json, first: str) -> Iterator[Json]:
    """Yield what a manifest says otherwise than its conditions; the plan's field ``first`` is that of the first of them."""
    conditions = list(map(_dict, _list(_dict(manifest.get("plan")).get("conditions"))))
    known = "sha256-" + hashlib.sha256(_spelled(conditions)).hexdigest()
    fields = [
        ("identity.conditions", ",".join(_conditions(manifest)), "plan.conditions"),
        ("identity.conditions_hash", known, "plan.conditions"),
        (f"plan.{first}", conditions[0].get(first) if conditions else None, "plan.conditions"),
    ]
    yield from _said_otherwise(manifest, fields)


def _conditions_measures(table: Scored, manifest: Json) -> dict[str, Json]:
    """Return the numbers under each condition, and their changes from the first."""
    plan, keys = manifest["plan"], _conditions(manifest)
    ended: dict[str, dict[str, tuple[str, bool, str]]] = {key: {} for key in keys}
    for item, _ in table:
        terms = item["terms"]
        if item["status"] == "scored" and _can_be_judged(terms, plan["tasks"]):
            task = str(item["id"]).split("@")[0]
            ended[terms["condition"]][task] = (terms["task"], terms["valid"], _judged(terms)[0])
    measures: dict[str, Json] = {}
    for key in keys:
        found = _of_condition(list(ended[key].values()), plan)
        if key != keys[0]:
            found.update(_of_changes(_pairs(ended[keys[0]], ended[key]), plan))
        measures.update({"home." + name + "@" + key: measure for name, measure in found.items()})
    return measures


def _validity_measures(table: Scored, manifest: Json) -> dict[str, Json]:
    """Return the numbers under each condition, and how many dials and classes are as declared."""
    plan, measures = manifest["plan"], _conditions_measures(table, manifest)
    right: dict[tuple[str, str, bool], dict[str, bool]] = {}
    for item, _ in table:
        terms = item["terms"]
        if item["status"] == "scored" and _can_be_judged(terms, plan["tasks"]):
            own = right.setdefault((terms["condition"], terms["task"], terms["valid"]), {})
            own[str(item["id"]).split("@")[0]] = _judged(terms)[0] in ("TP", "TN")
    base, dials = _conditions(manifest)[0], list(plan["dials"])
    for side, valid in (("valid", True), ("irrelevant", False)):
        found = []
        for dial in dials:
            keys = [one["key"] for one in plan["conditions"] if one["facts"].get("dial") == dial]
            for task in plan["tasks"]:
                ends = [right.get((key, task, valid), {}) for key in (base, *keys)]
                found.append(_as_declared(ends, needed=dial in plan["needs"][task][side]))
        for verdict in ("falls", "flat", "unsure", "misfits"):
            name = "home.validity.{}.{}".format(verdict, side)
            measures[name] = _stated(float(found.count(verdict)), len(found))
    return measures


def _as_declared(own: list[dict[str, bool]], *, needed: bool) -> str:
    """Return whether the tasks of a class fall or stay as they are, from those without damage on to the greatest damage."""
    first, *others = own
    changes = [_shared_change(first, one) for one in others]
    further = [_shared_change(*two) for two in zip(others, others[1:])]  # noqa: RUF007  (Python 3.9 has no pairwise)
    if any(limits and limits[0] > 0 for _, limits in further):
        return "misfits"
    if not needed:
        return "misfits" if any(limits and (limits[0] > 0 or limits[1] < 0) for _, limits in changes) else "flat"
    value, limits = changes[-1]
    if limits and limits[1] < 0:
        return "falls"
    return "misfits" if limits and limits[0] > -0.25 and value >= 0 else "unsure"


def _shared_change(one: dict[str, bool], other: dict[str, bool]) -> tuple[float, tuple[float, float] | None]:
    pairs: list[_Pair] = [("", True, one[task], other[task]) for task in one if task in other]
    return _moved([pairs]) if pairs else (0.0, None)


def _of_condition(ended: list[tuple[str, bool, str]], plan: Json) -> dict[str, Json]:
    classes, measures = [], {}
    for name in plan["tasks"]:
        one = _Tasks([(valid, outcome) for task, valid, outcome in ended if task == name])
        classes.append(one)
        counts = {
            "f": (one.right, one.all, one.whole),
            "f_valid": (one.count["TP"], one.valid, one.valid > 0),
            "f_irrelevant": (one.count["TN"], one.irrelevant, one.irrelevant > 0),
        }
        for part, (right, tasks, known) in counts.items():
            limits = _wilson(right, tasks) if known else None
            measures[part + "." + name] = _stated(right / tasks if known else None, tasks, limits)
    index = _of_index(classes, float(plan["penalty"]))
    measures.update({name: index[name] for name in ("T", "T_corrected", "f_mean", "f_spread")})
    return measures


def _pairs(first: dict[str, tuple[str, bool, str]], then: dict[str, tuple[str, bool, str]]) -> list[_Pair]:
    """Return class, kind and whether they ended rightly of the tasks that were tested under both conditions."""
    right = ("TP", "TN")
    return [
        (task, valid, outcome in right, then[id_][2] in right)
        for id_, (task, valid, outcome) in first.items()
        if id_ in then
    ]


def _of_changes(pairs: list[_Pair], plan: Json) -> dict[str, Json]:
    measures, penalty = {}, float(plan["penalty"])
    by_class = {name: [pair for pair in pairs if pair[0] == name] for name in plan["tasks"]}
    for name, found in by_class.items():
        for part, kinds in _PARTS.items():
            own = [pair for pair in found if pair[1] in kinds]
            known = {pair[1] for pair in own} == set(kinds)
            value = (sum(pair[3] for pair in own) - sum(pair[2] for pair in own)) / len(own) if known else None
            limits = _moved([own])[1] if known else None
            measures["change." + part + "." + name] = _stated(value, len(own), limits)
    n, classes = len(pairs), list(by_class.values())
    if not all({pair[1] for pair in own} == {True, False} for own in classes):
        return {**measures, **{"change." + name: _stated(None, n) for name in ("f_mean", "T", "T_corrected")}}
    before, after = ([_mean([float(pair[side]) for pair in own]) for own in classes] for side in (2, 3))
    (mean, limits), corrected = _moved(classes), _changed(classes, penalty)
    measures["change.f_mean"] = _stated(mean, n, limits)
    measures["change.T"] = _stated(_index(after, penalty) - _index(before, penalty), n)
    measures["change.T_corrected"] = _stated(None, n)
    if corrected and limits:
        value, (low, high) = corrected
        # The change of T is taken for no surer than that of the mean accuracy.
        reach = min(low, value - (mean - limits[0])), max(high, value + (limits[1] - mean))
        measures["change.T_corrected"] = _stated(value, n, reach)
    return measures


def _moved(classes: list[list[_Pair]]) -> tuple[float, tuple[float, float] | None]:
    """Return by how much the mean accuracy of some classes changes, with Tango's interval; none below two tasks."""
    weights = [1 / (len(classes) * len(own)) for own in classes for _ in own]
    moves = [pair[3] - pair[2] for own in classes for pair in own]
    value, n = math.fsum(map(_product, moves, weights)), len(moves)
    if n < 2:
        return value, None
    apart = math.sqrt(n * math.fsum(map(_product, weights, weights)))
    gained, lost = moves.count(1), moves.count(-1)
    pooled = (gained - lost) / n
    low, high = -_tango(lost, gained, n), _tango(gained, lost, n)
    return value, (max(value - apart * (pooled - low), -1.0), min(value + apart * (high - pooled), 1.0))


def _tango(gained: int, lost: int, n: int) -> float:
    """Return the upper 95 % score limit of (gained - lost) / n, by halving; the lower one is that of the exchanged counts."""
    low, high = (gained - lost) / n, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        # The likeliest share of losses where the difference is the one tried, from a quadratic equation.
        b = (2 * n - gained + lost) * middle - gained - lost
        loss = (math.sqrt(max(b * b + 8 * n * lost * middle * (1 - middle), 0.0)) - b) / (4 * n)
        beyond = (gained - lost - n * middle) ** 2 > _Z * _Z * n * (2 * loss + middle * (1 - middle))
        low, high = (low, middle) if beyond else (middle, high)
    return high


def _changed(classes: list[list[_Pair]], penalty: float) -> tuple[float, tuple[float, float]] | None:
    """Return by how much the noise-corrected index of some classes changes on the same tasks, with its interval (MOVER).

    None where a class, or a kind of task within it, has fewer than two tasks.
    """
    if any(0 < sum(pair[1] is kind for pair in own) < 2 or not own for own in classes for kind in (True, False)):
        return None
    first, then = (
        [_Tasks([(valid, _RIGHTLY[valid, bool(right[side])]) for _, valid, *right in own]) for own in classes]
        for side in (0, 1)
    )
    shared = []
    for own, one in zip(classes, first):
        parts = []
        for kind in (True, False):
            mine = [pair for pair in own if pair[1] is kind]
            if mine:
                tasks, weight = len(mine), len(mine) / one.all
                a, b, both = (sum(map(counts, mine)) for counts in (_before, _after, _throughout))
                parts.append(weight * weight * (both / tasks - a / tasks * (b / tasks)) / tasks)
        shared.append(math.fsum(parts))
    slopes = [_slopes(side, penalty) for side in (then, first)]
    variances = [
        math.fsum(slope * slope * noise for slope, noise in zip(own, _noises(side)))
        for own, side in zip(slopes, (then, first))
    ]
    scale = math.sqrt(variances[0] * variances[1])
    together = math.fsum(a * b * c for a, b, c in zip(*slopes, shared))
    correlation = min(max(together / scale, -1.0), 1.0) if scale > 0 else 0.0
    (value, (low, high)), (base, (base_low, base_high)) = (_corrected(side, penalty) for side in (then, first))
    change = value - base
    return change, (
        change - _joined(value - low, base_high - base, correlation),
        change + _joined(high - value, base - base_low, correlation),
    )


_RIGHTLY = {(True, True): "TP", (True, False): "FN", (False, True): "TN", (False, False): "FP"}


def _before(pair: _Pair) -> bool:
    return pair[2]


def _after(pair: _Pair) -> bool:
    return pair[3]


def _throughout(pair: _Pair) -> bool:
    return pair[2] and pair[3]


def _slopes(classes: list[_Tasks], penalty: float) -> list[float]:
    """Return how T moves with each class accuracy."""
    accuracies, count = [one.accuracy for one in classes], len(classes)
    spread = _spread(accuracies)
    return [(1 - penalty * deviation / spread if spread else 1.0) / count for deviation in _deviations(accuracies)]


for _kind in ("home.robustness", "home.validity"):
    FORMULAS[_kind] = _conditions_scores
    RANGES[_kind] = _share_range
    REPEATS[_kind] = _conditions_repeats
    DOUBTS[_kind] = _conditions_doubts
    ENTRY_DOUBTS[_kind] = _generalisation_entry_doubts
    PLAN_DOUBTS[_kind] = _conditions_plan_doubts
    MEASURES[_kind] = _conditions_measures
    NATURES[_kind] = _home_nature
    WARNINGS[_kind] = _home_warnings
PLAN_DOUBTS["home.validity"] = _validity_plan_doubts
MEASURES["home.validity"] = _validity_measures

# ------------------------------------------------------------- VSIG and EcoG-Bench: what, where and when is meant

_LEVELS = {1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4}
_OUTCOMES = ("scored", "parse_error", "refused", "model_error", "infrastructure_error")
_DIMENSIONS = ("intent", "spatial", "temporal")
_POOLED = ("intent", "intent_right", "spatial", "spatial_object", "spatial_space", "temporal")
_TOLERANCES_MS = (100, 250, 500)
_ACCURACIES = ("acc_cls", "acc_s", "acc_t", "acc_eco", "acc_seq")
_AS_PUBLISHED = {"failures": "left_out", "intent": "command", "overall": "above_zero"}
_READING = {
    "family": "vsig", "failures": "wrong", "intent": "targets", "intent_right": 0.75, "far_edge": "inside",
    "geometry": "continuous", "space_unit": "units", "space_within": 50.0, "unmasked_object": "as_space",
    "windows": "words", "tolerance_ms": 0.0, "whole_ms": False, "gesture_alone": "not_counted", "overall": "scored",
}  # fmt: skip
"""The default reading; a profile that differs in a field has to say so as a departure."""
_FARTHEST = 1e6  # a coordinate beyond this is no place
_MOST_MATCHED = 16  # points beyond these are not tried in any order
_MOST_PIXELS = 64_000_000
_KEYS = ("intent_grounding_accuracy", "spatial_grounding_accuracy", "temporal_grounding_accuracy", "overall_score")
_OWN_KEYS = ("intent_accuracy", "spatial_grounding", "temporal_grounding", "overall")


def _grounding_scores(item: Json, manifest: Json) -> dict[str, float | None]:
    """Return what is a mean over samples: nothing for what could not be tested."""
    if item["status"] == "failed":
        return {}
    terms, profile = item["terms"], manifest["plan"]["profile"]
    read = item["outcome"] == "scored"
    scores: dict[str, float | None] = {
        "vsig.readable": float(read),
        "vsig.repaired": float(terms["repairs"] > 0) if read else None,
    }
    counted = read or profile["failures"] == "wrong"
    if profile["family"] == "ecog":
        return {**scores, **(_accuracies(terms["targets"]) if counted else {})}
    if counted:
        parts = _grounding_parts(terms)
        for name in (*_DIMENSIONS, "joint"):
            part, whole = parts[name]
            scores["vsig." + name + "_macro"] = part / whole if whole else None
        scores["vsig.command"] = terms["command"]["score"]
    return scores


def _accuracies(targets: list[Json]) -> dict[str, float | None]:
    rights = [[target[name] is True for name in ("choice", "where", "when")] for target in targets]
    eco = [all(one) for one in rights]
    columns = [*zip(*rights), tuple(eco), (all(eco),)] if rights else [()] * 5
    return {"ecog." + name: sum(column) / len(column) if column else 0.0 for name, column in zip(_ACCURACIES, columns)}


def _grounding_parts(terms: Json) -> dict[str, tuple[float, int]]:
    """Return what is right of how many, for each measure that is pooled over targets."""
    targets = terms["targets"]
    timed = [target for target in targets if target["window"] is not None]
    placed = [target for target in targets if target["where"] is not None]
    all_three = [target for target in timed if target["where"] is not None]
    parts = {
        "intent": (math.fsum(target["intent"] for target in targets), len(targets)),
        "command": (terms["command"]["score"], 1),
        "joint": (sum(one["what"] and one["where"] and one["when"] is True for one in all_three), len(all_three)),
    }
    for name, field, own in (
        ("intent_right", "what", targets),
        ("spatial", "where", placed),
        ("spatial_object", "where", [target for target in placed if target["kind"] == "object"]),
        ("spatial_space", "where", [target for target in placed if target["kind"] == "space"]),
        ("temporal", "when", timed),
        ("choice", "choice", [target for target in targets if target["choice"] is not None]),
    ):
        parts[name] = (sum(target[field] is True for target in own), len(own))
    for tolerance in _TOLERANCES_MS:
        near = [_timely(target["time_ms"], target["window"], tolerance) for target in timed]
        parts["temporal_{}".format(tolerance)] = (sum(near), len(near))
    return parts


def _timely(time: float | None, window: list[float], tolerance: float) -> bool:
    return time is not None and window[0] - tolerance <= time <= window[1] + tolerance


def _grounding_measures(table: Scored, manifest: Json) -> dict[str, Json]:
    """Return the scores over all targets as one pot, and the overall ones, with linearised intervals."""
    profile = manifest["plan"]["profile"]
    if profile["family"] == "ecog":
        return {}
    own, published = (_pot([item for item, _ in table], reading) for reading in (profile, _AS_PUBLISHED))
    tolerant = tuple("temporal_{}".format(tolerance) for tolerance in _TOLERANCES_MS)
    found = {"vsig." + name: _pooled(own, name) for name in (*_POOLED, *tolerant, "joint")}
    if manifest["plan"].get("judge"):
        found.update(_judged_measures([item for item, _ in table], profile))
    found.update({"vsig." + name + "_as_published": _pooled(published, name) for name in _DIMENSIONS})
    found["vsig.overall"] = _overall(own, profile)
    found["vsig.overall_as_published"] = _overall(published, _AS_PUBLISHED)
    if any(parts["choice"][1] for _, parts in own):
        found["vsig.choice"] = _pooled(own, "choice")
    return found


def _pot(items: list[Json], reading: Json) -> list[tuple[str, dict[str, tuple[float, int]]]]:
    """Return recording and parts of each item that counts; what intent is, the reading says."""
    pot = []
    for item in sorted(items, key=lambda item: str(item["id"])):
        if item["status"] == "scored" and (reading["failures"] == "wrong" or item["outcome"] == "scored"):
            parts = _grounding_parts(item["terms"])
            if reading["intent"] == "command":
                parts["intent"] = parts["command"]
            pot.append((str(item.get("cluster")), parts))
    return pot


def _share_of(pot: list[Any], name: str) -> tuple[float | None, float]:
    """Return the pooled value of a measure, None where there is nothing to score, and how many targets it is of."""
    whole = math.fsum(parts[name][1] for _, parts in pot)
    return (math.fsum(parts[name][0] for _, parts in pot) / whole if whole else None), whole


def _linearised(pot: list[Any], name: str) -> list[float]:
    """Return a value for each item: their mean is the pooled value, their spread that of its estimate."""
    value, whole = _share_of(pot, name)
    if value is None:
        return []
    return [value + (part - value * of) * len(pot) / whole for part, of in (parts[name] for _, parts in pot)]


def _pooled(pot: list[Any], name: str) -> Json:
    there = [(cluster, parts) for cluster, parts in pot if parts[name][1]]
    value, whole = _share_of(there, name)
    if value is None:
        return summarise([])
    rows: list[tuple[Any, float | None]] = list(zip([cluster for cluster, _ in there], _linearised(there, name)))
    return dict(summarise(rows, 0.0, 1.0), value=value, n=int(whole))


def _scored_dimensions(pot: list[Any], reading: Json) -> list[str]:
    values = {name: _share_of(pot, name)[0] for name in _DIMENSIONS}
    if reading["overall"] == "above_zero" and values["temporal"] == 0:
        values["temporal"] = None
    return [name for name in _DIMENSIONS if values[name] is not None]


def _overall(pot: list[Any], reading: Json) -> Json:
    names = _scored_dimensions(pot, reading)
    if not names:
        return dict(summarise([]), n=len(pot))
    values = [_share_of(pot, name)[0] for name in names]
    lines = zip(*(_linearised(pot, name) for name in names))
    rows: list[tuple[Any, float | None]] = [
        (cluster, math.fsum(own) / len(names)) for (cluster, _), own in zip(pot, lines)
    ]
    return dict(summarise(rows, 0.0, 1.0), value=math.fsum(values) / len(names), n=len(pot))  # type: ignore[arg-type]


def _grounding_page(table: Scored, manifest: Json) -> Json:
    """Return what metrics.json has to hold: the results under the original's key names."""
    profile, items = manifest["plan"]["profile"], [item for item, _ in table]
    groups: dict[str, list[Json]] = {}
    for item in items:
        groups.setdefault("指令{}".format(item["terms"]["template"]), []).append(item)
    if profile["family"] == "ecog":
        found: Json = dict(_mean_accuracies(items, profile))
        found["instruction_breakdown"] = {name: _mean_accuracies(own, profile) for name, own in groups.items()}
    else:
        found = dict(zip(_KEYS, _headline(items, profile)))
        found["as_published"] = dict(zip(_KEYS, _headline(items, _AS_PUBLISHED)))
        found["instruction_breakdown"] = {
            name: dict(zip(_OWN_KEYS, _headline(own, profile)), count=len(own)) for name, own in groups.items()
        }
    endings = [str(item["outcome"]) for item in items]
    found["statistics"] = {
        "total_samples": len(items),
        "processed_samples": endings.count("scored"),
        "failed_samples": {name: endings.count(name) for name in set(endings) if name != "scored"},
        "samples_by_instruction": {name: len(own) for name, own in groups.items()},
    }
    found["profile"] = profile["name"]
    return found


def _headline(items: list[Json], reading: Json) -> list[float | None]:
    pot = _pot(items, reading)
    return [*(_share_of(pot, name)[0] for name in _DIMENSIONS), _overall(pot, reading)["value"]]


def _mean_accuracies(items: list[Json], profile: Json) -> Json:
    own = [
        _accuracies(item["terms"]["targets"])
        for item in items
        if item["status"] == "scored" and (profile["failures"] == "wrong" or item["outcome"] == "scored")
    ]
    means: Json = {}
    for name in _ACCURACIES:
        column = [one["ecog." + name] or 0.0 for one in own]
        means[name] = math.fsum(column) / len(column) if column else None
    return dict(means, count=len(own))


def _grounding_doubts(item: Json, manifest: Json) -> Iterator[Json]:
    """Yield scores out of their range, and where status, outcome, answer and terms do not fit together."""
    terms, profile = item["terms"], manifest["plan"]["profile"]
    failed, outcome = item["status"] == "failed", item["outcome"]
    counted = not failed and (outcome == "scored" or profile["failures"] == "wrong")
    fits = outcome in _OUTCOMES and failed == (outcome == "infrastructure_error") and terms["counted"] is counted
    if not fits or bool(item["parsed"]) != (outcome == "scored"):
        yield {"key": "fate"}
    scores = [("command.score", terms["command"]["score"])]
    scores += [("targets.{}.intent".format(n), one["intent"]) for n, one in enumerate(terms["targets"], 1)]
    for field, score in scores:
        if isinstance(score, bool) or not 0 <= score <= 1:
            yield {"key": "term", "field": field, "value": _brief(score)}


def _grounding_truths(item: Json, sample: Json, manifest: Json) -> Iterator[Json]:
    """Yield every term that is not what the answer as understood and the prepared sample give."""
    plan, terms = manifest["plan"], item["terms"]
    profile, name = plan["profile"], _kit_name(manifest)
    of = {"recording": "recording", "session": "folder", "scene": "scene"}[plan["cluster"]]
    pairs = [("cluster", item["cluster"], sample[of])]
    expected = _expected_terms(item, sample, profile)
    targets = expected.pop("targets")
    pairs += [("terms." + field, terms.get(field), value) for field, value in expected.items()]
    asked = 0 if item["status"] == "failed" else len(sample["targets"])
    pairs.append(("terms.targets", len(terms["targets"]), asked))
    for number, (own, wanted) in enumerate(zip(terms["targets"], targets), 1):
        pairs += [
            ("terms.targets.{}.{}".format(number, field), own.get(field), value) for field, value in wanted.items()
        ]
        if "window" not in wanted and not _plausible_window(own, sample):
            pairs.append(("terms.targets.{}.window".format(number), own.get("window"), "asr_result.words"))
    for field, value, wanted in pairs:
        if not _alike(value, wanted):
            shown = {"value": _brief(value), "other": name + " + parsed", "expected": _brief(wanted)}
            yield {"key": "item_disagrees", "field": field, **shown}
    if plan.get("judge") and item["outcome"] == "scored":
        yield from _judgement_doubts(item, sample, manifest)


def _alike(a: Any, b: Any) -> bool:
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_alike, a, b))
    # True is not 1, and 1 is 1.0.
    return isinstance(a, bool) == isinstance(b, bool) and _close(a, float(b) if type(b) is int else b)


def _expected_terms(item: Json, sample: Json, profile: Json) -> Json:
    """Return the terms that can be told without knowing what words mean."""
    read, failed = item["outcome"] == "scored", item["status"] == "failed"
    said = item["parsed"]["predictions"] if read else []
    asked = [] if failed else sample["targets"]
    aims = [_aim(target, sample, profile) for target in asked]
    points = [_place_of(said[n]["point"]) if n < len(said) else None for n in range(len(asked))]
    in_any_order = [point for one in said[:_MOST_MATCHED] for point in [_place_of(one["point"])] if point is not None]
    reached = [[n for n, point in enumerate(in_any_order) if hits(point)] for _, hits in aims]
    kinds = zip((one["kind"] for one in said), (target["kind"] for target in sample["targets"]))
    return {
        "template": sample["template"],
        "level": _LEVELS[sample["template"]],
        "scene": sample["scene"],
        "language": sample["language"],
        "extra": max(len(said) - len(sample["targets"]), 0),
        "missing": max(len(sample["targets"]) - len(said), 0),
        "wrong_kinds": sum(given is not None and given != meant for given, meant in kinds),
        "any_order": _matching(reached),
        "repairs": len(item["parsed"]["repairs"]) if read else 0,
        "unusable": len(item["parsed"]["unusable"]) if read else 0,
        **({"speech": "unknown"} if sample["speech"] is None else {}),
        "targets": [
            {
                **_expected_what(target, said[n] if n < len(said) else None, item["terms"]["targets"][n], profile),
                **_expected_where(n, points[n], aims, sample, profile),
                **_expected_when(n, said[n] if n < len(said) else None, item["terms"], sample, profile),
            }
            for n, target in enumerate(asked)
            if n < len(item["terms"]["targets"])
        ],
    }


def _expected_what(target: Json, said: Json | None, own: Json, profile: Json) -> Json:
    choice = None
    if target["choice"] is not None:
        given = (said or {}).get("choice")
        choice = given is not None and given.strip() == target["choice"].strip()
    silent = said is None or not said["description"].strip()
    what = choice is True if profile["family"] == "ecog" else own["intent"] >= profile["intent_right"]
    expected = {"kind": target["kind"], "said": said is not None, "choice": choice, "what": what}
    return dict(expected, intent=0.0) if silent else expected


def _expected_where(n: int, point: Any, aims: list[Any], sample: Json, profile: Json) -> Json:
    target, (mask, hits) = sample["targets"][n], aims[n]
    width, height = sample["size"]
    units = pixels = share = None
    if point is not None:
        units, pixels = _distances(point, target["points"], sample["size"], profile)
        share = round(pixels / math.hypot(width, height), 9)
    left_out = mask is None and target["kind"] == "object" and profile["unmasked_object"] == "left_out"
    beside = target["reference"]
    others = [number + 1 for number, (_, its) in enumerate(aims) if number != n and point is not None and its(point)]
    return {
        "point": point,
        "masked": mask is not None,
        "in_mask": None if mask is None else point is not None and hits(point),
        "area": None if mask is None else _pixels_on(mask) / (width * height),
        "distance_units": units,
        "distance_px": pixels,
        "distance_diagonal": share,
        "where": None if left_out else point is not None and hits(point),
        "reference_hit": beside is not None and point is not None and _aim(beside, sample, profile)[1](point),
        "other_hit": others[0] if others else None,
        **_expected_tip(n, point, sample, profile),
    }


def _expected_tip(n: int, point: Any, sample: Json, profile: Json) -> Json:
    """Return whether a point hits what was nearest to the fingertip, and whether that was something else than meant."""
    rests = sample.get("rests") or []
    rest = rests[n] if n < len(rests) else None
    if rest is None:
        return {"tip_hit": None, "tip_astray": None}
    on = rest["mask"] is not None and point is not None
    return {
        "tip_hit": on and _on(_decoded_mask(rest["mask"]), _pixel_at(point, sample["size"], profile)),
        "tip_astray": not rest["is_meant"],
    }


def _expected_when(n: int, said: Json | None, terms: Json, sample: Json, profile: Json) -> Json:
    """Return what follows from the target's window; a window cut out of words is only held against these words."""
    target, own = sample["targets"][n], terms["targets"][n]
    untimed, by, window = "", None, None
    if sample["template"] == 1 and (profile["gesture_alone"] == "not_counted" or profile["windows"] == "words"):
        untimed = "gesture_alone"
    elif profile["windows"] == "strokes":
        window, by = target["stroke"], None if target["stroke"] is None else "stroke"
        untimed = "no_stroke" if by is None else ""
    elif sample["speech"] is None or terms["speech"] != "ok":
        untimed = terms["speech"] if terms["speech"] in ("ambiguous", "no_match") else "no_speech"
    else:
        window, by = own["window"], "words"
    time, interval = (said or {}).get("time_ms"), (said or {}).get("interval")
    whole = float(int(time)) if time is not None and profile["whole_ms"] else time
    expected = {
        "untimed": untimed,
        "window_by": by,
        "time_ms": time,
        "when": None if window is None else _timely(whole, window, profile["tolerance_ms"]),
        "overlap": None if window is None or interval is None else _overlap(interval, window),
    }
    return expected if by == "words" else dict(expected, window=window, interpolated=False)


def _plausible_window(own: Json, sample: Json) -> bool:
    """Say whether a span can have been cut out of the words: whole words, or parts of them where it says so."""
    if own["window"] is None:
        return False
    words, (begin, end) = sample["speech"]["words"], own["window"]
    begins, ends = [word["begin_ms"] for word in words], [word["end_ms"] for word in words]
    if not min(begins) <= begin <= end <= max(ends):
        return False
    at_words = any(_close(begin, one) for one in begins) and any(_close(end, one) for one in ends)
    return at_words or own["interpolated"] is True


def _overlap(one: list[float], other: list[float]) -> float:
    if one[0] > one[1]:
        return 0.0
    if one == other:
        return 1.0
    whole = max(one[1], other[1]) - min(one[0], other[0])
    return max(min(one[1], other[1]) - max(one[0], other[0]), 0.0) / whole if whole > 0 else 0.0


def _place_of(point: Any) -> Any:
    return point if point is not None and all(abs(number) <= _FARTHEST for number in point) else None


def _aim(target: Json, sample: Json, profile: Json) -> tuple[Any, Callable[[Any], bool]]:
    """Return a target's pixels, if it has any, and the test whether a point hits it."""
    size = sample["size"]
    if target["mask"] is not None:
        mask = _decoded_mask(target["mask"])
        return mask, lambda point: _on(mask, _pixel_at(point, size, profile))
    return None, lambda point: _near(point, target["points"], size, profile)


def _pixel_at(point: Any, size: Any, profile: Json) -> tuple[int, int] | None:
    if profile["geometry"] == "whole_pixels":
        return int(point[0] * size[0]), int(point[1] * size[1])
    for share in point:
        if share < 0 or share > 1 or (share == 1 and profile["far_edge"] == "outside"):
            return None
    return min(int(point[0] * size[0]), size[0] - 1), min(int(point[1] * size[1]), size[1] - 1)


def _near(point: Any, points: Any, size: Any, profile: Json) -> bool:
    if not points:
        return False
    units, pixels = _distances(point, points, size, profile)
    measured = {"units": units, "pixels": pixels, "diagonal": round(pixels / math.hypot(*size), 9)}
    return bool(measured[profile["space_unit"]] < profile["space_within"])


def _distances(point: Any, points: Any, size: Any, profile: Json) -> tuple[float, float]:
    """Return the distance from the mean of the annotated points, in thousandths of each axis and in pixels."""
    x, y = (math.fsum(one[axis] for one in points) / len(points) for axis in (0, 1))
    units = math.sqrt((1000 * (point[0] - x)) ** 2 + (1000 * (point[1] - y)) ** 2)
    right, down = (point[0] - x) * size[0], (point[1] - y) * size[1]
    if profile["geometry"] == "whole_pixels":
        whole = [[int(one[axis] * size[axis]) for one in points] for axis in (0, 1)]
        right, down = (int(point[axis] * size[axis]) - int(sum(whole[axis]) / len(points)) for axis in (0, 1))
    return round(units, 9), round(math.sqrt(right * right + down * down), 9)


def _matching(reached: list[list[int]]) -> int:
    """Return how many targets can be hit at once, each by another point: the most, over every choice for the first ones."""
    best: dict[frozenset[int], int] = {frozenset(): 0}
    for points in reached:
        longer = dict(best)
        for used, count in best.items():
            for point in points:
                if point not in used:
                    key = used | {point}
                    longer[key] = max(longer.get(key, 0), count + 1)
        best = longer
    return max(best.values())


def _on(mask: Any, pixel: tuple[int, int] | None) -> bool:
    if pixel is None:
        return False
    left, top, width, rows = mask
    column, row = pixel[0] - left, pixel[1] - top
    return 0 <= column < width and 0 <= row < len(rows) and bool(rows[row] >> (width - 1 - column) & 1)


def _pixels_on(mask: Any) -> int:
    return sum(bin(row).count("1") for row in mask[3])  # noqa: FURB161  (Python 3.9 has no bit_count)


def _decoded_mask(mask: Json, known: dict[str, Any] = {}) -> tuple[int, int, int, list[int]]:  # noqa: B006
    """Return a mask's left, top, width and rows as whole numbers of so many bits; the last ones are remembered."""
    if mask["png"] not in known:
        if len(known) >= 16:
            known.clear()
        known[mask["png"]] = _decoded_png(base64.b64decode(mask["png"], validate=True))
    width, rows = known[mask["png"]]
    return mask["origin"][0], mask["origin"][1], width, rows


def _decoded_png(png: bytes) -> tuple[int, list[int]]:
    """Return width and rows of a grey PNG of one bit or eight that is not interlaced; a value above 128 is on.

    Raises:
        ValueError: It is another one, damaged or too large.
    """
    width, height = (int.from_bytes(png[place : place + 4], "big") for place in (16, 20))
    depth, *form = png[24:29]
    if (
        png[:8] != b"\x89PNG\r\n\x1a\n"
        or form != [0, 0, 0, 0]
        or depth not in (1, 8)
        or not width * height <= _MOST_PIXELS
    ):
        raise ValueError("no mask")
    packed, place = b"", 33
    while png[place + 4 : place + 8] not in (b"IEND", b""):
        length = int.from_bytes(png[place : place + 4], "big")
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += 12 + length
    stride = (width * depth + 7) // 8
    try:
        raw = zlib.decompressobj().decompress(packed, (stride + 1) * height + 1)
    except zlib.error as error:
        raise ValueError("no mask") from error
    if len(raw) != (stride + 1) * height:
        raise ValueError("no mask")
    rows, above = [], bytes(stride)
    for start in range(0, len(raw), stride + 1):
        above = _unfiltered(raw[start], raw[start + 1 : start + 1 + stride], above)
        if depth == 1:
            rows.append(int.from_bytes(above, "big") >> (8 * stride - width))
        else:
            rows.append(int("".join("1" if value > 128 else "0" for value in above), 2))
    return width, rows


def _unfiltered(way: int, line: bytes, above: bytes) -> bytes:
    """Return a line of a PNG as it was before it was filtered; its pixels take a byte at most."""
    if way == 0:
        return line
    found = bytearray(len(line))
    for n, value in enumerate(line):
        left, up, corner = (found[n - 1] if n else 0), above[n], (above[n - 1] if n else 0)
        guess = left + up - corner
        nearest = min((abs(guess - one), rank, one) for rank, one in enumerate((left, up, corner)))[2]
        found[n] = (value + (left, up, (left + up) // 2, nearest)[way - 1]) & 255
    return bytes(found)


def _grounding_plan_doubts(manifest: Json, data: Json) -> Iterator[Json]:
    """Yield what a manifest says otherwise than its plan and its samples, and what it leaves unsaid."""
    plan, samples, name = _dict(manifest.get("plan")), list(map(_dict, _list(data.get("samples")))), _kit_name(manifest)
    profile, limit = _dict(plan.get("profile")), plan.get("limit")
    # Under controls each sample is an item once for each condition.
    items = len(samples) * max(1, len(_conditions(manifest)))
    same = {"lang": "language", "blind_targets": "blind_targets", "seed": "seed", "cluster": "cluster"}
    yield from _said_otherwise(
        manifest,
        [
            *(("identity." + field, plan.get(own), "plan." + own) for field, own in same.items()),
            *(("identity." + field, value, "plan.input") for field, value in _dict(plan.get("input")).items()),
            ("identity.profile", profile.get("name"), "plan.profile"),
            ("identity.profile_hash", "sha256-" + hashlib.sha256(_spelled(profile)).hexdigest(), "plan.profile"),
            ("identity.data", "sha256-" + str(_dict(manifest.get("data")).get("sha256")), "data.sha256"),
            ("identity.n", items, name),
            ("data.instances", items, name),
            ("data.files", len({str(sample.get("sha256")) for sample in samples}), name),
            ("seeds.random", plan.get("seed"), "plan.seed"),
        ],
    )
    notes = [_dict(note).get("id") for note in _list(manifest.get("departures"))]
    unsaid = [
        ("departure-" + field, "plan.profile." + field, profile.get(field))
        for field, value in _READING.items()
        if not _alike(profile.get(field), value)
    ]
    refused = [_dict(one) for one in _list(data.get("findings")) if _dict(one).get("severity") == "refused"]
    unsaid += [
        ("departure-" + note, field, value)
        for note, field, value, departs in (
            ("limit", "plan.limit", limit, limit is not None),
            ("blind", "plan.blind_targets", True, plan.get("blind_targets") is True),
            ("refused", name + " findings", len(refused), bool(refused)),
            ("invalid", name + " skipped", len(_list(data.get("skipped"))), bool(_list(data.get("skipped")))),
        )
        if departs
    ]
    for note, field, value in unsaid:
        if note not in notes:
            yield {"key": "undeclared", "field": field, "value": _brief(value)}
    try:
        yield from _canary_doubts(_dict(manifest.get("canaries")))
        yield from _canary_state_doubts(manifest)
    except _UNUSABLE:
        yield {"key": "no_field", "field": "canaries"}


# What was asked of a model before a run. A canary is named as its question in the record.
_CANARY_SIGHT = ("order", "flash", "disc", "last")
_CANARY_NAMES = ("digit", "swap", "beep", "word", *_CANARY_SIGHT)
_CANARY_STATES = ("passed", "failed", "undecided")
"""What canaries come to that were asked."""
_CANARY_CHANNELS = {
    "order": "frame_order",
    "flash": "frame_times",
    "disc": "coordinates",
    "last": "last_frame",
    "beep": "sound_times",
    "word": "word_times",
}
_CANARY_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _canary_doubts(canaries: Json) -> Iterator[Json]:
    """Yield where a run's canaries were judged otherwise than their answers are."""
    right: dict[str, list[bool]] = {}
    for asked in map(_dict, _list(canaries.get("asked"))):
        entries = _list(_dict(asked.get("parsed")).get("predictions"))
        for place, name in enumerate(map(str, _list(asked.get("asks")))):
            said, wanted = _dict(entries[place]) if place < len(entries) else {}, _dict(asked.get("expected"))
            hit = _canary_right(name, wanted[name], said, str(wanted.get("last", "")))
            right.setdefault(name, []).append(hit)
            field = "canaries." + str(asked.get("id")) + "." + name
            yield from _unlike(field, _dict(asked.get("right")).get(name), hit, "the answer")
    failed, undecided, asked_for = [], False, set()
    every = {str(_dict(verdict).get("name")) for verdict in _list(canaries.get("verdicts"))}
    if "verdicts" in canaries or canaries.get("state") in _CANARY_STATES:
        # What failed must not be gone because nothing is said of it.
        missing = [name for name in _CANARY_NAMES if name not in every]
        yield from ({"key": "no_field", "field": "canaries.verdicts." + name} for name in missing)
    for verdict in map(_dict, _list(canaries.get("verdicts"))):
        name, count, guess = str(verdict.get("name")), int(verdict["asked"]), float(verdict.get("guess") or 0)
        field, own = "canaries." + name, right.get(name, [])
        status = "not_applicable"
        yield from _unlike(field + ".asked", count, max(count, len(own)), "the answers")
        if count:
            asked_for.add(name)
            needed = next((n for n in range(1, count) if _luck(count, n, guess) <= 0.01 + 1e-6), count)
            lost = sum(own) + count - len(own) < needed
            status = "passed" if sum(own) >= needed else "failed" if lost else "undecided"
            yield from _unlike(field + ".needed", verdict.get("needed"), needed, "the binomial distribution")
            yield from _unlike(field + ".right", verdict.get("right"), sum(own), "the answers")
            if not _close(verdict.get("chance"), _luck(count, needed, guess), 1e-5):
                yield from _unlike(field + ".chance", verdict.get("chance"), _luck(count, needed, guess), "guess")
        yield from _unlike(field + ".status", verdict.get("status"), status, "the answers")
        failed += [name] if status == "failed" else []
        undecided = undecided or status == "undecided"
    if "verdicts" in canaries:
        marks = [_dict(mark).get("channel") for mark in _list(canaries.get("marks"))]
        yield from _unlike("canaries.marks", marks, _canary_channels(failed, asked_for), "canaries.verdicts")
        state = "failed" if failed else "undecided" if undecided else "passed"
        yield from _unlike("canaries.state", canaries.get("state"), state, "canaries.verdicts")


def _canary_state_doubts(manifest: Json) -> Iterator[Json]:
    """Yield where canaries are said not to have been asked, and subject and plan say that they were to be, or the reverse."""
    plan, state = _dict(manifest.get("plan")), _dict(manifest.get("canaries")).get("state")
    if not isinstance(plan.get("canaries"), bool):
        return
    is_model = str(_dict(manifest.get("subject")).get("spec")).startswith("model:")
    if not is_model:
        yield from _unlike("canaries.state", state, "not_applicable", "subject.spec")
    elif not plan["canaries"]:
        yield from _unlike("canaries.state", state, "off", "plan.canaries")
    elif state not in _CANARY_STATES and (state != "running" or manifest.get("state") == "complete"):
        yield from _unlike("canaries.state", state, " / ".join(_CANARY_STATES), "plan.canaries")


def _unlike(field: str, value: Any, expected: Any, other: str) -> Iterator[Json]:
    if value != expected:
        yield {"key": "disagrees", "field": field, "value": _brief(value), "other": other, "expected": _brief(expected)}


def _luck(count: int, least: int, guess: float) -> float:
    """Return how likely at least so many of some guesses are right."""
    return 1 - sum(math.comb(count, n) * guess**n * (1 - guess) ** (count - n) for n in range(least))


def _canary_channels(failed: list[str], asked: set[str]) -> list[str]:
    """Return what is marked: sound or words as a whole before their times, pictures as a whole before their parts."""
    found = []
    if {"digit", "swap"} & set(failed):
        found.append("audio" if "beep" in asked else "transcript")
    else:
        found += [_CANARY_CHANNELS[name] for name in ("beep", "word") if name in failed]
    shown = [name for name in _CANARY_SIGHT if name in asked]
    if shown and set(shown) <= set(failed):
        return [*found, "pictures"]
    return found + [_CANARY_CHANNELS[name] for name in shown if name in failed]


def _canary_right(name: str, expected: Any, said: Json, last: str) -> bool:
    words = unicodedata.normalize("NFKC", str(said.get("description") or ""))
    if name in ("digit", "swap"):
        low = words.casefold()
        digits = {int(one) for one in re.findall("[0-9]", low)}
        for digit, (sign, word) in enumerate(zip("零一二三四五六七八九", _CANARY_WORDS)):
            if sign in low or re.search(r"\b" + word + r"\b", low):
                digits.add(digit)
        return not re.search(r"\d\d", low) and digits | ({0} if "〇" in low else set()) == {expected}
    if name in ("order", "last"):
        letters = _canary_letters(words, len(expected))
        return letters == expected or (name == "order" and letters == expected + last)
    if name == "disc":
        point = said.get("point")
        return point is not None and all(abs(one - middle) <= 0.125 for one, middle in zip(point, expected))
    time = said.get("time_ms")
    return time is not None and expected[0] <= time <= expected[1]


def _canary_letters(words: str, count: int) -> str:
    alone = [part for part in re.split("[^A-Za-z]+", words) if part]
    if len(alone) == 1 and len(alone[0]) <= 2 * count + 2 and not re.search(r"\w", words.replace(alone[0], "", 1)):
        found = alone[0].upper()
    else:
        single = [part for part in alone if len(part) == 1]
        found = "".join([part for part in single if part.isupper()] or single).upper()
    return "".join(one for place, one in enumerate(found) if not place or found[place - 1] != one)


# A judge's marks of descriptions, beside the scores by slots.

_JUDGEMENTS = "judgements.jsonl"
_HUMAN_MARKS = "human-marks.csv"
_FILLERS = "\u115f\u1160\u3164\uffa0"  # letters that show nothing
_MARKS = {"right": 1.0, "partly": 0.5, "wrong": 0.0}


def _check_judgements(folder: str, manifest: Json, items: dict[str, Json], findings: list[Finding]) -> None:
    """Check the chain of a judge's marks and lay each beside its item, under ``_judged``."""
    if not _dict(manifest.get("plan")).get("judge"):
        return
    raw = _bytes_of(os.path.join(folder, _JUDGEMENTS))
    if raw is None:
        findings.append(Finding("missing", file=_JUDGEMENTS))
        return
    for key, judgement in _chained(_JUDGEMENTS, raw, findings)[0].items():
        where = {"file": _JUDGEMENTS, "byte": judgement["_byte"], "found": key}
        if key in items:
            items[key]["_judged"] = judgement
        else:
            findings.append(Finding("instance", expected="items.jsonl", **where))


def _judgement_doubts(item: Json, sample: Json, manifest: Json) -> Iterator[Json]:
    """Yield where a judgement is not of this answer, or its terms are not what the judge's reply says."""
    judgement = item.get("_judged")
    if judgement is None:
        if manifest.get("state") == "complete":
            yield {"key": "untested", "file": _JUDGEMENTS, "expected": "items.jsonl"}
        return
    where = {"key": "item_disagrees", "file": _JUDGEMENTS, "byte": judgement["_byte"]}
    entries = _judged_entries(item, sample)
    matter = {"template": sample["template"], "entries": entries}
    asked = [place for place, _, _, said in entries if any(one.isalnum() and one not in _FILLERS for one in said)]
    words = judgement["parsed"]["marks"]
    outcome, failed = judgement["outcome"], judgement["status"] == "failed"
    expected = [_expected_mark(words.get(place), asked=place in asked, failed=failed) for place, *_ in entries]
    own = [*judgement["terms"]["targets"], judgement["terms"]["command"]]
    for field, found, wanted, other in (
        ("instance", judgement["instance"], hashlib.sha256(_spelled(matter)).hexdigest(), "items.jsonl"),
        ("cluster", judgement["cluster"], item["cluster"], "items.jsonl"),
        ("outcome", outcome == "infrastructure_error", failed, "status"),
        ("parsed.marks", sorted(words), sorted(asked) if outcome == "scored" else [], "outcome"),
        ("parsed.marks", not words or _said_so(judgement, words), True, "answer.text"),
        ("terms", [[one.get("mark"), one.get("by")] for one in own], expected, "parsed.marks"),
    ):
        if found != wanted:
            yield dict(where, field=field, value=_brief(found), other=other, expected=_brief(wanted))


def _judged_entries(item: Json, sample: Json) -> list[list[str]]:
    """Return what was put to the judge: place, kind, right name and what was said, of each target and of the command."""
    said = [str(one["description"]) for one in item["parsed"]["predictions"]]
    said += [""] * len(sample["targets"])
    entries = [
        [str(number), target["kind"], target["name"], words]
        for number, (target, words) in enumerate(zip(sample["targets"], said), 1)
    ]
    return [*entries, ["command", "command", "", item["parsed"]["command"]]]


def _expected_mark(word: str | None, *, asked: bool, failed: bool) -> list[Any]:
    if not asked:
        return [0.0, "empty"]
    if failed:
        return [None, ""]
    return [0.0, "unread"] if word is None else [_MARKS[word], "judge"]


def _said_so(judgement: Json, words: Json) -> bool:
    """Whether an object in the judge's reply has the code of its question and these marks."""
    reply, code = judgement["answer"]["text"], judgement["answer"]["sent"]["code"]
    place = reply.find("{")
    while place >= 0:
        try:
            page = json.JSONDecoder().raw_decode(reply, place)[0]
            if page.get("code") == code and {one["entry"]: one["mark"] for one in page["marks"]} == words:
                return True
        except _UNUSABLE:
            pass
        place = reply.find("{", place + 1)
    return False


def _judged_measures(items: list[Json], profile: Json) -> dict[str, Json]:
    """Return the marks as shares of targets and of commands, and how far they agree with the scores by slots."""
    pot: list[tuple[str, dict[str, tuple[float, int]]]] = []
    pairs: list[tuple[float, bool, float, str]] = []
    for item in sorted(items, key=lambda item: str(item["id"])):
        if item["status"] != "scored" or (profile["failures"] != "wrong" and item["outcome"] != "scored"):
            continue
        read = item["outcome"] == "scored"
        terms: Json = {"targets": [], "command": {"mark": None}}
        if read and "_judged" in item:
            terms = item["_judged"]["terms"]
        parts: dict[str, tuple[float, int]] = {"intent": (0.0, len(item["terms"]["targets"])), "command": (0.0, 1)}
        if read:
            parts = {"intent": _marked(terms["targets"]), "command": _marked([terms["command"]])}
            both = zip(item["terms"]["targets"], terms["targets"])
            of = str(item.get("cluster"))
            pairs += [
                (own["intent"], own["what"] is True, one["mark"], of) for own, one in both if one["by"] == "judge"
            ]
        pot.append((str(item.get("cluster")), parts))
    verdicts, marks = (
        [(right, mark == 1.0) for _, right, mark, _ in pairs],
        [(slots, mark) for slots, _, mark, _ in pairs],
    )
    recordings = [of for *_, of in pairs]
    return {
        "vsig.intent_judged": _pooled(pot, "intent"),
        "vsig.command_judged": _pooled(pot, "command"),
        "vsig.judge_kappa": _agreed(_kappa(verdicts), _kappa_pulls, verdicts, recordings),
        "vsig.judge_alpha": _agreed(_alpha(marks), _alpha_pulls, marks, recordings),
    }


def _marked(terms: list[Json]) -> tuple[float, int]:
    marks = [one["mark"] for one in terms if one["mark"] is not None]
    return math.fsum(marks), len(marks)


def _kappa(pairs: list[tuple[bool, bool]]) -> float | None:
    """Return Cohen's kappa of two verdicts; None where all of them are the same."""
    verdicts = [verdict for pair in pairs for verdict in pair]
    if len(set(verdicts)) < 2:
        return None
    one, other = (sum(pair[n] for pair in pairs) / len(pairs) for n in (0, 1))
    chance = one * other + (1 - one) * (1 - other)
    same: float = sum(a == b for a, b in pairs) / len(pairs)
    return (same - chance) / (1 - chance)


def _alpha(pairs: list[tuple[float, float]]) -> float | None:
    """Return Krippendorff's alpha of two raters on an interval scale; None where all ratings are the same."""
    ratings = [rating for pair in pairs for rating in pair]
    if len(pairs) < 2 or len(set(ratings)) < 2:
        return None
    mean = math.fsum(ratings) / len(ratings)
    observed = math.fsum((a - b) ** 2 for a, b in pairs) / len(pairs)
    # The mean squared difference of any two of the ratings.
    expected = 2 * math.fsum((rating - mean) ** 2 for rating in ratings) / (len(ratings) - 1)
    return 1 - observed / expected


def _agreed(value: float | None, pulls: Callable[[Any], list[float]], pairs: Any, recordings: list[str]) -> Json:
    """Return a coefficient with the interval of the mean of its values, pair by pair."""
    if value is None:
        return _stated(None, len(pairs))
    rows: list[tuple[Any, float | None]] = [(of, value + pull) for of, pull in zip(recordings, pulls(pairs))]
    return dict(summarise(rows, -1.0, 1.0), value=value, n=len(pairs))


def _kappa_pulls(pairs: list[tuple[bool, bool]]) -> list[float]:
    """Return how far each pair draws kappa away from its value, to first order."""
    shares = [{word: sum(pair[n] is word for pair in pairs) / len(pairs) for word in (True, False)} for n in (0, 1)]
    chance = sum(shares[0][word] * shares[1][word] for word in (True, False))
    same = sum(a == b for a, b in pairs) / len(pairs)
    return [
        ((a == b) - same) / (1 - chance) - (1 - same) * (shares[1][a] + shares[0][b] - 2 * chance) / (1 - chance) ** 2
        for a, b in pairs
    ]


def _alpha_pulls(pairs: list[tuple[float, float]]) -> list[float]:
    """Return how far each pair draws alpha away from its value, to first order."""
    ratings = [rating for pair in pairs for rating in pair]
    n, mean = len(ratings), _mean(ratings)
    squares = math.fsum((rating - mean) ** 2 for rating in ratings)
    # Sums over ordered pairs of ratings: of one item, of all, and of an item's with all.
    own = [2 * (a - b) ** 2 for a, b in pairs]
    of_all, total = 2 * n * squares, math.fsum(own)
    with_all = [2 * (n * ((a - mean) ** 2 + (b - mean) ** 2) + 2 * squares) for a, b in pairs]
    slopes = [
        (total * (n - 1) * reach / of_all - (n - 1) * apart - 2 * total) / of_all for apart, reach in zip(own, with_all)
    ]
    middle = _mean(slopes)
    return [len(pairs) * (slope - middle) for slope in slopes]


def _human_marks_doubts(folder: str, manifest: Json, _data: Json) -> Iterator[Json]:
    """Yield where the marks of people beside a run are not those that its plan names."""
    path = os.path.join(folder, _HUMAN_MARKS)
    named = _dict(manifest.get("plan")).get("human_marks")
    found = "sha256-" + _sha256_of(path) if os.path.isfile(path) else None
    # Until it is complete, a run may be without what is written at its end.
    if named != found and (found is not None or manifest.get("state") == "complete"):
        yield {"file": "manifest.json", **next(_unlike("plan.human_marks", named, found, _HUMAN_MARKS))}


FORMULAS["vsig.grounding"] = _grounding_scores
RANGES["vsig.grounding"] = _share_range
DOUBTS["vsig.grounding"] = _grounding_doubts
TRUTHS["vsig.grounding"] = _grounding_truths
PLAN_DOUBTS["vsig.grounding"] = _grounding_plan_doubts
OPENINGS["vsig.grounding"] = _human_marks_doubts
MEASURES["vsig.grounding"] = _grounding_measures
PAGES["vsig.grounding"] = ("metrics.json", _grounding_page)
ENTRIES["vsig.grounding"] = "samples"

# ------------------------------------------------- VSIG and EcoG-Bench: the same samples with something taken away


def _controls_scores(item: Json, manifest: Json) -> dict[str, float | None]:
    """Return the scores of a sample in the columns of its condition."""
    found = _grounding_scores(item, manifest)
    key = "@" + str(item["terms"]["condition"])
    return {name + key: score for name, score in found.items() if name != "vsig.repaired"}


def _controls_doubts(item: Json, manifest: Json) -> Iterator[Json]:
    yield from _condition_doubts(item, manifest)
    yield from _grounding_doubts(item, manifest)


def _controls_plan_doubts(manifest: Json, data: Json) -> Iterator[Json]:
    """Yield what a manifest says otherwise than its plan, its conditions and its samples."""
    yield from _conditions_said_otherwise(manifest, "input")
    yield from _grounding_plan_doubts(manifest, data)


def _controls_measures(table: Scored, manifest: Json) -> dict[str, Json]:
    """Return the pooled scores under each condition, their changes from the first, and what is left of them."""
    profile, keys = manifest["plan"]["profile"], _conditions(manifest)
    names = ["vsig." + name for name in (*_DIMENSIONS, "joint", "overall")]
    if profile["family"] == "ecog":
        names = ["ecog." + name for name in _ACCURACIES]
    apart: dict[str, list[Json]] = {key: [] for key in keys}
    for item, _ in table:
        apart[item["terms"]["condition"]].append(item)
    measures: dict[str, Json] = {}
    for key in keys:
        if profile["family"] == "vsig":
            pot = _pot(apart[key], profile)
            measures.update({"vsig." + name + "@" + key: _pooled(pot, name) for name in (*_DIMENSIONS, "joint")})
            measures["vsig.overall@" + key] = _overall(pot, profile)
        if key != keys[0]:
            lines = _control_lines(apart[keys[0]], apart[key], profile)
            for name in names:
                family, _, rest = name.partition(".")
                pairs = lines.get(name, [])
                changes: list[tuple[Any, float | None]] = [(cluster, then - first) for cluster, first, then in pairs]
                measures[family + ".change." + rest + "@" + key] = summarise(changes, -1.0, 1.0)
                measures[family + ".left." + rest + "@" + key] = summarise(_ratios(pairs), 0.0)
    return measures


def _control_lines(first: list[Json], then: list[Json], profile: Json) -> dict[str, list[tuple[str, float, float]]]:
    """Return recording and both scores of each sample that counts under both conditions, for each measure."""
    sides = [{_sample_id(item): item for item in side if _does_count(item, profile)} for side in (first, then)]
    both = sorted(sides[0].keys() & sides[1].keys(), key=lambda name: name + "@")
    clusters = [str(sides[0][name].get("cluster")) for name in both]
    columns: dict[str, list[list[float]]] = {}
    for side in sides:
        items = [side[name] for name in both]
        if profile["family"] == "ecog":
            own = [_accuracies(item["terms"]["targets"]) for item in items]
            found = {"ecog." + name: [one["ecog." + name] or 0.0 for one in own] for name in _ACCURACIES}
        else:
            pot = _pot(items, profile)
            found = {"vsig." + name: _linearised(pot, name) for name in (*_DIMENSIONS, "joint")}
            parts = _scored_dimensions(pot, profile)
            lines = zip(*(_linearised(pot, name) for name in parts))
            found["vsig.overall"] = [math.fsum(own) / len(parts) for own in lines]
        for name, column in found.items():
            columns.setdefault(name, []).append(column)
    return {
        name: list(zip(clusters, *pair)) for name, pair in columns.items() if all(len(one) == len(both) for one in pair)
    }


def _ratios(pairs: list[tuple[str, float, float]]) -> list[tuple[Any, float | None]]:
    """Return values whose mean is the second score by the first, and whose spread is that of the ratio."""
    whole = _mean([first for _, first, _ in pairs]) if pairs else 0.0
    if whole <= 0:
        return []
    ratio = _mean([then for *_, then in pairs]) / whole
    return [(cluster, ratio + (then - ratio * first) / whole) for cluster, first, then in pairs]


def _sample_id(item: Json) -> str:
    return str(item["id"]).rpartition("@")[0]


def _does_count(item: Json, profile: Json) -> bool:
    return bool(item["status"] == "scored" and (profile["failures"] == "wrong" or item["outcome"] == "scored"))


FORMULAS["vsig.controls"] = _controls_scores
RANGES["vsig.controls"] = _share_range
REPEATS["vsig.controls"] = _conditions_repeats
DOUBTS["vsig.controls"] = _controls_doubts
TRUTHS["vsig.controls"] = _grounding_truths
PLAN_DOUBTS["vsig.controls"] = _controls_plan_doubts
MEASURES["vsig.controls"] = _controls_measures
ENTRIES["vsig.controls"] = "samples"

# --------------------------------------------------------------------------------------------------------- helpers


def _page(folder: str, name: str, findings: list[Finding]) -> Json:
    """Return a page of the record; it must be spelled as mindsight writes it, so that no key can stand in it twice."""
    raw = _bytes_of(os.path.join(folder, name))
    if raw is None:
        findings.append(Finding("missing", file=name))
        return {}
    value = _load(raw, name, findings)
    try:
        page = _spelled(value, indent=1) + b"\n" if value else raw
    except RecursionError:  # the indented spelling needs more room than the plain one
        page = b""
    if page != raw:
        start = raw.rfind(b"\n", 0, _first_difference(raw, page)) + 1
        findings.append(Finding("not_canonical", file=name, line=raw.count(b"\n", 0, start) + 1, byte=start))
    return value


def _load(raw: bytes, name: str, findings: list[Finding]) -> Json:
    value = _parsed(raw)
    if not isinstance(value, dict):
        findings.append(Finding("not_json", file=name))
    return _dict(value)


def _parsed(raw: bytes) -> Any:
    """Return what the JSON says; None if it is none, or so deep that it cannot be spelled again."""
    try:
        value = json.loads(raw.decode("utf-8"))
        _spelled(value)
        return value
    except (ValueError, RecursionError):
        return None


def _spelled(value: Any, indent: int | None = None) -> bytes:
    separators = (",", ":") if indent is None else (",", ": ")
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=indent, separators=separators, allow_nan=False)
    return text.encode("utf-8", "surrogatepass")


def _bytes_of(path: str) -> bytes | None:
    """Return a file's content; None if there is no such file or it cannot be read."""
    if not os.path.isfile(path):
        return None
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def _sha256_of(path: str) -> str:
    """Return a file's SHA-256; nothing if it cannot be read."""
    if not os.path.isfile(path):
        return ""
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            for piece in iter(lambda: file.read(1 << 20), b""):
                digest.update(piece)
    except OSError:
        return ""
    return digest.hexdigest()


def _dict(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _first_difference(a: bytes, b: bytes) -> int:
    for at, (left, right) in enumerate(zip(a, b)):
        if left != right:
            return at
    return min(len(a), len(b))


def _whole(*values: Any) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)


def _close(a: Any, b: Any, most_apart: float = 1e-9) -> bool:
    if isinstance(a, dict) and isinstance(b, dict):
        return all(_close(a.get(key), value) for key, value in b.items())
    if isinstance(a, (int, float)) and isinstance(b, float):
        try:
            return math.isclose(a, b, rel_tol=1e-9, abs_tol=most_apart)
        except OverflowError:
            return False
    return bool(a == b)


def _brief(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 120 else shown[:120] + "…"


def _printable(value: Any) -> Any:
    if isinstance(value, (int, float)):
        return value
    return "".join(c if c.isprintable() else "\\x{:02x}".format(ord(c)) for c in str(value))


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, looked up in the order of Python's and GNU's gettext."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        # LANGUAGE may list several, the dearest first.
        for wanted in filter(None, environment.get(name, "").split(":")):
            if name != "LANGUAGE" or wanted[:2] in ("zh", "en"):
                return "zh" if wanted.startswith("zh") else "en"
    return "en"


def main(arguments: list[str]) -> int:
    """Check the folder on the command line, or the one this file lies in, and print what was found."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that knows no Chinese still gets an answer
    parser = argparse.ArgumentParser(prog="check_run.py", description="Check a run folder. 检查测试记录文件夹。")
    parser.add_argument("folder", nargs="?", default=os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--lang", choices=("en", "zh"), default=language_of(os.environ))
    options = parser.parse_args(arguments)
    findings, counts = check(options.folder)
    try:
        for finding in findings or [Finding("good", **counts), *notes(options.folder)]:
            print(finding.say(options.lang), flush=True)
    except OSError as error:
        # What could not be written must not be tried again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if not isinstance(error, BrokenPipeError):
            print(Finding("unwritten", file=error.strerror).say(options.lang), file=sys.stderr)
            return 2
    if findings and findings[0].key == "no_run":
        return 2
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
