"""What blur, darkness and a low frame rate do to answers about clips: the table and the drawings of ``docs/explanation/home-robustness``.

    mindsight home robustness --tasks event.robust,intention.robust,emotion.robust --subject baseline:changes --trials 96 --out RUN
    python -m docs.simulations.worse RUN

Prints accuracy at each strength with its 95 % interval, and draws a curve for each dimension. The drawings hold numbers only, so one serves
both languages: the lines are blur (blue), darkness (red), frame rate (green) and all together (pink).
"""

import sys
from pathlib import Path

from mindsight.record.blocks import Curve
from mindsight.record.folder import RunFolder
from mindsight.record.model import Measure
from mindsight.report.figures import curve_svg

PICTURES = Path(__file__).resolve().parents[1] / "pictures"
DIMENSIONS = ("event", "intention", "emotion")
KINDS = ("blur", "dark", "rate")


def _cell(one: Measure) -> str:
    assert one.value is not None
    assert one.interval is not None
    return f"{one.value:.2f} ({one.interval.low:.2f}–{one.interval.high:.2f})"


def main(run: RunFolder) -> None:
    """Print the table of a run and draw its curves."""
    found = {one.name: one for one in run.results.measures}
    for dimension in DIMENSIONS:
        for kind in KINDS:
            cells = [found[f"home.f_disturbed.{dimension}.{kind}.{strength}"] for strength in range(4)]
            print(f"| `{dimension}.robust` | {kind} | " + " | ".join(map(_cell, cells)) + f" | {cells[0].n} |")
    for block in run.results.blocks:
        if isinstance(block, Curve) and block.id.startswith("robustness-"):
            file = PICTURES / f"{block.id}.svg"
            file.write_text(curve_svg(block, prefix=block.id) + "\n", "utf-8")


if __name__ == "__main__":
    main(RunFolder(Path(sys.argv[1])))
