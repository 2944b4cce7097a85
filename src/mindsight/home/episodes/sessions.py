"""6.4.1 c), d): sessions of several tasks of a class, one after another, with one budget of steps for all.

A session is a walk through as many rooms as it has tasks. Finishing or declining a task leads into the next room; steps
that one task took are gone for those after it. Tasks sit together in rounds: a round is so many pairs of a class, each a
valid task and the irrelevant one matched with it, and is run in two sessions. Of each pair lots decide which sits in
which, so that nobody meets both of a pair in one session, or can know how many of a session's tasks are valid; and what is
not independent of each other, by the budget or by the seed, is in one round.
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
    """Tasks with one budget, in the order in which they are put; a run's data file lists them by id."""

    name: str
    round: str
    tasks: tuple[str, ...]

    @property
    def page(self) -> dict[str, Any]:
        """The session as the data file has it."""
        return {"name": self.name, "round": self.round, "tasks": list(self.tasks)}


@dataclass(frozen=True)
class Share:
    """What a task has of a session: its place among how many, from 1, and the steps that are left as it begins."""

    session: str
    round: str
    place: int
    of: int
    left: int

    @property
    def terms(self) -> dict[str, str | int]:
        """What the record says of it."""
        return {"sitting": self.session, "place": self.place, "left": self.left}

    def told(self, language: Language) -> str:
        """Return what the subject is told of it before the task; nothing where there is no other one."""
        if self.of == 1:
            return ""
        words = prompt("sitting", language).strip()
        for name, number in (("place", self.place), ("of", self.of), ("left", self.left)):
            words = words.replace(f"{{{name}}}", str(number))
        return f"{words}\n"


Shares = Mapping[str, Share]
"""The shares of tasks by id; a task without one stands alone."""
Play = Callable[[Sequence[Instance], Shares], Iterator[Draft]]


def sessions(instances: Sequence[Instance], size: int) -> list[Session]:
    """Return who sits with whom (home 6.4.1-c): rounds of ``size`` pairs of a class, the last of a class perhaps smaller.

    The lots are drawn by the hashes of the tasks: the same tasks always sit together in the same way.
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
    """Return the tasks of a class in pairs, by their ids; the n-th valid task goes with the n-th irrelevant one."""
    sides = [[one.id for one in own if one.valid is valid] for valid in (True, False)]
    return [[side[index] for side in sides if index < len(side)] for index in range(max(len(side) for side in sides))]


def _halves(pairs: Sequence[Sequence[str]], rng: Generator) -> list[tuple[str, ...]]:
    """Return the two sessions of a round, each in an order of its own."""
    halves: tuple[list[str], list[str]] = ([], [])
    for pair in pairs:
        first = int(rng.integers(2))
        for side, id_ in enumerate(pair):
            halves[(first + side) % 2].append(id_)
    return [tuple(half[int(index)] for index in rng.permutation(len(half))) for half in halves]


def read_sessions(data: Path) -> list[Session]:
    """Return the sessions that a run's data file lists; none where every task stands alone.

    Raises:
        RecordError: The file lists none as they should be.
    """
    with reading(data) as page:
        return [Session(one["name"], one["round"], tuple(one["tasks"])) for one in page.get("sittings", [])]


def in_turn(
    sat: Sequence[Session],
    instances: Mapping[str, Instance],
    missing: frozenset[str],
    recorded: Callable[[], Sequence[Item]],
    play: Play,
) -> Iterator[Draft]:
    """Play what is missing place by place, each task with what its session has left (home 6.4.1-d).

    All first tasks are run, then all second ones: what is left follows from the record alone, so that a killed run goes
    on at the next task of each session.

    Args:
        sat: The sessions.
        instances: All tasks by id.
        missing: What is not recorded yet.
        recorded: Returns the items that are recorded by now.
        play: Runs tasks that do not depend on each other.
    """
    for place in range(max((len(one.tasks) for one in sat), default=0)):
        now = [one for one in sat if place < len(one.tasks) and one.tasks[place] in missing]
        if not now:
            continue
        ended = {item.id: item for item in recorded()}
        shares = {one.tasks[place]: share(one, place, instances, ended) for one in now}
        yield from play([instances[id_] for id_ in shares], shares)


def share(session: Session, place: int, instances: Mapping[str, Instance], ended: Mapping[str, Item]) -> Share:
    """Return the share of the task at a place, from 0, once those before it have ended.

    The budget is the sum of those that the tasks would have alone. A task takes from it the steps that were done; one that
    could not be tested, because of the test's own equipment, takes along what it would have had alone, as far as that is there.
    """
    left = sum(instances[id_].budget for id_ in session.tasks)
    for id_ in session.tasks[:place]:
        item = ended[id_]
        left -= min(left, item.terms["steps"] if item.status == "scored" else instances[id_].budget)
    return Share(session.name, session.round, place + 1, len(session.tasks), left)
