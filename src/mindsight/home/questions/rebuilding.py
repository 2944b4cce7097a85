"""A run over questions once more, from its plan, its list of questions and its answers; nothing is drawn and nobody is asked."""

from collections.abc import Iterable, Iterator

from mindsight.errors import RecordError
from mindsight.home.questions.asking.files import Pictures
from mindsight.home.questions.asking.recording import Recorder
from mindsight.home.questions.asking.said import Said
from mindsight.home.questions.data_file import QuestionFile
from mindsight.home.questions.plan import FOUR, QuestionPlan, plan_of
from mindsight.home.questions.plugged import as_recorded
from mindsight.home.questions.suite import questions_manifest, subject_facts
from mindsight.record.folder import MEDIA, RunFolder
from mindsight.record.model import Draft, Item, Manifest
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
    with as_recorded(before.plan):
        again = questions_manifest(plan, data, questions, before.subject)
    scheme, _, rest = before.subject.spec.partition(":")
    return again.model_copy(
        update={"identity": {**again.identity, **subject_facts(SubjectSpec(scheme, rest), plan, before.subject)}}
    )


def items_again(run: RunFolder) -> Iterator[tuple[Item, Draft]]:
    """Yield each tested item with what its answer gives when it is read and judged again."""
    questions = QuestionFile(run.path / run.manifest.data.file)
    recorder = Recorder(Pictures(run.path / MEDIA), None, plan_of(run.manifest.plan).model_profile)
    for item in run.items:
        if item.status == "failed":
            continue
        answer = item.answer
        # Why there were no words is in no text.
        ending = {"error": "model_error", "refused": "refused" if not answer["text"] else ""}.get(
            str(item.parsed.get("problem")), ""
        )
        said = Said(answer["text"], ending=ending, said=answer["said"], sent=answer["sent"])
        yield item, recorder((questions[item.id], said))


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
