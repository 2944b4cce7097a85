"""No mutation of a run stops a check, makes it take long or much memory, or gets another number past it."""

import os
import random
import shutil
from pathlib import Path

import pytest

from mindsight import checker
from mindsight.record import canonical
from mindsight.record.folder import CHECKER, ITEMS, MANIFEST, REPORT, RESULTS, SCORES, RunFolder
from mindsight.verification.verifying import rebuild_and_compare
from record import trial
from verification.mutations import GIANTS, ROOM, bounded, faults, mutate, tried
from verification.present import KINDS, present

FEW, MANY = 20, 1_250
EVERY = 6
"""Of so many mutations, one is tried with the command and with reports, which takes longest."""


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RunFolder]:
    folder = tmp_path_factory.mktemp("clean")
    return {name: present(name, folder) for name in KINDS}


@pytest.mark.parametrize("name", KINDS)
def test_mutations_end_in_findings(name: str, clean: dict[str, RunFolder], tmp_path: Path) -> None:
    assert _all_faults(clean[name], range(FEW), tmp_path, every=EVERY) == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", KINDS)
def test_thousands_of_mutations_end_in_findings(name: str, clean: dict[str, RunFolder], tmp_path: Path) -> None:
    assert _all_faults(clean[name], range(FEW, FEW + MANY), tmp_path, every=1) == []


def _all_faults(run: RunFolder, seeds: range, folder: Path, *, every: int) -> list[object]:
    tried_out = ((seed, *faults(run, seed, folder, whole=seed % every == 0)) for seed in seeds)
    return [one for one in tried_out if one[2]]


def test_a_seed_gives_one_mutation(clean: dict[str, RunFolder], tmp_path: Path) -> None:
    """Else a fault could not be looked at again."""
    runs = [present("home-model", tmp_path / side) for side in ("one", "other")]
    assert mutate(runs[0], random.Random(5)) == mutate(runs[1], random.Random(5))


@pytest.mark.parametrize("name", KINDS)
def test_a_plan_that_asks_for_more_than_anybody_has_time_for(name: str, clean: dict[str, RunFolder]) -> None:
    run = clean[name]
    whole = (run.path / MANIFEST).read_bytes()
    try:
        for field in GIANTS:
            for value in (10**12, -1):
                page = canonical.load(run.path / MANIFEST)
                page["plan"][field] = value
                run.write(MANIFEST, canonical.page(page))
                run.seal()
                with bounded():
                    checker.check(str(run.path))
                    rebuild_and_compare(run, scope="numbers")
                run.write(MANIFEST, whole)
    finally:
        run.write(MANIFEST, whole)
        run.seal()


def test_a_value_of_another_type_in_a_plan_is_a_finding_and_no_warning(tmp_path: Path) -> None:
    run = present("home-model", tmp_path)
    page = canonical.load(run.path / MANIFEST)
    page["plan"]["temperature"] = [1, 1]
    run.write(MANIFEST, canonical.page(page))
    assert any("temperature" in str(one) for one in rebuild_and_compare(run, scope="manifest").findings)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("enhancement-command", ("output", "pixels")),
        ("enhancement-command", ("input", "squares_output")),
        ("segmentation-few-threshold", ("mask", "pixels")),
        ("segmentation-few-threshold", ("output", "greys", "least")),
    ],
)
def test_a_word_in_the_place_of_a_count_is_not_multiplied(
    name: str, place: tuple[str, ...], clean: dict[str, RunFolder], tmp_path: Path
) -> None:
    run = RunFolder(Path(shutil.copytree(clean[name].path, tmp_path / "run")))
    items = trial.read_lines(run.path)
    inner = next(item["terms"] for item in items if item["terms"]["output"])
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = "x" * 10_000_000
    trial.rechain(run.path, items)
    run.seal()
    found: list[str] = []
    with bounded():
        assert not tried(run, found, whole=False)
    assert found == []


@pytest.mark.parametrize("renewed", [True, False])
@pytest.mark.parametrize("file", [REPORT, ITEMS])
def test_a_file_without_end_is_not_read_into_memory(
    file: str, renewed: bool, clean: dict[str, RunFolder], tmp_path: Path
) -> None:
    _with_giant("home-model", file, 224 << 20, tmp_path, renewed=renewed, room=192 << 20)


@pytest.mark.slow
@pytest.mark.parametrize(
    "file", [REPORT, ITEMS, CHECKER, SCORES, RESULTS, MANIFEST, "kit.json", "media/x", "SHA256SUMS"]
)
def test_nor_is_any_other(file: str, tmp_path: Path) -> None:
    _with_giant("enhancement-command", file, 3 << 30, tmp_path, renewed=file != "SHA256SUMS")


def _with_giant(name: str, file: str, size: int, folder: Path, *, renewed: bool, room: int = ROOM) -> None:
    run = present(name, folder)
    (run.path / file).touch()
    os.truncate(run.path / file, size)
    if renewed:
        run.seal()
    found: list[str] = []
    with bounded(120, room):
        passed = tried(run, found, whole=True)
    # Another checker in the folder is only noted: what it says is not relied on.
    assert passed == (renewed and file == CHECKER)
    assert found == []
