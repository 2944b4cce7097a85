"""6.4.1 c): draw questions of the chosen classes from a seed, keep their pictures, and write a run's data file.

Each set of scenes gives at most one quartet to each class that is about such scenes, and a class takes its quartets from the first sets
that give it one, so the questions do not depend on how many processes draw them. Drawn sets are in the cache
on the disk; only their seeds are held, and questions are read from there one by one.
"""

import contextlib
import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from mindsight.engine.figures.people.anatomy import need_bodies
from mindsight.engine.memory import keep_little
from mindsight.errors import InputError
from mindsight.execution.parallel import Engine, map_items
from mindsight.files.whole import write_whole
from mindsight.home.preparation.drawing import TRIES, cache_folder
from mindsight.home.questions import classes, scenes
from mindsight.home.questions.facts.facts import Scene
from mindsight.home.questions.plan import FOUR
from mindsight.home.questions.quartets import quartet
from mindsight.home.questions.question import RULE_VERSION, Question
from mindsight.home.questions.scenes import Made, Rejected
from mindsight.record import canonical

_SETS_PER_SEED = 1_000_000
_MOST_SETS = 40
"""How many sets are drawn for each quartet wanted before a class is given up."""


@dataclass(frozen=True)
class Drawn:
    """The questions that one set of scenes gives, by class, and the facts that its scenes show (by scene), for the oracle."""

    scenes: str
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
            self.scenes,
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


_Set = tuple[Drawer, int]
"""A set to be drawn: who draws it, and its seed."""


def set_folder(cache: Path, kind: str, seed: int) -> Path:
    """Return the folder in the cache that holds a set and its pictures."""
    return cache / _name(kind) / str(seed)


def _name(kind: str) -> str:
    """Return a folder's name for sets of a kind that changes with everything that could change them."""
    origins = {str(one.origin) for one in classes.load().values() if one.origin is not None}
    return _name_with(kind, tuple(sorted(origins)))


@lru_cache
def _name_with(kind: str, plugins: tuple[str, ...]) -> str:
    said = hashlib.sha256(repr((kind, scenes.load()[kind].version, RULE_VERSION, *plugins)).encode())
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
    found: dict[str, list[int]] = {key: [] for key in keys}
    kinds = {
        kind: _Kind(
            Drawer(kind, cache or questions_cache()),
            {key: found[key] for key in keys if pool[key].scenes == kind},
            trials // FOUR,
            seed * _SETS_PER_SEED,
        )
        for kind in dict.fromkeys(pool[key].scenes for key in keys)
    }
    wanted = trials // FOUR * len(keys)
    progress(0, wanted)
    # One stream over all kinds: with a pool of workers for each, most of them would wait, and starting one takes as long as a set.
    while any(kind.lacking for kind in kinds.values()):
        for drawn in _drawn(_needed(kinds.values()), engine, workers):
            kinds[drawn.scenes].take(drawn)
            progress(sum(map(len, found.values())), wanted)
    return (
        question
        for key in keys
        for number, drawn_from in enumerate(found[key], 1)
        for question in numbered(kinds[pool[key].scenes].drawer.quartet(drawn_from, key), number)
    )


@dataclass
class _Kind:
    """How far the drawing of sets of one kind is: the seeds that each class takes its questions from, sets begun and come back."""

    drawer: Drawer
    found: Mapping[str, list[int]]
    wanted: int
    first_seed: int
    begun: int = 0
    back: int = 0

    @property
    def lacking(self) -> int:
        """The number of sets that the poorest class needs at least."""
        return self.wanted - min(map(len, self.found.values()))

    def next_seed(self) -> int:
        """Return the seed of the next set.

        Raises:
            InputError: Very many sets were too few.
        """
        if self.begun >= _MOST_SETS * self.wanted:
            poor = min(self.found, key=lambda key: len(self.found[key]))
            raise InputError(
                "{name}: {sets} sets of scenes gave only {count} of {wanted} wordings", name=poor, sets=self.begun,
                count=len(self.found[poor]), wanted=self.wanted,
            )  # fmt: skip
        self.begun += 1
        return self.first_seed + self.begun - 1

    def take(self, drawn: Drawn) -> None:
        """Note which classes take a set's questions; sets come back in the order of their seeds."""
        self.back += 1
        for key, seeds in self.found.items():
            if key in drawn.questions and len(seeds) < self.wanted:
                seeds.append(drawn.seed)


def _needed(kinds: Collection[_Kind]) -> Iterator[_Set]:
    """Yield sets as long as those under way are too few, whatever they give."""
    while one := next((kind for kind in kinds if kind.lacking > kind.begun - kind.back), None):
        yield one.drawer, one.next_seed()


def _drawn(sets: Iterable[_Set], engine: Engine | None, workers: int) -> Iterator[Drawn]:
    """Yield what sets give; pictures that a cluster draws come into the cache of this machine."""
    if engine != "ray":
        yield from map_items(draw_set, sets, engine=engine, workers=workers, batch=1, name=_name_of, tries=TRIES)
        return
    for (drawn, files), drawer in map_items(send_set, sets, engine=engine, workers=workers, batch=1, name=_name_of):
        folder = set_folder(drawer.cache, drawer.scenes, drawn.seed)
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            write_whole(folder / name, data)
        yield drawn


def _name_of(one: _Set) -> str:
    drawer, seed = one
    return f"{drawer.scenes} {seed}"


def draw_set(one: _Set) -> Drawn:
    """Return the questions of a set."""
    keep_little()
    drawer, seed = one
    return drawer(seed)


def send_set(one: _Set) -> tuple[tuple[Drawn, dict[str, bytes]], Drawer]:
    """Draw a set on another machine; return its questions, and what the cache there holds of it, the list of the set last."""
    drawer, seed = one
    drawn = draw_set(one)
    folder = set_folder(drawer.cache, drawer.scenes, seed)
    names = [f"{name}.jpg" for own in drawn.questions.values() for one in own for name in one.pictures]
    return (drawn, {name: (folder / name).read_bytes() for name in (*dict.fromkeys(names), "set.json")}), drawer


def numbered(four: tuple[Question, ...], number: int) -> list[Question]:
    """Return the questions of a wording with the ids that they have in a run."""
    return [
        one.model_copy(update={"id": f"{one.kind}-{number:04d}-{place}", "group": f"{one.kind}-{number:04d}"})
        for place, one in enumerate(four, 1)
    ]


def questions_cache() -> Path:
    """Return the folder that keeps drawn sets between runs."""
    return cache_folder() / "questions"
