from pathlib import Path

import pytest

from vsig.making import Made, make_data


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Made]:
    """24 samples: four of each template, half of them in English; ``made_root`` is the folder that holds them."""
    return make_data(tmp_path_factory.mktemp("vsig") / "data", each=2, languages=("zh", "en"), fps=15)


@pytest.fixture(scope="session")
def made_root(made: list[Made]) -> Path:
    """The root of the data set ``made``."""
    return made[0].folder.parents[1]
