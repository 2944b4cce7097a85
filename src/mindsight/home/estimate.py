"""Estimate what a model run will take, from the model's answer to a trial question or from the tasks already finished."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.runs.estimates import Estimate, estimate
from mindsight.harness.runs.settings import Effort, Found, Limits
from mindsight.home.plan import Means, usage_of
from mindsight.home.setting import Setting
from mindsight.record.model import Item, Manifest


class SizedTask(Protocol):
    """A task to run: the steps that the oracle needs, and the steps that a subject may take."""

    @property
    def oracle_steps(self) -> int:
        """Steps that the oracle needs."""

    @property
    def budget(self) -> int:
        """Steps the subject may take."""


class Estimable(Protocol):
    """A test whose effort can be estimated beforehand."""

    manifest: Manifest

    def instances(self) -> Iterator[SizedTask]:
        """Yield the tasks to run."""

    def id_of(self, instance: Any, /) -> str:
        """Return the id of a task's item."""


class RunEstimate(NamedTuple):
    """What the missing tasks will take.

    ``least`` if the model needs as many steps as the oracle, ``most`` if it uses up every budget. ``learnt_from`` counts the
    finished tasks of the same run that correct both; ``used`` is what these took.
    """

    least: Estimate
    most: Estimate
    learnt_from: int
    used: Usage


def estimate_run(
    test: Estimable, finished: Sequence[Item], *, means: Means, workers: int, found: Found | None = None
) -> RunEstimate:
    """Return what the missing tasks of a model's run will take.

    Args:
        test: The test of the model.
        finished: Its tasks that are recorded.
        means: Prices, and how many requests there may be at once.
        workers: Tasks run side by side.
        found: What the model's answer to a trial question showed; None if it was not asked.
    """
    ids = {item.id for item in finished}
    missing = [instance for instance in test.instances() if test.id_of(instance) not in ids]
    tested = [item for item in finished if item.status == "scored" and item.answer.get("turns")]
    effort = Effort(workers=workers, connections=means.connections)
    setting = Setting.model_validate(test.manifest.plan["setting"])
    known = found or Found(tools=True, picture_tokens=0, answer_s=0.0)
    # Even a model that can call tools gets none when actions are chosen from a menu.
    known = known.model_copy(update={"tools": test.manifest.identity["subject.tools"]})

    def taken(turns: Sequence[int], given: Effort = effort) -> Estimate:
        size = (setting.width, setting.height)
        return estimate(turns, limits=Limits(), effort=given, found=known, prices=means.prices, size=size)

    least = taken([instance.oracle_steps for instance in missing])
    most = taken([setting.budget or instance.budget for instance in missing])
    used = sum(map(usage_of, finished), Usage())
    if tested:
        expected = taken([len(item.answer["turns"]) for item in tested], Effort(workers=1))
        least, most = (_set_right(each, expected, tested, means) for each in (least, most))
    return RunEstimate(least, most, len(tested), used)


def _set_right(each: Estimate, expected: Estimate, tested: Sequence[Item], means: Means) -> Estimate:
    """Return an estimate scaled by how much the finished tasks took compared with what was expected of them."""
    took = sum(map(usage_of, tested), Usage())
    sent = round(each.input_tokens * took.input / expected.input_tokens)
    received = round(each.output_tokens * took.output / expected.output_tokens)
    return each.model_copy(
        update={
            "input_tokens": sent,
            "output_tokens": received,
            "cost": None if means.prices is None else means.prices.of(sent, received),
            "seconds": each.seconds * sum(item.time_s for item in tested) / expected.seconds,
        }
    )
