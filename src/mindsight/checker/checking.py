"""The order of a check: seal, manifest, items with their chain, judgements, data list, pictures, numbers.

What a part cannot make sense of is a finding of that part; no content of a folder makes the check stop.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Iterator, Mapping

from mindsight.checker.album.classification import CLASSIFICATION
from mindsight.checker.album.enhancement import ENHANCEMENT
from mindsight.checker.album.opinion import ENHANCEMENT_OPINION, SEGMENTATION_OPINION
from mindsight.checker.album.segmentation import SEGMENTATION
from mindsight.checker.basics import bytes_of
from mindsight.checker.files import media_findings, page_of, seal_findings
from mindsight.checker.findings import Finding
from mindsight.checker.home.autonomy import PROTOCOL
from mindsight.checker.home.imported import IMPORTED
from mindsight.checker.home.index import CONDITIONS, GENERALISATION
from mindsight.checker.home.questions import QUESTIONS
from mindsight.checker.home.rooms import AUTONOMY
from mindsight.checker.items import data_findings, items_of, judgement_findings
from mindsight.checker.numbers import number_findings
from mindsight.checker.vsig.grounding import GROUNDING
from mindsight.record.reading.strict import Json, a_dict, is_file, parsed

KINDS = {
    "album.enhancement": ENHANCEMENT,
    "album.segmentation": SEGMENTATION,
    "album.classification": CLASSIFICATION,
    "album.enhancement_opinion": ENHANCEMENT_OPINION,
    "album.segmentation_opinion": SEGMENTATION_OPINION,
    "home.autonomy": AUTONOMY,
    "home.generalisation": GENERALISATION,
    "home.protocol": PROTOCOL,
    "home.questions": QUESTIONS,
    "home.imported": IMPORTED,
    "home.robustness": CONDITIONS,
    "home.validity": CONDITIONS,
    "vsig.grounding": GROUNDING,
    "vsig.controls": GROUNDING,
}
"""By suite and kind."""


def check(folder: str) -> tuple[list[Finding], Json]:
    """Return the findings of a run folder (an empty list: everything agrees) and what was counted."""
    counts: Json = {"file": folder, "items": 0, "files": 0, "measures": 0}
    if not is_file(os.path.join(folder, "manifest.json")):
        return [Finding("no_run", file=folder)], counts
    findings: list[Finding] = []
    _guarded("SHA256SUMS", findings, lambda: findings.extend(seal_findings(folder, counts)))
    manifest = page_of(folder, "manifest.json", findings)
    said = _what_it_says(manifest)
    findings += _lacking(folder, said, findings)
    items: Mapping[str, Json] = _guarded("items.jsonl", findings, lambda: items_of(folder, manifest, findings)) or {}
    _guarded("judgements.jsonl", findings, lambda: judgement_findings(folder, manifest, items, findings))
    _guarded("media", findings, lambda: findings.extend(media_findings(folder, items, manifest)))
    counts["items"] = len(items)
    kind = KINDS.get(_kind_of(said))
    if kind is None:
        if all(said.values()):
            findings.append(Finding("no_formula", file="manifest.json", found=_kind_of(said)))
        return findings, counts
    if said["data.file"]:
        name = os.path.basename(said["data.file"])
        _guarded(name, findings, lambda: findings.extend(data_findings(folder, kind, items, manifest)))
    if said["state"] == "complete":
        _guarded("results.json", findings, lambda: number_findings(folder, kind, manifest, items, findings, counts))
    return findings, counts


def _lacking(folder: str, said: dict[str, str], found: list[Finding]) -> Iterator[Finding]:
    """Yield what a manifest does not say, and what is not there although the run has ended."""
    if not any(finding.key == "not_json" for finding in found):
        yield from (Finding("no_field", file="manifest.json", field=field) for field in said if not said[field])
    if said["state"] not in ("", "complete"):
        yield Finding("unfinished", file="manifest.json", found=said["state"])
    named = {finding.values["file"] for finding in found}
    for name in ("check_run.py", "report.html") if said["state"] == "complete" else ():
        if name not in named and not os.path.lexists(os.path.join(folder, name)):
            yield Finding("absent", file=name)


def _guarded(part: str, findings: list[Finding], step: Callable[[], Any]) -> Any:
    """Carry out a step; what it did not foresee is a finding too."""
    try:
        return step()
    except Exception as error:
        findings.append(Finding("unchecked", file=part, part=part, reason=type(error).__name__))


def notes(folder: str) -> list[Finding]:
    """Return what a reader has to know besides of a run folder without findings."""
    manifest = a_dict(parsed(bytes_of(os.path.join(folder, "manifest.json")) or b""))
    kind = KINDS.get(_kind_of(_what_it_says(manifest)))
    return list(kind.notes(folder, manifest)) if kind else []


def _what_it_says(manifest: Json) -> dict[str, str]:
    """Return what the check needs of a manifest, by field; empty where it is not there or no word."""
    said = {
        "state": manifest.get("state"),
        "kind": manifest.get("kind"),
        "document.suite": a_dict(manifest.get("document")).get("suite"),
        "data.file": a_dict(manifest.get("data")).get("file"),
    }
    return {field: value if isinstance(value, str) else "" for field, value in said.items()}


def _kind_of(said: dict[str, str]) -> str:
    return said["document.suite"] + "." + said["kind"]
