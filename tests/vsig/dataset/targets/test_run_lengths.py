"""Masks as COCO files hold them: run lengths, compressed or not, are the same masks as PNGs; whatever else is refused."""

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pycocotools import mask as coder  # type: ignore[import-untyped]

from mindsight.text import say
from mindsight.vsig.dataset.annotations import AnnotatedMask, parse
from mindsight.vsig.dataset.checks import Findings
from mindsight.vsig.dataset.samples import Mask
from mindsight.vsig.dataset.targets.masks import full, mask_from
from mindsight.vsig.dataset.targets.objects import mask_of

FRAME = (64, 36)
POINTS = [[500.0, 400.0]]
BOX = [20, 8, 29, 19]


def blob() -> NDArray[np.uint8]:
    pixels = np.zeros(FRAME[::-1], np.uint8)
    pixels[8:20, 20:30] = 1
    pixels[10:12, 24:27] = 0
    return pixels


def compressed() -> dict[str, Any]:
    """Return the run lengths as the COCO library makes them."""
    runs = coder.encode(np.asfortranarray(blob()))
    return {"size": list(runs["size"]), "counts": runs["counts"].decode()}


def listed() -> dict[str, Any]:
    """Return the run lengths as a list: columns one below the other, beginning with how many are off."""
    flat = blob().T.ravel().tolist()
    counts = [len(list(run)) for _, run in itertools.groupby(flat)]
    return {"size": list(FRAME[::-1]), "counts": [0] * flat[0] + counts}


def read(page: Any) -> tuple[Mask | None, Findings]:
    findings = Findings("annotations.json", "1")
    annotated = parse(AnnotatedMask, page, findings)
    return (None if annotated is None else mask_of(annotated, POINTS, FRAME, findings, "object_space[0]")), findings


@pytest.mark.parametrize("runs", [compressed, listed])
@pytest.mark.parametrize("wrap", ["", "rle", "segmentation"])
def test_run_lengths_are_the_mask_that_a_png_is(runs: Any, wrap: str) -> None:
    page = {wrap: runs(), "bbox": BOX, "score": 0.9} if wrap else {**runs(), "bbox": BOX}
    mask, findings = read(page)
    assert mask == mask_from(blob() > 0)
    assert findings.found == []
    assert np.array_equal(full(mask), blob() > 0)  # type: ignore[arg-type]


def test_a_png_precedes_run_lengths() -> None:
    from vsig.dataset.targets.test_masks import encoded

    other = np.zeros(FRAME[::-1], np.uint8)
    other[10:22, 20:30] = 255
    mask, _ = read({"mask_base64": encoded(other), "rle": compressed()})
    assert mask == mask_from(other > 0)


@pytest.mark.parametrize(
    "page",
    [
        {"size": [64, 36], "counts": compressed()["counts"]},
        {"size": [36, 64], "counts": [0, 10]},
        {"size": [36, 64], "counts": [36 * 64]},
        {"size": [36, 64], "counts": "P" * 30},
        {"size": [36, 64], "counts": "é"},
        {"size": [36, 64], "counts": [-1, 36 * 64 + 1]},
        {"size": [36], "counts": [0]},
        {"size": [36, 64], "counts": [0.5]},
        {"counts": [0, 36 * 64]},
        {"rle": {"size": [36, 64]}},
        {"segmentation": [[1, 1, 5, 1, 5, 5]]},
        {"polygon": [[1, 1], [5, 1], [5, 5]], "bbox": BOX},
        {"rle": "0a1b"},
        {"mask_path": "masks/1.png"},
    ],
)
def test_whatever_is_no_mask_of_the_frame_is_refused_and_never_no_mask(page: dict[str, Any]) -> None:
    mask, findings = read(page)
    assert mask is None
    assert {one.severity for one in findings.found} == {"refused"}
    assert all(say(one.text, language) for one in findings.found for language in ("zh", "en"))


@pytest.mark.parametrize("page", [{"mask_base64": None}, {"bbox": BOX, "score": 0.5}, {"mask_base64": "", "count": 3}])
def test_no_mask_is_still_no_mask(page: dict[str, Any]) -> None:
    mask, findings = read(page)
    assert (mask, [one.severity for one in findings.found]) == (None, ["warning"])
