"""Generated questions of a run: drawn, written, and of a model the first of them tried."""

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from mindsight.engine.needs import need_engine
from mindsight.errors import InputError, RecordError
from mindsight.execution.listening import Listener
from mindsight.execution.making import Making, Work
from mindsight.harness.questions.probing import Probed
from mindsight.home.plan import Means, Use
from mindsight.home.questions import classes
from mindsight.home.questions.asking.baselines import known_baseline
from mindsight.home.questions.asking.files import Pictures
from mindsight.home.questions.asking.models import find_model, greet_model, probe_model
from mindsight.home.questions.asking.outside import check_outside
from mindsight.home.questions.data_file import first_question, write_questions
from mindsight.home.questions.drawing import prepare
from mindsight.home.questions.people.answers import confirmed, read_agreements
from mindsight.home.questions.plan import NOTHING_TO_POINT_AT, QuestionPlan, Sources, whole_quartets
from mindsight.home.questions.question import Question
from mindsight.home.questions.suite import DATA_FILE, QuestionsTest
from mindsight.home.running.checking import check_unknown, means_of
from mindsight.home.running.knowing import subject_of, tell_habits, told
from mindsight.home.running.selection import questions_chosen, tell_left_out
from mindsight.pipeline import Test
from mindsight.record.folder import RunFolder
from mindsight.record.model import Scalar
from mindsight.resting import rest_on_review
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import text


class Questions(NamedTuple):
    """The questions of a run, drawn and written, before the subject has seen any of them."""

    spec: SubjectSpec
    plan: QuestionPlan
    data: Path
    means: Means

    def test(self, use: Use, making: Making, listener: Listener) -> Test[Any]:
        """Return the test; a model is asked the first question."""
        details: dict[str, Scalar] = {}
        if making.resume is not None:
            details = RunFolder.open(making.resume).manifest.subject.details
        elif self.spec.scheme == "model":
            details = find_model(self.spec, self.plan, first_question(self.data), Pictures())
            forms = (classes.load()[key].form for key in self.plan.tasks)
            details |= probed(self.spec, self.plan, use, forms, details["form"], listener)
        test = QuestionsTest(self.plan, self.data, self.spec, subject_of(self.spec, use, details), self.means)
        rest_on_review(test, making.resting, self.spec, None, making.resume, listener)
        return test


@contextmanager
def generated(
    spec: SubjectSpec,
    sources: Sources,
    plan: QuestionPlan,
    use: Use,
    making: Making,
    *,
    dry_run: bool,
    listener: Listener,
) -> Iterator[Questions]:
    """Give the questions of what was chosen for as long as their files are needed.

    Raises:
        InputError: An option cannot be used; raised before anything is drawn.
        SubjectError: A model cannot be reached; raised then too.
    """
    if plan.as_clip and plan.as_text:
        raise InputError("--as-clip sends videos and --as-text none; choose one")
    work = making.work(dry_run=dry_run)
    making.check_folder()
    means = means_of(use, spec, dry_run=dry_run)
    need_engine()
    plan = _completed(plan, sources, listener)
    if spec.scheme == "baseline":
        known_baseline(spec.rest)
    elif spec.scheme != "model":
        check_outside(spec)
    elif making.resume is None and not dry_run:
        greet(spec, plan, listener)
    with tempfile.TemporaryDirectory(prefix="mindsight-") as workspace:
        data = Path(workspace) / DATA_FILE
        if making.resume is None:
            write_questions(data, newly_drawn(plan, plan.tasks, work, listener))
        else:
            take_over(making.resume, data)
        yield Questions(spec, plan, data, means)


def take_over(resume: Path, data: Path) -> None:
    """Copy the questions of the run that goes on.

    Raises:
        RecordError: It has none.
    """
    if not (resume / data.name).is_file():
        raise RecordError("{folder}: is not a run over questions; there is nothing to resume", folder=str(resume))
    shutil.copyfile(resume / data.name, data)


def newly_drawn(plan: QuestionPlan, keys: Sequence[str], work: Work, listener: Listener) -> Iterator[Question]:
    """Return newly drawn questions of some of a plan's classes; without classes nothing needs the engine."""
    if not keys:
        return iter(())
    need_engine()
    with listener.progress(text("drawing questions")) as step:
        return prepare(
            keys, trials=plan.trials, seed=plan.seed, engine=work.engine, workers=work.workers, progress=step
        )


def greet(spec: SubjectSpec, plan: QuestionPlan, listener: Listener) -> None:
    """Ask a model trivial questions before any are drawn, and say how its server wants to be asked.

    Raises:
        SubjectError: It cannot be used.
    """
    met = greet_model(spec, plan)
    tell_habits(spec.rest, met.habits, met.elsewhere, listener)


def probed(
    spec: SubjectSpec, plan: QuestionPlan, use: Use, forms: Iterable[str], form: Scalar, listener: Listener
) -> dict[str, Scalar]:
    """Say how a model writes points, if questions of the run ask for any, and return the detail for the record."""
    if not use.probe:
        return {}
    found: Probed | None = probe_model(spec, plan, forms, form=form)
    return told(found, plan.model_profile, spec, listener)


def _completed(plan: QuestionPlan, sources: Sources, listener: Listener) -> QuestionPlan:
    """Return the plan with its classes in place of words, whole wordings, and what people said of the classes."""
    if plan.as_text and any(leaf.parameter == "model_profile" for leaf in plan.stated()):
        raise InputError(NOTHING_TO_POINT_AT)
    counts = {} if sources.people is None else _counts(sources.people)
    agreed = frozenset(key for key, (right, asked) in counts.items() if confirmed(right, asked))
    keys = questions_chosen(plan.tasks, contested=sources.unvalidated, confirmed=agreed)
    tell_left_out(plan.tasks, keys, listener)
    check_unknown(plan.unknown, keys)
    check_trials(plan)
    people = tuple((key, *counts[key]) for key in keys if key in counts)
    return plan.model_copy(update={"tasks": keys, "trials": whole_quartets(plan.trials), "people": people})


def check_trials(plan: QuestionPlan) -> None:
    """Refuse numbers of questions that are no number of generated ones.

    Raises:
        InputError: As said.
    """
    if plan.trials < 1:
        raise InputError("--trials: {trials} is no number of questions; give one from 1 on", trials=plan.trials)


def _counts(path: Path) -> Mapping[str, tuple[int, int]]:
    """Return how often people agreed with the truth of each class, of all their answers, as far as the file has its version."""
    found = read_agreements(path)
    places = {key: (key, one.version) for key, one in classes.load().items()}
    return {key: found[place] for key, place in places.items() if place in found}
