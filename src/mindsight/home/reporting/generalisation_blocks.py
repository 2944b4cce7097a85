"""Scores of task generalisation as blocks: the form of table A.1 first, then the uncertainty of T."""

from collections.abc import Iterator, Mapping, Sequence

from mindsight.clauses import implements
from mindsight.home.classes import DIMENSIONS
from mindsight.home.scoring.generalisation import INDICATIVE_BELOW, PENALTIES
from mindsight.home.scoring.measures import Score
from mindsight.home.scoring.sampling import Difference, difference
from mindsight.record.blocks import Block, Cell, Column, Level, Note, Range, Ranges, Table
from mindsight.record.spelling import decimals_of_ends
from mindsight.statistics import Interval
from mindsight.text import Text, text


@implements("home", "table.A.1")
def results_table(scores: Sequence[Score]) -> Table:
    """Return the results in the form of table A.1: a row for each model, its classes in percent, and T.

    Besides the document's columns it has mean and spread, of which T is made, and the rank among several models.
    """
    classes = [_column(plain(name), 1) for name in scores[0].accuracies]
    made_of = [Column(title=title, decimals=1) for title in (text("mean"), text("spread σ"))]
    last = [Column(title=text("T"), decimals=3), Column(title=text("rank"), decimals=0)][: 2 if len(scores) > 1 else 1]
    return Table(
        id="summary",
        title=text("Task generalisation in the form of table A.1: accuracy of each class in %, and T"),
        columns=(_MODEL, *classes, *made_of, *last),
        rows=tuple((*_row_a1(score), *_rank(score, scores)) for score in scores),
    )


def _row_a1(score: Score) -> tuple[Cell, ...]:
    shares = (*score.accuracies.values(), score.value("f_mean"), score.value("f_spread"))
    return (plain(score.name), *(None if share is None else 100 * share for share in shares), score.index)


def _rank(score: Score, scores: Sequence[Score]) -> tuple[int | None, ...]:
    """Return a model's rank by T, the same for equal T and None without T; no cell for a single model."""
    if len(scores) == 1:
        return ()
    if score.index is None:
        return (None,)
    own = round(score.index, 9)
    return (1 + sum(other.index is not None and round(other.index, 9) > own for other in scores),)


def blocks(
    scores: Sequence[Score],
    *,
    penalty: float,
    unknown: Sequence[str] = (),
    paired: Sequence[Difference] | None = None,
) -> list[Block]:
    """Return all blocks for one or more models, warnings last.

    Args:
        scores: The models.
        penalty: Weight λ of the spread, ≥ 0.
        unknown: Classes unknown to the models.
        paired: The differences in corrected T from the first model if all had the same tasks; None for separate tests.
    """
    shown: list[Block] = [results_table(scores)]
    if scores[0].trials is not None:
        shown += [*_panel(scores), _trust(scores), _intervals(scores)]
    found = differences(scores) if paired is None else paired
    if any(found):
        shown.append(_differences(scores, found))
    shown.append(_sweep(scores))
    if unknown and len(set(unknown)) < len(scores[0].accuracies):
        shown.append(_knowledge(scores))
    return [*shown, *_notes(scores, penalty, same_tasks=paired is not None)]


def differences(scores: Sequence[Score]) -> list[Difference | None]:
    """Return the difference in corrected T of every further model from the first, as for separate tests.

    The entry of a model is None if its T, or that of the first, cannot be corrected.
    """
    first, *rest = (score.corrected for score in scores)
    return [None if first is None or other is None else difference(other, first) for other in rest]


def by_dimension(scores: Sequence[Score], dimensions: Mapping[str, Sequence[str]]) -> Table:
    """Return the mean accuracy over the classes of each dimension of table 1; a dimension without classes is said to be not tested."""
    columns = (
        Column(title=text("Dimension"), align="left"),
        Column(title=text("Classes"), decimals=0),
        *(_column(plain(score.name)) for score in scores),
    )
    rows = tuple(
        (
            title,
            len(dimensions.get(key, ())) or text("not tested"),
            *(score.value(f"dimension.{key}") for score in scores),
        )
        for key, (_, title) in DIMENSIONS.items()
    )
    return Table(id="dimensions", title=text("Mean accuracy by dimension of table 1"), columns=columns, rows=rows)


def plain(name: str) -> str:
    """Return a name that is safe in spreadsheets: one that begins like a formula gets an apostrophe."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name


_MODEL = Column(title=text("Model"), align="left")


def _column(name: str, decimals: int | None = 3) -> Column:
    return Column(title=text("{name}", name=name), decimals=decimals)


def _trust(scores: Sequence[Score]) -> Table:
    heads = (
        text("T"),
        text("T corrected"),
        text("95 % interval"),
        text("T on valid tasks"),
        text("gain over trivial"),
    )
    return Table(
        id="trust",
        title=text("How far T may be trusted"),
        columns=(_MODEL, *(Column(title=head, decimals=3) for head in heads), _TASKS),
        rows=tuple(
            (
                plain(score.name),
                score.index,
                *((score.corrected.value, _range(score.corrected.interval)) if score.corrected else (None, None)),
                score.valid,
                score.gain,
                score.trials,
            )
            for score in scores
        ),
    )


_TASKS = Column(title=text("fewest tasks in a class"), decimals=0)


def _panel(scores: Sequence[Score]) -> Iterator[Ranges]:
    """Yield the models' T without sampling noise, each with its interval, on one axis."""
    found = [(score, score.corrected) for score in scores if score.corrected is not None]
    if not found:
        return
    rows = [
        Range(
            name=plain(score.name),
            value=round(corrected.value, 6),
            low=round(corrected.interval.low, 6),
            high=round(corrected.interval.high, 6),
        )
        for score, corrected in found
    ]
    trivial = [refused for score, _ in found if (refused := score.value("T_trivial.refuse")) is not None]
    # One line is right for all models only if they have the same share of irrelevant tasks.
    same = trivial and max(trivial) - min(trivial) < 1e-9
    lowest = min([0.0, *(row.low for row in rows if row.low is not None)])
    yield Ranges(
        id="panel",
        title=text("T without sampling noise, with its 95 % interval"),
        ranges=tuple(rows),
        levels=(Level(name=text("T of refusing everything"), value=round(trivial[0], 6)),) if same else (),
        low=0.2 * (lowest // 0.2),
    )


def _intervals(scores: Sequence[Score]) -> Table:
    def cell(score: Score, name: str) -> Cell:
        share, limits = score.accuracies[name], score.intervals.get(name)
        if share is None or limits is None:
            return None if share is None else f"{100 * share:.1f}"
        return f"{100 * share:.1f} {_range(limits, 100, 1)}"

    return Table(
        id="classes",
        title=text("Accuracy of each class in %, with its 95 % interval (Wilson)"),
        columns=(Column(title=text("Class"), align="left"), *(_column(plain(score.name)) for score in scores)),
        rows=tuple((plain(name), *(cell(score, name) for score in scores)) for name in scores[0].accuracies),
    )


def _sweep(scores: Sequence[Score]) -> Table:
    return Table(
        id="sweep",
        title=text("T under other penalties λ; at 0 it is the mean accuracy"),
        columns=(_MODEL, *(_column(f"λ = {weight:g}") for weight in PENALTIES)),
        rows=tuple((plain(score.name), *(score.value(f"T_at.{weight:g}") for weight in PENALTIES)) for score in scores),
    )


def _knowledge(scores: Sequence[Score]) -> Table:
    names = [f"{kind}_{side}" for kind in ("f", "T") for side in ("known", "unknown", "gap")]
    heads = (
        text("mean f, known"),
        text("mean f, unknown"),
        text("gap"),
        text("T, known"),
        text("T, unknown"),
        text("gap"),
    )
    return Table(
        id="knowledge",
        title=text("Known and unknown task classes"),
        columns=(_MODEL, *(Column(title=head, decimals=3) for head in heads)),
        rows=tuple((plain(score.name), *map(score.value, names)) for score in scores),
    )


def _differences(scores: Sequence[Score], found: Sequence[Difference | None]) -> Table:
    return Table(
        id="differences",
        title=text("Corrected T less that of {first}", first=plain(scores[0].name)),
        columns=(
            _MODEL,
            Column(title=text("difference"), decimals=3),
            Column(title=text("95 % interval")),
            Column(title=text("clear?"), align="left"),
        ),
        rows=tuple((plain(score.name), *_difference(one)) for score, one in zip(scores[1:], found, strict=True)),
    )


def _difference(one: Difference | None) -> tuple[Cell, ...]:
    if one is None:
        return (None, None, text("not estimable"))
    clear = text("no") if one.interval.low <= 0 <= one.interval.high else text("yes")
    return (one.value, _range(one.interval), clear)


def _notes(scores: Sequence[Score], penalty: float, *, same_tasks: bool) -> Iterator[Note]:
    reading = text(
        "T is the mean accuracy less λ times the population standard deviation over the classes, λ = {penalty}. The spread "
        "comes from the difficulty of the classes as much as from the model: T can rank a model of lower accuracy higher.",
        penalty=f"{penalty:g}",
    )
    yield Note(id="reading-T", title=text("Reading"), role="reading", clause="4.2", body=reading)
    for body in _warnings(scores, same_tasks=same_tasks):
        yield Note(id="warning", title=text("Warning"), role="warning", body=body)


def _warnings(scores: Sequence[Score], *, same_tasks: bool) -> Iterator[Text]:
    if scores[0].trials is None:
        yield text(
            "The table holds no counts of tasks. Without them T has no interval and cannot be corrected, T on valid tasks "
            "and the gain are unknown, and no difference between models can be called clear."
        )
        return
    if any(score.indicative for score in scores):
        yield text(
            "Indicative: a class has fewer than {least} tasks. Chance spreads the classes apart and lowers T: for the models of "
            "Annex A by 0.05 with 10 tasks per class and by 0.01 with 50, for classes that are all alike by more.",
            least=INDICATIVE_BELOW,
        )
    for score in scores:
        if score.index is None:
            yield text(
                "{model}: of a class no valid or no irrelevant task was tested; f of that class, T and what is computed from "
                "it are not estimable.",
                model=plain(score.name),
            )
    if scores[0].valid is None and scores[0].index is not None:
        yield text(
            "The counts do not separate valid from irrelevant tasks, so T on valid tasks and the gain over a "
            "subject that refuses everything are not estimable. Columns that separate them: {columns}",
            columns="tp, fp_valid, fn, tn_declined, tn_idle, fp_irrelevant",
        )
    if idle := [plain(score.name) for score in scores if score.gain is not None and score.gain <= 0]:
        yield text(
            "{models}: T is not above that of a subject that refuses every task; no ability is shown.",
            models=_listed(idle),
        )
    if len(scores) > 1 and not same_tasks:
        yield text(
            "The differences are computed as for separate tests. If the models had the same tasks, the intervals are usually "
            "wider than necessary."
        )


def _listed(names: Sequence[str]) -> Text:
    """Return the names as a list in words, each cut if it is long."""
    listed = text("{name}", name=names[0])
    for name in names[1:]:
        listed = text("{names}, {name}", names=listed, name=name)
    return listed


def _range(interval: Interval, scale: float = 1, decimals: int = 3) -> str:
    decimals = decimals_of_ends(scale * interval.low, scale * interval.high, decimals)
    low, high = (f"{scale * end:.{decimals}f}".replace("-", "−") for end in (interval.low, interval.high))
    return f"[{low}, {high}]"
