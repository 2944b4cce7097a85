"""Pictures of labelled panels at several sizes, with what is printed on each button and how tall its letters are."""

import re
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mindsight.engine.devices.families import FAMILIES
from mindsight.engine.drawing.prints.lettering import EN_M, ZH_M
from mindsight.engine.physics.actions import Action
from mindsight.home import tasks
from mindsight.home.episodes.episode import Episode
from mindsight.home.oracle.perception import Perception
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting
from mindsight.home.tasks import Rejected

WIDTH, HEIGHT = 640, 480
ZOOMS, SMALLER = 5, 0.72
_MIDDLE = (500.0, 500.0)


class Label(NamedTuple):
    """A word on a button in a picture: its box there, 0–1000, its script, and the height of its letters in pixels."""

    picture: Path
    box: tuple[float, float, float, float]
    script: str
    words: str
    height_px: float


def instances(seed: int, count: int) -> list[Instance]:
    """Return the first tasks from a seed on whose panels have words on their buttons."""
    found: list[Instance] = []
    number = seed * 1000
    while len(found) < count:
        try:
            drawn = tasks.load()["buttons"].draw(number, "")
        except Rejected:
            drawn = None
        if drawn is not None and drawn.difficulty["labels"] == "words":
            found.append(drawn)
        number += 1
    return found


def labels(seed: int, count: int, folder: Path) -> list[Label]:
    """Return the labels of some panels, each seen at several sizes, largest first."""
    return [label for instance in instances(seed, count) for label in _of(instance, folder)]


def _of(instance: Instance, folder: Path) -> list[Label]:
    device = str(instance.details["device"])
    keys = {f"{device}/{key.name}": key for key in FAMILIES[instance.scene_kind(device)].keys}
    found: list[Label] = []
    with Episode(instance, Setting(width=WIDTH, height=HEIGHT), budget=500) as episode:
        perception = Perception(episode)
        perception.look()
        for action in perception.go_nearest(device):
            episode.act(action)
            perception.look()
        for most in (1.0, 3.0, 3.0):
            shown = [one.box for one in episode.sights() if one.name in keys]
            left, top, right, bottom = np.array(shown).T
            middle = (float(left.min() + right.max()) / 2, float(top.min() + bottom.max()) / 2)
            fit = 900 / max(right.max() - left.min(), bottom.max() - top.min())
            episode.act(Action(verb="look", point=middle, zoom=max(0.5, min(most, fit))))
        for size in range(ZOOMS):
            picture = folder / f"{instance.id}-{size}.jpg"
            picture.write_bytes(episode.pictures[episode.last.sha256])
            focal_px = HEIGHT / 2 / np.tan(np.radians(episode.world.view.fovy_deg / 2))
            for sighting in episode.sights():
                if key := keys.get(sighting.name):
                    away = np.subtract(
                        episode.world.data.xpos[episode.world.model.body(sighting.name).id], episode.world.view.eye
                    )
                    scale = focal_px / float(-away @ episode.world.view.rotation[:, 2])
                    found.append(Label(picture, sighting.box, "zh", key.zh, ZH_M * scale))
                    found.append(Label(picture, sighting.box, "en", key.en, EN_M * scale))
            episode.act(Action(verb="look", zoom=SMALLER))
    return found


def plain(words: str) -> str:
    """Return words as they are compared: without case, spaces and marks, which a reader may set otherwise."""
    return re.sub(r"[^0-9a-z\u4e00-\u9fff]", "", words.casefold())
