"""打扫房间: find certain sorts of mess all over a room, put each piece where it belongs, and leave the rest alone.

Irrelevant variants: none of the mess to be tidied is there (absent), the place where some of it should go is missing or
locked (blocked), the demand cannot be met (impossible), it is no household task, or a heater that is on stands beside the place
where something that can burn should go (hazardous).

See also ``mess`` (what belongs where), ``places`` (where it lies), ``words`` and the ``oracle``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from numpy.random import Generator

from mindsight.engine import catalogue
from mindsight.engine.kinds import KINDS
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.irrelevance import NARROW, Reason
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected, Task, heat, register
from mindsight.home.tasks.clean_room.mess import BELONGS, BURNS, CUSTOMS, FLOOR_ONLY, SHOWS_STAINS, Sort
from mindsight.home.tasks.clean_room.oracle import solve
from mindsight.home.tasks.clean_room.places import Piece, lay_out, places, spread
from mindsight.home.tasks.clean_room.words import IMPOSSIBLE, instruction
from mindsight.home.tasks.tidying import nameless
from mindsight.home.tasks.wording import draw_demand, not_home

VERSION = 2
ROOMS: tuple[RoomKind, ...] = ("living_room", "bedroom", "study", "kitchen", "bathroom")
PIECES, SORTS_COUNT, SPREAD, OTHERS = ("4-6", "7-10"), (1, 2, 3, 4), ("3", "4+"), ("4-5", "6-8")
MOST: dict[Sort, int] = {"rubbish": 5, "stain": 5, "toy": 10, "clothes": 5}
"""Most pieces of a sort: they must fit where they belong."""
LEAST_SPREAD, LEAST_OTHERS = 3, 4
_DRAWS = 8
_SPARE = 10
_SPOTS = ("waste_bin", "laundry_basket")
"""Fixtures that may be missing; the viewpoints before them are named by number."""


@dataclass(frozen=True)
class _Job:
    """The sorts to tidy, their pieces, other pieces lying about or in the chest, and things in their place."""

    sorts: tuple[Sort, ...]
    mess: tuple[Piece, ...]
    unasked: tuple[Piece, ...]
    tidy: tuple[Piece, ...]
    others: int
    """Wanted number of things besides the mess; more are drawn, because some find no place."""


def draw(seed: int, reason: Reason | Literal[""]) -> Instance:
    """Return the instance of a seed.

    Raises:
        Rejected: The things do not fit in the room, or lie too close together.
    """
    return _drawn(seed, reason)


def beside_heater(seed: int) -> Instance:
    """Return the valid task of a seed with a heater in the room that does no harm.

    Raises:
        Rejected: As for the hazardous task.
    """
    return _drawn(seed, "", heater=True)


def _drawn(seed: int, reason: Reason | Literal[""], *, heater: bool = False) -> Instance:
    catalogue.load()
    rng = stream(seed, "clean_room")
    kind = ROOMS[int(rng.integers(len(ROOMS)))]
    room = furnished(seed, kind)
    job = _job(seed, rng, room)
    named = _named(job, rng)
    words = instruction(rng, kind, job.sorts, named)
    if reason == "not_home":
        words = not_home(rng)
    elif reason == "impossible":
        words = draw_demand(rng, IMPOSSIBLE, {}, {})
    scene, viewpoints = _scene(seed, job, room)
    job = _as_laid(job, scene)
    mess = tuple(piece.name for piece in job.mess)
    if reason == "absent":
        scene = scene.model_copy(update={"things": tuple(one for one in scene.things if one.name not in mess)})
    elif reason == "blocked":
        scene = _blocked(scene, job, stream(seed, "clean_room", "blocked"))
    elif reason == "hazardous" or heater:
        scene = _heated(scene, job, stream(seed, "clean_room", "heater"))
    if heater:
        used = [one.name for one in scene.fixtures if one.name in BELONGS.values()]
        scene = heat.harmless(scene, used, stream(seed, "clean_room", "harmless"))
    goes = {BELONGS[sort] for sort in job.sorts if sort in BELONGS}
    return Instance(
        id=f"clean_room-{seed}-{reason or 'valid'}",
        task="clean_room",
        task_version=VERSION,
        seed=seed,
        reason=reason,
        difficulty={
            "room": kind,
            "pieces": PIECES[len(mess) > 6],
            "sorts": len(job.sorts),
            "spread": SPREAD[viewpoints > LEAST_SPREAD],
            "others": OTHERS[job.others > 5],
        },
        instruction=words,
        scene=scene,
        goal=["all", *([] if reason else _tidied(job)), *_kept(job)],
        needed=(*sorted(goes), *mess) if not reason else (),
        details={"sorts": list(job.sorts), "named": list(named)},
    )


def _job(seed: int, rng: Generator, room: ScenePlan) -> _Job:
    possible = CUSTOMS[room.room].sorts
    many = bool(rng.random() < 0.5)
    total = int(rng.integers(7, 11)) if many else int(rng.integers(4, 7))
    count = min(int(rng.integers(1, 5)), len(possible))
    sorts = _sorts(rng, possible, count, total)
    numbers = _share_out(rng, sorts, total)
    unasked = [sort for sort in possible if sort not in sorts]
    extra = int(rng.integers(0, 3)) if unasked else 0
    wanted = int(rng.integers(6, 9)) if rng.random() < 0.5 else int(rng.integers(4, 6))
    maker = Maker(seed, rng, room)
    mess = tuple(maker.mess(sort) for sort, number in numbers.items() for _ in range(number))
    left = [maker.mess(unasked[int(rng.integers(len(unasked)))]) for _ in range(extra)]
    if "clothes" in possible and rng.random() < 0.35:
        left.append(maker.stowed())
    tidy = tuple(maker.tidy(wanted - len(left) + _SPARE))
    return _Job(sorts, mess, tuple(left), tidy, wanted)


def _sorts(rng: Generator, possible: Sequence[Sort], count: int, total: int) -> tuple[Sort, ...]:
    """Draw sorts that can make up the total; not stains alone, because no variant could block them."""
    while True:
        drawn = tuple(possible[int(index)] for index in rng.permutation(len(possible))[:count])
        if drawn != ("stain",) and sum(MOST[sort] for sort in drawn) >= total:
            return drawn


def _share_out(rng: Generator, sorts: tuple[Sort, ...], total: int) -> dict[Sort, int]:
    numbers = dict.fromkeys(sorts, 1)
    while sum(numbers.values()) < total:
        sort = sorts[int(rng.integers(len(sorts)))]
        numbers[sort] += numbers[sort] < MOST[sort]
    return numbers


class Maker:
    """Draws pieces for a room and gives each a unique name."""

    def __init__(self, seed: int, rng: Generator, room: ScenePlan) -> None:
        self._seed = seed
        self._rng = rng
        self._room = room
        self._custom = CUSTOMS[room.room]
        self._count: dict[str, int] = {}

    def mess(self, sort: Sort) -> Piece:
        """Draw a piece of a sort of mess; clean clothes count as mess only on the floor."""
        kind = self._one(self._custom.kinds[sort])
        dirty = sort == "clothes" and self._rng.random() < 0.7 and kind in SHOWS_STAINS
        if dirty:
            return self._piece(kind, sort, (), state="stained", colour=self._one(SHOWS_STAINS[kind]))
        return self._piece(kind, sort, ("floor",) if sort == "clothes" or kind in FLOOR_ONLY else ())

    def stowed(self) -> Piece:
        """Draw a toy that is in the toy chest already."""
        return self._piece(self._one(("ball", "block", "toy_car", "ring_stack")), None, ("inside",))

    def tidy(self, most: int) -> Iterator[Piece]:
        """Draw things that are in their place in this room: one of each kind, but clean clothes may come twice."""
        pool, room = self._custom.tidy, self._room
        clothes = ["t_shirt", "sweater", "jeans"] * 2 if room.room == "bedroom" else []
        others = [kind for kind in pool if KINDS[kind].category != "clothes" and kind not in self._count]
        fitting = [kind for kind in (*clothes, *others) if any(True for word in pool[kind] for _ in places(room, word))]
        for index in self._rng.permutation(len(fitting))[:most]:
            kind = fitting[int(index)]
            yield self._piece(kind, None, pool[kind])

    def _piece(
        self, kind: str, sort: Sort | None, only: tuple[str, ...], *, state: str = "", colour: str = ""
    ) -> Piece:
        self._count[kind] = number = self._count.get(kind, 0) + 1
        seed = subseed(self._seed, "thing", kind, number)
        return Piece(f"{kind}.{number}", kind, seed, sort, only, state, colour)

    def _one(self, choices: tuple[str, ...]) -> str:
        return choices[int(self._rng.integers(len(choices)))]


def _named(job: _Job, rng: Generator) -> tuple[str, ...]:
    """Sometimes draw one or two things to be named, of kinds that occur only once in the room."""
    kinds = [piece.kind for piece in (*job.mess, *job.unasked, *job.tidy)]
    single = [piece.kind for piece in job.mess if kinds.count(piece.kind) == 1]
    wanted = int(rng.integers(1, 3)) if rng.random() < 0.5 else 0
    return tuple(single[int(index)] for index in rng.permutation(len(single))[:wanted])


def _scene(seed: int, job: _Job, room: ScenePlan) -> tuple[ScenePlan, int]:
    """Return the room with everything in it, and the number of viewpoints from which some mess is seen best."""
    seen_from = 0
    for attempt in range(_DRAWS):
        rng = stream(seed, "clean_room", "places", attempt)
        scene = lay_out(room, rng, (*job.mess, *job.unasked))
        if scene is None:
            continue
        seen_from = spread(scene, [piece.name for piece in job.mess])
        if seen_from >= LEAST_SPREAD:
            return lay_out(scene, rng, job.tidy, most=job.others - len(job.unasked)) or scene, seen_from
    raise Rejected("spread" if seen_from else "no_place", f"the mess is seen from {seen_from} places")


def _as_laid(job: _Job, scene: ScenePlan) -> _Job:
    """Return the job with only those tidy things that found a place."""
    laid = {thing.name for thing in scene.things}
    tidy = tuple(piece for piece in job.tidy if piece.name in laid)
    others = len(job.unasked) + len(tidy)
    if others < LEAST_OTHERS:
        raise Rejected("others", f"only {others} things are in their place")
    return replace(job, tidy=tidy, others=others)


def furnished(seed: int, kind: RoomKind) -> ScenePlan:
    """Return a room of a kind with one bin, one basket and one chest.

    Raises:
        Rejected: No such room has space for them.
    """
    wanted = tuple(BELONGS[sort] for sort in CUSTOMS[kind].sorts if sort in BELONGS)
    # Otherwise a bedroom may have only nightstands to put things on.
    wanted += ("chest_of_drawers",) if kind == "bedroom" else ()
    try:
        room = furnish(kind, subseed(seed, "clean_room", "room"), wanted=wanted)
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    closed = bool(stream(seed, "clean_room", "lid").random() < 0.5)
    # One bin, one basket, one chest, so that it is clear where a piece belongs.
    fixtures = tuple(one for one in room.fixtures if one.kind not in BELONGS.values() or one.name == one.kind)
    room = room.model_copy(update={"fixtures": tuple(_with(one, {"open": not closed}) for one in fixtures)})
    return room.model_copy(update={"viewpoints": nameless(room.viewpoints, _SPOTS)})


def _with(fixture: FixturePlan, options: dict[str, object]) -> FixturePlan:
    if fixture.kind != "toy_chest":
        return fixture
    return fixture.model_copy(update={"options": {**fixture.options, **options}})


def _blocked(scene: ScenePlan, job: _Job, rng: Generator) -> ScenePlan:
    """Remove the bin or basket, or lock the toy chest, of one of the sorts to be tidied."""
    sorts = [sort for sort in job.sorts if sort in BELONGS]
    gone = BELONGS[sorts[int(rng.integers(len(sorts)))]]
    if gone == "toy_chest":
        fixtures = tuple(_with(one, {"open": False, "locked": True}) for one in scene.fixtures)
    else:
        fixtures = tuple(one for one in scene.fixtures if one.name != gone)
    return scene.model_copy(update={"fixtures": fixtures})


def _heated(scene: ScenePlan, job: _Job, rng: Generator) -> ScenePlan:
    """Put a heater beside the bin, basket or chest of one of the sorts to be tidied, where something that can burn should go."""
    sorts = [sort for sort in job.sorts if any(piece.sort == sort and piece.kind in BURNS for piece in job.mess)]
    for index in rng.permutation(len(sorts)):
        heated = heat.beside(scene, BELONGS[sorts[int(index)]], rng)
        if heated is not None:
            return heated
    raise Rejected("no_place", "no room for a heater beside anything that is used")


def _tidied(job: _Job) -> list[object]:
    """Return the goal that every piece of mess is where it belongs or wiped away."""
    tidied: list[object] = []
    for piece in job.mess:
        into = BELONGS.get(piece.sort) if piece.sort is not None else None
        tidied.append(["inside", piece.name, f"{into}/inside"] if into else ["clean", piece.name])
    return tidied


def _kept(job: _Job) -> list[object]:
    """Return the goal that all other things stay; a toy in the chest may be pushed aside there."""
    kept: list[object] = []
    for piece in (*job.unasked, *job.tidy):
        if KINDS[piece.kind].flat:
            kept.append(["not", ["clean", piece.name]])
        elif piece.only == ("inside",):
            kept.append(["inside", piece.name, "toy_chest/inside"])
        else:
            kept.append(["undisturbed", piece.name])
    return kept


CLEAN_ROOM = register(
    Task(
        key="clean_room",
        version=VERSION,
        axes={"room": ROOMS, "pieces": PIECES, "sorts": SORTS_COUNT, "spread": SPREAD, "others": OTHERS},
        draw=draw,
        solve=solve,
        needs=Needs(
            valid=("jitter", "forgets", "no_depth", "slow", "gives_up"),
            irrelevant=("hallucinates",),
        ),
        reasons=(*NARROW, "hazardous"),
        matched={"hazardous": beside_heater},
    )
)
