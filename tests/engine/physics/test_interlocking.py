"""Jigsaws: pieces fit together, slip into fitting positions, and differ only by their print."""

from functools import lru_cache

import numpy as np
import pytest

from mindsight.engine.choices import Carry
from mindsight.engine.drawing.prints import motifs
from mindsight.engine.geometry import jigsaw
from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.geometry.jigsaw import GRIDS, PITCH_M, Cut
from mindsight.engine.physics import hands, interlocking, measures
from mindsight.engine.physics.actions import Action
from mindsight.engine.physics.goals import check
from mindsight.engine.physics.predicates import Judge
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import FixturePlan, ScenePlan, ThingPlan, ViewpointPlan
from mindsight.engine.scenes.scene import build

CUT = Cut("castle", 3, 2, 5)
OPTIONS = {"pieces": 6, "motif": "castle", "seed": 5}
PITCH = CUT.pitch_m
GROUND_M = 0.754
NAMES = {cell: f"jigsaw_piece.{number}" for number, cell in enumerate(CUT.cells, start=1)}


@lru_cache
def _table(carry: Carry = "settle") -> World:
    plan = ScenePlan(
        room="study",
        seed=1,
        size=(4.0, 4.0, 2.6),
        time_of_day="noon",
        fixtures=(
            FixturePlan(name="dining_table", kind="dining_table", seed=1, at=(0.0, 0.0)),
            FixturePlan(name="jigsaw_frame", kind="jigsaw_frame", seed=1, at=(0.0, -0.1), z=0.75, options=OPTIONS),
            FixturePlan(name="jigsaw_box", kind="jigsaw_box", seed=1, at=(0.0, 0.24), z=0.75, options=OPTIONS),
        ),
        things=(
            *(
                ThingPlan(
                    name=name,
                    kind="jigsaw_piece",
                    seed=1,
                    on="dining_table/top",
                    at=((-0.5, 0.3, 0.48)[cell[0]], -0.2 + 0.2 * cell[1]),
                    state=CUT.code(cell),
                )
                for cell, name in NAMES.items()
            ),
            ThingPlan(name="mug.1", kind="mug", seed=1, on="dining_table/top", at=(-0.5, 0.25)),
        ),
        viewpoints=(ViewpointPlan(name="here", zh="这里", en="here", eye=(0, -0.62, 1.72), target=(0, 0.03, 0.75)),),
    )
    return World(build(plan), carry=carry)


@pytest.fixture
def table() -> World:
    """A table with a frame and six pieces."""
    world = _table()
    world.reset()
    return world


def cell_at(world: World, cell: tuple[int, int]) -> Frame:
    """Return where a piece lies when it is in a cell of the frame."""
    x, y = CUT.middle(cell)
    return world.frame("jigsaw_frame").inside((x, y, 0.004))


def moved(world: World, name: str, spot: Frame, *, by: tuple[float, float] = (0.0, 0.0), degrees: float = 0.0) -> str:
    """Pick a piece up, turn it, and point near a place; return the feedback."""

    def pixel(at: tuple[float, float, float]) -> tuple[float, float]:
        x, y, _ = world.view.project(np.array(at), world.aspect)
        return x, y

    hands.perform(world, Action(verb="pick", point=pixel(world.frame(name).inside((0, 0, jigsaw.THICK_M)).at)))
    assert world.held == name
    if degrees:
        hands.perform(world, Action(verb="rotate", degrees=degrees))
    return hands.perform(world, Action(verb="place", point=pixel(spot.inside((*by, 0.0)).at))).code


@pytest.mark.parametrize("count", GRIDS)
def test_pieces_fill_the_picture_and_do_not_overlap(count: int) -> None:
    cut = Cut("farm", *GRIDS[count], seed=2)
    area = 0.0
    for cell in cut.cells:
        x, y = jigsaw.outline(cut.edges(cell), cut.pitch_m).T
        area += float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
    assert 0.96 < area / float(np.prod(cut.size_m)) < 1.0
    for (column, row), (right, below) in cut.neighbours:
        mine, other = cut.edges((column, row)), cut.edges((right, below))
        assert (mine[1] + other[3] if right > column else mine[0] + other[2]) == 0
        assert mine[1 if right > column else 0] != 0


def test_a_code_survives_writing_and_reading() -> None:
    for cell in CUT.cells:
        assert Cut.read(CUT.code(cell)) == (CUT, cell)


@pytest.mark.parametrize("count", GRIDS)
def test_solids_stay_within_what_is_seen(count: int) -> None:
    cut = Cut("farm", *GRIDS[count], seed=3)
    for cell in cut.cells:
        form = jigsaw.outline(cut.edges(cell), cut.pitch_m)
        for x, y, wide, deep in jigsaw.blocks(cut.edges(cell), cut.pitch_m):
            assert min(wide, deep) > 0
            assert (form.min(0) - 1e-9 <= (x - wide, y - deep)).all()
            assert (form.max(0) + 1e-9 >= (x + wide, y + deep)).all()


@pytest.mark.parametrize("motif", motifs.MOTIFS)
def test_every_motif_gives_pictures_without_two_pieces_alike(motif: str) -> None:
    assert any(motifs.likeness(motifs.picture(motif, 3, 3, seed), 3, 3) >= 16 for seed in (1, 2, 3, 4))


def test_a_plain_picture_is_all_alike() -> None:
    plain = motifs.picture("farm", 2, 2, 1).point(lambda _: 90)
    assert motifs.likeness(plain, 2, 2) == 0


@pytest.mark.parametrize(("off_m", "degrees"), [(0.0, 0.0), (0.012, 0.0), (-0.008, 9.0), (0.004, -13.0)])
def test_a_piece_put_nearly_right_slips_in(table: World, off_m: float, degrees: float) -> None:
    assert moved(table, NAMES[1, 0], cell_at(table, (1, 0)), by=(off_m, 0.0), degrees=degrees) == "placed_in"
    found = cell_at(table, (1, 0)).seen(table.frame(NAMES[1, 0]))
    assert np.abs(found.at).max() < 0.001
    assert abs(found.turn[0]) > 0.9999


@pytest.mark.parametrize(("off_m", "degrees"), [(0.0, 30.0), (0.0, -22.0)])
def test_a_piece_put_askew_stays_askew(table: World, off_m: float, degrees: float) -> None:
    moved(table, NAMES[1, 0], cell_at(table, (1, 0)), by=(off_m, 0.0), degrees=degrees)
    found = cell_at(table, (1, 0)).seen(table.frame(NAMES[1, 0]))
    assert 2 * np.degrees(np.arccos(abs(found.turn[0]))) > 15


def test_a_wrong_piece_slips_in_as_well_as_the_right_one(table: World) -> None:
    """Otherwise trying would reveal what only looking should."""
    assert moved(table, NAMES[0, 1], cell_at(table, (0, 0))) == "placed_in"
    assert np.abs(cell_at(table, (0, 0)).seen(table.frame(NAMES[0, 1])).at).max() < 0.001


def test_a_piece_slips_in_beside_another_on_the_table(table: World) -> None:
    spot = table.frame(NAMES[1, 0]).inside((-PITCH, 0.0, 0.0))
    moved(table, NAMES[0, 0], spot, by=(0.009, -0.006), degrees=6.0)
    away, turned = measures.misfit(table, NAMES[0, 0], NAMES[1, 0], (PITCH, 0.0))
    assert away < 0.1
    assert turned < 1


def test_a_knob_goes_into_no_knob(table: World) -> None:
    knobs = {side: [cell for cell in CUT.cells if CUT.edges(cell)[side] == 1] for side in (1, 3)}
    left, right = next((a, b) for a in knobs[1] for b in knobs[3] if a != b)
    spot = table.frame(NAMES[left]).inside((PITCH, 0.0, 0.0))
    assert interlocking.seat(table, NAMES[right], spot) is None


def test_nothing_but_pieces_slips(table: World) -> None:
    assert interlocking.seat(table, "mug.1", cell_at(table, (0, 0))) is None


def test_a_piece_far_above_does_not_slip_in(table: World) -> None:
    x, y, z = cell_at(table, (0, 0)).at
    assert interlocking.seat(table, NAMES[0, 0], Frame((x, y, z + 0.1))) is None
    assert interlocking.seat(table, NAMES[0, 0], Frame((x, y, z), turn("x", 180))) is None


@pytest.mark.parametrize("carry", ["settle", pytest.param("weld", marks=pytest.mark.slow)])
def test_a_whole_jigsaw_goes_together(carry: Carry) -> None:
    world = _table(carry)
    world.reset()
    for cell, name in NAMES.items():
        moved(world, name, cell_at(world, cell), by=(0.005, -0.004), degrees=4.0)
    for first, second in CUT.neighbours:
        apart = np.subtract(CUT.middle(second), CUT.middle(first))
        assert max(measures.misfit(world, NAMES[first], NAMES[second], (apart[0], apart[1]))) < 1, (first, second)
    assert measures.stability(world, list(NAMES.values()), 1.0) > 0.5


def test_fits_has_a_margin_and_says_by_how_much(table: World) -> None:
    tree = ["fits", NAMES[0, 0], NAMES[1, 0], [100 * PITCH, 0.0]]
    first = cell_at(table, (0, 0))
    table.put(NAMES[0, 0], first)
    margins = []
    for off in (0.0, 0.002, 0.006):
        table.put(NAMES[1, 0], first.inside((PITCH + off, 0.0, 0.0)))
        table.settle(0.02, shortest_s=0.0)
        verdict = Judge(tree).judge(table)
        margins.append(verdict.margin)
        assert verdict.holds is (off < 0.004)
        assert "拼图块1和" in verdict.zh
        assert "jigsaw pieces 1 and" in verdict.en
    assert margins == sorted(margins, reverse=True)


@pytest.mark.parametrize(
    "tree", [["fits", "a", "b"], ["fits", "a", "b", [1]], ["fits", "a", "b", ["x", 0]], ["fits", "a", "b", 3]]
)
def test_a_malformed_fit_is_refused(tree: list[object]) -> None:
    with pytest.raises(ValueError, match="fits"):
        check(tree)


def test_sizes_are_known_for_every_grid() -> None:
    assert set(PITCH_M) == set(GRIDS)
    assert all(columns * rows == count for count, (columns, rows) in GRIDS.items())
