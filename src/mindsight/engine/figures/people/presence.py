"""A person in a simulated world: seen, not felt. Between two pictures its meshes are written anew in place."""

from collections.abc import Sequence
from typing import Any

import mujoco
import numpy as np

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.figures.people.anatomy import Array
from mindsight.engine.figures.people.body import Person
from mindsight.engine.figures.people.layers import normals_of
from mindsight.engine.figures.people.motions import Moment
from mindsight.engine.geometry.bodies import Workshop
from mindsight.engine.geometry.shapes import Mesh

_ROUGH = {
    "eyes": 0.25,
    "irises": 0.2,
    "pupils": 0.1,
    "teeth": 0.4,
    "lips": 0.5,
    "hair": 0.75,
    "fall": 0.75,
    "shoes": 0.6,
}


class Presence:
    """One person's meshes in a world under construction, and later in its model."""

    def __init__(self, workshop: Workshop, name: str, person: Person, moment: Moment) -> None:
        self.name = name
        self.person = person
        body = workshop.body(name)
        self._shown: list[int] = []
        for number, (layer, points) in enumerate(zip(person.layers, self._points(moment), strict=True)):
            if not len(layer.triangles):
                continue
            self._shown.append(number)
            body.show(
                Mesh(
                    points,
                    layer.triangles.astype(np.int32),
                    np.zeros((len(points), 2)),
                    normals_of(points, layer.triangles),
                ),
                material=workshop.material(rgb=layer.colour, roughness=_ROUGH.get(layer.name, 0.9)),
                name=self._geom(layer.name),
            )

    def show(self, moment: Moment, camera: Camera) -> None:
        """Bring the person into the pose of a moment, in the model and in what a camera draws."""
        model = camera.world.model
        points = self._points(moment)
        changed = [self._write(model, number, points[number]) for number in self._shown]
        camera.renew(changed)

    def _points(self, moment: Moment) -> Sequence[Array]:
        turn = moment.turn()
        return [points @ turn.T + moment.at for points in self.person.points(moment.pose)]

    def _geom(self, layer: str) -> str:
        return f"{self.name}/{layer}"

    def _write(self, model: Any, number: int, points: Array) -> int:
        layer = self.person.layers[number]
        geom = model.geom(self._geom(layer.name))
        mesh = int(geom.dataid[0])
        first, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
        # MuJoCo keeps a mesh in the frame of its inertia, which stays what it was when the model was made.
        turn = np.zeros(9)
        mujoco.mju_quat2Mat(turn, model.mesh_quat[mesh])
        own = (points - model.mesh_pos[mesh]) @ turn.reshape(3, 3)
        model.mesh_vert[first : first + count] = own
        begin = int(model.mesh_normaladr[mesh])
        model.mesh_normal[begin : begin + count] = normals_of(own, layer.triangles)
        model.geom_rbound[geom.id] = float(np.linalg.norm(own, axis=1).max())
        return mesh
