"""Account for what a run has used, and decide whether it may continue."""

from typing import ClassVar, Protocol

from mindsight.execution.failures import gone
from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.episodes.rules import RunStopped
from mindsight.harness.processes.workers import Said
from mindsight.harness.runs.settings import Budget
from mindsight.text import Text, text


class Ended(Protocol):
    """An episode or a question that has ended."""

    @property
    def tested(self) -> bool:
        """Whether it counts as a test of the subject."""

    @property
    def reason(self) -> Text | None:
        """What went wrong."""


class BudgetSpent(Said):
    """A run has used its budget; items already begun are finished, the rest is missing."""

    exit_code: ClassVar[int] = 1


class Account:
    """Counts tokens, money and failures of a run; ``verdict`` is the error that ends it.

    With a spent budget no further episode begins, and running ones are finished. Any other verdict drops running episodes.
    """

    def __init__(self, budget: Budget, give_up_after: int) -> None:
        self.used = budget.used
        self.stopped = False
        self._budget = budget
        self._give_up_after = give_up_after
        self._failures = 0
        self._failure: Exception | None = None
        self._refusal: BudgetSpent | None = None

    @property
    def verdict(self) -> Exception | None:
        """The error that ends the run; None while it continues."""
        return self._failure or self._refusal

    @property
    def failed(self) -> bool:
        """Whether running episodes are to be dropped."""
        return self._failure is not None

    @property
    def cost(self) -> float | None:
        """Money spent; None without prices."""
        prices = self._budget.prices
        return None if prices is None else prices.of(self.used.input, self.used.output)

    def begin(self) -> None:
        """Raise an error if no episode may begin any more.

        Raises:
            RunStopped: The run has ended, or its budget is spent.
        """
        self.check()
        spent = self._spent()
        if spent is not None:
            self._refusal = BudgetSpent(spent)
            raise RunStopped

    def check(self) -> None:
        """Raise an error if nothing more may be asked.

        Raises:
            RunStopped: The run has ended.
        """
        if self.stopped or self._failure is not None:
            raise RunStopped

    def pay(self, usage: Usage) -> None:
        """Add the usage of one answer."""
        self.used = self.used + usage

    def ended(self, outcome: Ended) -> None:
        """Count an episode or a question; too many failures in a row mean that the server is gone."""
        self._failures = 0 if outcome.tested else self._failures + 1
        if self._failures >= self._give_up_after:
            self.fail(gone(self._failures, outcome.reason))

    def fail(self, error: Exception) -> None:
        """End the run at once; the first error is the one reported."""
        self._failure = self._failure or error

    def _spent(self) -> Text | None:
        """Return the sentence for a spent budget; None while there is some left."""
        limit, cost = self._budget.cost, self.cost
        if limit is not None and cost is not None and cost >= limit:
            return text(
                "--max-cost {limit} is reached: {spent} was spent. Tasks in progress were finished and kept, the rest is "
                "missing; continue with --resume and a larger --max-cost",
                limit=limit,
                spent=float(f"{cost:.4g}"),
            )
        most = self._budget.tokens
        if most is not None and self.used.total >= most:
            return text(
                "the budget of {limit} tokens is spent. What was begun is finished and kept, the rest is missing; continue "
                "with --resume and a larger one",
                limit=most,
            )
        return None
