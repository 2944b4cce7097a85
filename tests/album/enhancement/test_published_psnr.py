"""PSNR values that others published for real methods, under their own convention: RGB channels, MAX = 255."""

from pathlib import Path

import pytest

from mindsight.album import load_profile, score_pair
from mindsight.errors import PictureError

# Output, reference, and the PSNR in dB that the output's file name carries (cszn/KAIR, cszn/FFDNet).
PUBLISHED = [
    ("kair_color/163085_noisy_1499.png", "kair_color/ref_163085.png", 14.99),
    ("kair_color/163085_cbm3d_2836.png", "kair_color/ref_163085.png", 28.36),
    ("kair_color/163085_dncnn_2868.png", "kair_color/ref_163085.png", 28.68),
    ("kair_color/163085_drunet_2928.png", "kair_color/ref_163085.png", 29.28),
    ("kair_color/163085_ffdnet_2875.png", "kair_color/ref_163085.png", 28.75),
    ("kair_color/163085_ircnn_2869.png", "kair_color/ref_163085.png", 28.69),
    ("ffdnet/102061_75_75_PSNR_2698.png", "ffdnet/ref_102061.png", 26.98),
]
# Super-resolution by 3 gives multiples of 3; the originals have other sizes (yjn870/SRCNN-pytorch).
RESIZED = [("butterfly_GT", "255×255", "256×256"), ("ppt3", "528×654", "529×656"), ("zebra", "585×390", "586×391")]


@pytest.fixture
def published(real_data: Path) -> Path:
    return real_data / "album" / "published_psnr"


@pytest.mark.parametrize(("output", "reference", "db"), PUBLISHED)
def test_published_values_come_out(output: str, reference: str, db: float, published: Path) -> None:
    theirs = load_profile().model_copy(update={"grey": "channels", "peak": "full"})
    assert score_pair(published / reference, published / output, profile=theirs).psnr_db == pytest.approx(db, abs=0.01)


def test_the_standard_s_own_reading_gives_another_value(published: Path) -> None:
    folder = published / "kair_color"
    scores = score_pair(folder / "ref_163085.png", folder / "163085_drunet_2928.png")
    # Grey and MAX_I = 226, the largest pixel of this reference: 28.66 dB instead of 29.28.
    assert scores.terms.peak == 226
    assert scores.psnr_db == pytest.approx(28.66, abs=0.01)
    assert scores.psnr_points == pytest.approx(52.0, abs=0.05)


@pytest.mark.parametrize(("name", "found", "expected"), RESIZED)
def test_an_output_of_another_size_is_refused_with_both_sizes(
    name: str, found: str, expected: str, published: Path
) -> None:
    folder = published / "yjn_srcnn"
    with pytest.raises(PictureError) as refused:
        score_pair(folder / f"{name}.bmp", folder / f"{name}_srcnn_x3.bmp")
    assert f"{name}_srcnn_x3.bmp" in str(refused.value)
    assert found in str(refused.value)
    assert expected in str(refused.value)
