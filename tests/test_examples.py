"""Every public name, and every formula of a clause, has an example in its docstring, and every example holds."""

import doctest
import importlib
import inspect
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import mindsight
from mindsight.clauses import DOCUMENTS, clauses_of
from record import trial
from vsig.making import make_data

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
RECORD = ROOT / "tests" / "golden" / "records" / "home-refuse"
PROMPT = "  >>> "
FACES = ("mindsight", "mindsight.album", "mindsight.home", "mindsight.vsig")


def modules() -> Iterator[str]:
    """Yield the modules in which there is an example."""
    for path in sorted((SOURCES / "mindsight").rglob("*.py")):
        if PROMPT in path.read_text("utf-8"):
            parts = path.relative_to(SOURCES).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = list(modules())


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the examples name: two pictures, photos, a kit, clips, and runs."""
    folder = tmp_path_factory.mktemp("examples")
    kit = trial.make_kit(folder / "kit")
    for name, photo in zip(("reference", "output"), sorted((folder / "kit-photos").iterdir()), strict=False):
        shutil.copyfile(photo, folder / f"{name}.png")
    shutil.copytree(folder / "kit-photos", folder / "photos")
    shutil.copytree(RECORD, folder / "runs" / "home")
    for subject in ("identity", "nlmeans"):
        mindsight.album.run(kit, f"baseline:{subject}", out=folder / "runs" / subject, name=subject)
    return folder


def imported(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        pytest.skip(f"needs {error.name}")


@pytest.mark.parametrize(
    "name",
    # Those of whole tests of a home or of clips draw and film rooms.
    [
        pytest.param(one, marks=[pytest.mark.slow] if ".running" in one and "album" not in one else [])
        for one in MODULES
    ],
)
def test_the_examples_hold(name: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = imported(name)
    monkeypatch.chdir(place)
    if name.startswith("mindsight.vsig.running") and not Path("clips").exists():
        make_data(place / "clips")
    found = doctest.testmod(module, optionflags=doctest.FAIL_FAST, raise_on_error=False)
    assert found.attempted
    assert not found.failed


def test_examples_are_found_and_none_is_left_out() -> None:
    assert {"mindsight.runs", "mindsight.statistics.intervals", "mindsight.home.scoring.generalisation"} <= set(MODULES)
    for name in MODULES:
        source = SOURCES.joinpath(*name.split("."))
        text = (source / "__init__.py" if source.is_dir() else source.with_suffix(".py")).read_text("utf-8")
        assert "+SKIP" not in text


def test_an_example_that_does_not_hold_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    module = ModuleType("wrong")
    module.__doc__ = "\n>>> 1 + 1\n3\n"
    assert doctest.testmod(module).failed == 1
    assert "Expected:\n    3" in capsys.readouterr().out


@pytest.mark.parametrize("face", FACES)
def test_every_public_name_has_an_example(face: str) -> None:
    module = importlib.import_module(face)
    named = {name: getattr(module, name) for name in module.__all__}
    # Packages are shown by their own names; a version is no more than it is.
    shown = {name: value for name, value in named.items() if not isinstance(value, (ModuleType, str))}
    assert [name for name, value in shown.items() if PROMPT not in (value.__doc__ or "")] == []


def test_every_formula_of_a_clause_has_an_example() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    pure = tuple(contracts[0]["source_modules"])
    functions = {
        clause.function for name in DOCUMENTS for clause in clauses_of(name) if (clause.function or "").startswith(pure)
    }
    assert len(functions) >= 15
    without = []
    for function in functions:
        module, _, name = function.rpartition(".")
        if PROMPT not in (inspect.getsource(getattr(importlib.import_module(module), name))):
            without.append(function)
    assert without == []
