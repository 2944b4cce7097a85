"""Make pictures of a task, or of a room with needs, from every viewpoint for people to look at, without proving it."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

from mindsight.engine.drawing.rendering import Camera
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.scene import build
from mindsight.errors import InputError
from mindsight.home import tasks
from mindsight.home.autonomy import rooms
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected

SHOWN = "shown.json"
"""The list of the pictures that were drawn into a folder."""


def draw_task(key: str, seed: int, *, reason: str, profile: str, folder: Path) -> tuple[Instance, list[Path]]:
    """Draw one task and write a picture from each of its viewpoints; return it and the files.

    Raises:
        InputError: There is no such task or reason, or the seed gives no task.
    """
    pool = tasks.load()
    if key not in pool or reason not in {"", *pool[key].reasons}:
        known = ", ".join(pool) if key not in pool else ", ".join(pool[key].reasons)
        raise InputError("there is no {name}; there are {known}", name=key if key not in pool else reason, known=known)
    chosen: Any = reason
    instance = _drawn(key, seed, partial(pool[key].draw, seed, chosen))
    return instance, _pictures(instance, profile, folder)


def draw_room(key: str, seed: int, *, with_needs: bool, profile: str, folder: Path) -> tuple[Instance, list[Path]]:
    """Draw one room in which a subject is left alone, and write its pictures; return it and the files.

    Raises:
        InputError: There is no such class of rooms, or the seed gives no room.
    """
    pool = rooms.load()
    if key not in pool:
        raise InputError("there is no {name}; there are {known}", name=key, known=", ".join(pool))
    instance = _drawn(key, seed, partial(pool[key].draw, seed, with_needs))
    return instance, _pictures(instance, profile, folder)


def _drawn(key: str, seed: int, draw: Callable[[], Instance]) -> Instance:
    try:
        return draw()
    except Rejected as error:
        raise InputError(
            "{task}: seed {seed} gives no task ({rule}); try the next", task=key, seed=seed, rule=str(error)
        ) from error


def _pictures(instance: Instance, profile: str, folder: Path) -> list[Path]:
    """Write a picture from each viewpoint of a scene."""
    clear(folder)
    world = World(build(instance.scene))
    quality: Any = profile
    files = []
    with Camera(world, width=960, height=720, profile=quality) as camera:
        for number, viewpoint in enumerate(instance.scene.viewpoints):
            world.look(View.at(viewpoint))
            file = folder / f"{number:02d}-{viewpoint.name}.jpg"
            Image.fromarray(camera.picture()).save(file, quality=92)
            files.append(file)
    note(folder, files)
    return files


def clear(folder: Path) -> None:
    """Make a folder for pictures, or remove those that were drawn into it before.

    Raises:
        InputError: It holds something else, with which new pictures would be mixed up.
    """
    folder.mkdir(parents=True, exist_ok=True)
    listed = folder / SHOWN
    ours = {SHOWN, *(json.loads(listed.read_text("utf-8")) if listed.is_file() else ())}
    if foreign := sorted(path.name for path in folder.iterdir() if path.name not in ours):
        raise InputError(
            "{folder}: holds {name}, which was not drawn here; choose another folder with --out",
            folder=str(folder),
            name=foreign[0],
        )
    for path in folder.iterdir():
        path.unlink()


def note(folder: Path, files: Sequence[Path]) -> None:
    """List the pictures drawn into a folder, so that they can be replaced the next time."""
    (folder / SHOWN).write_text(json.dumps([file.name for file in files]) + "\n", "utf-8")
