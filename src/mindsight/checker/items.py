"""The items: an unbroken chain of well-spelled lines, each entry of the data list tested once, each item of its entry.

A run may end early (its plan's ``limit``) if identity and departures say so openly.
"""

from __future__ import annotations

import hashlib
import os
from itertools import islice
from typing import Any, Iterator, Mapping

from mindsight.checker.basics import UNUSABLE, dicts, digest, lines_of, sha256_of, whole
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.kinds import Kind
from mindsight.record.reading.streaming import Entries, Lines, listing_of
from mindsight.record.reading.strict import Json, a_dict, is_file, parsed, spelled

ITEMS = "items.jsonl"
_JUDGEMENTS = "judgements.jsonl"


def items_of(folder: str, manifest: Json, findings: list[Finding]) -> Mapping[str, Json]:
    """Return the items by id, each with the place of its line as ``_byte``; a complete run has sealed their last line."""
    if not is_file(os.path.join(folder, ITEMS)):
        findings.append(Finding("missing", file=ITEMS))
        return {}
    items, head, before = chained(folder, ITEMS, findings)
    seal = a_dict(manifest.get("items"))
    if manifest.get("state") == "complete":
        if not seal:
            findings.append(Finding("no_field", file="manifest.json", field="items"))
        elif seal.get("head") != head or seal.get("count") != len(items):
            findings.append(Finding("head", file=ITEMS, byte=before, found=len(items), expected=seal.get("count")))
    return items


def chained(folder: str, name: str, findings: list[Finding]) -> tuple[Lines, str, int]:
    """Return the items of a chained file by id, the hash of its last line, and where that line begins."""
    path = os.path.join(folder, name)
    items = Lines(path)
    byte, before, head = 0, 0, "0" * 64
    for number, ended in enumerate(lines_of(path), 1):
        line, where = ended[:-1], {"file": name, "line": number, "byte": byte}
        if not ended.endswith(b"\n"):
            findings += [Finding("torn", **where)] if ended else []
            break
        item = parsed(line)
        if not isinstance(item, dict):
            findings.append(Finding("not_item", **where))
        else:
            if spelled(item) != line:
                findings.append(Finding("not_canonical", **where))
            if item.get("previous") != head:
                # A line that was changed and is still well spelled betrays itself only by the hash in the next one.
                findings.append(Finding("chain", file=name, line=number, byte=before))
            key = str(item.get("id"))
            doubts = [*(["twice"] if key in items else []), *error_doubts(item)]
            findings += [Finding(doubt, found=key, **where) for doubt in doubts]
            items.place(key, byte, len(line))
        head = hashlib.sha256(line).hexdigest()
        before, byte = byte, byte + len(line) + 1
    return items, head, before


def error_doubts(item: Json) -> Iterator[str]:
    """Yield a finding's key where status, error and answer do not fit: exactly the failed items say why.

    What could not be tested because of the test's own equipment has no reply and no steps.
    """
    if item.get("status") == "failed" and not item.get("error"):
        yield "no_reason"
    if item.get("status") == "scored" and item.get("error") is not None:
        yield "reason"
    answer = a_dict(item.get("answer"))
    if item.get("outcome") == "infrastructure_error" and (answer.get("text") or answer.get("steps")):
        yield "answered"


def judgement_findings(folder: str, manifest: Json, items: Mapping[str, Json], findings: list[Finding]) -> None:
    """Check the chain of a judge's marks: of items of the run only and, once it is complete, of every answer understood."""
    if not a_dict(manifest.get("plan")).get("judge"):
        return
    path = os.path.join(folder, _JUDGEMENTS)
    if not is_file(path):
        findings.append(Finding("missing", file=_JUDGEMENTS))
        return
    where, judged = {"file": _JUDGEMENTS, "expected": ITEMS}, chained(folder, _JUDGEMENTS, findings)[0]
    findings += [Finding("instance", byte=judged.byte(key), found=key, **where) for key in judged if key not in items]
    if manifest.get("state") == "complete":
        asked = [key for key, item in items.items() if item.get("outcome") == "scored"]
        findings += [Finding("untested", found=key, **where) for key in asked if key not in judged]


def data_findings(folder: str, kind: Kind, items: Mapping[str, Json], manifest: Json) -> Iterator[Finding]:
    """Yield where items and data list do not belong together, and what cannot be true of an item."""
    name = os.path.basename(manifest["data"]["file"])
    path = os.path.join(folder, name)
    if not is_file(path):
        yield Finding("missing", file=name)
        return
    if sha256_of(path) != manifest["data"].get("sha256"):
        yield Finding("data", file=name)
    found = listing_of(path, kind.entries)
    if found is None:
        yield Finding("not_json", file=name)
    listing, entries = found or ({}, Entries(path))
    yield from (doubt.at(file="manifest.json") for doubt in _plan_doubts(manifest, listing, len(entries), name))
    for doubt in kind.list_doubts(folder, items, manifest, {**listing, kind.entries: entries}):
        # What another file holds wrongly names no item of this one.
        place = (
            {"byte": items[doubt.values["found"]]["_byte"], "file": ITEMS} if doubt.values.get("found") in items else {}
        )
        yield doubt.at(**{"file": name, "expected": name, **place})
    listed = bytearray(len(items))
    for repeat in kind.repeats(manifest):
        for entry in islice(entries, _tested(manifest, len(entries))):
            key = str(entry.get("id")) + repeat
            number = items.find(key) if isinstance(items, Lines) else -1
            if number >= 0:
                listed[number] = 1
                item = items[key]
                where = {"file": ITEMS, "byte": item["_byte"], "found": key, "expected": name}
                yield from (doubt.at(**where) for doubt in _item_doubts(kind, item, entry, manifest))
            elif manifest.get("state") == "complete":
                yield Finding("untested", file=ITEMS, found=key, expected=name)
    for stranger in sorted(key for key, seen in zip(items, listed) if not seen):
        yield Finding("instance", file=ITEMS, byte=items[stranger]["_byte"], found=stranger, expected=name)


def _item_doubts(kind: Kind, item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
    if item.get("instance") != digest(entry):
        yield Finding("instance")
    try:
        yield from kind.doubts(item, entry, manifest)
    except UNUSABLE:
        yield Finding("terms")


def _tested(manifest: Json, count: int) -> int:
    """Return how many entries were to be tested: all, or fewer where identity and departures say so openly."""
    limit: Any = a_dict(manifest.get("plan")).get("limit")
    said = [note.get("id") for note in dicts(manifest.get("departures"))]
    open_about_it = a_dict(manifest.get("identity")).get("n") == limit and "departure-limit" in said
    return min(limit, count) if whole(limit) and limit > 0 and open_about_it else count


def _plan_doubts(manifest: Json, listing: Json, count: int, name: str) -> Iterator[Finding]:
    """Yield where the manifest does not name this data list, or counts by another profile than list and identity say."""
    identity, plan = a_dict(manifest.get("identity")), a_dict(manifest.get("plan"))
    hashed, profile = a_dict(manifest.get("data")).get("sha256"), listing.get("profile", plan.get("profile"))
    pairs: list[tuple[str, Any, str, Any]] = [("identity.data", identity.get("data"), "data", "sha256-" + str(hashed))]
    if profile is not None:
        known = "sha256-" + digest(profile)
        pairs.append(("identity.profile_hash", identity.get("profile_hash"), "profile", known))
    if "profile" in listing:
        pairs.append(("plan.profile", plan.get("profile"), name, profile))
        pairs.append(("identity.n", identity.get("n"), name, _tested(manifest, count)))
    for field, value, other, expected in pairs:
        yield from unlike(field, value, other, expected, key="disagrees")
