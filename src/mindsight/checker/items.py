"""The items: an unbroken chain of well-spelled lines, each entry of the data list tested once, each item of its entry.

A run may end early (its plan's ``limit``) if identity and departures say so openly.
"""

from __future__ import annotations

import hashlib
import os
from typing import Any, Iterator

from mindsight.checker.basics import (
    UNUSABLE,
    Json,
    a_dict,
    bytes_of,
    dicts,
    digest,
    is_file,
    lines_of,
    parsed,
    sha256_of,
    spelled,
    whole,
)
from mindsight.checker.files import object_in
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.kinds import Kind

ITEMS = "items.jsonl"
_JUDGEMENTS = "judgements.jsonl"


def items_of(folder: str, manifest: Json, findings: list[Finding]) -> dict[str, Json]:
    """Return the items by id, each with the place of its line as ``_byte``; a complete run has sealed their last line."""
    path = os.path.join(folder, ITEMS)
    if not is_file(path):
        findings.append(Finding("missing", file=ITEMS))
        return {}
    items, head, before = chained(ITEMS, lines_of(path), findings)
    seal = a_dict(manifest.get("items"))
    if manifest.get("state") == "complete":
        if not seal:
            findings.append(Finding("no_field", file="manifest.json", field="items"))
        elif seal.get("head") != head or seal.get("count") != len(items):
            findings.append(Finding("head", file=ITEMS, byte=before, found=len(items), expected=seal.get("count")))
    return items


def chained(name: str, lines: Iterator[bytes], findings: list[Finding]) -> tuple[dict[str, Json], str, int]:
    """Return the items of a chained file by id, the hash of its last line, and where that line begins."""
    items: dict[str, Json] = {}
    byte, before, head = 0, 0, "0" * 64
    for number, ended in enumerate(lines, 1):
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
            items[key] = dict(item, _byte=byte)
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


def judgement_findings(folder: str, manifest: Json, items: dict[str, Json], findings: list[Finding]) -> None:
    """Check the chain of a judge's marks: of items of the run only and, once it is complete, of every answer understood."""
    if not a_dict(manifest.get("plan")).get("judge"):
        return
    path = os.path.join(folder, _JUDGEMENTS)
    if not is_file(path):
        findings.append(Finding("missing", file=_JUDGEMENTS))
        return
    where, judged = {"file": _JUDGEMENTS, "expected": ITEMS}, chained(_JUDGEMENTS, lines_of(path), findings)[0]
    findings += [
        Finding("instance", byte=judged[key]["_byte"], found=key, **where) for key in judged if key not in items
    ]
    if manifest.get("state") == "complete":
        asked = [key for key, item in items.items() if item.get("outcome") == "scored"]
        findings += [Finding("untested", found=key, **where) for key in asked if key not in judged]


def data_findings(folder: str, kind: Kind, items: dict[str, Json], manifest: Json) -> Iterator[Finding]:
    """Yield where items and data list do not belong together, and what cannot be true of an item."""
    name = os.path.basename(manifest["data"]["file"])
    path = os.path.join(folder, name)
    raw = bytes_of(path)
    if raw is None:
        yield Finding("missing", file=name)
        return
    if sha256_of(path) != manifest["data"].get("sha256"):
        yield Finding("data", file=name)
    unreadable: list[Finding] = []
    listing = object_in(raw, name, unreadable)
    yield from unreadable
    entries = dicts(listing.get(kind.entries))
    yield from (doubt.at(file="manifest.json") for doubt in _plan_doubts(manifest, listing, len(entries), name))
    for doubt in kind.list_doubts(folder, items, manifest, listing):
        place = {"byte": items[doubt.values["found"]]["_byte"], "file": ITEMS} if "found" in doubt.values else {}
        yield doubt.at(**{"file": name, "expected": name, **place})
    listed = set()
    for repeat in kind.repeats(manifest):
        for entry in entries[: _tested(manifest, len(entries))]:
            key = str(entry.get("id")) + repeat
            listed.add(key)
            if key in items:
                where = {"file": ITEMS, "byte": items[key]["_byte"], "found": key, "expected": name}
                yield from (doubt.at(**where) for doubt in _item_doubts(kind, items[key], entry, manifest))
            elif manifest.get("state") == "complete":
                yield Finding("untested", file=ITEMS, found=key, expected=name)
    for stranger in sorted(set(items) - listed):
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
