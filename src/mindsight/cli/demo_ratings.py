"""The rating campaigns of the demonstration: simulated raters, in the pages that people would see, for the rows that people give."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mindsight.cli.shared.console import progress, tell
from mindsight.errors import RecordError
from mindsight.text import Text, text

RATED = ("enhancement/nlmeans", "segmentation/grabcut")
"""The runs whose outputs are rated, one campaign each."""
_RATERS = 3
_NEEDED = ("alembic", "fastapi", "multipart", "sqlalchemy")
_PLAN: dict[str, Any] = {
    "simulated": True,
    "seed": 7,
    "languages": ("zh", "en"),
    "raters": _RATERS,
    # Programs need no break, no screen and no time to look.
    "colour_check": False,
    "least_viewing_s": 0.0,
    "break_after_min": 240.0,
}


def rate_outputs(runs: list[Path], where: Path) -> list[Path]:
    """Return the rated runs of runs, each after a campaign of its own; none if the pages cannot be served here."""
    if any(find_spec(module) is None for module in _NEEDED):
        tell(text("The rating campaigns are left out; run: pip install 'mindsight[web]'"), style="yellow")
        return []
    tell(text("Two small rating campaigns, answered by simulated raters: their numbers say nothing about any product."))
    return [_campaign(run, where) for run in runs]


def lines_of(rated: list[Path]) -> list[Text]:
    """Return the lines that name the reports."""
    return [text("report: {file}", file=str(run / "report.html")) for run in rated]


def _campaign(run: Path, where: Path) -> Path:
    from mindsight.cli.shared.settings import settings
    from mindsight.rating.campaigns.preparation import new
    from mindsight.rating.campaigns.rated_runs import found_runs, write_rated_runs
    from mindsight.web.simulation import simulate
    from mindsight.web.store import closing
    from mindsight.web.store.campaign import Store

    folder = new([run], run.parent / "kit", out=where / f"campaign-{run.parent.name}", **_PLAN)
    store = Store.open(folder)
    with progress(text("simulated raters")) as step:
        simulate(store, _RATERS, seed=7, step=step)
    ratings = closing.close(store)
    store.engine.dispose()
    (found,) = write_rated_runs(folder, ratings, found_runs(folder, []), where, language=settings.language)
    if found.rated is None:
        raise RecordError("{folder}: {reason}", folder=str(run), reason=found.problem or "–")
    return found.rated.path
