"""Image enhancement: PSNR (6.3.2) and SSIM (6.3.3) in points of 0 to 100, from sums over the pixels of two pictures.

A pair's terms: number of pixels n, largest value, Σx, Σx², Σy, Σy² and Σ(x-y)² of reference x and output y.
PSNR = 10 · lg(peak² · n / Σ(x-y)²) in dB; SSIM from means, variances and covariance of the whole picture.
"""

from __future__ import annotations

import math
from typing import Collection, Iterator

from mindsight.checker.basics import Row, whole
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import mean
from mindsight.record.reading.strict import Json, a_dict

PAIR_SUMS = ("sum_reference", "squares_reference", "sum_output", "squares_output")


def psnr_points(db: float) -> float:
    """Return the points of a PSNR in dB (6.3.2, table 4)."""
    return 100.0 if db >= 40 else 60 + (db - 30) * 4 if db >= 30 else (db - 20) * 6 if db >= 20 else 0.0


def ssim_points(index: float) -> float:
    """Return the points of an SSIM index (6.3.3)."""
    return min(max(index, 0.0) * 100, 100.0)


def _psnr_db(terms: Json, peak: str) -> float:
    largest = terms["peak"] if peak == "reference" else 255
    if terms["squared_error"] == 0:
        return math.inf
    return 10 * math.log10(largest * largest * terms["pixels"] / terms["squared_error"]) if largest else -math.inf


def _ssim(terms: Json) -> float:
    n, (x, xx, y, yy) = terms["pixels"], (terms[name] for name in PAIR_SUMS)
    xy = (xx + yy - terms["squared_error"]) // 2
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    luminance = (2 * (x / n) * (y / n) + c1) / ((x / n) ** 2 + (y / n) ** 2 + c1)
    variances = (n * xx - x * x) / (n * n) + (n * yy - y * y) / (n * n)
    return float(luminance * (2 * ((n * xy - x * y) / (n * n)) + c2) / (variances + c2))


def enhancement_scores(item: Json, manifest: Json) -> Json:
    """Return the points of an output; none came: 0."""
    terms, peak = item["terms"]["output"], manifest["plan"]["profile"]["peak"]
    if terms is not None and not whole(*terms.values()):
        # A word or a list could be multiplied into more than any memory holds.
        raise TypeError("terms")
    psnr, ssim = (0.0, 0.0) if terms is None else (psnr_points(_psnr_db(terms, peak)), ssim_points(_ssim(terms)))
    return {"album.psnr": psnr, "album.ssim": ssim}


def means_alone(manifest: Json) -> bool:
    """Return whether the points of a set are the mean points of its pictures."""
    return bool(manifest["plan"]["profile"]["aggregation"] == "mean_of_scores")


def enhancement_measures(table: Collection[Row], manifest: Json) -> dict[str, Json]:
    """Return the points of the set, where the profile has them of all pixels as one picture, or of mean dB and mean index."""
    if means_alone(manifest):
        return {}
    profile, found = (
        manifest["plan"]["profile"],
        [row[0]["terms"]["output"] for row in table if row[0]["terms"]["output"]],
    )
    psnr, ssim, peak = 0.0, 0.0, profile["peak"]
    if found and profile["aggregation"] == "pooled":
        one = {name: sum(pair[name] for pair in found) for name in ("pixels", "squared_error", *PAIR_SUMS)}
        one["peak"] = max(pair["peak"] for pair in found)
        psnr, ssim = psnr_points(_psnr_db(one, peak)), ssim_points(_ssim(one))
    elif found:
        finite = [max(db, 0.0) for db in (_psnr_db(pair, peak) for pair in found) if db != math.inf]
        psnr, ssim = psnr_points(mean(finite) if finite else math.inf), ssim_points(mean(list(map(_ssim, found))))
    values = zip(("album.psnr", "album.ssim"), (psnr, ssim))
    return {name: {"value": value * len(found) / len(table), "interval": None} for name, value in values}


def enhancement_doubts(item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
    """Yield terms that no pictures have or the kit has otherwise, and a fate that does not fit them."""
    terms, scored, size = item["terms"], item.get("status") == "scored", a_dict(entry.get("reference"))
    output, own = terms.get("output"), terms.get("input")
    for field, found, given in (("cluster", item, "cluster"), ("input", terms, "input_terms")):
        if given in entry and found.get(field) != entry[given]:
            yield Finding("given", field=field)
    for side in ("width", "height") if scored else ():
        yield from unlike("parsed." + side, a_dict(item.get("parsed")).get(side), "kit.json", size.get(side))
    if output and any(output[name] != own[name] for name in ("pixels", *PAIR_SUMS[:2], "peak")):
        raise ValueError("output and input have different references")
    for side, pair in (("output", output), ("input", own)):
        if pair is not None and not pair_is_possible(pair):
            yield Finding("impossible", field=side)
    exact = output is not None and output["squared_error"] == 0
    if scored != (output is not None) or (item.get("outcome") == "exact") != exact:
        yield Finding("fate")
    yield from output_doubts(item, manifest)


def pair_is_possible(terms: Json) -> bool:
    """Return whether there can be two 8-bit pictures with these terms; what is refused here, no pictures have."""
    n, peak, error = terms["pixels"], terms["peak"], terms["squared_error"]
    x, xx, y, yy = (terms[name] for name in PAIR_SUMS)
    if not (whole(n, peak, error, x, xx, y, yy) and n > 0 and 0 <= peak <= 255 and _moments(n, y, yy, 255)):
        return False
    # One pixel of the reference is the peak, and the others are not above it.
    if not _moments(n - 1, x - peak, xx - peak * peak, peak):
        return False
    xy, odd = divmod(xx + yy - error, 2)
    if odd or not (0 <= xy <= peak * y and xy <= 255 * x and error >= _least_squares(n, abs(x - y))):
        return False
    return bool((n * xy - x * y) ** 2 <= (n * xx - x * x) * (n * yy - y * y))  # Cauchy and Schwarz


def _moments(n: int, total: int, squares: int, most: int) -> bool:
    """Return whether n whole numbers from 0 to ``most`` can have this sum and this sum of squares."""
    if total < 0 or n == 0:
        return total == squares == 0
    # A whole number and its square are both odd or both even.
    return (squares - total) % 2 == 0 and _least_squares(n, total) <= squares <= most * total <= most * most * n


def _least_squares(n: int, total: int) -> int:
    """Return the least sum of squares that n whole numbers with this sum have: the most even spread."""
    each, more = divmod(total, n)
    return n * each * each + more * (2 * each + 1)


def output_doubts(item: Json, manifest: Json) -> Iterator[Finding]:
    """Yield where the picture kept of an output is not the one that came back."""
    stated, picture = a_dict(item.get("answer")).get("sha256"), a_dict(item.get("media")).get("output")
    if stated is None and item.get("status") == "scored":
        yield from unlike("answer.sha256", stated, "status", "scored")
    kept = stated if manifest["plan"].get("keep_outputs") is True else None
    name = None if picture is None else str(picture).split(".")[0]
    yield from unlike("media.output", name, "answer.sha256, plan.keep_outputs", kept)


ENHANCEMENT = Kind(enhancement_scores, enhancement_doubts, enhancement_measures, most=100.0, means_alone=means_alone)
