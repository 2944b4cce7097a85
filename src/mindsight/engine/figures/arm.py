"""A person's right arm: a hand whose skin bends with its bones, an arm in a sleeve. It collides with nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mindsight.engine.drawing.prints.pixels import mixed
from mindsight.engine.figures import sleeve
from mindsight.engine.figures.arm_bones import FINGERS, FORE_M, THUMB, UPPER_M, ArmPose, bind_bones, bones_of
from mindsight.engine.geometry import blobs
from mindsight.engine.geometry.blobs import Ball, Blob, Rod
from mindsight.engine.geometry.bodies import Body, Workshop
from mindsight.engine.geometry.frames import Frame, turn
from mindsight.engine.geometry.shapes import Ellipsoid, Mesh, Vector
from mindsight.engine.seeds import stream

Array = NDArray[np.float64]

NAME = "arm"
PARKED = Frame((0.0, 0.0, -3.0))
"""Where the arm is parked, out of sight."""
_CELL_M, _SOFT_M = 0.0027, 0.006
_FAR_M = 0.03
"""Distance beyond which a part of the flesh does not influence the skin."""
_WEIGHT_M = 0.0038
"""Distance over which a bend spreads on the skin."""
_TONES: tuple[Vector, ...] = ((0.93, 0.74, 0.62), (0.88, 0.67, 0.53), (0.78, 0.56, 0.42), (0.58, 0.39, 0.28))
_SLEEVES: tuple[Vector, ...] = (
    (0.23, 0.30, 0.42), (0.42, 0.44, 0.46), (0.50, 0.22, 0.24), (0.24, 0.38, 0.32), (0.80, 0.78, 0.72), (0.17, 0.18, 0.21),
)  # fmt: skip
_TONE_PX = 64


@dataclass(frozen=True)
class ArmLook:
    """The look of an arm: skin tone and sleeve colour; ``seed`` determines the cloth."""

    skin: Vector
    sleeve: Vector
    seed: int

    @classmethod
    def drawn(cls, seed: int) -> "ArmLook":
        """Return the look that a seed determines."""
        rng = stream(seed, "arm")
        return cls(_TONES[int(rng.integers(len(_TONES)))], _SLEEVES[int(rng.integers(len(_SLEEVES)))], seed)


def build_arm(workshop: Workshop, look: ArmLook) -> None:
    """Add an arm to the world, parked."""
    names = [*bind_bones(), "upperarm"]
    bodies = {name: workshop.body(f"{NAME}/{name}", at=PARKED.at, mocap=True) for name in names}
    _cover(workshop, look)
    nail = workshop.material(rgb=mixed(look.skin, (0.98, 0.86, 0.82), 0.55), roughness=0.25)
    for name, finger in {**FINGERS, "thumb": THUMB}.items():
        length, radius = finger.bones[2], finger.radii[3]
        half = (0.0062, 0.80 * radius, 0.0016)
        bodies[f"{name}.2"].show(
            Ellipsoid(half), at=(length - 0.0015, 0.0, 0.86 * radius), turn=turn("y", 8), material=nail
        )
    _dress(bodies["forearm"], bodies["upperarm"], look)


def move_arm(model: Any, data: Any, pose: ArmPose | None) -> Mapping[str, Frame]:
    """Move the arm's bones to a pose, or park the arm; return the bones."""
    bones = dict.fromkeys([*bind_bones(), "upperarm"], PARKED) if pose is None else bones_of(pose)
    for name, frame in bones.items():
        led = int(model.body(f"{NAME}/{name}").mocapid[0])
        data.mocap_pos[led], data.mocap_quat[led] = frame.at, frame.turn
    return bones


def _cover(workshop: Workshop, look: ArmLook) -> None:
    """Add the skin over the bones; every point moves with the bones near it."""
    mesh, weights = hand_skin()
    bones = bind_bones()
    names = list(bones)
    used = [np.flatnonzero(weights[:, place] > 0) for place in range(len(names))]
    skin = workshop.spec.add_skin(name=f"{NAME}.skin")
    skin.vert, skin.face = mesh.vertices.astype(np.float32).ravel(), mesh.faces.ravel()
    skin.texcoord = mesh.uv.astype(np.float32).ravel()
    skin.bodyname = [f"{NAME}/{name}" for name in names]
    skin.bindpos = np.array([bones[name].at for name in names], np.float32).ravel()
    skin.bindquat = np.array([bones[name].turn for name in names], np.float32).ravel()
    skin.vertid = [list(map(int, which)) for which in used]
    skin.vertweight = [list(map(float, weights[which, place])) for place, which in enumerate(used)]
    skin.material = workshop.material(_flesh(look), roughness=0.62)


@lru_cache(maxsize=1)
def hand_skin() -> tuple[Mesh, Array]:
    """Return the skin of hand and wrist in the frame of the hand, and each point's share of each bone.

    Its texture coordinates encode how red the skin is (u: over knuckles and tips) and how mottled (v).
    """
    parts = _flesh_parts()

    def field(points: Array) -> Array:
        palm = _soft_min([_nearby(blob, points) for blob in parts["hand"]], _SOFT_M * 1.6)
        fingers = [
            _soft_min([_nearby(blob, points) for blob in parts[name]], 0.003) for name in parts if name != "hand"
        ]
        # Each finger blends into the palm but not into its neighbour.
        return np.asarray(np.min([_soft_min([palm, finger], _SOFT_M) for finger in fingers], axis=0))

    mesh = blobs.skin(field, np.array([-0.115, -0.075, -0.090]), np.array([0.205, 0.085, 0.045]), _CELL_M)
    weights = _weights(mesh.vertices)
    return Mesh(mesh.vertices, mesh.faces, _tints(mesh.vertices), mesh.normals), weights


def _flesh_parts() -> dict[str, list[Blob]]:
    """Return the flesh around the bones, by palm and fingers."""
    bones = bind_bones()
    parts: dict[str, list[Blob]] = {
        "hand": [
            Rod((-0.10, 0.0, 0.0), (-0.035, 0.0, 0.0), 0.0285, 0.0265),
            Ball((-0.012, 0.0, 0.0), (0.040, 0.0275, 0.0195)),
            Ball((0.042, -0.003, -0.0015), (0.055, 0.038, 0.0150)),
            Ball((0.034, 0.024, -0.012), (0.036, 0.017, 0.0150), turn("z", 28)),
            Ball((0.040, -0.027, -0.008), (0.042, 0.0135, 0.0145)),
        ]
    }
    for finger in FINGERS.values():
        back = (0.018, 0.45 * finger.knuckle[1], 0.0)
        parts["hand"].append(Rod(back, finger.knuckle, 0.0118, 1.03 * finger.radii[0]))
    for name, finger in {**FINGERS, "thumb": THUMB}.items():
        parts[name] = _along(name, finger.bones, finger.radii, bones)
    return parts


def _along(name: str, lengths: tuple[float, ...], radii: tuple[float, ...], bones: Mapping[str, Frame]) -> list[Blob]:
    flesh: list[Blob] = []
    for place, length in enumerate(lengths):
        frame = bones[f"{name}.{place}"]
        flesh.append(Rod(frame.at, frame.point((length, 0.0, 0.0)), radii[place], radii[place + 1]))
        if place:  # joints are a little thicker than the bones between them
            flesh.append(Ball(frame.at, (1.08 * radii[place],) * 3))
            flesh.append(
                Ball(
                    frame.point((0.55 * length, 0, -0.0012)),
                    (0.55 * length, 0.97 * radii[place], 0.9 * radii[place]),
                    frame.turn,
                )
            )
    return flesh


def _nearby(blob: Blob, points: Array) -> Array:
    """Return the distance of points from a part of the flesh, computed only where it can matter."""
    ends = np.array([blob.at, blob.at] if isinstance(blob, Ball) else [blob.start, blob.end])
    reach = _FAR_M + (max(blob.half) if isinstance(blob, Ball) else max(blob.radius, blob.end_radius or 0.0))
    close = ((points > ends.min(0) - reach) & (points < ends.max(0) + reach)).all(axis=1)
    away = np.full(len(points), _FAR_M)
    away[close] = blob.distance(points[close])
    return away


def _soft_min(parts: list[Array], soft_m: float) -> Array:
    stack = np.stack(parts)
    low = stack.min(axis=0)
    return np.asarray(low - soft_m / 4 * np.log(np.exp(-(stack - low) * 4 / soft_m).sum(axis=0)))


def _segments() -> tuple[list[str], Array, Array]:
    """Return the bones with their ends in the frame of the hand."""
    bones = bind_bones()
    lengths = {
        f"{name}.{place}": part
        for name, one in {**FINGERS, "thumb": THUMB}.items()
        for place, part in enumerate(one.bones)
    }
    lengths |= {"hand": 0.080, "forearm": FORE_M - 0.012}
    names = list(bones)
    return (
        names,
        np.array([bones[name].at for name in names]),
        np.array([bones[name].point((lengths[name], 0, 0)) for name in names]),
    )


def _weights(points: Array) -> Array:
    """Return each point's weights of the bones, shape (points, bones), by distance; only joined bones share a point."""
    names, starts, ends = _segments()
    away = np.stack([_distance(points, start, end) for start, end in zip(starts, ends, strict=True)], axis=1)
    away[:, names.index("hand")] -= 0.012  # the palm is thicker than its single bone
    for name in ("middle", "ring", "little"):
        away[:, names.index("hand")] = np.minimum(
            away[:, names.index("hand")],
            _distance(
                points,
                np.array((0.01, 0.4 * FINGERS[name].knuckle[1], 0)),
                np.array(FINGERS[name].knuckle) * (0.93, 1, 1),
            )
            - 0.003,
        )
    nearest = away.argmin(axis=1)
    allowed = np.array([[_joined(one, other) for other in names] for one in names])[nearest]
    shares = np.where(allowed, np.exp(-(away - away.min(axis=1, keepdims=True)) / _WEIGHT_M), 0.0)
    shares[shares < 0.02] = 0.0
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _joined(one: str, other: str) -> bool:
    """Return whether two bones are the same or meet at a joint."""
    if one == other or {one, other} == {"hand", "forearm"}:
        return True
    (finger, _, place), (other_finger, _, other_place) = one.partition("."), other.partition(".")
    if not place or not other_place:
        return "hand" in (one, other) and (place or other_place) == "0"
    return finger == other_finger and abs(int(place) - int(other_place)) == 1


def _distance(points: Array, start: Array, end: Array) -> Array:
    way = end - start
    share = np.clip((points - start) @ way / (way @ way), 0.0, 1.0)
    return np.asarray(np.linalg.norm(points - start - share[:, None] * way, axis=1))


def _tints(points: Array) -> Array:
    bones = bind_bones()
    red = np.zeros(len(points))
    for name, finger in {**FINGERS, "thumb": THUMB}.items():
        spots = [(bones[f"{name}.{place}"].at, 0.010) for place in (0, 1, 2)]
        spots.append((bones[f"{name}.2"].point((finger.bones[2], 0, 0)), 0.011))
        for at, wide in spots:
            red = np.maximum(red, np.exp(-((np.linalg.norm(points - np.array(at), axis=1) / wide) ** 2)))
    below = np.clip(-points[:, 2] / 0.02, 0.0, 1.0) * 0.35
    mottled = 0.5 + 0.22 * np.sin(points @ (410.0, 230.0, 190.0)) * np.sin(points @ (150.0, -330.0, 260.0) + 1.3)
    return np.stack([np.clip(np.maximum(red, below), 0.02, 0.98), np.clip(mottled, 0.02, 0.98)], axis=1)


def _flesh(look: ArmLook) -> Image.Image:
    """Return the skin texture, from plain to reddened (across) and from darker to lighter (down)."""
    base = np.array(look.skin)
    blush = base * np.array((1.00, 0.80, 0.76)) + np.array((0.015, 0.0, 0.0))
    across = base + (blush - base) * np.linspace(0, 1, _TONE_PX)[:, None]
    light = np.linspace(0.955, 1.03, _TONE_PX)[:, None, None]
    return Image.fromarray((np.clip(across[None] * light, 0, 1) * 255).astype(np.uint8))


def _dress(forearm: Body, upperarm: Body, look: ArmLook) -> None:
    """Put a sleeve over forearm and upper arm, with a hem at the wrist."""
    rng = stream(look.seed, "arm", "cloth")
    material = forearm.workshop.material(sleeve.cloth(look.sleeve, rng), roughness=0.95)
    forearm.show(sleeve.sleeve(-0.03, FORE_M - 0.034, sleeve.RADII_M["forearm"], rng, hem=True), material=material)
    upperarm.show(sleeve.sleeve(-0.02, UPPER_M + 0.02, sleeve.RADII_M["upperarm"], rng), material=material)
