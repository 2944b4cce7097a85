"""T/GDCSA 022-2024 信息技术 智能相册产品功能评测规范: tests of smart photo album products.

One folder for each kind of function, with the same file names in each: ``classification`` (6.2.1), ``enhancement`` (6.3.2, 6.3.3),
``segmentation`` (6.4.2, 6.4.3). Shared: ``kits`` (the test data), ``products`` (the product under test), ``reporting``. ``suite`` chooses
by kind; ``procedure`` is the base of all three procedures; ``profile`` and ``readings`` hold the choices that the document leaves open;
``counts`` checks stored sums. The names below, those of enhancement, are the public interface; they take and return plain arrays, numbers
and paths, and are loaded when they are used.
"""

from typing import TYPE_CHECKING

from mindsight.faces import lazily

if TYPE_CHECKING:
    from mindsight.album.enhancement.formulas import (
        PairTerms,
        pair_terms,
        psnr_db,
        psnr_points,
        ssim_index,
        ssim_points,
        windowed_ssim,
    )
    from mindsight.album.enhancement.preparation import Recipe, make_enhancement_kit
    from mindsight.album.enhancement.scoring import PairScores, score_pair
    from mindsight.album.kits.pictures import grey, read_picture
    from mindsight.album.plan import AlbumPlan, Facts
    from mindsight.album.products.conventions import Conventions
    from mindsight.album.profile import EnhancementProfile, load_profile
    from mindsight.album.running import run

__all__ = [
    "AlbumPlan",
    "Conventions",
    "EnhancementProfile",
    "Facts",
    "PairScores",
    "PairTerms",
    "Recipe",
    "grey",
    "load_profile",
    "make_enhancement_kit",
    "pair_terms",
    "psnr_db",
    "psnr_points",
    "read_picture",
    "run",
    "score_pair",
    "ssim_index",
    "ssim_points",
    "windowed_ssim",
]
_FORMULAS = "mindsight.album.enhancement.formulas"
_SCORING = "mindsight.album.enhancement.scoring"
_PICTURES = "mindsight.album.kits.pictures"
_PROFILE = "mindsight.album.profile"
__getattr__ = lazily(
    __name__,
    {
        **dict.fromkeys(("PairTerms", "pair_terms", "psnr_db", "psnr_points", "ssim_index", "ssim_points"), _FORMULAS),
        "windowed_ssim": _FORMULAS,
        **dict.fromkeys(("Recipe", "make_enhancement_kit"), "mindsight.album.enhancement.preparation"),
        **dict.fromkeys(("PairScores", "score_pair"), _SCORING),
        **dict.fromkeys(("grey", "read_picture"), _PICTURES),
        **dict.fromkeys(("EnhancementProfile", "load_profile"), _PROFILE),
        **dict.fromkeys(("AlbumPlan", "Facts"), "mindsight.album.plan"),
        "Conventions": "mindsight.album.products.conventions",
        "run": "mindsight.album.running",
    },
)
