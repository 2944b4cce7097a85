"""Fixtures shared by tests of home runs."""

from pathlib import Path

import pytest

from home.household import cache_of, prepared


@pytest.fixture(scope="session")
def proved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data file of a few proved tasks. Not to be changed."""
    return prepared(cache_of(tmp_path_factory), tmp_path_factory.mktemp("proved-tasks"))
