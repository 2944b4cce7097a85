"""Compare products on the same classified images by the difference of their Macro-F1 scores (6.2.1)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mindsight.album.classification.formulas import Cases, Floats, Reading, macro_f1_points, rates
from mindsight.album.classification.scoring import Kind, Kinds, Marking, kind_of, reading_of
from mindsight.record.blocks import Cell, Column, Table
from mindsight.record.columns import Names, Numbers
from mindsight.record.comparison import Comparison, compare_runs
from mindsight.record.folder import RunFolder
from mindsight.record.spelling import range_of
from mindsight.statistics import Interval
from mindsight.text import text

DRAWS, LEVEL = 2_000, 0.95
_DECIMALS = 2

Places = NDArray[np.integer[Any]]


class Answers(NamedTuple):
    """The classes of a run's images by place, in the order of the images' numbers; the number of classes stands for none of them."""

    marking: Marking
    actual: Places
    predicted: Places


def compare(runs: Sequence[RunFolder], *, seed: int) -> Comparison:
    """Compare classification runs as every comparison does, adding the difference of the Macro-F1 scores.

    Macro-F1 is not a mean over images and so has no column of item scores to compare: images are resampled within their actual class, the
    same images for both products.

    Raises:
        InputError: Fewer than two runs, or one that is not complete.
        IdentityError: The runs do not measure the same thing; the message names the field.
    """
    found = compare_runs(runs, seed=seed)
    blocks = list(found.blocks)
    place = next(number for number, block in enumerate(blocks) if block.id == "how")
    blocks.insert(place + 1, _table(found.names, runs, seed))
    return found._replace(blocks=tuple(blocks))


def macro_f1_difference(
    actual: Places, one: Places, other: Places, classes: int, reading: Reading, seed: int
) -> Interval | None:
    """Return the basic bootstrap interval of the Macro-F1 score of ``other`` less that of ``one``, in points.

    Images of a class that both products answer alike are interchangeable, so a resample is a multinomial draw for each class: the cost
    depends on the number of different answers, not of images.

    Args:
        actual: Index of each image's actual class, shape (n,).
        one: Index of the class given by the first product, shape (n,); ``classes`` stands for "none of them".
        other: The same for the other product.
        classes: Number of classes.
        reading: Choices for what the clause leaves open.
        seed: Seed of the bootstrap.

    Returns:
        The interval; None if an actual class has a single image, or a resample is left without any class.
    """
    width = classes + 1
    codes, came, images = np.unique(
        (actual.astype(np.int64) * width + one) * width + other, return_index=True, return_counts=True
    )
    # In the order in which the images come, so that the products can be exchanged.
    codes, images = codes[np.argsort(came)], images[np.argsort(came)]
    own, first, second = codes // width**2, codes // width % width, codes % width
    if np.bincount(own, images)[np.unique(own)].min() < 2:
        return None
    rng = np.random.default_rng(seed)
    drawn = np.empty((DRAWS, len(codes)), np.int64)
    for place in np.unique(own):
        cells = own == place
        drawn[:, cells] = rng.multinomial(images[cells].sum(), images[cells] / images[cells].sum(), size=DRAWS)

    def difference(counts: NDArray[np.int64]) -> Floats:
        points = [rates(_cases(counts, own, given, classes, reading), reading).macro_f1 for given in (first, second)]
        return (points[1] - points[0]) * 100

    estimate, replicates = float(difference(images[None])[0]), difference(drawn)
    if not np.isfinite([estimate, *replicates]).all():  # a reading that leaves out 0/0 may leave a resample empty
        return None
    low, high = np.quantile(replicates, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(2 * estimate - float(high), 2 * estimate - float(low), LEVEL, "basic bootstrap")


def _cases(drawn: NDArray[np.int64], own: Places, given: Places, classes: int, reading: Reading) -> Cases:
    """Return the cases of each draw for the answers of one product, shape (draws, classes)."""
    tp, predicted, actual = (np.zeros((len(drawn), classes), np.int64) for _ in range(3))
    for cell, (truth, answer) in enumerate(zip(own.tolist(), given.tolist(), strict=True)):
        if answer < classes:
            predicted[:, answer] += drawn[:, cell]
        elif reading.unlisted == "left_out":
            continue
        actual[:, truth] += drawn[:, cell]
        if answer == truth:
            tp[:, truth] += drawn[:, cell]
    return Cases(tp, predicted - tp, actual - tp)


def _points(of: Answers, reading: Reading) -> float:
    rows, columns = of.marking.counts.shape
    counts = np.bincount(of.actual * np.int64(columns) + of.predicted, minlength=rows * columns)
    return macro_f1_points(counts.reshape(rows, columns), reading)


def _table(names: Sequence[str], runs: Sequence[RunFolder], seed: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    first = _answers(runs[0])
    reading = reading_of(first.marking.profile)
    for name, run in zip(names[1:], runs[1:], strict=True):
        other = _answers(run)
        points: Cell = text("not_estimable")
        shown: Cell = text("not_estimable")
        # Under a profile that counts further names as classes, the two products may not have the same classes.
        if other.marking.classes == first.marking.classes:
            points = round(_points(other, reading) - _points(first, reading), 6)
            classes = len(first.marking.classes)
            interval = macro_f1_difference(first.actual, first.predicted, other.predicted, classes, reading, seed)
            shown = shown if interval is None else range_of(interval.low, interval.high, _DECIMALS)
        rows.append((name, points, shown, len(first.actual)))
    columns = (
        Column(title=text("Subject"), align="left"),
        Column(title=text("Difference of the Macro-F1 scores, points"), decimals=_DECIMALS),
        Column(title=text("95 % interval")),
        Column(title=text("Images"), decimals=0),
    )
    title = text("Macro-F1 compared with {first}", first=names[0])
    return Table(id="macro-f1-differences", title=title, columns=columns, rows=tuple(rows))


def _answers(run: RunFolder) -> Answers:
    """Read the answers of a run: of an image the kind of its labels is kept, and its id while the images are put in order."""
    numbers: dict[Kind, int] = {}
    images: Kinds = Counter()
    ids, rows = Names(), Numbers("I")
    for item in run.items:
        kind = kind_of(item)
        rows.append(numbers.setdefault(kind, len(numbers)))
        images[kind] += 1
        ids.add(item.id)
    marking = Marking.of_kinds(images, run.manifest.plan)
    place = {name: number for number, name in enumerate(marking.classes)}
    actual = np.array([place[kind[0]] for kind in numbers], np.int32)
    predicted = np.array([marking.column(*kind) for kind in numbers], np.int32)
    of_rows = rows.array()
    _, order = ids.sorted()
    if order is not None:
        of_rows = of_rows[order]
    return Answers(marking, actual[of_rows], predicted[of_rows])
