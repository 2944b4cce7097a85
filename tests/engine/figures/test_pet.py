"""The pet: it walks its path at its pace, rests, sits, and touches nothing."""

import mujoco
import numpy as np
import pytest

from engine import sheets
from mindsight.engine.figures import pet, pet_walk
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.scenes import scene
from mindsight.engine.scenes.plans import PetPlan

PATH = ((0.0, 0.0), (1.2, 0.0), (0.6, 0.8))
TIMES = np.arange(0.0, 90.0, 0.05)


def plan(kind: str = "cat", seed: int = 3) -> PetPlan:
    return PetPlan.model_validate({"kind": kind, "seed": seed, "path": PATH})


def test_it_is_where_the_time_says() -> None:
    assert [pet.pose(plan(), time) for time in TIMES] == [pet.pose(plan(), time) for time in TIMES]


def test_it_never_jumps() -> None:
    poses = np.array([pet.pose(plan(), time) for time in TIMES])
    steps = np.abs(np.diff(poses, axis=0))
    steps[:, 2] = np.minimum(steps[:, 2], 360 - steps[:, 2])
    speed = np.hypot(steps[:, 0], steps[:, 1]).max() / 0.05
    assert speed < 1.2 * pet_walk.SPEED_M_S
    assert steps[:, 2].max() / 0.05 < 2 * pet_walk.TURN_DEG_S
    assert np.diff(poses[:, 3]).min() >= 0


def test_it_rests_sitting_at_every_place() -> None:
    poses = [pet.pose(plan(), time) for time in TIMES]
    for place in PATH:
        sat = [pose for pose in poses if pose.sitting == 1 and np.hypot(pose.x - place[0], pose.y - place[1]) < 1e-6]
        assert len(sat) * 0.05 > pet_walk.REST_S[0] - 2 * pet_walk.SIT_S - 0.1
    assert all(pose.pace == 0 for pose in poses if pose.sitting > 0)


def test_its_nose_points_where_it_walks() -> None:
    for time in TIMES:
        now, then = pet.pose(plan(), time), pet.pose(plan(), time + 0.05)
        way = np.array([then.x - now.x, then.y - now.y])
        if np.linalg.norm(way) > 0.01:
            nose = np.array([np.sin(np.deg2rad(now.yaw)), -np.cos(np.deg2rad(now.yaw))])
            assert nose @ way / np.linalg.norm(way) > 0.99


@pytest.mark.parametrize("kind", ["cat", "dog"])
def test_it_stands_on_the_floor_and_collides_with_nothing(kind: str) -> None:
    workshop = Workshop(scene._specification("pet"))
    pet.build_pet(workshop, plan(kind))
    model = workshop.spec.compile()
    data = mujoco.MjData(model)
    assert not model.geom_contype.any()
    assert not model.geom_conaffinity.any()
    for time in np.arange(0.0, 30.0, 0.2):
        pet.move_pet(model, data, plan(kind), time)
        mujoco.mj_forward(model, data)
        points = np.concatenate([sheets._outer_points(model, data, geom) for geom in range(model.ngeom)])
        assert -0.012 < points[:, 2].min() < 0.012
        assert 0.2 < points[:, 2].max() < 0.5


def test_a_single_place_keeps_it_sitting() -> None:
    alone = PetPlan(kind="dog", seed=1, path=((0.4, -0.2),))
    assert pet.pose(alone, 2.0)[:2] == (0.4, -0.2)
