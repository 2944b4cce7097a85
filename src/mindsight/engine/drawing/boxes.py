"""Views of an eye and a lamp, and the boxes in which they show something: pixels of a picture, texels of a map of shadows."""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.physics.world import World

Array = NDArray[np.float64]
Index = NDArray[np.int64]

_LARGER_PX = 2
"""How much larger a box is than what lies in it: for rounding, and for samples beside the middle of a pixel."""
_AROUND = np.array([(x, y) for x in (-1, 1) for y in (-1, 1)])
_WIDEST_DEG = 160.0
"""The widest angle at which MuJoCo draws a map of shadows."""


class Box(NamedTuple):
    """Pixels from a lower left to an upper right corner, which is not in it; rows count from below."""

    left: int
    bottom: int
    right: int
    top: int

    @classmethod
    def around(cls, boxes: Index) -> Self:
        """Return the box around some, one in each row; empty ones do not count."""
        filled = boxes[(boxes[:, :2] < boxes[:, 2:]).all(axis=1)]
        if not len(filled):
            return cls(0, 0, 0, 0)
        return cls(*filled[:, :2].min(axis=0).tolist(), *filled[:, 2:].max(axis=0).tolist())


@dataclass(frozen=True)
class Sight:
    """A perspective view: from where, its axes (right, up, ahead; rows), the slopes of its edges, and the pixels it is drawn on."""

    at: Array
    axes: Array
    slopes: Array
    near: float
    size: tuple[int, int]
    border: int = 0

    @classmethod
    def of_eye(cls, world: World, size: tuple[int, int]) -> Self:
        """Return what a camera at the world's eye sees."""
        model, data = world.model, world.data
        eye = model.camera("eye").id
        right, up, back = data.cam_xmat[eye].reshape(3, 3).T
        slope = np.tan(np.radians(model.cam_fovy[eye]) / 2)
        slopes = np.array([slope * size[0] / size[1], slope])
        return cls(data.cam_xpos[eye].copy(), np.array([right, up, -back]), slopes, _near(world), size)

    @classmethod
    def of_lamp(cls, world: World, lamp: int, texels: int) -> Self:
        """Return what a lamp sees, as MuJoCo draws its map of shadows: with a border of one texel."""
        model, ahead = world.model, world.data.light_xdir[lamp]
        across = np.cross(ahead, (-1.0, 0.0, 0.0))
        if across @ across <= 0.01:  # MuJoCo's own bound
            across = np.cross(ahead, (0.0, 1.0, 0.0))
        right = np.cross(ahead, across)
        right /= np.linalg.norm(right)
        angle = min(2 * float(model.light_cutoff[lamp]) * model.vis.map.shadowscale, _WIDEST_DEG)
        axes = np.array([right, np.cross(right, ahead), ahead])
        slopes = np.full(2, np.tan(np.radians(angle) / 2))
        return cls(world.data.light_xpos[lamp].copy(), axes, slopes, _near(world), (texels, texels), 1)

    def seen(self, points: Array) -> Array:
        """Return points, shape (…, 3), along its axes: to the right, up, and ahead."""
        return np.asarray((points - self.at) @ self.axes.T)

    def boxes(self, seen: Array, *, both: bool = False) -> Index:
        """Return the box of all that lies between points, for each row of points as seen, shape (rows, points, 3).

        What lies behind is cut off or, with ``both``, counts where it appears through the middle, as when a map is looked up.
        """
        found = self._boxes_ahead(seen)
        for row in np.flatnonzero(seen[..., 2].min(axis=1) < self.near):
            ends = (seen[row], -seen[row]) if both else (seen[row],)
            cut = [part for one in ends if len(part := _ahead(one, self.near))]
            parts = [self._boxes_ahead(part[None])[0] for part in cut]
            found[row] = Box.around(np.array(parts).reshape(-1, 4))
        return found

    def _boxes_ahead(self, seen: Array) -> Index:
        ahead, ends = seen[..., 2], []
        for axis, size in enumerate(self.size):
            share = seen[..., axis] / np.maximum(ahead, self.near) / self.slopes[axis]
            pixels = self.border + (share + 1) / 2 * (size - 2 * self.border)
            low, high = np.floor(pixels.min(axis=1)) - _LARGER_PX, np.ceil(pixels.max(axis=1)) + _LARGER_PX
            ends.append((np.clip(low, 0, size), np.clip(high, 0, size)))
        (left, right), (bottom, top) = ends
        return np.stack([left, bottom, right, top], axis=1).astype(np.int64)

    def beside(self, seen: Array, px: float) -> Array:
        """Return where lines of sight meet the planes of triangles as seen, some pixels beside each corner, shape (triangles, 12, 3).

        It is the corners where a triangle reaches behind the eye, and where it is so edge-on, less than 1/400 px wide, that a line beside
        it misses its plane: no sample of a pixel is likely to show it. The result is in the world.
        """
        steps = 2 * px / np.array(self.size) * self.slopes
        normals = np.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0])
        with np.errstate(divide="ignore", invalid="ignore"):
            slopes = seen[:, :, None, :2] / seen[:, :, None, 2:] + _AROUND * steps
            lines = np.concatenate([slopes, np.ones((*slopes.shape[:-1], 1))], axis=-1)
            far = (seen[:, 0] * normals).sum(axis=1)[:, None, None] / np.einsum("nckj,nj->nck", lines, normals)
            met = (np.isfinite(far) & (far > 0) & (seen[:, :, None, 2] >= self.near)).all(axis=(1, 2))
            there = np.where(met[:, None, None, None], lines * far[..., None], seen[:, :, None])
        return np.asarray(there.reshape(len(seen), 3 * len(_AROUND), 3) @ self.axes + self.at)

    def inside(self, seen: Array) -> NDArray[np.bool_]:
        """Return which rows of points as seen are not wholly beyond one of its edges or behind it."""
        ahead, within = seen[..., 2], (seen[..., 2] >= self.near).any(axis=1)
        for axis, slope in enumerate(self.slopes):
            for way in (-1, 1):
                within &= (way * seen[..., axis] <= ahead * slope).any(axis=1)
        return np.asarray(within)

    def turned_away(self, seen: Array) -> NDArray[np.bool_]:
        """Return which triangles as seen surely show their back, whatever rounding to parts of pixels does to their corners."""
        ahead = (seen[..., 2] >= self.near).all(axis=1)
        pixels = (
            seen[..., :2]
            / np.where(np.asarray(ahead)[:, None], seen[..., 2], 1)[..., None]
            / self.slopes
            * np.array(self.size)
            / 2
        )
        edges = np.roll(pixels, -1, axis=1) - pixels
        area = edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0]
        return np.asarray(ahead & (area < -np.linalg.norm(edges, axis=-1).max(axis=1) / 32))


def _near(world: World) -> float:
    return float(world.model.stat.extent * world.model.vis.map.znear)


def _ahead(seen: Array, near: float) -> Array:
    """Return corners of what lies between points, cut off at a plane."""
    before = seen[seen[:, 2] >= near]
    behind = seen[seen[:, 2] < near]
    shares = (before[:, None, 2] - near) / (before[:, None, 2] - behind[None, :, 2])
    crossings = before[:, None] + shares[..., None] * (behind[None] - before[:, None])
    return np.concatenate([before, crossings.reshape(-1, 3)])
