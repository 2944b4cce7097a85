"""What blur, darkness and a low frame rate do to answers about clips: the table and the drawings of ``docs/explanation/home-robustness``.

    mindsight home robustness --tasks event.robust --subject baseline:changes --trials 96 --out RUN
    python -m docs.simulations.worse RUN …

Prints how many questions are dealt with rightly at each strength, and draws the curve of each run, of one class each. The drawings hold
numbers only, so one serves both languages: the lines are blur (blue), darkness (red), a low frame rate (green) and all together (pink).
"""

import sys
from pathlib import Path

from mindsight.record.blocks import Curve
from mindsight.record.folder import RunFolder
from mindsight.record.model import Measure
from mindsight.record.opening import open_sealed
from mindsight.report.figures import curve_svg

PICTURES = Path(__file__).resolve().parents[1] / "pictures"
KINDS = ("blur", "dark", "rate")


def _cell(one: Measure) -> str:
    assert one.value is not None
    return f"{round(one.value * one.n)}"


def main(run: RunFolder) -> None:
    """Print the table of a run over one class and draw its curve."""
    (key,) = run.manifest.plan["tasks"]
    found = {one.name: one for one in run.results.measures}
    for kind in KINDS:
        cells = [found[f"home.f_disturbed.{kind}.{strength}"] for strength in range(4)]
        print(f"| `{key}` | {kind} | " + " | ".join(map(_cell, cells)) + f" | {cells[0].n} |")
    (curve,) = (block for block in run.results.blocks if isinstance(block, Curve))
    (PICTURES / f"{key}.svg").write_text(curve_svg(curve, prefix=key) + "\n", "utf-8")


if __name__ == "__main__":
    for folder in sys.argv[1:]:
        main(open_sealed(Path(folder)))
