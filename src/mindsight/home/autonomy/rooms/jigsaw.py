"""拼图, unasked: a jigsaw that is nearly done, and what keeps it from being so; the picture is on the lid beside it."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.random import Generator

from mindsight.engine import catalogue
from mindsight.engine.drawing.prints import motifs
from mindsight.engine.geometry.jigsaw import GRIDS, Cell, Cut
from mindsight.engine.physics.actions import Action
from mindsight.engine.scenes.plans import ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.autonomy.rooms import RoomClass, register
from mindsight.home.autonomy.rooms.aside import pick_up, put_aside
from mindsight.home.autonomy.rooms.laying import LURES, dropped, with_lures
from mindsight.home.autonomy.rooms.needs import Need, Wording, room_instance
from mindsight.home.classes import CLASSES
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected
from mindsight.home.tasks.jigsaw import LEAST_UNLIKE, TABLE, Layout, goal, table_room
from mindsight.home.tasks.jigsaw.oracle import BOX, FRAME, PIECE, Puzzler
from mindsight.home.tasks.tidying import Answer, Steps, Tidier

VERSION = 1
TYPES: dict[str, Wording] = {
    "beside": {
        "zh": "把还在桌上的拼图块拼进框里",
        "en": "fit the jigsaw pieces that still lie on the table into the frame",
    },
    "fallen": {
        "zh": "捡起掉在地上的拼图块，拼进框里",
        "en": "pick up the jigsaw piece on the floor and fit it into the frame",
    },
    "turned": {"zh": "把框里拼反的那块转正", "en": "turn the jigsaw piece that lies the wrong way round in the frame"},
    "swapped": {
        "zh": "把框里拼错位置的两块对换",
        "en": "let the two jigsaw pieces change places that are in each other's",
    },
}
_SIZES = (9, 16)
_PICTURES, _DRAWS = 24, 80
_MOST_BESIDE = 2
_CLOSE, _VIEWS = (4.0, 2.5), 3
_WRONG_WAY_DEG, _BELOW_M = 30.0, 0.2


def draw(seed: int, with_needs: bool) -> Instance:  # noqa: FBT001  (the one question about a room)
    """Return the room of a seed.

    Raises:
        Rejected: The picture's cells look alike, or there is no room with a table for it.
    """
    catalogue.load()
    rng = stream(seed, "alone", "jigsaw")
    cut = _cut(seed, _SIZES[int(rng.integers(len(_SIZES)))], motifs.MOTIFS[int(rng.integers(len(motifs.MOTIFS)))])
    chosen = _chosen(cut, rng)
    layout = Layout(table_room(seed, rng), cut, rng)
    scattered = layout.scatter("any")
    names = {cell: one.name for cell, one in scattered.items()}
    placed = {cell: _in_frame(one, cut, cell) for cell, one in scattered.items()}
    fallen: list[Cell] = []
    for type_, cells in chosen.items() if with_needs else ():
        if type_ == "beside":
            placed |= {cell: scattered[cell] for cell in cells}
        elif type_ == "swapped":
            first, second = cells
            placed[first] = _in_frame(scattered[first], cut, second, _quarters(cut, first, second))
            placed[second] = _in_frame(scattered[second], cut, first, _quarters(cut, second, first))
        elif type_ == "turned":
            placed[cells[0]] = _in_frame(scattered[cells[0]], cut, cells[0], 2)
        else:
            fallen = list(cells)
    lying = [placed.pop(cell) for cell in fallen]
    scene = layout.scene(placed, cut, barred=False)
    for piece in lying:
        scene = dropped(scene, piece, rng)
    scene, lures = with_lures(scene, seed, rng, TABLE)
    return room_instance(
        task="jigsaw",
        version=VERSION,
        seed=seed,
        scene=scene,
        needs=[_need(type_, cut, chosen[type_], names) for type_ in TYPES if type_ in chosen] if with_needs else [],
        lures={name: LURES[name] for name in lures},
        fixtures=[BOX],
        difficulty={"pieces": len(cut.cells), "motif": cut.motif},
    )


def _cut(seed: int, pieces: int, motif: str) -> Cut:
    """Return the first picture of a seed whose cells all look different."""
    columns, rows = GRIDS[pieces]
    for attempt in range(_PICTURES):
        cut = Cut(motif, columns, rows, subseed(seed, "alone", "jigsaw", "picture", attempt) % 1_000_000)
        if motifs.likeness(motifs.picture(motif, columns, rows, cut.seed), columns, rows) >= LEAST_UNLIKE:
            return cut
    raise Rejected("alike", f"two pieces of {motif} look alike")


def _chosen(cut: Cut, rng: Generator) -> dict[str, tuple[Cell, ...]]:
    """Draw two to four types of needs, and cells for each, so that no two needs meet at a cell's edge."""
    for _ in range(_DRAWS):
        count = int(rng.integers(2, len(TYPES) + 1))
        types = [list(TYPES)[int(index)] for index in rng.permutation(len(TYPES))[:count]]
        found: dict[str, tuple[Cell, ...]] = {}
        # Those that few cells can have come first.
        for type_ in sorted(types, key=list(TYPES).index, reverse=True):
            free = [cells for cells in _possible(type_, cut, rng) if not _meets(cells, found)]
            if not free:
                break
            found[type_] = free[int(rng.integers(len(free)))]
        if len(found) == count:
            return found
    raise Rejected("cells", "no two needs find cells apart from each other")


def _possible(type_: str, cut: Cut, rng: Generator) -> list[tuple[Cell, ...]]:
    if type_ == "turned":
        return [(cell,) for cell in cut.cells if cut.edges(cell) == _turned(cut.edges(cell), 2)]
    pairs = list(itertools.combinations(cut.cells, 2))
    if type_ == "swapped":
        return [pair for pair in pairs if _quarters(cut, *pair) >= 0]
    if type_ == "beside" and rng.integers(_MOST_BESIDE):
        return list(pairs)
    return [(cell,) for cell in cut.cells]


def _meets(cells: Sequence[Cell], found: dict[str, tuple[Cell, ...]]) -> bool:
    """Return whether one of some cells is, or touches, a cell of another need."""
    taken = [cell for others in found.values() for cell in others]
    return any(abs(x - u) + abs(y - v) <= 1 for x, y in cells for u, v in taken)


def _turned(edges: tuple[int, ...], quarters: int) -> tuple[int, ...]:
    """Return the edges of a piece turned by quarters counter-clockwise; they are named bottom, right, top, left."""
    return edges[-quarters % 4 :] + edges[: -quarters % 4]


def _quarters(cut: Cut, piece: Cell, cell: Cell) -> int:
    """Return by how many quarters a piece must be turned to fit in another cell; −1 if it does not."""
    fitting = [quarters for quarters in range(4) if _turned(cut.edges(piece), quarters) == cut.edges(cell)]
    return fitting[0] if fitting else -1


def _in_frame(piece: ThingPlan, cut: Cut, cell: Cell, quarters: int = 0) -> ThingPlan:
    x, y = cut.middle(cell)
    at = (round(x, 4), round(y, 4))
    return piece.model_copy(update={"on": f"{FRAME}/inside", "at": at, "yaw": 90.0 * quarters})


def _need(type_: str, cut: Cut, cells: Sequence[Cell], names: dict[Cell, str]) -> Need:
    own = tuple(names[cell] for cell in cells)
    _, *fits, inside = goal(cut, names)
    wanted: list[Any] = [leaf for leaf in fits if {leaf[1], leaf[2]} & set(own)]
    wanted += [leaf for leaf in inside[1:] if leaf[1] in own]
    return Need(type=type_, text=TYPES[type_], goal=wanted, things=own)


@dataclass
class JigsawKeeper(Tidier):
    """Compares the pieces in and beside the frame with the picture on the lid, once, and puts right what is wrong."""

    puzzler: Puzzler | None = None
    belongs: dict[str, tuple[float, int]] = field(default_factory=dict)
    """The yaw at which each piece's print is upright, and the cell where it belongs."""
    wrong: dict[str, str] = field(default_factory=dict)
    """The type of need of each piece that is not where it belongs."""
    views: dict[str, list[tuple[int, Action]]] = field(default_factory=dict)
    """How large each thing was seen in which view."""
    failed: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__post_init__()
        for notes in (self.belongs, self.wrong, self.views):
            self.perception.note(notes)

    def survey(self) -> Steps:
        """Look everywhere, then closely at the lid and at each piece; once only."""
        if self.puzzler is not None:
            yield from self.do(Action(verb="look", to=self.puzzler.place))
            return
        for place in self.perception.places():
            for tilt in (0.0, -22.0):
                yield from self.do(Action(verb="look", to=place, tilt=tilt))
                for one in self.perception.present.values():
                    self.views.setdefault(one.name, []).append((one.pixels, self.view))
        seen = [name for name, one in self.perception.known.items() if one.kind == PIECE]
        if FRAME not in self.perception.known or BOX not in self.perception.known or not seen:
            return
        count = min((size for size in GRIDS if size >= len(seen)), default=max(GRIDS))
        self.puzzler = puzzler = Puzzler(self.perception, count, TABLE)
        yield from self.do(Action(verb="look", to=puzzler.place))
        yield from puzzler.study()
        for name in sorted(set(seen) - set(puzzler.pieces)):
            yield from self._study(puzzler, name)
        if puzzler.pieces and BOX in puzzler.picture:
            self.belongs.update(puzzler.belonging())
            for name in self.belongs:
                self.wrong[name] = self._type(puzzler, name)

    def noticed(self, type_: str) -> bool:
        """Return whether a piece is wrong in a certain way."""
        return bool(self._own(type_))

    def settle(self, type_: str) -> Answer:
        """Put the pieces of a type where they belong."""
        puzzler, own = self.puzzler, self._own(type_)
        if puzzler is None:
            return False
        table = [Action(verb="look", to=puzzler.place)]
        if type_ == "swapped" and len(own) > 1 and not (yield from put_aside(self, own[-1], TABLE, table)):
            self.failed.update(own)
            return False
        for name in own:
            if (yield from self._fit(puzzler, name)):
                self.wrong[name] = ""
            else:
                self.failed.add(name)
        return True

    def leave(self) -> Steps:
        """Nothing was opened."""
        yield from ()

    def _own(self, type_: str) -> list[str]:
        return sorted(name for name, own in self.wrong.items() if own == type_ and name not in self.failed)

    def _study(self, puzzler: Puzzler, name: str) -> Steps:
        """Look closely at a piece that does not lie on the table, from where it is seen large; one cannot look straight down."""
        views = sorted(self.views.get(name, ()), key=lambda pair: -pair[0])[:_VIEWS]
        for view, zoom in ((view, zoom) for _, view in views for zoom in _CLOSE):
            if name in puzzler.pieces:
                return
            yield from self.do(view)
            one = self.perception.present.get(name)
            if one is not None:
                yield Action(verb="look", point=one.point, zoom=zoom)
                puzzler.take_in()

    def _type(self, puzzler: Puzzler, name: str) -> str:
        """Return what is wrong with a piece; empty if nothing is."""
        at, (yaw_deg, meant) = puzzler.pieces[name].at, self.belongs[name]
        columns, rows = GRIDS[puzzler.count]
        away = [float(np.linalg.norm(at[:2] - puzzler.cell(place)[:2])) for place in range(columns * rows)]
        nearest = int(np.argmin(away))
        if at[2] < puzzler.cell(meant)[2] - _BELOW_M:
            return "fallen"
        if away[nearest] > puzzler.pitch_m / 3:
            return "beside"
        if nearest != meant:
            return "swapped"
        off = (yaw_deg - puzzler.straight_deg() + 180.0) % 360.0 - 180.0
        return "turned" if abs(off) > _WRONG_WAY_DEG else ""

    def _fit(self, puzzler: Puzzler, name: str) -> Answer:
        if not (yield from pick_up(self, name)):
            return False
        yaw_deg, place = self.belongs[name]
        yield from self.do(Action(verb="look", to=puzzler.place))
        if (yield from puzzler.seat(name, yaw_deg, place)):
            return True
        return (yield from puzzler.fit(name, puzzler.straight_deg(), place))


JIGSAW = register(
    RoomClass(
        key="jigsaw",
        title=CLASSES["jigsaw"].title,
        version=VERSION,
        types=TYPES,
        draw=draw,
        keeper=JigsawKeeper,
        needs=Needs(
            valid=("jitter", "forgets", "no_depth", "mirrored", "slow", "gives_up"), irrelevant=("hallucinates",)
        ),
    )
)
