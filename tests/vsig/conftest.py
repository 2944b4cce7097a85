from collections.abc import Iterator
from pathlib import Path

import pytest

from vsig.making import Made, make_data
from vsig.running import Prepared, prepared


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tests' media out of the user's folders."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Made]:
    """24 samples: four of each template, half of them in English; ``made_root`` is the folder that holds them."""
    return make_data(tmp_path_factory.mktemp("vsig") / "data", each=2, languages=("zh", "en"), fps=15)


@pytest.fixture(scope="session")
def made_root(made: list[Made]) -> Path:
    """The root of the data set ``made``."""
    return made[0].folder.parents[1]


@pytest.fixture(scope="session")
def ready(made_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """The data set ``made``, prepared."""
    return prepared(made_root, tmp_path_factory.mktemp("ready") / "samples.json")


@pytest.fixture(scope="session")
def ready_ecog(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """One sample of each template with options and strokes, prepared."""
    folder = tmp_path_factory.mktemp("ecog")
    make_data(folder / "data", layout="ecog", fps=15)
    return prepared(folder / "data", folder / "samples.json")


@pytest.fixture(scope="session")
def made_ecog(tmp_path_factory: pytest.TempPathFactory) -> list[Made]:
    """The same 24 samples in the layout of EcoG-Bench, at a few frames per second."""
    root = tmp_path_factory.mktemp("ecog") / "data"
    return make_data(root, layout="ecog", each=2, languages=("zh", "en"), fps=5)
