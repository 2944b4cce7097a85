"""Opinion scores (6.3.1, 6.4.1): of each item the mean of all raters who rated every item, from the answers in ratings.jsonl.

Of one rater's answers to the same place in the sequence the last one counts; only the phase ``scored`` does, and only for this run.
"""

from __future__ import annotations

import math
import os
from typing import Any, Callable, Collection, Iterator, Mapping

from mindsight.checker.basics import Row
from mindsight.checker.findings import Finding
from mindsight.checker.items import chained
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import mean, t_quantile
from mindsight.record.reading.streaming import Lines
from mindsight.record.reading.strict import Json, a_dict, is_file

_RATINGS = "ratings.jsonl"
_LEAST_RATERS = 3


def _scores_of(question: str) -> Callable[[Json, Json], Json]:
    def scores(item: Json, manifest: Json) -> Json:
        raters, given = manifest["plan"]["raters"], item["terms"]["ratings"]
        if len(raters) < _LEAST_RATERS:
            return {"album." + question + "_opinion": None}
        points = 0.0 if given is None else mean([given[rater] for rater in raters])
        return {"album." + question + "_opinion": points}

    return scores


def _measures_of(question: str) -> Callable[[Collection[Row], Json], dict[str, Json]]:
    def measures(table: Collection[Row], manifest: Json) -> dict[str, Json]:
        name, raters = "album." + question + "_opinion", manifest["plan"]["raters"]
        rows = [[0.0] * len(raters) if given is None else [given[rater] for rater in raters]
                for given in (item["terms"]["ratings"] for item, _ in table)]  # fmt: skip
        found = (
            _crossed(rows, [str(item.get("cluster")) for item, _ in table]) if len(raters) >= _LEAST_RATERS else None
        )
        return {
            name: {"interval": found},
            name + "_raters": {"value": float(len(raters)), "status": "scored", "low": 0.0},
        }

    return measures


def _crossed(rows: list[list[float]], clusters: list[str]) -> Json | None:
    """Return the interval of the mean over raters and items crossed, cut at the ends of the scale."""
    items, raters, count = len(rows), len(rows[0]) if rows else 0, len(set(clusters))
    if count < 2:
        return None
    centre = mean([value for row in rows for value in row])
    by_item = [mean(row) - centre for row in rows]
    by_rater = [mean(list(column)) - centre for column in zip(*rows)]
    sums: dict[str, float] = {}
    for cluster, value in zip(clusters, by_item):
        sums[cluster] = sums.get(cluster, 0.0) + value
    a = math.fsum(total**2 for total in sums.values()) * count / (count - 1) / items**2
    b = math.fsum(value**2 for value in by_rater) / (raters - 1) / raters
    left = [value - centre - i - j for row, i in zip(rows, by_item) for value, j in zip(row, by_rater)]
    rest = math.fsum(value**2 for value in left) / ((items - 1) * (raters - 1)) / (items * raters)
    variance, below = max(a + b - rest, a, b), a**2 / (count - 1) + b**2 / (raters - 1)
    least = min(count, raters) - 1
    half = t_quantile(float(max(variance**2 / below, least) if below > 0 else least)) * math.sqrt(variance)
    return {"low": max(centre - half, 0.0), "high": min(centre + half, 100.0), "level": 0.95}


def opinion_doubts(item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
    """Yield another cluster than the kit's, a rating beyond the scale, and a fate that does not fit the ratings."""
    del manifest
    if item.get("cluster") != entry.get("cluster"):
        yield Finding("given", field="cluster")
    given, failed = item["terms"]["ratings"], item.get("status") == "failed"
    if failed != (given is None) or item.get("outcome") == ("not_rated" if given else "scored"):
        yield Finding("fate")
    for value in (given or {}).values():
        if not 0 <= value <= 100:
            yield Finding("term", field="ratings", value=value)


def ratings_findings(folder: str, items: Mapping[str, Json], manifest: Json, listing: Json) -> Iterator[Finding]:
    """Yield where ratings.jsonl is not the sealed one, or gives items or complete raters otherwise than they are written."""
    del listing
    path, plan = os.path.join(folder, _RATINGS), manifest["plan"]
    findings: list[Finding] = []
    if not is_file(path):
        yield Finding("missing", file=_RATINGS)
        return
    lines, head, byte = chained(folder, _RATINGS, findings)
    yield from findings
    stated = a_dict(plan.get("ratings"))
    if stated != {"count": len(lines), "head": head}:
        yield Finding("head", file=_RATINGS, byte=byte, found=len(lines), expected=stated.get("count"))
    yield from _shown_findings(lines)
    given = _given(lines, manifest)
    rateable = []
    for key, item in items.items():
        if item.get("status") != "failed":
            rateable.append(key)
            if item["terms"]["ratings"] != given.get(key, {}):
                yield Finding("instance", found=key, expected=_RATINGS)
    raters = {rater for answers in given.values() for rater in answers}
    complete = sorted(rater for rater in raters if rateable and all(rater in given.get(key, {}) for key in rateable))
    if plan.get("raters") != complete:
        yield Finding("no_field", file="manifest.json", field="plan.raters")


def _shown_findings(lines: Lines) -> Iterator[Finding]:
    """Yield the answers to an output that name other pictures than an earlier one did; older records name none."""
    shown: dict[tuple[Any, ...], Any] = {}
    for key, line in lines.items():
        seen, run = line.get("seen"), line.get("run")
        if seen is None or run is None or line.get("question") == "comparison":
            continue
        if shown.setdefault((line.get("campaign"), run, line.get("item")), seen) != seen:
            yield Finding("shown", file=_RATINGS, byte=lines.byte(key), found=key)


def _given(lines: Mapping[str, Json], manifest: Json) -> dict[str, dict[str, float]]:
    """Return the answers that count, by item and rater."""
    plan = manifest["plan"]
    last: dict[tuple[str, int], tuple[Any, ...]] = {}
    for line in lines.values():
        if line["campaign"] == plan["campaign"]:
            asked = (line["phase"], line["run"], line["question"])
            last[line["rater"], line["order"]] = (asked, line["item"], line["value"])
    found: dict[str, dict[str, float]] = {}
    for (rater, _), (asked, item, value) in last.items():
        if asked == ("scored", plan["rated"]["seal"], plan["question"]) and value is not None:
            found.setdefault(item, {})[rater] = value
    return found


def _opinion_kind(question: str) -> Kind:
    return Kind(_scores_of(question), opinion_doubts, _measures_of(question), most=100.0, list_doubts=ratings_findings)


ENHANCEMENT_OPINION, SEGMENTATION_OPINION = _opinion_kind("enhancement"), _opinion_kind("segmentation")
