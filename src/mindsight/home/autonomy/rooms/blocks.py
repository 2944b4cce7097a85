"""搭建积木, unasked: three towers of blocks that are to be as in the photograph beside them, and are not quite."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.random import Generator

from mindsight.engine import catalogue, fixtures
from mindsight.engine.catalogue.blocks import COLOURS
from mindsight.engine.drawing.snapshot import snapshot
from mindsight.engine.geometry.building import FORMS, Piece, written
from mindsight.engine.physics.actions import Action
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import ScenePlan, ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.autonomy.rooms import RoomClass, register
from mindsight.home.autonomy.rooms.aside import put_aside
from mindsight.home.autonomy.rooms.laying import dropped
from mindsight.home.autonomy.rooms.needs import Need, Wording, room_instance
from mindsight.home.classes import CLASSES
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected
from mindsight.home.tasks.blocks import LEAST_SHARE, LEAST_SIDE_PX, TABLES
from mindsight.home.tasks.blocks.goal import goal
from mindsight.home.tasks.blocks.oracle import Builder
from mindsight.home.tasks.blocks.table import MAT, PHOTO, Desk, find_desk, set_out
from mindsight.home.tasks.tidying import Answer, Steps, Tidier

VERSION = 1
TYPES: dict[str, Wording] = {
    "missing": {
        "zh": "把桌上的那块积木照照片搭到缺了顶的塔上",
        "en": "put the block on the table onto the tower that lacks its top in comparison with the photograph",
    },
    "fallen": {
        "zh": "捡起掉在地上的积木，照照片搭回去",
        "en": "pick up the block on the floor and put it where the photograph shows it",
    },
    "colour": {
        "zh": "把颜色不对的塔顶换成照片里的那块",
        "en": "replace the top of the wrong colour by the block that the photograph shows",
    },
    "extra": {
        "zh": "把照片里没有的积木从塔上拿下来",
        "en": "take the block that the photograph does not show off the tower",
    },
}
_SPARE: Wording = {"zh": "把剩下的积木也搭上去", "en": "build the blocks that are left over on as well"}
_BASES, _TOPS = ("block", "brick_block", "pillar_block"), ("block", "brick_block", "roof_block")
_MORE = frozenset({"colour", "extra"})
"""Types in which a block stands that the photograph does not show."""
_APART_CM, _SPARES = 11.5, (1, 4)
_DRAWS, _LAYOUTS = 40, 8
_APART_FROM_SPARES_CM = 1.0
_OVER_M, _BELOW_M = 0.03, 0.2


@dataclass(frozen=True)
class _Model:
    """The towers of a photograph: their pieces, bases first, and the blocks for them; the top of tower i is ``3 + i``.

    ``instead`` are the blocks of the wrong colour and those too many, by tower; ``spares`` lie beside.
    """

    pieces: tuple[Piece, ...]
    blocks: tuple[ThingPlan, ...]
    instead: Mapping[int, ThingPlan]
    spares: tuple[ThingPlan, ...]


def draw(seed: int, with_needs: bool) -> Instance:  # noqa: FBT001  (the one question about a room)
    """Return the room of a seed.

    Raises:
        Rejected: There is no suitable room or table, or the blocks do not find places.
    """
    catalogue.load()
    fixtures.load()
    rng = stream(seed, "alone", "blocks")
    table = list(TABLES)[int(rng.integers(len(TABLES)))]
    types, model = _model(seed, rng)
    desk, scene = _scene(seed, table, model, types if with_needs else {})
    leaves = goal(model.pieces, [one.name for one in model.blocks], [], table, desk.front.yaw)[1:]
    in_order = sorted(types, key=lambda tower: list(TYPES).index(types[tower]))
    needs = [_need(types[tower], tower, model, leaves) for tower in in_order] if with_needs else []
    return room_instance(
        task="blocks",
        version=VERSION,
        seed=seed,
        scene=scene,
        needs=needs,
        lures={one.name: _SPARE for one in model.spares},
        fixtures=[PHOTO],
        difficulty={"table": table},
    )


def _need(type_: str, tower: int, model: _Model, leaves: Sequence[object]) -> Need:
    """Return the need of a tower: its top stands as in the photograph, and no other block does there."""
    top, base = model.blocks[3 + tower].name, model.blocks[tower].name
    wrong = [model.instead[tower].name] if tower in model.instead else []
    wanted: list[Any] = [] if type_ == "extra" else [leaf for leaf in leaves if _is_of(leaf, top)]
    wanted += [["apart", name, [top, base], _APART_FROM_SPARES_CM] for name in wrong]
    return Need(type=type_, text=TYPES[type_], goal=wanted, things=tuple(wrong if type_ == "extra" else [top, *wrong]))


def _is_of(leaf: object, top: str) -> bool:
    return isinstance(leaf, list) and leaf[0] != "stable" and leaf[1] == top


def _model(seed: int, rng: Generator) -> tuple[dict[int, str], _Model]:
    """Draw three towers of two blocks, and two or three of them with a type of need each."""
    for _ in range(_DRAWS):
        chosen = [list(TYPES)[int(index)] for index in rng.permutation(len(TYPES))[: int(rng.integers(2, 4))]]
        types = dict(zip((int(index) for index in rng.permutation(3)), chosen, strict=False))
        bases = [_BASES[int(rng.integers(len(_BASES)))] for _ in range(3)]
        tops = [_top(base, types.get(tower, ""), rng) for tower, base in enumerate(bases)]
        more = {tower: "block" if type_ == "extra" else tops[tower] for tower, type_ in types.items() if type_ in _MORE}
        spares = [_BASES[int(index)] for index in rng.integers(len(_BASES), size=int(rng.integers(*_SPARES)))]
        kinds = [*bases, *tops, *more.values(), *spares]
        if max(kinds.count(kind) for kind in kinds) > len(COLOURS):
            continue
        made = _made(seed, rng, kinds)
        lower = [Piece(kind, "", "along", ((tower - 1) * _APART_CM, 0.0, 0.0)) for tower, kind in enumerate(bases)]
        upper = [Piece(kind, "", "along", (*one.at[:2], one.top)) for kind, one in zip(tops, lower, strict=True)]
        pieces = tuple(replace(one, colour=block.colour) for one, block in zip((*lower, *upper), made, strict=False))
        shown = snapshot(pieces)
        if min(shown.shares) >= LEAST_SHARE and min(shown.sides_px) >= LEAST_SIDE_PX:
            instead = dict(zip(more, made[len(pieces) :], strict=False))
            return types, _Model(pieces, tuple(made[:6]), instead, tuple(made[6 + len(more) :]))
    raise Rejected("no_structure", "the photograph would not show every block")


def _made(seed: int, rng: Generator, kinds: Sequence[str]) -> list[ThingPlan]:
    """Return blocks of some kinds, of which no two are alike, numbered so that a name tells nothing."""
    left = {kind: [COLOURS[int(index)] for index in rng.permutation(len(COLOURS))] for kind in FORMS}
    numbers = [int(index) + 1 for index in rng.permutation(len(kinds))]
    return [
        ThingPlan(
            name=f"{kind}.{number}",
            kind=kind,
            seed=subseed(seed, "alone", "blocks", kind, number),
            on="",
            at=(0.0, 0.0),
            colour=left[kind].pop(),
        )
        for kind, number in zip(kinds, numbers, strict=True)
    ]


def _top(base: str, type_: str, rng: Generator) -> str:
    """Draw the top of a tower: narrow on a pillar, and level if a further block is to lie on it."""
    if base == "pillar_block":
        return "block"
    tops = _TOPS[:2] if type_ == "extra" else _TOPS
    return tops[int(rng.integers(len(tops)))]


def _scene(seed: int, table: str, model: _Model, types: Mapping[int, str]) -> tuple[Desk, ScenePlan]:
    try:
        room = furnish(TABLES[table], subseed(seed, "alone", "blocks", "room"), wanted=(table,))
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    desk = find_desk(room, table, stream(seed, "alone", "blocks", "side"))
    if desk is None:
        raise Rejected("no_view", f"nowhere before the {table} has one all of it in sight")
    stand = dict(enumerate(model.blocks))
    loose = [stand.pop(3 + tower) for tower, type_ in types.items() if type_ in {"missing", "colour"}]
    fallen = [stand.pop(3 + tower) for tower, type_ in types.items() if type_ == "fallen"]
    built = [_built(block, model.pieces[number].at) for number, block in stand.items()]
    for tower, type_ in types.items():
        top = model.pieces[3 + tower]
        if type_ in _MORE:
            built.append(_built(model.instead[tower], (*top.at[:2], top.top if type_ == "extra" else top.at[2])))
    levels = sorted({int(one.on.rpartition("_")[2]) for one in built if one.on != f"{MAT}/top"})
    for attempt in range(_LAYOUTS):
        rng = stream(seed, "alone", "blocks", "places", attempt)
        scene = set_out(room, desk, written(model.pieces), (*loose, *model.spares), None, rng, levels)
        if scene is None:
            continue
        scene = scene.with_things(*built)
        for block in fallen:
            scene = dropped(scene, block, rng)
        return desk, scene
    raise Rejected("no_place", f"{len(loose) + len(model.spares)} blocks beside the model on a {table}")


def _built(block: ThingPlan, at: Sequence[float]) -> ThingPlan:
    """Return a block in its place in the model."""
    x, y, z = at
    return block.model_copy(
        update={"on": f"{MAT}/level_{round(z)}" if z else f"{MAT}/top", "at": (round(x / 100, 3), round(y / 100, 3))}
    )


@dataclass
class BlocksKeeper(Tidier):
    """Compares the towers with the photograph, and puts right what differs."""

    builder: Builder | None = None
    wrong: dict[str, tuple[str, int, str]] = field(default_factory=dict)
    """By block that is wrong or lacking: the type of need, the number of its piece or the one below it, and what is to be taken off."""
    failed: set[str] = field(default_factory=set)
    table: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.perception.note(self.wrong)

    def survey(self) -> Steps:
        """Look everywhere and closely at the photograph, once; then at the towers."""
        if self.builder is None:
            for place in self.perception.places():
                yield from self.do(Action(verb="look", to=place))
            builder = Builder(self.perception, begun=True)
            if not (yield from builder.study()) or not builder.find():
                return
            self.builder = builder
            hosts = [one.name for one in self.perception.known.values() if one.kind in TABLES]
            self.table = min(hosts, key=self._away, default="")
        yield from self.do(Action(verb="look", to=self.builder.place))
        self._review(self.builder)

    def noticed(self, type_: str) -> bool:
        """Return whether a tower differs in a certain way."""
        return bool(self._own(type_))

    def settle(self, type_: str) -> Answer:
        """Put right the towers that differ in a certain way."""
        builder = self.builder
        if builder is None:
            return False
        for name in self._own(type_):
            if not (yield from self._put_right(builder, *self.wrong[name])):
                self.failed.add(name)
            yield from self.survey()
        return True

    def leave(self) -> Steps:
        """Nothing was opened."""
        yield from ()

    def _own(self, type_: str) -> list[str]:
        return sorted(name for name, (own, _, _) in self.wrong.items() if own == type_ and name not in self.failed)

    def _away(self, host: str) -> float:
        return float(
            np.linalg.norm(np.subtract(self.perception.space.frame(host).at, self.perception.space.frame(MAT).at))
        )

    def _review(self, builder: Builder) -> None:
        """Compare each block that should stand on another with what is there."""
        self.wrong.clear()
        for number, piece in enumerate(builder.pieces):
            base = next((lower for lower, one in enumerate(builder.pieces) if _bears(one, piece)), None)
            if base is None:
                continue
            name, above = builder.names[number], self._above(builder, base)
            if name in self.perception.present and builder.stands_well(number):
                more = [one for one in self._above(builder, number) if one not in builder.names]
                self.wrong.update({one: ("extra", number, one) for one in more})
            elif self.perception.space.frame(name).at[2] < self.perception.space.frame(MAT).at[2] - _BELOW_M:
                self.wrong[name] = ("fallen", number, "")
            else:
                self.wrong[name] = ("colour", number, above[0]) if above else ("missing", number, "")

    def _above(self, builder: Builder, number: int) -> list[str]:
        """Return the blocks in view that are over a block of the model."""
        host = builder.names[number]
        if host not in self.perception.present:
            return []
        middle, top = builder.middle_of(host), self._top(host)
        return [
            one.name
            for one in self.perception.present.values()
            if one.kind in FORMS and one.name != host
            if np.linalg.norm(builder.middle_of(one.name) - middle) < _OVER_M and self._top(one.name) > top
        ]

    def _top(self, name: str) -> float:
        return float(self.perception.space.extent(name, np.eye(3), np.zeros(3))[1][2])

    def _put_right(self, builder: Builder, type_: str, number: int, off: str) -> Answer:
        aside = [Action(verb="look", to=builder.place)]
        if off and not (yield from put_aside(self, off, self.table, aside)):
            return False
        return True if type_ == "extra" else (yield from builder.set(number))


def _bears(lower: Piece, upper: Piece) -> bool:
    return lower.at[:2] == upper.at[:2] and abs(lower.top - upper.at[2]) < 1.0


BLOCKS = register(
    RoomClass(
        key="blocks",
        title=CLASSES["blocks"].title,
        version=VERSION,
        types=TYPES,
        draw=draw,
        keeper=BlocksKeeper,
        needs=Needs(
            valid=("jitter", "colour_blind", "forgets", "no_depth", "mirrored", "slow", "gives_up"),
            irrelevant=("hallucinates",),
        ),
    )
)
