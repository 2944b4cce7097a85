"""A picture of a world with its masks and facts."""

from typing import Any

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import labelled
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.plans import ScenePlan, ViewpointPlan
from mindsight.engine.scenes.scene import build
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.facts.sight import seen_facts
from mindsight.home.questions.facts.truth import true_facts
from mindsight.home.questions.scenes import Made, Mask

SIZE_PX = (800, 600)


def one_picture(plan: ScenePlan, viewpoint: ViewpointPlan, *, size: tuple[int, int] = SIZE_PX, **more: Any) -> Made:
    """Return a scene with one picture from a viewpoint; ``more`` are facts that both the world and the picture show."""
    world = World(build(plan))
    width, height = size
    with Camera(world, width=width, height=height, profile="fine") as camera:
        world.look(View.at(viewpoint))
        surfaces = camera.surfaces()
        mask = Mask(labelled(world, surfaces[0]), tuple(world.ownership.labels[1]))
        truth, seen = true_facts(camera, surfaces[0], **more), seen_facts(camera, surfaces=surfaces, **more)
        return Made((camera.picture(),), (mask,), Scene(pictures=(truth,)), Scene(pictures=(seen,)))
