"""``mindsight rate close``: no more answers; all that were given become ``ratings.jsonl``, and each run a rated run.

Questions of a catalogue are of no run: their answers become one table for each person, for whoever made the catalogue to score.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.rate.opening import CAMPAIGN, open_store
from mindsight.cli.shared.console import progress, show, tell
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.rating.campaigns.rated_runs import Outcome
    from mindsight.web.store.campaign import Store


ANSWERS = "answers"


def close(
    campaign: Path = CAMPAIGN,
    runs: list[Path] = typer.Option([], "--run", help=mark("Where a run of the campaign lies now, if it was moved.")),
    where: Path = typer.Option(
        None,
        "--out",
        "-o",
        help=mark("Folder of the rated runs, or of the answers to questions; by default in the campaign."),
    ),
) -> int:
    """Close a campaign; done twice it gives the same."""
    from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED

    store = open_store(campaign)
    if store.plan.question == "catalogue":
        return _close_catalogue(store, where)
    found = close_campaign(store, runs, where)
    return 0 if all(map(show_outcome, found)) else EXIT_ITEMS_FAILED


def _close_catalogue(store: Store, where: Path | None) -> int:
    from mindsight.rating.events import final_ratings, read_ratings
    from mindsight.rating.exchange.said import write_said
    from mindsight.web.store import closing

    ratings = closing.close(store)
    show(text("ratings: {file}", file=str(ratings)))
    target = where or store.folder.path / ANSWERS
    files = write_said(target, final_ratings(read_ratings(ratings)))
    show(text("answers of {count} people: {folder}", count=len(files), folder=str(target)))
    return 0


def close_campaign(store: Store, runs: list[Path], where: Path | None) -> list[Outcome]:
    """End a campaign and return what became of each of its runs."""
    from mindsight.cli.shared.interrupts import close_left, explained
    from mindsight.cli.shared.settings import settings
    from mindsight.rating.campaigns.folder import RATED
    from mindsight.rating.campaigns.rated_runs import found_runs, write_rated_runs
    from mindsight.web.store import closing

    folder, target = store.folder, where or store.folder.path / RATED
    # Before the campaign ends: a wrong folder must not cost the raters their place.
    known = found_runs(folder, runs)
    ratings = closing.close(store)
    show(text("ratings: {file}", file=str(ratings)))
    found = []
    with explained(close_left, target), progress(text("computing scores")) as step:
        for number, one in enumerate(write_rated_runs(folder, ratings, known, target, language=settings.language)):
            found.append(one)
            step(number + 1, len(folder.plan.runs))
    return found


def show_outcome(found: Outcome) -> bool:
    """Print the results of a rated run, or why there are none; return whether there is a score."""
    from mindsight.cli.shared.runs import show_run
    from mindsight.rating.opinion.score import LEAST_RATERS
    from mindsight.rating.report import few_raters

    if found.rated is None:
        tell(
            text("{name}: there is no rated run: {reason}", name=found.planned.name, reason=found.problem or "–"),
            style="yellow",
        )
        return False
    show_run(found.rated, as_json=False)
    raters = found.rated.manifest.plan["raters"]
    if len(raters) < LEAST_RATERS:
        tell(few_raters(len(raters)), style="yellow")
        return False
    tell(text("next: mindsight album report {run} {rated}", run=str(found.source), rated=str(found.rated.path)))
    return True
