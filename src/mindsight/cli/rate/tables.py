"""``mindsight rate import`` and ``export``: ratings as a table of item, rater, value and time."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.rate.opening import open_store
from mindsight.cli.shared.console import show, tell
from mindsight.errors import InputError
from mindsight.text import Text, mark, text

RATED = typer.Argument(..., help=mark("Run whose outputs were rated: enhancement or segmentation."))
RATINGS = typer.Argument(..., help=mark("File of ratings (ratings.jsonl)."))
CAMPAIGN = typer.Option(None, "--campaign", help=mark("Name of the campaign; needed if the file holds several."))


def import_ratings(
    table: Path = typer.Argument(..., help=mark("Table (.csv, .xlsx) or JSON export of Label Studio (.json).")),
    run: Path = typer.Argument(
        ..., help=mark("Run whose outputs were rated, or the campaign whose paper forms were typed into the table.")
    ),
    out: Path = typer.Option(
        Path("ratings.jsonl"), "--out", "-o", help=mark("File of ratings to make, or to add these to.")
    ),
    campaign: str = typer.Option("imported", "--campaign", help=mark("Name of the campaign.")),
    paper: bool = typer.Option(False, "--paper", help=mark("The table was copied from paper.")),
    correct: bool = typer.Option(
        False, "--correct", help=mark("Paper forms: values that differ from those imported before replace them.")
    ),
) -> int:
    """Add the ratings of a table to a file of ratings, or to a campaign."""
    from mindsight.rating.campaigns.folder import PLAN

    if (run / PLAN).is_file():
        return _import_forms(table, run, correct=correct)
    from mindsight.rating.exchange.appending import append_answers
    from mindsight.rating.exchange.label_studio import read_label_studio
    from mindsight.rating.exchange.table import doubt_about_scale, read_table
    from mindsight.rating.rated_run import question_of, seal_of
    from mindsight.record.folder import ITEMS
    from mindsight.record.opening import open_sealed

    folder = open_sealed(run, {ITEMS})
    question, seal = question_of(folder), seal_of(folder)
    items = [item.id for item in folder.items if item.status != "failed"]
    foreign = table.suffix.lower() == ".json"
    answers = (read_label_studio if foreign else read_table)(table, items, question)
    source = "label_studio" if foreign else "paper" if paper else "table"
    count = append_answers(out, answers, campaign=campaign, question=question, run=seal, source=source)  # type: ignore[arg-type]
    raters = len({answer.rater for answer in answers})
    show(text("{count} ratings of {raters} raters added to {file}", count=count, raters=raters, file=str(out)))
    _tell(doubt_about_scale(((answer.rater, answer.value) for answer in answers), question))
    return 0


def _tell(doubt: Text | None) -> None:
    if doubt is not None:
        tell(doubt, style="yellow")


def _import_forms(table: Path, campaign: Path, *, correct: bool) -> int:
    store = open_store(campaign)
    from mindsight.rating.exchange.paper import read_typed
    from mindsight.rating.exchange.table import doubt_about_scale
    from mindsight.web.store.paper import save_typed

    rows, empty = read_typed(table)
    saved = save_typed(store, table, rows, correct=correct)
    show(
        text(
            "{new} answers added to {folder}, {corrected} corrected, {known} there before",
            new=saved.new,
            folder=str(campaign),
            corrected=saved.corrected,
            known=saved.known,
        )
    )
    _tell(doubt_about_scale(((row.rater, row.value) for row in rows if row.value is not None), store.plan.question))
    if empty:
        tell(text("{count} rows have no value yet; they can be imported later", count=empty), style="yellow")
    for name in saved.refused:
        sentence = text(
            "{name}: fewer answers to the first pictures fit the scale than this campaign demands; the others were not taken",
            name=name,
        )
        tell(sentence, style="yellow")
    return 0


def export_ratings(
    ratings: Path = RATINGS,
    run: Path = RATED,
    out: Path = typer.Option(Path("ratings.csv"), "--out", "-o", help=mark("Table to write: .csv or .xlsx.")),
    campaign: str | None = CAMPAIGN,
) -> int:
    """Write the scored ratings of a run as a table."""
    from mindsight.rating.exchange.table import write_answers
    from mindsight.rating.rated_run import campaign_of, question_of, read_events, seal_of
    from mindsight.record.opening import open_sealed

    folder = open_sealed(run, ())
    question, seal = question_of(folder), seal_of(folder)
    events = read_events(ratings)
    name = campaign_of(ratings, events, campaign)
    own = [
        one
        for one in events.counting
        if (one.campaign, one.run, one.phase, one.question) == (name, seal, "scored", question)
    ]
    if not own:
        raise InputError(
            "{file}: holds no scored rating of {folder}; was this run in the campaign?",
            file=str(ratings),
            folder=str(run),
        )
    count = write_answers(out, own)
    show(text("{count} ratings written to {file}", count=count, file=str(out)))
    return 0
