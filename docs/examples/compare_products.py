"""Hold products against the first one, picture by picture.

python compare_products.py RUN RUN [RUN ...]
"""

import json
import subprocess
import sys


def main(runs: list[str]) -> None:
    command = [sys.executable, "-m", "mindsight", "compare", *runs, "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        # Runs that do not measure the same thing are refused; the reason was printed.
        sys.exit(done.returncode)
    comparison = json.loads(done.stdout)
    first = comparison["subjects"][0]["name"]
    for difference in comparison["differences"]:
        if difference["measure"] in {"album.psnr", "album.ssim", "album.ssim_windowed"}:
            low, high, p = difference["low"], difference["high"], difference["p"]
            sure = "not estimable" if low is None else f"[{low:.3f}, {high:.3f}], p = {p:.4f}"
            print(f"{difference['measure']}: {difference['run']} less {first} = {difference['value']:.3f} {sure}")


if __name__ == "__main__":
    main(sys.argv[1:])
