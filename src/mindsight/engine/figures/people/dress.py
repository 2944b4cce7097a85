"""The layers of a figure: what is seen of the skin, clothes, hair, brows, lips and eyes."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mindsight.engine.figures.people.anatomy import Anatomy, Array, anatomy
from mindsight.engine.figures.people.layers import Layer, piece
from mindsight.engine.figures.people.looks import CLOTHES, HAIRS, Looks
from mindsight.engine.geometry.shapes import Vector

_LIPS = np.array([0.86, 0.58, 0.58])
"""What is left of the skin's colour on the lips."""
_MASK: Vector = (0.72, 0.73, 0.75)
_WAIST, _ANKLE = 0.12, -0.90
"""Where trousers begin and shoes end, in m above the hips."""
_BENEATH = 0.03
"""How far under the edge of a garment the skin goes on, in m."""


class Chart(NamedTuple):
    """Where on the body a point is, at rest: heights in m above the hips, along an arm from the shoulder (0) to the wrist (1)."""

    height: Array
    arm: Array
    side: Array
    """Distance from the middle plane."""
    back: Array
    """Backwards."""


@lru_cache(maxsize=1)
def chart() -> Chart:
    """Return the chart of the body, measured on an average adult at rest."""
    body = anatomy()
    points = body.whole(np.array(body.model.forward_vertices(**average()), dtype=np.float64))
    places = bones_at_rest()
    shoulder, wrist = places["upperarm01.L"], places["wrist.L"]
    mirrored = np.stack([np.abs(points[:, 0]), points[:, 1], points[:, 2]], axis=1)
    along = (mirrored - shoulder) @ (wrist - shoulder) / np.sum((wrist - shoulder) ** 2)
    limb = body.moved_by("upperarm", "lowerarm", "wrist", "finger", "metacarpal") > 0.5
    return Chart(points[:, 2], np.where(limb, along, -1.0), np.abs(points[:, 0]), points[:, 1])


@lru_cache(maxsize=1)
def bones_at_rest() -> dict[str, Array]:
    """Return where each bone begins in an average adult at rest."""
    model = anatomy().model
    placed = np.asarray(model.forward_skeleton(**average()))
    return {name: placed[number, :3, 3].astype(np.float64) for number, name in enumerate(model.joint_names)}


def average() -> dict[str, object]:
    """Return the body model's arguments for an average adult at rest."""
    model = anatomy().model
    half = np.float32(0.5)
    shape = model.phenotype_to_shape(
        gender=half, age=np.float32(2 / 3), muscle=half, weight=half, height=half, proportions=half
    )
    resting = {name: own for name, own in model.get_rest_pose().items() if name != "shape"}
    return {**resting, "identity": anatomy().mixer.identity(np.asarray(shape))}


def dressed(looks: Looks) -> tuple[Layer, ...]:
    """Return the layers of a figure."""
    return tuple(_Dressing(anatomy(), chart(), looks).layers())


class _Dressing:
    def __init__(self, body: Anatomy, at: Chart, looks: Looks) -> None:
        self.body, self.at, self.looks = body, at, looks

    def piece(self, name: str, colour: Vector, surface: str, *inside: Array, lift: Array | float = 0.0) -> Layer:
        found = piece(name, colour, self.body.triangles[surface], inside, len(self.body.rest))
        return replace(found, lift=found.means @ lift if isinstance(lift, np.ndarray) else lift)

    def layers(self) -> Iterator[Layer]:
        yield from self._clothes()
        yield from self._skin()
        yield from [self._mask()] if self.looks.masked else self._face()
        yield from self._hair()

    @property
    def _sleeve(self) -> float:
        return {"t-shirt": 0.42, "pullover": 0.95, "shirt": 0.94, "jacket": 0.97}[self.looks.top]

    @property
    def _hem(self) -> float:
        """Where the top ends, in m above the hips."""
        return {"t-shirt": -0.06, "pullover": -0.03, "shirt": -0.09, "jacket": -0.13}[self.looks.top]

    @property
    def _collar(self) -> Array:
        """Positive below the neck of the top: an opening that is deeper in front."""
        at, deep = self.at, {"t-shirt": 0.035, "pullover": 0.015, "shirt": 0.07, "jacket": 0.11}[self.looks.top]
        front = np.clip((-at.back - 0.09) / 0.08, 0, 1) * np.clip(1 - at.side / 0.075, 0, 1)
        return 0.592 - deep * front - at.height

    @property
    def _leg(self) -> float:
        """Where the bottom ends, in m above the hips."""
        return {"trousers": -0.88, "shorts": -0.40, "skirt": -0.44, "dress": -0.40}[self.looks.bottom]

    def _clothes(self) -> Iterator[Layer]:
        at, looks = self.at, self.looks
        top, bottom = CLOTHES[looks.top_colour], CLOTHES[looks.bottom_colour]
        skirt = looks.bottom in ("skirt", "dress")
        if looks.bottom == "dress":
            bottom = top
        loose = {"t-shirt": 0.010, "pullover": 0.014, "shirt": 0.011, "jacket": 0.018}[looks.top]
        hem = at.height - (0.06 if skirt else self._hem)
        cuffed = np.interp(at.arm, (0.5, 0.9), (loose, 0.001))
        yield self.piece("top", top, "tights", hem, self._collar, self._sleeve - at.arm, lift=cuffed)
        if skirt:
            yield self.piece("skirt", bottom, "skirt", at.height - self._leg, lift=0.008)
            yield self.piece("under the skirt", bottom, "tights", 0.08 - at.height, at.height + 0.14, -at.arm)
        else:
            yield self.piece("bottom", bottom, "tights", _WAIST - at.height, at.height - self._leg, -at.arm, lift=0.007)
        yield self.piece("shoes", looks.shoes, "tights", _ANKLE - at.height, lift=0.009)

    def _skin(self) -> Iterator[Layer]:
        at, looks = self.at, self.looks
        # What lies well beneath clothes is left out, or it would come through where a limb bends.
        top = np.minimum(np.minimum(self._collar, self._sleeve - at.arm) - _BENEATH, at.height + 0.02)
        legs_end = -0.14 if looks.bottom in ("skirt", "dress") else self._leg
        legs = np.minimum(np.minimum(_WAIST - at.height, at.height - legs_end - _BENEATH), -at.arm)
        feet = _ANKLE - _BENEATH - at.height
        yield self.piece("skin", looks.skin, "skin", -np.maximum(np.maximum(top, legs), feet))
        yield self.piece("tongue", (0.70, 0.35, 0.35), "tongue")
        yield self.piece("teeth", (0.95, 0.94, 0.90), "teeth")

    def _face(self) -> Iterator[Layer]:
        at, looks = self.at, self.looks
        own = np.stack([at.side, at.back, at.height], axis=1) - bones_at_rest()["eye.L"]
        away = np.linalg.norm(own, axis=1)
        ahead = np.degrees(np.arccos(np.clip(-own[:, 1] / np.maximum(away, 1e-9), -1, 1)))
        yield self.piece("eyes", (0.95, 0.95, 0.93), "eyes")
        yield self.piece("irises", looks.iris, "eyes", 30 - ahead, lift=0.0004)
        yield self.piece("pupils", (0.03, 0.03, 0.03), "eyes", 13 - ahead, lift=0.0007)
        yield self.piece("lashes", (0.06, 0.05, 0.05), "lashes")
        arch = 0.023 - 12 * np.square(own[:, 0] - 0.004)
        brow = np.minimum(0.004 - np.abs(own[:, 2] - arch), np.minimum(own[:, 0] + 0.019, 0.026 - own[:, 0]))
        dark = np.array(HAIRS[looks.hair_colour]) * 0.75
        yield self.piece("brows", tuple(dark.tolist()), "skin", brow, -0.16 - at.back, lift=0.0016)

        lips = _LIPS * looks.skin
        yield self.piece("lips", tuple(lips.tolist()), "skin", self._lips(), lift=0.0006)

    def _mask(self) -> Layer:
        at = self.at
        oval = 1 - np.square(at.side / 0.082) - np.square((at.height - 0.725) / 0.098)
        return self.piece("mask", _MASK, "skin", oval, -0.125 - at.back, lift=0.012)

    def _lips(self) -> Array:
        """Positive on the lips: two bows around the line between them."""
        at = self.at
        width = 1 - np.square(at.side / 0.026)
        line = 0.6765 + 0.0015 * np.cos(at.side / 0.026 * np.pi)
        above, below = 0.0075 * width, -0.0085 * width
        return np.minimum(np.minimum(line + above - at.height, at.height - line - below), -0.205 - at.back)

    def _hair(self) -> Iterator[Layer]:
        style = self.looks.hair
        if style == "bald":
            return
        colour, at = HAIRS[self.looks.hair_colour], self.at
        # The hairline from the forehead over the temples and ears to the nape.
        forehead = 0.795 if style in ("fringe", "bob") else 0.818
        line = np.interp(at.back, (-0.20, -0.165, -0.14, -0.10, -0.05), (forehead, 0.80, 0.755, 0.75, 0.655))
        inside = at.height - line
        # Ears stay free.
        inside = np.minimum(inside, np.where(at.height < 0.785, 0.083 - at.side, 0.1))
        yield self.piece("hair", colour, "skin", inside, lift=self._volume(style, inside))
        if style in ("bob", "long", "tail"):
            end, half = {"bob": (0.635, 0.10), "long": (0.44, 0.095), "tail": (0.46, 0.026)}[style]
            behind = np.minimum(
                np.minimum(at.height - end, 0.80 - at.height),
                np.minimum(np.where(at.height > 0.615, np.minimum(half, 0.066), half) - at.side, at.back + 0.118),
            )
            hollow = np.exp(-np.square((at.height - 0.60) / 0.06)) * (at.back > -0.09)
            yield self.piece("fall", colour, "skin", behind, lift=0.016 + 0.022 * hollow)

    def _volume(self, style: str, inside: Array) -> Array:
        """Return how far the hair stands off the skin in m, little at its edge."""
        at = self.at
        full = np.clip(inside / 0.03, 0, 1)
        if style == "cropped":
            return 0.002 + 0.004 * full
        if style == "curls":
            knots = np.sin(at.side * 190) * np.sin(at.back * 170 + 1) * np.sin(at.height * 180 + 2)
            return 0.004 + full * (0.030 + 0.008 * knots)
        volume = 0.003 + full * (0.016 + 0.012 * np.clip((at.height - 0.80) / 0.06, 0, 1))
        if style == "quiff":
            volume += full * 0.03 * np.clip((-at.back - 0.14) / 0.05, 0, 1) * np.clip((at.height - 0.81) / 0.03, 0, 1)
        if style in ("bun", "tail"):
            crown = np.linalg.norm(np.stack([at.side, at.back - 0.005, at.height - 0.80], axis=1), axis=1)
            volume += (0.055 if style == "bun" else 0.03) * np.sqrt(np.clip(1 - np.square(crown / 0.045), 0, 1))
        return np.asarray(volume)
