"""Outputs whose masks all say the same, or the opposite: scored as declared, and named in report, terminal and comparison."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from album.making import Pixels, encoded, soft_picture
from album.masked import SIZE, mask_kit, mask_of, segment
from mindsight.album.products.conventions import Conventions
from mindsight.album.profile import load_profile
from mindsight.album.segmentation.doubts import doubtful_outputs
from mindsight.checker.album.segmentation import segmentation_doubts
from mindsight.errors import InputError
from mindsight.kinds import rescore
from mindsight.record.blocks import Note
from mindsight.record.comparison import compare_runs
from mindsight.record.folder import RunFolder
from record import trial

NAMES = {"warning-outputs", "warning-inverted", "warning-from_1"}


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mask_kit(tmp_path_factory.mktemp("doubts") / "kit", 4)


def with_alpha(alpha: Pixels, number: int) -> bytes:
    return encoded(np.dstack([soft_picture(*SIZE, seed=number), alpha]), "PNG")


def deep(values: Pixels) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(values.astype(np.uint16)).save(stream, "PNG")
    return stream.getvalue()


def streak(mask: Pixels) -> Pixels:
    """Return a column inside and nothing else, so that not every output has nothing inside."""
    return np.where(np.indices(mask.shape)[1] == 0, np.uint8(255), np.uint8(0))


Export = Callable[[Pixels, int], bytes]
EXPORTS: dict[str, tuple[str, Export]] = {
    "mask 0/1": ("mask", lambda mask, _: encoded(mask // 255, "PNG")),
    "mask 0/100": ("mask", lambda mask, _: encoded((mask // 255 * 100).astype(np.uint8), "PNG")),
    "alpha 0/1": ("alpha", lambda mask, number: with_alpha(mask // 255, number)),
    "16 bits with 0 to 255": ("mask", lambda mask, _: deep(mask)),
    "nothing": ("mask", lambda mask, _: encoded(np.zeros_like(mask), "PNG")),
    "inverted mask": ("mask", lambda mask, _: encoded(255 - mask, "PNG")),
    "inverted alpha": ("alpha", lambda mask, number: with_alpha(255 - mask, number)),
    "opaque": ("alpha", lambda mask, number: with_alpha(np.full_like(mask, 255), number)),
    "nearly opaque": ("alpha", lambda mask, number: with_alpha(np.full_like(mask, 254), number)),
    "all white": ("mask", lambda mask, _: encoded(np.full_like(mask, 255), "PNG")),
    "half and half": ("mask", lambda mask, _: encoded(np.where(mask > 0, np.uint8(90), streak(mask)), "PNG")),
    "right": ("mask", lambda mask, _: encoded(mask, "PNG")),
    "right alpha": ("alpha", with_alpha),
    "shifted": ("mask", lambda mask, _: encoded(np.roll(mask, 5, axis=1), "PNG")),
    "one of four": ("mask", lambda mask, number: encoded(mask if number > 1 else np.zeros_like(mask), "PNG")),
}  # fmt: skip


def made(kit: Path, folder: Path, name: str, **conventions: object) -> RunFolder:
    mask_from, export = EXPORTS[name]
    outputs = folder / f"outputs of {name.replace('/', ' ')}"
    outputs.mkdir(exist_ok=True)
    for number in range(1, 5):
        (outputs / f"{number:04}.png").write_bytes(export(mask_of(number), number))
    known = Conventions.model_validate({"mask_from": mask_from, **conventions})
    return segment(kit, folder / name.replace("/", " "), f"folder:{outputs}", conventions=known)


def said(run: RunFolder) -> dict[str, str]:
    notes = [block for block in run.results.blocks if isinstance(block, Note) and block.id in NAMES]
    return {note.id.removeprefix("warning-"): str(note.body) for note in notes}


@pytest.mark.parametrize(
    ("name", "warnings"),
    [
        ("mask 0/1", {"outputs": "have no pixel inside: their largest value is 1,", "from_1": "an IoU of 100 points instead of 0"}),
        ("mask 0/100", {"outputs": "their largest value is 100,", "from_1": "an IoU of 100 points instead of 0"}),
        ("alpha 0/1", {"outputs": "their largest value is 1,", "from_1": "an IoU of 100 points instead of 0"}),
        ("16 bits with 0 to 255", {"outputs": "their largest value is 1,", "from_1": "an IoU of 100 points instead of 0"}),
        ("nothing", {"outputs": "their largest value is 0,"}),
        ("inverted mask", {"inverted": "an IoU of 100 points instead of 0"}),
        ("inverted alpha", {"inverted": "an IoU of 100 points instead of 0"}),
        ("opaque", {"outputs": "are opaque in every pixel"}),
        ("nearly opaque", {"outputs": "are opaque in every pixel"}),
        ("all white", {"outputs": "have every pixel inside: their smallest value is 255"}),
        ("half and half", {"from_1": "if inside began at 1"}),
        ("right", {}),
        ("right alpha", {}),
        ("shifted", {}),
        ("one of four", {}),
    ],
)  # fmt: skip
def test_what_all_outputs_have_in_common_is_said(
    kit: Path, tmp_path: Path, name: str, warnings: dict[str, str]
) -> None:
    run = made(kit, tmp_path, name)
    found = said(run)
    assert found.keys() == warnings.keys()
    for key, words in warnings.items():
        assert found[key].startswith("4 of 4 outputs ")
        assert words in found[key]
    assert all("--mask-from" in body or "--threshold" in body for body in found.values())
    assert rescore(run)[1].blocks == run.results.blocks


@pytest.mark.parametrize("name", ["mask 0/1", "mask 0/100", "alpha 0/1", "16 bits with 0 to 255"])
def test_a_declared_threshold_reads_low_values_as_they_are_meant(kit: Path, tmp_path: Path, name: str) -> None:
    run = made(kit, tmp_path, name, threshold=1)
    assert run.results.measure("album.iou").value == 100.0
    assert said(run) == {}
    assert run.manifest.plan["threshold"] == 1
    assert run.manifest.identity == made(kit, tmp_path, "right").manifest.identity


def test_a_threshold_for_colours_is_refused(kit: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--threshold needs masks or alpha channels"):
        made(kit, tmp_path, "right", threshold=1, mask_from="colour")


def test_terminal_and_comparison_say_it(kit: Path, tmp_path: Path) -> None:
    first, second = made(kit, tmp_path, "mask 0/1"), made(kit, tmp_path, "right")
    words = [str(warning) for warning in compare_runs([first, second], seed=1).warnings]
    assert sum("have no pixel inside: their largest value is 1," in sentence for sentence in words) == 1
    outputs = tmp_path / "outputs of inverted mask"
    made(kit, tmp_path, "inverted mask")
    done = trial.mindsight(
        "album", "score", kit, outputs, "--mask-from", "mask", "--name", "X", "--out", tmp_path / "run"
    )
    assert "4 of 4 outputs would score higher if they were inverted" in " ".join(done.stdout.split())
    done = trial.mindsight("verify", tmp_path / "run", "--deep", "--kit", kit)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_record_without_the_values_of_its_outputs_is_scored_as_before(kit: Path, tmp_path: Path) -> None:
    run = made(kit, tmp_path, "mask 0/1")
    items = [item.model_copy(update={"terms": without_values(item.terms)}) for item in run.items]
    profile = load_profile(kind="segmentation")
    assert doubtful_outputs(run.items, profile, "mask")
    assert doubtful_outputs(items, profile, "mask") == []


def without_values(terms: dict[str, Any]) -> dict[str, Any]:
    return {**terms, "output": {key: value for key, value in terms["output"].items() if key != "values"}}


def test_values_that_the_counts_contradict_are_named(kit: Path, tmp_path: Path) -> None:
    run = made(kit, tmp_path, "mask 0/1")
    item = next(iter(run.items)).model_dump(mode="json")
    entry = {"mask_terms": item["terms"]["mask"], "cluster": item["cluster"]}
    manifest = run.manifest.model_dump(mode="json")
    assert list(segmentation_doubts(item, entry, manifest)) == []
    for values in ([0, 255], [1, 1], [0, 0], [0, 300], [2, 1]):
        item["terms"]["output"]["values"] = values
        assert [found.key for found in segmentation_doubts(item, entry, manifest)] == ["masks"]
