"""``mindsight rate simulate``: let programs answer a campaign that was made for them, to see all of it work."""

from __future__ import annotations

from pathlib import Path

import typer

from mindsight.cli.rate.opening import CAMPAIGN, open_store
from mindsight.cli.shared.console import progress, tell
from mindsight.text import mark, text


def simulate(
    campaign: Path = CAMPAIGN,
    raters: int = typer.Option(3, "--raters", min=1, max=100, help=mark("How many simulated raters.")),
    seed: int = typer.Option(1, "--seed", min=0, help=mark("Seed of their noise.")),
) -> int:
    """Answer every picture."""
    store = open_store(campaign)
    from mindsight.web.simulation import simulate as answer

    with progress(text("simulated raters")) as step:
        answer(store, raters, seed=seed, step=step)
    tell(text("{count} simulated raters have rated everything", count=raters))
    tell(text("next: mindsight rate close {folder}", folder=str(campaign)))
    return 0
