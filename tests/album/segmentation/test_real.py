"""Real photographs with masks made by hand, real cut-outs of a real tool, and the baselines on them."""

from pathlib import Path

import numpy as np
import pytest

from album.making import encoded
from album.masked import mask_recipe, segment
from mindsight import checker
from mindsight.album.kits.pictures import grey, read_picture
from mindsight.album.products.conventions import Conventions
from mindsight.album.profile import load_profile
from mindsight.album.segmentation.preparation import make_segmentation_kit, material
from mindsight.album.segmentation.scoring import set_points
from mindsight.record.folder import RunFolder
from record import trial


@pytest.fixture(scope="module")
def kit(real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("real") / "kit"
    source = real_data / "album" / "segmentation"
    make_segmentation_kit(material(source / "images", source / "masks"), folder, mask_recipe())
    return folder


def points(made: RunFolder) -> tuple[float, float]:
    accuracy, iou = (made.results.measure(name).value for name in ("album.pixel_accuracy", "album.iou"))
    assert accuracy is not None
    assert iou is not None
    return accuracy, iou


def test_thirty_two_photographs_are_no_trial_and_baselines_fall_in_line(kit: Path, tmp_path: Path) -> None:
    threshold, centre = (points(segment(kit, tmp_path / name, f"baseline:{name}")) for name in ("threshold", "centre"))
    assert threshold == (pytest.approx(62.0, abs=0.5), pytest.approx(30.8, abs=0.5))
    assert centre == (pytest.approx(74.6, abs=0.5), pytest.approx(44.9, abs=0.5))


@pytest.mark.slow
def test_grabcut_is_better_than_looking_at_the_middle(kit: Path, tmp_path: Path) -> None:
    made = segment(kit, tmp_path / "grabcut", "baseline:grabcut")
    accuracy, iou = points(made)
    assert 83 < accuracy < 87
    assert 57 < iou < 66


def test_half_tones_of_real_alpha_move_the_score(kit: Path, real_data: Path, tmp_path: Path) -> None:
    """An output cut hard at 128: 8 % of the pixels are half-tones, and what they are decides."""
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    files = sorted((real_data / "album" / "segmentation" / "masks").iterdir())
    for number, file in enumerate(files, start=1):
        hard = np.where(grey(read_picture(file).pixels) >= 128, 255, 0).astype(np.uint8)
        (outputs / f"{number:04}.png").write_bytes(encoded(hard, "PNG"))
    made = segment(kit, tmp_path / "run", f"folder:{outputs}", conventions=Conventions(mask_from="mask"))
    assert points(made) == (100, 100)
    terms = [
        item.terms for item in made.items if item.terms["mask"]["objects"]["1"] != item.terms["mask"]["objects"]["255"]
    ]
    assert len(terms) == 7
    profile = load_profile(kind="segmentation")
    ious = [set_points(terms, profile.model_copy(update={"threshold": step}))[1] for step in (1, 64, 128, 192, 255)]
    assert max(value for value in ious if value is not None) == ious[2] == 100
    assert ious[0] is not None
    assert ious[4] is not None
    assert ious[0] < ious[1]  # type: ignore[operator]
    assert ious[4] < ious[3]  # type: ignore[operator]


@pytest.mark.slow
def test_real_cut_outs_from_kit_to_report_on_the_command_line(real_data: Path, tmp_path: Path) -> None:
    source = real_data / "album" / "cutouts_rembg"
    images, masks, outputs = (tmp_path / name for name in ("images", "masks", "outputs"))
    for path in (images, masks, outputs):
        path.mkdir()
    photos = sorted(source.glob("*.jpg"))
    for number, photo in enumerate(photos, start=1):
        cut = (source / f"{photo.stem}.out.png").read_bytes()
        (images / photo.name).write_bytes(photo.read_bytes())
        (masks / f"{photo.stem}.png").write_bytes(cut)
        (outputs / f"{number:04}.png").write_bytes(cut)
    facts = ["--name", "rembg", "--product-version", "2", "--device", "d", "--system", "s", "--network", "none"]
    made = ["album", "kit", "segmentation", str(images), "--masks", str(masks), "-o", str(tmp_path / "kit")]
    assert trial.mindsight(*made).returncode == 2  # three are no 31
    assert trial.mindsight(*[*made, "--trial"]).returncode == 0
    kit, folder = str(tmp_path / "kit"), str(tmp_path / "run")
    assert trial.mindsight(*["album", "score", kit, str(outputs), "-o", folder, *facts]).returncode == 0
    assert points(RunFolder.open(Path(folder))) == (100, 100)
    assert checker.check(folder)[0] == []
    page = (Path(folder) / "report.html").read_text("utf-8")
    assert "图像分割" in page
    assert "橙色：多余" in page
    wrong = ["album", "score", kit, str(outputs), "-o", folder + "2", *facts, "--mask-from"]
    assert trial.mindsight(*[*wrong, "mask"]).returncode == 1
    assert trial.mindsight(*[*wrong, "nose"]).returncode == 2
    assert trial.mindsight(*[*wrong, "mask", "--cropped"]).returncode == 2
    assert trial.mindsight(*[*wrong, "alpha", "--background", "#ffffff"]).returncode == 2
    assert trial.mindsight(*[*wrong, "colour", "--background", "white"]).returncode == 2
