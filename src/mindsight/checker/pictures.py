"""Which pictures stay in a run that was made to keep few: those of the worst items, or of some drawn by chance, and the report's."""

from __future__ import annotations

import csv
import hashlib
import heapq
import math
import os
import re
from typing import Any, Iterator

from mindsight.checker.basics import a_list, bytes_of
from mindsight.record.reading.strict import Json, a_dict, parsed

KEPT = 1_000
"""Items whose pictures stay; a run of fewer keeps all."""
POLICIES = ("worst", "sampled")
_FILE = re.compile(rb'"([0-9a-f]{64}\.[0-9a-z]{1,9})"')


def kept(folder: str, policy: str) -> tuple[set[str], set[str]]:
    """Return the ids of the items whose pictures stay, and the names of the files that the report shows."""
    page = bytes_of(os.path.join(folder, "results.json")) or b""
    blocks = a_list(a_dict(parsed(page)).get("blocks"))
    shown = {str(block["item"]) for block in blocks if a_dict(block).get("item")}
    rows = _rows(os.path.join(folder, "scores.csv"))
    chosen = heapq.nsmallest(KEPT, rows, key=_badness if policy == "worst" else _lot)
    return shown.union(row[0] for row in chosen), {name.decode() for name in _FILE.findall(page)}


def pictures_that_stay(folder: str, manifest: Json) -> tuple[set[str], set[str]] | None:
    """Return what ``kept`` gives for a run that has ended and keeps few pictures; None if all must be there."""
    policy = manifest.get("pictures")
    return kept(folder, policy) if policy in POLICIES and manifest.get("state") == "complete" else None


def _rows(table: str) -> Iterator[list[str]]:
    """Yield the rows of a table of scores: id, cluster, status, outcome, scores."""
    with open(table, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows, None)
        yield from rows


def _badness(row: list[str]) -> tuple[Any, ...]:
    """Order by: what failed, then the first score that the item has, what has none last, then the id."""
    return row[2] != "failed", next((float(cell) for cell in row[4:] if cell), math.inf), row[0]


def _lot(row: list[str]) -> bytes:
    """Order by chance, the same each time: by the hash of the id."""
    return hashlib.sha256(row[0].encode("utf-8", "replace")).digest()
