"""Originals with masks, kits and outputs for the tests of segmentation."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from album.making import Pixels, encoded, soft_picture
from mindsight.album.kits.pictures import encode_png
from mindsight.album.plan import AlbumPlan
from mindsight.album.profile import load_profile
from mindsight.album.segmentation.kit import SegmentationKit
from mindsight.album.segmentation.preparation import MaskRecipe, make_segmentation_kit, material
from mindsight.album.segmentation.procedure import SegmentationTest
from mindsight.execution.parallel import Engine
from mindsight.pipeline import run_test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Subject
from mindsight.subjects.spec import SubjectSpec

SIZE = (48, 36)


def mask_of(number: int, size: tuple[int, int] = SIZE) -> Pixels:
    """Return an ellipse, different for each number."""
    width, height = size
    mask = np.zeros((height, width), np.uint8)
    place = (width // 3 + number % 7, height // 3 + number % 5)
    return np.asarray(cv2.ellipse(mask, place, (width // 5, height // 4), 30 * number, 0, 360, 255, -1), np.uint8)


def make_material(folder: Path, count: int = 4, *, suffix: str = "jpg") -> tuple[Path, Path]:
    """Write originals and masks, and return both folders."""
    images, masks = folder / "images", folder / "masks"
    for path in (images, masks):
        path.mkdir(parents=True, exist_ok=True)
    for number in range(1, count + 1):
        picture = soft_picture(*SIZE, seed=number)
        kind = {"jpg": "JPEG", "png": "PNG"}[suffix]
        (images / f"photo-{number:02}.{suffix}").write_bytes(encoded(picture, kind))
        (masks / f"photo-{number:02}.png").write_bytes(encode_png(mask_of(number)))
    return images, masks


def mask_recipe(undecided: int | None = None, **fields: Any) -> MaskRecipe:
    return MaskRecipe(load_profile(kind="segmentation").model_copy(update=fields), undecided)


def mask_kit(folder: Path, count: int = 4, *, undecided: int | None = None, **fields: Any) -> Path:
    """Prepare a trial kit of a few small originals."""
    images, masks = make_material(folder.with_name(f"{folder.name}-material"), count)
    make_segmentation_kit(material(images, masks), folder, mask_recipe(undecided, **fields), trial=True)
    return folder


def segment(kit: Path, folder: Path, spec: str, *, engine: Engine = "serial", **options: Any) -> RunFolder:
    """Run the test of a subject on a kit."""
    scheme, _, rest = spec.partition(":")
    subject = SubjectSpec(scheme, rest)
    test = SegmentationTest(
        SegmentationKit(kit), subject, Subject(spec=subject.public, name="product"), AlbumPlan(**options)
    )
    return run_test(test, folder, engine=engine, workers=2 if engine == "local" else 1)


def entries(kit: Path) -> list[Any]:
    return [entry for entry, _ in SegmentationKit(kit).items()]


def coco(images: Path, shapes: dict[str, list[Any]], *, size: tuple[int, int] = SIZE) -> dict[str, Any]:
    """Return a COCO file: each picture of the folder with the segmentations given for it, all of category ``cat``."""
    files = sorted(path.name for path in images.iterdir())
    return {
        "images": [
            {"id": number, "file_name": name, "width": size[0], "height": size[1]} for number, name in enumerate(files)
        ],
        "annotations": [
            {"id": 100 * number + place, "image_id": number, "category_id": 1, "segmentation": shape}
            for number, name in enumerate(files)
            for place, shape in enumerate(shapes.get(name, []))
        ],
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
    }


def write_json(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value))
    return path
