"""See pieces of a jigsaw: where one lies, how it is turned, and which part of a picture is printed on it.

All of it is computed from the colours of a picture and from the surface that each of its pixels shows. The pixels of a piece
are projected along their rays onto the level on which it lies.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage, optimize

from mindsight.engine.drawing import rays
from mindsight.engine.drawing.sight import Sighting
from mindsight.engine.drawing.views import FULL_SCALE
from mindsight.engine.geometry.frames import Frame
from mindsight.home.oracle.perception import Perception

SIDE = 8
"""Patches of colour along a side of a print, by which prints are compared."""
_FINER = 4
_KEPT = 0.88
"""Share of a cell's side that is looked at, because its rim may belong to a neighbour."""
_STEPS = 64
_REACH = 0.85
_KNOB = 0.13

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Print:
    """Patches of colour, shape (SIDE, SIDE, 3), as seen from above, and the share of each that was seen."""

    colours: Array
    seen: Array


@dataclass(frozen=True)
class Pose:
    """The pose of a piece: the middle of its upper side, its turn up to quarters, and the surface with its print."""

    at: Array
    yaw_rad: float
    geom: int


@dataclass(frozen=True)
class Piece:
    """A piece as it lies: the middle of its upper side, its turn up to quarters, and its print in that orientation."""

    at: Array
    yaw_deg: float
    printed: Print


class Glance:
    """The colours of the last picture, and the surface that each of its pixels shows; valid until the next action.

    Each is drawn when first needed: the place of a piece follows from the surfaces alone.
    """

    def __init__(self, perception: Perception) -> None:
        self._world = perception.episode.world
        self._space = perception.space
        self._lens = perception.lens
        self._camera = perception.episode.camera

    @cached_property
    def _colours(self) -> Array:
        return self._lens.picture(self._camera.picture().astype(float))

    @cached_property
    def _faces(self) -> NDArray[np.int32]:
        return self._camera.geoms()

    def piece(self, one: Sighting, pitch_m: float) -> Piece | None:
        """Return a piece that the picture shows, with its print; None if too little of it shows."""
        pose = self.pose(one, pitch_m)
        if pose is None:
            return None
        along, across = np.cos(pose.yaw_rad), np.sin(pose.yaw_rad)
        axes = np.array([[along, across, 0.0], [-across, along, 0.0]])
        places = pose.at + _places(pitch_m) @ axes
        return Piece(pose.at, float(np.degrees(pose.yaw_rad)), self._print(places, self._faces == pose.geom))

    def pose(self, one: Sighting, pitch_m: float) -> Pose | None:
        """Return the pose of a piece that the picture shows; None if too little of it shows."""
        hit = self._space.ray(one.point)
        if hit is None:
            return None
        # Only the printed side, not the edge of the card below it.
        mask = self._faces == hit.geom
        level = float(hit.point[2])
        around = self._flat(mask, level).mean(0)
        line = np.linspace(-_REACH, _REACH, _STEPS) * pitch_m
        grid = np.stack(np.meshgrid(line, line), -1) + around
        own = self._sample(mask, grid, level)
        knob = int(np.ceil(_KNOB * pitch_m / (line[1] - line[0])))
        body = ndimage.binary_opening(own, structure=_disc(knob))
        if not body.any():
            return None
        middle, yaw = _square(grid[body])
        return Pose(np.array([*middle, level]), yaw, hit.geom)

    def prints(self, frame: Frame, columns: int, rows: int, pitch_m: float) -> list[Print]:
        """Return the prints of the cells of a visible picture, row by row; in its frame x points right, z up."""
        whole = np.ones(self._faces.shape, dtype=np.bool_)
        found = []
        for row in range(rows):
            for column in range(columns):
                shift = np.array([column - (columns - 1) / 2, (rows - 1) / 2 - row]) * pitch_m
                flat = _places(pitch_m) + shift
                local = np.stack([flat[..., 0], np.zeros(flat.shape[:2]), flat[..., 1]], -1)
                found.append(self._print(frame.points(local), whole))
        return found

    def _flat(self, mask: NDArray[np.bool_], level: float) -> Array:
        """Return the positions of a mask's pixels on a level."""
        rows, columns = np.nonzero(mask)
        height, width = mask.shape
        points = np.stack([(columns + 0.5) / width, (rows + 0.5) / height], 1) * FULL_SCALE
        ways = rays.directions(self._world.view, self._world.aspect, points)
        eye = np.asarray(self._world.view.eye)
        return np.asarray(eye[:2] + ways[:, :2] * ((level - eye[2]) / ways[:, 2])[:, None])

    def _pixels(self, places: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the rows and columns of the pixels that show places of the room."""
        view = self._world.view
        height, width = self._faces.shape
        right, upward, backward = np.moveaxis((places - np.asarray(view.eye)) @ view.rotation, -1, 0)
        scale = np.tan(np.radians(view.fovy_deg / 2)) * -backward
        columns = np.floor((0.5 + right / (scale * self._world.aspect) / 2) * width).astype(np.int64)
        rows = np.floor((0.5 - upward / scale / 2) * height).astype(np.int64)
        return np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)

    def _sample(self, mask: NDArray[np.bool_], grid: Array, level: float) -> NDArray[np.bool_]:
        places = np.concatenate([grid, np.full((*grid.shape[:2], 1), level)], -1)
        return np.asarray(mask[self._pixels(places)])

    def _print(self, places: Array, mask: NDArray[np.bool_]) -> Print:
        pixels = self._pixels(places)
        own = mask[pixels].astype(float)
        summed = _pooled(self._colours[pixels] * own[..., None])
        seen = _pooled(own[..., None])[..., 0]
        return Print(summed / np.maximum(seen, 1e-9)[..., None], seen)


def assign(pieces: list[Print], picture: list[Print]) -> list[tuple[int, int]]:
    """Return for each piece its cell of the picture, and the quarter turns counter-clockwise that it needs."""
    cost = _costs(pieces, picture)
    rows, columns = optimize.linear_sum_assignment(cost.min(2))
    return [(int(place), int(cost[index, place].argmin())) for index, place in zip(rows, columns, strict=True)]


def unlikeness(pieces: list[Print], picture: list[Print]) -> float:
    """Return the mean squared difference of pieces from their cells of a picture, in units of the spread of its colours."""
    cost = _costs(pieces, picture).min(2)
    return float(cost[optimize.linear_sum_assignment(cost)].mean())


def _costs(pieces: list[Print], picture: list[Print]) -> Array:
    """Return the difference of each piece from each cell in each of the four orientations.

    Paper is lit differently when it lies or stands, so colours are compared after standardising them over the whole jigsaw.
    """
    wanted = _evened([one.colours for one in picture], [one.seen for one in picture])
    found = _evened([one.colours for one in pieces], [one.seen for one in pieces])
    cost = np.empty((len(pieces), len(picture), 4))
    for quarters in range(4):
        turned = np.rot90(found, quarters, axes=(1, 2))[:, None]
        weight = np.rot90(np.stack([one.seen for one in pieces]), quarters, axes=(1, 2))[:, None, ..., None]
        cost[:, :, quarters] = (weight * (turned - wanted[None]) ** 2).sum((2, 3, 4)) / weight.sum((2, 3, 4))
    return cost


def _evened(colours: list[Array], seen: list[Array]) -> Array:
    """Return colours less their mean, divided by their spread."""
    all_colours, weights = np.stack(colours), np.stack(seen)[..., None]
    mean = (weights * all_colours).sum((0, 1, 2)) / weights.sum()
    spread = np.sqrt((weights * (all_colours - mean) ** 2).sum((0, 1, 2)) / weights.sum())
    return np.asarray((all_colours - mean) / np.maximum(spread, 1e-6))


def _places(pitch_m: float) -> Array:
    """Return the points at which a cell is sampled: (x, y) to the right and up from its middle, the upper row first."""
    line = (np.arange(SIDE * _FINER) + 0.5) / (SIDE * _FINER) - 0.5
    x, y = np.meshgrid(line, -line)
    return np.stack([x, y], -1) * _KEPT * pitch_m


def _pooled(values: Array) -> Array:
    """Return the mean of each patch."""
    return np.asarray(values.reshape(SIDE, _FINER, SIDE, _FINER, -1).mean((1, 3)))


def _square(points: Array) -> tuple[Array, float]:
    """Return the middle of the smallest square, of any turn, around points, and its turn in rad, 0 to a quarter."""
    angles = np.radians(np.arange(0.0, 90.0, 1.0))
    along, across = np.cos(angles), np.sin(angles)
    axes = np.stack([along, across, -across, along], 1).reshape(-1, 2, 2)
    low, high = np.percentile(points @ axes.transpose(0, 2, 1), (0.5, 99.5), axis=1)
    best = int(np.prod(high - low, axis=1).argmin())
    return (low[best] + high[best]) / 2 @ axes[best], float(angles[best])


def _disc(radius: int) -> NDArray[np.bool_]:
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    return np.asarray(x**2 + y**2 <= radius**2)
