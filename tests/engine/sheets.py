"""Pictures of single things on a neutral background, for tests of their looks."""

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mindsight.engine import catalogue
from mindsight.engine.drawing.rendering import backend
from mindsight.engine.geometry.bodies import SEEN, SOLID, Workshop
from mindsight.engine.kinds import KINDS, Look, Wish
from mindsight.engine.scenes import scene
from mindsight.engine.seeds import stream

catalogue.load()

GROUND = (0.80, 0.79, 0.77)
VIEWS = {"front": (0.0, 10.0), "above": (28.0, 42.0)}
"""Standard views: degrees around the thing and above the horizon."""


@dataclass(frozen=True, eq=False)
class Stage:
    """One thing alone on an endless floor."""

    model: Any
    data: Any
    look: Look

    def run(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds / self.model.opt.timestep)):
            mujoco.mj_step(self.model, self.data)

    def geoms(self, group: int = SEEN) -> NDArray[np.int64]:
        """Return the thing's visible geometry, or another group of it."""
        own = self.model.body_rootid[self.model.geom_bodyid] == self.model.body("thing").id
        return np.flatnonzero(own & (self.model.geom_group == group))

    def bounds(self, group: int = SEEN) -> NDArray[np.float64]:
        """Return the lowest and highest corner of its visible or solid form in the room, shape (2, 3)."""
        corners = np.concatenate([_outer_points(self.model, self.data, geom) for geom in self.geoms(group)])
        return np.stack([corners.min(0), corners.max(0)])


def stage(key: str, seed: int = 0, wish: Wish | None = None, gap_m: float = scene.GAP_M) -> Stage:
    """Return a kind of thing on a floor, not yet at rest."""
    spec = scene._specification("stage")
    workshop = Workshop(spec)
    spec.worldbody.add_geom(
        type=mujoco.mjtGeom.mjGEOM_PLANE, size=[2, 2, 0.1], rgba=[*GROUND, 1], friction=[0.8, 0.01, 0.001]
    )
    spec.worldbody.add_light(pos=(-0.5, -0.8, 1.6), dir=(0.35, 0.5, -1), diffuse=(0.55, 0.54, 0.52), castshadow=True)
    spec.worldbody.add_light(pos=(0.8, -0.4, 1.2), dir=(-0.6, 0.3, -0.8), diffuse=(0.22, 0.22, 0.24), castshadow=False)
    spec.visual.headlight.ambient = (0.42, 0.42, 0.42)
    spec.visual.headlight.diffuse = (0.18, 0.18, 0.18)
    spec.visual.headlight.specular = (0, 0, 0)
    spec.visual.quality.offsamples = 4
    spec.visual.map.znear = 0.002
    sky = spec.add_texture(
        name="sky", type=mujoco.mjtTexture.mjTEXTURE_SKYBOX, builtin=mujoco.mjtBuiltin.mjBUILTIN_FLAT
    )
    sky.width = sky.height = 16
    sky.rgb1 = GROUND
    body = workshop.body("thing", at=(0, 0, gap_m), free=not KINDS[key].flat)
    look = KINDS[key].build(body, stream(seed, "thing", key), wish or Wish())
    if not KINDS[key].flat:
        body.weigh(KINDS[key].mass_kg)
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return Stage(model, data, look)


def portrait(staged: Stage, view: str = "above", pixels: int = 200) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return a picture of the thing, filling the frame, and the mask of where it is."""
    backend()
    low, high = staged.bounds()
    camera = mujoco.MjvCamera()
    azimuth, above = VIEWS[view]
    camera.lookat[:] = (low + high) / 2
    camera.azimuth, camera.elevation = 90 + azimuth, -above
    camera.distance = (
        1.08 * float(np.linalg.norm(high - low)) / 2 / np.tan(np.deg2rad(staged.model.vis.global_.fovy) / 2)
    )
    options = mujoco.MjvOption()
    options.geomgroup[:] = [1, 1, 0, 0, 0, 0]
    with mujoco.Renderer(staged.model, pixels, pixels) as renderer:
        renderer.update_scene(staged.data, camera, options)
        picture = renderer.render().copy()
        renderer.enable_segmentation_rendering()
        renderer.update_scene(staged.data, camera, options)
        seen = renderer.render()
    mask = np.isin(seen[..., 0], staged.geoms()) & (seen[..., 1] == int(mujoco.mjtObj.mjOBJ_GEOM))
    return picture, mask


def silhouette(mask: NDArray[np.bool_], pixels: int = 64) -> NDArray[np.bool_]:
    """Return a mask cut to its bounding box, scaled evenly until the longer side fills the frame, in the middle."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    cut = Image.fromarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    factor = pixels / max(cut.size)
    width, height = (max(1, round(side * factor)) for side in cut.size)
    frame = np.zeros((pixels, pixels), bool)
    top, left = (pixels - height) // 2, (pixels - width) // 2
    frame[top : top + height, left : left + width] = np.asarray(cut.resize((width, height)))
    return frame


def overlap(first: NDArray[np.bool_], second: NDArray[np.bool_]) -> float:
    """Return the intersection over union of two silhouettes."""
    return float((first & second).sum() / (first | second).sum())


def _outer_points(model: Any, data: Any, geom: int) -> NDArray[np.float64]:
    """Return points with the same tight bounding box as the geometry."""
    kind, size = model.geom_type[geom], model.geom_size[geom]
    turned, at = data.geom_xmat[geom].reshape(3, 3), data.geom_xpos[geom]
    if kind == mujoco.mjtGeom.mjGEOM_MESH:
        mesh = model.geom_dataid[geom]
        start, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
        return at + model.mesh_vert[start : start + count] @ turned.T
    reach = {
        mujoco.mjtGeom.mjGEOM_BOX: lambda: np.abs(turned) @ size,
        mujoco.mjtGeom.mjGEOM_SPHERE: lambda: np.full(3, size[0]),
        mujoco.mjtGeom.mjGEOM_ELLIPSOID: lambda: np.linalg.norm(turned * size, axis=1),
        mujoco.mjtGeom.mjGEOM_CAPSULE: lambda: np.abs(turned[:, 2]) * size[1] + size[0],
        mujoco.mjtGeom.mjGEOM_CYLINDER: lambda: (
            np.abs(turned[:, 2]) * size[1] + size[0] * np.sqrt(np.maximum(0, 1 - turned[:, 2] ** 2))
        ),
    }[mujoco.mjtGeom(int(kind))]()
    return np.stack([at - reach, at + reach])


__all__ = ["SEEN", "SOLID", "VIEWS", "Stage", "overlap", "portrait", "silhouette", "stage"]
