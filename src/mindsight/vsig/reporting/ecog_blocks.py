"""The tables that EcoG-Bench publishes beside its scores, for runs under its rule: thresholds, bottlenecks, calibration of times.

The names are the benchmark's own. Strata of object sizes and scores by level, scene and language are in every report.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mindsight.record.blocks import Block, Cell, Column, Curve, Series, Table
from mindsight.record.columns import Few, Numbers
from mindsight.record.model import Item
from mindsight.text import text
from mindsight.vsig.scoring import temporal
from mindsight.vsig.scoring.shares import Share, ShareColumn, has_options

DELTAS_PX = (50, 100, 110, 120, 130, 140, 150)
"""Distances within which a referent without a mask is hit; the benchmark's own is 100."""
NEAR_MS = (500, 1000)
_Target = Mapping[str, Any]


class EcogTables:
    """The tables of the items that are added, in the order of their ids, scored under EcoG-Bench's rule."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._shares: dict[int, Few[Share]] = {delta: Few() for delta in DELTAS_PX}
        self._bottlenecks: Counter[str] = Counter()
        self._off = Numbers("d")
        for item in items:
            self.add(item)

    def add(self, item: Item) -> None:
        """Count an item, if its options are known."""
        targets = item.terms["targets"]
        if item.status != "scored" or not item.terms["counted"] or not has_options(item.terms):
            return
        for delta, shares in self._shares.items():
            shares.add(Share(share_at(targets, delta), 1))
        self._bottlenecks[bottleneck(targets)] += 1
        for target in targets:
            if target["window"] is not None and target["time_ms"] is not None:
                self._off.append(target["time_ms"] - temporal.middle_of((target["window"][0], target["window"][1])))

    def blocks(self) -> Iterator[Block]:
        """Yield the tables; nothing if no item counts."""
        if self._bottlenecks:
            yield self._thresholds()
            yield self._bottleneck()
            yield from self._calibration()

    def _thresholds(self) -> Curve:
        columns = (ShareColumn(few.numbers, few.different) for few in self._shares.values())
        values = tuple(value for column in columns if (value := column.value()) is not None)
        return Curve(
            id="ecog-thresholds",
            title=text(
                "Spatial Threshold Sensitivity: Acc_s over the distance δ within which a referent without a mask is hit"
            ),
            x_label=text("δ, pixels"),
            y_label=text("Acc_s"),
            series=(Series(name=text("Acc_s"), x=DELTAS_PX, y=values),),
        )

    def _bottleneck(self) -> Table:
        found = self._bottlenecks
        failing = found.total() - found["none"]
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

    def _calibration(self) -> Iterator[Table]:
        """Yield the table of distances between predicted peaks and the middle of the stroke; nothing without predictions."""
        errors, off = temporal.errors_of(self._off), self._off
        if errors is None:
            return
        rows: list[tuple[Cell, ...]] = [
            (
                text("Timestamp Prediction Bias: mean of prediction less middle of the stroke, ms"),
                round(errors.bias, 1),
            ),
            *(
                (
                    text("within ±{ms} ms of the middle of the stroke", ms=near),
                    round(sum(abs(one) <= near for one in off) / len(off), 3),
                )
                for near in NEAR_MS
            ),
            (text("predictions with a time"), len(off)),
        ]
        columns = (Column(title=text("Times"), align="left"), Column(title=text("Value")))
        yield Table(id="ecog-calibration", title=text("Temporal Calibration"), columns=columns, rows=tuple(rows))


def share_at(targets: Sequence[_Target], delta_px: float) -> float:
    """Return the share of a sample's referents that are hit, with another threshold for those without a mask; its mean is Acc_s.

    Args:
        targets: The terms of the referents.
        delta_px: A referent without a mask is hit below this distance in pixels, > 0.
    """
    return sum(_hits(target, delta_px) for target in targets) / len(targets) if targets else 0.0


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
