"""Image enhancement: PSNR (6.3.2, dB) and SSIM (6.3.3) in points of 0 to 100, from sums over the pixels of two pictures.

A pair's terms: number of pixels, largest value, Σx, Σx², Σy, Σy² and Σ(x-y)² of reference x and output y.
"""

from __future__ import annotations

import math
from typing import Any, Iterator

from mindsight.checker.album.pictures import PAIR_SUMS, output_doubts, pair_is_possible
from mindsight.checker.basics import Json, Row, a_dict, brief, whole
from mindsight.checker.findings import Finding, unlike
from mindsight.checker.kinds import Kind
from mindsight.checker.statistics import mean


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
    """Return the index over the whole picture: luminance, contrast and structure from means, variances, covariance."""
    n, (x, xx, y, yy) = terms["pixels"], (terms[name] for name in PAIR_SUMS)
    xy = (xx + yy - terms["squared_error"]) // 2
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    luminance = (2 * (x / n) * (y / n) + c1) / ((x / n) ** 2 + (y / n) ** 2 + c1)
    variances = (n * xx - x * x) / (n * n) + (n * yy - y * y) / (n * n)
    return float(luminance * (2 * ((n * xy - x * y) / (n * n)) + c2) / (variances + c2))


def _pair_scores(terms: Json | None, suffix: str, peak: str) -> Json:
    values: list[float | None] = [0.0, 0.0, None, None]
    if terms is not None:
        # A word or a list could be multiplied into more than any memory holds.
        if not whole(*terms.values()):
            raise TypeError("terms")
        db, index = _psnr_db(terms, peak), _ssim(terms)
        values = [psnr_points(db), ssim_points(index), db, index]
    return {"album." + name + suffix: value for name, value in zip(("psnr", "ssim", "psnr_db", "ssim_index"), values)}


def enhancement_scores(item: Json, manifest: Json) -> Json:
    """Return the scores of an output, of the input as it was, and what was gained."""
    plan, terms = manifest["plan"], item["terms"]
    gains = ["album.psnr", "album.ssim"]
    scores: Json = {}
    for side, suffix in (("output", ""), ("input", "_input")):
        scores.update(_pair_scores(terms.get(side), suffix, plan["profile"]["peak"]))
        if not plan["normative_only"]:
            scores["album.ssim_windowed" + suffix] = terms.get("windowed" + suffix)
    for name in gains if plan["normative_only"] else [*gains, "album.ssim_windowed"]:
        score, own = scores[name], scores[name + "_input"]
        scores[name + "_gain"] = None if score is None or own is None else score - own
    return scores


def enhancement_range(name: str) -> tuple[float, float]:
    """Return the range of a column: points, an index or dB, or the difference of two of them."""
    if "_db" in name:
        return -math.inf, math.inf
    most = 1.0 if "_index" in name or "_windowed" in name else 100.0
    if name.endswith("_gain"):
        return (-2 * most, 2 * most) if most == 1 else (-most, most)
    return (-1.0 if most == 1 else 0.0), most


def enhancement_measures(table: list[Row], manifest: Json) -> dict[str, Json]:
    """Return the scores of the set where pictures are not brought together by the mean of their scores."""
    profile, measures = manifest["plan"]["profile"], {}
    if profile["aggregation"] != "mean_of_scores":
        sides = ([item["terms"][side] for item, _ in table] for side in ("output", "input"))
        for base, output, own in zip(("album.psnr", "album.ssim"), *(_of_set(pairs, profile) for pairs in sides)):
            for part, value in {"": output, "_input": own, "_gain": output - own}.items():
                measures[base + part] = {"value": value, "interval": None}
    return measures


def _of_set(pairs: list[Any], profile: Json) -> tuple[float, float]:
    """Return PSNR and SSIM points of all pixels as one picture, or of the mean dB and the mean index."""
    found, peak = [pair for pair in pairs if pair is not None], profile["peak"]
    if not found:
        return 0.0, 0.0
    share = len(found) / len(pairs)
    if profile["aggregation"] == "pooled":
        one = {name: sum(pair[name] for pair in found) for name in ("pixels", "squared_error", *PAIR_SUMS)}
        one["peak"] = max(pair["peak"] for pair in found)
        return psnr_points(_psnr_db(one, peak)) * share, ssim_points(_ssim(one)) * share
    finite = [max(db, 0.0) for db in (_psnr_db(pair, peak) for pair in found) if db != math.inf]
    return psnr_points(mean(finite) if finite else math.inf) * share, ssim_points(mean(list(map(_ssim, found)))) * share


def enhancement_doubts(item: Json, entry: Json, manifest: Json) -> Iterator[Finding]:
    """Yield what cannot be true of an item's terms, and what is not as the kit has it."""
    yield from _kit_doubts(item, entry)
    terms = item["terms"]
    output, own = terms.get("output"), terms.get("input")
    if output and own and any(output[name] != own[name] for name in ("pixels", *PAIR_SUMS[:2], "peak")):
        raise ValueError("output and input have different references")
    for side, pair, windowed in (("output", output, "windowed"), ("input", own, "windowed_input")):
        index = terms.get(windowed)
        if pair is not None and not pair_is_possible(pair):
            yield Finding("impossible", field=side)
        if index is not None and (pair is None or not -1 <= index <= 1):
            yield Finding("impossible", field=windowed)
    exact = output is not None and output["squared_error"] == 0
    if (item.get("status") == "failed") != (output is None) or (item.get("outcome") == "exact") != exact:
        yield Finding("fate")
    yield from output_doubts(item, manifest)
    yield from _reading_doubts(item, manifest)


def _kit_doubts(item: Json, entry: Json) -> Iterator[Finding]:
    """Yield what was not taken over from the kit, and a scored output of another size than its reference."""
    terms, parsed, size = a_dict(item.get("terms")), a_dict(item.get("parsed")), a_dict(entry.get("reference"))
    pairs = (("cluster", item, "cluster"), ("input", terms, "input_terms"), ("windowed_input", terms, "input_windowed"))
    for field, found, given in pairs:
        if field in found and given in entry and found[field] != entry[given]:
            yield Finding("given", field=field)
    sides: list[Any] = [a_dict(terms.get("input")).get("pixels"), size.get("width"), size.get("height")]
    pixels, width, height = sides
    # Grey pictures have one value in each place, colour pictures three.
    if whole(*sides) and pixels not in (width * height, 3 * width * height):
        yield Finding("given", field="pixels")
    for side in ("width", "height") if item.get("status") == "scored" else ():
        yield from unlike("parsed." + side, parsed.get(side), "kit.json", size.get(side))


def _reading_doubts(item: Json, manifest: Json) -> Iterator[Finding]:
    """Yield terms under other readings that no pictures have, that are of another reference, or that nobody asked for."""
    plan, terms = manifest["plan"], item["terms"]
    found, own = terms.get("readings", {}), plan["profile"]
    greys = {"grey." + value for value in ("bt601", "bt709", "mean", "channels") if value != own["grey"]}
    known = greys | {"other_size." + value for value in ("refuse", "resize", "crop_corner", "crop_centre")}
    if own["registration"] == "none":
        known.add("registration.shift")
    # Grey weights say something of every output that has its reference's size by itself.
    at_size = item["status"] == "scored" and "exported" not in a_dict(item.get("parsed"))
    unasked = bool(found) and not plan["sensitivity"]
    if not set(found) <= known or unasked or (at_size and bool(greys - set(found)) == plan["sensitivity"]):
        yield Finding("term", field="readings", value=brief(sorted(found)))
    for name, pair in found.items():
        sides = () if name in greys else ("pixels", *PAIR_SUMS[:2], "peak")
        if not pair_is_possible(pair) or any(pair[side] != terms["input"][side] for side in sides):
            yield Finding("impossible", field="readings." + name)


ENHANCEMENT = Kind(enhancement_scores, enhancement_doubts, enhancement_measures, range_of=enhancement_range)
