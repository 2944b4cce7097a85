"""From pixels to terms, and from an item's terms to its scores (6.3.2, 6.3.3, 5.4)."""

import functools
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.album.enhancement import (
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
from mindsight.album.pictures import grey, read_picture
from mindsight.album.profile import EnhancementProfile, load_profile
from mindsight.clauses import implements
from mindsight.errors import PictureError
from mindsight.record.model import Item
from mindsight.record.scores import MeasureKind, Scores, ScoreTable, tabulate

_POINTS = {"unit": "points", "low": 0.0, "high": 100.0}
_POINTS_GAINED = {"unit": "points", "low": -100.0, "high": 100.0}
_INDEX = {"unit": "index", "low": -1.0, "high": 1.0}
_INDEX_GAINED = {"unit": "index", "low": -2.0, "high": 2.0}
_DB = {"unit": "dB"}


def _kinds(name: str, clause: str, unit: dict[str, Any], gained: dict[str, Any] | None = None) -> list[MeasureKind]:
    """Return a measure, the same of the unprocessed input and, where it makes sense, the gain over it."""
    kinds = [MeasureKind(name, clause, **unit), MeasureKind(name + "_input", clause, **unit)]
    return kinds if gained is None else [*kinds, MeasureKind(name + "_gain", clause, **gained)]


NORMATIVE = (
    *_kinds("album.psnr", "6.3.2", _POINTS, _POINTS_GAINED),
    *_kinds("album.ssim", "6.3.3", _POINTS, _POINTS_GAINED),
    *_kinds("album.psnr_db", "6.3.2", _DB),
    *_kinds("album.ssim_index", "6.3.3", _INDEX),
)
BESIDE = tuple(_kinds("album.ssim_windowed", "6.3.3", _INDEX, _INDEX_GAINED))
"""Shown beside the scores, never in them."""


def measures_of(*, normative_only: bool) -> tuple[MeasureKind, ...]:
    """Return the measures of a run."""
    return NORMATIVE if normative_only else NORMATIVE + BESIDE


def compared(pixels: Pixels, profile: EnhancementProfile) -> Pixels:
    """Return what 6.3.2 and 6.3.3 compare of an RGB picture: its grey picture, or all its channels where so profiled."""
    return grey(pixels) if profile.grey == "bt601" else pixels


def score_terms(
    reference: Pixels, output: Pixels, *, windowed: bool = True, output_sums: Sums | None = None
) -> tuple[dict[str, int], float | None]:
    """Return the terms of a pair, as ``compared`` gives it, and its windowed SSIM to six decimals.

    ``output_sums`` are the output's own sums where they were taken before.

    The windowed SSIM is None where it was not asked for or the pictures are smaller than its window. It is always that
    of the BT.601 grey pictures.
    """
    terms = pair_terms(reference, output, output_sums=output_sums)._asdict()
    if not windowed or min(reference.shape[:2]) < 11:
        return terms, None
    greys = (reference, output) if reference.ndim == 2 else (grey(reference), grey(output))
    return terms, round(windowed_ssim(*greys, precision="single"), 6)


class PairScores(NamedTuple):
    """Everything that 6.3.2 and 6.3.3 say about one output, and the windowed SSIM beside it."""

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
        profile: The reading to score under; the default profile if left out.

    Raises:
        PictureError: A file cannot be decoded, or the sizes differ.
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
    db = psnr_db(pair, peak=None if reading.peak == "reference" else FULL_SCALE)
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


def _pair_scores(terms: dict[str, int] | None, suffix: str, profile: EnhancementProfile) -> dict[str, float | None]:
    names = ("album.psnr", "album.ssim", "album.psnr_db", "album.ssim_index")
    values: tuple[float | None, ...] = (0.0, 0.0, None, None)
    if terms is not None:
        pair = PairTerms(**terms)
        db = psnr_db(pair, peak=None if profile.peak == "reference" else FULL_SCALE)
        index = ssim_index(pair)
        values = (psnr_points(db), ssim_points(index), db, index)
    return {name + suffix: value for name, value in zip(names, values, strict=True)}
