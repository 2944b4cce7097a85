"""``mindsight rate invite``: personal links. A link is shown once and stored only as its hash."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.rate.opening import CAMPAIGN, open_store
from mindsight.cli.shared.console import show, tell
from mindsight.cli.shared.options import one_of
from mindsight.errors import InputError
from mindsight.text import LANGUAGES, mark, text


def invite(
    campaign: Path = CAMPAIGN,
    rater: str | None = typer.Option(
        None, "--rater", help=mark("Pseudonym; of a known rater the older links end. By default R01, R02, …")
    ),
    count: int = typer.Option(1, "--count", min=1, max=1000, help=mark("How many new raters.")),
    language: str | None = typer.Option(
        None, "--language", metavar="zh|en", help=mark("Language of the pages at first.")
    ),
    days: float = typer.Option(14.0, "--days", min=0.01, max=366, help=mark("Days for which a link is valid.")),
    url: str = typer.Option("http://127.0.0.1:8460", "--url", help=mark("Address under which raters reach the pages.")),
    revoke: bool = typer.Option(False, "--revoke", help=mark("End all links of --rater instead; the ratings stay.")),
    manager: bool = typer.Option(False, "--manager", help=mark("Make a link to the manager's page instead.")),
) -> int:
    """Print one line per link: pseudonym and link."""
    store = open_store(campaign)
    from mindsight.web.store import raters

    if revoke:
        if rater is None:
            raise InputError("--revoke: name the rater with --rater")
        raters.revoke(store, rater)
        tell(text("{name}: all links have ended", name=rater))
        return 0
    base = url.rstrip("/")
    if manager:
        show(f"{base}/i/{raters.manager_link(store)}")
        return 0
    if rater is not None and count > 1:
        raise InputError("--rater and --count exclude each other: a pseudonym is one person")
    spoken = one_of("--language", language or store.plan.languages[0], LANGUAGES)
    for _ in range(count):
        name, token = raters.invite(store, rater, "zh" if spoken == "zh" else "en", days=days)
        show(f"{name}  {base}/i/{token}")
    tell(text("each link is for one person; anyone who has it rates under that pseudonym, and it is not shown again"))
    return 0
