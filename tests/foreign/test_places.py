"""Foreign products are installed once, apart from mindsight, and only a registry out of reach is a reason to skip."""

import sys
import zipfile
from pathlib import Path

import pytest

from foreign import places

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for the registry, with one package in it; an empty cache."""
    monkeypatch.setenv("MINDSIGHT_FOREIGN", str(tmp_path / "cache"))
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    with zipfile.ZipFile(shelf / "tin-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tin.py", "CONTENTS = 'peas'\n")
        wheel.writestr("tin-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tin\nVersion: 1.0\n")
        wheel.writestr("tin-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("tin-1.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    return shelf


def test_a_place_is_installed_once_and_apart(shelf: Path, tmp_path: Path) -> None:
    interpreter = places.python_place("tin", "tin==1.0")
    assert interpreter.is_relative_to(tmp_path / "cache")
    assert (places.packages_of(interpreter) / "tin.py").is_file()
    assert "tin" not in sys.modules
    (shelf / "tin-1.0-py3-none-any.whl").unlink()
    assert places.python_place("tin", "tin==1.0") == interpreter
    # An installation that did not come to its end is made anew.
    (interpreter.parents[1] / ".installed").unlink()
    with pytest.raises(pytest.fail.Exception, match="could not install"):
        places.python_place("tin", "tin==1.0")


def test_a_version_that_is_not_there_fails_and_a_registry_out_of_reach_skips(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"tin==2\.0"):
        places.python_place("tin", "tin==2.0")
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(pytest.skip.Exception, match="pip reaches no registry"):
        places.python_place("tin", "tin==2.0")
