"""What Inspect AI finds through the entry point group ``inspect_ai``: the provider ``mindsight/<model>``, and our tasks."""

from typing import Any

from inspect_ai import Task, task
from inspect_ai.model import modelapi


@modelapi(name="mindsight")
def mindsight() -> Any:
    """Return the provider's class; its libraries are loaded only when a model of it is used."""
    from mindsight.harness.models.provider import provider

    return provider()


@task(name="home")
def home(**options: Any) -> Task:
    """Return household tasks; the options are those of ``mindsight home run``, such as ``-T tasks=buttons -T trials=4``."""
    from mindsight.harness.runs.inspect_task import suite_task

    return suite_task("home", options)
