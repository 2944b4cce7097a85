"""Pictures drawn again only where they change are the pictures that are drawn whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import mujoco
import numpy as np
import pytest

from engine.props import desk_room, thing
from mindsight.engine.choices import Profile
from mindsight.engine.drawing.changes import Changes, Parts
from mindsight.engine.drawing.graphics import driver
from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.figures.people.actions import ACTIONS
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.looks import draw_looks
from mindsight.engine.figures.people.presence import Presence
from mindsight.engine.figures.plays.staging import Stage
from mindsight.engine.geometry.frames import Frame
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.layout import furnish
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream


@pytest.fixture
def drawn_again(monkeypatch: pytest.MonkeyPatch) -> list[Parts | None]:
    """Return what is drawn again for each picture from now on."""
    found: list[Parts | None] = []
    parts = Changes.parts

    def noted(self: Changes, meshes: set[int]) -> Parts | None:
        found.append(parts(self, meshes))
        return found[-1]

    monkeypatch.setattr(Changes, "parts", noted)
    return found


def _share(parts: Parts | None, size: tuple[int, int]) -> float:
    if parts is None:
        return 1.0
    box = parts.picture
    return (box.right - box.left) * (box.top - box.bottom) / (size[0] * size[1])


@contextmanager
def _cameras(world: World, size: tuple[int, int], profile: Profile) -> Iterator[tuple[Camera, Camera]]:
    with (
        Camera(world, width=size[0], height=size[1], profile=profile) as one,
        Camera(world, width=size[0], height=size[1], profile=profile) as other,
    ):
        yield one, other


def _whole(camera: Camera) -> np.ndarray:
    camera._changes.forget()
    return camera.picture()


@pytest.mark.parametrize("profile", ["fast", "fine"])
@pytest.mark.parametrize("alpha", [1.0, 0.6])
def test_a_thing_that_moves_is_drawn_as_in_a_whole_picture(
    profile: Profile, alpha: float, drawn_again: list[Parts | None]
) -> None:
    size = (320, 240)
    world = desk_room(thing("mug", "desk/top"), thing("book", "desk/top", (0.3, 0.0)))
    world.model.geom_rgba[world.ownership.all["book.1"], 3] = alpha
    start = world.frame("mug.1")
    with _cameras(world, size, profile) as (one, other):
        for step in range(6):
            x, y, z = start.at
            world.put("mug.1", Frame((x + 0.07 * step, y, z + 0.05 * step), start.turn))
            mujoco.mj_kinematics(world.model, world.data)
            np.testing.assert_array_equal(one.picture(), _whole(other))
        shares = [_share(parts, size) for parts in drawn_again[::2]]
        assert shares[:2] == [1.0, 1.0]  # where it was is known once it has moved
        assert max(shares[2:]) < 0.5
        world.look(world.view.turned(20))
        np.testing.assert_array_equal(one.picture(), _whole(other))
        assert drawn_again[-2] is None


def test_a_colour_that_changes_is_drawn_again() -> None:
    world = desk_room(thing("mug", "desk/top"))
    own = world.ownership.all["mug.1"]
    with _cameras(world, (320, 240), "fast") as (one, other):
        for shade in (0.1, 0.5, 0.9):
            world.model.geom_rgba[own, :3] = shade
            np.testing.assert_array_equal(one.picture(), _whole(other))
        one.picture_without(own)  # draws shadows without it
        np.testing.assert_array_equal(one.picture(), _whole(other))


@pytest.mark.parametrize(("room", "seed"), [("living_room", 3), ("kitchen", 2), ("bedroom", 6)])
def test_people_are_drawn_as_in_a_whole_picture(room: str, seed: int, drawn_again: list[Parts | None]) -> None:
    pytest.importorskip("body_models")
    person = Person(draw_looks(stream(seed, "drawn again"), age="adult"))
    motion = Stage((0.0, 0.6)).course(person, ACTIONS["clap"].poses, 0.0).at
    present: list[Presence] = []
    plan = furnish(room, seed)  # type: ignore[arg-type]
    world = World(build(plan, more=lambda workshop: present.append(Presence(workshop, "person", person, motion(0.0)))))
    world.look(View.at(plan.viewpoints[0]))
    with _cameras(world, (320, 180), "fine") as (one, other):
        for step in range(5):
            present[0].show(motion(step / 6), one)
            other.renew([int(world.model.geom_dataid[geom]) for geom in _meshes_of(world, "person")])
            np.testing.assert_array_equal(one.picture(), _whole(other))
    assert all(parts is not None for parts in drawn_again[2::2])


def _meshes_of(world: World, name: str) -> list[int]:
    return np.flatnonzero(world.model.geom_bodyid == world.model.body(name).id).tolist()


def test_a_closed_camera_gives_its_map_of_shadows_back() -> None:
    if "llvmpipe" not in driver():
        pytest.skip("only the software renderer keeps it in this process's memory")
    world = desk_room(thing("mug", "desk/top"))
    for _ in range(3):
        with Camera(world, width=320, height=240, profile="fine") as camera:
            camera.picture()
            camera.surfaces()
            drawn = _own_mib()
        assert drawn - _own_mib() > 55  # of the 64 that the map takes


def _own_mib() -> float:
    for line in Path("/proc/self/status").read_text("utf-8").splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1024
    pytest.skip("only Linux tells")
