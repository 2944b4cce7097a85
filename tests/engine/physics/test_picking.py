"""A picture point means what is drawn there: rays and the renderer's own segmentation agree, pixel by pixel."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from engine.props import desk_room, point_on, thing
from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import sightings
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.layout import SIZES, furnish
from mindsight.engine.scenes.places import footprint, free_spots
from mindsight.engine.scenes.plans import ScenePlan, ThingPlan
from mindsight.engine.scenes.scene import build
from mindsight.engine.seeds import stream

WIDTH, HEIGHT = 320, 240
KINDS = ("mug", "book", "teddy_bear", "wine_glass", "apple", "umbrella", "coffee_stain", "laptop")


def _furnished(room: str, seed: int) -> ScenePlan:
    plan = furnish(room, seed)  # type: ignore[arg-type]
    spots = free_spots(plan, stream(seed, "spots"), [footprint(kind, seed) for kind in KINDS])
    things = [
        ThingPlan(name=f"{kind}.1", kind=kind, seed=seed, on=spot.on, at=spot.at, yaw=spot.yaw)
        for kind, spot in zip(KINDS, spots, strict=True)
    ]
    return plan.with_things(*things)


def _on_an_edge(geoms: np.ndarray, row: int, column: int) -> bool:
    patch = geoms[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    return bool((patch != geoms[row, column]).any())


def _can_be_used(world: World, name: str) -> bool:
    thing = world.scene.things.get(name)
    return name in world.scene.register.parts or (thing is not None and (thing.movable or thing.wipeable))


@dataclass
class _Tally:
    checked: int = 0
    other_geometry: int = 0
    other_owner: list[str] = field(default_factory=list)

    def compare(self, world: World, camera: Camera, rng: np.random.Generator, count: int) -> None:
        """Compare rays and segmentation at random pixels of the present view."""
        geoms, (labels, names) = camera.geoms(), world.ownership.labels
        for row, column in zip(rng.integers(0, HEIGHT, count), rng.integers(0, WIDTH, count), strict=True):
            # At an edge the rasteriser's rounding decides on which side a pixel's middle lies.
            if _on_an_edge(geoms, row, column):
                continue
            self.checked += 1
            drawn = int(geoms[row, column])
            hit = world.ray(((column + 0.5) / WIDTH * 1000, (row + 0.5) / HEIGHT * 1000))
            met = -1 if hit is None else hit.geom
            self.other_geometry += met != drawn
            pair = {names[labels[met]], names[labels[drawn]]}
            if len(pair) > 1 and any(_can_be_used(world, name) for name in pair):
                self.other_owner.append(f"{names[labels[met]]} instead of {names[labels[drawn]]} at {row}, {column}")


@pytest.mark.slow
@pytest.mark.parametrize("room", tuple(SIZES))
def test_rays_meet_what_is_drawn(room: str) -> None:
    rng, tally = np.random.default_rng(1), _Tally()
    world = World(build(_furnished(room, 4)))
    with Camera(world, width=WIDTH, height=HEIGHT) as camera:
        for viewpoint in world.scene.plan.viewpoints:
            for view in (View.at(viewpoint), View.at(viewpoint).turned(35).tilted(-12).zoomed(2.2)):
                world.look(view)
                tally.compare(world, camera, rng, 400)
    assert tally.checked > 2000
    assert tally.other_owner == []
    # Where two faces coincide, as those of a window's frame and its wall or of a bin and its lining, rounding decides.
    assert tally.other_geometry <= 0.01 * tally.checked


def test_every_sighting_can_be_picked_at_its_point() -> None:
    world = World(build(_furnished("study", 6)))
    with Camera(world) as camera:
        for viewpoint in world.scene.plan.viewpoints:
            world.look(View.at(viewpoint))
            for sighting in sightings(world, camera.geoms()):
                hit = world.ray(sighting.point)
                assert hit is not None
                assert hit.body == sighting.name or (hit.thing is not None and hit.thing.name == sighting.owner)


def test_a_wiped_stain_is_neither_drawn_nor_hit() -> None:
    world = desk_room(thing("coffee_stain", "desk/top"))
    point = point_on(world, "coffee_stain.1")
    with Camera(world, width=WIDTH, height=HEIGHT) as camera:
        own = world.ownership.all["coffee_stain.1"]
        assert np.isin(camera.geoms(), own).any()
        world.wipe("coffee_stain.1")
        assert not np.isin(camera.geoms(), own).any()
    hit = world.ray(point)
    assert hit is not None
    assert hit.thing is not None
    assert hit.thing.name == "desk"


def test_a_ray_looks_through_what_is_held() -> None:
    world = desk_room(thing("book", "desk/top"))
    point = point_on(world, "book.1")
    hit = world.ray(point, ignore="book.1")
    assert hit is not None
    assert hit.thing is not None
    assert hit.thing.name == "desk"


def test_a_hit_says_where_and_how_level() -> None:
    world = desk_room()
    world.look(View.at(world.scene.plan.viewpoints[0]).facing_position(np.array([0.0, 0.6, 0.75])))
    hit = world.ray((500, 500))
    assert hit is not None
    np.testing.assert_allclose(hit.point, [0.0, 0.6, 0.75], atol=2e-3)
    np.testing.assert_allclose(hit.normal, [0, 0, 1], atol=1e-6)
    assert hit.distance == pytest.approx(np.linalg.norm(hit.point - np.array(world.view.eye)))
