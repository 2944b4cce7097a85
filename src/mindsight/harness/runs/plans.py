"""All parameters of a run as one value."""

from pathlib import Path
from typing import NamedTuple

from mindsight.harness.episodes.dialogue import Dialogue
from mindsight.harness.runs.settings import Budget, Effort, Limits, ModelSpec, ToolUse


class Plan(NamedTuple):
    """How a model is run.

    ``environment`` is the ``module:factory`` of the environment. ``tools`` is the probe's finding (``on``, ``off``), or ``auto``: then each
    episode finds out itself. ``logs`` is the folder for Inspect's log; None keeps none. ``name`` is the task's name in that log.
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
