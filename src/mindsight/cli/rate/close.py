"""``mindsight rate close``: no more answers; all that were given become ``ratings.jsonl``."""

from __future__ import annotations

from pathlib import Path

from mindsight.cli.rate.opening import CAMPAIGN, open_store
from mindsight.cli.shared.console import show, tell
from mindsight.text import text


def close(campaign: Path = CAMPAIGN) -> int:
    """Close a campaign; done twice it writes the same bytes."""
    store = open_store(campaign)
    from mindsight.rating.campaigns.plan import LEAST_RATERS
    from mindsight.web.store import closing
    from mindsight.web.store.progress import progress

    target = closing.close(store)
    found = progress(store)
    show(text("ratings: {file}", file=str(target)))
    if found.complete < LEAST_RATERS:
        sentence = text(
            "{count} raters came to the end; clauses 6.3.1 and 6.4.1 ask for at least {least}, so there is no score",
            count=found.complete,
            least=LEAST_RATERS,
        )
        tell(sentence, style="yellow")
    return 0
