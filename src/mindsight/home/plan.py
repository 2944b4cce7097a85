"""The user's choices for a home run: those that decide its scores, and how much of a model it may use."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from mindsight.harness.episodes.outcomes import Usage
from mindsight.harness.runs.settings import Budget, Effort, Prices
from mindsight.home.episodes.episode import Setting
from mindsight.home.episodes.interface import Interface
from mindsight.home.irrelevance import REASONS, Reason
from mindsight.record.model import Item as Recorded


class Asked(Protocol):
    """The part of a plan on which it depends how a model or an agent is asked."""

    @property
    def setting(self) -> Setting:
        """How rooms are shown and actions carried out."""

    @property
    def interface(self) -> Interface:
        """How actions are chosen."""

    @property
    def temperature(self) -> float:
        """Sampling temperature of a model."""


@dataclass(frozen=True)
class Plan:
    """Everything that a user may choose about a home run and that can change its scores."""

    tasks: tuple[str, ...]
    trials: int = 50
    irrelevant: float = 0.5
    seed: int = 7
    reasons: tuple[Reason, ...] = REASONS
    """Kinds of irrelevance that are wanted; each class has those of them that it supports."""
    penalty: float = 1.0
    unknown: tuple[str, ...] = ()
    interface: Interface = "points"
    keep_pictures: bool = True
    setting: Setting = field(default_factory=Setting)
    temperature: float = 0.0
    """Sampling temperature of a model; other subjects have none."""
    sealed: str = ""
    """The commitment if the tasks come from a secret seed; ``seed`` then only serves built-in subjects that act at random."""
    tasks_per_scene: int = 1
    """Tasks of a class that are run one after another with a shared budget."""
    anchors: str = ""
    """Name and hash of the set of public anchor tasks, if the run uses them."""
    epochs: int = 1
    """How often every task is run; if more than once, the items are called ``desk-0001@1`` and so on."""


@dataclass(frozen=True)
class Means:
    """What a run with a model may use. None of it can change a score, and none of it is recorded.

    ``connections`` is the number of concurrent requests; ``cost`` is the most that may be spent at ``prices``; ``used`` is
    what the finished tasks took.
    """

    connections: int = Effort().connections
    cost: float | None = None
    prices: Prices | None = None
    used: Usage = field(default_factory=Usage)

    def after(self, items: Iterable[Recorded]) -> "Means":
        """Return the means of a run that continues after some items."""
        if self.cost is None:
            return self
        return replace(self, used=sum(map(usage_of, items), Usage()))

    @property
    def budget(self) -> Budget:
        """What the whole run may use."""
        return Budget(cost=self.cost, prices=self.prices, used=self.used)


def usage_of(item: Recorded) -> Usage:
    """Return the tokens that a recorded task or question took."""
    said = item.answer.get("said")
    return Usage.model_validate(
        item.answer.get("usage") or (said.get("tokens") if isinstance(said, dict) else None) or {}
    )
