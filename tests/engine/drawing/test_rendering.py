"""Pictures: every backend draws the same scene, and where none works the error gives the remedy."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import ndimage

from engine.props import desk_room, do, point_on, thing
from mindsight.engine.choices import Profile
from mindsight.engine.drawing import filament
from mindsight.engine.drawing.graphics import backend, driver
from mindsight.engine.drawing.rendering import PROFILES, Camera, with_colours, without_colours
from mindsight.engine.drawing.sight import exposure, exposures, reach_px, sightings
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.errors import MissingExtra

HERE = Path(__file__).parents[2]
SCRIPT = """
import sys
import numpy as np
from engine.props import desk_room, thing
from mindsight.engine.drawing.graphics import backend
from mindsight.engine.drawing.rendering import Camera
from mindsight.errors import MindsightError
try:
    print(backend())
    with Camera(desk_room(thing("mug", "desk/top")), width=160, height=120) as camera:
        picture, geoms = camera.picture(), camera.geoms()
    np.savez(sys.argv[1], picture=picture, geoms=geoms)
except MindsightError as error:
    print(error)
"""


def _drawn(file: Path, **environment: str) -> list[str]:
    """Draw in a separate process and return its output."""
    variables = {name: value for name, value in os.environ.items() if name not in {"MUJOCO_GL", "PYOPENGL_PLATFORM"}}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(file)],
        env={**variables, "PYTHONPATH": str(HERE), **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    return done.stdout.splitlines()


def _scene() -> World:
    return desk_room(thing("mug", "desk/top"), thing("book", "desk/top", (0.3, 0.0)))


def test_asking_for_the_driver_disturbs_no_camera() -> None:
    with Camera(desk_room(thing("mug", "desk/top")), width=16, height=16) as camera:
        before = camera.picture()
        assert driver().strip()
        assert np.array_equal(camera.picture(), before)


@pytest.mark.slow
def test_egl_and_osmesa_draw_the_same_scene(tmp_path: Path) -> None:
    ways = {name: _drawn(tmp_path / f"{name}.npz", PYOPENGL_PLATFORM=name) for name in ("egl", "osmesa")}
    missing = [name for name, printed in ways.items() if printed[0] != name]
    if missing:
        pytest.skip(f"no {missing[0]} here: {ways[missing[0]][0][:200]}")
    egl, osmesa = (np.load(tmp_path / f"{name}.npz") for name in ways)
    assert (egl["geoms"] != osmesa["geoms"]).mean() < 0.002
    assert np.abs(egl["picture"].astype(int) - osmesa["picture"]).mean() < 1.5


def test_osmesa_takes_over_where_egl_finds_no_driver(tmp_path: Path) -> None:
    printed = _drawn(tmp_path / "a.npz", __EGL_VENDOR_LIBRARY_FILENAMES="/nowhere.json")
    if printed[0] not in {"osmesa", "egl"}:
        pytest.skip(f"no OSMesa here: {printed[0][:200]}")
    assert np.load(tmp_path / "a.npz")["picture"].std() > 10


def test_without_any_graphics_the_error_gives_the_remedy(tmp_path: Path) -> None:
    # Both backends refuse another platform.
    printed = _drawn(tmp_path / "a.npz", PYOPENGL_PLATFORM="glx")
    assert len(printed) == 1
    assert printed[0].startswith("cannot render: neither EGL nor OSMesa works (egl: ")
    assert "apt-get install libegl1 libgl1-mesa-dri libosmesa6" in printed[0]


def test_the_backend_needs_no_variable() -> None:
    assert backend() in {"egl", "osmesa"}


@pytest.mark.parametrize("profile", ["fast", "fine"])
def test_equal_worlds_give_equal_pictures(profile: Profile) -> None:
    def pictures() -> list[np.ndarray]:
        world = _scene()
        with Camera(world, width=160, height=120, profile=profile) as camera:
            first = camera.picture()
            world.look(world.view.turned(20))
            return [first, camera.picture(), camera.geoms(), camera.depth()]

    first, again = pictures(), pictures()
    for one, other in zip(first, again, strict=True):
        np.testing.assert_array_equal(one, other)
    assert (first[0] != first[1]).any()


def test_two_cameras_at_once_do_not_disturb_each_other() -> None:
    one, other = _scene(), desk_room(thing("teddy_bear", "desk/top"))
    with Camera(one, width=160, height=120) as first:
        alone = first.picture()
        with Camera(other, width=160, height=120, profile="fine") as second:
            assert (second.picture() != first.picture()).any()
            np.testing.assert_array_equal(first.picture(), alone)
        np.testing.assert_array_equal(first.picture(), alone)


def test_closing_twice_is_no_error() -> None:
    camera = Camera(_scene(), width=160, height=120)
    camera.close()
    camera.close()


def test_fine_is_smoother_than_fast() -> None:
    world = _scene()
    edges = {}
    for profile in ("fast", "fine"):
        with Camera(world, width=320, height=240, profile=profile) as camera:  # type: ignore[arg-type]
            grey = camera.picture().astype(float).mean(2)
        edges[profile] = (np.abs(np.diff(grey, axis=0)) > 60).sum()
    assert edges["fine"] < edges["fast"]


def test_no_profile_mirrors() -> None:
    world = _scene()
    world.model.mat_reflectance[:] = 0.5
    for profile in ("fast", "fine"):
        with Camera(world, width=64, height=48, profile=profile):  # type: ignore[arg-type]
            assert not world.model.mat_reflectance.any()
    assert PROFILES["fast"].offsamples == 0
    assert PROFILES["fast"].shadowsize == 1024


@pytest.mark.parametrize("kind", ["remote_control", "wool_hat", "teapot"])
def test_a_thing_casts_no_black_specks_on_itself(kind: str) -> None:
    world = desk_room(thing(kind, "desk/top", (0.0, -0.1)))
    world.look(View.at(world.scene.plan.viewpoints[1]).facing_position(world.middle(f"{kind}.1")).zoomed(4))
    with Camera(world) as camera:
        own = np.isin(camera.geoms(), world.ownership.all[f"{kind}.1"])
        version = importlib.import_module("OpenGL.GL").glGetString(0x1F02)
        if b"Mesa" not in version or "MESA_EXTENSION_OVERRIDE" in os.environ:
            pytest.skip(f"only Mesa can be told how to set shadows apart, here is {version!r}")
        shadowed = camera.picture().astype(float).mean(2)
        lit = camera.unshaded()[0].astype(float).mean(2)
    dark = own & (lit - shadowed > 20)
    around = sum(np.roll(dark, (down, right), (0, 1)) for down in (-1, 0, 1) for right in (-1, 0, 1))
    assert (dark & (around <= 4)).sum() < 0.003 * own.sum()


def test_depth_is_how_far_it_is() -> None:
    world = _scene()
    with Camera(world, width=160, height=120) as camera:
        depth = camera.depth()
    for row, column in ((60, 80), (20, 30), (100, 120)):
        hit = world.ray(((column + 0.5) / 160 * 1000, (row + 0.5) / 120 * 1000))
        assert hit is not None
        along = float((hit.point - np.array(world.view.eye)) @ -world.view.rotation[:, 2])
        assert depth[row, column] == pytest.approx(along, rel=0.01)


def test_only_some_geometry_is_drawn_as_if_nothing_stood_before_it() -> None:
    world = _scene()
    own = world.ownership.all["desk"]
    with Camera(world, width=320, height=240) as camera:
        whole = camera.geoms(only=own)
        seen = np.isin(camera.geoms(), own)
        assert np.isin(whole[whole >= 0], own).all()
        assert (whole >= 0)[seen].all()
        assert (whole >= 0).sum() > seen.sum()  # a mug stands on it
        share, side = exposure(camera, "desk")
        assert share == pytest.approx(seen.sum() / (whole >= 0).sum())
        assert side > 20
        assert exposure(camera, "moon") == (0.0, 0.0)


def test_shares_of_several_things_are_those_of_each_alone() -> None:
    world, hidden = _scene(), 0
    with Camera(world, width=320, height=240) as camera:
        for viewpoint in world.scene.plan.viewpoints:
            for zoom in (1.0, 4.0):
                world.look(View.at(viewpoint).zoomed(zoom))
                geoms = camera.geoms()
                names = [one.name for one in sightings(world, geoms) if one.what == "thing"]
                shares = exposures(camera, names, geoms)
                assert shares == pytest.approx({name: exposure(camera, name, geoms)[0] for name in names})
                hidden += sum(share < 1 for share in shares.values())
    assert hidden > 0


def test_surfaces_are_geometry_and_depth() -> None:
    world = _scene()
    with Camera(world, width=320, height=240) as camera:
        geoms, depth = camera.surfaces()
        assert np.array_equal(geoms, camera.geoms())
        assert np.array_equal(depth, camera.depth())


def test_without_colours_all_else_is_the_same() -> None:
    with Camera(_scene(), width=320, height=240, profile="fine") as camera:
        picture, seen = camera.picture(), camera.surfaces()
    with without_colours(), Camera(_scene(), width=320, height=240, profile="fine") as camera:
        black, same = camera.picture(), camera.surfaces()
    assert black.shape == picture.shape
    assert picture.any()
    assert not black.any()
    assert all(np.array_equal(one, other) for one, other in zip(seen, same, strict=True))
    with Camera(_scene(), width=320, height=240, profile="fine") as camera:
        assert np.array_equal(camera.picture(), picture)
    with without_colours(), with_colours(), Camera(_scene(), width=320, height=240, profile="fine") as camera:
        assert np.array_equal(camera.picture(), picture)


def test_what_is_in_a_drawer_is_not_seen() -> None:
    world = desk_room(thing("keys", "desk/drawer"))
    with Camera(world) as camera:
        world.look(View.at(world.scene.plan.viewpoints[0]).facing_position(world.middle("keys.1")).zoomed(2))
        assert exposure(camera, "keys.1")[0] < 0.1
        assert do(world, "open", point_on(world, "desk/drawer")).ok
        world.look(View.at(world.scene.plan.viewpoints[0]).facing_position(world.middle("keys.1")).zoomed(2))
        assert exposure(camera, "keys.1")[0] > 0.25
        assert "keys.1" in {sighting.name for sighting in sightings(world, camera.geoms())}


def test_leaving_out_geometry_beside_the_picture_changes_no_pixel() -> None:
    world = _scene()
    left_out = 0
    with Camera(world) as camera:
        for viewpoint in world.scene.plan.viewpoints:
            straight = View.at(viewpoint)
            for view in (straight, straight.facing_position(world.middle("mug.1"))):
                for zoom in (0.7, 1.0, 4.0):
                    world.look(view.zoomed(zoom))
                    assert np.array_equal(camera.geoms(), camera._updated().geoms())
                    left_out = max(left_out, int(np.count_nonzero(~camera._may_show())))
    assert left_out > 10


def test_sightings_are_the_largest_first_and_within_the_picture() -> None:
    world = _scene()
    with Camera(world) as camera:
        geoms = camera.geoms()
        seen = sightings(world, geoms)
    assert {"mug.1", "book.1", "desk", "desk/drawer"} <= {sighting.name for sighting in seen}
    assert [sighting.pixels for sighting in seen] == sorted((s.pixels for s in seen), reverse=True)
    labels, names = world.ownership.labels
    for sighting in seen:
        left, top, right, bottom = sighting.box
        assert 0 <= left < sighting.point[0] < right <= 1000
        assert 0 <= top < sighting.point[1] < bottom <= 1000
        column, row = int(sighting.point[0] / 1000 * 640), int(sighting.point[1] / 1000 * 480)
        assert names[labels[geoms[row, column]]] == sighting.name
        assert sighting.pixels == (labels[geoms][geoms >= 0] == names.index(sighting.name)).sum()
        own = np.pad(np.append(labels, 0)[geoms] == names.index(sighting.name), 1)
        beside = [_square(own, row + 1, column + 1, steps) for steps in range(1, 241)]
        reach = reach_px(world, geoms, sighting.point)
        assert reach == next(steps for steps, whole in enumerate(beside) if not whole) + 0.5
        # No other point within it has a greater tolerance.
        side = int(2 * (reach + 0.5) + 1)
        assert not ndimage.binary_erosion(own, np.ones((side, side))).any()


def _square(own: NDArray[np.bool_], row: int, column: int, reach: int) -> bool:
    return bool(own[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1].all())


HAS_FILAMENT = importlib.util.find_spec("mujoco.studio") is not None and filament._vulkan_devices() > 0


@pytest.mark.skipif(HAS_FILAMENT, reason="Filament is here")
def test_without_filament_the_error_gives_the_remedy() -> None:
    with pytest.raises(MissingExtra, match=r"the profile pbr needs (Filament|Vulkan)"):
        Camera(_scene(), width=64, height=48, profile="pbr")


@pytest.mark.skipif(not HAS_FILAMENT, reason="needs mujoco-studio and a Vulkan driver")
def test_filament_draws_what_the_classic_renderer_draws(capfd: pytest.CaptureFixture[str]) -> None:
    world = _scene()
    with Camera(world, width=320, height=240) as camera:
        classic = camera.picture().astype(float).mean(2)
    for _ in range(2):
        with Camera(world, width=320, height=240, profile="pbr") as camera:
            painted = camera.picture()
            assert camera.geoms().shape == (240, 320)
    edges = [np.hypot(*np.gradient(picture)) > 12 for picture in (classic, painted.astype(float).mean(2))]
    near = (
        edges[0]
        | np.roll(edges[0], 1, 0)
        | np.roll(edges[0], -1, 0)
        | np.roll(edges[0], 1, 1)
        | np.roll(edges[0], -1, 1)
    )
    assert (edges[1] & near).sum() > 0.5 * edges[1].sum()
    assert 40 < painted.mean() < 230
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(not HAS_FILAMENT, reason="needs mujoco-studio and a Vulkan driver")
@pytest.mark.parametrize("thing_kind", ["t_shirt", "apple", "cereal_box"])
def test_filament_shows_the_colours_that_the_classic_renderer_shows(thing_kind: str) -> None:
    world = desk_room(thing(thing_kind, "desk/top"))
    world.look(View.at(world.scene.plan.viewpoints[0]).facing_position(world.middle(f"{thing_kind}.1")).zoomed(3))
    means = {}
    for profile in ("fine", "pbr"):
        with Camera(world, width=320, height=240, profile=profile) as camera:  # type: ignore[arg-type]
            own = np.isin(camera.geoms(), world.ownership.all[f"{thing_kind}.1"])
            picture = camera.picture()
            means[profile] = np.array([picture[part].mean(0) for part in (own, ~own)])
    shares = {profile: mean / mean.sum(1, keepdims=True) for profile, mean in means.items()}
    assert np.abs(shares["pbr"] - shares["fine"]).max() < 0.06
    assert np.abs(means["pbr"] - means["fine"]).max() < 60


def test_colours_are_restored_after_filament_read_them() -> None:
    model = _scene().model
    said = [part.copy() for part in (model.tex_colorspace, model.mat_emission, model.mat_texid)]
    with filament._colours_as_seen(model):
        assert (model.tex_colorspace != said[0]).all()
    for part, before in zip((model.tex_colorspace, model.mat_emission, model.mat_texid), said, strict=True):
        np.testing.assert_array_equal(part, before)


def test_smoothing_colours_does_not_blend_geometry_numbers() -> None:
    world = _scene()
    found = []
    for profile in ("fast", "fine"):
        with Camera(world, width=320, height=240, profile=profile) as camera:  # type: ignore[arg-type]
            found.append(camera.geoms())
    assert (found[0] != found[1]).mean() < 0.01
    assert set(np.unique(found[1])) - set(np.unique(found[0])) <= set(range(-1, world.model.ngeom))


def test_a_closed_camera_says_so() -> None:
    camera = Camera(_scene(), width=64, height=48)
    camera.close()
    with pytest.raises(RuntimeError, match="closed"):
        camera.picture()
