"""Audit one set of questions: forecast every label from the words, compare with chance, and judge."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from mindsight.home.bias.forecasts import MODELS, Model, forecasts
from mindsight.home.bias.question import GATED, Kind, Question
from mindsight.home.bias.scores import (
    FEWEST,
    THIN,
    Coded,
    Value,
    Verdict,
    accuracy,
    auc,
    chance_hits,
    shuffles,
    verdict,
)
from mindsight.statistics.arrays import IndexArray

MOST_LABELS = 12
"""The commonest labels that are told apart; all others are one."""
RARE = "(rare)"


@dataclass(frozen=True)
class Asked:
    """A set of questions to audit: of which class, in which language, and what its labels are."""

    task: str
    language: str
    kind: Kind
    questions: tuple[Question, ...]


class Bias(NamedTuple):
    """The probability of the right label of one question that its words alone give: mean of the models, and each."""

    question: Question
    s: float
    by_model: Mapping[Model, float]


@dataclass(frozen=True)
class Audit:
    """What the audit of a set found; ``alike`` is the number of groups in which all words are the same."""

    task: str
    language: str
    kind: Kind
    n: int
    groups: int
    labels: int
    alike: int
    chance: float
    areas: Mapping[Model, Value]
    accuracies: Mapping[Model, Value]
    verdict: Verdict
    items: tuple[Bias, ...]

    @property
    def gated(self) -> bool:
        """Whether the limits hold for this set."""
        return self.kind in GATED


def audit(asked: Asked, *, seed: int = 0) -> Audit:
    """Return what the words of a set of questions give away; the order of the questions does not matter."""
    questions = _common(sorted(asked.questions, key=lambda one: (one.id, one.words, one.label)))
    coded = coded_of(questions)
    groups = len({one.group for one in questions})
    shell = Audit(
        asked.task, asked.language, asked.kind, len(questions), groups, len(set(coded.labels.tolist())),
        _alike(questions), float("nan"), {}, {}, "not_estimable", (),
    )  # fmt: skip
    if groups < FEWEST or shell.labels < 2:
        return shell
    chance = float(chance_hits(coded).mean())
    found = forecasts(questions, coded, seed=seed)
    swapped = shuffles(coded, np.random.default_rng(seed))
    areas = {model: value for model in MODELS if (value := auc(found[model], coded, swapped)) is not None}
    accuracies = {model: accuracy(found[model], coded, swapped) for model in MODELS}
    items = []
    for row, question in enumerate(questions):
        own = {
            model: float(np.mean([one.probabilities[row, coded.labels[row]] for one in found[model]]))
            for model in MODELS
        }
        items.append(Bias(question, sum(own.values()) / len(own), own))
    return replace(
        shell,
        chance=chance,
        areas=areas,
        accuracies=accuracies,
        verdict=verdict([*areas.values()], [*accuracies.values()], chance),
        items=tuple(items),
    )


def coded_of(questions: Sequence[Question]) -> Coded:
    """Return labels, groups and templates as numbers.

    Labels may be swapped within a group if every group holds the same labels, as pairs do; otherwise within a template.
    """
    labels, groups, templates = (
        _numbers([getattr(one, name) for one in questions]) for name in ("label", "group", "template")
    )
    sizes = np.bincount(groups) if len(groups) else np.zeros(1)
    paired = len(questions) > 0 and sizes.min() > 1 and _same_labels(labels, groups)
    return Coded(labels, groups, templates, groups if paired else templates)


def _same_labels(labels: IndexArray, groups: IndexArray) -> bool:
    return len({tuple(sorted(labels[groups == group].tolist())) for group in np.unique(groups)}) == 1


def _numbers(names: Sequence[str]) -> IndexArray:
    places = {name: place for place, name in enumerate(sorted(set(names)))}
    return np.array([places[name] for name in names], dtype=np.int64)


def _common(questions: Sequence[Question]) -> list[Question]:
    """Return the questions with thin templates taken together, and labels beyond the commonest too: neither can be learnt."""
    templates, labels = (Counter(getattr(one, name) for one in questions) for name in ("template", "label"))
    kept = set(sorted(labels, key=lambda label: (-labels[label], label))[:MOST_LABELS])
    return [
        replace(
            one,
            template=one.template if templates[one.template] >= THIN else RARE,
            label=one.label if one.label in kept else RARE,
        )
        for one in questions
    ]


def _alike(questions: Sequence[Question]) -> int:
    """Return how many groups of two questions or more have the same words in all."""
    words: dict[str, list[str]] = {}
    for one in questions:
        words.setdefault(one.group, []).append(one.words)
    return sum(len(own) > 1 and len(set(own)) == 1 for own in words.values())
