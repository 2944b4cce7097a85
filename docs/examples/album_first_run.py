"""Make a kit from photographs, put it to a Python product, read the scores.

python album_first_run.py PHOTOGRAPHS

Run it where my_product.py lies; it makes the folders "kit" and "my-product" there. PHOTOGRAPHS holds more than 30
pictures, as clause 5.3 asks; pictures of one scene lie in one sub-folder.
"""

import json
import subprocess
import sys
from pathlib import Path


def mindsight(*arguments: str) -> None:
    """Run a mindsight command; status 1 means that some outputs could not be scored, which the record shows."""
    done = subprocess.run([sys.executable, "-m", "mindsight", *arguments], check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.returncode)


def main(photographs: Path) -> None:
    mindsight("album", "kit", "enhancement", str(photographs), "--out", "kit", "--cluster", "folder")
    product = ["--name", "my product", "--product-version", "1.0", "--device", "laptop", "--network", "none"]
    mindsight("album", "run", "kit", "--subject", "python:my_product:enhance", "--out", "my-product", *product)
    results = json.loads(Path("my-product/results.json").read_text(encoding="utf-8"))
    for measure in results["measures"]:
        if measure["name"] in {"album.psnr", "album.psnr_gain", "album.ssim", "album.ssim_gain"}:
            print(f"{measure['name']:16} {measure['value']:7.2f} {measure['unit']}, {measure['n']} pictures")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
