import shutil
from pathlib import Path

import pytest

from mindsight.signing.keys import PrivateKey, create, read_private

RECORD = Path(__file__).parents[1] / "golden" / "records" / "segmentation-few-centre"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A sealed run, to be changed as a test likes."""
    return Path(shutil.copytree(RECORD, tmp_path / "run"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for keys, outside the run."""
    made = tmp_path / "keys"
    made.mkdir()
    return made


@pytest.fixture
def key(folder: Path) -> PrivateKey:
    """The key of a laboratory; its files are ``laboratory.key`` and ``laboratory.key.pub``."""
    create(folder / "laboratory.key", name="实验室 A")
    return read_private(folder / "laboratory.key", str)


@pytest.fixture
def other(folder: Path) -> PrivateKey:
    """The key of a reviewer."""
    create(folder / "reviewer.key", name="Reviewer")
    return read_private(folder / "reviewer.key", str)
