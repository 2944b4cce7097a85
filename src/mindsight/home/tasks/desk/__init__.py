"""整理桌面: bring the things on a desk where they belong, by kind and by labels; leave the rest; close the drawer.

Irrelevant variants: a named thing is not on the desk (absent), a needed place is missing or the drawer is locked
(blocked), the demand cannot be met (impossible), or it is no household task. Where labels say what trays and drawer are for,
a tray and the drawer may have the same label (ambiguous), or all labels be blank (missing information).

See also ``rules`` (what goes where), ``places`` (the study), ``words`` and the ``oracle``.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from numpy.random import Generator

from mindsight.engine import catalogue
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.irrelevance import NARROW, Reason
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import WordingSet
from mindsight.home.tasks import Rejected, Task, register
from mindsight.home.tasks.desk.oracle import solve
from mindsight.home.tasks.desk.places import Piece, lay_out, study
from mindsight.home.tasks.desk.rules import (
    CATEGORIES,
    DRAWER,
    HOLDER,
    INSIDE,
    KINDS_OF,
    MOST,
    SORTS,
    STAYING,
    TRAYS,
    Sort,
    kinds_under,
    may_stay,
    place_of,
)
from mindsight.home.tasks.desk.words import IMPOSSIBLE, instruction
from mindsight.home.tasks.wording import Sentence, draw_demand, not_home, spoken

VERSION = 2
THINGS, PLACES, LABELS = ("6-8", "9-11", "12-14"), (4, 5, 6), ("none", "2", "3")
START, CLUTTER = ("closed", "open"), ("few", "many")
LEAST_THINGS, MOST_THINGS, FEW = 6, 14, 2
_MOST_ALIKE, _MOST_UNDER = 2, 3
_SPARE = 4
_LABELLED = 0.7
"""Share of the demands that refer to labels."""
_TALL = (2, 2, 1, 1, 1, *(0,) * 7)
"""Most tall things on the desk, layout by layout; without any, things lie close together."""


BY_LABELS: tuple[Reason, ...] = ("ambiguous", "missing_information")
"""Kinds of irrelevance that concern the labels, so that the demand must refer to them."""


@dataclass(frozen=True)
class _Job:
    """The sorts asked for, the use of trays and drawer, whether labels state it, and the things on the desk."""

    sorts: tuple[Sort, ...]
    says: dict[str, str]
    labelled: bool
    mess: tuple[Piece, ...]
    others: tuple[Piece, ...]
    count: int
    """Wanted number of other things; more are drawn, because some find no place."""
    is_open: bool

    def place(self, piece: Piece) -> str:
        """Return where a piece of the mess goes."""
        return str(place_of(piece.kind, self.sorts, self.says))

    @property
    def spoken(self) -> dict[str, str]:
        """The use of trays and drawer as the instruction states it; empty if labels do."""
        return {} if self.labelled else {place: key for place, key in self.says.items() if place in self.used}

    @property
    def used(self) -> tuple[str, ...]:
        """The places that something goes to."""
        return tuple(dict.fromkeys(self.place(piece) for piece in self.mess))


def draw(seed: int, reason: Reason | Literal[""]) -> Instance:
    """Return the instance of a seed.

    Raises:
        Rejected: The things do not fit on the desk, or no room fits the furniture.
    """
    job, named, words, scene = _drawn(seed, spoken())
    rng = stream(seed, "desk", "spoiled", reason)
    if reason == "not_home":
        words = not_home(rng)
    elif reason == "impossible":
        words = draw_demand(rng, IMPOSSIBLE, {}, {})
    elif reason == "absent":
        gone = named[-1]
        scene = scene.model_copy(update={"things": tuple(one for one in scene.things if one.kind != gone)})
    elif reason == "blocked":
        scene = _blocked(scene, job, rng)
    elif reason in BY_LABELS:
        scene = _relabelled(scene, job, reason)
    total = len(job.mess) + len(job.others)
    return Instance(
        id=f"desk-{seed}-{reason or 'valid'}",
        task="desk",
        task_version=VERSION,
        seed=seed,
        reason=reason,
        difficulty={
            "things": THINGS[(total - LEAST_THINGS) // 3],
            "places": len(job.used),
            "labels": str(len(job.says)) if job.labelled else "none",
            "drawer": START[job.is_open],
            "clutter": CLUTTER[len(job.others) > FEW],
        },
        instruction=words,
        scene=scene,
        goal=["all", *([] if reason else _tidied(job)), *(["undisturbed", piece.name] for piece in job.others)],
        needed=(*job.used, *(piece.name for piece in job.mess)) if not reason else (),
        details={"sorts": list(job.sorts), "says": job.spoken, "named": list(named)},
    )


@lru_cache(maxsize=4)
def _drawn(seed: int, _words: WordingSet) -> tuple[_Job, tuple[str, ...], Sentence, ScenePlan]:
    """Return the valid task of a seed, the same for all its variants: the job, the named things, the demand, the scene."""
    catalogue.load()
    rng = stream(seed, "desk")
    job = _job(seed, rng)
    named = _named(job, rng)
    words = instruction(rng, job.sorts, job.spoken, named)
    scene = _scene(seed, job)
    return _as_laid(job, scene), named, words, scene


def _job(seed: int, rng: Generator) -> _Job:
    labelled = _is_labelled(rng)
    boxes = (DRAWER, *TRAYS[: int(rng.integers(1, 3)) if labelled else 1])
    keys = [list(CATEGORIES)[int(index)] for index in rng.permutation(len(CATEGORIES))[: len(boxes)]]
    says = dict(zip(boxes, keys, strict=True))
    # The drawer is always used; a tray may have a label that fits nothing on the desk.
    under = [keys[0], *(key for key in keys[1:] if rng.random() < 0.8)]
    wanted = PLACES[int(rng.integers(len(PLACES)))]
    count = min(len(SORTS), max(1, wanted - len(under)))
    drawn = {int(index) for index in rng.permutation(len(SORTS))[:count]}
    sorts = tuple(sort for index, sort in enumerate(SORTS) if index in drawn)
    maker = Maker(seed, rng)
    total = int(rng.integers(LEAST_THINGS, MOST_THINGS + 1))
    others = int(rng.integers(1, FEW + 1)) if rng.random() < 0.5 else int(rng.integers(FEW + 1, FEW + 3))
    mess = maker.mess(sorts, under, keys, max(total - others, count + len(under)))
    staying, count = maker.staying(sorts, keys, others + _SPARE), min(others, MOST_THINGS - len(mess))
    return _Job(sorts, says, labelled, mess, staying, count, is_open=bool(rng.random() < 0.5))


class Maker:
    """Draws things and gives each a unique name."""

    def __init__(self, seed: int, rng: Generator) -> None:
        self._seed = seed
        self._rng = rng
        self._count: dict[str, int] = {}

    def mess(self, sorts: tuple[Sort, ...], under: list[str], keys: list[str], total: int) -> tuple[Piece, ...]:
        """Draw things for every sort and label, then more of some of them."""
        kinds = {sort: list(KINDS_OF[sort]) for sort in sorts} | {key: [*kinds_under(key, keys)] for key in under}
        most = {sort: MOST[sort] for sort in sorts} | dict.fromkeys(under, _MOST_UNDER)
        room = dict(most)
        order: list[str] = [*sorts, *under]
        made: list[Piece] = []
        while order and len(made) < total:
            group = order[len(made)] if len(made) < len(room) else order[int(self._rng.integers(len(order)))]
            alike = most[group] if group in SORTS else _MOST_ALIKE
            free = [kind for kind in kinds[group] if self._count.get(kind, 0) < alike]
            made.append(self.piece(free[int(self._rng.integers(len(free)))]))
            room[group] -= 1
            if len(made) >= len(room):
                order = [name for name in order if room[name] > 0]
        return tuple(made)

    def staying(self, sorts: tuple[Sort, ...], keys: list[str], count: int) -> tuple[Piece, ...]:
        """Draw things that belong in none of the places: ornaments, and things for a label that is not there."""
        decoys = [kinds[int(self._rng.integers(len(kinds)))] for kinds in (one.kinds for one in CATEGORIES.values())]
        pool = [kind for kind in dict.fromkeys((*STAYING, *decoys)) if may_stay(kind, sorts, keys)]
        return tuple(self.piece(pool[int(index)]) for index in self._rng.permutation(len(pool))[:count])

    def piece(self, kind: str) -> Piece:
        """Return a further piece of a kind."""
        self._count[kind] = number = self._count.get(kind, 0) + 1
        return Piece(f"{kind}.{number}", kind, subseed(self._seed, "thing", kind, number))


def _named(job: _Job, rng: Generator) -> tuple[str, ...]:
    """Draw one or two things to be named, of kinds that occur only once."""
    kinds = [piece.kind for piece in job.mess]
    single = [kind for kind in kinds if kinds.count(kind) == 1]
    if not single:
        raise Rejected("named", "there are two of everything")
    return tuple(single[int(index)] for index in rng.permutation(len(single))[: int(rng.integers(1, 3))])


def _scene(seed: int, job: _Job) -> ScenePlan:
    options: dict[str, dict[str, object]] = {place: {} for place in HOLDER.values()}
    for place, key in job.says.items():
        one = CATEGORIES[key]
        options[place.partition("/")[0]] = {"label": [one.zh, one.en]} if job.labelled else {}
    options["desk"] |= {"open": job.is_open}
    try:
        room = study(seed, stream(seed, "desk", "organisers"), options)
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    for attempt in range(len(_TALL)):
        scene = lay_out(room, stream(seed, "desk", "places", attempt), job.mess, job.others, job.count, _TALL[attempt])
        if scene is not None and len(scene.things) >= max(len(job.mess) + 1, LEAST_THINGS):
            return scene
    raise Rejected("no_place", f"{len(job.mess)} things and others do not find room side by side")


def _as_laid(job: _Job, scene: ScenePlan) -> _Job:
    """Return the job with only those other things that found a place."""
    laid = {thing.name for thing in scene.things}
    return replace(job, others=tuple(piece for piece in job.others if piece.name in laid))


def _blocked(scene: ScenePlan, job: _Job, rng: Generator) -> ScenePlan:
    """Remove a place that the demand names and something goes to, or lock the drawer."""
    # The bookcase has a viewpoint, so the list of viewpoints would reveal that it is missing.
    removable = {HOLDER[sort] for sort in job.sorts} - {"bookcase"}
    removable |= set() if job.labelled else {place for place in job.used if place in TRAYS}
    choices = [DRAWER, *sorted(removable)]
    gone = choices[int(rng.integers(len(choices)))]
    if gone != DRAWER:
        fixtures = tuple(one for one in scene.fixtures if one.name != gone)
    else:
        locked = {"open": False, "locked": True}
        fixtures = tuple(
            one.model_copy(update={"options": {**one.options, **locked}}) if one.kind == "desk" else one
            for one in scene.fixtures
        )
    return scene.model_copy(update={"fixtures": fixtures})


def fits(seed: int, reason: Reason) -> bool:
    """Return whether the demand of a seed can be irrelevant for a reason: whether it refers to labels if these decide."""
    return reason not in BY_LABELS or _is_labelled(stream(seed, "desk"))


def _is_labelled(rng: Generator) -> bool:
    return bool(rng.random() < _LABELLED)


def _relabelled(scene: ScenePlan, job: _Job, reason: Reason) -> ScenePlan:
    """Give a tray the label of the drawer, or leave the labels of drawer and trays blank."""
    if not job.labelled:
        raise Rejected("unfit", "no label says what anything is for")
    drawer = CATEGORIES[job.says[DRAWER]]
    words = (
        {TRAYS[0]: [drawer.zh, drawer.en]} if reason == "ambiguous" else {name: ["", ""] for name in ("desk", *TRAYS)}
    )
    fixtures = tuple(
        one.model_copy(update={"options": {**one.options, "label": words[one.name]}}) if one.name in words else one
        for one in scene.fixtures
    )
    return scene.model_copy(update={"fixtures": fixtures})


def _tidied(job: _Job) -> list[object]:
    """Return the goal that every piece is where it belongs and the drawer is closed."""
    tidied: list[object] = []
    for piece in job.mess:
        place = job.place(piece)
        if place == "coaster":
            # The whole foot, not only an edge of it.
            tidied += [["on", piece.name, place], ["not", ["on", piece.name, "desk"]]]
        elif place == "bookcase":
            tidied.append(["on", piece.name, place])
        else:
            tidied.append(["inside", piece.name, INSIDE.get(place, f"{place}/inside")])
    return [*tidied, ["part_is", DRAWER, "closed"]]


DESK = register(
    Task(
        key="desk",
        version=VERSION,
        axes={"things": THINGS, "places": PLACES, "labels": LABELS, "drawer": START, "clutter": CLUTTER},
        draw=draw,
        solve=solve,
        needs=Needs(
            valid=("jitter", "cannot_read", "forgets", "no_depth", "slow", "gives_up"),
            irrelevant=("hallucinates",),
        ),
        reasons=(*NARROW, *BY_LABELS),
        fits=fits,
        reads=lambda _instance: (DRAWER, *TRAYS),
    )
)
