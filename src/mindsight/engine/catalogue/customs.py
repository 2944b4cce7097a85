"""Kinds of things that custom, feasts and safety are about.

Signs of Chinese and Western feasts, what is kept from small children, a hot plate, a table knife, and a bowl of rice with chopsticks.
"""

import numpy as np
from numpy.random import Generator
from PIL import Image

from mindsight.engine.catalogue.craft import metal, paint, rounded, slab, upright
from mindsight.engine.drawing.prints.palette import COLOURS
from mindsight.engine.drawing.prints.pixels import pixel
from mindsight.engine.drawing.prints.textures import write
from mindsight.engine.geometry.bodies import Body
from mindsight.engine.geometry.frames import multiply, turn
from mindsight.engine.geometry.meshes import box, extrude, lathe, superellipsoid, tube
from mindsight.engine.geometry.shapes import Box, Cylinder, Ellipsoid, Sphere
from mindsight.engine.kinds import Look, Wish, kind

_RED, _GOLD, _GREEN = (0.80, 0.12, 0.10), (0.95, 0.76, 0.30), (0.16, 0.42, 0.22)
_SIGN = ("feast",)
BOWLS = ("red", "yellow", "green", "blue", "purple", "black")
CHOPSTICKS = ("upright", "across")


@kind("red_lantern", zh="红灯笼", en="red paper lantern", category="decoration", mass_kg=0.2, uses=_SIGN)
def red_lantern(body: Body, rng: Generator, wish: Wish) -> Look:
    """A round red lantern with golden caps, ribs and a tassel laid before it, lettered 春."""
    del rng, wish
    red, gold = paint(body, _RED, rough=0.6), paint(body, _GOLD, rough=0.3)
    body.show(superellipsoid((0.075, 0.075, 0.060), squareness=(0.85, 1.0)), at=(0, 0, 0.074), material=red)
    for up, radius in ((0.006, 0.036), (0.140, 0.036)):
        body.show(Cylinder(radius, 0.008), at=(0, 0, up), material=gold)
    for angle in np.arange(8) * 45.0:
        ring = [(0.0765 * np.cos(a), 0.0, 0.074 + 0.0615 * np.sin(a)) for a in np.linspace(-1.35, 1.35, 15)]
        body.show(tube(ring, 0.0016, 6), turn=turn("z", float(angle)), material=gold)
    body.show(tube([(0, 0, 0.146), (0, 0, 0.185)], 0.0020, 6), material=gold)
    body.solid(Cylinder(0.072, 0.060), at=(0, 0, 0.074))
    body.solid(Box((0.026, 0.026, 0.007)), at=(0, 0, 0.005))
    return Look("red", "lantern", "paper")


@kind("fu_print", zh="福字牌", en="stand with the sign for fortune", category="decoration", mass_kg=0.2, uses=_SIGN)
def fu_print(body: Body, rng: Generator, wish: Wish) -> Look:
    """A red square on its point, with 福 in gold, on a small stand."""
    del rng, wish
    print_ = Image.new("RGB", (256, 256), pixel(_RED))
    write(print_, "福", (0.16, 0.14, 0.84, 0.86), _GOLD)
    leaning = turn("y", 45.0)
    body.show(box((0.070, 0.004, 0.070), 0.002), at=(0, 0, 0.112), turn=leaning, material=paint(body, _GOLD, rough=0.4))
    body.show(upright([(-0.066, -0.066), (0.066, -0.066), (0.066, 0.066), (-0.066, 0.066)], 0.002), at=(0, -0.0045, 0.112), turn=leaning,
              material=paint(body, _RED))  # fmt: skip
    picture = box((0.046, 0.0006, 0.046), 0.0004, {"front": (0.0, 0.0, 1.0, 1.0)})
    body.show(picture, at=(0, -0.0065, 0.112), material=body.workshop.material(print_), text="福")
    body.show(box((0.055, 0.030, 0.007), 0.002), at=(0, 0, 0.007), material=paint(body, "brown"))
    body.solid(Box((0.055, 0.030, 0.007)), at=(0, 0, 0.007))
    body.solid(Box((0.055, 0.005, 0.055)), at=(0, 0, 0.112), turn=leaning)
    return Look("red", "square on its point", "paper", text=("福",))


@kind("christmas_tree", zh="小圣诞树", en="little Christmas tree", category="decoration", mass_kg=0.5, uses=_SIGN)
def christmas_tree(body: Body, rng: Generator, wish: Wish) -> Look:
    """A small fir in three tiers with coloured balls and a yellow star, in a pot."""
    del wish
    green = paint(body, _GREEN, rough=0.95)
    body.show(
        lathe([(0, 0), (0.032, 0), (0.042, 0.050), (0.036, 0.050), (0, 0.045)]),
        material=paint(body, (0.60, 0.28, 0.18)),
    )
    body.show(Cylinder(0.008, 0.020), at=(0, 0, 0.062), material=paint(body, "brown"))
    for low, wide, high in ((0.072, 0.085, 0.085), (0.122, 0.068, 0.075), (0.168, 0.050, 0.070)):
        body.show(lathe([(0, low), (wide, low), (0.010, low + high), (0, low + high)], 18), material=green)
        for number in range(6):
            angle = np.deg2rad(60 * number + float(rng.uniform(-10, 10)) + 400 * low)
            tone = ("red", "yellow", "blue", "purple")[number % 4]
            at = (0.92 * wide * float(np.cos(angle)), 0.92 * wide * float(np.sin(angle)), low + 0.006)
            body.show(Sphere(0.0085), at=at, material=paint(body, tone, rough=0.15))
    points = [
        (r * np.sin(a), 0.247 + r * np.cos(a))
        for a, r in zip(np.arange(10) * np.pi / 5, (0.024, 0.010) * 5, strict=True)
    ]
    body.show(upright(points, 0.006, 0.001), material=paint(body, _GOLD, rough=0.2))
    body.solid(Cylinder(0.038, 0.025), at=(0, 0, 0.025))
    body.solid(Box((0.030, 0.030, 0.005)), at=(0, 0, 0.005))
    body.solid(Cylinder(0.060, 0.035), at=(0, 0, 0.110))
    body.solid(Cylinder(0.030, 0.040), at=(0, 0, 0.190))
    return Look("green", "little tree", "fir")


@kind("pumpkin_lantern", zh="南瓜灯", en="carved pumpkin", category="decoration", mass_kg=1.2, uses=_SIGN)
def pumpkin_lantern(body: Body, rng: Generator, wish: Wish) -> Look:
    """An orange pumpkin with ribs, a stalk and a carved face that is lit from within."""
    del rng, wish
    orange, glow = paint(body, (0.92, 0.46, 0.10), rough=0.5), paint(body, (1.0, 0.88, 0.35), rough=0.9)
    for angle in np.arange(10) * 36.0:
        a = np.deg2rad(angle)
        rib = superellipsoid((0.036, 0.036, 0.062), squareness=(0.9, 0.9))
        body.show(rib, at=(0.044 * float(np.cos(a)), 0.044 * float(np.sin(a)), 0.063), material=orange)
    body.show(
        tube([(0, 0, 0.115), (0.004, 0, 0.135), (0.014, 0, 0.150)], [0.010, 0.007, 0.008], 10),
        material=paint(body, (0.35, 0.40, 0.18)),
    )
    eye = [(-0.014, 0), (0.014, 0), (0, 0.022)]
    lip = [(-0.040, 0.016), (-0.026, 0.0), (-0.010, 0.004), (0.0, -0.004), (0.010, 0.004), (0.026, 0.0), (0.040, 0.016)]
    mouth = [*lip, (0.022, 0.014), (0.008, 0.018), (-0.008, 0.018), (-0.022, 0.014)]
    for x in (-0.026, 0.026):
        body.show(upright(eye, 0.014), at=(x, -0.074, 0.072), material=glow)
    body.show(upright(mouth, 0.022), at=(0, -0.070, 0.036), material=glow)
    body.solid(Cylinder(0.074, 0.058), at=(0, 0, 0.063))
    body.solid(Box((0.040, 0.040, 0.004)), at=(0, 0, 0.004))
    return Look("orange", "carved pumpkin", "pumpkin")


@kind("easter_eggs", zh="彩蛋窝", en="nest of painted eggs", category="decoration", mass_kg=0.3, uses=_SIGN)
def easter_eggs(body: Body, rng: Generator, wish: Wish) -> Look:
    """Five eggs painted in bright colours with bands, in a nest of straw."""
    del wish
    nest = [(0, 0), (0.060, 0), (0.082, 0.020), (0.078, 0.034), (0.066, 0.030), (0.050, 0.014), (0, 0.012)]
    body.show(lathe(nest, 28), material=paint(body, (0.72, 0.56, 0.28), rough=1.0))
    for number, tone in enumerate(("red", "yellow", "blue", "purple", "green")):
        angle, away = np.deg2rad(72 * number), 0.036
        at = (away * float(np.cos(angle)), away * float(np.sin(angle)), 0.040)
        lean = multiply(turn("z", 72.0 * number), turn("y", float(rng.uniform(10, 24))))
        body.show(Ellipsoid((0.020, 0.020, 0.027)), at=at, turn=lean, material=paint(body, tone, rough=0.25))
        band = lathe([(0.0202, -0.004), (0.0208, 0.0), (0.0202, 0.004)], 24)
        body.show(band, at=at, turn=lean, material=paint(body, "white", rough=0.25))
    body.solid(Cylinder(0.076, 0.028), at=(0, 0, 0.030))
    body.solid(Box((0.045, 0.045, 0.004)), at=(0, 0, 0.004))
    return Look("brown", "nest with eggs", "straw")


@kind("mooncakes", zh="月饼盘", en="tray of mooncakes", category="food", mass_kg=0.5, uses=_SIGN)
def mooncakes(body: Body, rng: Generator, wish: Wish) -> Look:
    """Four round cakes with fluted sides and 中秋 pressed into their tops, on a red tray."""
    del rng, wish
    slab(body, (0.090, 0.090, 0.006), (0, 0, 0.006), 0.003, rgb=_RED)
    crust = paint(body, (0.72, 0.43, 0.17), rough=0.5)
    turns = np.linspace(0, 2 * np.pi, 97)[:-1]
    rim = np.c_[
        (0.036 + 0.0022 * np.cos(12 * turns)) * np.cos(turns), (0.036 + 0.0022 * np.cos(12 * turns)) * np.sin(turns)
    ]
    top = Image.new("RGB", (192, 192), pixel((0.78, 0.50, 0.22)))
    write(top, "中", (0.30, 0.06, 0.70, 0.48), (0.45, 0.22, 0.07))
    write(top, "秋", (0.30, 0.52, 0.70, 0.94), (0.45, 0.22, 0.07))
    material = body.workshop.material(top)
    for x in (-0.042, 0.042):
        for y in (-0.042, 0.042):
            body.show(extrude(rim, 0.026, 0.003), at=(x, y, 0.012), material=crust)
            disc = np.c_[0.030 * np.cos(turns), 0.030 * np.sin(turns)]
            body.show(extrude(disc, 0.0012), at=(x, y, 0.0380), material=material)
    body.solid(Box((0.078, 0.078, 0.014)), at=(0, 0, 0.025))
    return Look("brown", "four round cakes", "pastry", text=("中秋",))


@kind("pill_bottle", zh="药瓶", en="bottle of pills", category="household", mass_kg=0.1, uses=("keep_away",))
def pill_bottle(body: Body, rng: Generator, wish: Wish) -> Look:
    """A brown bottle with a white cap, lettered 药片 PILLS, and some pills before it."""
    del rng, wish
    label = Image.new("RGB", (256, 192), pixel((0.97, 0.96, 0.93)))
    write(label, "药片", (0.10, 0.06, 0.90, 0.56), (0.75, 0.10, 0.10))
    write(label, "PILLS", (0.14, 0.60, 0.86, 0.94), (0.15, 0.15, 0.18))
    body.show(
        lathe([(0, 0), (0.030, 0), (0.032, 0.004), (0.032, 0.078), (0.022, 0.090)]),
        material=paint(body, (0.48, 0.24, 0.08), rough=0.15),
    )
    body.show(lathe([(0.024, 0.088), (0.024, 0.110), (0, 0.110)]), material=paint(body, "white"))
    body.show(
        box((0.029, 0.001, 0.026), 0.0006),
        at=(0, -0.0325, 0.042),
        material=body.workshop.material(label),
        text="药片 PILLS",
    )
    for x, y in ((-0.040, -0.050), (-0.020, -0.062), (0.006, -0.054), (0.034, -0.060)):
        body.show(
            lathe([(0, 0), (0.008, 0.001), (0.008, 0.005), (0, 0.006)]),
            at=(x, y, 0),
            material=paint(body, (0.98, 0.98, 0.96)),
        )
    body.solid(Cylinder(0.031, 0.054), at=(0, 0, 0.054))
    body.solid(Box((0.020, 0.020, 0.002)), at=(0, 0, 0.002))
    return Look("brown", "bottle with a cap", "glass", text=("药片", "PILLS"))


@kind("kitchen_knife", zh="菜刀", en="kitchen knife", category="household", mass_kg=0.2, uses=("keep_away",))
def kitchen_knife(body: Body, rng: Generator, wish: Wish) -> Look:
    """A knife of 30 cm with a broad pointed blade and a black handle with rivets, lying flat."""
    del rng, wish
    blade = rounded([(-0.170, -0.004), (-0.110, -0.030), (0.030, -0.032), (0.030, 0.012), (-0.080, 0.012)], 0.006)
    body.show(extrude(blade, 0.004, 0.0012), at=(0, 0, 0.006), material=metal(body, rough=0.15))
    body.show(box((0.055, 0.014, 0.008), 0.004), at=(0.085, -0.002, 0.008), material=paint(body, "black", rough=0.5))
    for x in (0.055, 0.085, 0.115):
        body.show(Cylinder(0.0035, 0.0006), at=(x, -0.002, 0.0164), material=metal(body))
    body.solid(Box((0.105, 0.022, 0.004)), at=(-0.070, -0.009, 0.004))
    body.solid(Box((0.055, 0.014, 0.008)), at=(0.085, -0.002, 0.008))
    return Look("grey", "long blade", "steel")


@kind(
    "lighter",
    zh="打火机",
    en="lighter",
    category="household",
    mass_kg=0.05,
    uses=("keep_away",),
    colours=("red", "blue", "green", "yellow"),
)
def lighter(body: Body, rng: Generator, wish: Wish) -> Look:
    """A large gas lighter that stands, with a metal hood, a wheel and a small flame-shaped mark."""
    colour = wish.pick_colour(rng, ("red", "blue", "green", "yellow"))
    body.show(box((0.019, 0.011, 0.036), 0.005), at=(0, 0, 0.036), material=paint(body, colour, rough=0.2))
    body.show(box((0.018, 0.010, 0.010), 0.002), at=(0, 0, 0.081), material=metal(body))
    body.show(
        Cylinder(0.008, 0.007), at=(-0.009, 0, 0.094), turn=turn("x", 90), material=metal(body, (0.35, 0.35, 0.37))
    )
    body.show(box((0.009, 0.008, 0.003), 0.001), at=(0.010, 0, 0.094), material=paint(body, "red"))
    flame = [(-0.007, 0.0), (0.0, -0.006), (0.007, 0.0), (0.005, 0.010), (0.0, 0.022), (-0.004, 0.010)]
    body.show(upright(flame, 0.001), at=(0, -0.0115, 0.030), material=paint(body, (1.0, 0.75, 0.15)))
    body.solid(Box((0.019, 0.011, 0.045)), at=(0, 0, 0.045))
    return Look(colour, "lighter", "plastic")


@kind(
    "hot_plate",
    zh="电炉",
    en="electric hot plate",
    category="household",
    mass_kg=2.0,
    uses=("cook",),
    states=("on", "off"),
)
def hot_plate(body: Body, rng: Generator, wish: Wish) -> Look:
    """A single hot plate in a white case; switched on its coil glows orange and its lamp is lit."""
    del rng
    state = wish.state or "off"
    body.show(box((0.120, 0.120, 0.024), 0.008), at=(0, 0, 0.026), material=paint(body, "white", rough=0.3))
    body.show(Cylinder(0.095, 0.004), at=(0, 0, 0.053), material=paint(body, (0.16, 0.16, 0.17), rough=0.5))
    coil = (
        body.workshop.material(rgb=(1.0, 0.36, 0.08), roughness=0.8, emission=0.9)
        if state == "on"
        else paint(body, (0.26, 0.26, 0.28))
    )
    for radius in (0.030, 0.050, 0.070, 0.088):
        ring = [(radius * np.cos(a), radius * np.sin(a), 0.0585) for a in np.linspace(0, 2 * np.pi, 41)[:-1]]
        body.show(tube(ring, 0.0042, 6, closed=True), material=coil)
    body.show(Cylinder(0.012, 0.006), at=(0.055, -0.122, 0.026), turn=turn("x", 90), material=paint(body, "black"))
    lamp = (
        body.workshop.material(rgb=(1.0, 0.15, 0.10), emission=1.0)
        if state == "on"
        else paint(body, (0.35, 0.10, 0.09))
    )
    body.show(Sphere(0.006), at=(-0.060, -0.120, 0.026), material=lamp)
    body.solid(Box((0.120, 0.120, 0.024)), at=(0, 0, 0.026))
    body.solid(Box((0.100, 0.100, 0.003)), at=(0, 0, 0.003))
    return Look("white", "square hot plate", "metal", state)


@kind("table_knife", zh="餐刀", en="table knife", category="tableware", mass_kg=0.07, uses=("eat",))
def table_knife(body: Body, rng: Generator, wish: Wish) -> Look:
    """A knife of 21 cm for the table: a narrow blade with a round end and a steel handle."""
    del rng, wish
    outline = rounded(
        [
            (-0.105, -0.006),
            (-0.095, -0.010),
            (0.0, -0.010),
            (0.004, -0.006),
            (0.105, -0.008),
            (0.105, 0.008),
            (0.0, 0.006),
            (-0.100, 0.006),
        ],
        0.004,
    )
    body.show(extrude(outline, 0.004, 0.0015), material=metal(body, rough=0.15))
    body.solid(Box((0.103, 0.008, 0.002)), at=(0, 0, 0.002))
    return Look("grey", "narrow blade", "steel")


@kind(
    "rice_bowl",
    zh="米饭碗",
    en="bowl of rice",
    category="tableware",
    mass_kg=0.4,
    uses=("eat",),
    colours=BOWLS,
    states=CHOPSTICKS,
)
def rice_bowl(body: Body, rng: Generator, wish: Wish) -> Look:
    """A bowl heaped with white rice; its chopsticks stand upright in the rice or lie across the rim."""
    del rng
    colour, state = wish.colour or "blue", wish.state or "across"
    outside = [(0, 0), (0.030, 0), (0.032, 0.008), (0.052, 0.030), (0.062, 0.060), (0.058, 0.060), (0.0, 0.050)]
    body.show(lathe(outside, 40), material=paint(body, COLOURS[colour].rgb, rough=0.2))
    heap = [(0.057, 0.054), (0.048, 0.066), (0.030, 0.076), (0.012, 0.080), (0.0, 0.080)]
    body.show(lathe(heap, 32), material=paint(body, (0.98, 0.97, 0.94), rough=0.9))
    stick = paint(body, (0.55, 0.20, 0.12), rough=0.4)
    for side in (-0.006, 0.006):
        if state == "upright":
            path = [(side, 0.004, 0.050), (1.6 * side, 0.010, 0.235)]
        else:
            path = [(-0.115, side - 0.002, 0.084), (0.115, 1.8 * side, 0.084)]
        body.show(tube(path, [0.0028, 0.0040], 8), material=stick)
    body.solid(Cylinder(0.055, 0.036), at=(0, 0, 0.040))
    body.solid(Box((0.024, 0.024, 0.004)), at=(0, 0, 0.004))
    return Look(colour, "bowl", "china", state)
