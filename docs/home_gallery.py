"""Draw the pages with one task of each household class, and their pictures.

    python -m docs.home_gallery

The pictures lie in ``docs/pictures/home``, which git keeps: they change only where a task class or the engine does.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from PIL import Image

from mindsight.engine.drawing.rendering import Camera, Profile
from mindsight.engine.drawing.sight import sightings
from mindsight.engine.drawing.views import View
from mindsight.engine.physics.world import World
from mindsight.engine.scenes.scene import build
from mindsight.home import tasks
from mindsight.home.classes import CLASSES, DIMENSIONS, title_of
from mindsight.home.preparation.instances import Instance
from mindsight.text import Language, say

DOCS = Path(__file__).resolve().parent
PAGES = DOCS / "reference"
PICTURES = DOCS / "pictures" / "home"
SEEDS = {
    "suitcase": 3,
    "buttons": 3,
    "desk": 3,
    "gift": 3,
    "sort_count": 3,
    "blocks": 3,
    "clean_room": 3,
    "jigsaw": 3,
}
SIZE = (640, 480)
PROFILES: tuple[Profile, ...] = ("fast", "fine")

_HEADS = {
    "en": """# One task of each household class

[中文](home-gallery.zh.md)

Made by `python -m docs.home_gallery`: of each of the eight classes of annex A one task, as a subject is given it, and the view that shows
most of what it needs, drawn with `--renderer fast` (left) and `fine` (right). `mindsight home show CLASS --seed N` draws any
other, from every viewpoint.
""",
    "zh": """# 每类家庭任务各一例

[English](home-gallery.md)

由 `python -m docs.home_gallery` 生成：附录 A 的八类任务各取一例，文字即被测系统收到的指令，图片取最能看清所需物品的视角，
左为 `--renderer fast`，右为 `fine`。`mindsight home show 类别 --seed N` 可画出任何其他任务，从每个视角各一张。
""",
}
_FACTS = {
    "en": "`{key}`, seed {seed} · dimension: {dimension} · {axes}",
    "zh": "`{key}`，种子 {seed} · 维度：{dimension} · {axes}",
}


def drawn(key: str) -> Instance:
    """Return the task of a class that the page shows."""
    return tasks.load()[key].draw(SEEDS[key], "")


def page(language: Language, instances: dict[str, Instance]) -> str:
    """Return the page in a language."""
    return "\n".join(
        [_HEADS[language], *(line for key, one in instances.items() for line in _section(language, key, one))]
    )


def _section(language: Language, key: str, instance: Instance) -> Iterator[str]:
    title = say(title_of(key), language)
    yield f"## {title}\n"
    yield _FACTS[language].format(
        key=key,
        seed=instance.seed,
        dimension=say(DIMENSIONS[CLASSES[key].dimension][1], language),
        axes=", ".join(f"{axis} {value}" for axis, value in instance.difficulty.items()),
    )
    yield ""
    yield f"> {instance.instruction[language]}\n"
    yield " ".join(
        f'![{title}, {profile}](../pictures/home/{key}-{profile}.jpg){{ width="49%" }}' for profile in PROFILES
    )
    yield ""


def draw(instance: Instance, folder: Path) -> None:
    """Write the task's picture in each profile."""
    world = World(build(instance.scene))
    world.look(_best(world, instance))
    for profile in PROFILES:
        with Camera(world, width=SIZE[0], height=SIZE[1], profile=profile) as camera:
            Image.fromarray(camera.picture()).save(folder / f"{instance.task}-{profile}.jpg", quality=82, optimize=True)


def _best(world: World, instance: Instance) -> View:
    """Return the view that shows most of the things that the task needs, and them largest."""
    views = [View.at(viewpoint) for viewpoint in instance.scene.viewpoints]

    def shown(view: View) -> tuple[int, int]:
        world.look(view)
        seen = [one for one in sightings(world, camera.geoms()) if {one.name, one.owner} & set(instance.needed)]
        return sum(one.what == "thing" for one in seen), sum(one.pixels for one in seen)

    with Camera(world, width=320, height=240, profile="fast") as camera:
        return max(views, key=shown)


def main() -> None:
    """Write pictures and pages."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    instances = {key: drawn(key) for key in SEEDS}
    for instance in instances.values():
        draw(instance, PICTURES)
    for language in get_args(Language):
        file = PAGES / ("home-gallery.md" if language == "en" else "home-gallery.zh.md")
        file.write_text(page(language, instances), encoding="utf-8")


if __name__ == "__main__":
    main()
