"""Hold products against the first one, picture by picture.

python compare_products.py RUN RUN [RUN ...]
"""

import sys

import mindsight


def main(runs: list[str]) -> None:
    try:
        comparison = mindsight.compare(*runs)
    except mindsight.MindsightError as error:
        # Runs that do not measure the same thing are refused, in one sentence.
        sys.exit(str(error))
    for difference in comparison.differences:
        if difference.measure in {"album.psnr", "album.ssim", "album.ssim_windowed"}:
            low, high, p = difference.low, difference.high, difference.p
            sure = "not estimable" if low is None else f"[{low:.3f}, {high:.3f}], p = {p:.4f}"
            first = comparison.names[0]
            print(f"{difference.measure}: {difference.run} less {first} = {difference.value:.3f} {sure}")


if __name__ == "__main__":
    main(sys.argv[1:])
