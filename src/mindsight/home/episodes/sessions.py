"""6.4.1 c), d): sessions of several tasks of a class, run one after another with one budget of steps for all.

Each task of a session has its own room. Finishing or declining a task leads to the next; the steps that a task took are
lost to those after it. A round is a number of pairs of a class, each a valid task and the irrelevant one matched with it,
and is split into two sessions: of each pair one task, chosen at random, goes into each. So no session holds both tasks of
a pair, its number of valid tasks cannot be known, and tasks that depend on each other, by budget or by seed, are in one
round.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.random import Generator

from mindsight.engine.seeds import stream
from mindsight.home.episodes.interface import prompt
from mindsight.home.preparation.data_file import reading
from mindsight.home.preparation.instances import Instance
from mindsight.record import canonical
from mindsight.record.model import Draft, Item
from mindsight.text import Language


@dataclass(frozen=True)
class Session:
    """Tasks with one budget, in the order in which they are run; a run's data file lists them by id."""

    name: str
    round: str
    tasks: tuple[str, ...]

    @property
    def page(self) -> dict[str, Any]:
        """The session as the data file holds it."""
        return {"name": self.name, "round": self.round, "tasks": list(self.tasks)}


@dataclass(frozen=True)
class Share:
    """A task's share of a session: its place, from 1, of how many tasks, and the steps left as it begins."""

    session: str
    round: str
    place: int
    of: int
    left: int

    @property
    def terms(self) -> dict[str, str | int]:
        """The terms that the record holds of it."""
        return {"sitting": self.session, "place": self.place, "left": self.left}

    def announcement(self, language: Language) -> str:
        """Return the sentence on it that precedes the task's instruction; empty if the session has one task."""
        if self.of == 1:
            return ""
        words = prompt("sitting", language).strip()
        for name, number in (("place", self.place), ("of", self.of), ("left", self.left)):
            words = words.replace(f"{{{name}}}", str(number))
        return f"{words}\n"


Shares = Mapping[str, Share]
"""The shares of tasks by id; a task without one has a budget of its own."""
RunTasks = Callable[[Sequence[Instance], Shares], Iterator[Draft]]


def sessions(instances: Sequence[Instance], size: int) -> list[Session]:
    """Return the tasks grouped into sessions (home 6.4.1-c): rounds of ``size`` pairs of a class, the last perhaps smaller.

    The random draws depend on the hashes of the tasks only: the same tasks always give the same sessions.
    """
    lots = int(canonical.digest([one.sha256 for one in instances])[:15], 16)
    found: list[Session] = []
    for task in dict.fromkeys(one.task for one in instances):
        rng = stream(lots, "sittings", task)
        pairs = _pairs([one for one in instances if one.task == task])
        order = [pairs[int(index)] for index in rng.permutation(len(pairs))]
        rounds = [order[start : start + size] for start in range(0, len(order), size)]
        for number, own in enumerate(rounds, 1):
            halves = [half for half in _halves(own, rng) if half]
            for half in halves:
                name = f"{task}-sitting-{len(found) + 1:04d}"
                found.append(Session(name, f"{task}-round-{number:04d}", half))
    return found


def _pairs(own: Sequence[Instance]) -> list[list[str]]:
    """Return the ids of a class's tasks in pairs: the n-th valid task with the n-th irrelevant one."""
    sides = [[one.id for one in own if one.valid is valid] for valid in (True, False)]
    return [[side[index] for side in sides if index < len(side)] for index in range(max(len(side) for side in sides))]


def _halves(pairs: Sequence[Sequence[str]], rng: Generator) -> list[tuple[str, ...]]:
    """Return the two sessions of a round, each in its own random order."""
    halves: tuple[list[str], list[str]] = ([], [])
    for pair in pairs:
        first = int(rng.integers(2))
        for side, id_ in enumerate(pair):
            halves[(first + side) % 2].append(id_)
    return [tuple(half[int(index)] for index in rng.permutation(len(half))) for half in halves]


def read_sessions(data: Path) -> list[Session]:
    """Return the sessions that a run's data file lists; none if every task has its own budget.

    Raises:
        RecordError: The file's list of sessions is malformed.
    """
    with reading(data) as page:
        return [Session(one["name"], one["round"], tuple(one["tasks"])) for one in page.get("sittings", [])]


def in_turn(
    all_sessions: Sequence[Session],
    instances: Mapping[str, Instance],
    missing: frozenset[str],
    recorded: Callable[[], Sequence[Item]],
    run_tasks: RunTasks,
) -> Iterator[Draft]:
    """Run the missing tasks place by place, each with what its session has left of its budget (home 6.4.1-d).

    All first tasks are run, then all second ones. What is left follows from the record alone, so that a killed run
    continues at the next task of each session.

    Args:
        all_sessions: The sessions.
        instances: All tasks by id.
        missing: The ids that are not recorded yet.
        recorded: Returns the items recorded so far.
        run_tasks: Runs tasks that do not depend on each other.
    """
    for place in range(max((len(one.tasks) for one in all_sessions), default=0)):
        now = [one for one in all_sessions if place < len(one.tasks) and one.tasks[place] in missing]
        if not now:
            continue
        ended = {item.id: item for item in recorded()}
        shares = {one.tasks[place]: share(one, place, instances, ended) for one in now}
        yield from run_tasks([instances[id_] for id_ in shares], shares)


def share(session: Session, place: int, instances: Mapping[str, Instance], ended: Mapping[str, Item]) -> Share:
    """Return the share of the task at a place, from 0, once those before it have ended.

    The budget is the sum of those that the tasks would have alone. A task uses up the steps that were taken; one that the
    test's own equipment failed to run uses up what it would have had alone, as far as that much is left.
    """
    left = sum(instances[id_].budget for id_ in session.tasks)
    for id_ in session.tasks[:place]:
        item = ended[id_]
        left -= min(left, item.terms["steps"] if item.status == "scored" else instances[id_].budget)
    return Share(session.name, session.round, place + 1, len(session.tasks), left)
