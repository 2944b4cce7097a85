"""VSIG: shares of targets over all samples as one pot, with linearised intervals; EcoG-Bench: means over samples."""

from __future__ import annotations

import math
import os
from typing import Any, Iterator

from mindsight.checker.basics import Json, Row, a_dict, dicts, is_file, sha256_of
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import summarise
from mindsight.checker.vsig.judging import judged_measures
from mindsight.checker.vsig.pots import DIMENSIONS, Pot, linearised, pooled, scored_dimensions, share_of
from mindsight.checker.vsig.terms import grounding_doubts, is_timely

ACCURACIES = ("acc_cls", "acc_s", "acc_t", "acc_eco", "acc_seq")
_POOLED = ("intent", "intent_right", "spatial", "spatial_object", "spatial_space", "temporal")
_TOLERANCES_MS = (100, 250, 500)
_AS_PUBLISHED = {"failures": "left_out", "intent": "command", "overall": "above_zero"}
_KEYS = ("intent_grounding_accuracy", "spatial_grounding_accuracy", "temporal_grounding_accuracy", "overall_score")
_OWN_KEYS = ("intent_accuracy", "spatial_grounding", "temporal_grounding", "overall")


def does_count(item: Json, reading: Json) -> bool:
    """Return whether an item counts: what could not be tested never does, what could not be read as the reading says."""
    return bool(item["status"] == "scored" and (reading["failures"] == "wrong" or item["outcome"] == "scored"))


def grounding_scores(item: Json, manifest: Json) -> Json:
    """Return what is a mean over samples: nothing for what could not be tested."""
    if item["status"] == "failed":
        return {}
    terms, profile, read = item["terms"], manifest["plan"]["profile"], item["outcome"] == "scored"
    scores: Json = {"vsig.readable": float(read), "vsig.repaired": float(terms["repairs"] > 0) if read else None}
    if not does_count(item, profile):
        return scores
    if profile["family"] == "ecog":
        return {**scores, **accuracies_of(terms["targets"])}
    parts = _parts_of(terms)
    for name in (*DIMENSIONS, "joint"):
        part, total = parts[name]
        scores["vsig." + name + "_macro"] = part / total if total else None
    return {**scores, "vsig.command": terms["command"]["score"]}


def accuracies_of(targets: list[Json]) -> dict[str, float]:
    """Return the shares of targets right in choice, place, time and all three, and whether all targets are."""
    rights = [[target[name] is True for name in ("choice", "where", "when")] for target in targets]
    eco = [all(one) for one in rights]
    columns = [*zip(*rights), tuple(eco), (all(eco),)] if rights else [()] * 5
    return {"ecog." + name: sum(column) / len(column) if column else 0.0 for name, column in zip(ACCURACIES, columns)}


def _parts_of(terms: Json) -> dict[str, tuple[float, int]]:
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
        near = [is_timely(target["time_ms"], target["window"], tolerance) for target in timed]
        parts["temporal_{}".format(tolerance)] = (sum(near), len(near))
    return parts


def pot_of(items: list[Json], reading: Json) -> Pot:
    """Return recording and parts of each item that counts; what intent is, the reading says."""
    pot = []
    for item in sorted(items, key=lambda item: str(item["id"])):
        if does_count(item, reading):
            parts = _parts_of(item["terms"])
            if reading["intent"] == "command":
                parts["intent"] = parts["command"]
            pot.append((str(item.get("cluster")), parts))
    return pot


def grounding_measures(table: list[Row], manifest: Json) -> dict[str, Json]:
    """Return the scores over all targets as one pot, and the overall ones."""
    profile, items = manifest["plan"]["profile"], [item for item, _ in table]
    if profile["family"] == "ecog":
        return {}
    own, published = (pot_of(items, reading) for reading in (profile, _AS_PUBLISHED))
    names = [*_POOLED, *("temporal_{}".format(tolerance) for tolerance in _TOLERANCES_MS), "joint"]
    if any(parts["choice"][1] for _, parts in own):
        names.append("choice")
    found = {"vsig." + name: pooled(own, name) for name in names}
    found.update({"vsig." + name + "_as_published": pooled(published, name) for name in DIMENSIONS})
    found["vsig.overall"] = overall_of(own, profile)
    found["vsig.overall_as_published"] = overall_of(published, _AS_PUBLISHED)
    if manifest["plan"].get("judge"):
        found.update(judged_measures([item for item in items if does_count(item, profile)]))
    return found


def overall_lines(pot: Pot, reading: Json) -> list[float]:
    """Return a value for each item whose mean is the overall score: the mean of the dimensions that are scored."""
    names = scored_dimensions(pot, reading)
    return [math.fsum(own) / len(names) for own in zip(*(linearised(pot, name) for name in names))]


def overall_of(pot: Pot, reading: Json) -> Json:
    """Return the mean of the dimensions that are scored."""
    names = scored_dimensions(pot, reading)
    if not names:
        return dict(summarise([]), n=len(pot))
    values = [share_of(pot, name)[0] or 0.0 for name in names]
    rows: list[tuple[Any, float | None]] = list(zip([cluster for cluster, _ in pot], overall_lines(pot, reading)))
    return dict(summarise(rows, 0.0, 1.0), value=math.fsum(values) / len(names), n=len(pot))


def metrics_page(table: list[Row], manifest: Json) -> Json:
    """Return what metrics.json has to hold: the results under the original's key names."""
    profile, items = manifest["plan"]["profile"], [item for item, _ in table]
    groups: dict[str, list[Json]] = {}
    for item in items:
        groups.setdefault("指令{}".format(item["terms"]["template"]), []).append(item)
    if profile["family"] == "ecog":
        found: Json = _mean_accuracies(items, profile)
        breakdown = {name: _mean_accuracies(own, profile) for name, own in groups.items()}
    else:
        found = dict(zip(_KEYS, _headline(items, profile)))
        found["as_published"] = dict(zip(_KEYS, _headline(items, _AS_PUBLISHED)))
        breakdown = {
            name: dict(zip(_OWN_KEYS, _headline(own, profile)), count=len(own)) for name, own in groups.items()
        }
    endings = [str(item["outcome"]) for item in items]
    statistics = {
        "total_samples": len(items),
        "processed_samples": endings.count("scored"),
        "failed_samples": {name: endings.count(name) for name in set(endings) if name != "scored"},
        "samples_by_instruction": {name: len(own) for name, own in groups.items()},
    }
    return {**found, "instruction_breakdown": breakdown, "statistics": statistics, "profile": profile["name"]}


def _headline(items: list[Json], reading: Json) -> list[float | None]:
    pot = pot_of(items, reading)
    return [*(share_of(pot, name)[0] for name in DIMENSIONS), overall_of(pot, reading)["value"]]


def _mean_accuracies(items: list[Json], profile: Json) -> Json:
    own = [accuracies_of(item["terms"]["targets"]) for item in items if does_count(item, profile)]
    columns = {name: [one["ecog." + name] for one in own] for name in ACCURACIES}
    means = {name: math.fsum(column) / len(column) if column else None for name, column in columns.items()}
    return dict(means, count=len(own))


def sample_list_doubts(folder: str, _items: Any, manifest: Json, data: Json) -> Iterator[Finding]:
    """Yield a number of samples that is not the identity's, a limit that is not stated, and other marks of people."""
    identity, plan = a_dict(manifest.get("identity")), a_dict(manifest.get("plan"))
    asked = len(dicts(data.get("samples"))) * max(1, len(dicts(plan.get("conditions"))))
    doubts = [*unlike("identity.n", identity.get("n"), "samples.json", asked, key="disagrees")]
    said = [note.get("id") for note in dicts(manifest.get("departures"))]
    if plan.get("limit") is not None and "departure-limit" not in said:
        doubts.append(Finding("undeclared", field="plan.limit", value=str(plan["limit"])[:40]))
    marks = os.path.join(folder, "human-marks.csv")
    found = "sha256-" + sha256_of(marks) if is_file(marks) else None
    # Until it is complete, a run may be without what is written at its end.
    if found is not None or manifest.get("state") == "complete":
        doubts += unlike("plan.human_marks", plan.get("human_marks"), "human-marks.csv", found, key="disagrees")
    yield from (doubt.at(file="manifest.json") for doubt in doubts)


GROUNDING = Kind(
    grounding_scores,
    grounding_doubts,
    grounding_measures,
    list_doubts=sample_list_doubts,
    page=metrics_page,
    entries="samples",
)
