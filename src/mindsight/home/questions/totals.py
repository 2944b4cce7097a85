"""Compute the numbers of a run over questions from its record, without the engine or the subject (6.3 c, 6.4.1 b)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from mindsight.answers.unread import Unread, unread_measures
from mindsight.home.questions.data_file import QuestionFile
from mindsight.home.questions.plugged import as_recorded
from mindsight.home.questions.reporting.run_report import blocks
from mindsight.home.questions.scoring.measures import question_measures
from mindsight.home.reporting.not_read import MOST_LISTED
from mindsight.home.scoring.dependence import Ended, design_effect
from mindsight.home.scoring.generalisation import Outcomes, ResultsRow
from mindsight.home.scoring.measures import Effects, Score, score_row
from mindsight.home.scoring.outcomes import knows_nr
from mindsight.record import scores
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Manifest, Measure, Results, Signature
from mindsight.record.scores import MeasureKind, Scores, ScoreTable

_FIGURES = {
    ("TP", True): "tp",
    ("FP", True): "fp_valid",
    ("FN", True): "fn",
    ("TN", False): "tn_declined",
    ("FP", False): "fp_irrelevant",
    ("NR", False): "nr",
}


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone."""
    table = table_of(run)
    return table, results_of(run, table)


def table_of(run: RunFolder) -> ScoreTable:
    """Return for every question whether it was dealt with rightly, one column per class."""
    return scores.tabulate(run.items, [kind.name for kind in _columns(run.manifest)], _score)


def results_of(run: RunFolder, table: ScoreTable) -> Results:
    """Gather the counts of a run (home 6.3-c) and return T, the measures reported beside it, and the blocks of the report."""
    del table
    manifest = run.manifest
    signature = signature_of(manifest)
    items, unread = light_items(run)
    score = score_of(manifest, items, signature)
    more = question_measures([item for item in items if item.status == "scored"], manifest.plan["tasks"], signature)
    measures = (*score.measures, *more, *shares_of(unread, signature))
    questions = QuestionFile(run.path / manifest.data.file)
    with as_recorded(manifest.plan):
        return Results(measures=measures, blocks=tuple(blocks(manifest, score, measures, items, unread, questions)))


def light_items(run: RunFolder) -> tuple[list[Item], Unread | None]:
    """Return the items of a run, and what of their answers could not be read; None if its rule of scoring did not know that.

    What subjects wrote is in the record; with all of it in memory, a long run would not fit. Kept is what the report shows.
    """
    unread, items, listed = Unread(), list[Item](), 0
    for item in run.items:
        unread.add(item)
        listed += item.outcome == "NR"
        is_shown = item.outcome == "NR" and listed <= MOST_LISTED
        items.append(item if is_shown else item.model_copy(update={"answer": {}}))
    return items, unread if knows_nr(run.manifest.identity) else None


def shares_of(unread: Unread | None, signature: Signature) -> Iterator[Measure]:
    """Yield the shares of unread answers, if they are known."""
    if unread is not None:
        yield from unread_measures(unread, signature, suite="home", clause="6.3-b")


def signature_of(manifest: Manifest) -> Signature:
    """Return the signature of all measures of a run."""
    answered = {name: value for name, value in manifest.subject.details.items() if name == "server"}
    return Signature(identity=manifest.identity, environment={**manifest.software, **manifest.hardware, **answered})


def score_of(manifest: Manifest, items: Sequence[Item], signature: Signature) -> Score:
    """Return the score of a run from the outcomes of its items; questions of one wording depend on each other."""
    plan = manifest.plan
    row = ResultsRow(manifest.subject.name, dict(outcomes_of(items, plan["tasks"])))
    return score_row(
        row,
        signature,
        penalty=plan["penalty"],
        unknown=plan["unknown"],
        groups=plan["groups"],
        gaps=True,
        effects=_effects(items, plan["tasks"]),
    )


def outcomes_of(items: Iterable[Item], keys: Sequence[str]) -> dict[str, Outcomes]:
    """Return how the questions of each class ended (home 6.4.1-b), leaving out infrastructure errors."""
    counts = {key: Counter[str]() for key in keys}
    for item in items:
        if item.status == "scored":
            counts[item.terms["task"]][_FIGURES[item.outcome, item.terms["valid"]]] += 1
    return {
        key: Outcomes(**{name: own[name] for name in (*_FIGURES.values(), "tn_idle")}) for key, own in counts.items()
    }


def _effects(items: Iterable[Item], keys: Sequence[str]) -> Effects:
    ended: dict[str, list[Ended]] = {key: [] for key in keys}
    for item in items:
        if item.status == "scored":
            right = item.outcome in {"TP", "TN"}
            ended[item.terms["task"]].append(Ended(item.cluster, item.terms["valid"], right))
    return {key: design_effect(own) for key, own in ended.items()}


def _columns(manifest: Manifest) -> list[MeasureKind]:
    return [MeasureKind(f"home.right.{key}", "6.3-c", "share", 0.0, 1.0) for key in manifest.plan["tasks"]]


def _score(item: Item) -> Scores:
    if item.status == "failed":
        return {}
    return {f"home.right.{item.terms['task']}": float(item.outcome in {"TP", "TN"})}
