"""6.4.2 b), c): draw rooms with expected tasks at random, and some without, and prove them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from mindsight.clauses import implements
from mindsight.errors import InputError
from mindsight.execution.parallel import Engine, map_items
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.runs.proving import prove_room
from mindsight.home.preparation.drawing import SEEDS_PER_SLOT, TRIES, FirstSeed, Prepared
from mindsight.home.preparation.proving import Rejection
from mindsight.home.tasks import Rejected

_SLOTS = 1_000_000
MOST_SCENES = _SLOTS // SEEDS_PER_SLOT


@dataclass(frozen=True)
class Place:
    """One place of a plan: a class, a number, whether its room has needs, and the first of the seeds reserved for it."""

    task: str
    number: int
    with_needs: bool
    seed: int

    @property
    def id(self) -> str:
        """Id of the item in the record."""
        return f"{self.task}-{self.number:04d}"


@implements("home", "6.4.2-b")
def places(keys: Sequence[str], *, scenes: int, empty: float, seed: int | FirstSeed) -> list[Place]:
    """Return the places of a plan: per class a number of rooms, a share of them in order (home 6.4.2 b)).

    Which rooms are in order follows from their number alone; the seed decides everything else. ``seed`` is a number, or a function
    that gives the first seed of a room.

    Raises:
        InputError: A class does not exist, or the numbers give none with needs.
    """
    pool = rooms.load()
    for key in (key for key in keys if key not in pool):
        raise InputError(
            "--tasks: no room of {name} can be left to a subject; there are {known}", name=key, known=", ".join(pool)
        )
    bare = round(scenes * empty)
    if not 0 <= bare < scenes:
        raise InputError(
            "{scenes} rooms with a share of {share} in order leave none with needs; choose more rooms or a smaller share",
            scenes=scenes,
            share=empty,
        )
    if scenes > MOST_SCENES:
        raise InputError(
            "--scenes: {count} is more than one seed can give; a class has at most {most} rooms",
            count=scenes,
            most=MOST_SCENES,
        )
    return [
        Place(
            key,
            number + 1,
            number >= bare,
            seed * _SLOTS + number * SEEDS_PER_SLOT if isinstance(seed, int) else seed(key, number),
        )
        for key in keys
        for number in range(scenes)
    ]


@dataclass(frozen=True)
class RoomProver:
    """Prepares one place; can be sent to another process."""

    cache: Path | None

    def __call__(self, place: Place) -> Prepared:
        """Return the first room that the seeds of a place give."""
        room, rejections = rooms.load()[place.task], list[Rejection]()
        reason = "" if place.with_needs else "none"
        for seed in range(place.seed, place.seed + SEEDS_PER_SLOT):
            try:
                proved = prove_room(room, seed, with_needs=place.with_needs, cache=self.cache)
            except Rejected as error:
                rejections.append(Rejection(place.task, seed, reason, error.rule, error.detail))
                continue
            return Prepared(proved.model_copy(update={"id": place.id}), tuple(rejections))
        raise InputError(
            "{task}: {count} seeds from {seed} on gave no room; the last rule broken was {rule}",
            task=place.task,
            count=SEEDS_PER_SLOT,
            seed=place.seed,
            rule=rejections[-1].rule,
        )


@implements("home", "6.4.2-c")
def prepare_rooms(
    wanted: Sequence[Place],
    *,
    cache: Path | None,
    engine: Engine | None = None,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Prepared]:
    """Draw the expected tasks of all places at random and prove them (home 6.4.2 c)); return the rooms in their order."""
    found: list[Prepared] = []
    progress(0, len(wanted))
    for prepared in map_items(
        RoomProver(cache), wanted, engine=engine, workers=workers, name=attrgetter("id"), tries=TRIES
    ):
        found.append(prepared)
        progress(len(found), len(wanted))
    return found
