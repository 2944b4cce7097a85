"""The same household tasks under several conditions (table 1's robustness): from choices to the finished run."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mindsight.engine.needs import need_engine
from mindsight.execution.listening import NOBODY, Listener, Step
from mindsight.execution.making import Making
from mindsight.home.episodes.baselines import known_baseline
from mindsight.home.plan import Conditions, Plan, Use
from mindsight.home.plugged import with_plugins
from mindsight.home.running.carrying import Ready, Subjected, run_as_called
from mindsight.home.running.checking import check_acting, check_plan, means_of
from mindsight.home.running.knowing import known
from mindsight.home.running.tasks import data_of
from mindsight.home.studies.conditions import ConditionsTest
from mindsight.home.studies.robustness import USUAL, conditions_of, left_out, notes_of
from mindsight.resting import rest_on_review
from mindsight.runs import Run
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language, text


def robustness(subject: Subjected, *, progress: Step | None = None, language: Language = "en", **options: Any) -> Run:
    """Run a subject over the same tasks under several conditions, write record and report, and return the finished run.

    Args:
        subject: The subject, ``SCHEME:REST`` as on the command line.
        progress: Called with (finished, all) as tasks are drawn and end.
        language: Language of the report.
        options: ``conditions``, and fields of ``Plan``, ``Use`` and ``Making``.

    Raises:
        InputError: Something that was given cannot be used.
        SubjectError: The subject cannot be reached.

    Example:
        >>> import mindsight
        >>> chosen = {"conditions": ("fast", "blur-2"), "tasks": ["buttons"], "trials": 2}
        >>> done = mindsight.home.robustness("baseline:refuse", out="runs/blurred", **chosen)
        >>> done.measures["home.T@blur-2"].value
        0.5
    """
    return run_as_called(prepared, (Conditions, Plan, Use), subject, options, progress, language)


@contextmanager
def prepared(
    spec: SubjectSpec,
    conditions: Conditions,
    plan: Plan,
    use: Use,
    making: Making,
    *,
    dry_run: bool = False,
    listener: Listener = NOBODY,
) -> Iterator[list[Ready]]:
    """Give the test of what was chosen for as long as its data are needed; a condition that cannot be had here is left out and named.

    Raises:
        InputError: An option cannot be used; raised before anything is prepared.
        SubjectError: The subject cannot be reached; raised then too.
    """
    plan = with_plugins(plan)
    check_acting(spec, plan, use)
    work = making.work(dry_run=dry_run)
    making.check_folder()
    means = means_of(use, spec, dry_run=dry_run)
    need_engine()
    if spec.scheme == "baseline":
        known_baseline(spec.rest)
    check_plan(plan)
    wanted = conditions_of(conditions.conditions or USUAL, plan.setting)
    missing = left_out(wanted)
    for key, reason in missing.items():
        listener.tell(text("the condition {name} is left out: {reason}", name=key, reason=reason))
    had = [condition for condition in wanted if condition.key not in missing]
    if dry_run:
        use = use.model_copy(update={"probe": False})
    resume = making.resume
    # Whether the subject can be asked at all is known before anything is drawn for it.
    subject, found = known(spec, plan, use, resume, listener)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        words = [condition.setting.wording for condition in had]
        data = data_of(plan, None, resume, Path(workspace), work, listener, words)
        first = plan.model_copy(update={"setting": had[0].setting})
        test = ConditionsTest("robustness", first, had, data, spec, subject, means, notes=notes_of(missing))
        rest_on_review(test, making.resting, spec, None, resume, listener)
        yield [Ready(test, making.folder, resume, means, found)]
