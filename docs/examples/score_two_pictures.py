"""Score one enhanced picture against its reference.

python score_two_pictures.py REFERENCE OUTPUT
"""

import sys
from pathlib import Path

from mindsight.album import score_pair


def main(reference: Path, output: Path) -> None:
    scores = score_pair(reference, output)
    print(f"6.3.2  PSNR {scores.psnr_db:.3f} dB, score {scores.psnr_points:.2f}")
    print(f"6.3.3  SSIM {scores.ssim_index:.6f}, score {scores.ssim_points:.2f}")
    if scores.ssim_windowed is not None:
        print(f"beside it: windowed SSIM {scores.ssim_windowed:.6f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
