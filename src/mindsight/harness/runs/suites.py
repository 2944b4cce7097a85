"""What a suite brings so that ``inspect eval mindsight/<suite>`` can run its tasks: plain values, nothing of Inspect."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from mindsight.harness.episodes.dialogue import Dialogue, Item

SUITES = {"home": "mindsight.home.adapters.inspect_task"}
"""Modules by suite, as words: they are imported when somebody asks for their tasks, and the harness knows nothing of them."""


class Judged(NamedTuple):
    """What became of an item: whether that was right, and the facts that measures are made of."""

    correct: bool
    facts: dict[str, Any]


class Suite(Protocol):
    """A module of ``SUITES``."""

    def inspect_items(self, **options: Any) -> tuple[Sequence[Item], Dialogue, str]:
        """Return the items, how subjects are spoken to, and the ``module:factory`` of the environment.

        The options are those of the command line, ``workers`` among them.
        """

    def judge(self, item: Item, result: dict[str, Any]) -> Judged:
        """Say what became of an item from what the environment's ``end`` returned."""

    def measures(self, judged: Sequence[tuple[float, dict[str, Any]]]) -> dict[str, float]:
        """Return the suite's measures from the share of right answers to each item, and the item's facts."""
