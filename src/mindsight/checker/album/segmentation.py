"""Image segmentation: pixel accuracy (6.4.2) and IoU (6.4.3) in points of 0 to 100, from counts of pixels.

A pair's terms: at each threshold how many pixels of object and background were found, and sums of the smaller and the greater
value of each pixel; undecided pixels of the mask (its border) stand apart.
"""

from __future__ import annotations

from typing import Any, Iterator

from mindsight.checker.album.pictures import output_doubts
from mindsight.checker.basics import Json, Row, a_dict, brief, whole
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import summarise

_COUNTS = ("tp", "fp", "fn", "tn", "border_in", "border_out")


def _segmentation_shares(item: Json, manifest: Json) -> dict[str, tuple[int, int]]:
    """Return the part and the whole behind each score; an output that was not scored is wrong in every pixel."""
    profile, mask, output = manifest["plan"]["profile"], item["terms"]["mask"], item["terms"]["output"]
    border, step = profile["border"], str(profile["threshold"])
    band, inside = mask["border"], mask["objects"][step]
    counts = [*output["counts"][step].values(), *output["greys"].values()] if output else []
    if not whole(band, inside, mask["pixels"], *counts):
        raise TypeError("terms")
    ground = mask["pixels"] - band - inside
    if border != "left_out":
        inside, ground = (inside + band, ground) if border == "foreground" else (inside, ground + band)
    tables = {"": (0, ground, inside, 0), "_empty": (0, 0, inside, ground), "_full": (inside, ground, 0, 0)}
    soft = (0, 255 * (inside + ground))
    if output is not None:
        tp, fp, fn, tn, more, less = (output["counts"][step][name] for name in _COUNTS)
        least, most, beyond = (output["greys"][name] for name in ("least", "most", "border"))
        tables[""], soft = (tp, fp, fn, tn), (least, most)
        if border == "foreground":
            tables[""], soft = (tp + more, fp, fn + less, tn), (least + beyond, most + 255 * band)
        elif border == "background":
            tables[""], soft = (tp, fp + more, fn, tn + less), (least, most + beyond)
    shares = {}
    for suffix, (tp, fp, fn, tn) in tables.items():
        shares["album.pixel_accuracy" + suffix] = (tp + tn, tp + fp + fn + tn)
        shares["album.iou" + suffix] = (tp, tp + fp + fn)
    return shares if manifest["plan"]["normative_only"] else {**shares, "album.iou_soft": soft}


def segmentation_scores(item: Json, manifest: Json) -> Json:
    """Return the scores of an output, of an empty and of a full mask; of two empty masks the profile says what IoU is."""
    empty = {"one": 1.0, "zero": 0.0, "left_out": None}[manifest["plan"]["profile"]["both_empty"]]
    scores: Json = {}
    for name, (part, total) in _segmentation_shares(item, manifest).items():
        share = part / total if total else empty
        scores[name] = None if share is None else share * segmentation_range(name)[1]
    return scores


def segmentation_range(name: str) -> tuple[float, float]:
    """Return the range of a column: points, but for the soft IoU."""
    return 0.0, 1.0 if name == "album.iou_soft" else 100.0


def segmentation_measures(table: list[Row], manifest: Json) -> dict[str, Json]:
    """Return the measures over all pixels as one image, where the profile asks for them, with linearised intervals."""
    found: dict[str, Json] = {}
    if manifest["plan"]["profile"]["aggregation"] != "pooled":
        return found
    shares = [_segmentation_shares(item, manifest) for item, _ in table]
    for name in shares[0]:
        total, most = sum(one[name][1] for one in shares), segmentation_range(name)[1]
        if not total:
            found[name] = summarise([])
            continue
        pool = sum(one[name][0] for one in shares) / total
        rows: list[tuple[Any, float | None]] = [
            (str(item.get("cluster")), most * (pool + (part - pool * of) * len(shares) / total))
            for (item, _), (part, of) in zip(table, (one[name] for one in shares))
        ]
        found[name] = dict(summarise(rows, 0.0, most), value=pool * most)
    return found


def segmentation_doubts(item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
    """Yield what cannot be true of an item's terms, and what is not as the kit has it."""
    yield from _mask_kit_doubts(item, entry)
    plan, mask, output = manifest["plan"], item["terms"]["mask"], item["terms"]["output"]
    objects = {int(step): count for step, count in mask["objects"].items()}
    decided = mask["pixels"] - mask["border"]
    numbers = whole(mask["pixels"], mask["border"], mask["grey"], *objects.values()) and mask["border"] >= 0
    if not (numbers and decided > 0 and _ladder(decided, mask["grey"], objects)):
        yield Finding("masks", field="mask")
    if output is not None and not masks_are_possible(mask, output, objects):
        yield Finding("masks", field="output")
    failed = item.get("status") == "failed"
    if failed != (output is None) or (item.get("outcome") == "scored") == failed:
        yield Finding("fate")
    parsed = a_dict(item.get("parsed"))
    size: Any = (parsed.get("width"), parsed.get("height"))
    if not failed and plan.get("placement") == "whole" and not (whole(*size) and size[0] * size[1] == mask["pixels"]):
        yield from unlike("parsed", list(size), "terms.mask.pixels", mask["pixels"])
    readings = item["terms"].get("readings", {})
    if readings:
        asked = plan["sensitivity"] and item.get("outcome") == "wrong_size" and set(readings) == {"other_size.resize"}
        if not asked or not masks_are_possible(mask, readings["other_size.resize"], objects):
            yield Finding("masks", field="readings")
    if "exported" in parsed and plan["profile"]["other_size"] != "resize":
        yield Finding("term", field="parsed.exported", value=brief(parsed["exported"]))
    yield from output_doubts(item, manifest)


def masks_are_possible(mask: Json, output: Json, objects: dict[int, int]) -> bool:
    """Return whether there can be an output with these counts and sums beside a mask with those."""
    counts = {int(step): [found[name] for name in _COUNTS] for step, found in output["counts"].items()}
    least, most, border = greys = [output["greys"][name] for name in ("least", "most", "border")]
    numbers = [count for found in counts.values() for count in found]
    if set(counts) != set(objects) or not whole(*numbers, *greys) or min(numbers) < 0:
        return False
    decided = mask["pixels"] - mask["border"]
    for step, (tp, fp, fn, tn, more, less) in counts.items():
        if tp + fn != objects[step] or tp + fp + fn + tn != decided or more + less != mask["border"]:
            return False
    # The smaller value of a pair reaches a step where both do, the greater one where either does.
    both, its, either, band = (
        {step: sum(found[n] for n in places) for step, found in counts.items()}
        for places in ((0,), (0, 1), (0, 1, 2), (4,))
    )
    ladders = ((decided, least, both), (decided, most, either), (mask["border"], border, band))
    return all(_ladder(*one) for one in (*ladders, (decided, least + most - mask["grey"], its)))


def _ladder(n: int, total: int, reached: dict[int, int]) -> bool:
    """Return whether n values of 0 to 255 can have this sum if so many of them reach each step."""
    steps = sorted(reached)
    counts = [n, *(reached[step] for step in steps), 0]
    held = [one - other for one, other in zip(counts, counts[1:])]  # noqa: RUF007  (Python 3.9 has no pairwise)
    least = sum(count * bottom for count, bottom in zip(held, [0, *steps]))
    most = sum(count * top for count, top in zip(held, [*(step - 1 for step in steps), 255]))
    return min(held) >= 0 and least <= total <= most


def _mask_kit_doubts(item: Json, entry: Json) -> Iterator[Finding]:
    """Yield where an item's mask is not the kit's, and where an output does not lie in its original."""
    parsed, mask = a_dict(item.get("parsed")), a_dict(entry.get("mask"))
    if a_dict(item.get("terms")).get("mask") != entry.get("mask_terms"):
        yield Finding("given", field="mask_terms")
    if "cluster" in entry and item.get("cluster") != entry["cluster"]:
        yield Finding("given", field="cluster")
    size: list[Any] = [part.get(side) for part in (parsed, mask) for side in ("width", "height")]
    (width, height, across, down), left, top = size, parsed.get("left", 0), parsed.get("top", 0)
    if item.get("status") != "scored" or not whole(*size, left, top):
        return
    inside = min(left, top) >= 0 and left + width <= across and top + height <= down
    turned = "left" not in parsed and width * height == across * down and (width, height) != (across, down)
    if turned or ("left" in parsed and not inside):
        yield from unlike("parsed", [left, top, width, height], "kit.json", [across, down])


SEGMENTATION = Kind(segmentation_scores, segmentation_doubts, segmentation_measures, range_of=segmentation_range)
