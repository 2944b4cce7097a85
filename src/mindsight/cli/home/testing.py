"""Shared by the commands that test a subject on household tasks: prepare tasks, probe the subject, run the tasks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mindsight.cli.home.choices import Choices, plan_of, subject_of
from mindsight.cli.home.probing import told
from mindsight.cli.shared.console import progress, tell
from mindsight.cli.shared.interrupts import explained, tasks_left
from mindsight.cli.shared.models import tell_habits
from mindsight.cli.shared.reviews import rest_on_review
from mindsight.cli.shared.runs import run_test
from mindsight.cli.shared.work import WHOLE, Work
from mindsight.errors import RecordError
from mindsight.text import text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mindsight.harness.runs.settings import Found
    from mindsight.home.plan import Means
    from mindsight.home.preparation.drawing import Prepared
    from mindsight.home.preparation.instances import WordingSet
    from mindsight.home.suite import HomeTest
    from mindsight.record.folder import RunFolder
    from mindsight.record.model import Scalar, Subject

    Known = tuple[Subject, Found | None]
    """A subject, and what was found by probing it."""


def prepare_data(choices: Choices, data: Path, work: Work = WHOLE, words: Sequence[WordingSet] = ()) -> None:
    """Draw and prove the tasks of a plan and write them to ``data``, optionally with reworded instructions."""
    from mindsight.home.preparation.drawing import write_instances
    from mindsight.home.preparation.wordings import wordings_of

    with explained(tasks_left, data), progress(text("preparing tasks")) as step:
        prepared = (_anchors if choices.anchor_set else _drawn)(choices, work, step)
    wordings = wordings_of([one.instance for one in prepared], words, engine=work.engine, workers=work.workers)
    write_instances(data, prepared, wordings, tasks_per_scene=choices.tasks_per_scene)
    tell_rejections(prepared)


def data_of(
    choices: Choices, workspace: Path, resume: Path | None, work: Work = WHOLE, words: Sequence[WordingSet] = ()
) -> Path:
    """Return the data file of a run, created if needed: that of the folder to resume, or a new one."""
    from mindsight.home.suite import DATA_FILE

    workspace.mkdir(exist_ok=True)
    data = workspace / DATA_FILE
    if resume is None:
        prepare_data(choices, data, work, words)
    elif not (resume / DATA_FILE).is_file():
        raise RecordError("{folder}: is not a run of household tasks; there is nothing to resume", folder=str(resume))
    else:
        data.write_bytes((resume / DATA_FILE).read_bytes())
    return data


def _drawn(choices: Choices, work: Work, step: Callable[[int, int], None]) -> list[Prepared]:
    """Draw and prove the tasks of a plan."""
    from mindsight.home.preparation.drawing import cache_folder, prepare, slots

    sealed = choices.seal
    seed = choices.seed if sealed is None else sealed.opening.first_seed
    # Tasks drawn from a secret seed are kept with the secret, not in the shared cache, and drawn where it is.
    cache = cache_folder() if sealed is None else sealed.private_cache()
    work = work if sealed is None else work.at_home
    plan = plan_of(choices)
    wanted = slots(plan.tasks, trials=plan.trials, irrelevant=plan.irrelevant, seed=seed, reasons=plan.reasons)
    return prepare(wanted, cache=cache, engine=work.engine, workers=work.workers, progress=step)


def _anchors(choices: Choices, work: Work, step: Callable[[int, int], None]) -> list[Prepared]:
    """Draw the published anchors, which were proved when they were published, and refuse others under their name."""
    from mindsight.home.sealing.anchors import load

    return load().unchanged(choices.tasks, engine=work.engine, workers=work.workers, progress=step)


def tell_rejections(prepared: Sequence[Prepared]) -> None:
    """Print which rules of generation rejected seeds."""
    rules: dict[str, int] = {}
    for one in prepared:
        for rejection in one.rejections:
            rules[rejection.rule] = rules.get(rejection.rule, 0) + 1
    if rules:
        listed = ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items()))
        tell(text("seeds passed over by rule: {rules}; the data file lists each", rules=listed))


def run_tasks(
    choices: Choices,
    data: Path,
    folder: Path,
    means: Means | None = None,
    *,
    known: Known | None = None,
    resume: bool = False,
    work: Work = WHOLE,
) -> RunFolder:
    """Run the subject on the prepared tasks, seal the run and write its report."""
    test, _ = make_test(choices, data, folder, means, known=known, resume=resume)
    return run_test(test, folder, resume=resume, work=work, left=tasks_left)


def make_test(
    choices: Choices, data: Path, folder: Path, means: Means | None, *, known: Known | None = None, resume: bool
) -> tuple[HomeTest, Found | None]:
    """Return the test of a subject and the result of probing it, if that was needed: ``known`` if it was probed already."""
    from mindsight.home.plan import Means
    from mindsight.home.suite import HomeTest
    from mindsight.subjects.spec import parse_subject

    subject, found = known or asked(choices, folder if resume else None)
    spec = parse_subject(choices.spec)
    test = HomeTest(plan_of(choices), data, spec, subject, means or Means())
    rest_on_review(test, choices.resting, spec, None, folder if resume else None)
    return test, found


def asked(choices: Choices, resume: Path | None) -> Known:
    """Return the subject with what is known of it: from the record of a resumed run, else by probing it."""
    from mindsight.home.adapters.outside import details_of, probe_model, question, reach
    from mindsight.record.folder import RunFolder
    from mindsight.subjects.spec import parse_subject

    spec, plan, found = parse_subject(choices.spec), plan_of(choices), None
    details: dict[str, Scalar] = {}
    if resume is not None:
        details = RunFolder.open(resume).manifest.subject.details
    elif spec.scheme == "model":
        found = question(spec, plan)
        details = details_of(found, plan)
        tell_habits(spec.rest, found.habits, found.elsewhere)
        if found.unread:
            tell(
                text(
                    "{model}: calls no tools, and its answer to a trial question for one line of JSON could not be read. It "
                    "answered: “{answer}”. If it answers tasks like this, the result will reflect the form of its answers, not its "
                    "ability.",
                    model=spec.rest,
                    answer=" ".join(found.unread.split()),
                ),
                style="yellow",
            )
        if choices.probe:
            details |= told(probe_model(spec, plan), plan.setting.model_profile, spec)
    elif spec.scheme != "baseline":
        details = reach(spec, plan)
    return subject_of(spec, choices.name).model_copy(update={"details": details}), found
