"""What built-in subjects get that are left alone, and what the oracle loses with each ability. Prints tables of ``docs/autonomy/alone``.

``python docs/simulations/alone_ablations.py`` runs the ablated oracle in the first rooms of every class, with needs and in order; with two
rooms of each it takes about ten minutes. ``--rooms`` is their number, ``--tasks`` chooses classes. ``--anchors`` leaves the oracle and the
subjects without an aim alone in the public anchor rooms instead, some minutes.
"""

import argparse
from contextlib import suppress
from dataclasses import dataclass

from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.embedders.lexical import Lexical
from mindsight.home.autonomy.embedders.nearness import near_of
from mindsight.home.autonomy.runs.baselines import LEFT_ALONE
from mindsight.home.autonomy.runs.episode import AloneEpisode, AloneResult
from mindsight.home.autonomy.runs.following import followed
from mindsight.home.autonomy.runs.proving import PROOF, prove_room
from mindsight.home.autonomy.scoring.scores import autonomy
from mindsight.home.autonomy.scoring.terms import Terms, scene_terms
from mindsight.home.episodes.baselines import agent_of, run_episode
from mindsight.home.preparation.instances import Instance
from mindsight.home.sealing.anchors import load_rooms
from mindsight.home.tasks import Rejected

SUBJECTS = (
    "oracle", "oracle+cannot_read=1", "oracle+forgets=1", "oracle+no_depth=0.05", "oracle+gives_up=0.08", "oracle+hallucinates=1",
)  # fmt: skip
COMPANIONS = ("oracle", "idle", "chatter", "random")
_SEED = 7
HEAD_ANCHORS = """\
| subject | S | S of the perfect set | S without an embedding | R | TC | N | proposals | harm |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""
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


def scored(room: Instance, subject: str) -> Terms:
    """Return the terms of a subject in one room, under the built-in embedding."""
    with AloneEpisode(room, PROOF, draw=False) as episode:
        run_episode(episode, agent_of(subject, episode, _SEED, LEFT_ALONE))
        scene = followed(room, episode.end())
    language = PROOF.language
    return scene_terms(scene, next(near_of([scene], language, Lexical())), language)


def anchor_row(subject: str, terms: list[Terms]) -> str:
    """Return the line of a subject in the anchor rooms: S and what stands beside it, N and proposals in all rooms, harm per room."""
    found = autonomy(terms)
    means = [found.over_classes(getter) for getter in (lambda one: one.perfect, lambda one: one.relevance)]
    cover = found.over_classes(lambda one: one.coverage)
    figures = (found.index, means[0], found.plain, means[1], cover)
    counts = (sum(one.completed for one in terms), sum(one.proposals for one in terms))
    cells = [*(f"{value or 0:.2f}" for value in figures), *map(str, counts), f"{found.shares.harm:.2f}"]
    return f"| `{subject}` | {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=2)
    parser.add_argument("--tasks", default=",".join(rooms.load()))
    parser.add_argument("--anchors", action="store_true")
    given = parser.parse_args()
    if given.anchors:
        known = [one.instance for one in load_rooms().unchanged(given.tasks.split(","))]
        print(HEAD_ANCHORS)
        for subject in COMPANIONS:
            print(anchor_row(subject, [scored(room, subject) for room in known]), flush=True)
        return
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
