"""Pictures of made rooms and photographs, with the things on them that a detector of COCO's 80 classes could name."""

import re
from pathlib import Path

import numpy as np
from PIL import Image

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.sight import sightings
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.scene import build
from mindsight.home import tasks
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected

Shown = dict[str, float]
"""The classes on a picture, each with the share of the picture that its largest one covers."""

SIZE = (640, 480)
LEAST_SHARE = 0.01
"""Share of a picture from which on a thing is asked for: 55 pixels square."""
CLASSES = ("desk", "clean_room", "suitcase", "buttons")
COCO = {
    "armchair": "chair", "chair": "chair", "office_chair": "chair", "sofa": "couch", "double_bed": "bed", "single_bed": "bed",
    "dining_table": "dining table", "television": "tv", "wall_clock": "clock", "alarm_clock": "clock", "fridge": "refrigerator",
    "microwave": "microwave", "stove": "oven", "washstand": "sink",
    "toilet": "toilet", "potted_plant": "potted plant", "suitcase": "suitcase", "laptop": "laptop",
    "keyboard": "keyboard", "mouse": "mouse", "book": "book", "cup": "cup", "mug": "cup", "bowl": "bowl", "bottle": "bottle",
    "vase": "vase", "backpack": "backpack", "umbrella": "umbrella", "teddy": "teddy bear", "banana": "banana", "apple": "apple",
    "orange": "orange", "phone": "cell phone", "remote": "remote", "cat": "cat", "dog": "dog",
}  # fmt: skip
"""Kinds of things in made rooms, and what COCO calls them."""


def rooms(seed: int, folder: Path) -> dict[Path, Shown]:
    """Return pictures of four rooms from two places each, as a subject of the home suite sees them."""
    found: dict[Path, Shown] = {}
    for key in CLASSES:
        world = World(build(_instance(key, seed).scene), aspect=SIZE[0] / SIZE[1])
        with Camera(world, width=SIZE[0], height=SIZE[1], profile="fine") as camera:
            # From the corner and from the door one sees the room, from the other places one thing.
            for viewpoint in world.scene.plan.viewpoints[:2]:
                world.look(View.at(viewpoint))
                file = folder / f"{key}-{seed}-{viewpoint.name}.ppm"
                Image.fromarray(camera.picture()).save(file)
                found[file] = _shown(world, camera)
    return found


def photographs(data: Path, folder: Path) -> dict[Path, Shown]:
    """Return photographs of pets and cars: Oxford's names of cats are capitalised. Each shows its thing large."""
    found: dict[Path, Shown] = {}
    for file in sorted((data / "album" / "segmentation" / "images").iterdir()):
        if match := re.match(r"(pet|cat)_(\w)", file.stem):
            found[_ppm(file, folder)] = {"cat" if match[1] == "cat" or match[2].isupper() else "dog": 1.0}
    for file in sorted((data / "album" / "cutouts_rembg").glob("car-*.jpg")):
        found[_ppm(file, folder)] = {"car": 1.0}
    return found


def _ppm(file: Path, folder: Path) -> Path:
    target = folder / f"{file.stem}.ppm"
    with Image.open(file) as opened:
        picture = opened.convert("RGB")
        picture.thumbnail(SIZE)
        picture.save(target)
    return target


def _instance(key: str, seed: int) -> Instance:
    for number in range(seed * 1000, seed * 1000 + 50):
        try:
            return tasks.load()[key].draw(number, "")
        except Rejected:
            continue
    raise AssertionError(f"{key} has no task in 50 seeds")


def _shown(world: World, camera: Camera) -> Shown:
    found: Shown = {}
    for sighting in sightings(world, camera.geoms()):
        label = COCO.get(sighting.kind)
        share = sighting.pixels / (SIZE[0] * SIZE[1])
        if label and share >= LEAST_SHARE:
            found[label] = max(share, found.get(label, 0.0))
    return found


def share_found(shown: dict[Path, Shown], seen: dict[Path, set[str]]) -> tuple[int, int]:
    """Return how many of the classes on pictures were named, and how many there are."""
    hits = [label in seen[file] for file, labels in shown.items() for label in labels]
    return int(np.sum(hits)), len(hits)
