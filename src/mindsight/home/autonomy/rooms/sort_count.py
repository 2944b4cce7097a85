"""物品分类计数, unasked: things lie about on a table at whose edge stand boxes with signs; some things fit no sign."""

from dataclasses import dataclass, field

from mindsight.engine import catalogue
from mindsight.engine.seeds import stream
from mindsight.home.autonomy.rooms import RoomClass, register
from mindsight.home.autonomy.rooms.needs import Need, Wording, room_instance
from mindsight.home.classes import CLASSES
from mindsight.home.oracle.ablations import Needs
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected
from mindsight.home.tasks.sort_count import GROUPS, ROOMS, Maker, draw_groups, furnished
from mindsight.home.tasks.sort_count.layout import Piece, boxes, spread, takes
from mindsight.home.tasks.sort_count.oracle import Sorter
from mindsight.home.tasks.sort_count.sets import CRITERIA, Criterion, Group
from mindsight.home.tasks.tidying import Answer, Steps

VERSION = 1
_DRAWS = 40
_THINGS, _LURES = (1, 3), (2, 4)
"""Least and greatest number of things in a group, and of things that fit no sign."""


def type_of(criterion: Criterion, group: Group) -> str:
    """Return the type of the need that things of a group lie about."""
    return f"{criterion.key}.{group.key}"


TYPES: dict[str, Wording] = {
    type_of(criterion, group): {
        "zh": f"把属于“{group.zh}”的东西放进标着“{group.zh}”的盒子",
        "en": f"put what belongs to “{group.en.capitalize()}” into the box with that sign",
    }
    for criterion in CRITERIA
    for group in criterion.groups
}


def draw(seed: int, with_needs: bool) -> Instance:  # noqa: FBT001  (the one question about a room)
    """Return the room of a seed.

    Raises:
        Rejected: No room fits the table, or no drawn things fit in the boxes.
    """
    catalogue.load()
    rng = stream(seed, "alone", "sort_count")
    criterion = CRITERIA[int(rng.integers(len(CRITERIA)))]
    count = min(GROUPS[int(rng.integers(len(GROUPS)))], len(criterion.groups))
    for _ in range(_DRAWS):
        groups = draw_groups(rng, criterion, count)
        maker = Maker(seed, rng)
        low, high = _THINGS
        piles = [[maker.piece(list(one.members())) for _ in range(int(rng.integers(low, high + 1)))] for one in groups]
        if all(takes(own, count) for own in piles):
            break
    else:
        raise Rejected("full", f"the things have no room in {count} boxes")
    strays = maker.strays(criterion, groups, int(rng.integers(_LURES[0], _LURES[1] + 1)))
    room = furnished(ROOMS[int(rng.integers(len(ROOMS)))], seed)
    table = next(one for one in room.fixtures if one.kind == "work_table")
    placed = boxes(table, groups, seed)
    mess = [piece for own in piles for piece in own] if with_needs else []
    laid = spread(stream(seed, "alone", "sort_count", "places"), table.name, [*mess, *strays])
    scene = room.model_copy(update={"fixtures": (*room.fixtures, *placed)}).with_things(*laid)
    needs = [_need(type_of(criterion, one), box.name, own) for one, box, own in zip(groups, placed, piles, strict=True)]
    return room_instance(
        task="sort_count",
        version=VERSION,
        seed=seed,
        scene=scene,
        needs=needs if with_needs else (),
        lures=[piece.plan.name for piece in strays],
        fixtures=[box.name for box in placed],
        difficulty={"criterion": criterion.key},
    )


def _need(type_: str, box: str, own: list[Piece]) -> Need:
    names = tuple(piece.plan.name for piece in own)
    return Need(type=type_, text=TYPES[type_], goal=[["inside", name, f"{box}/inside"] for name in names], things=names)


@dataclass
class SortingKeeper:
    """Reads the signs, which tell by what is sorted, and sees what lies outside its box."""

    perception: Perception
    failed: set[str] = field(default_factory=set)
    sorter: Sorter | None = None

    def survey(self) -> Steps:
        """Look around until a table with boxes is seen, and read the signs."""
        if self.sorter is None:
            yield from self.perception.survey()
            table = next((one.name for one in self.perception.known.values() if one.kind == "work_table"), None)
            if table is None:
                return
            self.sorter = Sorter(self.perception, table, CRITERIA[0])
            yield from self.sorter.survey()
            read = {words for box in self.perception.known for words in self.perception.read(box)}
            # By what is sorted shows only in the signs.
            fitting = [one for one in CRITERIA if any(f"{group.zh} {group.en}" in read for group in one.groups)]
            self.sorter.criterion = next(iter(fitting), CRITERIA[0])
        self.sorter.facing = False
        yield from self.sorter.survey()

    def noticed(self, type_: str) -> bool:
        """Return whether something of a group lies outside its box."""
        return bool(self._own(type_))

    def settle(self, type_: str) -> Answer:
        """Put the things of a group into their box."""
        if self.sorter is None:
            return False
        for name, box in self._own(type_):
            if not (yield from self.sorter.move(name, box)):
                self.failed.add(name)
        yield from self.sorter.face()
        return True

    def leave(self) -> Steps:
        """Nothing was opened."""
        yield from ()

    def _own(self, type_: str) -> list[tuple[str, str]]:
        if self.sorter is None:
            return []
        by_box = {box: type_of(self.sorter.criterion, group) for box, group in self.sorter.signs.items()}
        wanted = self.sorter.wanted()
        left = [name for name in self.sorter.misplaced() if name not in self.failed]
        return [(name, wanted[name]) for name in left if by_box[wanted[name]] == type_]


SORT_COUNT = register(
    RoomClass(
        key="sort_count",
        title=CLASSES["sort_count"].title,
        version=VERSION,
        types=TYPES,
        draw=draw,
        keeper=SortingKeeper,
        needs=Needs(
            valid=("jitter", "cannot_read", "forgets", "no_depth", "slow", "gives_up"), irrelevant=("hallucinates",)
        ),
    )
)
