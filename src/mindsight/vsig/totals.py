"""Measures of a vsig run from its record, without the clips or the subject."""

import functools
from collections.abc import Sequence

from mindsight.answers.unread import unread_measures
from mindsight.record import scores
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest, Measure, Results, Signature
from mindsight.record.scores import ScoreTable
from mindsight.vsig.canaries.marks import condition_of_marks, marked
from mindsight.vsig.dataset.data_file import SampleList
from mindsight.vsig.profile import Profile
from mindsight.vsig.scoring.measures import columns_of, estimable, item_scores, pooled_measures
from mindsight.vsig.scoring.shares import Shares
from mindsight.vsig.scoring.slimming import slim


def rescore(run: RunFolder) -> tuple[ScoreTable, Results]:
    """Recompute the table and results from the record alone."""
    table = table_of(run)
    return table, results_of(run, table)


def profile_of(manifest: Manifest) -> Profile:
    """Return the profile under which a run was scored."""
    return Profile.model_validate(manifest.plan["profile"])


def table_of(run: RunFolder) -> ScoreTable:
    """Return the table of each sample's own scores, with a column for each measure that is a mean over samples."""
    profile = profile_of(run.manifest)
    names = [kind.name for kind in columns_of(profile)]
    return scores.tabulate(run.items, names, functools.partial(item_scores, profile=profile))


def measures_of(run: RunFolder, table: ScoreTable, shares: Shares | None = None) -> tuple[Measure, ...]:
    """Return all measures of a run, the headline first; ``shares`` are those of its items, if they are known."""
    manifest = run.manifest
    profile = profile_of(manifest)
    environment = {**manifest.software, **manifest.hardware, **condition_of_marks(manifest.canaries)}
    signature = Signature(identity=manifest.identity, environment=environment)
    shares = shares or Shares(profile, run.items_in_order)
    pooled = pooled_measures(shares, table.cluster_numbers(), profile, signature)
    columns = (scores.measure(kind, table, signature) for kind in columns_of(profile))
    unread = unread_measures(shares.unread, signature, suite="vsig", clause="results")
    found = (*pooled, *columns, *unread, *_judged(run, profile, signature))
    return marked(map(estimable, found), manifest)


def _judged(run: RunFolder, profile: Profile, signature: Signature) -> Sequence[Measure]:
    if not run.manifest.plan.get("judge"):
        return ()
    from mindsight.vsig.judge.measures import judge_measures
    from mindsight.vsig.judge.record import judgements_of

    return judge_measures(slim(run.items), {one.id: one for one in judgements_of(run)}, profile, signature)


def results_of(run: RunFolder, table: ScoreTable, samples: SampleList | None = None) -> Results:
    """Return the measures and the report's blocks; ``samples`` are the run's, if they are open."""
    from mindsight.vsig.reporting.gathered import Gathered
    from mindsight.vsig.reporting.run_report import blocks

    gathered = Gathered(profile_of(run.manifest), run.items_in_order)
    measures = measures_of(run, table, gathered.shares)
    clusters = int(table.cluster_numbers().max(initial=0)) + 1 if len(table.ids) else 0
    samples = samples or SampleList(run.path / run.manifest.data.file)
    return Results(measures=measures, blocks=tuple(blocks(run, measures, gathered, clusters, samples)))


def metrics_page(run: RunFolder) -> dict[str, bytes]:
    """Return the file with the results under the original's key names, as a mapping from its name to its content."""
    from mindsight.vsig.reporting import metrics_file

    profile = profile_of(run.manifest)
    shares = Shares(profile, run.items_in_order)
    return {metrics_file.NAME: metrics_file.page(metrics_file.metrics_of(shares, profile))}
