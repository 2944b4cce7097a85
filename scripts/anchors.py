"""Draw the public anchor tasks anew: ``python scripts/anchors.py NUMBER`` → ``src/mindsight/home/sealing/data/anchors.json``.

Only where a task class or the rules got another version: sessions before and after are then no longer linked, which the
set's new number says. Takes a minute or two.
"""

import sys
from pathlib import Path

from mindsight.home import tasks
from mindsight.home.irrelevance import NARROW
from mindsight.home.preparation.drawing import prepare, slots
from mindsight.home.sealing.anchors import Anchors, state
from mindsight.record import canonical

FILE = Path(__file__).resolve().parent.parent / "src" / "mindsight" / "home" / "sealing" / "data" / "anchors.json"
SEED, TRIALS, IRRELEVANT = 2026, 4, 0.5


def drawn_anew(number: int) -> Anchors:
    """Return the anchors of every class of the pool."""
    wanted = slots(tuple(tasks.load()), trials=TRIALS, irrelevant=IRRELEVANT, seed=SEED, reasons=NARROW)
    drawn = [one.instance for one in prepare(wanted, cache=None)]
    return state(drawn, number=number, seed=SEED, trials=TRIALS, irrelevant=IRRELEVANT)


def main(number: int) -> None:
    """Write the file."""
    anchors = drawn_anew(number)
    FILE.write_bytes(canonical.model_page(anchors))
    print(f"{FILE}: set {number}, {len(anchors.items)} tasks of {', '.join(anchors.versions)}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
