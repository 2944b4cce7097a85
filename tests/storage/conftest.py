from collections.abc import Iterator
from pathlib import Path

import pytest

from record import trial
from storage.bucket import Bucket, served


@pytest.fixture(scope="session")
def bucket() -> Iterator[Bucket]:
    """A bucket on loopback; faults are put into its door by tests, and are gone when they have happened."""
    with served() as bucket:
        yield bucket


@pytest.fixture(scope="session")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit of three small pictures. Not to be changed."""
    return trial.make_kit(tmp_path_factory.mktemp("storage") / "kit", 3)


@pytest.fixture(scope="session")
def own(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run on that kit that knows no bucket. Not to be changed."""
    run = tmp_path_factory.mktemp("own") / "run"
    done = trial.mindsight("album", "run", kit, "--subject", "baseline:nlmeans", "--name", "product", "--out", run)
    assert done.returncode == 0, done.stderr
    return run
