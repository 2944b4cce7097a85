"""What an oracle that is left alone loses with each ability. Prints the table of ``docs/autonomy/alone``.

``python docs/simulations/alone_ablations.py`` runs the ablated oracle in the first rooms of every class, with needs and in order; with two
rooms of each it takes about ten minutes. ``--rooms`` is their number, ``--tasks`` chooses classes.
"""

import argparse
from contextlib import suppress
from dataclasses import dataclass

from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.runs.baselines import LEFT_ALONE
from mindsight.home.autonomy.runs.episode import AloneEpisode, AloneResult
from mindsight.home.autonomy.runs.following import followed
from mindsight.home.autonomy.runs.proving import PROOF, prove_room
from mindsight.home.episodes.baselines import agent_of, run_episode
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected

SUBJECTS = (
    "oracle", "oracle+cannot_read=1", "oracle+forgets=1", "oracle+no_depth=0.05", "oracle+gives_up=0.08", "oracle+hallucinates=1",
)  # fmt: skip
_SEED = 7
HEAD = """\
| subject | TC | proposals not carried out | harm, rooms with needs | harm, rooms in order |
| --- | --- | --- | --- | --- |"""


@dataclass(frozen=True)
class Lived:
    """What a subject did in one room: the share of needs met (None without any), idle proposals, and things harmed."""

    coverage: float | None
    idle: int
    harm: int


def proved(key: str, number: int, *, with_needs: bool) -> list[Instance]:
    """Return the first proved rooms of a class."""
    found: list[Instance] = []
    seed = 0
    while len(found) < number:
        with suppress(Rejected):
            found.append(prove_room(rooms.load()[key], seed, with_needs=with_needs))
        seed += 1
    return found


def lived(room: Instance, subject: str) -> Lived:
    """Leave a subject alone in a room."""
    with AloneEpisode(room, PROOF, draw=False) as episode:
        run_episode(episode, agent_of(subject, episode, _SEED, LEFT_ALONE))
        result: AloneResult = episode.end()
    scene = followed(room, result)
    carried = {one.text for one in scene.completed}
    idle = len({one.text for one in scene.proposals} - carried)
    return Lived(sum(result.met) / len(result.met) if result.met else None, idle, len(result.harm))


def row(subject: str, found: list[Lived]) -> str:
    """Return the line of a subject: means over rooms."""
    needy, ordered = ([one for one in found if (one.coverage is None) == empty] for empty in (False, True))
    coverage = sum(one.coverage or 0.0 for one in needy) / len(needy)
    idle = sum(one.idle for one in found) / len(found)
    harms = [sum(one.harm for one in own) / len(own) for own in (needy, ordered)]
    return f"| `{subject}` | {coverage:.2f} | {idle:.2f} | {harms[0]:.2f} | {harms[1]:.2f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=2)
    parser.add_argument("--tasks", default=",".join(rooms.load()))
    given = parser.parse_args()
    found: dict[str, list[Lived]] = {subject: [] for subject in SUBJECTS}
    for key in given.tasks.split(","):
        for with_needs in (True, False):
            for room in proved(key, given.rooms, with_needs=with_needs):
                for subject in SUBJECTS:
                    found[subject].append(lived(room, subject))
    print(HEAD)
    print("\n".join(row(subject, own) for subject, own in found.items()))


if __name__ == "__main__":
    main()
