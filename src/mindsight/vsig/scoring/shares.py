"""What is right of how much, item by item, in columns: a byte or two for each number, since few different shares occur."""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.answers.unread import Unread
from mindsight.record.columns import Few
from mindsight.record.model import Item
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring import ecog, temporal

TOLERANCES_MS = tuple(int(one) for one in temporal.TOLERANCES_MS if one)

Terms = Mapping[str, Any]
Rows = NDArray[np.bool_]


class Share(NamedTuple):
    """A part and a whole, both sums over the targets of one sample."""

    part: float
    whole: float


def shares_of(terms: Terms) -> dict[str, Share]:
    """Return the part and the whole behind each pooled measure, summed over the sample's targets."""
    targets = terms["targets"]
    timed = [target for target in targets if target["window"] is not None]
    placed = [target for target in targets if target["where"] is not None]
    all_three = [target for target in timed if target["where"] is not None]
    found = {
        "intent": Share(math.fsum(target["intent"] for target in targets), len(targets)),
        "intent_right": _count(targets, "what"),
        "intent_best": Share(math.fsum(best_of(target) for target in targets), len(targets)),
        "not_sure": Share(sum(best_of(target) > target["intent"] for target in targets), len(targets)),
        "spatial": _count(placed, "where"),
        "spatial_object": _count([one for one in placed if one["kind"] == "object"], "where"),
        "spatial_space": _count([one for one in placed if one["kind"] == "space"], "where"),
        "temporal": _count(timed, "when"),
        "joint": Share(sum(is_joint(target) for target in all_three), len(all_three)),
        "choice": _count([one for one in targets if one["choice"] is not None], "choice"),
        "command": Share(terms["command"]["score"], 1),
        "command_best": Share(terms["command"].get("best", terms["command"]["score"]), 1),
    }
    for tolerance in TOLERANCES_MS:
        hits = sum(temporal.within(one["time_ms"], one["window"], tolerance) for one in timed)
        found[f"temporal_{tolerance}"] = Share(hits, len(timed))
    return found


def best_of(target: Terms) -> float:
    """Return the score of a target's description if what is not understood in it is right; rule 1 did not know it."""
    return float(target.get("intent_best", target["intent"]))


def is_joint(target: Terms) -> bool:
    """Return whether what, where and when of a target are all right."""
    return bool(target["what"] and target["where"] and target["when"])


def _count(targets: Sequence[Terms], field: str) -> Share:
    return Share(sum(target[field] is True for target in targets), len(targets))


def ecog_scores(terms: Terms) -> dict[str, float | None]:
    """Return the five scores of a sample under EcoG-Bench's rule; without a stroke a referent's time is wrong.

    A sample without ``eval_gt.json`` has no options and no strokes: it has a score for its points only.
    """
    referents = [
        ecog.Referent(target["choice"] is True, target["where"] is True, target["when"] is True)
        for target in terms["targets"]
    ]
    found = ecog.sample_scores(referents)._asdict()
    told = has_options(terms)
    return {f"ecog.{name}": value if told or name == "acc_s" else None for name, value in found.items()}


def has_options(terms: Terms) -> bool:
    """Return whether the right options of a sample are known: its data hold an ``eval_gt.json``."""
    return all(target["choice"] is not None for target in terms["targets"])


class ShareColumn(NamedTuple):
    """The shares of several samples in one measure: of each the number of its share among the different ones."""

    numbers: NDArray[Any]
    different: Sequence[Share]

    @classmethod
    def of(cls, shares: Iterable[Share]) -> "ShareColumn":
        """Return the column of some shares."""
        few = Few(shares)
        return cls(few.numbers, few.different)

    def value(self) -> float | None:
        """Return the sum of the parts divided by the sum of the wholes; None if the latter is 0."""
        whole = self.whole()
        return self._sum(share.part for share in self.different) / whole if whole else None

    def whole(self) -> float:
        """Return the sum of the wholes."""
        return self._sum(share.whole for share in self.different)

    def there(self) -> Rows:
        """Return which samples have a target in the measure."""
        return np.asarray(np.array([bool(share.whole) for share in self.different], np.bool_)[self.numbers])

    def linearised(self) -> NDArray[np.float64]:
        """Return a value for each sample whose mean is the pooled value and whose spread gives its standard error."""
        value, whole, count = self.value(), self.whole(), len(self.numbers)
        if value is None:
            return np.full(count, np.nan)
        lines = [value + (share.part - value * share.whole) * count / whole for share in self.different]
        return np.asarray(np.array(lines, np.float64)[self.numbers])

    def _sum(self, values: Iterable[float]) -> float:
        counts = np.bincount(self.numbers, minlength=len(self.different)).tolist()
        # Rounded once, as math.fsum rounds the sum of all of them.
        return float(sum(Fraction(value) * count for value, count in zip(values, counts, strict=True)))


class Shares:
    """The shares of all items, in the order in which they are added; under EcoG-Bench's rule the scores of each."""

    def __init__(self, profile: Profile, items: Iterable[Item] = ()) -> None:
        self._with_means = profile.family == "ecog"
        self.statuses, self.outcomes, self.counted = Few[str](), Few[str](), Few[bool]()
        self.templates, self.unread = Few[int](), Unread()
        self._columns: dict[str, Few[Share]] = {}
        self.means: dict[str, Few[float | None]] = {}
        for item in items:
            self.add(item)

    def add(self, item: Item) -> None:
        """Add an item."""
        self.unread.add(item)
        self.statuses.add(item.status)
        self.outcomes.add(item.outcome)
        self.counted.add(bool(item.terms["counted"]))
        self.templates.add(item.terms["template"])
        if self._with_means:
            for name, value in ecog_scores(item.terms).items():
                self.means.setdefault(name, Few()).add(value)
        else:
            for name, share in shares_of(item.terms).items():
                self._columns.setdefault(name, Few()).add(share)

    def __len__(self) -> int:
        return len(self.statuses)

    def column(self, name: str, rows: Rows | None = None) -> ShareColumn:
        """Return the shares of a measure, of some of the items."""
        few = self._columns.get(name, Few[Share]())
        return ShareColumn(few.numbers if rows is None else few.numbers[rows], few.different)

    def where(self, column: Few[Any], value: Any) -> Rows:
        """Return which items have a value in a column."""
        if value not in column.different:
            return np.zeros(len(column), np.bool_)
        return np.asarray(column.numbers == column.different.index(value))
