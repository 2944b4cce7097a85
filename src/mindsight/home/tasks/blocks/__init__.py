"""搭建积木: build with blocks what a photograph on the table shows.

Irrelevant variants: a block of the model is replaced by one of another colour (absent) or is locked in a glass case
(blocked), the demand cannot be met with blocks (impossible), it is no household task, there is no photograph
(missing information), or the photograph shows no blocks at all (false premise).

See also ``templates`` (structures), ``table`` (where everything lies), ``goal``, ``words`` and the ``oracle``.
"""

from dataclasses import dataclass
from typing import Literal

from numpy.random import Generator

from mindsight.engine import catalogue, fixtures
from mindsight.engine.catalogue.blocks import COLOURS
from mindsight.engine.drawing.prints import motifs
from mindsight.engine.drawing.snapshot import snapshot
from mindsight.engine.geometry.building import FORMS, Piece, written
from mindsight.engine.scenes.furnishing import FIXTURES
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import RoomKind, ScenePlan, ThingPlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.irrelevance import NARROW, Reason
from mindsight.home.oracle.ablations import Needs
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected, Task, register
from mindsight.home.tasks.blocks.goal import Leaf, goal
from mindsight.home.tasks.blocks.oracle import solve
from mindsight.home.tasks.blocks.table import PHOTO, Desk, find_desk, set_out
from mindsight.home.tasks.blocks.templates import RANDOM, TEMPLATES, sizes, structure
from mindsight.home.tasks.blocks.words import IMPOSSIBLE, WORDINGS
from mindsight.home.tasks.wording import draw_demand, not_home, pick

VERSION = 3
TABLES: dict[str, RoomKind] = {"dining_table": "kitchen", "coffee_table": "living_room", "desk": "study"}
HOLDS = {"dining_table": 16, "coffee_table": 11, "desk": 13}
"""Number of blocks that fit on a table without hiding each other."""
BLOCKS, SPARES = (3, 4, 5, 6, 7, 8), ("2-3", "4-6")
CHOICES = (*TEMPLATES, RANDOM)
LEAST_SHARE, LEAST_SIDE_PX = 0.30, 18.0
"""Least visible share and least width of each block in the photograph."""
MOST_ALIKE = 4
"""Most blocks of one form in a model; with more, no colours are left for the covered block and its substitute."""
_DRAWS, _LAYOUTS = 30, 6
_ON_END, _ON_BACK = 0.35, 0.25


@dataclass(frozen=True)
class _Kit:
    """The model and the blocks on the table: those of the model in its order, spare ones, and the one under glass.

    ``twin`` is the number of the block that is missing or covered in irrelevant variants; ``other`` lies in its place.
    """

    template: str
    pieces: tuple[Piece, ...]
    needed: tuple[ThingPlan, ...]
    spare: tuple[ThingPlan, ...]
    covered: ThingPlan
    twin: int
    other: ThingPlan


def draw(seed: int, reason: Reason | Literal[""]) -> Instance:
    """Return the instance of a seed.

    Raises:
        Rejected: There is no suitable room, table or structure.
    """
    catalogue.load()
    fixtures.load()
    rng = stream(seed, "blocks")
    # The words name the table: were it chosen to fit the blocks, they would tell how many there are.
    table = list(HOLDS)[int(rng.integers(len(HOLDS)))]
    kit = _kit(seed, rng, HOLDS[table])
    names = {"zh": {"table": FIXTURES[table].zh}, "en": {"table": FIXTURES[table].en}}
    words = pick(rng, WORDINGS, names["zh"], names["en"])
    if reason == "not_home":
        words = not_home(rng)
    elif reason == "impossible":
        words = draw_demand(rng, IMPOSSIBLE, {}, {})
    scene, desk = _scene(seed, table, kit)
    scene = _unshown(_spoiled(scene, kit, reason), reason, stream(seed, "blocks", "photograph"))
    return Instance(
        id=f"blocks-{seed}-{reason or 'valid'}",
        task="blocks",
        task_version=VERSION,
        seed=seed,
        reason=reason,
        difficulty={
            "blocks": len(kit.pieces),
            "template": kit.template,
            "spares": SPARES[len(kit.spare) > 3],
            "table": table,
        },
        instruction=words,
        scene=scene,
        goal=_goal(kit, desk, {thing.name for thing in scene.things}),
        needed=()
        if reason == "missing_information"
        else (PHOTO,)
        if reason
        else (PHOTO, *(thing.name for thing in kit.needed)),
        details={},
    )


def _kit(seed: int, rng: Generator, most: int) -> _Kit:
    """Draw a model and at most as many spare blocks as the table still holds."""
    template = CHOICES[int(rng.integers(len(CHOICES)))]
    fitting = sorted(sizes(template))
    pieces = _model(template, fitting[int(rng.integers(len(fitting)))], rng)
    twins = [place for place, one in enumerate(pieces) if _alike(one.kind, pieces) <= MOST_ALIKE]
    twin = twins[int(rng.integers(len(twins)))]
    used = {(one.kind, one.colour) for one in pieces}
    unused = [colour for colour in COLOURS if (pieces[twin].kind, colour) not in used]
    under, instead = (unused[int(index)] for index in rng.permutation(len(unused))[:2])
    used |= {(pieces[twin].kind, under), (pieces[twin].kind, instead)}
    count = int(rng.integers(4, 7)) if rng.random() < 0.5 else int(rng.integers(2, 4))
    extra = _spares(pieces, used, min(count, most - len(pieces)), rng)
    things = [(one.kind, one.colour) for one in pieces] + [
        *extra,
        (pieces[twin].kind, under),
        (pieces[twin].kind, instead),
    ]
    # A block's name must not reveal whether it is needed.
    numbers = [int(index) + 1 for index in rng.permutation(len(things))]
    made = [
        _thing(seed, number, kind, colour, rng) for number, (kind, colour) in zip(numbers, things, strict=True)
    ]  # fmt: skip
    needed, spare = made[: len(pieces)], made[len(pieces) : -2]
    return _Kit(template, pieces, tuple(needed), tuple(spare), made[-2], twin, made[-1])


def _alike(kind: str, pieces: tuple[Piece, ...]) -> int:
    return sum(one.kind == kind for one in pieces)


def _model(template: str, count: int, rng: Generator) -> tuple[Piece, ...]:
    """Return a structure whose photograph shows every block."""
    for _ in range(_DRAWS):
        pieces = structure(template, count, rng)
        if pieces is None or not any(_alike(one.kind, pieces) <= MOST_ALIKE for one in pieces):
            continue
        shown = snapshot(pieces)
        if min(shown.shares) >= LEAST_SHARE and min(shown.sides_px) >= LEAST_SIDE_PX:
            return pieces
    raise Rejected("no_structure", f"{template} of {count}")


def _spares(pieces: tuple[Piece, ...], used: set[tuple[str, str]], count: int, rng: Generator) -> list[tuple[str, str]]:
    """Draw spare blocks, most of which share form or colour with a block of the model."""
    left = [(kind, colour) for kind in FORMS for colour in COLOURS if (kind, colour) not in used]
    kinds, colours = {one.kind for one in pieces}, {one.colour for one in pieces}
    near = [one for one in left if one[0] in kinds and one[1] in colours] or left
    found: list[tuple[str, str]] = []
    while len(found) < count:
        pool = near if rng.random() < 0.7 else left
        drawn = pool[int(rng.integers(len(pool)))]
        if drawn not in found:
            found.append(drawn)
        elif len(set(near) - set(found)) == 0:
            near = left
    return found


def _thing(seed: int, number: int, kind: str, colour: str, rng: Generator) -> ThingPlan:
    """Return a block in one of its stable poses."""
    chance = float(rng.random())
    lying = (0.0, 0.0)
    if kind == "brick_block" and chance < _ON_END:
        lying = (0.0, 90.0)
    elif kind in {"roof_block", "arch_block"} and chance < _ON_BACK:
        lying = (90.0, 0.0)
    return ThingPlan(
        name=f"{kind}.{number}",
        kind=kind,
        seed=subseed(seed, "blocks", kind, number),
        on="",
        at=(0.0, 0.0),
        lying=lying,
        colour=colour,
    )


def _scene(seed: int, table: str, kit: _Kit) -> tuple[ScenePlan, Desk]:
    try:
        room = furnish(TABLES[table], subseed(seed, "blocks", "room"), wanted=(table,))
    except ValueError as error:
        raise Rejected("no_room", str(error)) from error
    desk = find_desk(room, table, stream(seed, "blocks", "side"))
    if desk is None:
        raise Rejected("no_view", f"nowhere before the {table} has one all of it in sight")
    for attempt in range(_LAYOUTS):
        rng = stream(seed, "blocks", "places", attempt)
        scene = set_out(room, desk, written(kit.pieces), (*kit.needed, *kit.spare), kit.covered, rng)
        if scene is not None:
            return scene, desk
    raise Rejected("no_place", f"{len(kit.needed) + len(kit.spare)} blocks on a {table}")


def _spoiled(scene: ScenePlan, kit: _Kit, reason: str) -> ScenePlan:
    """Put one of the model's blocks under the glass, or replace it by one of another colour."""
    if reason not in {"absent", "blocked"}:
        return scene
    wanted = kit.needed[kit.twin]
    placed = {thing.name: thing for thing in scene.things}
    swapped = {wanted.name: kit.covered, kit.covered.name: wanted} if reason == "blocked" else {wanted.name: kit.other}
    things = tuple(_instead(thing, swapped.get(thing.name)) for thing in placed.values())
    return scene.model_copy(update={"things": things})


def _unshown(scene: ScenePlan, reason: str, rng: Generator) -> ScenePlan:
    """Take the photograph away, or let it show something that is not built of blocks."""
    if reason not in {"missing_information", "false_premise"}:
        return scene
    scenery = {"scenery": motifs.MOTIFS[int(rng.integers(len(motifs.MOTIFS)))]}
    others = tuple(one for one in scene.fixtures if one.name != PHOTO)
    photo = next(one for one in scene.fixtures if one.name == PHOTO)
    shown = () if reason == "missing_information" else (photo.model_copy(update={"options": scenery}),)
    return scene.model_copy(update={"fixtures": (*others, *shown)})


def _instead(thing: ThingPlan, other: ThingPlan | None) -> ThingPlan:
    """Return another block of the same form, lying in a thing's place."""
    if other is None:
        return thing
    return thing.model_copy(update={"name": other.name, "seed": other.seed, "colour": other.colour})


def _goal(kit: _Kit, desk: Desk, present: set[str]) -> Leaf:
    """Return the goal, limited to the things that are present."""
    names = [thing.name for thing in kit.needed]
    whole = goal(kit.pieces, names, [thing.name for thing in kit.spare], desk.fixture.name, desk.front.yaw)
    if present >= set(names):
        return whole
    gone = set(names) - present
    return ["all", *(leaf for leaf in whole[1:] if not any(name in repr(leaf) for name in gone))]


BUILD_BLOCKS = register(
    Task(
        key="blocks",
        version=VERSION,
        axes={"blocks": BLOCKS, "template": CHOICES, "spares": SPARES, "table": tuple(TABLES)},
        draw=draw,
        solve=solve,
        needs=Needs(
            valid=("jitter", "colour_blind", "forgets", "no_depth", "mirrored", "slow", "gives_up"),
            irrelevant=("hallucinates",),
        ),
        reasons=(*NARROW, "missing_information", "false_premise"),
        reads=lambda _instance: (PHOTO,),
    )
)
