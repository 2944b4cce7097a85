"""Runs with tables of other readings are honest; those tables are left to verify."""

from pathlib import Path

import numpy as np
import pytest

from album.classes import class_kit, classify, truth, write_answers
from album.enhancement.test_readings import kit_of, outputs_of, results_of
from album.masked import mask_kit, mask_of, segment
from mindsight import checker
from mindsight.album.kits.pictures import encode_png
from mindsight.album.products.conventions import Conventions
from mindsight.record.folder import RunFolder
from mindsight.report import write_report


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


def test_an_honest_table_agrees(made: Path) -> None:
    assert [finding.say() for finding in checker.check(str(made))[0]] == []
