"""What somebody would change in the table of other readings, or in the terms behind it, is named."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from album.classes import class_kit, classify, truth, write_answers
from album.enhancement.test_readings import kit_of, outputs_of, results_of
from album.masked import mask_kit, mask_of, segment
from mindsight import checker
from mindsight.album.kits.pictures import encode_png
from mindsight.album.products.conventions import Conventions
from mindsight.album.suite import rescore
from mindsight.record.folder import RESULTS, SCORES, RunFolder
from mindsight.record.scores import to_csv
from mindsight.report import write_report
from record import trial

Rows = list[list[Any]]


def classified(folder: Path) -> Path:
    kit = class_kit(folder / "kit", {"hat": 4, "shirt": 3, "shoes": 3})
    own = truth(kit)
    answers = {number: name if int(number) % 3 else "hat|" + name for number, name in own.items()}
    answers |= dict(zip(sorted(own), ("people", "", "shoes|shirt"), strict=False))
    return classify(kit, folder / "run", f"folder:{write_answers(folder / 'a.csv', answers)}").path


def enhanced(folder: Path) -> Path:
    kit = kit_of(folder)
    results_of(kit, outputs_of(kit, folder / "outputs"), folder / "run", sensitivity=True)
    return folder / "run"


def segmented(folder: Path) -> Path:
    kit, outputs = mask_kit(folder / "kit", 4), folder / "outputs"
    outputs.mkdir()
    for number in (1, 2, 3):
        soft = (np.roll(mask_of(number), number, axis=1) // 255 * (250 - 60 * number)).astype(np.uint8)
        (outputs / f"000{number}.png").write_bytes(encode_png(soft[:: number // 3 + 1].copy()))
    spec = f"folder:{outputs}"
    return segment(kit, folder / "run", spec, conventions=Conventions(mask_from="mask"), sensitivity=True).path


@pytest.fixture(scope="module", params=[classified, enhanced, segmented], ids=["classes", "enhanced", "masks"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    run: Path = request.param(tmp_path_factory.mktemp("readings"))
    write_report(RunFolder.open(run))
    return run


@pytest.fixture
def run(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "run"))


def sentences(run: Path) -> list[str]:
    return [finding.say() for finding in checker.check(str(run))[0]]


def with_items(run: Path, change: Callable[[list[dict[str, Any]]], object]) -> list[str]:
    """Change the items, let all numbers follow from them as mindsight would, and seal all of it."""
    items = trial.read_lines(run)
    change(items)
    trial.rechain(run, items)
    folder = RunFolder(run)
    table, results = rescore(folder)
    folder.write(SCORES, to_csv(table))
    folder.write_model(RESULTS, results)
    trial.reseal(run)
    return sentences(run)


def test_an_honest_table_agrees(made: Path) -> None:
    assert sentences(made) == []


def named(items: list[dict[str, Any]], *prefixes: str) -> dict[str, Any]:
    """Return the readings of the first item that has some whose names begin like that."""
    for item in items:
        found: dict[str, Any] = item["terms"].get("readings", {})
        if all(any(name.startswith(prefix) for name in found) for prefix in prefixes):
            return found
    raise LookupError(prefixes)


def forget_readings(items: list[dict[str, Any]]) -> None:
    named(items, "grey").clear()


def unlikely_grey(items: list[dict[str, Any]]) -> None:
    named(items, "grey")["grey.bt709"]["sum_output"] += 10**9


def another_reference(items: list[dict[str, Any]]) -> None:
    readings = named(items, "other_size")
    readings["other_size.resize"] = named(items, "grey")["grey.mean"]


def own_reading(items: list[dict[str, Any]]) -> None:
    readings = named(items, "grey")
    readings["grey.bt601"] = readings["grey.mean"]


@pytest.mark.parametrize("change", [forget_readings, unlikely_grey, another_reference, own_reading])
def test_forged_terms_of_an_enhancement_are_named(tmp_path: Path, change: Callable[[Any], None]) -> None:
    run = enhanced(tmp_path)
    found = with_items(run, change)
    assert found
    assert all("readings" in sentence for sentence in found)


def more_than_there_are(items: list[dict[str, Any]]) -> None:
    named(items, "other_size")["other_size.resize"]["counts"]["128"]["tp"] += 5


def of_a_scored_one(items: list[dict[str, Any]]) -> None:
    items[0]["terms"]["readings"] = {"other_size.resize": items[0]["terms"]["output"]}


@pytest.mark.parametrize("change", [more_than_there_are, of_a_scored_one])
def test_forged_terms_of_a_segmentation_are_named(tmp_path: Path, change: Callable[[Any], None]) -> None:
    run = segmented(tmp_path)
    write_report(RunFolder.open(run))
    assert sentences(run) == []
    (sentence,) = with_items(run, change)
    assert "no two masks have the readings terms" in sentence
