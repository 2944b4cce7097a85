"""What lies to the left and right of a thing, for programs that filter, count, compare and refer.

Left and right are the viewer's, and count only where the room and the picture agree, so that nobody has to think about perspective.
"""

from typing import Literal, NamedTuple

from mindsight.home.questions.facts.answer import Unclear
from mindsight.home.questions.facts.facts import Facts, Object
from mindsight.home.questions.question import Words

Side = Literal["left", "right"]
SIDE_WORDS: dict[Side, Words] = {"left": ("左边", "left"), "right": ("右边", "right")}
APART_M, APART_PICTURE, APART_RATIO = 0.05, 25.0, 0.27
"""Least distance sideways: in the room, in the picture (0–1000), and as a share of the distance in depth (15°)."""
_COUNTED_SHOWN, _COUNTED_PX = 0.4, 14.0

PLAIN = frozenset(
    {"mug", "bowl", "plate", "teapot", "book", "wallet", "torch", "alarm_clock", "scissors", "phone", "power_bank", "tissue_box",
     "milk_carton", "toy_car", "toy_train", "umbrella", "first_aid_kit", "wool_hat", "candle", "tea_tin"}
)  # fmt: skip
"""Kinds with one colour by which anyone would call them."""


class Beside(NamedTuple):
    """A thing and all things to its left and to its right."""

    anchor: Object
    left: tuple[Object, ...]
    right: tuple[Object, ...]

    def on(self, side: Side) -> tuple[Object, ...]:
        """Return the things on one side."""
        return self.left if side == "left" else self.right


def loose(facts: Facts) -> list[Object]:
    """Return the movable things that are to be seen."""
    return [one for one in facts.objects if one.category not in {"fixture", "part"} and one.pixels]


def side_of(facts: Facts, one: Object, other: Object) -> Side | None:
    """Return the side of ``other`` on which ``one`` is; None if the picture leaves a doubt."""
    right, _, away = (a - b for a, b in zip(facts.seen_from(one.at), facts.seen_from(other.at), strict=True))
    shown = (one.box[0] + one.box[2] - other.box[0] - other.box[2]) / 2
    if abs(right) < max(APART_M, APART_RATIO * abs(away)) or abs(shown) < APART_PICTURE or (right > 0) != (shown > 0):
        return None
    return "right" if right > 0 else "left"


def beside(facts: Facts, anchor: Object, *, only: str = "") -> Beside | Unclear:
    """Return what is on either side of a thing, of kind ``only`` if that is given; or that a margin is not kept."""
    sides: dict[Side, list[Object]] = {"left": [], "right": []}
    for one in loose(facts):
        if one.name == anchor.name or only not in {"", one.kind}:
            continue
        side = side_of(facts, one, anchor)
        if side is None or one.shown < _COUNTED_SHOWN or one.side_px < _COUNTED_PX:
            return Unclear("a thing is neither clearly to the left nor to the right, or hardly seen")
        sides[side].append(one)
    return Beside(anchor, tuple(sides["left"]), tuple(sides["right"]))
