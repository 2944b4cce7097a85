"""Kinds of things: vessels and trays that are full, half full or empty, and food that is whole or has been cut."""

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator

from mindsight.engine.catalogue.craft import floor, paint, shell
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import turn
from mindsight.engine.geometry.meshes import Array, lathe, loft, tube
from mindsight.engine.geometry.shapes import Box, Cylinder, Ellipsoid, Mesh, Sphere, Vector
from mindsight.engine.kinds import Look, Wish, kind

_LEVELS = ("full", "half_full", "empty")
_SHARE = {"full": 0.92, "half_full": 0.48, "empty": 0.0}
_CUT = ("uncut", "cut")


def sector(profile: Sequence[tuple[float, float]], begin_deg: float, end_deg: float) -> Mesh:
    """Return the part of a solid of revolution between two angles, closed at its cuts; the profile is that of ``lathe``."""
    outline = np.array([*profile, profile[0]], float)[::-1]
    angles = np.deg2rad(np.linspace(begin_deg, end_deg, max(3, round(abs(end_deg - begin_deg) / 7))))
    rings: list[Array] = []
    for angle in angles:
        away = np.array([np.cos(angle), np.sin(angle)])
        rings.append(np.c_[outline[:, :1] * away, outline[:, 1]])
    return loft(rings, crease=30.0)


@kind("juice_glass", zh="果汁杯", en="juice glass", category="tableware", mass_kg=0.3, uses=("drink",), states=_LEVELS)
def juice_glass(body: Body, rng: Generator, wish: Wish) -> Look:
    """A straight glass with orange juice up to its rim or its middle, or without any."""
    del rng
    state = wish.state or "full"
    radius, height = 0.041, 0.135
    clear = body.workshop.material(rgb=(0.82, 0.90, 0.94), alpha=0.22, roughness=0.05)
    body.show(lathe([(0, 0), (radius, 0), (radius, height)], 40, 50), material=clear)
    ring = [(radius * np.cos(a), radius * np.sin(a), height) for a in np.linspace(0, 2 * np.pi, 41)[:-1]]
    for z in (height, 0.004):
        body.show(tube([(x, y, z) for x, y, _ in ring], 0.0016, 6, closed=True), rgb=(0.86, 0.92, 0.95))
    body.show(Cylinder(radius - 0.002, 0.003), at=(0, 0, 0.003), material=clear)
    if state != "empty":
        level = 0.007 + (height - 0.011) * _SHARE[state]
        body.show(lathe([(0, 0.007), (radius - 0.003, 0.007), (radius - 0.003, level), (0, level)], 36),
                  material=paint(body, (0.96, 0.56, 0.10), rough=0.3))  # fmt: skip
    shell(body, (radius, 0.0), (radius, height), 0.004)
    floor(body, radius, 0.006)
    return Look("orange", "straight glass", "glass", state)


@kind("sweet_jar", zh="糖果罐", en="sweet jar", category="household", mass_kg=0.8, uses=("store",), states=_LEVELS)
def sweet_jar(body: Body, rng: Generator, wish: Wish) -> Look:
    """A wide glass jar with a glass foot; coloured sweets fill all of it, half of it or none."""
    state = wish.state or "full"
    radius, height = 0.060, 0.140
    clear = body.workshop.material(rgb=(0.84, 0.91, 0.94), alpha=0.16, roughness=0.05)
    wall = [(0, 0), (radius, 0), (radius, height - 0.022), (radius - 0.010, height - 0.008), (radius - 0.010, height)]
    body.show(lathe(wall, 40, 50), material=clear)
    for r, z in ((radius - 0.010, height), (radius, 0.003)):
        ring = [(r * np.cos(a), r * np.sin(a), z) for a in np.linspace(0, 2 * np.pi, 41)[:-1]]
        body.show(tube(ring, 0.0022, 6, closed=True), rgb=(0.86, 0.92, 0.95))
    tones = [paint(body, tone, rough=0.3) for tone in ("red", "yellow", "green", "orange", "pink")]
    layers = {"full": 6, "half_full": 3, "empty": 0}[state]
    for layer in range(layers):
        for r, count in ((0.046, 13), (0.025, 7), (0.004, 1)):
            for number in range(count):
                angle = 2 * np.pi * (number + 0.5 * (layer % 2)) / count + float(rng.uniform(-0.05, 0.05))
                body.show(Sphere(0.0105), at=(r * float(np.cos(angle)), r * float(np.sin(angle)), 0.012 + 0.019 * layer),
                          material=tones[int(rng.integers(5))])  # fmt: skip
    shell(body, (radius, 0.0), (radius, height), 0.004)
    floor(body, radius, 0.006)
    return Look("white", "wide jar", "glass", state)


@kind("egg_tray", zh="蛋托", en="egg tray", category="food", mass_kg=0.3, uses=("cook",), states=_LEVELS)
def egg_tray(body: Body, rng: Generator, wish: Wish) -> Look:
    """An open tray of grey pulp with eight hollows: eggs in all of them, in one half, or in none."""
    del rng
    state = wish.state or "full"
    pulp, hole = paint(body, (0.62, 0.62, 0.64), rough=1.0), paint(body, (0.36, 0.36, 0.38), rough=1.0)
    shell_tone = paint(body, (0.86, 0.66, 0.48), rough=0.6)
    pitch = 0.048
    body.show(Box((2 * pitch + 0.004, pitch + 0.004, 0.016)), at=(0, 0, 0.016), material=pulp)
    for column in range(4):
        for row in range(2):
            x, y = (column - 1.5) * pitch, (row - 0.5) * pitch
            body.show(Cylinder(0.019, 0.0008), at=(x, y, 0.0325), material=hole)
            if state == "full" or (state == "half_full" and column < 2):
                body.show(Ellipsoid((0.0195, 0.0195, 0.026)), at=(x, y, 0.046), material=shell_tone)
            for sx in (-1, 1):
                for sy in (-1, 1):
                    ridge = (x + sx * pitch / 2, y + sy * pitch / 2, 0.036)
                    body.show(Sphere(0.009), at=ridge, material=pulp)
    body.solid(Box((2 * pitch + 0.008, pitch + 0.008, 0.021)), at=(0, 0, 0.021))
    if state != "empty":
        half = 2 * pitch if state == "full" else pitch
        body.solid(Box((half - 0.004, pitch - 0.004, 0.014)), at=(half - 2 * pitch, 0, 0.056))
    return Look("grey", "tray with hollows", "card", state)


_CRUST: Vector = (0.80, 0.55, 0.26)


@kind("pie", zh="馅饼", en="pie", category="food", mass_kg=0.6, uses=("eat",), states=_CUT)
def pie(body: Body, rng: Generator, wish: Wish) -> Look:
    """A round pie with a lattice on red filling, whole, or with a big piece cut out of it."""
    del rng
    state = wish.state or "uncut"
    crust, filling = paint(body, _CRUST, rough=0.8), paint(body, (0.62, 0.12, 0.12), rough=0.4)
    begin, end = (0.0, 360.0) if state == "uncut" else (-40.0, 240.0)
    rim = [(0.0, 0.0), (0.082, 0.0), (0.100, 0.036), (0.094, 0.042), (0.086, 0.036), (0.0, 0.036)]
    fruit = [(0.0, 0.008), (0.084, 0.008), (0.0865, 0.0372), (0.0, 0.0372)]
    for outline, coat in ((rim, crust), (fruit, filling)):
        body.show(lathe(outline, 48) if state == "uncut" else sector(outline, begin, end), material=coat)
    for number in range(9):
        angle = begin + (end - begin) * (number + 0.5) / 9
        x, y = (float(part) for part in (np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))))
        body.show(Box((0.036, 0.004, 0.002)), at=(0.048 * x, 0.048 * y, 0.0392), turn=turn("z", angle), material=crust)
    shell(body, (0.082, 0.0), (0.100, 0.038), 0.006, count=14)
    floor(body, 0.096, 0.034)
    return Look("brown", "round pie", "pastry", state)


@kind("cheese", zh="奶酪", en="cheese", category="food", mass_kg=0.9, uses=("eat",), states=_CUT)
def cheese(body: Body, rng: Generator, wish: Wish) -> Look:
    """A round of cheese in a red rind, whole, or with a wedge cut out of it that shows its yellow inside."""
    del rng
    state = wish.state or "uncut"
    rind, inside = paint(body, (0.76, 0.16, 0.14), rough=0.4), paint(body, (0.98, 0.86, 0.45), rough=0.6)
    outer = [(0.0, 0.0), (0.070, 0.0), (0.080, 0.010), (0.080, 0.052), (0.070, 0.062), (0.0, 0.062)]
    if state == "uncut":
        body.show(lathe(outer, 48), material=rind)
    else:
        body.show(sector(outer, -30, 230), material=rind)
        inner = [(0.0, 0.002), (0.069, 0.002), (0.077, 0.011), (0.077, 0.051), (0.069, 0.060), (0.0, 0.060)]
        body.show(sector(inner, -30.6, 230.6), material=inside)
        body.show(sector(outer, -24, 24), at=(0.105, -0.060, 0.0), material=rind)
        body.show(sector(inner, -24.8, 24.8), at=(0.105, -0.060, 0.0), material=inside)
        body.solid(Box((0.030, 0.026, 0.031)), at=(0.155, -0.060, 0.031))
    body.solid(Cylinder(0.080, 0.031), at=(0, 0, 0.031))
    return Look("red", "round cheese", "cheese", state)


@kind("melon", zh="哈密瓜", en="melon", category="food", mass_kg=1.1, uses=("eat",), states=_CUT)
def melon(body: Body, rng: Generator, wish: Wish) -> Look:
    """A yellow melon, whole, or cut in two halves that show orange flesh and seeds."""
    state = wish.state or "uncut"
    peel, flesh = paint(body, (0.90, 0.76, 0.30), rough=0.7), paint(body, (0.97, 0.62, 0.32), rough=0.5)
    pips, size = paint(body, (0.98, 0.90, 0.72), rough=0.6), (0.090, 0.066, 0.066)
    if state == "uncut":
        body.show(Ellipsoid(size), at=(0, 0, size[2]), material=peel)
        body.show(
            Cylinder(0.004, 0.007),
            at=(size[0], 0, size[2]),
            turn=turn("y", 90),
            material=paint(body, (0.45, 0.36, 0.2)),
        )
        body.solid(Box((0.060, 0.046, 0.064)), at=(0, 0, 0.064))
        body.solid(Box((0.088, 0.030, 0.030)), at=(0, 0, 0.066))
        return Look("yellow", "oval fruit", "fruit", state)
    around = np.linspace(0, 2 * np.pi, 41)
    for side in (-1, 1):
        rings = [
            np.c_[s * size[0] * np.cos(around), s * size[1] * np.sin(around), np.full(41, z)]
            for s, z in ((np.sqrt(1 - (1 - h) ** 2), size[2] * h) for h in np.linspace(0.04, 1, 10))
        ]
        middle = (0.0, side * 0.072, 0.0)
        body.show(loft(rings), at=middle, material=peel)
        body.show(
            loft([rings[-1] * (0.93, 0.92, 1), rings[-1] * (0.93, 0.92, 1) + (0, 0, 0.0012)]), at=middle, material=flesh
        )
        body.show(loft([rings[-1] * (0.5, 0.42, 1) + (0, 0, 0.001), rings[-1] * (0.5, 0.42, 1) + (0, 0, 0.0022)]), at=middle,
                  material=paint(body, (0.86, 0.46, 0.20)))  # fmt: skip
        for _ in range(14):
            x, y = float(rng.uniform(-0.034, 0.034)), float(rng.uniform(-0.018, 0.018))
            body.show(Ellipsoid((0.004, 0.002, 0.0015)), at=(x, y + middle[1], size[2] + 0.003), material=pips)
        body.solid(Box((0.070, 0.048, size[2] / 2)), at=(0, middle[1], size[2] / 2))
    return Look("yellow", "two halves of a fruit", "fruit", state)
