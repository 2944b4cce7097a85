"""What a user may choose about a home run: what decides its scores, and what it may use of a model to get them."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.runs.settings import Budget, Effort, Prices
from mindsight.home.episodes.episode import Setting
from mindsight.home.episodes.interface import Interface
from mindsight.record.model import Item as Recorded


@dataclass(frozen=True)
class Plan:
    """Everything that a user may choose about a home run."""

    tasks: tuple[str, ...]
    trials: int = 50
    irrelevant: float = 0.5
    seed: int = 7
    penalty: float = 1.0
    unknown: tuple[str, ...] = ()
    interface: Interface = "points"
    keep_pictures: bool = True
    setting: Setting = field(default_factory=Setting)
    temperature: float = 0.0
    """Of a model; no other subject has one."""
    sealed: str = ""
    """The commitment, where the tasks come from a secret seed; ``seed`` is then only that of a built-in subject's dice."""
    tasks_per_scene: int = 1
    """Tasks of a class that are put one after another with one budget."""
    anchors: str = ""
    """What the public anchor tasks are known by, where the tasks are these."""
    epochs: int = 1
    """How often every task is put: items ``desk-0001@1`` and so on, if more than once."""


@dataclass(frozen=True)
class Means:
    """What a run with a model may use, at once and in all. None of it can move a score, and none of it is recorded.

    ``connections`` counts requests at once; ``cost`` is the most that may be spent and counts by ``prices``; ``used`` is
    what the tasks that are finished took.
    """

    connections: int = Effort().connections
    cost: float | None = None
    prices: Prices | None = None
    used: Usage = field(default_factory=Usage)

    def after(self, items: Iterable[Recorded]) -> "Means":
        """Return the means of a run that goes on after some items."""
        if self.cost is None:
            return self
        return replace(self, used=sum(map(usage_of, items), Usage()))

    @property
    def budget(self) -> Budget:
        """What the whole run may use."""
        return Budget(cost=self.cost, prices=self.prices, used=self.used)


def usage_of(item: Recorded) -> Usage:
    """Return the tokens that a recorded task took."""
    return Usage.model_validate(item.answer.get("usage", {}))
