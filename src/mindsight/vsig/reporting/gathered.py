"""What the report says of all items, gathered from each as it is read: of a million of them no list is kept."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from mindsight.record.columns import Few
from mindsight.record.model import Item
from mindsight.vsig.audits.diagnoses import Diagnoses
from mindsight.vsig.profile import Profile
from mindsight.vsig.reporting.ecog_blocks import EcogTables
from mindsight.vsig.reporting.sample_blocks import Shown
from mindsight.vsig.scoring.shares import Rows, Share, ShareColumn, Shares, best_of, has_options

_SPLITS = ("level", "scene", "language")
"""Terms of a sample by which scores are split, beside its template."""


class Gathered:
    """The shares, diagnoses and samples to show of all items, in the order of their ids."""

    def __init__(self, profile: Profile, items: Iterable[Item]) -> None:
        self.shares, self.diagnoses = Shares(profile), Diagnoses(profile)
        self.ecog, self.shown = EcogTables(), Shown()
        self.unclear = self.without_options = 0
        """How many samples have speech that cannot be segmented, and how many have no options."""
        self.unsure = 0
        """Of how many counted targets the description is not understood."""
        self.groups: dict[str, Few[Any]] = {"template": self.shares.templates}
        self.groups.update((name, Few()) for name in _SPLITS)
        self.asked, self.timed = Few[int](), Few[int]()
        """Of each item the number of its targets, and how many have a span."""
        self._intents, self._bests = Few[Share](), Few[Share]()
        is_ecog = profile.family == "ecog"
        for item in items:
            self.shares.add(item)
            self._add_groups(item)
            self.diagnoses.add(item)
            self.shown.add(item)
            self.unclear += item.terms["speech"] in {"ambiguous", "no_match"}
            if is_ecog:
                self.ecog.add(item)
                self.without_options += not has_options(item.terms)
            elif item.terms["counted"]:
                self._add_intents(item)

    @property
    def intent_range(self) -> tuple[float, float]:
        """The mean score of all counted descriptions, and that if each that is not understood were right."""
        low, high = (ShareColumn(few.numbers, few.different).value() for few in (self._intents, self._bests))
        return low or 0.0, high or 0.0

    @property
    def targets(self) -> int:
        """The number of counted targets."""
        return len(self._intents)

    def total(self, counts: Few[int], rows: Rows) -> int:
        """Return the sum of a column over some rows."""
        numbers = np.bincount(counts.numbers[rows], minlength=len(counts.different))
        return int(numbers @ np.array(counts.different, np.int64))

    def _add_groups(self, item: Item) -> None:
        for name in _SPLITS:
            self.groups[name].add(item.terms[name])
        targets = item.terms["targets"]
        self.asked.add(len(targets))
        self.timed.add(sum(target["window"] is not None for target in targets))

    def _add_intents(self, item: Item) -> None:
        for target in item.terms["targets"]:
            best = best_of(target)
            self._intents.add(Share(target["intent"], 1))
            self._bests.add(Share(best, 1))
            self.unsure += best > target["intent"]
