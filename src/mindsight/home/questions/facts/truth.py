"""The facts of a scene as it is: looks from the plan, places from the physics; how visible things are, from a picture of it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import Sighting, exposures, sightings
from mindsight.engine.kinds import KINDS
from mindsight.engine.physics import extents, measures
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.scene import Thing
from mindsight.home.questions.facts.facts import Facts, Object, Vector3

_AXES, _ORIGIN = np.eye(3), np.zeros(3)


def true_facts(camera: Camera, geoms: NDArray[np.int32] | None = None, **more: Any) -> Facts:
    """Return the facts of the camera's world in its present view; ``more`` are those that only this kind of scene has.

    ``geoms`` is the geometry at each pixel of the view, if the caller has it already.
    """
    world = camera.world
    geoms = camera.geoms() if geoms is None else geoms
    seen = {one.name: one for one in sightings(world, geoms)}
    resting, lying = measures.supporters(world), _lying(world)
    things = world.scene.things
    shown = exposures(camera, [name for name in seen if name in things and things[name].movable], geoms)
    found = [
        _thing(
            world,
            thing,
            seen.get(thing.name),
            shown.get(thing.name, float(thing.name in seen)),
            resting.get(thing.name, ""),
            lying.get(thing.name, ""),
        )
        for thing in world.scene.things.values()
        if thing.movable or thing.name in seen
    ]
    found += [_part(world, name, one) for name, one in seen.items() if one.what == "part"]
    return view_of(world, tuple(found), more)


def view_of(world: World, objects: tuple[Object, ...], more: dict[str, Any]) -> Facts:
    """Return facts with the camera of a world's present view."""
    right, up, backward = (_vector(axis) for axis in world.view.rotation.T)
    return Facts(
        objects=objects,
        eye=_vector(np.asarray(world.view.eye)),
        axes=(right, up, backward),
        fovy_deg=world.view.fovy_deg,
        aspect=world.aspect,
        more=more,
    )


def looks_of(thing: Thing) -> dict[str, Any]:
    """Return the fields of an object that say what it is and looks like."""
    kind = KINDS.get(thing.kind)
    return {
        "name": thing.name,
        "kind": thing.kind,
        "zh": thing.zh,
        "en": thing.en,
        "category": thing.category,
        "uses": kind.uses if kind else (),
        "colour": thing.look.colour,
        "shape": thing.look.shape,
        "material": thing.look.material,
        "state": thing.look.state,
    }


def part_of(world: World, name: str) -> dict[str, Any]:
    """Return the fields of an object that say what a moving part is."""
    part = world.scene.register.parts[name]
    return {"name": name, "kind": part.role, "zh": part.zh, "en": part.en, "category": "part", "on": part.owner}


def _thing(world: World, thing: Thing, seen: Sighting | None, shown: float, resting: str, lying: str) -> Object:
    low, high = _extent(world, thing.name)
    return Object(
        **looks_of(thing),
        **_visible(seen),
        text=thing.look.text,
        at=_vector((low + high) / 2),
        size=_vector(high - low),
        shown=round(shown, 4),
        on=resting,
        inside=lying,
    )


def _part(world: World, name: str, seen: Sighting) -> Object:
    part = world.scene.register.parts[name]
    travel = (world.data.joint(name).qpos[0] - part.closed) / (part.opened - part.closed)
    says = {"travel": round(float(travel), 4), "locked": part.locked}
    visible = {**_visible(seen), "says": says}
    return Object(**part_of(world, name), **visible, at=_vector(world.middle(name)), shown=1.0)


def _visible(seen: Sighting | None) -> dict[str, Any]:
    if seen is None:
        return {}
    return {
        "point": seen.point,
        "box": seen.box,
        "pixels": seen.pixels,
        "side_px": seen.side_px,
        "says": dict(seen.says),
        "read": seen.text,
    }


def _extent(world: World, name: str) -> tuple[np.ndarray, np.ndarray]:
    if not world.solids(name).size:
        middle = world.middle(name)
        return middle, middle
    return extents.extent(world, name, _AXES, _ORIGIN)


def _lying(world: World) -> dict[str, str]:
    """Return the thing in whose hollow each movable thing lies; of several the smallest."""
    hollows = sorted(world.scene.register.containers.values(), key=lambda one: float(np.prod(one.half)))
    owners = {body: world.ownership.owner_of_bodies[index] for index, body in enumerate(world.ownership.bodies)}
    found: dict[str, str] = {}
    for thing in world.scene.things.values():
        for hollow in hollows:
            owner = owners[hollow.body]
            if thing.movable and owner != thing.name and measures.holds_middle(world, thing.name, hollow.name):
                found[thing.name] = owner
                break
    return found


def _vector(values: Any) -> Vector3:
    x, y, z = (round(float(value), 5) for value in values)
    return x, y, z
