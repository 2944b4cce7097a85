"""``mindsight rate close``: no more answers; all that were given become ``ratings.jsonl``, and each run a rated run.

Questions of a catalogue are of no run: their answers become one table for each person, for whoever made the catalogue to score.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.cli.rate.opening import CAMPAIGN, open_store
from mindsight.cli.shared.confirming import YES, is_confirmed
from mindsight.cli.shared.console import progress, show, tell
from mindsight.text import mark, text

if TYPE_CHECKING:
    from mindsight.rating.campaigns.rated_runs import Outcome
    from mindsight.record.folder import RunFolder
    from mindsight.text import Text
    from mindsight.web.store.campaign import Store
    from mindsight.web.store.closing import LeftOut


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
    yes: bool = YES,
) -> int:
    """Close a campaign; done twice it gives the same."""
    from mindsight.cli.shared.settings import EXIT_ITEMS_FAILED

    store = open_store(campaign)
    consequence = _consequence(store)
    if consequence is not None and not is_confirmed(store.folder.path, consequence, yes=yes):
        return 0
    if store.plan.question == "catalogue":
        return _close_catalogue(store, where)
    found = close_campaign(store, runs, where)
    return 0 if all(map(show_outcome, found)) else EXIT_ITEMS_FAILED


def _consequence(store: Store) -> Text | None:
    """Return what closing would cost; None where it costs nothing: closed before, or answers of enough people without scores."""
    from mindsight.rating.opinion.score import LEAST_RATERS
    from mindsight.web.store.progress import progress

    found = progress(store)
    catalogue = store.plan.question == "catalogue"
    least = 1 if catalogue else max(LEAST_RATERS, store.plan.raters)
    if found.closed is None and found.complete < least:
        return text(
            "{count} of at least {least} raters are done, and nobody can go on", count=found.complete, least=least
        )
    if found.closed is None and not catalogue:
        return text(
            "{count} raters are done; their scores are made and sealed, and the campaign cannot be opened again",
            count=found.complete,
        )
    return None


def _tell_left_out(answer: LeftOut) -> None:
    tell(
        text(
            "{rater}, place {place}, {at}: the answer is left out, since no record can hold it ({reason})",
            **answer._asdict(),
        ),
        style="yellow",
    )


def _close_catalogue(store: Store, where: Path | None) -> int:
    from mindsight.rating.events import final_ratings, read_ratings
    from mindsight.rating.exchange.said import write_said
    from mindsight.web.store import closing

    ratings = closing.close(store, left_out=_tell_left_out)
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
    ratings = closing.close(store, left_out=_tell_left_out)
    show(text("ratings: {file}", file=str(ratings)))
    found = []
    with explained(close_left, target), progress(text("computing scores")) as step:
        for number, one in enumerate(write_rated_runs(folder, ratings, known, target, language=settings.language)):
            found.append(one)
            step(number + 1, len(folder.plan.runs))
    if any(one.rated is not None and has_score(one.rated) for one in found):
        closing.note_scored(store)
    return found


def has_score(rated: RunFolder) -> bool:
    """Return whether enough raters rated everything."""
    from mindsight.rating.opinion.score import LEAST_RATERS

    return len(rated.manifest.plan["raters"]) >= LEAST_RATERS


def show_outcome(found: Outcome) -> bool:
    """Print the results of a rated run, or why there are none; return whether there is a score."""
    from mindsight.cli.shared.runs import show_run
    from mindsight.rating.report import few_raters

    if found.rated is None:
        tell(
            text("{name}: there is no rated run: {reason}", name=found.planned.name, reason=found.problem or "–"),
            style="yellow",
        )
        return False
    show_run(found.rated, as_json=False)
    if not has_score(found.rated):
        tell(few_raters(len(found.rated.manifest.plan["raters"])), style="yellow")
        return False
    tell(text("next: mindsight album report {run} {rated}", run=str(found.source), rated=str(found.rated.path)))
    return True
