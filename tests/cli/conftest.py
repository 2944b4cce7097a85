from pathlib import Path

import pytest

from mindsight.subjects.spec import SubjectSpec
from record import trial


@pytest.fixture(scope="session")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit of five small pictures. Not to be changed."""
    return trial.make_kit(tmp_path_factory.mktemp("cli") / "kit")


@pytest.fixture(scope="session")
def sealed(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed run over a folder of outputs of which one is missing. Not to be changed."""
    base = tmp_path_factory.mktemp("sealed")
    outputs = trial.make_outputs(kit, base / "outputs")
    return trial.sealed_run(kit, base / "run", SubjectSpec("folder", str(outputs)))
