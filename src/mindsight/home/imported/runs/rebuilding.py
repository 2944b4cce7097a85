"""The manifest of a run over imported questions once more, from its plan and its list of questions."""

from mindsight.errors import RecordError
from mindsight.home.imported.pool import number_of
from mindsight.home.imported.runs.data_file import pool_of
from mindsight.home.imported.runs.generated import beside
from mindsight.home.imported.runs.suite import imported_manifest
from mindsight.home.questions.data_file import QuestionFile
from mindsight.home.questions.plan import plan_of
from mindsight.home.questions.rebuilding import check_places
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest
from mindsight.subjects.spec import SubjectSpec


def manifest_again(run: RunFolder) -> Manifest:
    """Return what plan and questions of a run give; what a model's server answered before the run is taken over as it is.

    Raises:
        RecordError: The questions are not of the plan's classes, or are more than the plan calls for.
    """
    before = run.manifest
    plan, data = plan_of(before.plan), run.path / before.data.file
    questions = QuestionFile(data)
    pool, numbers, generated = pool_of(data), dict[str, set[int]](), list[str]()
    apart = beside(pool, plan.tasks)
    for one in questions.values():
        if one.kind in apart:
            generated.append(one.id)
        else:
            numbers.setdefault(one.kind, set()).add(number_of(one))
    check_places(generated, plan, apart, before.data.file)
    known = {one.key: one.numbers for one in pool.classes}
    for key in (key for key in plan.tasks if key not in apart):
        own = numbers.get(key, set())
        wanted = min(known.get(key, 0), plan.trials or known.get(key, 0))
        if len(own) != wanted:
            raise RecordError(
                "{file}: has {count} questions of {name}, and the plan calls for {wanted}",
                file=before.data.file,
                count=len(own),
                name=key,
                wanted=wanted,
            )
    scheme, _, rest = before.subject.spec.partition(":")
    return imported_manifest(plan, data, questions, before.subject, SubjectSpec(scheme, rest))
