"""What a model run will take, said before it is begun: by what the model answered to a question, or by what is finished."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.runs.estimates import Estimate, estimate
from mindsight.harness.runs.settings import Effort, Found, Limits
from mindsight.home.episodes.episode import Setting
from mindsight.home.plan import Means, usage_of
from mindsight.record.model import Item, Manifest


class Sized(Protocol):
    """A task to be put: how many steps the built-in solver needs, and how many a subject may take."""

    @property
    def oracle_steps(self) -> int:
        """Steps of the built-in solver."""

    @property
    def budget(self) -> int:
        """Steps the subject may take."""


class Foreseeable(Protocol):
    """A test whose effort can be told beforehand."""

    manifest: Manifest

    def instances(self) -> Iterator[Sized]:
        """Yield the tasks to be put."""

    def id_of(self, instance: Any, /) -> str:
        """Return the id of a task's item."""


class RunEstimate(NamedTuple):
    """What the missing tasks take.

    ``least`` if the model needs as many steps as the built-in solver, ``most`` if it uses every budget up. ``learnt_from``
    counts the finished tasks of the same run by which both are set right; ``used`` is what these took.
    """

    least: Estimate
    most: Estimate
    learnt_from: int
    used: Usage


def estimate_run(
    test: Foreseeable, finished: Sequence[Item], *, means: Means, workers: int, found: Found | None = None
) -> RunEstimate:
    """Return what the missing tasks of a model's run will take.

    Args:
        test: The test of the model.
        finished: Its tasks that are recorded.
        means: Prices, and how many requests there may be at once.
        workers: Tasks run side by side.
        found: What the model answered to a question; None where it is not asked.
    """
    ids = {item.id for item in finished}
    missing = [instance for instance in test.instances() if test.id_of(instance) not in ids]
    played = [item for item in finished if item.status == "scored" and item.answer.get("turns")]
    effort = Effort(workers=workers, connections=means.connections)
    setting = Setting.model_validate(test.manifest.plan["setting"])
    known = found or Found(tools=True, picture_tokens=0, answer_s=0.0)
    # A model that calls tools is offered none with a menu.
    known = known.model_copy(update={"tools": test.manifest.identity["subject.tools"]})

    def taken(turns: Sequence[int], given: Effort = effort) -> Estimate:
        size = (setting.width, setting.height)
        return estimate(turns, limits=Limits(), effort=given, found=known, prices=means.prices, size=size)

    least = taken([instance.oracle_steps for instance in missing])
    most = taken([instance.budget for instance in missing])
    used = sum(map(usage_of, finished), Usage())
    if played:
        expected = taken([len(item.answer["turns"]) for item in played], Effort(workers=1))
        least, most = (_set_right(each, expected, played, means) for each in (least, most))
    return RunEstimate(least, most, len(played), used)


def _set_right(each: Estimate, expected: Estimate, played: Sequence[Item], means: Means) -> Estimate:
    """Return an estimate changed by as much as finished tasks differ from what was expected of them."""
    took = sum(map(usage_of, played), Usage())
    sent = round(each.input_tokens * took.input / expected.input_tokens)
    received = round(each.output_tokens * took.output / expected.output_tokens)
    return each.model_copy(
        update={
            "input_tokens": sent,
            "output_tokens": received,
            "cost": None if means.prices is None else means.prices.of(sent, received),
            "seconds": each.seconds * sum(item.time_s for item in played) / expected.seconds,
        }
    )
