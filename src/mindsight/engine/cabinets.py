"""Cabinets: carcasses, and the doors and drawers that hang in them."""

from functools import lru_cache

from mindsight.engine import meshes
from mindsight.engine.bodies import Body
from mindsight.engine.furnishing import Options
from mindsight.engine.joinery import IRON, Joint, hollow, metal, open_box, paint, timber
from mindsight.engine.shapes import Mesh, Vector

LID_OPEN_RAD = 1.60


@lru_cache(maxsize=256)
def handle(length: float) -> Mesh:
    """Return a bar handle that sticks out towards −y, its ends on the origin's plane."""
    x = length / 2
    bar = [(-x, 0, 0), (-x, -0.022, 0), (x, -0.022, 0), (x, 0, 0)]
    return meshes.tube(bar, 0.005, 6)


def drawer(
    body: Body,
    part: str,
    *,
    half: tuple[float, float, float],
    at: tuple[float, float, float],
    wood: str,
    is_open: bool = False,
    locked: bool = False,
) -> Body:
    """Hang a sliding drawer in a body: ``half`` and ``at`` are of its inside space; it opens towards −y.

    It is a container of the name ``<body>/<part>``, as its part is. It starts shut unless it ``is_open``.
    """
    x, y, z = half
    name = f"{body.name}/{part}"
    box = body.child(name, at=at)
    made = Joint(box)
    made.seen(open_box((x - 0.006, y - 0.004, z * 0.72), 0.012), (0, 0, -z * 0.26), timber(body, "birch"))
    hollow(box, (x - 0.006, y - 0.004, z * 0.72), (0, 0, -z * 0.26), 0.012)
    made.board((x + 0.008, 0.009, z + 0.004), (0, -y - 0.007, 0), wood, bevel=0.004)
    made.seen(handle(min(0.16, x)), (0, -y - 0.016, 0), paint(body, IRON, 0.4))
    made.done()
    box.weigh(1.2)
    opened = 2 * y * 0.8
    box.joint(
        "drawer",
        axis=(0, -1, 0),
        closed=0.0,
        opened=opened,
        zh="抽屉",
        en="drawer",
        owner=body.name,
        start=opened if is_open and not locked else None,
        locked=locked,
    )
    box.container(name, at=(0, 0, -z * 0.26 + 0.006), half=(x - 0.02, y - 0.018, z * 0.70))
    return box


def casing(
    made: Joint,
    size: tuple[float, float, float],
    at: tuple[float, float, float],
    wood: str,
    *,
    thick: float = 0.018,
    top: bool = True,
) -> None:
    """Add the top, bottom, sides and back of a cupboard that is open to −y; ``size`` is of its outside."""
    x, y, z = (part / 2 for part in size)
    ax, ay, az = at
    half = thick / 2
    for side in (-1, 1):
        if top or side < 0:
            made.board((x, y, half), (ax, ay, az + side * (z - half)), wood)
        made.board((half, y, z - thick), (ax + side * (x - half), ay, az), wood, grain="z")
    made.board((x - thick, 0.005, z - thick), (ax, ay + y - 0.006, az), wood, bevel=0.001)


def hinged_front(  # noqa: PLR0913  (what a door consists of)
    body: Body,
    part: str,
    *,
    side: int,
    half: Vector,
    hinge: Vector,
    material: str,
    grip: float = 0.16,
    grip_z: float = 0.0,
    zh: str = "柜门",
    en: str = "door",
) -> Body:
    """Hang a cupboard door in a body: ``hinge`` is its lower corner's axis at mid height, ``side`` −1 hinges it left.

    It swings out towards −y by 100°.
    """
    x, y, _ = half
    door = body.child(f"{body.name}/{part}", at=hinge)
    made = Joint(door)
    made.board(half, (-side * x, -y, 0), material, bevel=0.004, grain="z")
    bar = meshes.turn(handle(grip), "y", 90)
    made.seen(bar, (-side * (2 * x - 0.035), -2 * y, grip_z), metal(body))
    made.done()
    door.weigh(3.0)
    door.joint("door", axis=(0, 0, side), closed=0.0, opened=1.75, zh=zh, en=en, owner=body.name)
    return door


def chest_lid(lid: Body, owner: str, options: Options) -> bool:
    """Let a lid lean back over a chest, open at first unless the options say otherwise; return whether it is locked."""
    locked = bool(options.get("locked", False))
    lid.joint(
        "lid",
        axis=(-1, 0, 0),
        closed=0.0,
        opened=LID_OPEN_RAD,
        zh="箱盖",
        en="lid",
        owner=owner,
        start=LID_OPEN_RAD if options.get("open", True) and not locked else None,
        locked=locked,
    )
    return locked
