"""Public anchor tasks and rooms: a few that never change, by which sessions with sealed tasks are linked.

The sealed tasks of a session occur in no other session, so their results cannot show whether the subject, the machine or
this program has changed in between; the anchors, which are the same in both sessions, can. They are public, so a subject
may have been trained on them: they never enter T.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from importlib import resources
from operator import attrgetter
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from mindsight.errors import InputError
from mindsight.execution.parallel import Engine, map_items
from mindsight.home import tasks
from mindsight.home.autonomy import rooms
from mindsight.home.autonomy.rooms.needs import needs_of
from mindsight.home.irrelevance import Reason
from mindsight.home.preparation.drawing import TRIES, Prepared
from mindsight.home.preparation.instances import Instance
from mindsight.record import canonical
from mindsight.text import Text, text

_FILE, _ROOMS_FILE = "anchors.json", "room_anchors.json"


class _Page(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Anchor(_Page, ABC):
    """One of a set: its class and seed, the steps in which the oracle proved it, and the hash of everything that defines it.

    The steps are stated, because they alone do not follow from the seed everywhere: a processor that rounds otherwise can
    need a step more or less, and the budget and the hash with it. What is drawn is the same.
    """

    id: str
    task: str
    seed: int
    oracle_steps: int
    sha256: str

    @abstractmethod
    def _draw(self) -> Instance:
        """Draw what the seed gives."""

    def drawn(self) -> Instance:
        """Return what the seed gives, with the stated steps.

        Raises:
            InputError: The seed gives nothing here.
        """
        try:
            found = self._draw()
        except tasks.Rejected as error:
            raise InputError(
                "{id}: the seed of this public anchor gives no task here ({rule}); another MuJoCo or NumPy may draw otherwise",
                id=self.id,
                rule=error.rule,
            ) from None
        return found.model_copy(update={"id": self.id, "oracle_steps": self.oracle_steps})


class Anchor(_Anchor):
    """One public task."""

    reason: Reason | Literal[""]

    def _draw(self) -> Instance:
        return tasks.load()[self.task].draw(self.seed, self.reason)


class RoomAnchor(_Anchor):
    """One public room, with needs or in order."""

    with_needs: bool

    def _draw(self) -> Instance:
        return rooms.load()[self.task].draw(self.seed, self.with_needs)


One = TypeVar("One", bound=_Anchor)


class _Set(_Page, Generic[One]):
    """A public plan and what it must give."""

    version: Literal[1] = 1
    number: int
    rule: int
    seed: int
    versions: dict[str, int]
    items: tuple[One, ...]

    def of(self, keys: Sequence[str]) -> tuple[One, ...]:
        """Return the anchors of some classes, in the order of the classes."""
        return tuple(one for key in keys for one in self.items if one.task == key)

    def drawn(
        self,
        keys: Sequence[str],
        *,
        engine: Engine | None = None,
        workers: int = 1,
        progress: Callable[[int, int], None] = lambda _done, _all: None,
    ) -> list[Prepared]:
        """Return the tasks that the seeds of some classes' anchors give here; nothing is proved anew.

        Raises:
            InputError: A seed gives no task.
        """
        wanted, found = self.of(keys), []
        progress(0, len(wanted))
        for one in map_items(_Anchor.drawn, wanted, engine=engine, workers=workers, name=attrgetter("id"), tries=TRIES):
            found.append(Prepared(one, ()))
            progress(len(found), len(wanted))
        return found

    def unchanged(
        self,
        keys: Sequence[str],
        *,
        engine: Engine | None = None,
        workers: int = 1,
        progress: Callable[[int, int], None] = lambda _done, _all: None,
    ) -> list[Prepared]:
        """Return the same if they are the published ones.

        Raises:
            InputError: A seed gives nothing, or something else than was published.
        """
        prepared = self.drawn(keys, engine=engine, workers=workers, progress=progress)
        for sentence in self.different([one.instance for one in prepared]):
            raise InputError(sentence.message, **sentence.args)
        return prepared

    def known_by(self, keys: Sequence[str]) -> str:
        """Return the name of the anchors of some classes: the set's number and a hash over their hashes."""
        return f"{self.number}/sha256-{canonical.digest([one.sha256 for one in self.of(keys)])}"

    def refuse_unknown(self, keys: Sequence[str]) -> None:
        """Check that classes have anchors.

        Raises:
            InputError: A class has none; names the first one.
        """
        for key in keys:
            if key not in self.versions:
                raise InputError(
                    "there are no public anchors of the class {name}; there are some of {known}",
                    name=key,
                    known=", ".join(self.versions),
                )

    def different(self, drawn: Sequence[Instance]) -> tuple[Text, ...]:
        """Return a sentence for each task that differs from the anchor with its id."""
        stated = {one.id: one for one in self.items}
        return tuple(self._why(one) for one in drawn if one.id not in stated or stated[one.id].sha256 != one.sha256)

    def _why(self, drawn: Instance) -> Text:
        was, now = self.versions.get(drawn.task), drawn.task_version
        if was != now or self.rule != drawn.rule:
            return text(
                "{id}: is another task than the anchor of set {number}: version {now} of the class and {rule} of the rules, "
                "not {was} and {before}; sessions before and after cannot be linked by it",
                id=drawn.id,
                number=self.number,
                now=now,
                rule=drawn.rule,
                was=str(was),
                before=self.rule,
            )
        return text(
            "{id}: does not have the hash of the anchor of set {number}, although the versions are the same; another MuJoCo "
            "or NumPy may generate another task",
            id=drawn.id,
            number=self.number,
        )


class Anchors(_Set[Anchor]):
    """``anchors.json``: the public tasks of runs with instructions."""

    format: Literal["mindsight.home-anchors"] = "mindsight.home-anchors"
    trials: int
    irrelevant: float


class RoomAnchors(_Set[RoomAnchor]):
    """``room_anchors.json``: the public rooms of runs without instructions."""

    format: Literal["mindsight.home-room-anchors"] = "mindsight.home-room-anchors"
    scenes: int
    empty: float


def load() -> Anchors:
    """Return the public anchor tasks."""
    return Anchors.model_validate_json(_data(_FILE))


def load_rooms() -> RoomAnchors:
    """Return the public anchor rooms."""
    return RoomAnchors.model_validate_json(_data(_ROOMS_FILE))


def _data(name: str) -> bytes:
    return (resources.files("mindsight.home.sealing") / "data" / name).read_bytes()


def state(drawn: Sequence[Instance], *, number: int, seed: int, trials: int, irrelevant: float) -> Anchors:
    """Return the anchors file for proved tasks."""
    pool = tasks.load()
    return Anchors(
        number=number,
        rule=drawn[0].rule,
        seed=seed,
        trials=trials,
        irrelevant=irrelevant,
        versions={key: pool[key].version for key in dict.fromkeys(one.task for one in drawn)},
        items=tuple(
            Anchor(
                id=one.id,
                task=one.task,
                seed=one.seed,
                reason=one.reason,
                oracle_steps=one.oracle_steps,
                sha256=one.sha256,
            )
            for one in drawn
        ),
    )


def state_rooms(drawn: Sequence[Instance], *, number: int, seed: int, scenes: int, empty: float) -> RoomAnchors:
    """Return the anchors file for proved rooms."""
    pool = rooms.load()
    return RoomAnchors(
        number=number,
        rule=drawn[0].rule,
        seed=seed,
        scenes=scenes,
        empty=empty,
        versions={key: pool[key].version for key in dict.fromkeys(one.task for one in drawn)},
        items=tuple(
            RoomAnchor(
                id=one.id,
                task=one.task,
                seed=one.seed,
                with_needs=bool(needs_of(one)),
                oracle_steps=one.oracle_steps,
                sha256=one.sha256,
            )
            for one in drawn
        ),
    )
