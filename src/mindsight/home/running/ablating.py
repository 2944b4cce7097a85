"""The oracle and its ablations on the same tasks: from choices to the finished run."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mindsight.engine.needs import need_engine
from mindsight.errors import InputError
from mindsight.execution.listening import NOBODY, Listener, Step
from mindsight.execution.making import Making, Work
from mindsight.home.oracle.ablations import ABLATIONS, ablation_kind
from mindsight.home.plan import Ablations, Means, ValidityPlan
from mindsight.home.plugged import with_plugins
from mindsight.home.preparation.drawing import cache_folder, prepare, write_instances
from mindsight.home.running.carrying import Ready, run_as_called, tell_rejections
from mindsight.home.running.checking import check_plan
from mindsight.home.studies.validity import ValidityTest, validity_slots
from mindsight.home.suite import DATA_FILE
from mindsight.resting import rest_on_review
from mindsight.runs import Run
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Language, text

ORACLE = SubjectSpec("baseline", "oracle")


def validate(*, progress: Step | None = None, language: Language = "en", **options: Any) -> Run:
    """Run the oracle and its ablations, write record and report, and return the finished run; needs no model.

    Args:
        progress: Called with (finished, all) as tasks are drawn and end.
        language: Language of the report.
        options: ``dials``, and fields of ``ValidityPlan`` and ``Making``.

    Raises:
        InputError: Something that was given cannot be used.

    Example:
        >>> import mindsight
        >>> done = mindsight.home.validate(tasks=["buttons"], dials=("gives_up",), trials=2, out="runs/validity")
        >>> done.measures["home.T@good-eyes"].value
        1.0
    """
    return run_as_called(prepared, (Ablations, ValidityPlan), ORACLE, options, progress, language)


@contextmanager
def prepared(
    _spec: SubjectSpec, ablations: Ablations, plan: ValidityPlan, making: Making, *, listener: Listener = NOBODY
) -> Iterator[list[Ready]]:
    """Give the test of what was chosen for as long as its data are needed.

    Raises:
        InputError: An option cannot be used; raised before anything is prepared.
    """
    making.check_folder()
    need_engine()
    chosen = _ablations(ablations.dials)
    plan = with_plugins(plan)
    check_plan(plan)
    work, resume = making.work(), making.resume
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        if resume is not None:
            _take_over(resume / DATA_FILE, data)
        else:
            _prepare(plan, data, work, listener)
        test = ValidityTest(plan, chosen, data)
        rest_on_review(test, making.resting, ORACLE, None, resume, listener)
        yield [Ready(test, making.folder, resume, Means(), label=text("testing ablated oracles"))]


def _ablations(words: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the requested ablations in the order in which they are always reported."""
    if words is None:
        return tuple(ABLATIONS)
    asked = {ablation_kind(word).key for word in words}
    if not asked:
        raise InputError("--dials names no ablation; there are {known}", known=", ".join(ABLATIONS))
    return tuple(key for key in ABLATIONS if key in asked)


def _take_over(kept: Path, data: Path) -> None:
    if not kept.is_file():
        raise InputError(
            "{folder}: is not a run of household tasks; there is nothing to resume", folder=str(kept.parent)
        )
    data.write_bytes(kept.read_bytes())


def _prepare(plan: ValidityPlan, data: Path, work: Work, listener: Listener) -> None:
    wanted = validity_slots(
        plan.tasks, trials=plan.trials, irrelevant=plan.irrelevant, seed=plan.seed, reasons=plan.reasons
    )
    with listener.progress(text("preparing tasks")) as step:
        prepared = prepare(wanted, cache=cache_folder(), engine=work.engine, workers=work.workers, progress=step)
    write_instances(data, prepared)
    tell_rejections(prepared, listener)
