"""Kinds of things: some that break, some that rust, peel and wear, and one that gets dirty."""

import numpy as np
from numpy.random import Generator
from PIL import Image

from mindsight.engine.catalogue.craft import floor, metal, paint, shell
from mindsight.engine.catalogue.fillings import sector
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.textures import mixed, noise, plain, wood
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import multiply, turn
from mindsight.engine.geometry.meshes import Array, box, extrude, lathe, loft, tube
from mindsight.engine.geometry.shapes import Box, Cylinder, Sphere, Vector
from mindsight.engine.kinds import Look, Wish, kind

_WHOLE = ("whole", "broken")
_WORN = ("new", "worn")
_RUST: Vector = (0.46, 0.22, 0.10)


def _patched(
    rng: Generator, base: Vector, patch: Vector, share: float, size: tuple[int, int] = (256, 128)
) -> Image.Image:
    """Return a plain colour with ragged patches of another on a share of it."""
    clouds = noise(rng, size, 5)
    edge = float(np.quantile(clouds, 1 - share))
    cover = np.clip((clouds - edge) / 0.03, 0, 1)[..., None]
    grain = (0.75 + 0.5 * rng.random((size[1], size[0])))[..., None]
    tone = np.array(base) * (1 - cover) + np.array(patch) * grain * cover
    return Image.fromarray((np.clip(tone, 0, 1) * 255).astype(np.uint8))


@kind("clay_pot", zh="陶罐", en="clay pot", category="household", mass_kg=0.7, uses=("store",), states=_WHOLE)
def clay_pot(body: Body, rng: Generator, wish: Wish) -> Look:
    """A pot of red clay, whole, or broken: half of its wall is gone and shards lie around it."""
    state = wish.state or "whole"
    clay = paint(body, (0.74, 0.42, 0.28), rough=0.9)
    high, wall = 0.13, 0.007
    outline = ((0.046, 0.0), (0.066, 0.05), (0.068, 0.095), (0.058, 0.118), (0.064, high))
    inner = [(radius - wall, max(z, 0.008)) for radius, z in outline]
    if state == "whole":
        body.show(lathe([(0, 0), *outline, *inner[::-1], (0, 0.008)], 44), material=clay)
        shell(body, (0.048, 0.0), (0.068, 0.09), 0.008)
        shell(body, (0.068, 0.09), (0.064, high), 0.008)
        floor(body, 0.05, 0.008)
        return Look("orange", "pot", "clay", state)
    angles = np.linspace(0, 2 * np.pi, 61)
    tops = np.interp(angles, [0, 0.9, 1.6, 3.6, 4.5, 5.2, 2 * np.pi], [0.30, 0.42, 1.0, 1.0, 0.62, 0.34, 0.30])
    tops = np.clip(tops + 0.10 * (rng.random(61) - 0.5) * (tops < 0.98), 0.26, 1.0)
    tops[-1] = tops[0]
    rings: list[Array] = []
    heights = np.linspace(0, 1, 12)
    for angle, top in zip(angles - np.pi / 2, tops, strict=True):
        z = heights * high * top
        outer = np.interp(z, [p[1] for p in outline], [p[0] for p in outline])
        ring = [(r, h) for r, h in zip(outer, z, strict=True)]
        ring += [(r - wall, h) for r, h in zip(outer[::-1], z[::-1], strict=True)]
        ring = [*ring, ring[0]][::-1]
        away = np.array([np.cos(angle), np.sin(angle)])
        rings.append(np.array([[*(r * away), h] for r, h in ring]))
    body.show(loft(rings, closed=True), material=clay)
    body.show(Cylinder(0.047, 0.004), at=(0, 0, 0.004), material=clay)
    piece = sector([(0.060, 0.0), (0.067, 0.0), (0.066, 0.045), (0.059, 0.040)], -28, 28)
    for x, y in ((-0.085, -0.075), (0.015, -0.105), (0.100, -0.055)):
        lying = multiply(turn("z", float(rng.uniform(0, 360))), turn("y", -90), turn("z", 0))
        body.show(piece, at=(x, y, 0.070), turn=lying, material=clay)
        body.solid(Box((0.018, 0.018, 0.004)), at=(x, y, 0.004))
    shell(body, (0.048, 0.0), (0.062, 0.04), 0.008)
    floor(body, 0.05, 0.008)
    body.solid(Box((0.030, 0.006, high / 2)), at=(0, 0.055, high / 2))
    return Look("orange", "broken pot", "clay", state)


@kind("saucer", zh="碟子", en="saucer", category="tableware", mass_kg=0.3, uses=("eat",), colours=("white", "green", "yellow"),
      states=_WHOLE)  # fmt: skip
def saucer(body: Body, rng: Generator, wish: Wish) -> Look:
    """A saucer with a blue ring, whole, or in three pieces that lie apart."""
    colour, state = wish.pick_colour(rng, ("white", "green", "yellow")), wish.state or "whole"
    tone, blue = paint(body, mixed(COLOURS[colour].rgb, (1, 1, 1), 0.3), rough=0.2), paint(body, "blue", rough=0.2)
    profile = [(0.0, 0.0), (0.050, 0.0), (0.082, 0.014), (0.080, 0.018), (0.050, 0.006), (0.0, 0.006)]
    trim = [(0.066, 0.0105), (0.0735, 0.0145), (0.073, 0.0165), (0.0655, 0.0125)]
    parts: tuple[tuple[float, float, float, float], ...] = ((0.0, 360.0, 0.0, 0.0),)
    if state == "broken":
        parts = ((-75.0, 45.0, 0.030, -0.012), (50.0, 165.0, -0.010, 0.030), (170.0, 280.0, -0.030, -0.022))
    for begin, end, x, y in parts:
        for outline, coat in ((profile, tone), (trim, blue)):
            made = lathe([*outline, outline[0]], 48) if state == "whole" else sector(outline, begin, end)
            body.show(made, at=(x, y, 0.0), material=coat)
    body.solid(Box((0.058, 0.058, 0.0065)), at=(0, 0, 0.0065))
    return Look(colour, "flat dish", "china", state)


@kind("ruler", zh="木尺", en="wooden ruler", category="stationery", mass_kg=0.05, uses=("measure",), states=_WHOLE)
def ruler(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wooden ruler with marks, whole, or snapped in two splintered halves."""
    del rng
    state = wish.state or "whole"
    yellow, ink = paint(body, (0.90, 0.72, 0.40), rough=0.6), paint(body, (0.16, 0.13, 0.10))
    thick, half = 0.005, 0.017
    splinters = [(0.0, half), (0.008, 0.008), (-0.006, 0.002), (0.010, -0.006), (0.001, -half)]
    left = [(-0.13, -half), *[(x - 0.003, y) for x, y in splinters[::-1]], (-0.13, half)]
    right = [(0.13, -half), (0.13, half), *[(x + 0.003, y) for x, y in splinters]]
    if state == "whole":
        places = (([(-0.13, -half), (0.13, -half), (0.13, half), (-0.13, half)], -0.13, 0.13, 0.0, (0.0, 0.0)),)
    else:
        places = ((left, -0.13, -0.012, 10.0, (-0.012, -0.016)), (right, 0.014, 0.13, -24.0, (0.012, 0.018)))  # type: ignore[assignment]
    for outline, begin, end, yaw, (dx, dy) in places:
        turned = turn("z", yaw)
        body.show(extrude(np.array(outline), thick), at=(dx, dy, 0), turn=turned, material=yellow)
        c, s = float(np.cos(np.deg2rad(yaw))), float(np.sin(np.deg2rad(yaw)))
        for number, x in enumerate(np.arange(-0.12, 0.121, 0.01)):
            if begin + 0.004 < x < end - 0.004:
                deep = 0.006 if number % 5 == 0 else 0.0035
                y = half - deep
                body.show(
                    Box((0.0007, deep, 0.0004)),
                    at=(dx + c * x - s * y, dy + s * x + c * y, thick),
                    turn=turned,
                    material=ink,
                )
        middle = (begin + end) / 2
        body.solid(
            Box(((end - begin) / 2, half, thick / 2)), at=(dx + c * middle, dy + s * middle, thick / 2), turn=turned
        )
    return Look("yellow", "flat bar with marks", "wood", state)


@kind("metal_bucket", zh="铁桶", en="metal bucket", category="household", mass_kg=0.6, uses=("carry",), states=_WORN)
def metal_bucket(body: Body, rng: Generator, wish: Wish) -> Look:
    """A small zinc bucket: new and shining, or worn, with brown rust all over it."""
    state = wish.state or "new"
    zinc = (0.78, 0.80, 0.83)
    coat = (
        metal(body, zinc)
        if state == "new"
        else body.workshop.material(_patched(rng, (0.60, 0.58, 0.55), _RUST, 0.75), roughness=0.95)
    )
    wire = metal(body) if state == "new" else paint(body, _RUST, rough=1.0)
    foot, rim, high = 0.058, 0.080, 0.12
    body.show(
        lathe([(0, 0), (foot, 0), (rim, high), (rim - 0.004, high), (foot - 0.004, 0.005), (0, 0.005)], 44),
        material=coat,
    )
    around = np.linspace(0, 2 * np.pi, 41)[:-1]
    body.show(
        tube(np.c_[rim * np.cos(around), rim * np.sin(around), np.full(40, high)], 0.004, 8, closed=True), material=wire
    )
    grip = [
        (rim * float(np.cos(a)), -0.075 * float(np.sin(a)), high - 0.004 + 0.035 * float(np.sin(a)))
        for a in np.linspace(0, np.pi, 15)
    ]
    body.show(tube(grip, 0.003, 8), material=wire)
    shell(body, (foot, 0.0), (rim, high), 0.005)
    floor(body, foot, 0.006)
    body.solid(Box((0.02, 0.004, 0.004)), at=(0, -0.073, high + 0.029))
    body.container(f"{body.name}/inside", at=(0, 0, 0.062), half=(0.040, 0.040, 0.055))
    return Look("grey", "bucket", "zinc", state)


@kind("painted_crate", zh="彩漆木箱", en="painted crate", category="household", mass_kg=0.8, uses=("store",),
      colours=("blue", "green", "red"), states=_WORN)  # fmt: skip
def painted_crate(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wooden crate with slats: freshly painted, or worn, its paint peeled off in patches."""
    colour, state = wish.pick_colour(rng, ("blue", "green", "red")), wish.state or "new"
    tone = COLOURS[colour].rgb
    board = (
        plain(tone) if state == "new" else _patched(rng, mixed(tone, (0.8, 0.8, 0.75), 0.35), (0.60, 0.50, 0.38), 0.55)
    )
    coat = body.workshop.material(board, roughness=0.3 if state == "new" else 1.0)
    inside = body.workshop.material(wood(rng, (0.62, 0.50, 0.36)), roughness=0.9)
    x, y, high = 0.10, 0.07, 0.11
    for row in range(3):
        z = 0.018 + 0.037 * row
        for side in (-1, 1):
            body.show(box((x, 0.004, 0.0165), 0.001), at=(0, side * y, z), material=coat)
            body.show(box((0.004, y, 0.0165), 0.001), at=(side * x, 0, z), material=coat)
    for sx in (-1, 1):
        for sy in (-1, 1):
            body.show(Box((0.007, 0.007, high / 2)), at=(sx * (x - 0.008), sy * (y - 0.008), high / 2), material=inside)
    body.show(Box((x - 0.004, y - 0.004, 0.004)), at=(0, 0, 0.006), material=inside)
    for side in (-1, 1):
        body.solid(Box((x + 0.004, 0.004, high / 2)), at=(0, side * y, high / 2))
        body.solid(Box((0.004, y, high / 2)), at=(side * x, 0, high / 2))
    body.solid(Box((x, y, 0.004)), at=(0, 0, 0.005))
    return Look(colour, "crate of slats", "wood", state)


@kind("football", zh="足球", en="football", category="toy", mass_kg=0.4, uses=("play",), states=_WORN)
def football(body: Body, rng: Generator, wish: Wish) -> Look:
    """A white ball with black spots: bright and smooth, or worn, brown with scuffs and a torn seam."""
    state = wish.state or "new"
    radius = 0.085
    leather = (
        plain((0.96, 0.96, 0.95)) if state == "new" else _patched(rng, (0.66, 0.58, 0.47), (0.36, 0.28, 0.20), 0.5)
    )
    coat = body.workshop.material(leather, roughness=0.3 if state == "new" else 1.0)
    spot = paint(
        body, (0.09, 0.09, 0.10) if state == "new" else (0.30, 0.25, 0.21), rough=0.4 if state == "new" else 1.0
    )
    profile = [(radius * float(np.sin(a)), radius - radius * float(np.cos(a))) for a in np.linspace(0, np.pi, 25)]
    body.show(lathe(profile, 40), material=coat)
    golden = (1 + 5**0.5) / 2
    corners = [np.roll([0.0, a, b * golden], k) for k in range(3) for a in (-1, 1) for b in (-1, 1)]
    for corner in corners:
        out = np.asarray(corner) / np.linalg.norm(corner)
        at = out * (radius - 0.0052)
        lean, yaw = float(np.degrees(np.arccos(out[2]))), float(np.degrees(np.arctan2(out[1], out[0])))
        outline = [(0.028 * float(np.cos(a)), 0.028 * float(np.sin(a))) for a in np.deg2rad(np.arange(5) * 72)]
        body.show(extrude(np.array(outline), 0.0062, 0.001), at=(float(at[0]), float(at[1]), radius + float(at[2])),
                  turn=multiply(turn("z", yaw), turn("y", lean)), material=spot)  # fmt: skip
    if state == "worn":
        tear = [
            (0.0, -radius * float(np.cos(a)) * 1.003, radius + radius * 1.003 * float(np.sin(a)))
            for a in np.linspace(0.35, 1.2, 9)
        ]
        body.show(tube(tear, 0.0030, 6), material=paint(body, (0.10, 0.08, 0.07)))
    body.solid(Sphere(radius), at=(0, 0, radius), rolls=True)
    body.solid(Box((0.012, 0.012, 0.003)), at=(0, 0, 0.003))
    return Look("white", "ball with spots", "leather", state)
