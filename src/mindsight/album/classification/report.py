"""Report blocks of a classification run: table 1, classes, confusions, labels outside the list."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from mindsight.album.classification.formulas import cases
from mindsight.album.classification.scoring import Marking
from mindsight.album.reporting.blocks import bounds, common_warnings, failures, number, profile_table, table1, warning
from mindsight.album.reporting.sensitivity import Reading, sensitivity_table
from mindsight.record.blocks import (
    Block,
    Cell,
    Column,
    Confusion,
    Gallery,
    Note,
    Paragraphs,
    Range,
    Ranges,
    Strip,
    Table,
)
from mindsight.record.model import Item, Manifest, Measure
from mindsight.text import Text, text

Pictures = tuple[Gallery | Strip, ...]
_Found = Mapping[str, Measure]

MOST_CLASSES_DRAWN = 60
"""Largest number of classes for which the matrix and intervals are drawn; the tables always contain all classes."""
MOST_CONFUSIONS = 10
MOST_UNLISTED = 50

_FEW = 30
_NONE = text("outside the list or none")


def blocks(
    manifest: Manifest,
    measures: Sequence[Measure],
    marking: Marking,
    failed: Sequence[Item],
    pictures: Pictures,
    readings: Iterable[Reading],
) -> tuple[Block, ...]:
    """Return the blocks of a report in reading order."""
    found = {measure.name: measure for measure in measures}
    order = worst_first(found, marking)
    drawn = len(marking.classes) <= MOST_CLASSES_DRAWN
    return (
        table1(found, "classification"),
        *_warnings(manifest, marking, failed),
        _overview(found),
        *([_ranges(found, marking, order)] if drawn else []),
        _classes(found, marking, order),
        *([_matrix(marking)] if drawn else []),
        *_confusions(marking),
        *_unlisted(marking),
        *_clusters(marking),
        *(block for block in pictures if isinstance(block, Gallery)),
        *([failures(failed)] if failed else []),
        _formulas(),
        sensitivity_table([text("Macro-F1")], [found["album.macro_f1"].value], readings),
        profile_table(manifest),
        *(block for block in pictures if isinstance(block, Strip)),
    )


def pictures_of(shown: Iterable[Block]) -> Pictures:
    """Return the pictures among saved blocks."""
    return tuple(block for block in shown if isinstance(block, Gallery | Strip))


def shown_class(item: Item, marking: Marking) -> Text | str:
    """Return the predicted class of an image, for a caption."""
    if item.status == "failed":
        return text(item.outcome)
    predicted = marking.predicted(item.terms)
    labels = item.terms["labels"]
    if predicted is not None:
        return predicted
    return text("({name})", name=next(iter(labels[0].values()))) if labels else text("no label")


def worst_first(found: _Found, marking: Marking) -> list[int]:
    """Return the indices of the classes, lowest F1 first."""
    f1 = [found[f"album.f1.{name}"].value for name in marking.classes]
    return sorted(range(len(f1)), key=lambda place: (1.0 if f1[place] is None else f1[place], place))


def _overview(found: _Found) -> Table:
    titles = {
        "album.macro_f1": text("Macro-F1 score"),
        "album.accuracy": text("Accuracy (beside the score)"),
        "album.macro_precision": text("Mean precision (beside the score)"),
        "album.macro_recall": text("Mean recall (beside the score)"),
    }
    rows: list[tuple[Cell, ...]] = [
        (title, text(found[name].unit), number(found[name]), bounds(found[name], 3), found[name].n)
        for name, title in titles.items()
        if name in found
    ]
    columns = (
        Column(title=text("Measure"), align="left"),
        Column(title=text("Unit"), align="left"),
        Column(title=text("Product"), decimals=3),
        Column(title=text("95 % interval")),
        Column(title=text("Images"), decimals=0),
    )
    return Table(id="overview", title=text("Macro-F1 and further measures"), columns=columns, rows=tuple(rows))


def _classes(found: _Found, marking: Marking, order: Sequence[int]) -> Table:
    """Return the table of classes with table 2 and formulas (1) to (3) for each, worst first."""
    tp, fp, fn = cases(marking.counted)
    images = marking.counted.sum(axis=1)
    rows: list[tuple[Cell, ...]] = []
    for place in order:
        name = marking.classes[place]
        own = [found[f"album.{rate}.{name}"] for rate in ("precision", "recall", "f1")]
        rates = [cell for measure in own for cell in (number(measure), bounds(measure, 3))]
        count = int(images[place]) if place < len(images) else 0
        rows.append((text("{name}", name=name), count, int(tp[place]), int(fp[place]), int(fn[place]), *rates))
    interval = text("95 % interval")
    columns = (
        Column(title=text("Image class"), align="left"),
        *(Column(title=title, decimals=0) for title in (text("Images"), text("TP"), text("FP"), text("FN"))),
        Column(title=text("Precision P"), decimals=3),
        Column(title=interval),
        Column(title=text("Recall R"), decimals=3),
        Column(title=interval),
        Column(title=text("F1"), decimals=3),
        Column(title=interval),
    )
    return Table(id="classes", title=text("Classes, the worst first"), columns=columns, rows=tuple(rows))


def _ranges(found: _Found, marking: Marking, order: Sequence[int]) -> Ranges:
    ranges = []
    for place in order:
        measure = found[f"album.f1.{marking.classes[place]}"]
        if measure.value is not None:
            low, high = (None, None) if measure.interval is None else (measure.interval.low, measure.interval.high)
            ranges.append(
                Range(
                    name=marking.classes[place],
                    value=round(measure.value, 6),
                    low=low,
                    high=high,
                    target=f"measure-{measure.name}",
                )
            )
    return Ranges(id="f1", title=text("F1 of each class with its 95 % interval"), ranges=tuple(ranges))


def _matrix(marking: Marking) -> Confusion:
    return Confusion(
        id="confusion",
        title=text("Confusion matrix: images by actual class and the class that the album gave"),
        actual=marking.tested,
        predicted=(*marking.classes, _NONE),
        counts=tuple(tuple(int(count) for count in row) for row in marking.counts),
    )


def _confusions(marking: Marking) -> list[Table]:
    wrong = marking.counts.copy()
    np.fill_diagonal(wrong, 0)
    order = np.argsort(-wrong, axis=None, kind="stable")[:MOST_CONFUSIONS]
    pairs = [(int(place) // wrong.shape[1], int(place) % wrong.shape[1]) for place in order]
    images = marking.counts.sum(axis=1)
    rows: list[tuple[Cell, ...]] = [
        (
            marking.tested[actual],
            _NONE if predicted == len(marking.classes) else marking.classes[predicted],
            int(wrong[actual, predicted]),
            round(float(wrong[actual, predicted] / images[actual]), 6),
        )
        for actual, predicted in pairs
        if wrong[actual, predicted]
    ]
    if not rows:
        return []
    columns = (
        Column(title=text("Actual class"), align="left"),
        Column(title=text("Class that the album gave"), align="left"),
        Column(title=text("Images"), decimals=0),
        Column(title=text("Share of the actual class"), decimals=3),
    )
    return [Table(id="confusions", title=text("Most frequent confusions"), columns=columns, rows=tuple(rows))]


def _unlisted(marking: Marking) -> list[Table]:
    rows = tuple((name, images) for name, images in marking.unlisted.most_common(MOST_UNLISTED))
    columns = (Column(title=text("Label"), align="left"), Column(title=text("Images"), decimals=0))
    return [Table(id="unlisted", title=text("Labels outside the list"), columns=columns, rows=rows)] if rows else []


def _clusters(marking: Marking) -> list[Table]:
    rows = tuple((cluster, own) for cluster, own in sorted(marking.matched.items()))
    columns = (Column(title=text("Cluster"), align="left"), Column(title=text("Image class"), align="left"))
    title = text("Which class each cluster was matched to")
    return [Table(id="clusters", title=title, columns=columns, rows=rows)] if rows else []


def _warnings(manifest: Manifest, marking: Marking, failed: Sequence[Item]) -> list[Note]:
    notes = common_warnings(manifest)
    left_out = manifest.plan.get("folders_left_out")
    if left_out:
        body = text(
            "These folders hold all images beside the folders of the classes and are no class; they are no labels: {folders}",
            folders=", ".join(left_out),
        )
        notes.append(warning("folders", "5.3-classification-b", body))
    if manifest.plan.get("hidden_rows"):
        body = text(
            "{count} hidden rows of the sheet “{sheet}” were read like all others.",
            count=manifest.plan["hidden_rows"],
            sheet=manifest.plan["sheet"],
        )
        notes.append(warning("hidden", "5.3-classification-c", body))
    few = sum(count < _FEW for _, count in manifest.plan["classes"])
    if few:
        body = text(
            "{count} of {all} classes have fewer than {least} images: a single image changes their F1 by several hundredths. "
            "Read the intervals.",
            count=few,
            all=len(manifest.plan["classes"]),
            least=_FEW,
        )
        notes.append(warning("few", "5.3-classification-a", body))
    outside = sum(marking.unlisted.values())
    if outside and not marking.matched:
        body = text(
            "{count} images got a label that is none of the classes under test. If a label means one of them, say so with "
            "--class-map and score again.",
            count=outside,
        )
        notes.append(warning("unlisted", "6.2.1", body))
    if failed:
        body = text(
            "{count} images have no usable answer and count as a miss of their class; the report lists each.",
            count=len(failed),
        )
        notes.append(warning("failed", "5.4", body))
    return notes


def _formulas() -> Paragraphs:
    lines = (
        text("(1)  P = TP / (TP + FP)"),
        text("(2)  R = TP / (TP + FN)"),
        text("(3)  F1 = 2 × P × R / (P + R)"),
        text("(4)  score = Macro-F1 × 100 = (Σᵢ F1(Cᵢ) / N) × 100,  i = 1 … N"),
        text(
            "TP, FP, FN: images of the class that got it, of others that got it, of the class that did not; C₁ … C_N the classes."
        ),
    )
    return Paragraphs(id="formulas-6.2.1", title=text("Formulas of the clause"), paragraphs=lines)
