import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real photographs: MINDSIGHT_TEST_DATA, or ../shared/data next to the repository."""
    beside = Path(__file__).parents[1].parent / "shared" / "data"
    folder = Path(os.environ.get("MINDSIGHT_TEST_DATA", beside))
    if not (folder / "album").is_dir():
        pytest.skip("no real photographs; MINDSIGHT_TEST_DATA names their folder")
    return folder
