"""Facts made by hand: objects at places, seen by a viewer who stands somewhere and looks some way."""

import math
from typing import Any

from mindsight.home.questions.facts.facts import Facts, Object, Scene


def thing(kind: str, at: tuple[float, ...], name: str = "", **more: Any) -> Object:
    """Return an object that is seen well."""
    x, y, z = (*at, 0.0) if len(at) == 2 else at
    fields = {
        "size": (0.1, 0.1, 0.1),
        "box": (400.0, 400.0, 600.0, 600.0),
        "pixels": 900,
        "side_px": 60.0,
        "shown": 1.0,
        "category": "toy",
    }
    return Object(name=name or kind, kind=kind, zh=kind, en=kind, at=(x, y, z), **{**fields, **more})


def facts(*objects: Object, eye: tuple[float, float] = (0.0, -5.0), right_deg: float = 0.0, **more: Any) -> Facts:
    """Return what a viewer sees who stands at ``eye`` and looks ``right_deg`` to the right of +y."""
    angle = math.radians(right_deg)
    right, backward = (math.cos(angle), -math.sin(angle), 0.0), (-math.sin(angle), -math.cos(angle), 0.0)
    return Facts(
        objects=objects,
        eye=(*eye, 1.5),
        axes=(right, (0.0, 0.0, 1.0), backward),
        fovy_deg=50.0,
        aspect=4 / 3,
        more=more,
    )


def scene(*pictures: Facts) -> Scene:
    """Return a scene of some pictures."""
    return Scene(pictures=pictures)
