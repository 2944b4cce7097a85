"""Compare products on the same classified images by the difference of their Macro-F1 scores (6.2.1)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mindsight.album.classification.formulas import macro_f1_points
from mindsight.album.classification.scoring import Marking, reading_of
from mindsight.record.blocks import Cell, Column, Table
from mindsight.record.comparison import Comparison, compare_runs
from mindsight.record.folder import RunFolder
from mindsight.record.spelling import range_of
from mindsight.statistics import Interval, basic_bootstrap
from mindsight.text import text

_DECIMALS = 2

Places = NDArray[np.int64]


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


def macro_f1_difference(actual: Places, one: Places, other: Places, run: Marking, seed: int) -> Interval | None:
    """Return the interval of the Macro-F1 score of ``other`` less that of ``one``, in points; None if not estimable.

    Args:
        actual: Index of each image's actual class, shape (n,).
        one: Index of the class given by the first product; the number of classes stands for "none of them".
        other: The same for the other product.
        run: Provides the classes and the reading.
        seed: Seed of the bootstrap.
    """

    def difference(images: Places) -> float:
        return _points(actual[images], other[images], run) - _points(actual[images], one[images], run)

    try:
        return basic_bootstrap(difference, len(actual), np.random.default_rng(seed), strata=actual)
    except ValueError:  # a reading that leaves out 0/0 may leave a resample empty
        return None


def _points(actual: Places, predicted: Places, run: Marking) -> float:
    rows, columns = run.counts.shape
    counts = np.bincount(actual * columns + predicted, minlength=rows * columns).reshape(rows, columns)
    return macro_f1_points(counts, reading_of(run.profile))


def _table(names: Sequence[str], runs: Sequence[RunFolder], seed: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    sides = [_places(run) for run in runs]
    first, actual, one = sides[0]
    for name, (marking, _, other) in zip(names[1:], sides[1:], strict=True):
        points: Cell = text("not_estimable")
        shown: Cell = text("not_estimable")
        # Under a profile that counts further names as classes, the two products may not have the same classes.
        if marking.classes == first.classes:
            points = round(_points(actual, other, first) - _points(actual, one, first), 6)
            interval = macro_f1_difference(actual, one, other, first, seed)
            shown = shown if interval is None else range_of(interval.low, interval.high, _DECIMALS)
        rows.append((name, points, shown, len(actual)))
    columns = (
        Column(title=text("Subject"), align="left"),
        Column(title=text("Difference of the Macro-F1 scores, points"), decimals=_DECIMALS),
        Column(title=text("95 % interval")),
        Column(title=text("Images"), decimals=0),
    )
    title = text("Macro-F1 compared with {first}", first=names[0])
    return Table(id="macro-f1-differences", title=title, columns=columns, rows=tuple(rows))


def _places(run: RunFolder) -> tuple[Marking, Places, Places]:
    """Return a run's marking and the indices of actual and predicted classes, in the order of the images' numbers."""
    marking = Marking.of_run(run.items, run.manifest.plan)
    place = {name: number for number, name in enumerate(marking.classes)}
    nowhere = len(marking.classes)
    found = sorted(
        (item.id, place[item.terms["actual"]], place.get(marking.predicted(item.terms) or "", nowhere))
        for item in run.items
    )
    _, actual, predicted = zip(*found, strict=True)
    return marking, np.array(actual, np.int64), np.array(predicted, np.int64)
