"""Image classification: Macro-F1 (6.2.1, table 2 and formulas 1 to 4) in points of 0 to 100.

F1 of a class = 2·TP / (2·TP + FP + FN). Its bootstrap interval hangs on random numbers: ``mindsight verify`` draws them again.
"""

from __future__ import annotations

import hashlib
import math
import unicodedata
from collections import Counter
from typing import Any, Collection, Iterator, Mapping

from mindsight.checker.basics import Row, brief
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import mean
from mindsight.record.reading.strict import Json, a_dict


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).casefold())


def _taken(terms: Json, matched: dict[str, str], several: str) -> Json:
    """Return the label that counts: the first, or the right one wherever it stands, as the profile says."""
    labels = terms["labels"]
    if any("cluster" in label for label in labels):
        names = [label["cluster"] for label in labels]
        labels = [{"class": matched[name]} if name in matched else {"other": name} for name in names]
    right = {"class": terms["actual"]}
    return right if several == "any" and right in labels else labels[0] if labels else {}


def classification_measures(table: Collection[Row], manifest: Json) -> dict[str, Json]:
    """Return Macro-F1 of all images; a label of no class is a class of its own where the profile says so."""
    plan = manifest["plan"]
    profile, names = plan["profile"], [name for name, _ in plan["classes"]]
    clusters = {"labels": False, "clusters": True}[plan["answers"]]
    matched = {}
    if clusters:
        matched = matched_clusters([item["terms"] for item, _ in table], names, profile["several_labels"])
    further: set[str] = set()
    if profile["classes"] == "named" and not clusters:
        further = {
            _folded(label["other"]) for item, _ in table for label in item["terms"]["labels"] if "other" in label
        }
    pairs: Counter[tuple[Any, Any]] = Counter()
    for terms in (item["terms"] for item, _ in table):
        taken = _taken(terms, matched, profile["several_labels"])
        other = _folded(taken.get("other", ""))
        predicted = taken.get("class", ("other", other) if other in further else None)
        if predicted is not None or profile["unlisted"] != "left_out":
            pairs[terms["actual"], predicted] += 1
    value = macro_f1(pairs, [*names, *(("other", name) for name in further)], profile)
    status = "not_estimable" if value is None else "scored"
    return {
        "album.macro_f1": {"value": None if value is None else value * 100, "status": status, "n": sum(pairs.values())}
    }


def macro_f1(pairs: Mapping[tuple[Any, Any], int], classes: list[Any], profile: Json) -> float | None:
    """Return the mean F1 of the classes, or F1 of mean precision and recall, from how often each (actual, predicted) pair is there."""
    of_nothing = {"zero": 0.0, "one": 1.0, "left_out": None}[profile["zero_division"]]
    actual, taken, right = Counter[Any](), Counter[Any](), Counter[Any]()
    for (one, other), count in pairs.items():
        actual[one] += count
        taken[other] += count
        right[one] += count if one == other else 0

    def average(parts: list[tuple[int, int]]) -> float | None:
        shares = [part / total if total else of_nothing for part, total in parts]
        there = [share for share in shares if share is not None]
        return mean(there) if there else None

    if profile["macro"] == "f1_of_means":
        precision, recall = (average([(right[one], side[one]) for one in classes]) for side in (taken, actual))
        if precision is None or recall is None:
            return None
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return average([(2 * right[one], actual[one] + taken[one]) for one in classes])


def classification_doubts(item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
    """Yield another class than the kit's, labels that do not follow from what was parsed, and a word that does not fit."""
    plan, terms = manifest["plan"], item["terms"]
    for field, found in (("actual", terms), ("cluster", item)):
        if found.get(field) != entry.get(field, found.get(field)):
            yield Finding("given", field=field)
    if terms["actual"] not in [name for name, _ in plan["classes"]]:
        yield Finding("term", field="actual", value=brief(terms["actual"]))
    failed = item["status"] == "failed"
    parsed = [] if failed else [label["name"] for label in item["parsed"]["labels"]]
    if terms["labels"] != _understood(parsed, plan):
        yield Finding("term", field="labels", value=brief(terms["labels"]))
    words = ("right", "wrong", "unlisted", "no_label", "scored")
    if failed == (item["outcome"] in words) or (not failed and item["outcome"] != _outcome(terms, plan)):
        yield Finding("fate")
    if not failed and a_dict(item.get("answer")).get("sha256") is None:
        yield from unlike("answer.sha256", None, "status", "scored")


def _understood(names: list[str], plan: Json) -> list[Json]:
    """Return each label once, in order, as a class of the test or as another."""
    if plan["answers"] == "clusters":
        return [{"cluster": name} for name in dict.fromkeys(names)]
    meant = _meanings(plan)
    found: dict[tuple[str, str], Json] = {}
    for name in names:
        own = meant.get(_folded(name))
        kind, shown = ("other", name) if own is None else ("class", own)
        found.setdefault((kind, _folded(shown)), {kind: shown})
    return list(found.values())


_KNOWN: list[Any] = []


def _meanings(plan: Json) -> dict[str, str]:
    """Return the class that each name stands for; kept for the next item, since there may be thousands of either."""
    if not _KNOWN or _KNOWN[0] is not plan:
        meant = {_folded(name): own for own, *others in plan["class_names"] for name in (own, *others)}
        _KNOWN[:] = [plan, meant]
        meant.update({_folded(name): meant[_folded(own)] for name, own in plan["class_map"]})
    known: dict[str, str] = _KNOWN[1]
    return known


def _outcome(terms: Json, plan: Json) -> str:
    if not terms["labels"]:
        return "no_label"
    if plan["answers"] == "clusters":
        return "scored"
    taken = _taken(terms, {}, plan["profile"]["several_labels"])
    return "unlisted" if "other" in taken else "right" if taken["class"] == terms["actual"] else "wrong"


def matched_clusters(every: list[Json], identities: list[str], several: str) -> dict[str, str]:
    """Return the identity of each cluster, from the terms of all images; a hash decides between equally good matchings."""
    counts: Counter[tuple[str, str]] = Counter()
    for terms in every:
        labels = terms["labels"][: 1 if several == "top" else None]
        counts.update((terms["actual"], label["cluster"]) for label in labels)
    clusters = sorted({label["cluster"] for terms in every for label in terms["labels"]})
    step = (1 << 20) * min(len(identities), len(clusters)) + 1

    def weight(identity: str, cluster: str) -> int:
        tie = int.from_bytes(hashlib.sha256((identity + "\0" + cluster).encode()).digest()[:3], "big") >> 4
        return counts[identity, cluster] * step + tie

    if len(identities) > len(clusters):
        matrix = [[weight(identity, cluster) for identity in identities] for cluster in clusters]
        pairs = [(identities[b], clusters[a]) for a, b in _assigned(matrix)]
    else:
        matrix = [[weight(identity, cluster) for cluster in clusters] for identity in identities]
        pairs = [(identities[a], clusters[b]) for a, b in _assigned(matrix)]
    return {cluster: identity for identity, cluster in pairs if counts[identity, cluster]}


def _assigned(weights: list[list[int]]) -> list[tuple[int, int]]:
    """Return a column for each row, no two the same, with the greatest sum: the Hungarian method, in whole numbers."""
    rows, columns = len(weights), len(weights[0]) if weights else 0
    of_row, of_column = [0] * (rows + 1), [0] * (columns + 1)
    holder, way = [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, rows + 1):
        holder[0], at = row, 0
        least: list[Any] = [math.inf] * (columns + 1)
        used = [False] * (columns + 1)
        while holder[at]:
            used[at] = True
            own, free = holder[at], [column for column in range(1, columns + 1) if not used[column]]
            for column in free:
                reduced = -weights[own - 1][column - 1] - of_row[own] - of_column[column]
                if reduced < least[column]:
                    least[column], way[column] = reduced, at
            at = min(free, key=least.__getitem__)
            step = least[at]
            for column in range(columns + 1):
                if used[column]:
                    of_row[holder[column]] += step
                    of_column[column] -= step
                else:
                    least[column] -= step
        while at:
            holder[at], at = holder[way[at]], way[at]
    return [(holder[column] - 1, column - 1) for column in range(1, columns + 1) if holder[column]]


CLASSIFICATION = Kind(lambda _item, _manifest: {}, classification_doubts, classification_measures)
