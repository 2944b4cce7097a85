"""``mindsight rate paper``: forms for raters without a browser, and the table into which their values are typed."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.rate.opening import CAMPAIGN, open_store
from mindsight.cli.shared.console import show, tell
from mindsight.cli.shared.options import one_of
from mindsight.errors import InputError
from mindsight.text import LANGUAGES, Language, mark, text

TABLE = "answers.csv"


def paper(
    campaign: Path = CAMPAIGN,
    out: Path = typer.Option(..., "--out", "-o", help=mark("New folder for forms, pictures and table.")),
    rater: str | None = typer.Option(
        None, "--rater", help=mark("Pseudonym; the form of a known rater is written once more. By default R01, R02, …")
    ),
    count: int = typer.Option(1, "--count", min=1, max=1000, help=mark("How many new raters.")),
    language: str | None = typer.Option(None, "--language", metavar="zh|en", help=mark("Language of the forms.")),
) -> int:
    """Write one form per rater, to be printed."""
    if rater is not None and count > 1:
        raise InputError("--rater and --count exclude each other: a pseudonym is one person")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError("{folder}: exists already; choose another folder", folder=str(out))
    store = open_store(campaign)
    if store.plan.question == "catalogue":
        raise InputError(
            "{folder}: holds questions; the form of 'mindsight home agreement new' without --campaign works without network",
            folder=str(campaign),
        )
    from mindsight.files.whole import whole_folder
    from mindsight.rating.exchange.paper import file_name, write_blank
    from mindsight.web.paper import PICTURES, write_form
    from mindsight.web.store import raters

    spoken = one_of("--language", language or store.plan.languages[0], LANGUAGES)
    tongue: Language = "zh" if spoken == "zh" else "en"
    places: list[tuple[str, int]] = []
    with whole_folder(out, PICTURES) as partial:
        for _ in range(count):
            name = raters.enrol_on_paper(store, rater, tongue)
            whole = write_form(store, name, partial, tongue)
            places += [(name, place) for place in range(1, whole + 1)]
            show(f"{name}  {out / f'{file_name(name)}.html'}")
        write_blank(partial / TABLE, places)
    if store.plan.pairs.against:
        tell(text("the forms ask nothing in pairs: they hold the document's scale only"), style="yellow")
    tell(text("print the forms yourself: the names of the picture files in them tell which pictures are the same"))
    tell(
        text(
            "next: type the values into {table}, then mindsight rate import {table} {folder}",
            table=str(out / TABLE),
            folder=str(campaign),
        )
    )
    return 0
