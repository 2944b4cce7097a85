"""Image classification: Macro-F1 (6.2.1) in points of 0 to 100, and the rates of each class as shares."""

from __future__ import annotations

import unicodedata
from typing import Any, Iterator

from mindsight.checker.album.clusters import matched_clusters
from mindsight.checker.album.rates import Rows, images_behind, rates_of
from mindsight.checker.album.resamples import resampled_rates, slack_of
from mindsight.checker.basics import Json, Row, a_dict, brief, dicts, same, whole
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.kinds import Kind


def classification_prepared(items: dict[str, Json], manifest: Json) -> Json:
    """Return the manifest with the identity of each unnamed cluster and, where they count, the further classes named."""
    plan, every = manifest["plan"], [item["terms"] for item in items.values()]
    matched: dict[str, str] = {}
    further: dict[str, str] = {}
    if plan["answers"] == "clusters":
        matched = matched_clusters(every, [name for name, _ in plan["classes"]], plan["profile"]["several_labels"])
    elif plan["answers"] != "labels":
        raise ValueError("answers")
    elif plan["profile"]["classes"] == "named":
        for name in sorted(label["other"] for terms in every for label in terms["labels"] if "other" in label):
            further.setdefault(_folded(name), name)
    return dict(manifest, _matched=matched, _further=further)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).casefold())


def _taken(terms: Json, manifest: Json) -> Json:
    """Return the label that counts: the first, or the right one wherever it stands, as the profile says."""
    matched, labels = manifest.get("_matched", {}), terms["labels"]
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


def classification_scores(item: Json, manifest: Json) -> Json:
    """Return whether an image was put into its class."""
    if manifest["plan"]["normative_only"]:
        return {}
    predicted = _predicted(item["terms"], manifest)
    left_out = predicted is None and manifest["plan"]["profile"]["unlisted"] == "left_out"
    return {"album.accuracy": None if left_out else float(predicted == item["terms"]["actual"])}


def classification_measures(table: list[Row], manifest: Json) -> dict[str, Json]:
    """Return Macro-F1, mean precision and recall, and the three rates of each class, with resamples of each."""
    plan, profile = manifest["plan"], manifest["plan"]["profile"]
    names, rows = _class_rows([item["terms"] for item, _ in table], manifest)
    behind = images_behind(rows, len(names))
    drawn = resampled_rates(rows, len(names), profile, plan["draws"])
    measures = {}
    for (rate, number), value in rates_of(rows, len(names), profile).items():
        if plan["normative_only"] and rate in ("macro_precision", "macro_recall"):
            continue
        most = 100.0 if rate == "macro_f1" else 1.0
        own = [one[rate, number] for one in drawn or [] if value is not None]
        measures["album." + rate + ("" if number is None else "." + names[number])] = {
            "value": None if value is None else value * most,
            "status": "not_estimable" if value is None else "scored",
            "n": behind[rate, number],
            "interval": None,
            "resamples": sorted(one * most for one in own if one is not None),
            "most": most,
            "slack": slack_of(len(drawn), plan["draws"]) if drawn else 0.0,
            "open": profile["zero_division"] == "left_out",
        }
    return measures


def _class_rows(every: list[Json], manifest: Json) -> tuple[list[str], Rows]:
    """Return the classes, and of each class tested for which its images were taken."""
    plan = manifest["plan"]
    names = [name for name, _ in plan["classes"]] + list(manifest["_further"].values())
    place = {name: number for number, name in enumerate(names)}
    rows: Rows = [{} for _ in plan["classes"]]
    for terms in every:
        predicted = _predicted(terms, manifest)
        if predicted is not None or plan["profile"]["unlisted"] != "left_out":
            row, column = rows[place[terms["actual"]]], place.get(predicted or "", -1) if predicted is not None else -1
            row[column] = row.get(column, 0) + 1
    return names, rows


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
    if failed == (item["outcome"] in words) or (not failed and item["outcome"] != _outcome(terms, manifest)):
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


def _outcome(terms: Json, manifest: Json) -> str:
    if not terms["labels"]:
        return "no_label"
    if manifest["plan"]["answers"] == "clusters":
        return "scored"
    taken = _taken(terms, manifest)
    return "unlisted" if "other" in taken else "right" if taken["class"] == terms["actual"] else "wrong"


def classification_list_doubts(_folder: str, _items: Any, manifest: Json, kit: Json) -> Iterator[Finding]:
    """Yield classes under test, or names of them, that are not those of the kit's images."""
    plan, known = a_dict(manifest.get("plan")), dicts(kit.get("classes"))
    limit: Any = plan.get("limit")
    counts = {str(one.get("name")): 0 for one in known}
    for entry in dicts(kit.get("items"))[: limit if whole(limit) and limit > 0 else None]:
        counts[str(entry.get("actual"))] = counts.get(str(entry.get("actual")), 0) + 1
    names = [[one.get(key) for key in ("name", "zh", "en") if one.get(key)] for one in known]
    expected = {
        "classes": [[own, count] for own, count in counts.items() if count],
        "class_names": [found for found in names if found and counts[str(found[0])]],
    }
    for field, value in expected.items():
        doubts = unlike("plan." + field, plan.get(field), "kit.json", value, key="disagrees", fits=same)
        yield from (doubt.at(file="manifest.json") for doubt in doubts)


CLASSIFICATION = Kind(
    classification_scores,
    classification_doubts,
    classification_measures,
    list_doubts=classification_list_doubts,
    prepared=classification_prepared,
)
