"""``mindsight rate reopen``: take back a closing, as long as no scores were made of the ratings."""

from __future__ import annotations

from pathlib import Path

from mindsight.cli.rate.opening import CAMPAIGN, open_store
from mindsight.cli.shared.console import tell
from mindsight.text import text


def reopen(campaign: Path = CAMPAIGN) -> int:
    """Let raters go on."""
    store = open_store(campaign)
    from mindsight.web.store import closing

    closing.reopen(store)
    tell(text("{folder}: is open again; raters go on with the links they have", folder=str(campaign)))
    return 0
