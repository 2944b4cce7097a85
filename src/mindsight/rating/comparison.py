"""Compare rated runs of one campaign: differences with an interval for other raters and other items, not for other items alone."""

from collections.abc import Sequence

from mindsight.rating.opinion.score import LEAST_RATERS
from mindsight.rating.scoring import full_matrix, name_of
from mindsight.record.blocks import Note
from mindsight.record.comparison import Comparison, Way, compare_runs
from mindsight.record.folder import RunFolder
from mindsight.statistics import PairedDifference, crossed_difference
from mindsight.text import text

_EXPLAINED = text(
    "Each difference is that subject less {first}, over the raters who rated every output of both. Interval and p are for other raters and "
    "other items (crossed, t): few raters make them wide, however many items there are. p is corrected for the number of tests (Holm). "
    "“Clear” means p below {limit} and an interval without zero."
)


def compare(runs: Sequence[RunFolder], *, seed: int) -> Comparison:
    """Compare rated runs as every comparison does, but with raters and items crossed.

    Raises:
        InputError: Fewer than two runs, or one that is not complete.
        IdentityError: The runs are of two campaigns, or were rated by another table; the message names the field.
    """
    found = compare_runs(runs, seed=seed, way=Way(opinion_difference, _EXPLAINED))
    if not any(run.manifest.plan["simulated"] for run in runs):
        return found
    body = text("Simulated raters: these numbers say nothing about any product.")
    note = Note(id="warning-simulated", title=text("Warning"), role="warning", body=body)
    return found._replace(warnings=(body, *found.warnings), blocks=(note, *found.blocks))


def opinion_difference(measure: str, run: RunFolder, first: RunFolder) -> PairedDifference | None:
    """Return the difference of two opinion scores over the raters that both have; None for other measures, or with fewer than three."""
    plan = run.manifest.plan
    if measure != name_of(plan["question"]):
        return None
    raters = [rater for rater in plan["raters"] if rater in first.manifest.plan["raters"]]
    if len(raters) < LEAST_RATERS:
        return None
    one, clusters = full_matrix(list(run.items), raters)
    other, _ = full_matrix(list(first.items), raters)
    return crossed_difference(one, other, clusters)
