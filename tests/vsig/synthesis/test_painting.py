"""Painted pictures: things are shaded where they stand, edges of shade are soft, and the finger is where the truth says."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("mujoco")

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.shade import Shade
from mindsight.vsig.synthesis.clip import Order, Scene, prepare_scene
from mindsight.vsig.synthesis.painting import Painter, drawn_size

pytestmark = pytest.mark.slow
_SIZE = (640, 360)
_FINE = drawn_size(_SIZE)
_FINER = _FINE[0] // _SIZE[0]


@dataclass(frozen=True, eq=False)
class _Set:
    scene: Scene
    camera: Camera
    painter: Painter

    def shaded(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the painted picture and the one without shade, as grey levels."""
        plain = cv2.resize(np.ascontiguousarray(self.camera.unshaded()[0]), _SIZE, interpolation=cv2.INTER_AREA)
        return self.painter.picture().mean(axis=2), plain.mean(axis=2)

    def owners(self) -> NDArray[np.int16]:
        """Return the number of the thing at each pixel."""
        return self.scene.staging.owners(self.camera.geoms())[::_FINER, ::_FINER]


@pytest.fixture(scope="module", params=[(2, 11), (6, 4)], ids=["one target", "four targets"])
def filmed(request) -> Iterator[_Set]:
    template, seed = request.param
    scene = prepare_scene(Order(template, "en", seed, _SIZE, spoken=False))
    with scene.staging.camera(_FINE, "fast") as camera:
        yield _Set(scene, camera, Painter(scene.staging, camera, _SIZE))


def test_the_drawn_finger_ends_where_the_truth_says(filmed: _Set) -> None:
    staging = filmed.scene.staging
    for begin, end in filmed.scene.said.timing.strokes:
        middle = (begin + end) / 2
        pointing = staging.pose(middle)
        assert pointing is not None
        with_arm = filmed.camera.unshaded()[0].astype(int)
        staging.pose(middle, with_arm=False)
        arm = np.abs(with_arm - filmed.camera.unshaded()[0]).max(axis=2) > 6
        tip, knuckle = np.array(pointing.tip_seen) * _FINE, np.array(pointing.knuckle_seen) * _FINE
        ahead = (tip - knuckle) / np.linalg.norm(tip - knuckle)
        rows, columns = np.nonzero(arm)
        away = np.stack([columns + 0.5, rows + 0.5], axis=1) - tip
        along, beside = away @ ahead, np.abs(away @ (-ahead[1], ahead[0]))
        reach = along[beside < 6].max() / _FINER
        assert abs(reach) < 2.5, (begin, reach)


def test_the_table_is_darker_where_a_thing_stands_and_as_before_far_away(filmed: _Set) -> None:
    staging = filmed.scene.staging
    staging.pose(filmed.scene.last_s)
    painted, plain = filmed.shaded()
    owners = filmed.owners()
    left = painted / np.maximum(plain, 1)
    covered = (owners >= 0).astype(np.uint8)
    table = filmed.painter.table_share(filmed.camera.unshaded()[1]) > 0.99
    checked = 0
    for place, one in enumerate(staging.layout.things):
        own = (owners == place).astype(np.uint8)
        ring = (cv2.dilate(own, np.ones((9, 9))) > 0) & table
        if one.height < 0.005 or ring.sum() < 40:
            continue
        checked += 1
        assert np.percentile(left[ring], 15) < 0.88, one.item.key
    assert checked >= 6
    far = (cv2.dilate(covered, np.ones((161, 161))) == 0) & table
    if far.sum() > 100:
        assert left[far].mean() > 0.96
    assert np.abs(painted - plain)[(covered > 0) & (cv2.erode(covered, np.ones((3, 3))) > 0)].mean() < 1.5


def test_the_arm_s_shade_is_soft(filmed: _Set) -> None:
    staging = filmed.scene.staging
    shade = Shade(staging.world, filmed.painter.shade.surface, np.zeros(0, np.int64))
    begin, end = filmed.scene.said.timing.strokes[0]
    staging.pose((begin + end) / 2)
    missing = shade.missing(staging.world.view, _SIZE, staging.arm()).max(axis=2)
    assert missing.max() > 0.2, "the arm casts shade"
    assert max(np.abs(np.diff(missing, axis=axis)).max() for axis in (0, 1)) < 0.2
    assert shade.missing(staging.world.view, _SIZE, staging.arm()[:0]).max() == 0


def test_pictures_are_drawn_larger_than_they_are_but_never_too_large() -> None:
    assert drawn_size((640, 360)) == (1280, 720)
    assert drawn_size((2048, 1152)) == (4096, 2304)
    assert drawn_size((3840, 2160)) == (3840, 2160)
