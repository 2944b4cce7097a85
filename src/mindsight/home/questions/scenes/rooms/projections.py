"""A structure of toy blocks, and four drawings of outlines: one of them, none or two are its outline from another side."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw

from mindsight.engine.drawing.prints.fonts import font
from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.seeds import stream, subseed
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.rooms.structures import SIDES, Cells, Outline, outline
from mindsight.home.questions.scenes import Made, Mask, Pixels, Rejected, SceneSet, register
from mindsight.home.questions.scenes.rooms.placing import bare
from mindsight.home.questions.scenes.rooms.shots import Shot
from mindsight.home.questions.scenes.rooms.structures import BLOCKS, LETTERS, ROOMS, drawn, shot_of, world_of
from mindsight.home.questions.scenes.shot import SIZE_PX

CELL_PX, GRID = 46, 4
"""Side of a square of the drawings, and how many of them an outline has at most in a row."""
_INK, _PAPER, _DARK = (60, 60, 66), (255, 255, 255), 128
_TRIES, _LEAST_SQUARES = 300, 3
_KEPT = ("window", "door", "ceiling_lamp", "picture", "curtain")


def make(seed: int) -> tuple[Made, Made, Made, Made]:
    """Return four scenes: in two of them one drawing is right, in one none is, in one two are."""
    rng = stream(seed, "projections")
    room = ROOMS[int(rng.integers(len(ROOMS)))]
    plan = bare(furnish(room, subseed(seed, "room")), _KEPT)
    side = list(SIDES)[int(rng.integers(len(SIDES)))]
    first, second, *_ = (int(place) for place in rng.permutation(len(LETTERS)))
    pair = tuple(int(place) for place in rng.permutation(len(LETTERS))[:2])
    made = [_scene(plan, side, places, rng) for places in ((first,), (second,), (), pair)]
    one, two, three, four = (made[int(index)] for index in rng.permutation(4))
    return one, two, three, four


def _scene(plan: ScenePlan, side: str, right: Sequence[int], rng: Generator) -> Made:
    cells = next((one for one in (drawn(rng) for _ in range(_TRIES)) if one is not None and _is_deep(one)), None)
    if cells is None:
        raise Rejected("no structure with several rows was found whose blocks are all seen")
    own = outline(cells, side)
    others = _others(own, len(LETTERS), rng)
    shown = {letter: own if place in right else others.pop() for place, letter in enumerate(LETTERS)}
    names = [f"block_{index}" for index in range(BLOCKS)]
    width, height = SIZE_PX
    world = world_of(plan, [cells], [names])
    with Camera(world, width=width, height=height, profile="fine") as camera:
        shot = shot_of(camera, world, 0, names, rng, behind=False)
    sheet = drawings(shown)
    return Made(
        (shot.picture, sheet),
        (shot.mask, Mask(np.zeros(sheet.shape[:2], np.int16), ("",))),
        _both(shot, "truth", side, {letter: sorted(own) for letter, own in shown.items()}),
        _both(shot, "seen", side, {letter: sorted(found) for letter, found in read(sheet).items()}),
    )


def _is_deep(cells: Cells) -> bool:
    """Return whether blocks stand behind each other: the outline of a single row tells itself without any depth."""
    return len({row for _, row, _ in cells}) > 1


def _both(shot: Shot, which: str, side: str, shown: Mapping[str, Sequence[tuple[int, int]]]) -> Scene:
    """Return the facts of both pictures; a drawing has no objects."""
    facts = getattr(shot, which)
    first = facts.model_copy(update={"more": {**facts.more, "asked_side": [side]}})
    return Scene(pictures=(first, facts.model_copy(update={"objects": (), "more": {"drawings": dict(shown)}})))


def _others(own: Outline, count: int, rng: Generator) -> list[Outline]:
    """Return outlines that are easily taken for another: its mirror image, a square more, less or elsewhere."""
    wide = max(column for column, _ in own)
    found = {frozenset((wide - column, row) for column, row in own)} - {own}
    for _ in range(_TRIES):
        if len(found) >= count:
            break
        base = set(list(found)[int(rng.integers(len(found)))] if found and rng.random() < 0.4 else own)
        if rng.random() < 0.6:
            base.discard(sorted(base)[int(rng.integers(len(base)))])
        if rng.random() < 0.7:
            near = {(c + x, r + y) for c, r in base for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))} - base
            base.add(sorted(near)[int(rng.integers(len(near)))])
        left, low = (min(one[axis] for one in base) for axis in (0, 1))
        settled = frozenset((column - left, row - low) for column, row in base)
        if settled != own and _plausible(settled):
            found.add(settled)
    if len(found) < count:
        raise Rejected("too few other outlines")
    listed = sorted(found, key=sorted)
    return [listed[int(index)] for index in rng.permutation(len(listed))[:count]]


def _plausible(cells: Outline) -> bool:
    """Return whether an outline has room in a drawing and is one piece."""
    if len(cells) < _LEAST_SQUARES or max(max(one) for one in cells) >= GRID:
        return False
    piece, edge = set[tuple[int, int]](), [min(cells)]
    while edge:
        column, row = edge.pop()
        piece.add((column, row))
        around = {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}
        edge += sorted((around & cells) - piece)
    return len(piece) == len(cells)


def _corner(place: int) -> tuple[int, int]:
    """Return the lower left corner of a drawing on the sheet, pixels."""
    width, height = SIZE_PX
    row, column = divmod(place, 2)
    return column * width // 2 + (width // 2 - GRID * CELL_PX) // 2, row * height // 2 + (
        height // 2 + GRID * CELL_PX
    ) // 2


def drawings(shown: Mapping[str, Outline]) -> Pixels:
    """Return a sheet with the outlines beside their letters."""
    sheet = Image.new("RGB", SIZE_PX, _PAPER)
    draw, face = ImageDraw.Draw(sheet), font(30)
    width, height = SIZE_PX
    draw.line((width // 2, 0, width // 2, height), fill=_INK, width=2)
    draw.line((0, height // 2, width, height // 2), fill=_INK, width=2)
    for place, (letter, cells) in enumerate(shown.items()):
        left, bottom = _corner(place)
        draw.text((left - 60, bottom - GRID * CELL_PX), letter, font=face, fill=(0, 0, 0), anchor="mm")
        for column, row in cells:
            x, y = left + column * CELL_PX, bottom - (row + 1) * CELL_PX
            draw.rectangle((x, y, x + CELL_PX - 1, y + CELL_PX - 1), fill=_INK)
    return np.asarray(sheet)


def read(sheet: Pixels) -> dict[str, list[tuple[int, int]]]:
    """Return the outlines on a sheet: the squares whose middle is dark."""
    found: dict[str, list[tuple[int, int]]] = {}
    for place, letter in enumerate(LETTERS):
        left, bottom = _corner(place)
        found[letter] = [
            (column, row)
            for column in range(GRID)
            for row in range(GRID)
            if sheet[bottom - row * CELL_PX - CELL_PX // 2, left + column * CELL_PX + CELL_PX // 2].mean() < _DARK
        ]
    return found


PROJECTIONS = register(SceneSet("projections", 2, make))
