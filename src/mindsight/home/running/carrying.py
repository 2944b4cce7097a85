"""What all runs of the suite share: a test that is ready, the data of a run that goes on, and the way from a call to a finished run."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.errors import InputError
from mindsight.execution.listening import NOBODY, Listener, Step, watching
from mindsight.execution.making import Making
from mindsight.harness.runs.settings import Found
from mindsight.home.plan import Means
from mindsight.home.preparation.drawing import Prepared
from mindsight.pipeline import Test
from mindsight.plans import PlanModel, plans_of
from mindsight.runs import Run, carry_out
from mindsight.subjects.spec import SubjectSpec, name_of, parse_subject, spec_of_function
from mindsight.text import Language, Text, text

Subjected = str | SubjectSpec | Any
"""``SCHEME:REST`` as on the command line, or an object of this program: a function, a class, or an agent with ``act``."""


class Ready(NamedTuple):
    """A test that can be carried out: its folder, the run that goes on in it, and what it may use of a model.

    ``found`` is what asking the model has shown; ``beside`` says so of what runs beside the run that was asked for, ``label`` what goes on.
    """

    test: Test[Any]
    folder: Path
    resume: Path | None
    means: Means
    found: Found | None = None
    beside: Text | None = None
    label: Text | None = None


Prepare = Callable[..., AbstractContextManager[Sequence[Ready]]]
"""Takes a subject, plans and how the run is made, and gives tests for as long as their data are needed."""


def run_as_called(
    prepare: Prepare,
    kinds: Sequence[type[PlanModel]],
    subject: Subjected,
    options: Mapping[str, Any],
    progress: Step | None,
    language: Language,
) -> Run:
    """Make plans of the options of a function call, carry out the tests that they prepare, and return the first run.

    Raises:
        InputError: Something that was given cannot be used.
        SubjectError: The subject cannot be reached.
    """
    spec = _spec(subject)
    *plans, making = plans_of((*kinds, Making), options)
    if spec.function is not None and making.work().workers > 1:
        raise InputError("a function of this program is called in this process; leave out workers and engine")
    making = making.at("home", options.get("name") or name_of(spec))
    listener = NOBODY if progress is None else watching(progress)
    with prepare(spec, *plans, making, listener=listener) as jobs:
        done = [
            carry_out(
                job.test,
                job.folder,
                resume=job.resume is not None,
                work=making.work(),
                language=language,
                label=job.label,
                listener=listener,
            )
            for job in jobs
        ]
    return Run(done[0].path)


def _spec(subject: Subjected) -> SubjectSpec:
    if isinstance(subject, SubjectSpec):
        return subject
    if isinstance(subject, str):
        return parse_subject(subject, example="baseline:oracle")
    if not callable(subject) and not callable(getattr(subject, "act", None)):
        raise InputError("a subject is written SCHEME:REST, or is a function, a class or an agent with the method act")
    return spec_of_function(subject)


def tell_rejections(prepared: Sequence[Prepared], listener: Listener) -> None:
    """Say which rules of generation rejected seeds."""
    rules: dict[str, int] = {}
    for one in prepared:
        for rejection in one.rejections:
            rules[rejection.rule] = rules.get(rejection.rule, 0) + 1
    if rules:
        listed = ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items()))
        listener.tell(text("seeds passed over by rule: {rules}; the data file lists each", rules=listed))
