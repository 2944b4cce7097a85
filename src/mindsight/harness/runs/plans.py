"""Everything that a run needs to know, as one value."""

from pathlib import Path
from typing import NamedTuple

from mindsight.harness.episodes.dialogue import Dialogue
from mindsight.harness.runs.settings import Budget, Effort, Limits, ModelSpec, ToolUse


class Plan(NamedTuple):
    """How a model is run.

    ``environment`` is the ``module:factory`` of what a worker holds. ``tools`` is what the probe found (``on``, ``off``), or
    ``auto``: then each episode finds out for itself. ``logs`` is the folder for Inspect's log; None keeps none. ``name`` is
    what that log calls the task.
    """

    spec: ModelSpec
    dialogue: Dialogue
    environment: str
    limits: Limits = Limits()
    tools: ToolUse = "auto"
    effort: Effort = Effort()
    budget: Budget = Budget()
    logs: Path | None = None
    name: str = "mindsight"
