"""6.4.1 c): draw valid and irrelevant household tasks at random, prove them, and write a run's data file."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal

from mindsight.clauses import implements
from mindsight.errors import InputError
from mindsight.home import tasks
from mindsight.home.episodes.sessions import sessions
from mindsight.home.preparation.data_file import reading
from mindsight.home.preparation.instances import REASONS, Instance, Reason
from mindsight.home.preparation.proving import Rejection, prove
from mindsight.home.preparation.wordings import Wordings
from mindsight.home.tasks import Rejected
from mindsight.parallel import Engine, map_items
from mindsight.record import canonical

TRIES = 3
"""How often preparing or running a task is tried if its process dies."""
SEEDS_PER_SLOT = 100
"""Seeds reserved for one place of a plan; far more than rejections use up."""
_SLOTS = 1_000_000
MOST_PAIRS = _SLOTS // SEEDS_PER_SLOT
"""Greatest number of pairs in a class; seeds beyond belong to the next plan seed."""
NO_WORDINGS: Wordings = {}


@dataclass(frozen=True)
class Slot:
    """One place of a plan: a task class, a number, and the reason why its task is irrelevant, if it is."""

    task: str
    number: int
    reason: Reason | Literal[""]
    seed: int

    @property
    def id(self) -> str:
        """Id of the item in the record."""
        return f"{self.task}-{self.number:04d}"


@dataclass(frozen=True)
class Prepared:
    """The instance of a slot, and the seeds rejected before it."""

    instance: Instance
    rejections: tuple[Rejection, ...]


FirstSeed = Callable[[str, int], int]
"""Returns the first of the seeds reserved for a pair, from its task class and number."""


@implements("home", "6.4.1-c")
def slots(
    task_keys: Sequence[str],
    *,
    trials: int,
    irrelevant: float,
    seed: int | FirstSeed,
    reasons: Sequence[Reason] = REASONS,
) -> list[Slot]:
    """Return the places of a plan (home 6.4.1-c): per class ``trials`` tasks, a share of them irrelevant.

    Irrelevant tasks are matched one to one with valid ones: both of a pair come from the same seed. ``seed`` is a number,
    or a function that gives the first seed of a pair. The irrelevant tasks take the reasons in turn.

    Raises:
        InputError: A class lacks valid or irrelevant tasks, or does not exist.
    """
    pool = tasks.load()
    for key in task_keys:
        if key not in pool:
            raise InputError("--tasks: there is no task {name}; there are {known}", name=key, known=", ".join(pool))
    unfit = round(trials * irrelevant)
    if not 0 < unfit < trials:
        raise InputError(
            "{trials} trials with a share of {share} irrelevant ones give {count}; a class needs tasks of both kinds",
            trials=trials,
            share=irrelevant,
            count=unfit,
        )
    if max(unfit, trials - unfit) > MOST_PAIRS:
        raise InputError(
            "--trials: {trials} is more than one seed can give; a class has at most {most} pairs of tasks",
            trials=trials,
            most=MOST_PAIRS,
        )
    found = []
    for key in task_keys:
        kinds: list[Reason | Literal[""]] = [""] * (trials - unfit)
        why: Iterable[Reason] = islice(cycle(reasons), unfit)
        numbered = [(number, kind) for number, kind in enumerate(kinds)] + list(enumerate(why))
        for number, (pair, kind) in enumerate(numbered, 1):
            first = seed * _SLOTS + pair * SEEDS_PER_SLOT if isinstance(seed, int) else seed(key, pair)
            found.append(Slot(key, number, kind, first))
    return found


@dataclass(frozen=True)
class Prover:
    """Prepares one slot; can be sent to another process."""

    cache: Path | None

    def __call__(self, slot: Slot) -> Prepared:
        """Return the first instance that the seeds of a slot give."""
        rejections = []
        for seed in range(slot.seed, slot.seed + SEEDS_PER_SLOT):
            try:
                proved = prove(tasks.load()[slot.task], seed, slot.reason, cache=self.cache)
            except Rejected as error:
                rejections.append(Rejection(slot.task, seed, slot.reason, error.rule, error.detail))
                continue
            return Prepared(proved.model_copy(update={"id": slot.id}), tuple(rejections))
        raise InputError(
            "{task}: {count} seeds from {seed} on gave no task; the last rule broken was {rule}",
            task=slot.task,
            count=SEEDS_PER_SLOT,
            seed=slot.seed,
            rule=rejections[-1].rule,
        )


def prepare(
    wanted: Sequence[Slot],
    *,
    cache: Path | None,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Prepared]:
    """Prepare all slots, in parallel if there are workers, and return them in the order of the slots."""
    found: dict[Slot, Prepared] = {}
    progress(0, len(wanted))
    engine: Engine = "local" if workers > 1 else "serial"
    id_of = attrgetter("id")
    # Valid tasks first: the proof of an irrelevant task needs that of its valid one, which is then in the cache.
    order = sorted(wanted, key=lambda slot: bool(slot.reason))
    done = map_items(Prover(cache), order, engine=engine, workers=workers, name=id_of, tries=TRIES)
    for slot, prepared in zip(order, done, strict=True):
        found[slot] = prepared
        progress(len(found), len(wanted))
    return [found[slot] for slot in wanted]


def cache_folder() -> Path:
    """Return the folder that keeps proved tasks between runs."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "mindsight" / "home"


def write_instances(
    path: Path, prepared: Sequence[Prepared], wordings: Wordings = NO_WORDINGS, *, tasks_per_scene: int = 1
) -> None:
    """Write instances, rejections and instructions in other wordings, if any, as a run's data file."""
    path.write_bytes(instances_page(prepared, wordings, tasks_per_scene=tasks_per_scene))


def instances_page(
    prepared: Sequence[Prepared], wordings: Wordings = NO_WORDINGS, *, tasks_per_scene: int = 1
) -> bytes:
    """Return the content of a run's data file, with the sessions if tasks share a budget."""
    page: dict[str, Any] = {
        "format": "mindsight.home-instances",
        "version": 1,
        "items": [one.instance.model_dump(mode="json") for one in prepared],
        "rejections": [vars(rejection) for one in prepared for rejection in one.rejections],
    }
    if tasks_per_scene > 1:
        page["sittings"] = [one.page for one in sessions([one.instance for one in prepared], tasks_per_scene)]
    return canonical.page({**page, "wordings": wordings} if wordings else page)


def read_instances(path: Path) -> list[Instance]:
    """Read the instances of a run's data file.

    Raises:
        RecordError: The file is not a list of tasks.
    """
    with reading(path) as page:
        found = [Instance.model_validate(entry) for entry in page["items"]]
        if not found:
            raise ValueError("no tasks")
        return found
