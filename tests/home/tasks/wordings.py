"""Measure what the words of instructions reveal: a subject that does not look must not be able to judge a task."""

from collections.abc import Sequence

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline


def distinguishability(some: Sequence[str], others: Sequence[str]) -> float:
    """Return how well character n-grams separate two groups of texts, as an area under the curve; 0.5 is chance.

    Texts at the same place in both are twins, drawn from one seed: they stay in one fold.
    """
    texts = [*some, *others]
    labels, groups = [0] * len(some) + [1] * len(others), [*range(len(some)), *range(len(others))]
    model = make_pipeline(
        CountVectorizer(analyzer="char", ngram_range=(1, 4), binary=True), LogisticRegression(max_iter=400)
    )
    areas = []
    for train, test in GroupKFold(5).split(texts, labels, groups):
        model.fit([texts[index] for index in train], [labels[index] for index in train])
        scores = model.predict_proba([texts[index] for index in test])[:, 1]
        areas.append(roc_auc_score([labels[index] for index in test], scores))
    return float(np.mean(areas))
