"""Make a kit from photographs, put it to a Python product, read the scores.

python album_first_run.py PHOTOGRAPHS

Run it where my_product.py lies; it makes the folders "kit" and "my-product" there. PHOTOGRAPHS holds more than 30
pictures, as clause 5.3 asks; pictures of one scene lie in one sub-folder.
"""

import sys
from pathlib import Path

from mindsight import album

SHOWN = ("album.psnr", "album.psnr_gain", "album.ssim", "album.ssim_gain")


def main(photographs: Path) -> None:
    recipe = album.Recipe(album.load_profile(), seed=7)
    album.make_enhancement_kit(photographs, Path("kit"), recipe, cluster="folder")
    run = album.run(
        "kit",
        "python:my_product:enhance",
        out="my-product",
        name="my product",
        version="1.0",
        device="laptop",
        network="none",
    )
    for name in SHOWN:
        measure = run.measures[name]
        print(f"{name:16} {measure.value:7.2f} {measure.unit}, {measure.n} pictures")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
