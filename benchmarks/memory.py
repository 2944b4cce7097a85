"""Memory of scoring 1,000 and 50,000 outputs of each kind: a kit of any size must take the same.

The pictures are hard links to a few small ones; the command is the one that users type, in a process of its own.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.pictures import photographs
from benchmarks.rows import Row
from mindsight.album.classification.kit import ClassificationKit
from mindsight.album.classification.preparation import ClassRecipe, images_of_folders, make_classification_kit
from mindsight.album.enhancement.kit import EnhancementKit
from mindsight.album.enhancement.preparation import Recipe, make_enhancement_kit
from mindsight.album.kits.kit import INPUTS, TRUTH, Kit, write_kit
from mindsight.album.kits.pictures import encode_png
from mindsight.album.profile import load_profile
from mindsight.album.segmentation.kit import SegmentationKit
from mindsight.album.segmentation.preparation import MaskRecipe, make_segmentation_kit, material

FEW, MANY = 1_000, 50_000
_SIDE = 48
_KINDS = 4
_ALLOWED_MIB = 50
_CLASSES = ("day", "night")


class Small(NamedTuple):
    """A kit of four items with what a product brings back: a picture for each, or the words of a table."""

    kit: Kit[Any, Any]
    outputs: Path | None
    options: tuple[str, ...] = ()


def measure() -> Iterator[Row]:
    """Yield the difference of the two peaks for each kind."""
    for kind, made in MAKERS.items():
        with tempfile.TemporaryDirectory(prefix="mindsight-bench-") as folder:
            few, many = (score_many(Path(folder) / str(count), count, made) for count in (FEW, MANY))
        yield Row(
            f"memory, {kind}: {MANY:,} outputs less {FEW:,}",
            many - few,
            "MiB",
            f"within ±{_ALLOWED_MIB}",
            abs(many - few) <= _ALLOWED_MIB,
            f"peaks {few:.0f} and {many:.0f} MiB, libraries included",
        )


def score_many(folder: Path, count: int, made: Callable[[Path], Small]) -> float:
    """Score a kit of ``count`` items, leave the run in the folder ``run``, and return the process's peak memory."""
    small = made(folder / "small")
    answers = enlarged(small, folder, count)
    where = (str(folder / "kit"), str(answers), "--out", str(folder / "run"))
    return peak_mib("album", "score", *where, *small.options, "--json")


def peak_mib(*words: str) -> float:
    """Run a command in a process of its own and return the process's peak memory."""
    command = [sys.executable, "-m", "mindsight", *words]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    # Not the peak that wait4 tells: it starts from the memory of the process that was forked, this one.
    peak = 0.0
    while process.poll() is None:
        peak = max(peak, _high_water_mib(process.pid))
        time.sleep(0.02)
    if process.returncode != 0:
        raise RuntimeError(f"mindsight {' '.join(words)} ended with status {process.returncode}")
    return peak


def _high_water_mib(pid: int) -> float:
    """Return the most memory that a process has used so far; 0 when it has just ended."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text("utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return 0.0


def enlarged(small: Small, folder: Path, count: int) -> Path:
    """Write a kit and its answers whose pictures are hard links to those of a small one; return the answers."""
    kit, outputs, table = folder / "kit", folder / "outputs", folder / "answers.csv"
    for path in (kit / INPUTS, kit / TRUTH, outputs):
        path.mkdir(parents=True)
    entries = [entry for entry, _ in small.kit.items()]

    def items() -> Iterator[Any]:
        for index in range(count):
            entry, number = entries[index % _KINDS], f"{index + 1:05d}"
            pictures = {}
            for role in ("input", "reference", "mask"):
                picture = getattr(entry, role, None)
                if picture is None:
                    continue
                path = str(Path(picture.path).with_stem(number))
                os.link(small.kit.path / picture.path, kit / path)
                pictures[role] = picture.model_copy(update={"path": path})
            if small.outputs is not None:
                os.link(small.outputs / f"{entry.id}.png", outputs / f"{number}.png")
            yield entry.model_copy(update={"id": number, "source": f"{number}.png", "cluster": number, **pictures})

    header = small.kit.header.model_copy(update={"count": count})
    if isinstance(small.kit, ClassificationKit):
        classes = [one.model_copy(update={"count": count // len(_CLASSES)}) for one in header.classes]
        header = header.model_copy(update={"classes": tuple(classes)})
        rows = (f"{index + 1:05d},{_CLASSES[index % 3 % 2]}\n" for index in range(count))
        table.write_text("number,predicted\n" + "".join(rows), "utf-8")
    write_kit(kit, header, items())
    return table if small.outputs is None else outputs


def _photos(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for number, pixels in zip(range(_KINDS), photographs(_SIDE, _SIDE), strict=False):
        (folder / f"{number}.png").write_bytes(encode_png(pixels))
    return folder


def _enhancement(folder: Path) -> Small:
    make_enhancement_kit(_photos(folder / "photos"), folder / "kit", Recipe(load_profile(), 7, None), trial=True)
    return Small(EnhancementKit(folder / "kit"), folder / "kit" / INPUTS)


def _segmentation(folder: Path) -> Small:
    photos, masks, outputs = _photos(folder / "photos"), folder / "masks", folder / "outputs"
    masks.mkdir()
    outputs.mkdir()
    across = np.linspace(-1, 1, _SIDE)
    for number in range(_KINDS):
        inside = np.hypot(across[None, :], across[:, None]) < 0.4 + number / 10
        mask = np.where(inside, 255, 0).astype(np.uint8)
        (masks / f"{number}.png").write_bytes(encode_png(mask))
        (outputs / f"{number + 1:04d}.png").write_bytes(encode_png(np.roll(mask, 3, axis=1)))
    recipe = MaskRecipe(load_profile(kind="segmentation"))
    make_segmentation_kit(material(photos, masks), folder / "kit", recipe, trial=True)
    return Small(SegmentationKit(folder / "kit"), outputs, ("--mask-from", "mask"))


def _classification(folder: Path) -> Small:
    photos = sorted(_photos(folder / "all").iterdir())
    for place, file in enumerate(photos):
        target = folder / "photos" / _CLASSES[place % len(_CLASSES)] / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        file.rename(target)
    recipe = ClassRecipe(load_profile(kind="classification"), {}, trial=True)
    found = images_of_folders(folder / "photos")[0]
    make_classification_kit(found, folder / "kit", recipe, source=folder / "photos")
    return Small(ClassificationKit(folder / "kit"), None)


MAKERS: dict[str, Callable[[Path], Small]] = {
    "enhancement": _enhancement,
    "segmentation": _segmentation,
    "classification": _classification,
}
