"""A figure in a pose: where the points of its layers are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from mindsight.engine.figures.people.anatomy import Array, anatomy
from mindsight.engine.figures.people.dress import dressed
from mindsight.engine.figures.people.layers import Layer, normals_of
from mindsight.engine.figures.people.looks import Looks


@dataclass(frozen=True)
class Posture:
    """Turns of bones (name → rotation vector in radians, in the bone's own frame at rest) and strengths of facial actions, 0 to 1."""

    bones: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    face: Mapping[str, float] = field(default_factory=dict)


class Person:
    """One figure: its shape is computed once, its pose as often as wanted."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks
        self.layers: tuple[Layer, ...] = dressed(looks)

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

    def points(self, posture: Posture) -> list[Array]:
        """Return the points of each layer in m, the figure's root at the origin."""
        body = anatomy()
        pose = self._pose(posture)
        points = np.array(body.model.forward_vertices(**pose), dtype=np.float64)
        if posture.face:
            points = self._with_face(points, posture, pose)
        whole = body.whole(points)
        normals = sum(normals_of(whole, triangles) for triangles in body.triangles.values())
        return [layer.points(whole, np.asarray(normals)) for layer in self.layers]

    def _pose(self, posture: Posture) -> dict[str, object]:
        model = anatomy().model
        pose = dict(model.get_rest_pose())
        names = list(model.joint_names)
        for part, joints in model.pose_joint_indices.items():
            place = {names[joint]: row for row, joint in enumerate(list(joints))}
            turns = np.array(pose[part], dtype=np.float32)
            for bone, turn in posture.bones.items():
                if bone in place:
                    turns[place[bone]] = turn
            pose[part] = turns
        pose["shape"] = self._shape
        return pose

    def _with_face(self, points: Array, posture: Posture, pose: dict[str, object]) -> Array:
        model = anatomy().model
        head = list(model.joint_names).index("head")
        resting = {**model.get_rest_pose(), "shape": self._shape}
        turned = np.asarray(model.forward_skeleton(**pose))[head][:3, :3]
        unturned = np.asarray(model.forward_skeleton(**resting))[head][:3, :3]
        turn = turned @ unturned.T
        moved = np.array(points)
        for action, strength in posture.face.items():
            which, ways = anatomy().actions[action]
            own = which < len(points)
            moved[which[own]] += strength * ways[own] @ turn.T
        return moved
