"""The runs that every format is tried on: kept records, and one of questions brought along beside generated ones."""

from pathlib import Path

import pytest

from home.imported.sets import own_set
from mindsight.export.contents import Contents, read_contents
from mindsight.record.folder import RunFolder
from record import trial

RECORDS = Path(__file__).resolve().parents[1] / "golden" / "records"
_NAMES = ("home-model", "vsig-model-seeing", "enhancement-python", "classification-table")


@pytest.fixture(scope="session")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run over two classes that somebody brought along and a generated one."""
    folder = tmp_path_factory.mktemp("mixed")
    own_set(folder / "set", 6)
    words = ("--out", folder / "pool", "--irrelevant-from", "set")
    assert trial.mindsight("home", "import", folder / "set", *words).returncode == 0
    named = ("--pool", folder / "pool", "--tasks", "object.colour", "--unknown", "object.colour", "--trials", "4")
    done = trial.mindsight("home", "run", "--subject", "baseline:random", *named, "--out", folder / "run")
    assert done.returncode == 0, done.stderr
    return folder / "run"


@pytest.fixture(params=[*_NAMES, "mixed"])
def contents(request: pytest.FixtureRequest) -> Contents:
    """What each of the runs holds."""
    run = request.getfixturevalue("mixed") if request.param == "mixed" else RECORDS / request.param
    return read_contents(RunFolder.open(run))
