"""How far the difficulty of a class moves a solver whose hand trembles: from nearly always to hardly ever?

``python -m docs.simulations.span [CLASS ...]`` prints the table of ``docs/explanation/home-validity``. Difficulty has
two sides: the axes that a class is drawn along, and how finely one has to point, which is measured. For each class it draws
tasks from the easy end of its axes and takes the coarsest of them, and from the hard end the finest, and looks for one tremor
at which the first are done and the second are not. Proofs are kept, so that a second look is cheaper; a class takes five to
twenty CPU-minutes.
``--among 1`` takes the tasks as they come, so that the axes alone make the difference.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from mindsight.engine.drawing.sight import reach_px
from mindsight.engine.physics.actions import POINTED, Action
from mindsight.home import tasks
from mindsight.home.episodes.baselines import BASELINES, agent_of, run_episode
from mindsight.home.episodes.episode import Episode
from mindsight.home.episodes.stages import Stages
from mindsight.home.preparation.drawing import cache_folder
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.setting import Setting
from mindsight.statistics import wilson_interval

Ends = tuple[Mapping[str, object], Mapping[str, object]]
ENDS: dict[str, Ends] = {
    "suitcase": ({"needed": 3, "clutter": "few"}, {"needed": 8, "clutter": "many"}),
    "buttons": ({"settings": 1, "labels": "words"}, {"settings": 3, "labels": "none"}),
    "desk": ({"things": "6-8", "clutter": "few"}, {"things": "12-14", "clutter": "many"}),
    "gift": ({"candidates": "4-6", "start": "open"}, {"candidates": "7-10", "start": "closed"}),
    "sort_count": ({"things": "8-12", "start": "begun"}, {"things": "19-24", "start": "empty"}),
    "blocks": ({"blocks": 3}, {"blocks": 8}),
    "clean_room": ({"pieces": "4-6"}, {"pieces": "7-10"}),
    "jigsaw": ({"pieces": 4}, {"pieces": 16}),
}
"""Of each class the easy and the hard end: values of its difficulty axes."""
HIGH, LOW = 0.9, 0.3
FIRST_PX = {
    "suitcase": 8.0,
    "buttons": 40.0,
    "desk": 12.0,
    "gift": 12.0,
    "sort_count": 6.0,
    "blocks": 8.0,
    "clean_room": 15.0,
    "jigsaw": 2.0,
}
"""Where to look first, in pixels."""
_LOOKS = 5
AMONG = 6
"""Of so many times the tasks that are played, the coarsest or the finest are taken."""
_TOUCHED = POINTED - {"place"}
"""Where a thing is put down a little beside, it mostly still lies where it belongs; so only what is touched counts as fine."""


@dataclass(frozen=True)
class Span:
    """How many of so many plays succeeded at the easy and at the hard end, at one tremor.

    ``hard`` is None where the easy end was missed too often for it to be worth trying.
    """

    jitter_px: float
    easy: int
    hard: int | None
    plays: int

    @property
    def reaches(self) -> bool:
        """Whether the axes move the solver from above 0.9 to below 0.3."""
        return self.hard is not None and self.easy / self.plays > HIGH and self.hard / self.plays < LOW

    @property
    def apart(self) -> float:
        """By how much the shares differ."""
        return -1.0 if self.hard is None else (self.easy - self.hard) / self.plays

    def row(self, key: str) -> str:
        """Return the line of a table."""
        shown = (_share(right, self.plays) for right in (self.easy, self.hard))
        axes = (", ".join(f"{axis} {value}" for axis, value in end.items()) for end in ENDS[key])
        return f"| `{key}` | {self.jitter_px:g} | {' | '.join(axes)} | {' | '.join(shown)} | {'✓' if self.reaches else '✗'} |"


def _share(right: int | None, plays: int) -> str:
    if right is None:
        return "–"
    limits = wilson_interval(right, plays)
    return f"{right / plays:.2f} ({limits.low:.2f} … {limits.high:.2f})"


def drawn(key: str, end: Mapping[str, object], count: int, cache: Path, among: int = AMONG) -> list[Instance]:
    """Return proved valid tasks of an end: of so many times as many the coarsest at the easy end, the finest at the hard."""
    found = sorted(islice(_proved(key, end, cache), among * count), key=finest_px)
    return found[-count:] if end == ENDS[key][0] else found[:count]


def finest_px(instance: Instance) -> float:
    """Return how far beside one may point, in pixels, where there is least room of all that the solver touches."""
    with Episode(instance, Setting(), draw=False) as episode:
        agent = BASELINES["oracle"](episode, 0)
        agent.start(instance.instruction["en"], episode.start)
        rooms = []
        while not episode.done:
            action = agent.act(episode.last)
            if isinstance(action, Action) and action.point is not None and action.verb in _TOUCHED:
                rooms.append(reach_px(episode.world, episode.camera.geoms(), action.point))
            episode.act(action)
    return min(rooms, default=float("inf"))


def _proved(key: str, end: Mapping[str, object], cache: Path) -> Iterator[Instance]:
    task = tasks.load()[key]
    for seed in range(5_000_000, 5_002_000):
        try:
            found = task.draw(seed, "")
            if all(found.difficulty[axis] == value for axis, value in end.items()):
                yield prove(task, seed, "", cache=cache)
        except tasks.Rejected:
            continue


def successes(instances: list[Instance], jitter_px: float, repeats: int, stages: Stages) -> int:
    """Return how many plays succeed: each task is played several times, with other luck."""
    return sum(
        _succeeds(instance, f"oracle+jitter={jitter_px:g}", seed, stages)
        for instance in instances
        for seed in range(repeats)
    )


def _succeeds(instance: Instance, subject: str, seed: int, stages: Stages) -> bool:
    with Episode(instance, Setting(), draw=False, stage=stages.lend(instance, Setting())) as episode:
        run_episode(episode, agent_of(subject, episode, seed))
        return episode.end().outcome == "TP"


def span(key: str, count: int, repeats: int, cache: Path, among: int = AMONG) -> Span:
    """Return how far the axes of a class reach, at the tremor that tells its ends apart best of those tried."""
    easy, hard = (drawn(key, end, count, cache, among) for end in ENDS[key])
    stages, plays, jitter = Stages(), count * repeats, FIRST_PX[key]
    below, above = 0.0, float("inf")
    found: list[Span] = []
    for _ in range(_LOOKS):
        right = successes(easy, jitter, repeats, stages)
        missed = right / plays <= HIGH
        found.append(Span(jitter, right, None if missed else successes(hard, jitter, repeats, stages), plays))
        print(key, found[-1], file=sys.stderr, flush=True)
        if found[-1].reaches:
            break
        if missed:
            above = jitter
        else:
            below = jitter
        jitter = round(2 * jitter if above == float("inf") else (below + above) / 2 if below else jitter / 2, 3)
    stages.clear()
    return next((one for one in found if one.reaches), max(found, key=lambda one: one.apart))


def main() -> None:
    """Print one line a class."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "classes", nargs="*", metavar="CLASS", default=list(ENDS), help="task classes; all unless given"
    )
    parser.add_argument("--tasks", type=int, default=4, help="tasks an end that are played (default: %(default)s)")
    parser.add_argument("--repeats", type=int, default=3, help="plays of each, with other luck (default: %(default)s)")
    parser.add_argument(
        "--among", type=int, default=AMONG, help="choose from so many times as many (default: %(default)s)"
    )
    asked = parser.parse_args()
    if unknown := set(asked.classes) - set(ENDS):
        parser.error(f"there is no class {', '.join(sorted(unknown))}; there are {', '.join(ENDS)}")
    if min(asked.tasks, asked.repeats, asked.among) < 1:
        parser.error("--tasks, --repeats and --among are at least 1")
    for key in asked.classes:
        print(span(key, asked.tasks, asked.repeats, cache_folder(), asked.among).row(key), flush=True)


if __name__ == "__main__":
    main()
