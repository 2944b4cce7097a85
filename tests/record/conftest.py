from pathlib import Path

import pytest

from mindsight.subjects.spec import SubjectSpec
from record import trial


@pytest.fixture(scope="session")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed run of five items: three scored, one exact, one missing. Not to be changed."""
    base = tmp_path_factory.mktemp("sealed")
    kit = trial.make_kit(base / "kit")
    outputs = trial.make_outputs(kit, base / "outputs")
    return trial.sealed_run(kit, base / "run", SubjectSpec("folder", str(outputs)))
