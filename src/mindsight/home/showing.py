"""Scores of task generalisation as blocks: the form of table A.1 first, then how far T may be trusted."""

from collections.abc import Iterator, Sequence

from mindsight.clauses import implements
from mindsight.home.generalisation import INDICATIVE_BELOW, PENALTIES, knowledge_split, penalty_sweep
from mindsight.home.sampling import Difference, difference
from mindsight.home.scoring import Score
from mindsight.record.blocks import Block, Cell, Column, Note, Table
from mindsight.statistics import Interval
from mindsight.text import Text, text


@implements("home", "table.A.1")
def results_table(scores: Sequence[Score]) -> Table:
    """Return the results in the form of table A.1: a row for each model, its classes in percent, and T."""
    classes = [_column(plain(name), 1) for name in scores[0].accuracies]
    return Table(
        id="summary",
        title=text("Task generalisation: accuracy of each class in %, and T"),
        columns=(_MODEL, *classes, Column(title=text("T"), decimals=3)),
        rows=tuple(
            (plain(score.name), *(100 * value for value in score.accuracies.values()), score.index) for score in scores
        ),
    )


def blocks(scores: Sequence[Score], *, penalty: float, unknown: Sequence[str] = ()) -> list[Block]:
    """Return everything that is shown of several models, warnings last."""
    shown: list[Block] = [results_table(scores)]
    if scores[0].intervals:
        shown += [_trust(scores), _intervals(scores)]
    shown.append(_sweep(scores))
    if unknown and len(unknown) < len(scores[0].accuracies):
        shown.append(_knowledge(scores, unknown, penalty))
    if found := differences(scores):
        shown.append(_differences(scores, found))
    return [*shown, *_notes(scores, penalty)]


def differences(scores: Sequence[Score]) -> list[Difference]:
    """Return the differences in corrected T of every further model from the first, as of separate tests."""
    first, *rest = (score.corrected for score in scores)
    if first is None:
        return []
    return [difference(other, first) for other in rest if other is not None]


def plain(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula: one that begins like a formula gets an apostrophe."""
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


def _intervals(scores: Sequence[Score]) -> Table:
    def cell(score: Score, name: str) -> Cell:
        return f"{100 * score.accuracies[name]:.1f} {_range(score.intervals[name], 100, 1)}"

    return Table(
        id="classes",
        title=text("Accuracy of each class in %, with Wilson's 95 % interval"),
        columns=(Column(title=text("Class"), align="left"), *(_column(plain(score.name)) for score in scores)),
        rows=tuple((plain(name), *(cell(score, name) for score in scores)) for name in scores[0].accuracies),
    )


def _sweep(scores: Sequence[Score]) -> Table:
    return Table(
        id="sweep",
        title=text("T under other penalties λ; at 0 it is the mean accuracy"),
        columns=(_MODEL, *(_column(f"λ = {weight:g}") for weight in PENALTIES)),
        rows=tuple(
            (plain(score.name), *penalty_sweep(list(score.accuracies.values()), PENALTIES).values()) for score in scores
        ),
    )


def _knowledge(scores: Sequence[Score], unknown: Sequence[str], penalty: float) -> Table:
    def row(score: Score) -> tuple[Cell, ...]:
        split = knowledge_split(score.accuracies, unknown, penalty=penalty)
        if split is None:
            return (plain(score.name), *(None,) * 6)
        known, other = split.known, split.unknown
        return (plain(score.name), known.mean, other.mean, split.mean_gap, known.index, other.index, split.index_gap)

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
        rows=tuple(row(score) for score in scores),
    )


def _differences(scores: Sequence[Score], found: Sequence[Difference]) -> Table:
    return Table(
        id="differences",
        title=text("Corrected T less that of {first}", first=plain(scores[0].name)),
        columns=(
            _MODEL,
            Column(title=text("difference"), decimals=3),
            Column(title=text("95 % interval")),
            Column(title=text("clear?"), align="left"),
        ),
        rows=tuple(
            (
                plain(score.name),
                one.value,
                _range(one.interval),
                text("no") if one.interval.low <= 0 <= one.interval.high else text("yes"),
            )
            for score, one in zip(scores[1:], found, strict=True)
        ),
    )


def _notes(scores: Sequence[Score], penalty: float) -> Iterator[Note]:
    reading = text(
        "T is the mean accuracy less λ times the population standard deviation over the classes, λ = {penalty}. The spread "
        "comes from the difficulty of the classes as much as from the model: T can rank a model of lower accuracy higher.",
        penalty=f"{penalty:g}",
    )
    yield Note(id="reading-T", title=text("Reading"), role="reading", clause="4.2", body=reading)
    for body in _warnings(scores):
        yield Note(id="warning", title=text("Warning"), role="warning", body=body)


def _warnings(scores: Sequence[Score]) -> Iterator[Text]:
    if not scores[0].intervals:
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
    if scores[0].valid is None:
        yield text(
            "The counts do not tell valid from irrelevant tasks, so T on valid tasks and the gain over a subject that "
            "refuses everything are not estimable. Columns that tell them apart: {columns}",
            columns="tp, fp_valid, fn, tn_declined, tn_idle, fp_irrelevant",
        )
    for score in scores:
        if score.gain is not None and score.gain <= 0:
            yield text(
                "{model}: T is not above that of a subject that refuses every task; it shows no ability.",
                model=plain(score.name),
            )
    if len(scores) > 1:
        yield text(
            "The differences are those of separate tests. If the models had the same tasks, the intervals are as a rule wider "
            "than need be."
        )


def _range(interval: Interval, scale: float = 1, decimals: int = 3) -> str:
    low, high = (f"{scale * end:.{decimals}f}".replace("-", "−") for end in (interval.low, interval.high))
    return f"[{low}, {high}]"
