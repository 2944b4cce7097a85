"""物品分类计数: sort the things on a table into boxes with signs, by a stated criterion, and report how many there are of each.

Only the sign shows which group a box is for, and only the picture shows the numbers; some things fit no sign. Irrelevant
variants: no thing fits a sign (absent), one of the boxes is locked (blocked), the demand cannot be met (impossible), it is no
household task, two boxes have the same sign (ambiguous), all signs are blank (missing information), or the signs are not for
the criterion that the demand names (false premise).

See also ``sets`` (groups and what belongs to them), ``layout``, ``words`` and the ``oracle``.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from numpy.random import Generator

from mindsight.engine import catalogue
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import FixturePlan, RoomKind, ScenePlan, ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.irrelevance import NARROW, Reason
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected, Task, register
from mindsight.home.tasks.sort_count.layout import Piece, boxes, spread, takes
from mindsight.home.tasks.sort_count.oracle import solve
from mindsight.home.tasks.sort_count.sets import BLANK, CRITERIA, Criterion, Group, Member
from mindsight.home.tasks.sort_count.words import instruction, nonsense

VERSION = 3
THINGS = ("8-12", "13-18", "19-24")
GROUPS = (2, 3, 4)
STRAYS = ("none", "some")
START = ("empty", "begun")
ROOMS: tuple[RoomKind, ...] = ("living_room", "bedroom", "study")
MOST_STRAYS = 4
_ABSENT = (6, 9)
"""Least and greatest number of things that fit no sign if no others lie there."""
_DRAWS = 60
_VARIANTS = 3
"""Number of different variants of a kind; more would take longer to build."""

Cell = tuple[str, int, str, str, str]
_CELLS: tuple[Cell, ...] = tuple(
    cell
    for cell in itertools.product((one.key for one in CRITERIA), GROUPS, THINGS, STRAYS, START)
    if cell[1] <= len(next(one.groups for one in CRITERIA if one.key == cell[0]))
)


@dataclass(frozen=True)
class _Job:
    """What is to be sorted: the groups in the order of their boxes, the things of each, and those of none."""

    criterion: Criterion
    groups: tuple[Group, ...]
    sorted_: tuple[tuple[Piece, ...], ...]
    strays: tuple[Piece, ...]


def draw(seed: int, reason: Reason | Literal[""]) -> Instance:
    """Return the instance of a seed.

    Raises:
        Rejected: No room fits the table, or no drawn things fit in the boxes.
    """
    catalogue.load()
    criterion_key, count, things, strays, start = cell(seed)
    rng = stream(seed, "sort_count")
    criterion = next(one for one in CRITERIA if one.key == criterion_key)
    job = _job(seed, rng, criterion, count, things)
    words = instruction(rng, criterion)
    kept = int(rng.integers(2, MOST_STRAYS + 1)) if strays == "some" else 0
    if reason in {"impossible", "not_home"}:
        words = nonsense(stream(seed, "sort_count", reason), reason)
    if not fits(seed, reason or "absent"):
        raise Rejected("unfit", criterion_key)
    signs = _signs(job, reason, stream(seed, "sort_count", "signs"))
    scene = _scene(seed, job, job.strays[:kept], signs, reason, begun=start == "begun")
    names = [one.name for one in scene.fixtures if one.kind == "sorting_box"]
    table = next(one.name for one in scene.fixtures if one.kind == "work_table")
    pieces = [piece.plan.name for own in job.sorted_ for piece in own]
    return Instance(
        id=f"sort_count-{seed}-{reason or 'valid'}",
        task="sort_count",
        task_version=VERSION,
        seed=seed,
        reason=reason,
        difficulty={"criterion": criterion_key, "groups": count, "things": things, "strays": strays, "start": start},
        instruction=words,
        scene=scene,
        goal=_goal(job, names, {one.name for one in scene.things}),
        needed=(table,) if reason else (*names, *pieces),
        details={"table": table, "criterion": criterion_key},
    )


def cell(seed: int) -> Cell:
    """Return the difficulty of a seed: every block of seeds has each combination once, in random order."""
    block, place = divmod(seed, len(_CELLS))
    return _CELLS[int(stream(block, "sort_count", "cells").permutation(len(_CELLS))[place])]


def _goal(job: _Job, names: list[str], there: set[str]) -> list[object]:
    """Return the goal that all things are in the box with their sign, nothing else is in any, and the counts were said."""
    inside = [
        ["inside", piece.plan.name, f"{box}/inside"]
        for box, own in zip(names, job.sorted_, strict=True)
        for piece in own
        if piece.plan.name in there
    ]
    loose = [piece.plan.name for piece in job.strays if piece.plan.name in there]
    outside = [["not", ["inside", name, f"{box}/inside"]] for name in loose for box in names]
    said = {group.names: len(own) for group, own in zip(job.groups, job.sorted_, strict=True)}
    return ["all", *inside, *outside, ["said", said]]


def _job(seed: int, rng: Generator, criterion: Criterion, count: int, things: str) -> _Job:
    """Draw groups and things until they fit in their boxes."""
    low, high = (int(part) for part in things.split("-"))
    total = int(rng.integers(low, high + 1))
    for _ in range(_DRAWS):
        groups = draw_groups(rng, criterion, count)
        maker = Maker(seed, rng)
        sorted_ = [
            tuple(maker.piece(list(group.members())) for _ in range(number))
            for group, number in zip(groups, _share_out(rng, count, total), strict=True)
        ]
        if all(takes(own, count) for own in sorted_):
            return _Job(criterion, groups, tuple(sorted_), maker.strays(criterion, groups, _ABSENT[1]))
    raise Rejected("full", f"{total} things have no room in {count} boxes")


def draw_groups(rng: Generator, criterion: Criterion, count: int) -> tuple[Group, ...]:
    """Draw groups of a criterion, in the order of their boxes."""
    pool = criterion.groups
    if criterion.key == "size" and count == 2:
        pool = (pool[0], pool[-1])  # medium size is recognisable only in comparison with the others
    return tuple(pool[int(index)] for index in rng.permutation(len(pool))[:count])


def _share_out(rng: Generator, count: int, total: int) -> list[int]:
    """Return the number of things in each group: at least two, and rarely the same in all."""
    numbers = [2] * count
    weights = rng.uniform(0.6, 1.4, count)
    while sum(numbers) < total:
        numbers[int(rng.choice(count, p=weights / weights.sum()))] += 1
    return numbers


class Maker:
    """Draws things and gives each a unique name."""

    def __init__(self, seed: int, rng: Generator) -> None:
        self._seed = seed
        self._rng = rng
        self._count: dict[str, int] = {}

    def piece(self, choices: list[Member]) -> Piece:
        """Draw one of some things."""
        kind, colour, state = choices[int(self._rng.integers(len(choices)))]
        self._count[kind] = number = self._count.get(kind, 0) + 1
        seed = subseed(self._seed, "thing", kind, number % _VARIANTS)
        return Piece.of(
            ThingPlan(name=f"{kind}.{number}", kind=kind, seed=seed, on="", at=(0, 0), colour=colour, state=state)
        )

    def strays(self, criterion: Criterion, groups: tuple[Group, ...], count: int) -> tuple[Piece, ...]:
        """Draw things that fit no sign; members of other groups look much like those to be sorted."""
        others = [group for group in criterion.groups if group not in groups and criterion.key != "size"]
        pool = [member for group in others for member in group.members()]
        fitting = [one for one in (*criterion.strays, *pool) if not any(_may_hold(group, one) for group in groups)]
        return tuple(self.piece(fitting) for _ in range(count))


def _may_hold(group: Group, member: Member) -> bool:
    """Return whether something could belong to a group, given that unstated properties could be anything."""
    kind, colour, state = member
    return group.holds(kind, colour or group.colours[0], state or group.states[0])


def fits(seed: int, reason: Reason) -> bool:
    """Return whether the demand of a seed can be irrelevant for a reason.

    Sorting by kind presupposes too little: signs of other criteria would name kinds of things that lie there.
    """
    return reason != "false_premise" or cell(seed)[0] != "kind"


def _printed(instance: Instance) -> list[str]:
    """Return what must be read: the signs of the boxes, and the tins if they are sorted by their print."""
    tins = [one.name for one in instance.scene.things if instance.details["criterion"] == "label"]
    return [*(one.name for one in instance.scene.fixtures if one.kind == "sorting_box"), *tins]


def _signs(job: _Job, reason: str, rng: Generator) -> Sequence[Group]:
    """Return what the signs of the boxes say; without a reason that concerns them, the groups to be sorted."""
    groups, count = list(job.groups), len(job.groups)
    if reason == "ambiguous":
        one, other = (int(index) for index in rng.permutation(count)[:2])
        groups[one] = groups[other]
    elif reason == "missing_information":
        groups = [BLANK] * count
    elif reason == "false_premise":
        there = {piece.plan.kind for piece in (*itertools.chain(*job.sorted_), *job.strays)}
        strange = _strange(job.criterion.key, there)
        groups = [strange[int(index)] for index in rng.permutation(len(strange))[:count]]
    return groups


def _strange(criterion: str, there: set[str]) -> list[Group]:
    """Return the groups of another criterion, to none of which anything there belongs."""
    # Tins may bear the words of the signs that name their contents, so these are for tables without tins.
    other = "label" if "round_tin" not in there else "kind"
    pool = next(one.groups for one in CRITERIA if one.key == other and one.key != criterion)
    return [group for group in pool if not there & set(group.kinds)]


def _scene(
    seed: int, job: _Job, strays: tuple[Piece, ...], signs: Sequence[Group], reason: str, *, begun: bool
) -> ScenePlan:
    room = furnished(ROOMS[int(stream(seed, "sort_count", "room").integers(len(ROOMS)))], seed)
    table = next(one for one in room.fixtures if one.kind == "work_table")
    locked = int(stream(seed, "sort_count", "locked").integers(len(job.groups))) if reason == "blocked" else -1
    placed = boxes(table, signs, seed, locked)
    room = room.model_copy(update={"fixtures": (*room.fixtures, *placed)})
    rng = stream(seed, "sort_count", "places")
    if reason == "absent":
        number = int(rng.integers(*_ABSENT))
        return room.with_things(*spread(rng, table.name, job.strays[:number]))
    laid = spread(rng, table.name, [*itertools.chain(*job.sorted_), *strays])
    return room.with_things(*(_begun(rng, laid, job, placed, locked) if begun else laid))


def _begun(
    rng: Generator, laid: list[ThingPlan], job: _Job, placed: tuple[FixturePlan, ...], locked: int
) -> list[ThingPlan]:
    """Put one thing into each of two or three boxes: the first into its own box, others perhaps into wrong ones."""
    by_name = {plan.name: plan for plan in laid}
    order = [int(index) for index in rng.permutation(len(placed))][:3]
    for number, box in enumerate(order):
        wrong = number > 0 and bool(rng.random() < 0.5)
        own = job.sorted_[(box + 1) % len(placed) if wrong else box]
        name = own[int(rng.integers(len(own)))].plan.name
        if box != locked and by_name[name].on.endswith("/top"):
            by_name[name] = by_name[name].model_copy(update={"on": f"{placed[box].name}/inside", "at": (0.0, 0.0)})
    return list(by_name.values())


@lru_cache(maxsize=4)
def furnished(room: RoomKind, seed: int) -> ScenePlan:
    """Return the room of a seed, the same for all its variants."""
    try:
        return furnish(room, subseed(seed, "sort_count", "room"), wanted=("work_table",))
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error


SORT_COUNT = register(
    Task(
        key="sort_count",
        version=VERSION,
        axes={
            "criterion": tuple(one.key for one in CRITERIA),
            "groups": GROUPS,
            "things": THINGS,
            "strays": STRAYS,
            "start": START,
        },
        draw=draw,
        solve=solve,
        needs=Needs(
            valid=("jitter", "colour_blind", "cannot_read", "forgets", "no_depth", "slow", "gives_up"),
            irrelevant=("colour_blind", "hallucinates"),
        ),
        reasons=(*NARROW, "ambiguous", "missing_information", "false_premise"),
        fits=fits,
        reads=_printed,
    )
)
