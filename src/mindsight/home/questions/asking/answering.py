"""Ask any subject questions: built-in ones in processes, models through the harness, others as programs, functions or services."""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager

from mindsight.execution.parallel import Engine, at_hand, map_items
from mindsight.home.plan import Means
from mindsight.home.preparation.drawing import TRIES
from mindsight.home.questions.asking.baselines import Baseline
from mindsight.home.questions.asking.files import Pictures
from mindsight.home.questions.asking.outside import ask_outside
from mindsight.home.questions.asking.said import Said
from mindsight.home.questions.plan import QuestionPlan
from mindsight.home.questions.question import Question
from mindsight.record.model import Scalar
from mindsight.subjects.spec import SubjectSpec


@contextmanager
def answered(
    spec: SubjectSpec,
    plan: QuestionPlan,
    missing: Iterable[Question],
    pictures: Pictures,
    *,
    means: Means,
    form: Scalar,
    engine: Engine,
    workers: int,
) -> Iterator[Iterator[tuple[Question, Said]]]:
    """Give questions with their answers as they come; what asks is closed at the end."""
    answers: Iterator[tuple[Question, Said]]
    if spec.scheme == "baseline":
        subject = Baseline(spec.rest, plan.seed, pictures)
        answers = map_items(subject, missing, engine=engine, workers=workers, name=_name, tries=TRIES)
    elif spec.scheme == "model":
        from mindsight.home.questions.asking.models import ask_model

        answers = ask_model(spec, plan, missing, pictures, means=means, form=form)
    else:
        answers = ask_outside(spec, plan, missing, pictures, workers=at_hand(workers))
    with closing(answers):  # type: ignore[type-var]
        yield answers


def _name(question: Question) -> str:
    return question.id
