"""Compute terms from pixels, and scores from terms (6.3.2, 6.3.3, 5.4)."""

import functools
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mindsight.album.counts import whole_numbers
from mindsight.album.enhancement.formulas import (
    FULL_SCALE,
    PairTerms,
    Pixels,
    Sums,
    pair_terms,
    psnr_db,
    psnr_points,
    ssim_index,
    ssim_points,
    windowed_ssim,
)
from mindsight.album.kits.pictures import grey, read_picture
from mindsight.album.profile import EnhancementProfile, load_profile
from mindsight.clauses import implements
from mindsight.errors import PictureError
from mindsight.record.model import Item, Measure
from mindsight.record.scores import MeasureKind, Scores, ScoreTable, tabulate

_POINTS = {"unit": "points", "low": 0.0, "high": 100.0}
_POINTS_GAINED = {"unit": "points", "low": -100.0, "high": 100.0}
_INDEX = {"unit": "index", "low": -1.0, "high": 1.0}
_INDEX_GAINED = {"unit": "index", "low": -2.0, "high": 2.0}
_DB = {"unit": "dB"}


def _kinds(name: str, clause: str, unit: dict[str, Any], gained: dict[str, Any] | None = None) -> list[MeasureKind]:
    """Return a measure, that of the unprocessed input and, where it makes sense, the gain over it."""
    kinds = [MeasureKind(name, clause, **unit), MeasureKind(name + "_input", clause, **unit)]
    return kinds if gained is None else [*kinds, MeasureKind(name + "_gain", clause, **gained)]


NORMATIVE = (
    *_kinds("album.psnr", "6.3.2", _POINTS, _POINTS_GAINED),
    *_kinds("album.ssim", "6.3.3", _POINTS, _POINTS_GAINED),
    *_kinds("album.psnr_db", "6.3.2", _DB),
    *_kinds("album.ssim_index", "6.3.3", _INDEX),
)
BESIDE = tuple(_kinds("album.ssim_windowed", "6.3.3", _INDEX, _INDEX_GAINED))
"""Reported beside the scores, never part of them."""


def measures_of(*, normative_only: bool) -> tuple[MeasureKind, ...]:
    """Return the measures of a run."""
    return NORMATIVE if normative_only else NORMATIVE + BESIDE


def compared(pixels: Pixels, profile: EnhancementProfile) -> Pixels:
    """Return the pixels that 6.3.2 and 6.3.3 compare: the grey picture, or all channels if the profile says so."""
    return greyed(pixels, profile.grey)


def greyed(pixels: Pixels, weights: str) -> Pixels:
    """Return an RGB picture as 8-bit grey by one of the profile's weights; unchanged for ``channels``."""
    if weights == "bt601":
        return grey(pixels)
    if weights == "channels":
        return pixels
    parts = {"bt709": (2126, 7152, 722), "mean": (1, 1, 1)}[weights]
    whole = sum(parts)
    sums = sum(part * pixels[:, :, channel].astype(np.uint32) for channel, part in enumerate(parts))
    return np.asarray((2 * sums + whole) // (2 * whole), dtype=np.uint8)


def score_terms(
    reference: Pixels, output: Pixels, *, windowed: bool = True, output_sums: Sums | None = None
) -> tuple[dict[str, int], float | None]:
    """Return the terms of a pair as given by ``compared``, and its windowed SSIM to six decimals.

    ``output_sums`` are the output's own sums if already computed. The windowed SSIM is None if it was not asked for or the
    pictures are smaller than its window; it uses grey pictures, by BT.601 if all channels are compared.
    """
    terms = pair_terms(reference, output, output_sums=output_sums)._asdict()
    if not windowed or min(reference.shape[:2]) < 11:
        return terms, None
    greys = (reference, output) if reference.ndim == 2 else (grey(reference), grey(output))
    return terms, round(windowed_ssim(*greys, precision="single"), 6)


class PairScores(NamedTuple):
    """All values of 6.3.2 and 6.3.3 for one output, and its windowed SSIM.

    Example:
        >>> scores = score_pair(Path("reference.png"), Path("reference.png"))
        >>> scores.psnr_db, scores.psnr_points, scores.ssim_index
        (inf, 100.0, 1.0)
    """

    psnr_db: float
    psnr_points: float
    ssim_index: float
    ssim_points: float
    ssim_windowed: float | None
    terms: PairTerms


def score_pair(reference: Path, output: Path, profile: EnhancementProfile | None = None) -> PairScores:
    """Score one output file against its reference file.

    Args:
        reference: Picture file, read as 8-bit RGB, upright.
        output: Picture file of the same size.
        profile: The profile to score under; the default profile if left out.

    Raises:
        PictureError: A file cannot be decoded, or the sizes differ.

    Example:
        >>> score_pair(Path("reference.png"), Path("output.png")).terms.squared_error > 0
        True
    """
    reading = profile or load_profile()
    first, second = read_picture(reference).pixels, read_picture(output).pixels
    if first.shape != second.shape:
        raise PictureError(
            "{file}: is {width}×{height} pixels, its reference {wanted_width}×{wanted_height}; export it at full size",
            file=output.name,
            width=second.shape[1],
            height=second.shape[0],
            wanted_width=first.shape[1],
            wanted_height=first.shape[0],
        )
    terms, windowed = score_terms(compared(first, reading), compared(second, reading))
    pair = PairTerms(**terms)
    db = _db(pair, reading)
    index = ssim_index(pair)
    return PairScores(db, psnr_points(db), index, ssim_points(index), windowed, pair)


def item_scores(item: Item, *, profile: EnhancementProfile) -> Scores:
    """Return the scores of one item from its terms; a failed output has 0 points and neither dB nor index."""
    found: dict[str, float | None] = {}
    for suffix, side in (("", "output"), ("_input", "input")):
        found.update(_pair_scores(item.terms[side], suffix, profile))
        found["album.ssim_windowed" + suffix] = item.terms.get("windowed" + suffix)
    for name in ("album.psnr", "album.ssim", "album.ssim_windowed"):
        score, own = found[name], found[name + "_input"]
        found[name + "_gain"] = None if score is None or own is None else score - own
    return found


@implements("album", "5.4")
def score_table(items: Iterable[Item], kinds: Sequence[MeasureKind], profile: EnhancementProfile) -> ScoreTable:
    """Return one score per item and measure, each result matched to its test data by number (5.4)."""
    return tabulate(items, [kind.name for kind in kinds], functools.partial(item_scores, profile=profile))


def aggregated(measures: Iterable[Measure], items: Iterable[Item], profile: EnhancementProfile) -> Iterator[Measure]:
    """Yield the measures, with the points replaced if the profile aggregates otherwise than by the mean; those have no interval."""
    points = {
        suffix: dict(zip(("album.psnr", "album.ssim"), set_points(pairs, profile), strict=True))
        for suffix, pairs in (
            ("", [_pair(item.terms["output"]) for item in items]),
            ("_input", [_pair(item.terms["input"]) for item in items]),
        )
    }
    for measure in measures:
        base, _, part = measure.name.partition("_")
        value = points[""].get(base)
        if value is None or part not in ("", "input", "gain"):
            yield measure
            continue
        own = points["_input"][base]
        value = {"": value, "input": own, "gain": None if own is None else value - own}[part]
        yield measure.model_copy(update={"value": value, "interval": None})


def _pair(terms: dict[str, int] | None) -> PairTerms | None:
    return None if terms is None else PairTerms(**whole_numbers(terms))


def set_points(pairs: Sequence[PairTerms | None], profile: EnhancementProfile) -> tuple[float | None, float | None]:
    """Return the PSNR and the SSIM score of a set of outputs (5.4), aggregated as the profile says.

    An output that could not be scored has no terms. If pictures are not scored one by one, the score of the others is lowered by the share
    of such outputs.

    Args:
        pairs: The terms of each output; None where there was none.
        profile: Gives MAX_I and the aggregation: mean of the scores, score of the mean, or all pixels as one picture.

    Returns:
        Points, 0..100; None for an empty set.
    """
    found = [pair for pair in pairs if pair is not None]
    if not pairs:
        return None, None
    if not found:
        return 0.0, 0.0
    share = len(found) / len(pairs)
    if profile.aggregation == "pooled":
        whole = _pooled(found)
        return psnr_points(_db(whole, profile)) * share, ssim_points(ssim_index(whole)) * share
    decibels, indices = [_db(pair, profile) for pair in found], [ssim_index(pair) for pair in found]
    if profile.aggregation == "score_of_mean":
        # As in every mean in dB, exact pictures are left out; below 20 dB there are no points anyway.
        finite = [max(value, 0.0) for value in decibels if value != math.inf]
        mean_db = math.fsum(finite) / len(finite) if finite else math.inf
        return psnr_points(mean_db) * share, ssim_points(math.fsum(indices) / len(found)) * share
    points = (math.fsum(map(psnr_points, decibels)), math.fsum(map(ssim_points, indices)))
    return points[0] / len(pairs), points[1] / len(pairs)


def _pooled(pairs: Sequence[PairTerms]) -> PairTerms:
    """Return the terms of all pictures as one: the sums add up, MAX_I is the largest."""
    columns = list(zip(*pairs, strict=True))
    return PairTerms._make([*map(sum, columns[:-1]), max(columns[-1])])


def _db(pair: PairTerms, profile: EnhancementProfile) -> float:
    return psnr_db(pair, peak=None if profile.peak == "reference" else FULL_SCALE)


def _pair_scores(terms: dict[str, int] | None, suffix: str, profile: EnhancementProfile) -> dict[str, float | None]:
    names = ("album.psnr", "album.ssim", "album.psnr_db", "album.ssim_index")
    values: tuple[float | None, ...] = (0.0, 0.0, None, None)
    if terms is not None:
        pair = PairTerms(**whole_numbers(terms))
        db = _db(pair, profile)
        index = ssim_index(pair)
        values = (psnr_points(db), ssim_points(index), db, index)
    return {name + suffix: value for name, value in zip(names, values, strict=True)}
