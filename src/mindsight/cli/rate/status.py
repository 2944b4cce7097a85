"""``mindsight rate status``: how far the raters are; never a value."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from mindsight.cli.rate.opening import CAMPAIGN, open_store
from mindsight.cli.shared.console import localized, out, show, tell
from mindsight.cli.shared.options import AS_JSON
from mindsight.text import text


def status(campaign: Path = CAMPAIGN, as_json: bool = AS_JSON) -> int:
    """Print a table of raters."""
    store = open_store(campaign)
    from mindsight.rating.opinion.score import LEAST_RATERS
    from mindsight.web.labels import STATES
    from mindsight.web.store.progress import progress

    found = progress(store)
    if as_json:
        import json

        page = {"closed": found.closed, "complete": found.complete, "raters": [asdict(one) for one in found.raters]}
        print(json.dumps(page, default=lambda moment: moment.isoformat(timespec="seconds")))
        return 0
    from rich.table import Table

    table = Table(*(localized(words) for words in (text("Rater"), text("State"), text("Rated"), text("Last seen"))))
    for one in found.raters:
        seen = "–" if one.seen is None else one.seen.strftime("%Y-%m-%d %H:%M UTC")
        table.add_row(one.pseudonym, localized(STATES[one.state]), f"{one.answered} / {one.whole}", seen)
    if found.raters:
        out().print(table)
    for one in found.raters:
        if one.unjudged:
            tell(
                text(
                    "{name}: {count} outputs not judged: the rater's answers do not count",
                    name=one.pseudonym,
                    count=one.unjudged,
                ),
                style="yellow",
            )
    if store.plan.question == "catalogue":
        show(text("{count} raters are done.", count=found.complete))
    else:
        show(text("{count} of at least {least} raters are done.", count=found.complete, least=LEAST_RATERS))
    show(text("the campaign is open") if found.closed is None else text("the campaign is closed"))
    return 0
