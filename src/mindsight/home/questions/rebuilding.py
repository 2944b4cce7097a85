"""The manifest of a run over questions once more, from its plan and its list of questions; nothing is drawn and nobody is asked."""

from collections.abc import Iterable

from mindsight.errors import RecordError
from mindsight.home.questions.data_file import QuestionFile
from mindsight.home.questions.plan import FOUR, QuestionPlan, plan_of
from mindsight.home.questions.suite import questions_manifest, subject_facts
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest
from mindsight.subjects.spec import SubjectSpec


def manifest_again(run: RunFolder) -> Manifest:
    """Return what plan and questions of a run give; what a model's server answered before the run is taken over as it is.

    Raises:
        RecordError: The questions are not as many as the plan calls for, or not of its classes.
    """
    before = run.manifest
    plan, data = plan_of(before.plan), run.path / before.data.file
    questions = QuestionFile(data)
    check_places(questions, plan, plan.tasks, before.data.file)
    again = questions_manifest(plan, data, questions, before.subject)
    scheme, _, rest = before.subject.spec.partition(":")
    return again.model_copy(update={"identity": {**again.identity, **subject_facts(SubjectSpec(scheme, rest), plan)}})


def check_places(ids: Iterable[str], plan: QuestionPlan, keys: Iterable[str], file: str) -> None:
    """Compare the ids of generated questions of some classes with those that the plan calls for.

    Raises:
        RecordError: One is not in its place, or there are more or fewer.
    """
    wanted = [
        f"{key}-{number:04d}-{place}"
        for key in keys
        for number in range(1, plan.trials // FOUR + 1)
        for place in range(1, FOUR + 1)
    ]
    for found, expected in zip([*ids, "—"], [*wanted, "—"], strict=False):
        if found != expected:
            raise RecordError(
                "{file}: question {id} is not the one for its place in the plan: {expected}",
                file=file,
                id=found,
                expected=expected,
            )
