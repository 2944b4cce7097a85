"""Image segmentation: pixel accuracy (6.4.2) and IoU (6.4.3) in points of 0 to 100, from counts of pixels.

A pair's terms: at each threshold how many pixels of object and background were found, and sums of the smaller and the greater
value of each pixel; undecided pixels of the mask (its border) stand apart. Accuracy = (TP + TN) / all, IoU = TP / (TP + FP + FN).
"""

from __future__ import annotations

from typing import Collection, Iterator

from mindsight.checker.album.enhancement import means_alone, output_doubts
from mindsight.checker.basics import Row, whole
from mindsight.checker.findings import Finding
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import summarise
from mindsight.record.reading.strict import Json

_COUNTS = ("tp", "fp", "fn", "tn", "border_in", "border_out")


def _shares(item: Json, manifest: Json) -> dict[str, tuple[int, int]]:
    """Return the part and the whole behind each score; an output that was not scored is wrong in every pixel."""
    profile, mask, output = manifest["plan"]["profile"], item["terms"]["mask"], item["terms"]["output"]
    border, step = profile["border"], str(profile["threshold"])
    if output is None:
        inside = mask["objects"][step] + (mask["border"] if border == "foreground" else 0)
        outside = mask["pixels"] - (mask["border"] if border == "left_out" else 0) - inside
        tp, fp, fn, tn = 0, outside, inside, 0
    else:
        tp, fp, fn, tn, more, less = (output["counts"][step][name] for name in _COUNTS)
        if border == "foreground":
            tp, fn = tp + more, fn + less
        elif border == "background":
            fp, tn = fp + more, tn + less
    return {"album.pixel_accuracy": (tp + tn, tp + fp + fn + tn), "album.iou": (tp, tp + fp + fn)}


def segmentation_scores(item: Json, manifest: Json) -> Json:
    """Return the points of an output; of two empty masks the profile says what IoU is."""
    empty = {"one": 100.0, "zero": 0.0, "left_out": None}[manifest["plan"]["profile"]["both_empty"]]
    shares = _shares(item, manifest).items()
    return {name: 100 * (part / total) if total else empty for name, (part, total) in shares}


def segmentation_measures(table: Collection[Row], manifest: Json) -> dict[str, Json]:
    """Return the measures over all pixels as one image, where the profile asks for them, with linearised intervals."""
    found: dict[str, Json] = {}
    if means_alone(manifest):
        return found
    shares = [_shares(item, manifest) for item, _ in table]
    for name in shares[0]:
        total = sum(one[name][1] for one in shares)
        pool = sum(one[name][0] for one in shares) / total if total else 0.0
        scores = [
            100 * (pool + (part - pool * of) * len(shares) / total) if total else None
            for part, of in (one[name] for one in shares)
        ]
        clusters = [str(item.get("cluster")) for item, _ in table]
        found[name] = {**summarise(clusters, scores, 0.0, 100.0), "value": pool * 100 if total else None}
    return found


def segmentation_doubts(item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
    """Yield counts that no mask and no output have or the kit has otherwise, and a fate that does not fit them."""
    mask, output, failed = item["terms"]["mask"], item["terms"]["output"], item.get("status") == "failed"
    if mask != entry.get("mask_terms"):
        yield Finding("given", field="mask_terms")
    if "cluster" in entry and item.get("cluster") != entry["cluster"]:
        yield Finding("given", field="cluster")
    objects = {int(step): count for step, count in mask["objects"].items()}
    decided = mask["pixels"] - mask["border"]
    numbers = whole(mask["pixels"], mask["border"], mask["grey"], *objects.values()) and mask["border"] >= 0
    if not (numbers and decided > 0 and _ladder(decided, mask["grey"], objects)):
        yield Finding("masks", field="mask")
    if output is not None and not masks_are_possible(mask, output, objects):
        yield Finding("masks", field="output")
    elif (
        output is not None and manifest["plan"].get("placement") == "whole" and not _values_fit(output, mask["pixels"])
    ):
        yield Finding("masks", field="values")
    if failed != (output is None) or (item.get("outcome") == "scored") == failed:
        yield Finding("fate")
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


def _values_fit(output: Json, pixels: int) -> bool:
    """Return whether the smallest and the largest value of an output fit its counts; records of before do not have them."""
    if "values" not in output:
        return True
    least, largest = output["values"]
    reached = {int(step): found["tp"] + found["fp"] + found["border_in"] for step, found in output["counts"].items()}
    fit = all(
        (largest >= step) == (count > 0) and (least >= step) == (count == pixels) for step, count in reached.items()
    )
    return whole(least, largest) and 0 <= least <= largest <= 255 and fit


def _ladder(n: int, total: int, reached: dict[int, int]) -> bool:
    """Return whether n values of 0 to 255 can have this sum if so many of them reach each step."""
    steps = sorted(reached)
    counts = [n, *(reached[step] for step in steps), 0]
    held = [one - other for one, other in zip(counts, counts[1:])]  # noqa: RUF007  (Python 3.9 has no pairwise)
    least = sum(count * bottom for count, bottom in zip(held, [0, *steps]))
    most = sum(count * top for count, top in zip(held, [*(step - 1 for step in steps), 255]))
    return min(held) >= 0 and least <= total <= most


SEGMENTATION = Kind(
    segmentation_scores, segmentation_doubts, segmentation_measures, most=100.0, means_alone=means_alone
)
