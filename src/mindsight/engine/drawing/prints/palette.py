"""The palette of things: soft, warm colours with names that an instruction can use."""

from dataclasses import dataclass

from mindsight.engine.geometry.shapes import Vector


@dataclass(frozen=True)
class Colour:
    """A colour with its name in both languages; ``rgb`` in [0, 1], sRGB."""

    key: str
    zh: str
    en: str
    rgb: Vector


COLOURS: dict[str, Colour] = {
    colour.key: colour
    for colour in (
        Colour("red", "红色", "red", (0.80, 0.20, 0.18)),
        Colour("orange", "橙色", "orange", (0.93, 0.53, 0.18)),
        Colour("yellow", "黄色", "yellow", (0.95, 0.80, 0.27)),
        Colour("green", "绿色", "green", (0.33, 0.60, 0.36)),
        Colour("blue", "蓝色", "blue", (0.22, 0.43, 0.72)),
        Colour("purple", "紫色", "purple", (0.50, 0.34, 0.64)),
        Colour("pink", "粉色", "pink", (0.93, 0.60, 0.66)),
        Colour("brown", "棕色", "brown", (0.47, 0.31, 0.20)),
        Colour("white", "白色", "white", (0.95, 0.94, 0.91)),
        Colour("grey", "灰色", "grey", (0.55, 0.56, 0.58)),
        Colour("black", "黑色", "black", (0.13, 0.13, 0.15)),
    )
}
"""Named colours, different enough to be distinguished under every light of a scene."""
