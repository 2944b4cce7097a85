"""6.4.1 c): draw questions of the chosen classes from a seed, keep their pictures, and write a run's data file.

Sets of scenes are drawn one after another. Each gives at most one quartet to each class that is about such scenes, and a class takes its
quartets from the first sets that give it one, so the questions do not depend on how many processes draw them. Drawn sets are in the cache
on the disk; only their seeds are held, and questions are read from there one by one.
"""

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from mindsight.engine.figures.people.anatomy import need_bodies
from mindsight.errors import InputError
from mindsight.home.preparation.drawing import TRIES, cache_folder
from mindsight.home.questions import classes, scenes
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.plan import FOUR
from mindsight.home.questions.quartets import quartet
from mindsight.home.questions.question import RULE_VERSION, Question
from mindsight.home.questions.scenes import Made, Rejected
from mindsight.parallel import Engine, map_items
from mindsight.record import canonical
from mindsight.record.folder import write_whole

_SETS_PER_SEED = 1_000_000
_MOST_SETS = 40
"""How many sets are drawn for each quartet wanted before a class is given up."""


@dataclass(frozen=True)
class Drawn:
    """The questions that one set of scenes gives, by class, and the facts that its scenes show (by scene), for the oracle."""

    seed: int
    questions: Mapping[str, tuple[Question, ...]]
    seen: Mapping[str, Scene]


@dataclass(frozen=True)
class Drawer:
    """Draws the set of scenes of a seed; can be sent to another process. What it draws is kept in ``cache``, with all pictures."""

    scenes: str
    cache: Path

    def __call__(self, seed: int, *, anew: bool = False) -> Drawn:
        """Return the questions of a set, drawn ``anew`` or taken from the cache; none if the seed gives no set."""
        folder = set_folder(self.cache, self.scenes, seed)
        page = folder / "set.json"
        if anew or not page.is_file():
            _draw(self.scenes, seed, folder)
        held = self._held(seed)
        return Drawn(
            seed,
            {key: tuple(Question.model_validate(one) for one in own) for key, own in held["questions"].items()},
            {name: Scene.model_validate(one) for name, one in held["seen"].items()},
        )

    def quartet(self, seed: int, key: str) -> tuple[Question, ...]:
        """Return the questions of a class from a set that was drawn."""
        return tuple(Question.model_validate(one) for one in self._held(seed)["questions"][key])

    def _held(self, seed: int) -> dict[str, Any]:
        page = set_folder(self.cache, self.scenes, seed) / "set.json"
        held: dict[str, Any] = json.loads(page.read_text("utf-8"))
        return held


def set_folder(cache: Path, kind: str, seed: int) -> Path:
    """Return the folder in the cache that holds a set and its pictures."""
    return cache / _name(kind) / str(seed)


@lru_cache
def _name(kind: str) -> str:
    """Return a folder's name for sets of a kind that changes with everything that could change them."""
    said = hashlib.sha256(repr((kind, scenes.load()[kind].version, RULE_VERSION)).encode())
    # Classes and scenes are many small files that all decide what is drawn: no changed one may find what its former self drew.
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        said.update(file.read_bytes())
    return f"{kind}-{said.hexdigest()[:16]}"


def _draw(kind: str, seed: int, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    page: dict[str, Any] = {"questions": {}, "seen": {}}
    made: Sequence[Made] = ()
    with contextlib.suppress(Rejected):
        made = scenes.load()[kind].make(seed)
    for one in classes.load().values():
        if made and one.scenes == kind and (found := quartet(one, made, seed)) is not None:
            page["questions"][one.key] = [question.model_dump(mode="json") for question in found.questions]
            for name, data in found.pictures.items():
                (folder / f"{name}.jpg").write_bytes(data)
    if page["questions"]:
        page["seen"] = {
            f"{kind}-{seed}-{number}": one.seen.model_dump(mode="json") for number, one in enumerate(made, 1)
        }
    whole = folder / "set.json.part"
    whole.write_bytes(canonical.page(page))
    whole.replace(folder / "set.json")


def prepare(
    keys: Sequence[str],
    *,
    trials: int,
    seed: int,
    cache: Path | None = None,
    engine: Engine | None = None,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Iterator[Question]:
    """Draw questions of some classes (home 6.4.1-c): ``trials`` a class, a multiple of four; return them in the order of the classes.

    All are drawn when this returns; each is read from the cache when it is taken.

    Raises:
        InputError: A class gets too few questions from very many sets of scenes.
        MissingExtra: A class shows people, and their bodies are not installed.
    """
    pool = classes.load()
    if any(scenes.load()[pool[key].scenes].people for key in keys):
        need_bodies()
    wanted = trials // FOUR
    found: dict[str, list[int]] = {key: [] for key in keys}
    drawers = {
        kind: Drawer(kind, cache or questions_cache()) for kind in dict.fromkeys(pool[key].scenes for key in keys)
    }
    progress(0, wanted * len(keys))
    for kind, drawer in drawers.items():
        own = [key for key in keys if pool[key].scenes == kind]
        begun = 0
        while (lacking := max(wanted - len(found[key]) for key in own)) > 0:
            if begun >= _MOST_SETS * wanted:
                poor = min(own, key=lambda key: len(found[key]))
                raise InputError(
                    "{name}: {sets} sets of scenes gave only {count} of {wanted} wordings", name=poor, sets=begun,
                    count=len(found[poor]), wanted=wanted,
                )  # fmt: skip
            seeds = [seed * _SETS_PER_SEED + begun + number for number in range(lacking)]
            begun += lacking
            for drawn in _drawn(drawer, seeds, engine, workers):
                for key in own:
                    if key in drawn.questions and len(found[key]) < wanted:
                        found[key].append(drawn.seed)
                progress(sum(map(len, found.values())), wanted * len(keys))
    return (
        question
        for key in keys
        for number, drawn_from in enumerate(found[key], 1)
        for question in numbered(drawers[pool[key].scenes].quartet(drawn_from, key), number)
    )


def _drawn(drawer: Drawer, seeds: Sequence[int], engine: Engine | None, workers: int) -> Iterator[Drawn]:
    """Yield what the sets of seeds give; pictures that a cluster draws come into the cache of this machine."""
    if engine != "ray":
        yield from map_items(drawer, seeds, engine=engine, workers=workers, name=str, tries=TRIES)
        return
    for drawn, files in map_items(Sender(drawer), seeds, engine=engine, workers=workers, batch=1, name=str):
        folder = set_folder(drawer.cache, drawer.scenes, drawn.seed)
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            write_whole(folder / name, data)
        yield drawn


@dataclass(frozen=True)
class Sender:
    """Draws sets on another machine, and hands over what its cache holds of them, the list of a set last."""

    drawer: Drawer

    def __call__(self, seed: int) -> tuple[Drawn, dict[str, bytes]]:
        """Return the questions of a set and its files."""
        drawn = self.drawer(seed)
        folder = set_folder(self.drawer.cache, self.drawer.scenes, seed)
        names = [f"{name}.jpg" for own in drawn.questions.values() for one in own for name in one.pictures]
        return drawn, {name: (folder / name).read_bytes() for name in (*dict.fromkeys(names), "set.json")}


def numbered(four: tuple[Question, ...], number: int) -> list[Question]:
    """Return the questions of a wording with the ids that they have in a run."""
    return [
        one.model_copy(update={"id": f"{one.kind}-{number:04d}-{place}", "group": f"{one.kind}-{number:04d}"})
        for place, one in enumerate(four, 1)
    ]


def questions_cache() -> Path:
    """Return the folder that keeps drawn sets between runs."""
    return cache_folder() / "questions"
