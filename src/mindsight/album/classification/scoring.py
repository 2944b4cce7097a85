"""Compute counts from the labels of each image, and the measures of 6.2.1 from the counts."""

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from mindsight.album.classification.formulas import (
    LEVEL,
    Cases,
    Counts,
    Limits,
    Rates,
    Reading,
    cases,
    counted,
    intervals,
    match_clusters,
    rates,
)
from mindsight.album.classification.labels import folded
from mindsight.album.classification.record import taken_of
from mindsight.album.profile import ClassificationProfile
from mindsight.record.model import Interval, Item, Measure, Signature
from mindsight.record.scores import Column, MeasureKind, ScoreTable, tabulate

SEED = 20241220
"""Seed of the bootstrap: the date of the document's issue."""

METHOD = "stratified basic bootstrap"

ACCURACY = MeasureKind("album.accuracy", "6.2.1", "share", 0.0, 1.0)
"""The share of images with the right class, reported beside the score."""

_PER_CLASS = ("precision", "recall", "f1")
_SCALE = {"album.macro_f1": 100.0}

Terms = Mapping[str, Any]
Plan = Mapping[str, Any]
Kind = tuple[str, tuple[tuple[str, str], ...]]
"""An image's actual class and its labels: images equal in both score alike."""
Kinds = Counter[Kind]
"""Number of images of each kind, so that a record of any length is a short table."""


def reading_of(profile: ClassificationProfile) -> Reading:
    """Return the part of a profile that the formulas need."""
    return Reading(profile.unlisted, profile.zero_division, profile.macro)


def kind_of(item: Item) -> Kind:
    """Return an item's actual class and labels."""
    return item.terms["actual"], tuple(label for one in item.terms["labels"] for (label,) in [one.items()])


def kinds_of(items: Iterable[Item]) -> Kinds:
    """Count the items by actual class and labels."""
    return Counter(map(kind_of, items))


class Marking:
    """How labels are scored: the classes of the test, and the identity matched to each unnamed cluster."""

    def __init__(
        self, kinds: Kinds, tested: Sequence[str], profile: ClassificationProfile, answers: str = "labels"
    ) -> None:
        self.kinds = kinds
        self.tested = tuple(tested)
        self.profile = profile
        self._several = profile.several_labels
        self.matched = _matched(kinds, self.tested, self._several) if answers == "clusters" else {}
        self._named = _further(kinds) if profile.classes == "named" and answers == "labels" else {}
        self.classes = (*self.tested, *self._named.values())
        self._place = {name: place for place, name in enumerate(self.classes)}
        self.counts: Counts = np.zeros((len(self.tested), len(self.classes) + 1), np.int64)
        self.unlisted: Counter[str] = Counter()
        for (actual, labels), images in kinds.items():
            place = self.column(actual, labels)
            self.counts[self._place[actual], place] += images
            taken = self._taken(actual, [{kind: name} for kind, name in labels])
            if "other" in taken and place == len(self.classes):
                self.unlisted[taken["other"]] += images

    @classmethod
    def of_kinds(cls, kinds: Kinds, plan: Plan) -> Self:
        """Return the marking of a run's items, which were counted."""
        profile = ClassificationProfile.model_validate(plan["profile"])
        return cls(kinds, [name for name, _ in plan["classes"]], profile, plan["answers"])

    def column(self, actual: str, labels: Sequence[tuple[str, str]]) -> int:
        """Return the place of the class that is scored for a kind of images; the number of classes for none of them."""
        place = self._column(self._taken(actual, [{kind: name} for kind, name in labels]))
        return len(self.classes) if place == -1 else place

    def predicted(self, terms: Terms) -> str | None:
        """Return the class that is scored for an image; None for no label or one outside the classes."""
        place = self._column(self._taken(terms["actual"], terms["labels"]))
        return None if place == -1 else self.classes[place]

    def accuracy(self, actual: str, labels: Sequence[tuple[str, str]]) -> float:
        """Return whether the class of a kind of images is right; NaN if they are left out."""
        place = self.column(actual, labels)
        if place == len(self.classes):
            return math.nan if self.profile.unlisted == "left_out" else 0.0
        return float(self.classes[place] == actual)

    @cached_property
    def counted(self) -> Counts:
        """The counts of all images that are not left out."""
        return counted(self.counts, reading_of(self.profile))

    def _taken(self, actual: str, labels: Sequence[dict[str, str]]) -> dict[str, str]:
        return taken_of([_identified(label, self.matched) for label in labels], actual, self._several)

    def _column(self, taken: dict[str, str]) -> int:
        if "class" in taken:
            return self._place.get(taken["class"], -1)
        return self._place.get(self._named.get(folded(taken.get("other", "")), ""), -1)


def measures_of(marking: Marking, table: ScoreTable, signature: Signature, plan: Plan) -> tuple[Measure, ...]:
    """Return the Macro-F1 score, the measures beside it, and precision, recall and F1 of each class.

    Args:
        marking: The counts of the run.
        table: Whether each image is right.
        signature: Signature of the measures.
        plan: Gives the number of resamples, and whether only the document's own scores are wanted.
    """
    from mindsight.record import scores

    reading, of = reading_of(marking.profile), cases(marking.counted)
    found = rates(of, reading)
    limits = intervals(marking.counted, np.random.default_rng(SEED), reading, draws=plan["draws"])
    beside = not plan["normative_only"]
    images = int(marking.counted.sum())
    names = ["macro_f1", "macro_precision", "macro_recall"] if beside else ["macro_f1"]
    whole = [_measure(f"album.{name}", name, None, found, limits, images, signature) for name in names]
    each = [
        _measure(f"album.{name}.{own}", name, place, found, limits, _image_count(name, of, place), signature)
        for place, own in enumerate(marking.classes)
        for name in _PER_CLASS
    ]
    accuracy = [scores.measure(ACCURACY, table, signature)] if beside else []
    return (*whole[:1], *accuracy, *whole[1:], *each)


def marked(items: Iterable[Item], plan: Plan) -> tuple[Marking, ScoreTable]:
    """Read the items once; return their marking, and by number one row per image: whether its class is right."""
    numbers: dict[Kind, int] = {}
    table = tabulate(items, ["kind"], lambda item: {"kind": numbers.setdefault(kind_of(item), len(numbers))})
    images = np.bincount(table.column("kind").astype(np.int32), minlength=len(numbers)).tolist()
    marking = Marking.of_kinds(Counter(dict(zip(numbers, images, strict=True))), plan)
    right = [marking.accuracy(*kind) for kind in numbers]
    beside = not plan["normative_only"]
    columns = {ACCURACY.name: Column(right[int(kind)] for kind in table.columns["kind"])} if beside else {}
    return marking, replace(table, columns=columns)


def tie_break(identity: str, cluster: str) -> int:
    """Return a reproducible number below 2**20 that breaks ties between equally good matchings."""
    return int.from_bytes(hashlib.sha256(f"{identity}\0{cluster}".encode()).digest()[:3], "big") >> 4


def _measure(
    name: str, rate: str, place: int | None, found: Rates, limits: Limits | None, n: int, signature: Signature
) -> Measure:
    scale = _SCALE.get(name, 1.0)

    def number(of: Rates) -> float:
        values = getattr(of, rate)
        return float(values if place is None else values[place]) * scale

    value, interval = number(found), None
    if limits is not None and not math.isnan(value):
        low, high = number(limits.low), number(limits.high)
        if not (math.isnan(low) or math.isnan(high)):
            interval = Interval(low=low, high=high, level=LEVEL, method=METHOD)
    estimable = not math.isnan(value)
    return Measure(
        name=name,
        value=value if estimable else None,
        status="scored" if estimable else "not_estimable",
        unit="points" if scale != 1 else "share",
        clause="6.2.1",
        n=n,
        interval=interval,
        low=0.0,
        high=scale,
        signature=signature,
    )


def _image_count(name: str, of: Cases, place: int) -> int:
    """Return the number of images that a rate of a class is computed from."""
    tp, fp, fn = (int(numbers[place]) for numbers in of)
    return {"precision": tp + fp, "recall": tp + fn, "f1": tp + fp + fn}[name]


def _identified(label: dict[str, str], matched: Mapping[str, str]) -> dict[str, str]:
    if "cluster" not in label:
        return label
    name = label["cluster"]
    return {"class": matched[name]} if name in matched else {"other": name}


def _matched(kinds: Kinds, tested: Sequence[str], several: str) -> dict[str, str]:
    """Return the identity of each cluster; with ``top`` only the first cluster of an image counts."""
    named = sorted({name for _, labels in kinds for kind, name in labels if kind == "cluster"})
    rows, columns = ({name: place for place, name in enumerate(names)} for names in (tested, named))
    counts = np.zeros((len(tested), len(named)), np.int64)
    for (actual, labels), images in kinds.items():
        for kind, name in labels[:1] if several == "top" else labels:
            if kind == "cluster":
                counts[rows[actual], columns[name]] += images
    ties = np.array([[tie_break(one, other) for other in named] for one in tested], np.int64).reshape(counts.shape)
    return {name: tested[place] for name, place in zip(named, match_clusters(counts, ties), strict=True) if place >= 0}


def _further(kinds: Kinds) -> dict[str, str]:
    """Return the classes named by the product but not in the test: normalised name → spelling."""
    found: dict[str, str] = {}
    for name in sorted(name for _, labels in kinds for kind, name in labels if kind == "other"):
        found.setdefault(folded(name), name)
    return found
