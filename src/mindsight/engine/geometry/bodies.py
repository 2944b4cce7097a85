"""Build bodies in a MuJoCo specification: visible and solid shapes, joints, and places for things.

Visible (group 1) and solid geometry (group 3) are separate: a mug looks like a lathed mesh and collides like a ring of
boxes. Rays that pick pixels hit visible geometry, so a picture and the world always agree.
"""

import hashlib
import itertools
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mindsight.engine.geometry.frames import NO_TURN, Frame, Quaternion
from mindsight.engine.geometry.register import OPENABLE, SLIDING, Container, Grid, Part, Print, Register, Surface
from mindsight.engine.geometry.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, Shape, Sphere, Vector

SEEN, SOLID, MARK = 1, 3, 4
"""Geometry groups: drawn and picked; colliding only; invisible sites."""

_GEOM = mujoco.mjtGeom
_INERTIA = mujoco.mjtMeshInertia
_ROLE_RGB = mujoco.mjtTextureRole.mjTEXROLE_RGB


class Workshop:
    """A specification under construction. Equal textures, materials and meshes are added once.

    A ``plain`` one leaves out colours and pictures, for callers that need only positions.
    """

    def __init__(self, spec: Any, *, plain: bool = False) -> None:
        self.spec = spec
        self._plain = plain
        self.register = Register()
        self._made: dict[str, str] = {}
        self._count = itertools.count()

    def body(
        self, name: str, *, at: Vector = (0, 0, 0), turn: Quaternion = NO_TURN, free: bool = False, mocap: bool = False
    ) -> "Body":
        """Add a body to the world; a free one can be moved, the pose of a ``mocap`` one is set from outside."""
        made = self.spec.worldbody.add_body(name=name, pos=at, quat=turn, mocap=mocap)
        if free:
            made.add_freejoint(name=name)
        return Body(self, made, name, Frame(at, turn))

    def world(self) -> "Body":
        """Return the world body, for floors and walls."""
        return Body(self, self.spec.worldbody, "world", Frame())

    def mesh(self, mesh: Mesh, *, seen: bool = False) -> str:
        """Return the asset name of a mesh; one that is only ``seen`` needs no volume and no convex hull."""
        parts = (mesh.vertices, mesh.faces, mesh.uv, *(() if mesh.normals is None else (mesh.normals,)))
        content = b"".join(np.ascontiguousarray(part).tobytes() for part in parts)

        def add(name: str) -> None:
            # The specification reads numbers one by one, which is twice as fast from a list as from an array.
            faces = mesh.faces.ravel().tolist()
            normals = {} if mesh.normals is None else {"usernormal": _singles(mesh.normals), "userfacenormal": faces}
            self.spec.add_mesh(
                name=name,
                uservert=_singles(mesh.vertices),
                userface=faces,
                usertexcoord=_singles(mesh.uv),
                userfacetexcoord=faces,
                inertia=_INERTIA.mjMESH_INERTIA_SHELL if seen else _INERTIA.mjMESH_INERTIA_CONVEX,
                **normals,
            )

        return self._once("seen" if seen else "mesh", content, add)

    def texture(self, image: Image.Image) -> str:
        """Return the asset name of a picture; RGBA keeps its transparency."""
        image = image if image.mode in {"RGB", "RGBA"} else image.convert("RGB")

        def add(name: str) -> None:
            made = self.spec.add_texture(
                name=name,
                type=mujoco.mjtTexture.mjTEXTURE_2D,
                width=image.width,
                height=image.height,
                nchannel=len(image.mode),
            )
            made.data = image.tobytes()
            # Marked as sRGB, it would be linearised by the classic renderer and not converted back: mid grey would be drawn as 55.
            made.colorspace = mujoco.mjtColorSpace.mjCOLORSPACE_LINEAR

        return self._once("texture", f"{image.mode}{image.size}".encode() + image.tobytes(), add)

    def material(
        self,
        image: Image.Image | None = None,
        *,
        rgb: Vector = (1.0, 1.0, 1.0),
        alpha: float = 1.0,
        roughness: float = 0.7,
        metallic: float = 0.0,
        emission: float = 0.0,
        repeat: tuple[float, float] = (1.0, 1.0),
        uniform: bool = False,
    ) -> str:
        """Return the asset name of a material: a colour or a picture, and how it reflects light."""
        if self._plain:
            name = self.unique("material")  # a kind may distinguish its parts by the names of their materials
            self.spec.add_material(name=name)
            return name
        texture = self.texture(image) if image is not None else ""
        wanted = (texture, rgb, alpha, roughness, metallic, emission, repeat, uniform)

        def add(name: str) -> None:
            made = self.spec.add_material(
                name=name,
                rgba=[*rgb, alpha],
                roughness=roughness,
                metallic=metallic,
                specular=0.35 * (1 - roughness) + 0.3 * metallic,
                shininess=max(0.02, 1 - roughness),
                emission=emission,
            )
            if texture:
                made.textures[_ROLE_RGB] = texture
                made.texrepeat = list(repeat)
                made.texuniform = uniform

        return self._once("material", repr(wanted).encode(), add)

    def unique(self, stem: str) -> str:
        """Return a name that is unique in this specification."""
        return f"{stem}.{next(self._count)}"

    def _once(self, stem: str, content: bytes, add: Any) -> str:
        key = stem + hashlib.sha256(content).hexdigest()
        if key not in self._made:
            self._made[key] = name = self.unique(stem)
            add(name)
        return self._made[key]


class Body:
    """A body under construction, in its own frame."""

    def __init__(self, workshop: Workshop, made: Any, name: str, frame: Frame, parent: str = "world") -> None:
        self.workshop = workshop
        self.name = name
        self._parent = parent
        self.frame = frame
        workshop.register.frames[name] = frame
        self._made = made
        self._solids: list[tuple[Any, float]] = []
        self._shift = np.zeros(3)

    def show(
        self,
        shape: Shape,
        *,
        at: Vector = (0, 0, 0),
        turn: Quaternion = NO_TURN,
        material: str = "",
        rgb: Vector | None = None,
        text: str = "",
        letter_m: float = 0.0,
        name: str = "",
    ) -> str:
        """Add a visible shape without collisions and return its name; ``text`` is what can be read on it."""
        name = name or self.workshop.unique(f"{self.name}.seen")
        looks: dict[str, Any] = {"material": material} if material else {"rgba": [*(rgb or (0.8, 0.8, 0.8)), 1]}
        self._add(shape, at, turn, name=name, group=SEEN, contype=0, conaffinity=0, mass=0, **looks)
        if text:
            self.workshop.register.texts[name] = Print(text, letter_m)
        return name

    def solid(
        self,
        shape: Shape,
        *,
        at: Vector = (0, 0, 0),
        turn: Quaternion = NO_TURN,
        friction: float = 0.8,
        rolls: bool = False,
    ) -> None:
        """Add an invisible shape with collisions. ``rolls`` adds rolling friction, so that a ball comes to rest."""
        made = self._add(
            shape,
            at,
            turn,
            name=self.workshop.unique(f"{self.name}.solid"),
            group=SOLID,
            rgba=[0.5, 0.5, 0.5, 0.3],
            friction=[friction, 0.02, 0.01] if rolls else [friction, 0.01, 0.0005],
            condim=6 if rolls else 4,
            density=400,
        )
        self._solids.append((made, shape.volume))

    def add(
        self,
        shape: Shape,
        *,
        at: Vector = (0, 0, 0),
        turn: Quaternion = NO_TURN,
        material: str = "",
        rgb: Vector | None = None,
        friction: float = 0.8,
        rolls: bool = False,
    ) -> None:
        """Add a visible shape with collisions."""
        self.show(shape, at=at, turn=turn, material=material, rgb=rgb)
        self.solid(shape, at=at, turn=turn, friction=friction, rolls=rolls)

    def weigh(self, mass_kg: float) -> None:
        """Distribute a mass over the solids by volume; call it when the body is complete.

        A body without solids, such as a cloth that nothing can touch, gets the mass of a small ball.
        """
        if not self._solids:
            self._made.mass, self._made.inertia = mass_kg, [0.01 * mass_kg] * 3
            self._made.explicitinertial = True
            return
        total = sum(volume for _, volume in self._solids)
        for made, volume in self._solids:
            made.mass = mass_kg * volume / total

    def child(self, name: str, *, at: Vector = (0, 0, 0), turn: Quaternion = NO_TURN) -> "Body":
        """Add a child body named ``<this>/<part>``."""
        made = self._made.add_body(name=name, pos=at, quat=turn)
        return Body(self.workshop, made, name, self.frame.inside(at, turn), self.name)

    def joint(  # noqa: PLR0913  (what a moving part is)
        self,
        role: str,
        *,
        axis: Vector,
        closed: float,
        opened: float,
        zh: str,
        en: str,
        owner: str,
        start: float | None = None,
        locked: bool = False,
    ) -> None:
        """Let this body move against its parent, as a door, lid, drawer, curtain, button, knob or switch.

        Lengths in m, angles in rad; ``start`` is its first position (0 unless given); a locked one does not open.
        What can be opened stays where it is left; buttons spring back.
        """
        slides = role in SLIDING
        low, high = sorted((closed, opened))
        made = self._made.add_joint(
            name=self.name,
            type=mujoco.mjtJoint.mjJNT_SLIDE if slides else mujoco.mjtJoint.mjJNT_HINGE,
            axis=axis,
            range=[low, high],
            limited=mujoco.mjtLimited.mjLIMITED_TRUE,
            damping=3.0 if role == "button" else 0.6,
            armature=0.02,
            frictionloss=0.0 if role == "button" else 0.25,
            stiffness=300.0 if role == "button" else 0.0,
            springref=closed - 0.003 * np.sign(opened - closed) if role == "button" else 0.0,
        )
        made.ref = 0.0
        if role in OPENABLE:
            self._made.gravcomp = 1.0  # friction in the hinge holds its position
        # A fixture is fastened to the room, so its parts would collide with it; the joint's range limits them instead.
        # A wall switch, whose owner is a lamp elsewhere, has nothing to do with the lamp's body.
        for other in {self._parent, *([owner] if self.name.startswith(f"{owner}/") else [])} - {"world"}:
            self.workshop.spec.add_exclude(bodyname1=self.name, bodyname2=other)
        part = Part(self.name, owner, role, closed, opened, zh, en, start, locked)
        self.workshop.register.parts[self.name] = part

    def follow(self, leader: str, *, axis: Vector, reach: float, share: float) -> None:
        """Let this body slide along an axis by a share of the way of a part that slides by at most ``reach``."""
        self._made.add_joint(
            name=self.name,
            type=mujoco.mjtJoint.mjJNT_SLIDE,
            axis=axis,
            range=[0.0, reach * share],
            limited=mujoco.mjtLimited.mjLIMITED_TRUE,
            damping=0.6,
            armature=0.02,
        )
        made = self.workshop.spec.add_equality(
            name=self.name,
            type=mujoco.mjtEq.mjEQ_JOINT,
            objtype=mujoco.mjtObj.mjOBJ_JOINT,
            name1=self.name,
            name2=leader,
        )
        made.data[:5] = [0.0, share, 0.0, 0.0, 0.0]

    def surface(self, name: str, *, at: Vector, half: tuple[float, float], clearance: float = 1.0) -> None:
        """Register a surface: a level rectangle in this body's frame on which things can stand."""
        self.workshop.register.surfaces[name] = Surface(name, self.name, at, half, clearance)

    def container(self, name: str, *, at: Vector, half: Vector, turn: Quaternion = NO_TURN) -> None:
        """Register a container by its inner box, which is open towards its +z."""
        self.workshop.register.containers[name] = Container(name, self.name, at, half, turn)
        self._made.add_site(
            name=name, type=_GEOM.mjGEOM_BOX, pos=at, quat=turn, size=half, group=MARK, rgba=[0, 0, 0, 0]
        )

    def tile(self, pitch_m: float) -> None:
        """Register a jigsaw piece for cells of this side."""
        self.workshop.register.tiles[self.name] = pitch_m

    def grid(self, *, at: Vector, columns: int, rows: int, pitch_m: float) -> None:
        """Register a frame for jigsaw pieces: the middle of the floor of its cells, and their number."""
        self.workshop.register.grids[self.name] = Grid(self.name, at, columns, rows, pitch_m)

    def shift(self, x: float, y: float) -> None:
        """Centre the geometry that follows on another point than the origin."""
        self._shift = np.array([x, y, 0.0])

    def _add(self, shape: Shape, at: Vector | NDArray[np.float64], turn: Quaternion, **rest: Any) -> Any:
        at = np.asarray(at, float) + self._shift
        if isinstance(shape, Capsule):
            ends = [*np.add(shape.start, at), *np.add(shape.end, at)]
            return self._made.add_geom(type=_GEOM.mjGEOM_CAPSULE, fromto=ends, size=[shape.radius, 0, 0], **rest)
        if isinstance(shape, Mesh):
            mesh = self.workshop.mesh(shape, seen=rest["group"] == SEEN)
            return self._made.add_geom(type=_GEOM.mjGEOM_MESH, meshname=mesh, pos=at, quat=turn, **rest)
        kind, size = _primitive(shape)
        return self._made.add_geom(type=kind, size=size, pos=at, quat=turn, **rest)


def _singles(numbers: NDArray[np.floating]) -> list[float]:
    return numbers.astype(np.float32).ravel().tolist()


def _primitive(shape: Box | Sphere | Ellipsoid | Cylinder) -> tuple[Any, NDArray[np.float64]]:
    match shape:
        case Box(half):
            return _GEOM.mjGEOM_BOX, np.array(half, float)
        case Sphere(radius):
            return _GEOM.mjGEOM_SPHERE, np.array([radius, 0, 0], float)
        case Ellipsoid(half):
            return _GEOM.mjGEOM_ELLIPSOID, np.array(half, float)
        case Cylinder(radius, half_height):
            return _GEOM.mjGEOM_CYLINDER, np.array([radius, half_height, 0], float)
