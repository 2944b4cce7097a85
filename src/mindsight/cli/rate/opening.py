"""Open a campaign with its database, or say which part of mindsight is missing."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mindsight.errors import MissingExtra
from mindsight.text import mark

if TYPE_CHECKING:
    from mindsight.web.store.campaign import Store

CAMPAIGN = typer.Argument(..., help=mark("Folder of the campaign."))
DATABASE = typer.Option(
    None, "--database", metavar="URL", help=mark("PostgreSQL database; by default SQLite in the folder.")
)


def need_web() -> None:
    """Check that the web extra is installed.

    Raises:
        MissingExtra: It is not.
    """
    if any(find_spec(module) is None for module in ("alembic", "fastapi", "jinja2", "sqlalchemy", "uvicorn")):
        raise MissingExtra("rating in a browser needs parts that are not installed; run: pip install 'mindsight[web]'")


def open_store(campaign: Path) -> Store:
    """Open a campaign."""
    need_web()
    from mindsight.rating.campaigns.folder import CampaignFolder
    from mindsight.web.store.campaign import Store

    return Store.open(CampaignFolder.open(campaign))
