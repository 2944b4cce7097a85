"""Registered with Inspect AI through the entry point group ``inspect_ai``: the provider ``mindsight/<model>``, and our tasks."""

from typing import Any

from inspect_ai import Task, task

from mindsight.harness.models.registration import mindsight

__all__ = ["home", "home_autonomous", "home_clips", "home_questions", "mindsight"]


@task(name="home")
def home(**options: Any) -> Task:
    """Return household tasks; the options are those of ``mindsight home tasks run``, such as ``-T tasks=buttons -T trials=4``."""
    from mindsight.harness.runs.inspect_task import suite_task

    return suite_task("home", options)


@task(name="home-autonomous")
def home_autonomous(**options: Any) -> Task:
    """Return rooms in which a model is left alone; options as of ``mindsight home alone``, such as ``-T tasks=desk -T scenes=4``."""
    from mindsight.harness.runs.inspect_task import suite_task

    return suite_task("home-autonomous", options)


@task(name="home-questions")
def home_questions(**options: Any) -> Task:
    """Return questions about what is seen; the options are those of ``mindsight home ask``, such as ``-T tasks=object -T trials=8``."""
    from mindsight.harness.questions.inspect_task import questions_task

    return questions_task("home", options)


@task(name="home-clips")
def home_clips(**options: Any) -> Task:
    """Return questions about clips, each sent as one video; options as of ``home-questions``, such as ``-T tasks=event -T trials=8``."""
    from mindsight.harness.questions.inspect_task import questions_task

    return questions_task("home", options, clips=True)
