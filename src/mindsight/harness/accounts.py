"""What a run has used so far, and whether it may go on."""

from mindsight.errors import InputError, SubjectError
from mindsight.harness.outcomes import Outcome, Usage
from mindsight.harness.rules import RunStopped
from mindsight.harness.settings import Budget


class Account:
    """Counts tokens, money and failures of a run; ``verdict`` is the error that ends it."""

    def __init__(self, budget: Budget, give_up_after: int) -> None:
        self.used = Usage()
        self.verdict: Exception | None = None
        self.stopped = False
        self._budget = budget
        self._give_up_after = give_up_after
        self._failures = 0

    @property
    def cost(self) -> float | None:
        """Money spent; None without prices."""
        prices = self._budget.prices
        return None if prices is None else prices.of(self.used.input, self.used.output)

    def check(self) -> None:
        """Let nothing more be asked when the run has ended.

        Raises:
            RunStopped: It has.
        """
        if self.stopped or self.verdict is not None:
            raise RunStopped

    def pay(self, usage: Usage) -> None:
        """Count what one answer took."""
        self.used = self.used + usage
        limit, cost = self._budget.tokens, self.cost
        if limit is not None and self.used.total >= limit:
            self.verdict = self.verdict or InputError(
                "the budget of {limit} tokens is spent; what has ended is kept: continue with --resume and a larger one",
                limit=limit,
            )
        if self._budget.cost is not None and cost is not None and cost >= self._budget.cost:
            self.verdict = self.verdict or InputError(
                "the budget of {limit} is spent; what has ended is kept: continue with --resume and a larger one",
                limit=self._budget.cost,
            )

    def ended(self, outcome: Outcome) -> None:
        """Count an episode; too many failures in a row mean that the server is gone."""
        self._failures = 0 if outcome.tested else self._failures + 1
        if self._failures >= self._give_up_after and outcome.reason is not None:
            self.verdict = self.verdict or SubjectError(
                "{count} items in a row could not be tested ({reason}); what has ended is kept: continue with --resume",
                count=self._failures,
                reason=outcome.reason,
            )
