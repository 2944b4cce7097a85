"""Campaigns on SQLite and on a PostgreSQL server that the tests start."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")
pytest.importorskip("sqlalchemy", reason="the web extra is not installed")

from mindsight.web.store.campaign import Store
from web import postgres
from web.campaigns import Clock, campaign_in

Make = Callable[..., Store]


@pytest.fixture(scope="session")
def postgres_socket() -> Iterator[str]:
    with postgres.server() as folder:
        yield folder


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def make(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Make]:
    """Return a function that makes a campaign, on each kind of database."""
    made: list[Store] = []

    def campaign(**fields: Any) -> Store:
        url = None
        if request.param == "postgresql":
            url = postgres.new_database(request.getfixturevalue("postgres_socket"))
        fields.setdefault("clock", clock)
        made.append(campaign_in(tmp_path / f"campaign-{len(made)}", url=url, **fields))
        return made[-1]

    yield campaign
    for store in made:
        store.engine.dispose()
