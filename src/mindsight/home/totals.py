"""Compute the numbers of a home run from its record, without the engine or the subject (6.3 c, 6.4.1 b)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from mindsight.answers.unread import unread_in, unread_measures
from mindsight.clauses import implements
from mindsight.home.classes import as_recorded
from mindsight.home.irrelevance import NARROW
from mindsight.home.reporting import run_report
from mindsight.home.reporting.episode_strips import instructions_of
from mindsight.home.reporting.epochs import apart, averaged, by_epoch, table_of_runs
from mindsight.home.reporting.valid_ends import valid_tasks
from mindsight.home.scoring.dependence import Ended, design_effect
from mindsight.home.scoring.ends import end_measures
from mindsight.home.scoring.generalisation import Outcomes, ResultsRow
from mindsight.home.scoring.kinds import Apart, Ignored, kind_measures, pair_kind
from mindsight.home.scoring.measures import AT, Effects, Score, score_row
from mindsight.home.scoring.outcomes import knows_nr
from mindsight.record import scores
from mindsight.record.folder import RunFolder
from mindsight.record.model import Item, Manifest, Results, Signature
from mindsight.record.scores import MeasureKind, Scores, ScoreTable

_MANNERS = {
    ("TP", "done"): "tp",
    ("TN", "declined"): "tn_declined",
    ("TN", "idle"): "tn_idle",
}


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute table and results from the record alone."""
    table = table_of(run)
    return table, results_of(run, table)


def table_of(run: RunFolder) -> ScoreTable:
    """Return the graded score of every valid task, one column per class."""
    names = [kind.name for kind in _graded(run.manifest)]
    return scores.tabulate(run.items, names, _score)


@implements("home", "6.3-c")
def results_of(run: RunFolder, table: ScoreTable) -> Results:
    """Gather the counts of a run (home 6.3-c) and return T, the measures reported beside it, and the blocks of the report."""
    manifest = run.manifest
    answered = {name: value for name, value in manifest.subject.details.items() if name == "server"}
    environment = {**manifest.software, **manifest.hardware, **answered}
    signature = Signature(identity=manifest.identity, environment=environment)
    items = list(run.items)
    epochs, keys = manifest.plan.get("epochs", 1), manifest.plan["tasks"]
    runs = [score_of(manifest, own, signature) for own in by_epoch(items, epochs)]
    score = runs[0] if epochs == 1 else _over_runs(runs)
    graded = [scores.measure(kind, table, signature) for kind in _graded(manifest)]
    together = "tasks_per_scene" in manifest.plan
    ends = [tuple(end_measures(valid_tasks(own), signature, together=together)) for own in by_epoch(items, epochs)]
    unread = unread_in(items)
    shares = unread_measures(unread, signature, suite="home", clause="6.3-b") if knows_nr(manifest.identity) else ()
    measures = (*score.measures, *graded, *(ends[0] if epochs == 1 else averaged(ends)), *shares)
    asked = instructions_of(run.path / manifest.data.file)
    with as_recorded(manifest.plan):
        blocks = list(run_report.blocks(manifest, score, measures, items, unread, asked))
        if epochs > 1:
            further = apart([one.measures for one in runs], keys)
            measures = (*measures, *further)
            place = 1 + next(number for number, block in enumerate(blocks) if block.id == "headline")
            blocks.insert(place, table_of_runs(measures, keys, epochs))
    return Results(measures=measures, blocks=tuple(blocks))


def _over_runs(runs: Sequence[Score]) -> Score:
    """Return the mean score of several runs of the same tasks; a class has no f if one of the runs has none."""
    accuracies = {
        key: fmean(values)
        if len(values := [one for run in runs if (one := run.accuracies[key]) is not None]) == len(runs)
        else None
        for key in runs[0].accuracies
    }
    counted = [run.trials for run in runs if run.trials is not None]
    return replace(
        runs[0],
        accuracies=accuracies,
        trials=min(counted, default=None),
        measures=averaged([run.measures for run in runs]),
    )


def score_of(manifest: Manifest, items: Sequence[Item], signature: Signature) -> Score:
    """Return the score of a run from the outcomes of its items."""
    plan = manifest.plan
    row = ResultsRow(manifest.subject.name, dict(outcomes_of(items, plan["tasks"])))
    score = score_row(
        row,
        signature,
        penalty=plan["penalty"],
        unknown=plan["unknown"],
        groups=plan.get("groups", {}),
        gaps=True,
        effects=effects_of(manifest, items),
    )
    if "kinds" not in plan:
        return score
    whole = "tasks_per_scene" not in plan
    more = kind_measures(by_kind(manifest, items), signature, penalty=plan["penalty"], intervals=whole)
    return replace(score, measures=(*score.measures, *more))


def by_kind(manifest: Manifest, items: Sequence[Item]) -> Apart:
    """Return the results of a run by kind of irrelevance; a pair of tasks is of the kind of its irrelevant one."""
    plan = manifest.plan
    kinds, valid = plan["kinds"], plan["trials"] - round(plan["trials"] * plan["irrelevant"])
    scored = [item for item in items if item.status == "scored"]
    found = {}
    for kind in plan["reasons"]:
        own = [item for item in scored if item.terms["reason"] == kind]
        if any(kind in cycle for cycle in kinds.values()):
            found[kind] = Ignored(sum(item.outcome == "TN" for item in own), len(own))
    narrow = [
        item
        for item in scored
        if pair_kind(item.id.partition(AT)[0], kinds=kinds[item.terms["task"]], valid=valid) in NARROW
    ]
    # A plan without narrow kinds has no T over them.
    keys = plan["tasks"] if any(kind in NARROW for kind in plan["reasons"]) else []
    return Apart(found, outcomes_of(narrow, keys))


def effects_of(manifest: Manifest, items: Iterable[Item]) -> Effects | None:
    """Return the design effect of each class; None if tasks do not share budgets."""
    if "tasks_per_scene" not in manifest.plan:
        return None
    ended: dict[str, list[Ended]] = {key: [] for key in manifest.plan["tasks"]}
    for item in items:
        if item.status == "scored":
            right = item.outcome in {"TP", "TN"}
            ended[item.terms["task"]].append(Ended(item.cluster, item.terms["valid"], right))
    return {key: design_effect(own) for key, own in ended.items()}


@implements("home", "6.4.1-b")
def outcomes_of(items: Iterable[Item], keys: Sequence[str]) -> Mapping[str, Outcomes]:
    """Return how the tasks of each class ended (home 6.4.1-b), leaving out infrastructure errors."""
    names = ("tp", "fp_valid", "fn", "tn_declined", "tn_idle", "fp_irrelevant", "nr")
    counts = {key: dict.fromkeys(names, 0) for key in keys}
    for item in items:
        if item.status == "scored":
            counts[item.terms["task"]][_figure(item)] += 1
    return {key: Outcomes(**figures) for key, figures in counts.items()}


def _figure(item: Item) -> str:
    if item.outcome == "FP":
        return "fp_valid" if item.terms["valid"] else "fp_irrelevant"
    return item.outcome.lower() if item.outcome in {"FN", "NR"} else _MANNERS[item.outcome, item.terms["manner"]]


def _score(item: Item) -> Scores:
    if item.status == "failed" or not item.terms["valid"]:
        return {}
    return {f"home.graded.{item.terms['task']}": item.terms["score"]}


def _graded(manifest: Manifest) -> list[MeasureKind]:
    return [MeasureKind(f"home.graded.{key}", "6.3-c", "share", 0.0, 1.0) for key in manifest.plan["tasks"]]
