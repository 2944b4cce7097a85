"""Questions from household tasks: drawn anew from seeds, or those of a run's data file.

Tasks are drawn, not proved: the audit reads words and goals, and a proof (the oracle solves the task, every thing is in
sight) costs as much as a test. A proof may reject seeds, so that proved tasks could differ: audit those of a run too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from mindsight.errors import InputError
from mindsight.execution.parallel import map_items
from mindsight.home import tasks
from mindsight.home.bias.answers import ANSWERS
from mindsight.home.bias.audit import Asked
from mindsight.home.bias.question import KINDS, Kind, Question
from mindsight.home.irrelevance import NEEDS_PICTURE, REASONS, Reason
from mindsight.home.preparation.drawing import SEEDS_PER_SLOT, TRIES, Slot, slots
from mindsight.home.preparation.instances import Instance
from mindsight.home.tasks import Rejected
from mindsight.text import Language

WORDED_SHARE = 4
"""One irrelevant task whose words tell that it is one, for so many tasks under the limits."""


@dataclass(frozen=True)
class Worded:
    """Of a task only what the audit reads; ``answer`` is empty if the task is irrelevant or its class has none."""

    task: str
    id: str
    pair: str
    reason: Reason | Literal[""]
    instruction: dict[Language, str]
    answer: str = ""
    asked: str = ""


@dataclass(frozen=True)
class Pair:
    """The tasks of one pair of a plan: the first of its seeds, the kind that these must fit, the tasks' reasons (empty: valid)."""

    task: str
    seed: int
    kind: Reason | Literal[""]
    reasons: tuple[Reason | Literal[""], ...]


def pairs(task_keys: Sequence[str], *, instances: int, seed: int) -> list[Pair]:
    """Return what to draw: per class ``instances`` valid tasks and irrelevant twins that only the picture tells apart.

    Reasons take turns as in a plan. Irrelevant tasks that are told by their words are added for a part of the pairs.

    Raises:
        InputError: A class does not exist, or there are too many instances.
    """
    shown = [reason for reason in REASONS if reason in NEEDS_PICTURE]
    told = [reason for reason in REASONS if reason not in NEEDS_PICTURE]
    places = slots(task_keys, trials=instances, irrelevant=0.5, seed=seed, reasons=shown)
    extra = max(1, instances // WORDED_SHARE)
    places += [one for one in slots(task_keys, trials=2 * extra, irrelevant=0.5, seed=seed, reasons=told) if one.reason]
    found: dict[tuple[str, int], list[Slot]] = {}
    for place in places:
        found.setdefault((place.task, place.seed), []).append(place)
    return [
        Pair(task, first, own[0].kind, tuple(place.reason for place in own)) for (task, first), own in found.items()
    ]


def draw_pair(pair: Pair) -> list[Worded]:
    """Return the tasks of a pair; each is that of the first seed that gives it, as when a test is prepared.

    Raises:
        InputError: No seed of the pair gives a task.
    """
    valid: dict[int, Instance | None] = {}
    return [worded(_first(pair, reason, valid)) for reason in pair.reasons]


def _first(pair: Pair, reason: Reason | Literal[""], valid: dict[int, Instance | None]) -> Instance:
    """Return the task of the first seed that gives it; an irrelevant one only if the valid task of its seed is accepted."""
    task = tasks.load()[pair.task]
    for seed in range(pair.seed, pair.seed + SEEDS_PER_SLOT):
        if pair.kind and not task.fits(seed, pair.kind):
            continue
        if seed not in valid:
            valid[seed] = _drawn(pair.task, seed, "")
        found = _drawn(pair.task, seed, reason) if reason and valid[seed] is not None else valid[seed]
        if found is not None:
            return found
    raise InputError(
        "{task}: {count} seeds from {seed} on gave no task", task=pair.task, count=SEEDS_PER_SLOT, seed=pair.seed
    )


def _drawn(task: str, seed: int, reason: Reason | Literal[""]) -> Instance | None:
    try:
        return tasks.load()[task].draw(seed, reason)
    except Rejected:
        return None


def worded(instance: Instance) -> Worded:
    """Return what the audit reads of a task."""
    answer = ANSWERS.get(instance.task)
    told = answer is not None and instance.valid
    return Worded(
        instance.task,
        instance.id,
        f"{instance.task}-{instance.seed // SEEDS_PER_SLOT}",
        instance.reason,
        dict(instance.instruction),
        answer.read(instance) if answer is not None and told else "",
        answer.asked(instance) if answer is not None and told else "",
    )


def draw(
    wanted: Sequence[Pair],
    *,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Worded]:
    """Draw all pairs, in parallel if there are workers."""
    found: list[Worded] = []
    progress(0, len(wanted))
    for done, own in enumerate(map_items(draw_pair, wanted, workers=workers, name=_name, tries=TRIES), 1):
        found += own
        progress(done, len(wanted))
    return found


def _name(pair: Pair) -> str:
    return f"{pair.task} {pair.seed}"


def asked_of(found: Iterable[Worded], languages: Sequence[Language]) -> Iterator[Asked]:
    """Yield the sets to audit: by class and language, valid against irrelevant, the answer, and what words tell anyway."""
    by_task: dict[str, list[Worded]] = {}
    for one in found:
        by_task.setdefault(one.task, []).append(one)
    for task, own in by_task.items():
        for language in languages:
            for kind in KINDS:
                questions = tuple(_questions(own, language, kind))
                if questions:
                    yield Asked(task, language, kind, questions)


def _questions(own: Sequence[Worded], language: Language, kind: Kind) -> Iterator[Question]:
    if kind == "answer":
        for one in own:
            if one.answer:
                yield Question(one.id, one.instruction[language], one.answer, one.pair, one.asked)
        return
    other = [one for one in own if one.reason and (one.reason in NEEDS_PICTURE) == (kind == "valid")]
    twins = {one.pair for one in other}
    # Pairs only: without its twin, a valid task would make "valid" the commoner guess.
    for one in [*(one for one in own if not one.reason and one.pair in twins), *other]:
        yield Question(one.id, one.instruction[language], "irrelevant" if one.reason else "valid", one.pair)
