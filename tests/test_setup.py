"""The two commands: the first installs what the demonstration needs, the second adds to it, at the same versions."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STEPS = ("constraints-demo.txt", "constraints.txt")


def pinned(name: str) -> dict[str, set[str]]:
    """Return each package at its version with the hashes of its files."""
    found: dict[str, set[str]] = {}
    current = ""
    for line in (ROOT / name).read_text("utf-8").splitlines():
        if match := re.match(r"([a-z0-9._-]+==[^ ;\\]+)", line):
            current = match[1]
            found.setdefault(current, set())
        elif match := re.search(r"--hash=(sha256:[0-9a-f]{64})", line):
            found[current].add(match[1])
    return found


def planned(folder: Path, target: str) -> str:
    """Return what make would do in a new clone."""
    made = subprocess.run(["make", "-n", target], cwd=folder, capture_output=True, text=True, check=True)
    return made.stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    if shutil.which("make") is None:
        pytest.skip("no make")
    for name in ("Makefile", "pyproject.toml", *STEPS, "constraints-figures.txt", "scripts/bootstrap.sh"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    return tmp_path


def test_the_demonstration_is_pinned_as_everything_is() -> None:
    small, all_of_it = (pinned(name) for name in STEPS)
    assert 20 < len(small) < len(all_of_it)
    assert {name: hashes for name, hashes in small.items() if all_of_it.get(name) != hashes} == {}
    assert all(small.values())


def test_the_demonstration_needs_neither_the_cluster_nor_the_tools() -> None:
    names = {name.partition("==")[0] for name in pinned(STEPS[0])}
    assert {"opencv-python-headless", "matplotlib", "scikit-image", "scikit-learn", "hatchling"} <= names
    assert not names & {"ray", "pytest", "mypy", "ruff", "mkdocs", "playwright", "pandas"}


def test_demo_installs_the_small_set_only(clone: Path) -> None:
    assert "constraints-demo.txt" in planned(clone, "demo")
    assert "constraints.txt" not in planned(clone, "demo")


def test_test_adds_to_what_demo_has_installed(clone: Path) -> None:
    first = planned(clone, "test")
    assert first.index("constraints-demo.txt") < first.index("constraints.txt")
    (clone / ".venv").mkdir()
    (clone / ".venv" / ".usable").touch()
    second = planned(clone, "test")
    assert "constraints-demo.txt" not in second
    assert "--editable" not in second
    assert "constraints.txt" in second
    (clone / ".venv" / ".ready").touch()
    assert "constraints" not in planned(clone, "test")
    assert "constraints" not in planned(clone, "demo")
