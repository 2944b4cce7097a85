"""``mindsight rate new``: fix everything about a campaign and prepare its pictures once."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.parser.planned import planned
from mindsight.cli.rate.opening import DATABASE, need_web
from mindsight.cli.shared.console import progress, show, tell
from mindsight.rating.campaigns.plan import Wanted
from mindsight.text import mark, text


@planned
def new(
    runs: list[Path] = typer.Argument(..., help=mark("Runs to be rated, all on one kit.")),
    kit: Path = typer.Option(..., "--kit", help=mark("Kit that the runs were made on.")),
    out: Path = typer.Option(..., "--out", "-o", help=mark("Folder of the campaign to make.")),
    database: str = DATABASE,
    least_screen: str = typer.Option(
        "", "--least-screen", metavar="WxH", help=mark("Least size of a screen in pixels, such as 1920x1080.")
    ),
    *,
    wanted: Wanted,
) -> int:
    """Make a campaign."""
    need_web()
    from mindsight.rating.campaigns.preparation import make_campaign
    from mindsight.web.store.campaign import Store

    wanted = wanted.model_copy(update={"screen": wanted.screen.at_least(least_screen)})
    with progress(text("preparing pictures")) as step:
        folder = make_campaign(runs, kit, out, wanted, database=database, step=step)
    plan = Store.open(folder).plan
    for run in plan.runs:
        for item, reason in run.missing:
            tell(
                text("{name}: {item} cannot be shown: {reason}", name=run.name, item=item, reason=reason),
                style="yellow",
            )
    shown = sum(run.shown for run in plan.runs)
    show(text("campaign: {folder} ({count} outputs of {runs} runs)", folder=str(out), count=shown, runs=len(plan.runs)))
    if plan.simulated:
        tell(text("next: mindsight rate simulate {folder}", folder=str(out)))
        return 0
    tell(text("next: mindsight rate invite {folder} --count {count}", folder=str(out), count=plan.raters))
    return 0
