"""The formulas reproduce the worked examples of the documentation."""

import re
from pathlib import Path

import numpy as np
import pytest

from docs_pages import page_named
from mindsight.album.classification.formulas import cases, macro_f1_points, rates
from mindsight.album.enhancement import formulas
from mindsight.album.segmentation import formulas as segmentation

PAGES = [page_named("album-worked.md"), page_named("album-worked.zh.md")]

CONFUSION = np.array([[9, 2, 0, 1], [1, 10, 1, 0], [2, 2, 8, 0]])
REFERENCE = np.array([[100, 150], [200, 250]], np.uint8)
OUTPUT = np.array([[98, 153], [200, 245]], np.uint8)


def mask(rows: list[str]) -> np.ndarray:
    return np.array([[255 * (cell == "■") for cell in row.split()] for row in rows], np.uint8)


def drawn(page: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return the two masks as the page draws them."""
    rows = [
        line.strip("| ").split(" | ") for line in page.read_text("utf-8").splitlines() if "■" in line and " | " in line
    ]
    return mask([row[0] for row in rows]), mask([row[1] for row in rows])


def computed(page: Path) -> list[float]:
    pair = formulas.pair_terms(REFERENCE, OUTPUT)
    counts = segmentation.output_terms(*drawn(page), (128,)).counts[128]
    pixels = segmentation.pixels_of(counts, "background")
    shares = segmentation.pixel_accuracy(pixels), segmentation.overlap(pixels)
    return [
        macro_f1_points(CONFUSION),
        formulas.psnr_points(formulas.psnr_db(pair)),
        formulas.ssim_points(formulas.ssim_index(pair)),
        *(100 * share.part / share.whole for share in shares),
    ]


@pytest.mark.parametrize("page", PAGES, ids=["en", "zh"])
def test_the_scores_on_the_page_are_those_of_the_formulas(page: Path) -> None:
    stated = re.findall(r"\*\*(\d+\.\d\d)(?: points| 分)\*\*", page.read_text("utf-8"))
    assert stated == [f"{value:.2f}" for value in computed(page)]


@pytest.mark.parametrize("page", PAGES, ids=["en", "zh"])
def test_the_steps_on_the_page_are_those_of_the_formulas(page: Path) -> None:
    text = page.read_text("utf-8")
    found = rates(cases(CONFUSION))
    stated = re.findall(r"(?:\d+/\d+ = )?(0\.\d{4}) \| (?:\d+/\d+ = )?(0\.\d{4}) \| (?:\d+/\d+ = )?(0\.\d{4}) \|", text)
    each = zip(found.precision, found.recall, found.f1, strict=True)
    assert stated == [tuple(f"{value:.4f}" for value in row) for row in each]
    assert f"{formulas.psnr_db(formulas.pair_terms(REFERENCE, OUTPUT)):.2f} dB" in text
    assert f"= {formulas.ssim_index(formulas.pair_terms(REFERENCE, OUTPUT)):.6f}" in text
    truth, output = drawn(page)
    assert segmentation.pixels_of(segmentation.output_terms(truth, output, (128,)).counts[128], "background") == (
        5,
        1,
        2,
        8,
    )
