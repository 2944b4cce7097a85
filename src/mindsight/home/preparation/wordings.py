"""Reword a task: its instruction from another set of wordings, everything else unchanged."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from pydantic import TypeAdapter

from mindsight.errors import RecordError
from mindsight.execution.parallel import Engine, map_items
from mindsight.home import tasks
from mindsight.home.preparation.data_file import reading
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import WordingSet
from mindsight.home.tasks import Rejected, Task
from mindsight.home.tasks.wording import Sentence, spoken_as
from mindsight.record import canonical

WORDING_SETS: tuple[WordingSet, ...] = ("a", "b")
Wordings = Mapping[str, Mapping[str, Sentence]]
"""Instructions by set of wordings and by task id."""
_WORDINGS: TypeAdapter[dict[str, dict[str, Sentence]]] = TypeAdapter(dict[str, dict[str, Sentence]])


def redrawn_in(instance: Instance, words: WordingSet) -> Instance:
    """Return a task with its instruction from a set of wordings, drawn again from its seed with the same random numbers.

    Raises:
        RuntimeError: The result differs in more than the words; its class draws wordings in the wrong way.
    """
    with spoken_as(words):
        drawn = _drawn_again(tasks.load()[instance.task], instance)
    put = instance.model_copy(update={"instruction": drawn[0].instruction})
    known = {"id": instance.id, "oracle_steps": instance.oracle_steps}
    # As files hold them: what was read from one has lists where what was drawn has tuples.
    if all(canonical.model_page(one.model_copy(update=known)) != canonical.model_page(put) for one in drawn):
        raise RuntimeError(f"{instance.id}: other words make another task")
    return put


def _drawn_again(task: Task, instance: Instance) -> list[Instance]:
    """Return the tasks of an instance's seed and reason: a valid one may belong to a pair of any kind."""
    if instance.reason:
        return [task.draw(instance.seed, instance.reason)]
    found = [task.draw(instance.seed, "")]
    for kind in task.matched:
        with suppress(Rejected):
            found.append(task.twin(instance.seed, kind))
    return found


@dataclass(frozen=True)
class Speaker:
    """Rewords tasks from some sets of wordings; can be sent to another process."""

    sets: tuple[WordingSet, ...]

    def __call__(self, instance: Instance) -> tuple[str, dict[WordingSet, Sentence]]:
        """Return a task's id and its instruction in every set."""
        return instance.id, {words: redrawn_in(instance, words).instruction for words in self.sets}


def wordings_of(
    instances: Iterable[Instance], sets: Iterable[WordingSet], *, engine: Engine | None = None, workers: int = 1
) -> Wordings:
    """Return the instructions of some tasks from every set but the drawn one, as a data file holds them."""
    wanted = tuple(words for words in WORDING_SETS if words in set(sets))
    if not wanted:
        return {}
    found = dict(map_items(Speaker(wanted), instances, engine=engine, workers=workers, name=attrgetter("id")))
    return {words: {id_: said[words] for id_, said in sorted(found.items())} for words in wanted}


def read_wordings(data: Path) -> Wordings:
    """Return the instructions that a run's data file holds besides the drawn ones.

    Raises:
        RecordError: The file holds them in a wrong form.
    """
    with reading(data) as page:
        return _WORDINGS.validate_python(page.get("wordings", {}))


def worded_in(instance: Instance, words: WordingSet, wordings: Wordings) -> Instance:
    """Return a task with its instruction from a set of wordings that a data file holds.

    Raises:
        RecordError: The file does not hold it.
    """
    if words == "drawn":
        return instance
    sentence = wordings.get(words, {}).get(instance.id)
    if sentence is None:
        raise RecordError(
            "{task}: the data file has no instruction from the wordings {name}; prepare the tasks again",
            task=instance.id,
            name=words,
        )
    return instance.model_copy(update={"instruction": sentence})
