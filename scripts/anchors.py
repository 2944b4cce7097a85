"""Draw the public anchor tasks anew: ``python scripts/anchors.py NUMBER`` → ``src/mindsight/home/sealing/data/anchors.json``.

With ``--rooms`` the public anchor rooms → ``room_anchors.json``. Only where a class or the rules got another version: sessions
before and after are then no longer linked, which the set's new number says. Takes a few minutes.
"""

import argparse
from pathlib import Path

from mindsight.home import tasks
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.runs.drawing import places, prepare_rooms
from mindsight.home.irrelevance import NARROW
from mindsight.home.preparation.drawing import prepare, slots
from mindsight.home.sealing.anchors import Anchors, RoomAnchors, state, state_rooms
from mindsight.record import canonical

DATA = Path(__file__).resolve().parent.parent / "src" / "mindsight" / "home" / "sealing" / "data"
SEED, TRIALS, IRRELEVANT = 2026, 4, 0.5
SCENES, EMPTY = 4, 0.25


def drawn_anew(number: int) -> Anchors:
    """Return the anchors of every class of the pool."""
    wanted = slots(tuple(tasks.load()), trials=TRIALS, irrelevant=IRRELEVANT, seed=SEED, reasons=NARROW)
    drawn = [one.instance for one in prepare(wanted, cache=None)]
    return state(drawn, number=number, seed=SEED, trials=TRIALS, irrelevant=IRRELEVANT)


def rooms_drawn_anew(number: int) -> RoomAnchors:
    """Return the anchor rooms of every class: three with needs and one in order."""
    wanted = places(tuple(rooms.load()), scenes=SCENES, empty=EMPTY, seed=SEED)
    drawn = [one.instance for one in prepare_rooms(wanted, cache=None)]
    return state_rooms(drawn, number=number, seed=SEED, scenes=SCENES, empty=EMPTY)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int)
    parser.add_argument("--rooms", action="store_true")
    given = parser.parse_args()
    anchors = rooms_drawn_anew(given.number) if given.rooms else drawn_anew(given.number)
    file = DATA / ("room_anchors.json" if given.rooms else "anchors.json")
    file.write_bytes(canonical.model_page(anchors))
    print(f"{file}: set {given.number}, {len(anchors.items)} tasks of {', '.join(anchors.versions)}")


if __name__ == "__main__":
    main()
