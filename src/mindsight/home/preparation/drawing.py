"""6.4.1 c): draw valid and irrelevant household tasks at random, prove them, and write a run's data file."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal

from mindsight.clauses import implements
from mindsight.errors import InputError
from mindsight.execution.parallel import Engine, map_items
from mindsight.home import tasks
from mindsight.home.episodes.sessions import sessions
from mindsight.home.irrelevance import NARROW, REASONS, Reason
from mindsight.home.preparation.data_file import reading
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import Rejection, prove
from mindsight.home.preparation.wordings import Wordings
from mindsight.home.tasks import Rejected
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
    """One place of a plan: a task class, a number, and the reason why its task is irrelevant, if it is.

    ``kind`` is the reason of the irrelevant task of its pair; empty if the seed need not fit any.
    """

    task: str
    number: int
    reason: Reason | Literal[""]
    seed: int
    kind: Reason | Literal[""] = ""

    @property
    def id(self) -> str:
        """Id of the item in the record."""
        return f"{self.task}-{self.number:04d}"


@dataclass(frozen=True)
class Prepared:
    """The instance of a slot, and the seeds rejected before it."""

    instance: Instance
    rejections: tuple[Rejection, ...]


Kinds = Mapping[str, Sequence[Reason]]
"""The reasons that the irrelevant tasks of each class take in turn."""
FirstSeed = Callable[[str, int], int]
"""Returns the first of the seeds reserved for a pair, from its task class and number."""


@implements("home", "6.4.1-c")
def slots(
    task_keys: Sequence[str],
    *,
    trials: int,
    irrelevant: float,
    seed: int | FirstSeed,
    reasons: Sequence[Reason] | Kinds = REASONS,
) -> list[Slot]:
    """Return the places of a plan (home 6.4.1-c): per class ``trials`` tasks, a share of them irrelevant.

    Irrelevant tasks are matched one to one with valid ones: both of a pair come from the same seed. ``seed`` is a number,
    or a function that gives the first seed of a pair. The irrelevant tasks of a class take its reasons in turn; ``reasons``
    are those that are wanted, or what each class takes.

    Raises:
        InputError: A class lacks valid or irrelevant tasks, has none of the reasons, or does not exist.
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
    kinds = reasons if isinstance(reasons, Mapping) else kinds_of(task_keys, reasons)
    found = []
    for key in task_keys:
        numbered = [(pair, False) for pair in range(trials - unfit)] + [(pair, True) for pair in range(unfit)]
        for number, (pair, spoiled) in enumerate(numbered, 1):
            first = seed * _SLOTS + pair * SEEDS_PER_SLOT if isinstance(seed, int) else seed(key, pair)
            kind = kinds[key][pair % len(kinds[key])]
            found.append(Slot(key, number, kind if spoiled else "", first, kind))
    return found


def kinds_of(task_keys: Sequence[str], reasons: Sequence[Reason]) -> Kinds:
    """Return which of some reasons each class has, in the order in which its irrelevant tasks take them.

    Raises:
        InputError: A class has none of them.
    """
    pool = tasks.load()
    found = {key: [one for one in pool[key].reasons if one in reasons] for key in task_keys}
    for key in (key for key, own in found.items() if not own):
        raise InputError(
            "--reasons: the class {task} has no irrelevant tasks of the kind {wanted}; it has {known}",
            task=key,
            wanted=", ".join(reasons),
            known=", ".join(pool[key].reasons),
        )
    return found


def planned_kinds(page: Mapping[str, Any]) -> Sequence[Reason] | Kinds:
    """Return the kinds of irrelevance of a recorded plan; a plan that names none has the document's narrow ones."""
    found: Sequence[Reason] | Kinds = page.get("kinds") or page.get("reasons") or NARROW
    return found


@dataclass(frozen=True)
class Prover:
    """Prepares one slot; can be sent to another process."""

    cache: Path | None

    def __call__(self, slot: Slot) -> Prepared:
        """Return the first instance that the seeds of a slot give."""
        task, rejections = tasks.load()[slot.task], []
        for seed in range(slot.seed, slot.seed + SEEDS_PER_SLOT):
            if slot.kind and not task.fits(seed, slot.kind):
                rejections.append(Rejection(slot.task, seed, slot.reason, "unfit", slot.kind))
                continue
            try:
                proved = prove(task, seed, slot.reason, kind=slot.kind, cache=self.cache)
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
    engine: Engine | None = None,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Prepared]:
    """Prepare all slots, in parallel if there are workers, and return them in the order of the slots."""
    found: dict[Slot, Prepared] = {}
    progress(0, len(wanted))
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
