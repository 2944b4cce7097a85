"""Every other reading gives scikit-learn's Macro-F1 on labels changed by hand according to the reading."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import f1_score, precision_score, recall_score

from mindsight.album.classification.readings import readings_of
from mindsight.album.classification.scoring import kinds_of
from mindsight.album.profile import load_profile
from mindsight.record.model import Item

CLASSES = ["bird", "cat", "dog"]
NOWHERE = "\0none"
LABELS = st.lists(st.sampled_from([*CLASSES, "Wolf", "fox"]), max_size=3, unique=True)
IMAGES = st.lists(st.tuples(st.sampled_from(CLASSES), LABELS), min_size=1, max_size=30).map(
    # Every class has an image, as in a kit.
    lambda images: [*images, *((name, [name]) for name in CLASSES)]
)


def item(number: int, actual: str, labels: Sequence[str]) -> Item:
    terms = {"actual": actual, "labels": [{"class" if name in CLASSES else "other": name} for name in labels]}
    return Item(
        id=f"{number:04}", instance="", cluster="", status="scored", outcome="right", terms=terms, previous="0" * 64
    )


def reported(images: Sequence[tuple[str, list[str]]]) -> dict[tuple[str, str], float]:
    items = [item(number, *image) for number, image in enumerate(images, start=1)]
    profile = load_profile(kind="classification").model_dump(mode="json")
    counts = [[name, sum(actual == name for actual, _ in images)] for name in CLASSES]
    plan = {"profile": profile, "classes": counts, "answers": "labels"}
    return {(one.field, str(one.value)): one.points[0] for one in readings_of(kinds_of(items), plan)}  # type: ignore[misc]


def tops(images: Sequence[tuple[str, list[str]]]) -> tuple[list[str], list[str]]:
    return [actual for actual, _ in images], [labels[0] if labels else NOWHERE for _, labels in images]


@settings(deadline=None)
@given(IMAGES)
def test_each_reading_is_what_scikit_learn_gives(images: list[tuple[str, list[str]]]) -> None:
    found = reported(images)
    actual, predicted = tops(images)

    def macro(truth: list[str], answer: list[str], labels: list[str], zero: float = 0) -> float:
        return 100 * float(f1_score(truth, answer, labels=labels, average="macro", zero_division=zero))

    listed = [(a, p) for a, p in zip(actual, predicted, strict=True) if p in CLASSES]
    anything = [a if a in labels else (labels[0] if labels else NOWHERE) for a, labels in images]
    further = sorted({p for p in predicted if p not in CLASSES and p != NOWHERE} | _named(images))
    means = [
        float(score(actual, predicted, labels=CLASSES, average="macro", zero_division=0))
        for score in (precision_score, recall_score)
    ]
    expected = {
        ("classes", "named"): macro(actual, predicted, [*CLASSES, *further]),
        ("unlisted", "left_out"): macro([a for a, _ in listed], [p for _, p in listed], CLASSES),
        ("macro", "f1_of_means"): 100 * 2 * means[0] * means[1] / sum(means) if sum(means) else 0.0,
        ("several_labels", "any"): macro(actual, anything, CLASSES),
    }
    for reading, points in expected.items():
        assert found[reading] == pytest.approx(points), reading
    # Every class has images: formula (3) is never 0/0, whatever 0/0 is read as.
    own = macro(actual, predicted, CLASSES)
    assert found["zero_division", "one"] == found["zero_division", "left_out"] == pytest.approx(own)


def _named(images: Sequence[tuple[str, list[str]]]) -> set[str]:
    return {label for _, labels in images for label in labels if label not in CLASSES}
