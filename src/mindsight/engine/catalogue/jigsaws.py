"""Kinds of things: the pieces of a jigsaw."""

import numpy as np
from numpy.random import Generator

from mindsight.engine.drawing.prints.motifs import picture
from mindsight.engine.geometry import jigsaw
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.jigsaw import Cut
from mindsight.engine.geometry.meshes import Rect, extrude, move, painted
from mindsight.engine.geometry.shapes import Box
from mindsight.engine.kinds import Look, Wish, kind

_CARD = (0.72, 0.66, 0.56)
_PRINT_M = 0.0008
_LIFT_M = 0.0006
"""How much higher the solid rim of a piece lies than its middle, on which it rests."""
_SAMPLE = "farm/3x3/1/1,1"


@kind("jigsaw_piece", zh="拼图块", en="jigsaw piece", category="toy", mass_kg=0.02, uses=("play",))
def jigsaw_piece(body: Body, _rng: Generator, wish: Wish) -> Look:
    """One piece of a jigsaw; the wished state is its code."""
    cut, cell = Cut.read(wish.state or _SAMPLE)
    edges = cut.edges(cell)
    form = jigsaw.outline(edges, cut.pitch_m)
    x, y = cut.middle(cell)
    image = picture(cut.motif, cut.columns, cut.rows, cut.seed)
    body.show(extrude(form, jigsaw.THICK_M - _PRINT_M), material=body.workshop.material(rgb=_CARD, roughness=0.9))
    top = painted(extrude(form, _PRINT_M), _part(form + np.array([x, y]), cut.size_m))
    body.show(move(top, (0, 0, jigsaw.THICK_M - _PRINT_M)), material=body.workshop.material(image, roughness=0.6))
    for number, (at_x, at_y, wide, deep) in enumerate(jigsaw.blocks(edges, cut.pitch_m)):
        low = _LIFT_M if number else 0.0
        half = (jigsaw.THICK_M - low) / 2
        body.solid(Box((wide, deep, half)), at=(at_x, at_y, low + half))
    body.tile(cut.pitch_m)
    return Look("white", "jigsaw piece", "cardboard")


def _part(points: "np.ndarray[tuple[int, int], np.dtype[np.float64]]", size_m: tuple[float, float]) -> Rect:
    """Return the part of the picture on a piece: left, top, right, bottom as shares."""
    low, high = points.min(0) / np.array(size_m) + 0.5, points.max(0) / np.array(size_m) + 0.5
    return (float(low[0]), float(1 - high[1]), float(high[0]), float(1 - low[1]))
