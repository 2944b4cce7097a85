"""A cat or a small dog in the room. It collides with nothing.

Trunk, head, legs and tail are one body each, and their poses depend on the time alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image

from mindsight.engine.drawing.prints.textures import mixed, noise
from mindsight.engine.figures.pet_walk import PetPose, pose
from mindsight.engine.geometry.blobs import Ball, Blob, Rod, blend, project
from mindsight.engine.geometry.bodies import Body, Workshop
from mindsight.engine.geometry.forms import smooth
from mindsight.engine.geometry.frames import Frame, multiply, turn
from mindsight.engine.geometry.meshes import scale, tube
from mindsight.engine.geometry.shapes import Capsule, Ellipsoid, Mesh, Sphere, Vector
from mindsight.engine.scenes.plans import PetPlan
from mindsight.engine.seeds import stream

NAME = "pet"
_LEGS = {"leg.front.left": (1, 0), "leg.front.right": (-1, 0), "leg.back.left": (1, 1), "leg.back.right": (-1, 1)}
"""Legs: side (x), and whether it is a hind leg."""
_DARK: Vector = (0.08, 0.07, 0.08)
_WHITE: Vector = (0.95, 0.93, 0.89)


@dataclass(frozen=True)
class Breed:
    """Sizes of an animal in m: height of the shoulder, distance from shoulder to hip, half width, position of the head."""

    shoulder: float
    length: float
    girth: float
    head: Vector
    tail: tuple[Vector, ...]
    tail_radius: float


BREEDS: Mapping[str, Breed] = {
    "cat": Breed(0.185, 0.205, 0.052, (0, -0.088, 0.088),
                 ((0, 0, 0), (0, 0.05, 0.012), (0, 0.09, 0.06), (0, 0.10, 0.13), (0, 0.125, 0.185)), 0.0135),
    "dog": Breed(0.225, 0.250, 0.066, (0, -0.105, 0.118),
                 ((0, 0, 0), (0, 0.035, 0.03), (0, 0.05, 0.075), (0, 0.04, 0.12)), 0.0150),
}  # fmt: skip


@dataclass(frozen=True)
class _Coat:
    fur: Vector
    marks: Vector
    pale: Vector
    striped: bool


_COATS: Mapping[str, tuple[_Coat, ...]] = {
    "cat": (
        _Coat((0.86, 0.58, 0.30), (0.66, 0.36, 0.15), (0.97, 0.90, 0.78), striped=True),
        _Coat((0.62, 0.60, 0.57), (0.33, 0.32, 0.32), (0.93, 0.92, 0.89), striped=True),
        _Coat((0.17, 0.16, 0.17), (0.12, 0.11, 0.12), (0.95, 0.94, 0.92), striped=True),
    ),
    "dog": (
        _Coat((0.94, 0.90, 0.83), (0.58, 0.36, 0.19), (0.96, 0.93, 0.87), striped=False),
        _Coat((0.95, 0.94, 0.91), (0.22, 0.19, 0.18), (0.96, 0.95, 0.92), striped=False),
        _Coat((0.83, 0.62, 0.38), (0.72, 0.50, 0.28), (0.94, 0.84, 0.68), striped=False),
    ),
}


def build_pet(workshop: Workshop, plan: PetPlan) -> None:
    """Add the pet to the world in its pose at time 0."""
    breed, rng = BREEDS[plan.kind], stream(plan.seed, "pet", "looks")
    coat = _COATS[plan.kind][int(rng.integers(len(_COATS[plan.kind])))]
    bodies = {name: workshop.body(name, at=at.at, turn=at.turn, mocap=True) for name, at in parts(plan, 0.0).items()}
    fur = workshop.material(_fur(rng, coat), roughness=0.95)
    plain = workshop.material(rgb=coat.fur, roughness=0.95)
    pale = workshop.material(rgb=coat.pale, roughness=0.95)
    _trunk(bodies[NAME], breed, fur, pale)
    for leg, (_, behind) in _LEGS.items():
        _leg(bodies[f"{NAME}/{leg}"], breed, behind, plain, pale)
    curve = smooth(breed.tail, 5, closed=False)
    radii = breed.tail_radius * np.linspace(1.0, 0.62, len(curve))
    bodies[f"{NAME}/tail"].show(_sideways(tube(curve, list(radii), 12)), material=fur)
    {"cat": _cat_head, "dog": _dog_head}[plan.kind](bodies[f"{NAME}/head"], coat)


def move_pet(model: Any, data: Any, plan: PetPlan, time_s: float) -> None:
    """Move the pet's bodies to their poses at a time."""
    for name, frame in parts(plan, time_s).items():
        led = int(model.body(name).mocapid[0])
        data.mocap_pos[led], data.mocap_quat[led] = frame.at, frame.turn


def parts(plan: PetPlan, time_s: float) -> dict[str, Frame]:
    """Return the frame of each of the pet's bodies at a time."""
    now, breed = pose(plan, time_s), BREEDS[plan.kind]
    ground = Frame((now.x, now.y, 0.0), turn("z", now.yaw))
    stride = 2 * np.pi * now.gait
    rise, bob = 0.14 * breed.shoulder * now.sitting, 0.004 * float(np.sin(2 * stride)) * now.pace
    drop = (breed.shoulder + rise - 0.42 * breed.shoulder) / breed.length
    pitch = -float(np.degrees(np.arcsin(min(0.95, drop)))) * now.sitting
    trunk = ground.inside((0.0, -breed.length / 2, breed.shoulder + rise + bob), turn("x", pitch))
    breath = 0.4 * float(np.sin(1.9 * time_s))
    look = 14 * float(np.sin(0.7 * time_s)) * now.sitting
    head = trunk.inside(
        breed.head, multiply(turn("x", -pitch + breath + 2 * now.pace * float(np.sin(2 * stride))), turn("z", look))
    )
    sway = 16 * float(np.sin(1.3 * time_s)) if plan.kind == "cat" else 26 * float(np.sin(9.0 * time_s))
    end = (0.0, breed.length + 0.8 * breed.girth, 0.35 * breed.girth)
    tail = trunk.inside(end, multiply(turn("x", -0.6 * pitch), turn("y", sway), turn("z", sway * 0.5)))
    found = {NAME: trunk, f"{NAME}/head": head, f"{NAME}/tail": tail}
    for leg, (side, behind) in _LEGS.items():
        found[f"{NAME}/{leg}"] = _leg_frame(breed, now, ground, trunk, side, behind)
    return found


def _leg_frame(breed: Breed, now: PetPose, ground: Frame, trunk: Frame, side: int, behind: int) -> Frame:
    """Return the frame of a leg as it swings; when the pet sits, front legs stay upright and hind legs fold."""
    beat = 2 * np.pi * (now.gait + 0.5 * ((side > 0) == bool(behind)))
    swing = 22 * float(np.sin(beat)) * now.pace
    lift = 0.012 * max(0.0, float(np.cos(beat))) * now.pace
    across = side * breed.girth * (0.68 if behind else 0.60)
    if not behind:
        return ground.inside((across, -breed.length / 2 + 0.004, breed.shoulder + lift), turn("x", swing))
    hip = trunk.point((across * (1 + 0.25 * now.sitting), breed.length, 0.0))
    bent = 1.18 * float(np.degrees(np.arccos(min(1.0, hip[2] / breed.shoulder)))) if now.sitting else 0.0
    folded = multiply(turn("z", now.yaw), turn("x", swing - bent))
    return Frame((hip[0], hip[1], hip[2] + lift), folded)


def _trunk(body: Body, breed: Breed, fur: str, pale: str) -> None:
    girth, (_, ahead, up) = breed.girth, breed.head
    blobs: list[Blob] = [
        Ball((0, -0.1 * girth, -0.05 * girth), (0.98 * girth, 1.25 * girth, 1.18 * girth)),
        Ball((0, breed.length, -0.02 * girth), (0.95 * girth, 1.2 * girth, 1.08 * girth)),
        Rod((0, 0, 0), (0, breed.length, 0), 0.90 * girth, 0.86 * girth),
        Rod((0, -0.4 * girth, 0.3 * girth), (0, ahead * 0.95, up * 0.85), 0.80 * girth, 0.62 * girth),
    ]
    body.show(_sideways(blend(blobs, soft_m=0.035, cell_m=0.0085)), material=fur)
    bib = [Ball((0, -1.02 * girth, -0.15 * girth), (0.55 * girth, 0.42 * girth, 0.85 * girth), turn("x", 12))]
    body.show(blend(bib, soft_m=0.01, cell_m=0.006), material=pale)


def _leg(body: Body, breed: Breed, behind: int, fur: str, pale: str) -> None:
    high, girth = breed.shoulder, breed.girth
    thick = 0.34 * girth
    blobs: list[Blob]
    if behind:
        blobs = [
            Ball((0, -0.05 * girth, -0.16 * high), (0.52 * girth, 0.92 * girth, 1.02 * girth)),
            Rod((0, 0.25 * girth, -0.42 * high), (0, 0.62 * girth, -0.66 * high), 0.42 * girth, 0.9 * thick),
            Rod((0, 0.62 * girth, -0.66 * high), (0, 0.38 * girth, -high + 0.022), 0.9 * thick, 0.85 * thick),
        ]
        toe = 0.22 * girth
    else:
        blobs = [Rod((0, 0, 0.02 * high), (0, 0, -0.45 * high), 0.55 * girth, 1.05 * thick),
                 Rod((0, 0, -0.45 * high), (0, 0, -high + 0.020), 1.05 * thick, 0.85 * thick)]  # fmt: skip
        toe = -0.22 * girth
    body.show(blend(blobs, soft_m=0.012, cell_m=0.0065), material=fur)
    paw = [Ball((0, toe, -high + 0.0135), (0.38 * girth, 0.56 * girth, 0.0135))]
    body.show(blend(paw, soft_m=0.004, cell_m=0.005, flat_at=-high), material=pale)


def _cat_head(body: Body, coat: _Coat) -> None:
    material = body.workshop.material
    fur, pale = material(rgb=coat.fur, roughness=0.95), material(rgb=coat.pale, roughness=0.95)
    pink, marks = material(rgb=(0.88, 0.58, 0.56), roughness=0.6), material(rgb=coat.marks, roughness=0.95)
    skull = [Ball((0, 0, 0), (0.050, 0.045, 0.043)), Ball((0.026, -0.014, -0.014), (0.024, 0.024, 0.020)),
             Ball((-0.026, -0.014, -0.014), (0.024, 0.024, 0.020))]  # fmt: skip
    body.show(blend(skull, soft_m=0.012, cell_m=0.006), material=fur)
    muzzle = [Ball((s * 0.011, -0.040, -0.017), (0.014, 0.013, 0.011)) for s in (-1, 1)]
    body.show(
        blend([*muzzle, Ball((0, -0.036, -0.024), (0.011, 0.010, 0.008))], soft_m=0.006, cell_m=0.004), material=pale
    )
    body.show(Ellipsoid((0.0058, 0.004, 0.0042)), at=(0, -0.0525, -0.0095), material=pink)
    iris = material(rgb=(0.62, 0.72, 0.26), roughness=0.1, emission=0.15)
    for s in (-1, 1):
        body.show(_ear(0.044), at=(s * 0.030, 0.006, 0.026), turn=turn("y", s * 16), material=fur)
        body.show(
            scale(_ear(0.034), (0.8, 0.6, 1.0)), at=(s * 0.030, -0.0035, 0.028), turn=turn("y", s * 16), material=pink
        )
        body.show(
            Ellipsoid((0.0098, 0.0045, 0.0092)), at=(s * 0.0195, -0.0405, 0.0065), turn=turn("z", s * 20), material=iris
        )
        body.show(
            Ellipsoid((0.0034, 0.0030, 0.0082)), at=(s * 0.0199, -0.0438, 0.0065), turn=turn("z", s * 20), rgb=_DARK
        )
        body.show(Sphere(0.0016), at=(s * 0.0170, -0.0465, 0.0100), rgb=(1, 1, 1))
        for n in (-1, 0, 1):
            root = (s * 0.018, -0.046, -0.017 + 0.003 * n)
            body.show(Capsule(0.0006, root, (s * 0.062, -0.050, -0.016 + 0.010 * n)), rgb=_WHITE)
    if coat.striped:
        for x in (-0.011, 0.0, 0.011):
            body.show(Capsule(0.0034, (x, -0.030, 0.0315), (x * 1.3, -0.010, 0.0405)), material=marks)


def _ear(height: float) -> Mesh:
    cone = blend([Rod((0, 0, 0), (0, 0, height), 0.40 * height, 0.05 * height)], soft_m=0.004, cell_m=0.0045)
    return scale(cone, (1.0, 0.45, 1.0))


def _dog_head(body: Body, coat: _Coat) -> None:
    material = body.workshop.material
    fur, marks = (
        material(rgb=mixed(coat.fur, coat.marks, 0.15), roughness=0.95),
        material(rgb=coat.marks, roughness=0.95),
    )
    pale = material(rgb=coat.pale, roughness=0.95)
    skull = [Ball((0, 0, 0), (0.056, 0.056, 0.052)), Ball((0, -0.03, -0.018), (0.040, 0.040, 0.032))]
    body.show(blend(skull, soft_m=0.02, cell_m=0.007), material=fur)
    snout: list[Blob] = [
        Rod((0, -0.040, -0.018), (0, -0.088, -0.022), 0.032, 0.024),
        Ball((0, -0.06, -0.036), (0.022, 0.034, 0.014)),
    ]
    body.show(blend(snout, soft_m=0.012, cell_m=0.006), material=pale)
    body.show(Ellipsoid((0.0135, 0.010, 0.0105)), at=(0, -0.110, -0.010), rgb=_DARK)
    body.show(Ellipsoid((0.013, 0.018, 0.004)), at=(0, -0.086, -0.049), turn=turn("x", 24), rgb=(0.86, 0.45, 0.45))
    for s in (-1, 1):
        flap: list[Blob] = [Rod((s * 0.046, 0.008, 0.030), (s * 0.074, 0.006, -0.004), 0.018, 0.022),
                Ball((s * 0.077, 0.002, -0.030), (0.011, 0.024, 0.034))]  # fmt: skip
        body.show(blend(flap, soft_m=0.012, cell_m=0.006), material=marks)
        body.show(Sphere(0.0088), at=(s * 0.0225, -0.0495, 0.012), rgb=_DARK)
        body.show(Sphere(0.0022), at=(s * 0.0205, -0.0575, 0.0155), rgb=(1, 1, 1))
        body.show(Ellipsoid((0.019, 0.010, 0.019)), at=(s * 0.026, -0.041, 0.014), material=marks)


def _sideways(mesh: Mesh) -> Mesh:
    """Return the mesh with its texture projected from the side."""
    return Mesh(mesh.vertices, mesh.faces, project(mesh.vertices, "x"), mesh.normals)


def _fur(rng: Generator, coat: _Coat, size: int = 256) -> Image.Image:
    """Return the picture of a coat from the side: stripes or patches on the back, pale below."""
    clouds = noise(rng, (size, size), 4)
    x, y = np.meshgrid(np.linspace(0, 1, size), np.linspace(0, 1, size))
    if coat.striped:
        bands = np.sin(2 * np.pi * (9 * x + 0.9 * (clouds - 0.5))) * 0.5 + 0.5
        marked = _step(bands, 0.62, 0.10) * (1 - _step(y, 0.62, 0.15))
    else:
        saddle = np.hypot((x - 0.62) / 0.30, (y - 0.30) / 0.34) + 0.8 * (clouds - 0.5)
        marked = 1 - _step(saddle, 0.95, 0.06)
    below = _step(y + 0.12 * (clouds - 0.5), 0.86, 0.06)
    tone = _over(_over(np.tile(np.array(coat.fur), (size, size, 1)), coat.marks, marked), coat.pale, below)
    hair = 0.93 + 0.10 * rng.random((size, size // 4)).repeat(4, axis=1)
    return Image.fromarray((np.clip(tone * hair[..., None], 0, 1) * 255).astype(np.uint8))


def _step(value: NDArray[np.float64], edge: float, width: float) -> NDArray[np.float64]:
    return np.asarray(np.clip((value - edge) / width + 0.5, 0, 1))


def _over(ground: NDArray[np.float64], colour: Vector, share: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(ground + (np.array(colour) - ground) * share[..., None])


__all__ = ["BREEDS", "NAME", "Breed", "PetPose", "build_pet", "move_pet", "parts", "pose"]
