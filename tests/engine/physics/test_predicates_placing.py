"""Predicates of placing: offset from another thing, orientation, and distance."""

import mujoco
import numpy as np
import pytest

from engine.props import desk_room, thing
from mindsight.engine.geometry.frames import Frame, Quaternion, multiply, turn
from mindsight.engine.physics.predicates import Judge, Verdict
from mindsight.engine.physics.world import World

CUBE, BRICK = "block.1", "brick_block.1"


@pytest.fixture
def world() -> World:
    return desk_room(thing("block", "desk/top", (0.2, 0.0)), thing("brick_block", "desk/top", (0.0, 0.0)))


def judged(world: World, *tree: object) -> Verdict:
    return Judge(list(tree)).judge(world)


def put(world: World, name: str, x: float, y: float, z: float, turned: Quaternion = (1.0, 0.0, 0.0, 0.0)) -> None:
    world.put(name, Frame((x, y, z), turned))
    mujoco.mj_forward(world.model, world.data)


def test_offset_is_between_middles_whatever_the_turn(world: World) -> None:
    x, y, z = world.frame(BRICK).at
    put(world, CUBE, x + 0.10, y, z)
    assert judged(world, "offset", CUBE, BRICK, [0.10, 0.0, 0.0]).holds
    # Standing on end, its middle is at half its length, and its origin is at its side.
    put(world, BRICK, x - 0.025, y, z + 0.05, turn("y", 90))
    verdict = judged(world, "offset", CUBE, BRICK, [0.10, 0.0, -0.025])
    assert verdict.holds, verdict.en


@pytest.mark.parametrize(
    ("off_m", "holds"),
    [((0.019, 0, 0), True), ((0, -0.021, 0), False), ((0.015, 0.015, 0), False), ((0, 0, 0.012), False)],
)
def test_offset_has_its_limits(world: World, off_m: tuple[float, float, float], holds: bool) -> None:
    x, y, z = np.add(world.frame(BRICK).at, (0.15, 0.0, 0.0)) + off_m
    put(world, CUBE, x, y, z)
    verdict = judged(world, "offset", CUBE, BRICK, [0.15, 0.0, 0.0])
    assert verdict.holds is holds
    assert (verdict.margin >= 0) is holds
    assert ("cm off" in verdict.en) is not holds
    assert ("厘米" in verdict.zh) is not holds
    assert judged(world, "offset", CUBE, BRICK, [0.15, 0.0, 0.0], 3.0).holds


def test_a_held_thing_has_no_offset(world: World) -> None:
    x, y, z = world.frame(BRICK).at
    put(world, CUBE, x + 0.15, y, z)
    tree = ("offset", CUBE, BRICK, [0.15, 0.0, 0.0])
    assert judged(world, *tree).holds
    world.hold(CUBE)
    assert not judged(world, *tree).holds
    assert not judged(world, "offset", BRICK, CUBE, [-0.15, 0.0, 0.0]).holds


@pytest.mark.parametrize(
    ("degrees", "ends", "holds"),
    [(19, "this", True), (21, "this", False), (180, "this", False), (180, "either", True), (-161, "either", True)],
)
def test_aligned_asks_for_one_end_or_either(world: World, degrees: float, ends: str, holds: bool) -> None:
    x, y, z = world.frame(BRICK).at
    put(world, BRICK, x, y, z, multiply(turn("z", degrees)))
    verdict = judged(world, "aligned", BRICK, "x", [2.0, 0.0, 0.0], ends)
    assert verdict.holds is holds
    assert ("°" in verdict.zh) is not holds


def test_apart_is_between_surfaces(world: World) -> None:
    x, y, z = world.frame(BRICK).at
    for gap_m, holds in ((0.008, False), (0.012, True), (0.3, True)):
        put(world, CUBE, x + 0.075 + gap_m, y, z)
        verdict = judged(world, "apart", CUBE, [BRICK], 1.0)
        assert verdict.holds is holds, gap_m
        assert (verdict.margin >= 0) is holds
    put(world, CUBE, x, y, z + 0.051)
    assert not judged(world, "apart", CUBE, [BRICK]).holds
    world.hold(CUBE)
    assert judged(world, "apart", CUBE, [BRICK]).holds


def test_a_sentence_distinguishes_several_of_a_kind_by_colour() -> None:
    blocks = (
        thing("block", "desk/top", (0.2 * place, 0.0), name=colour, colour=colour)
        for place, colour in enumerate(("red", "blue"))
    )
    verdict = judged(desk_room(*blocks), "offset", "red", "blue", [0.2, 0.0, 0.0])
    assert "red toy block" in verdict.en
    assert "蓝色积木块" in verdict.zh


def test_a_thing_that_starts_tipped_lies_on_its_place() -> None:
    world = desk_room(
        thing("brick_block", "desk/top", lying=(0.0, 90.0)),
        thing("arch_block", "desk/top", (0.3, 0.0), lying=(90.0, 0.0)),
    )
    assert world.middle(BRICK)[2] == pytest.approx(0.80, abs=0.003)
    assert judged(world, "aligned", BRICK, "x", [0.0, 0.0, 1.0], "either", 2.0).holds
    assert world.middle("arch_block.1")[2] == pytest.approx(0.775, abs=0.003)
