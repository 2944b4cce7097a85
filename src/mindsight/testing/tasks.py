"""Try the contract of task classes on one of them."""

import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Literal

from mindsight.errors import InputError, MindsightError
from mindsight.home.irrelevance import Reason
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.proving import prove
from mindsight.home.tasks import PART, Rejected, Task, load
from mindsight.home.tasks.plugged import HouseholdTask
from mindsight.plugins import registry
from mindsight.plugins.part import Origin
from mindsight.testing import contract
from mindsight.text import Text, text

_SEEDS = 20
"""Seeds that are tried for a task of a kind; a class that gives none among so many is of no use."""


def check_task(task: str | Path | HouseholdTask) -> None:
    """Try everything that holds for the built-in task classes on one; takes about half a minute.

    The class says what it is; a seed gives the same task every time, in both languages; the oracle solves valid tasks and leaves
    irrelevant ones alone, of every kind, by what it sees; those who do nothing solve none; neither words nor budget tell which is
    which.

    Args:
        task: A file, the name of a class that is built in or of an installed plug-in, or what a plug-in's file defines.

    Raises:
        InputError: It does not hold; says everything that was found.
    """
    part = task.taken_from(Origin("", "", "")) if isinstance(task, HouseholdTask) else None
    with registry.in_use(part) if part is not None else nullcontext():
        for found in [part.task] if part is not None else _named(str(task)):
            with tempfile.TemporaryDirectory(prefix="mindsight-") as cache:
                if problems := list(_problems(found, Path(cache))):
                    raise InputError("{name}: {expected}", name=found.key, expected=_joined(problems))


def _named(word: str) -> list[Task]:
    return [part.task for part in registry.named(word, PART)] if word.endswith(registry.SUFFIX) else [load()[word]]


def _problems(task: Task, cache: Path) -> Iterator[Text]:
    yield from contract.described(task)
    reasons: tuple[Reason | Literal[""], ...] = ("", *task.reasons)
    for reason in reasons:
        try:
            yield from _problems_of(task, reason, cache)
        except MindsightError as error:
            yield error.text
        except Exception as error:  # noqa: BLE001  (somebody else's code)
            said = f"{type(error).__name__}: {error}"[:200]
            yield text("{reason}: drawing or solving a task fails: {error}", reason=reason or "valid", error=said)


def _problems_of(task: Task, reason: Reason | Literal[""], cache: Path) -> Iterator[Text]:
    instance = _proved(task, reason, cache)
    yield from contract.complete(task, instance)
    yield from contract.repeatable(task, instance)
    if instance.reason:
        valid = prove(task, instance.seed, "", kind=instance.reason, cache=cache)
        yield from contract.ignored(instance, valid)
    else:
        yield from contract.varied(task, instance)
        yield from contract.named(instance)
        yield from contract.solved(instance)


def _proved(task: Task, reason: Reason | Literal[""], cache: Path) -> Instance:
    """Return the first task of a kind that the seeds give.

    Raises:
        InputError: They give none.
    """
    broken = ""
    for seed in range(_SEEDS):
        try:
            if not reason or task.fits(seed, reason):
                return prove(task, seed, reason, cache=cache)
        except Rejected as error:
            broken = str(error)
    raise InputError(
        "{reason}: {count} seeds give no task; the last rule broken was {rule}",
        reason=reason or "valid",
        count=_SEEDS,
        rule=broken,
    )


def _joined(problems: list[Text]) -> Text:
    first, *others = problems
    return text("{first}; {more}", first=first, more=_joined(others)) if others else first
