"""A figure in a pose: where the points of its layers are."""

from functools import cached_property

import numpy as np
from scipy.spatial.transform import Rotation

from mindsight.engine.figures.people.anatomy import Array, anatomy
from mindsight.engine.figures.people.dress import dressed
from mindsight.engine.figures.people.layers import Layer, normals_of
from mindsight.engine.figures.people.looks import Looks
from mindsight.engine.figures.people.pose import Pose, Skeleton


class Person:
    """One figure: its shape is computed once, its pose as often as wanted."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks
        self.layers: tuple[Layer, ...] = dressed(looks)
        self._last: tuple[Pose, list[Array]] | None = None

    @cached_property
    def _shape(self) -> Array:
        looks = self.looks
        female = looks.sex == "female"
        return np.asarray(
            anatomy().model.phenotype_to_shape(
                gender=np.float32(0.95 if female else 0.05),
                age=np.float32(looks.years),
                muscle=np.float32(looks.muscle),
                weight=np.float32(looks.weight),
                height=np.float32(looks.height),
                proportions=np.float32(0.7),
            )
        )

    def points(self, pose: Pose) -> list[Array]:
        """Return the points of each layer in m, the hips at the origin."""
        if self._last is None or self._last[0] is not pose:
            self._last = pose, self._posed(pose)
        return self._last[1]

    def bare(self, pose: Pose) -> Array:
        """Return the points of the body model itself in m, the hips at the origin, before the whole figure leans."""
        arguments = self._arguments(pose)
        points = np.array(anatomy().model.forward_vertices(**arguments), dtype=np.float64)
        return self._with_face(points, pose, arguments) if pose.face else points

    def _posed(self, pose: Pose) -> list[Array]:
        body = anatomy()
        whole = body.whole(self.bare(pose))
        normals = sum(normals_of(whole, triangles) for triangles in body.triangles.values())
        lean = Rotation.from_rotvec(pose.lean)
        return [lean.apply(layer.points(whole, np.asarray(normals))) for layer in self.layers]

    def bones(self, pose: Pose) -> dict[str, Array]:
        """Return where each bone begins in m, the hips at the origin."""
        placed = np.asarray(anatomy().model.forward_skeleton(**self._arguments(pose)), dtype=np.float64)[:, :3, 3]
        return dict(zip(anatomy().bones, Rotation.from_rotvec(pose.lean).apply(placed), strict=True))

    @cached_property
    def _skeleton(self) -> Skeleton:
        placed = np.asarray(anatomy().model.forward_skeleton(**self._resting), dtype=np.float64)
        return Skeleton(dict(zip(anatomy().bones, placed, strict=True)))

    @cached_property
    def _resting(self) -> dict[str, object]:
        """Arguments of the body model for the body at rest; its shape is worked out once, which takes as long as a pose."""
        resting = {name: own for name, own in anatomy().model.get_rest_pose().items() if name != "shape"}
        return {**resting, "identity": anatomy().mixer.identity(self._shape)}

    def _arguments(self, pose: Pose) -> dict[str, object]:
        model = anatomy().model
        arguments = dict(self._resting)
        names = anatomy().bones
        turned = self._skeleton.turns(pose)
        for part, joints in model.pose_joint_indices.items():
            rows = np.array(arguments[part], dtype=np.float32)
            for row, joint in enumerate(list(joints)):
                if names[joint] in turned:
                    rows[row] = turned[names[joint]]
            arguments[part] = rows
        return arguments

    def _with_face(self, points: Array, pose: Pose, arguments: dict[str, object]) -> Array:
        model = anatomy().model
        head = anatomy().bones.index("head")
        turned = np.asarray(model.forward_skeleton(**arguments))[head][:3, :3]
        unturned = np.asarray(model.forward_skeleton(**self._resting))[head][:3, :3]
        turn = turned @ unturned.T
        moved = np.array(points)
        for action, strength in pose.face.items():
            which, ways = anatomy().actions[action]
            own = which < len(points)
            moved[which[own]] += strength * ways[own] @ turn.T
        return moved
