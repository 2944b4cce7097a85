"""A forged kit is reported as wrong; no product is scored with it."""

import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from album.enhancement.test_run import run
from album.making import soft_picture, trial_kit
from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.kits.pictures import encode_png
from mindsight.errors import KitError
from mindsight.record.folder import SUMS, RunFolder

Json = dict[str, Any]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trial_kit(tmp_path_factory.mktemp("forged") / "kit", 3)


@pytest.fixture
def kit(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "kit"))


def forge(kit: Path, change: Callable[[Json], None]) -> None:
    page = json.loads((kit / "kit.json").read_bytes())
    change(page)
    (kit / "kit.json").write_text(json.dumps(page))


def outputs_of(kit: Path, folder: Path) -> Path:
    shutil.copytree(kit / "inputs", folder)
    return folder


@pytest.mark.parametrize("role", ["reference", "input"])
@pytest.mark.parametrize("side", ["width", "height"])
def test_a_forged_size_is_refused_before_anything_is_scored(kit: Path, tmp_path: Path, role: str, side: str) -> None:
    outputs = outputs_of(kit, tmp_path / "outputs")
    forge(kit, lambda page: page["items"][1][role].update({side: 17}))
    with pytest.raises(KitError, match=r"number 0002: the sizes of reference and input do not agree with the scale"):
        run(kit, tmp_path / "run", f"folder:{outputs}")


def test_a_forged_scale_is_refused(tmp_path: Path) -> None:
    kit = trial_kit(tmp_path / "kit", 2, size=(65, 51), scale=Fraction(2))
    assert len(list(EnhancementKit(kit).items())) == 2
    forge(kit, lambda page: page.update(scale=[3, 1]))
    with pytest.raises(KitError, match="number 0001: the sizes of reference and input do not agree"):
        list(EnhancementKit(kit).items())


@pytest.mark.parametrize(("field", "value"), [("seed", True), ("seed", "7"), ("count", 3.0), ("trial", 1)])
def test_a_value_of_another_type_is_refused_although_it_would_do(kit: Path, field: str, value: Any) -> None:
    forge(kit, lambda page: page.update({field: value}))
    with pytest.raises(KitError, match=rf"kit\.json: is damaged \({field}: Input should be a valid "):
        EnhancementKit(kit)


def _turn(page: Json) -> None:
    """Exchange width and height: the number of pixels still agrees."""
    for picture in (page["items"][1]["reference"], page["items"][1]["input"]):
        picture["width"], picture["height"] = picture["height"], picture["width"]


def test_a_size_that_agrees_with_everything_but_the_reference_ends_the_run_as_the_kit_s_fault(
    kit: Path, tmp_path: Path
) -> None:
    outputs = outputs_of(kit, tmp_path / "outputs")
    forge(kit, _turn)
    with pytest.raises(KitError, match=r"truth/0002\.png: is not of the size that kit\.json states; restore the kit"):
        run(kit, tmp_path / "run", f"folder:{outputs}")
    stopped = RunFolder.open(tmp_path / "run")
    assert stopped.manifest.state == "interrupted"
    assert "wrong_size" not in {item.outcome for item in stopped.items}


def test_an_output_of_a_wrong_size_is_the_product_s_fault_where_the_kit_is_right(kit: Path, tmp_path: Path) -> None:
    outputs = outputs_of(kit, tmp_path / "outputs")
    (outputs / "0002.png").write_bytes(encode_png(soft_picture(30, 40)))
    made = run(kit, tmp_path / "run", f"folder:{outputs}")
    assert {item.id: item.outcome for item in made.items}["0002"] == "wrong_size"


def _worse_input(page: Json) -> None:
    """Make the input look worse than it is, with plausible terms, so that every gain would grow."""
    page["items"][2]["input_terms"]["squared_error"] += 200


def test_forged_terms_of_an_input_are_found_where_its_picture_is_read_and_nothing_is_sealed(
    kit: Path, tmp_path: Path
) -> None:
    forge(kit, _worse_input)
    with pytest.raises(KitError, match=r"inputs/0003\.png: does not have the sums that kit\.json states"):
        run(kit, tmp_path / "run", "baseline:identity")
    assert not (tmp_path / "run" / SUMS).exists()
    assert RunFolder.open(tmp_path / "run").manifest.state != "complete"
