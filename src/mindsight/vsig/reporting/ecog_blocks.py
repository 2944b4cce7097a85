"""The tables that EcoG-Bench publishes beside its scores, for runs under its rule: thresholds, bottlenecks, calibration of times.

The names are the benchmark's own. Strata of object sizes and scores by level, scene and language are in every report.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mindsight.record.blocks import Block, Cell, Column, Curve, Series, Table
from mindsight.record.model import Item
from mindsight.text import text
from mindsight.vsig.scoring import temporal
from mindsight.vsig.scoring.measures import has_options

DELTAS_PX = (50, 100, 110, 120, 130, 140, 150)
"""Distances within which a referent without a mask is hit; the benchmark's own is 100."""
NEAR_MS = (500, 1000)
_Target = Mapping[str, Any]


def blocks(items: Sequence[Item]) -> Iterator[Block]:
    """Yield the tables of a run whose items were scored under EcoG-Bench's rule."""
    counted = [
        item.terms["targets"]
        for item in items
        if item.status == "scored" and item.terms["counted"] and has_options(item.terms)
    ]
    if not counted:
        return
    yield _thresholds(counted)
    yield _bottleneck(counted)
    yield from _calibration(counted)


def acc_s_at(samples: Sequence[Sequence[_Target]], delta_px: float) -> float:
    """Return Acc_s with another threshold for referents without a mask: the mean over samples of the share of hits.

    Args:
        samples: The targets of each sample, at least one sample.
        delta_px: A referent without a mask is hit below this distance in pixels, > 0.
    """
    shares = []
    for targets in samples:
        rights = [_hits(target, delta_px) for target in targets]
        shares.append(sum(rights) / len(rights) if rights else 0.0)
    return math.fsum(shares) / len(shares)


def bottleneck(targets: Sequence[_Target]) -> str:
    """Return the only metric in which a sample fails: ``what``, ``where`` or ``when``; ``joint`` if it fails in two or three.

    A metric is right if it is right for every referent; ``none``: all three are right.
    """
    wrong = [
        name
        for name, field in (("what", "choice"), ("where", "where"), ("when", "when"))
        if not targets or not all(target[field] is True for target in targets)
    ]
    return "none" if not wrong else wrong[0] if len(wrong) == 1 else "joint"


def _hits(target: _Target, delta_px: float) -> bool:
    if target["in_mask"] is not None:
        return bool(target["in_mask"])
    distance = target["distance_px"]
    return distance is not None and distance < delta_px


def _thresholds(samples: Sequence[Sequence[_Target]]) -> Curve:
    shares = tuple(acc_s_at(samples, delta) for delta in DELTAS_PX)
    return Curve(
        id="ecog-thresholds",
        title=text(
            "Spatial Threshold Sensitivity: Acc_s over the distance δ within which a referent without a mask is hit"
        ),
        x_label=text("δ, pixels"),
        y_label=text("Acc_s"),
        series=(Series(name=text("Acc_s"), x=DELTAS_PX, y=shares),),
    )


def _bottleneck(samples: Sequence[Sequence[_Target]]) -> Table:
    found = Counter(bottleneck(targets) for targets in samples)
    failing = len(samples) - found["none"]
    named = {
        "what": text("Only-C (What): the option alone is wrong"),
        "where": text("Only-S (Where): the point alone is wrong"),
        "when": text("Only-T (When): the time alone is wrong"),
        "joint": text("Joint (≥2): two or three are wrong"),
    }
    rows: list[tuple[Cell, ...]] = [
        (words, found[name], found[name] / failing if failing else None) for name, words in named.items()
    ]
    columns = (
        Column(title=text("What fails of a sample"), align="left"),
        Column(title=text("Samples"), decimals=0),
        Column(title=text("share of those that fail"), decimals=3),
    )
    return Table(id="ecog-bottleneck", title=text("Failure Bottleneck"), columns=columns, rows=tuple(rows))


def _calibration(samples: Sequence[Sequence[_Target]]) -> Iterator[Table]:
    """Yield the table of distances between predicted peaks and the middle of the stroke; nothing without predictions."""
    timed = [target for targets in samples for target in targets if target["window"] is not None]
    windows = [(target["window"][0], target["window"][1]) for target in timed]
    errors = temporal.errors_of([target["time_ms"] for target in timed], windows)
    if errors is None:
        return
    off = [
        abs(target["time_ms"] - temporal.middle_of(window))
        for target, window in zip(timed, windows, strict=True)
        if target["time_ms"] is not None
    ]
    rows: list[tuple[Cell, ...]] = [
        (text("Timestamp Prediction Bias: mean of prediction less middle of the stroke, ms"), round(errors.bias, 1)),
        *(
            (
                text("within ±{ms} ms of the middle of the stroke", ms=near),
                round(sum(one <= near for one in off) / len(off), 3),
            )
            for near in NEAR_MS
        ),
        (text("predictions with a time"), len(off)),
    ]
    columns = (Column(title=text("Times"), align="left"), Column(title=text("Value")))
    yield Table(id="ecog-calibration", title=text("Temporal Calibration"), columns=columns, rows=tuple(rows))
