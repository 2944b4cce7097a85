"""``mindsight rate score``: the score of a run's outputs by their raters, as a rated run."""

from __future__ import annotations

from pathlib import Path

from mindsight.cli.rate.tables import CAMPAIGN, RATED, RATINGS
from mindsight.cli.shared.console import tell
from mindsight.cli.shared.options import AS_JSON, OUT


def score_ratings(
    ratings: Path = RATINGS,
    run: Path = RATED,
    out: Path | None = OUT,
    campaign: str | None = CAMPAIGN,
    as_json: bool = AS_JSON,
) -> int:
    """Write the rated run and print its results."""
    from mindsight.cli.shared.interrupts import explained, report_left
    from mindsight.cli.shared.runs import show_run
    from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED, settings
    from mindsight.execution.making import default_folder
    from mindsight.rating.opinion.score import LEAST_RATERS
    from mindsight.rating.rated_run import score
    from mindsight.rating.report import few_raters
    from mindsight.record.opening import open_sealed

    folder = out or default_folder("ratings", open_sealed(run).manifest.subject.name)
    with explained(report_left, folder):
        score(run, ratings, out=folder, campaign=campaign, language=settings.language)
    rated = open_sealed(folder)
    show_run(rated, as_json=as_json)
    raters = rated.manifest.plan["raters"]
    if len(raters) < LEAST_RATERS:
        tell(few_raters(len(raters)), style="yellow")
        return EXIT_ITEMS_FAILED
    return 0
