"""Pictures of people in a room at stated times, with what each pixel shows, and what they do: as it is and as the pictures show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import labelled
from mindsight.engine.drawing.views import View
from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.motions import Moment
from mindsight.engine.figures.people.presence import Presence
from mindsight.engine.figures.plays.carried import Parcel
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import ScenePlan
from mindsight.engine.scenes.scene import Thing, build
from mindsight.home.questions.facts.facts import Facts, Scene
from mindsight.home.questions.facts.sight import points_of, seen_facts
from mindsight.home.questions.scenes import Made, Mask, Pixels, Rejected
from mindsight.home.questions.scenes.people.cast import thing_of
from mindsight.home.questions.scenes.people.reading.joints import DEEP_M, placed, seen
from mindsight.home.questions.scenes.shot import SIZE_PX

LEAST_PX = 120
"""Least height of a person who stands in a picture."""
_EDGE = 6.0
"""How near to the edge of a picture a person may come, 0–1000."""


class Role(NamedTuple):
    """Somebody in a clip: a name, the person, and where and how at any time in s.

    ``places`` are looked for in the pictures; they may lie ``deep_m`` beneath what is seen.
    """

    name: str
    person: Person
    at: Callable[[float], Moment]
    places: Callable[[Person, Moment], Array] = placed
    deep_m: float = DEEP_M


class Film(NamedTuple):
    """Pictures with their masks and objects, and where they show each person's joints (or features), shape (pictures, joints, 3)."""

    pictures: tuple[Pixels, ...]
    masks: tuple[Mask, ...]
    facts: tuple[Facts, ...]
    joints: Mapping[str, Array]

    def told(self, truth: Mapping[str, Any], read: Callable[[Film], Mapping[str, Any]]) -> Made:
        """Return the film as a scene; what its pictures together tell, by ``read``, stands with the last of them."""

        def again(order: Sequence[int]) -> Scene:
            other = self.ordered(order)
            return other.scene(read(other))

        return Made(self.pictures, self.masks, self.scene(truth), self.scene(read(self)), again)

    def ordered(self, order: Sequence[int]) -> Film:
        """Return the film with its pictures in another order; each may be there several times or not at all."""
        return Film(
            tuple(self.pictures[number] for number in order),
            tuple(self.masks[number] for number in order),
            tuple(self.facts[number] for number in order),
            {name: own[list(order)] for name, own in self.joints.items()},
        )

    def scene(self, more: Mapping[str, Any]) -> Scene:
        """Return the facts of all pictures, with what they tell together."""
        return Scene(pictures=(*self.facts[:-1], self.facts[-1].model_copy(update={"more": dict(more)})))


def film(
    plan: ScenePlan,
    roles: Sequence[Role],
    times: Sequence[float],
    *,
    also: Sequence[str] = (),
    whole: bool = True,
    each: Callable[[World, float], None] | None = None,
    moved: Callable[[Workshop], Sequence[Parcel]] = lambda _: (),
) -> Film:
    """Return pictures at some times, from the plan's first viewpoint; facts are about people and what is ``also`` named.

    ``whole``: people must be in the picture from head to foot. ``each`` puts the things of the world in place for a time; ``moved`` makes
    what hands move.

    Raises:
        Rejected: A person is cut off, or too small.
    """
    present: list[Presence] = []
    parcels: list[Parcel] = []

    def enter(workshop: Workshop) -> dict[str, Thing]:
        present.extend(Presence(workshop, one.name, one.person, one.at(times[0])) for one in roles)
        parcels.extend(moved(workshop))
        return {one.name: thing_of(one.name, one.person) for one in roles}

    pictures, masks, facts = [], [], []
    joints: dict[str, list[Array]] = {one.name: [] for one in roles}
    width, height = SIZE_PX
    with Camera(World(build(plan, more=enter)), width=width, height=height, profile="fine") as camera:
        world = camera.world
        world.look(View.at(plan.viewpoints[0]))
        names = tuple(world.ownership.labels[1])
        for time_s in times:
            if each:
                each(world, time_s)
            moments = [one.at(time_s) for one in roles]
            for one, moment in zip(present, moments, strict=True):
                one.show(moment, camera)
            for parcel in parcels:
                parcel.show(world, time_s)
            surfaces = camera.surfaces()
            labels, points = labelled(world, surfaces[0]), points_of(camera, surfaces[1])
            for role, moment in zip(roles, moments, strict=True):
                mine = labels == names.index(role.name)
                joints[role.name].append(seen(world, role.places(role.person, moment), points, mine, role.deep_m))
            pictures.append(camera.picture())
            masks.append(Mask(labels, names))
            facts.append(_of(seen_facts(camera, surfaces=surfaces), {*joints, *also}))
    if whole:
        _check(facts, [one.name for one in roles])
    return Film(tuple(pictures), tuple(masks), tuple(facts), {name: np.array(own) for name, own in joints.items()})


def _of(facts: Facts, names: set[str]) -> Facts:
    return facts.model_copy(update={"objects": tuple(one for one in facts.objects if one.name in names)})


def _check(facts: Sequence[Facts], names: Sequence[str]) -> None:
    for name in names:
        for number, one in enumerate(facts):
            box = next((own.box for own in one.objects if own.name == name), None)
            if box is None or min(box[0], box[1], 1000 - box[2], 1000 - box[3]) < _EDGE:
                raise Rejected("a person is cut off by the picture's edge")
            if not number and (box[3] - box[1]) / 1000 * SIZE_PX[1] < LEAST_PX:
                raise Rejected("a person is too small")
