"""A picture of a world with its masks and facts."""

import math
from typing import Any

import numpy as np

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import labelled
from mindsight.engine.drawing.views import View
from mindsight.engine.geometry.frames import rotate
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import ScenePlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.sight import seen_facts
from mindsight.home.questions.facts.truth import true_facts
from mindsight.home.questions.scenes import Made, Mask, Rejected

SIZE_PX = (800, 600)
_UP = (0.0, 0.0, 1.0)
_MOST_M, _MOST_DEG = 0.02, 8.0
"""How far a thing may slide, and tip, while it comes to rest."""


def refuse_disturbed(world: World) -> None:
    """Refuse a scene in which a thing does not rest as it was laid: a window sill or another thing was in its place.

    Raises:
        Rejected: One does not; it may have been thrown over, or hang on the sill.
    """
    for name, laid in world.laid.items():
        now = world.place_of(name)
        upright = float(np.dot(rotate(now.turn, _UP), rotate(laid.turn, _UP)))
        tipped = math.degrees(math.acos(min(1.0, upright)))
        if math.dist(now.at[:2], laid.at[:2]) > _MOST_M or tipped > _MOST_DEG:
            raise Rejected(f"{name} does not rest as it was laid")


def one_picture(plan: ScenePlan, viewpoint: ViewpointPlan, *, size: tuple[int, int] = SIZE_PX, **more: Any) -> Made:
    """Return a scene with one picture from a viewpoint; ``more`` are facts that both the world and the picture show."""
    world = World(build(plan))
    refuse_disturbed(world)
    width, height = size
    with Camera(world, width=width, height=height, profile="fine") as camera:
        world.look(View.at(viewpoint))
        surfaces = camera.surfaces()
        mask = Mask(labelled(world, surfaces[0]), tuple(world.ownership.labels[1]))
        truth, seen = true_facts(camera, surfaces[0], **more), seen_facts(camera, surfaces=surfaces, **more)
        return Made((camera.picture(),), (mask,), Scene(pictures=(truth,)), Scene(pictures=(seen,)))
