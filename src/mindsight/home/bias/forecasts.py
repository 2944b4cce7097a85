"""Predict every label from words by two models that never saw the question's group: a random forest and n-grams.

After "Benchmark Designers Should 'Train on the Test Set'" (arXiv 2511.04655). scikit-learn does the learning.
"""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Literal

import numpy as np

from mindsight.errors import MissingExtra
from mindsight.home.bias.features import features_of, vocabulary
from mindsight.home.bias.question import Question
from mindsight.home.bias.scores import Coded, Forecast
from mindsight.statistics.arrays import FloatArray, IndexArray

Model = Literal["forest", "ngrams"]
MODELS: tuple[Model, ...] = ("forest", "ngrams")
FOLDS = 5
REPEATS = 3
"""How often the folds are drawn anew and everything is learnt again, so that a verdict hangs less on one division."""
_TREES, _LEAST_LEAF = 100, 2
_NGRAMS = (1, 4)
_MOST_NGRAMS = 20_000


def need_learning() -> None:
    """Raise an error if scikit-learn is not installed.

    Raises:
        MissingExtra: It is not.
    """
    if find_spec("sklearn") is None:
        raise MissingExtra(
            "the audit of wording needs scikit-learn, which is not installed; run: pip install 'mindsight[bias]'"
        )


def forecasts(questions: Sequence[Question], coded: Coded, *, seed: int = 0) -> Mapping[Model, list[Forecast]]:
    """Return by model the probability of every label for every question, learnt from the other folds; once per division.

    Folds are whole groups. A valid task and its irrelevant twin have the same words and opposite labels: were one of the two
    in the training set, a model that remembers words would learn the wrong label for the other one, its AUC would fall below
    0.5, and true leaks would be hidden. Both models see the same folds.

    Args:
        questions: The questions, in the order of ``coded``.
        coded: Labels, groups and templates.
        seed: Seed of folds and forests.
    """
    need_learning()
    from threadpoolctl import threadpool_limits

    # The sums are small: threads would only wait for each other, and could add up in another order.
    with threadpool_limits(limits=1):
        return _forecasts(questions, coded, seed)


def _forecasts(questions: Sequence[Question], coded: Coded, seed: int) -> Mapping[Model, list[Forecast]]:
    found: dict[Model, list[Forecast]] = {model: [] for model in MODELS}
    # Read once: which words there are says nothing about labels.
    readings = {"forest": _named_features(questions), "ngrams": _ngrams(questions)}
    for repeat in range(seed * REPEATS, (seed + 1) * REPEATS):
        division = _folds(coded, repeat)
        folds = np.zeros(len(questions), np.int64)
        for number, (_, test) in enumerate(division):
            folds[test] = number
        for model in MODELS:
            probabilities = np.zeros((len(questions), int(coded.labels.max()) + 1))
            for train, test in division:
                known, predicted = _predicted(_learner(model, repeat), readings[model], coded.labels, train, test)
                probabilities[np.ix_(test, known)] = predicted
            # Rounded, so that sums in another order cannot decide between equals.
            found[model].append(Forecast(np.round(probabilities, 9), folds))
    return found


def _folds(coded: Coded, seed: int) -> Sequence[tuple[IndexArray, IndexArray]]:
    """Return training and test sets; not stratified, for forced equal shares make the AUC of innocent words fall below 0.5."""
    from sklearn.model_selection import GroupKFold

    division = GroupKFold(n_splits=FOLDS, shuffle=True, random_state=seed)
    return list(division.split(coded.labels, coded.labels, coded.groups))


def _named_features(questions: Sequence[Question]) -> Any:
    from sklearn.feature_extraction import DictVectorizer

    known = vocabulary(questions)
    # Trees read dense tables several times faster than sparse ones.
    return DictVectorizer(dtype=np.float32, sparse=False).fit_transform([features_of(one, known) for one in questions])


def _ngrams(questions: Sequence[Question]) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer

    reader = TfidfVectorizer(
        analyzer="char", ngram_range=_NGRAMS, max_features=_MOST_NGRAMS, sublinear_tf=True, lowercase=False
    )
    return reader.fit_transform(["\n".join((one.words.lower(), *one.options)) for one in questions])


def _predicted(learner: Any, readings: Any, labels: IndexArray, train: Any, test: Any) -> tuple[IndexArray, FloatArray]:
    """Return the labels that occur in a training set, and their probabilities for a test set."""
    known = np.unique(labels[train])
    if len(known) < 2:
        return known, np.ones((len(test), len(known)))
    learner.fit(readings[train], labels[train])
    return known, learner.predict_proba(readings[test])


def _learner(model: Model, seed: int) -> Any:
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression

    if model == "forest":
        return RandomForestClassifier(n_estimators=_TREES, min_samples_leaf=_LEAST_LEAF, random_state=seed)
    return LogisticRegression(C=10.0, max_iter=1000)
