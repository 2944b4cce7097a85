"""Enlarging networks that nobody here wrote: products that change the resolution, and their gain over the input."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from foreign.commands import PRODUCTS, command, gained, measured, run, said
from foreign.lines import tell
from foreign.places import node_place

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]

PACKAGES = (
    "@upscalerjs/esrgan-slim@1.0.0", "@upscalerjs/esrgan-medium@1.0.0", "@upscalerjs/esrgan-legacy@1.0.0", "pngjs@7.0.0",
    *(f"@tensorflow/tfjs-{part}@4.22.0" for part in ("core", "layers", "backend-cpu", "backend-wasm")),
)  # fmt: skip
SLIM, MEDIUM, LARGE = "esrgan-slim/models/x2", "esrgan-medium/models/x2", "esrgan-legacy/models/psnr-small"
CROPS = ((7, 128, 96), (8, 128, 96), (9, 128, 96), (7, 192, 128))
"""Seed, width and height of the crops of a kit."""


def enlarging(network: str, white: int = 255) -> str:
    """Return the subject that enlarges with a network; ``white`` is what stands for white in its numbers."""
    place = node_place("esrgan", *PACKAGES)
    return command("node", PRODUCTS / "enlarge.mjs", place, network, str(white), "{input}", "{output}")


def kit_of(real_data: Path, folder: Path, seed: int, width: int, height: int) -> Path:
    """Make a kit of one crop of each of 34 photographs; mindsight measures on the product what it does to the size."""
    rng = np.random.default_rng(seed)
    (folder / "photos").mkdir(parents=True)
    for file in sorted((real_data / "album" / "cbsd68").rglob("*.jpg")):
        photo = Image.open(file).convert("RGB")
        left, top = (int(rng.integers(room + 1)) for room in (photo.width - width, photo.height - height))
        photo.crop((left, top, left + width, top + height)).save(folder / "photos" / f"{file.stem}.png")
    said("album", "kit", "enhancement", folder / "photos", "--probe", enlarging(SLIM), "--out", folder / "kit")
    return folder / "kit"


@pytest.mark.parametrize(
    ("network", "sample"), [(SLIM, "esrgan-slim/assets/samples/2x"), (LARGE, "esrgan-legacy/assets/samples/psnr-small")]
)
def test_the_wrapper_gives_the_picture_that_the_package_shows(network: str, sample: str, tmp_path: Path) -> None:
    modules = node_place("esrgan", *PACKAGES) / "node_modules" / "@upscalerjs"
    fixture = modules / sample.split("/", maxsplit=1)[0] / "assets" / "fixture.png"
    words = enlarging(network).removeprefix("command:").format(input=fixture, output=tmp_path / "output.png")
    subprocess.run(words.split(), check=True, capture_output=True)
    ours, theirs = (
        np.asarray(Image.open(file).convert("RGB"), dtype=int)
        for file in (tmp_path / "output.png", modules / sample / "result.png")
    )
    assert ours.shape == theirs.shape == (256, 256, 3)
    assert np.abs(ours - theirs).max() <= 1


@pytest.mark.parametrize(("seed", "width", "height"), CROPS)
def test_gain_tells_networks_from_interpolation_whatever_the_crops(
    seed: int, width: int, height: int, real_data: Path, tmp_path: Path
) -> None:
    kit = kit_of(real_data, tmp_path, seed, width, height)
    subjects = {
        "slim": enlarging(SLIM),
        "medium": enlarging(MEDIUM),
        "lanczos": "baseline:lanczos",
        "large": enlarging(LARGE),
        "large, fed as trained": enlarging(LARGE, white=1),
    }
    runs = {name: run(kit, subject, name, tmp_path / name) for name, subject in subjects.items()}
    gain = {name: measured(folder, "album.psnr_gain") for name, folder in runs.items()}
    for name, folder in runs.items():
        shares = measured(folder, "album.ssim_gain")
        tell(f"seed {seed}, {width}×{height}, {name}: PSNR {gain[name]}, SSIM {shares}")
    # Networks trained to look sharp lose against plain interpolation: the standard measures fidelity.
    assert gain["slim"].high < 0
    assert gain["medium"].high < 0
    assert gain["lanczos"].low > 0
    assert measured(runs["large, fed as trained"], "album.ssim_gain").low > 0
    order = ["slim", "medium", "lanczos", "large, fed as trained"]
    assert [gain[name].value for name in order] == sorted(gain[name].value for name in order)
    # The package feeds this network with 0 to 255; with 0 to 1 the same network is better.
    assert gained(runs["large, fed as trained"], runs["large"], "album.psnr").low > 0
