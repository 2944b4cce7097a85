"""Models from outside answer questions, through the harness."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any, get_args

from mindsight.answers.conventions import Points
from mindsight.answers.habits.marks import SIZE, asked_by
from mindsight.harness.questions.asking import ask_all, check_model, meet
from mindsight.harness.questions.probing import Probed, probe_points
from mindsight.harness.questions.question import Asking, Fallback, Met, Part, Replied
from mindsight.harness.questions.question import Question as Asked
from mindsight.harness.runs.settings import ModelSpec
from mindsight.home.plan import Means
from mindsight.home.questions.asking.files import Pictures
from mindsight.home.questions.asking.messages import marks_question, parts_of, schema_of, system_prompt
from mindsight.home.questions.asking.said import Said
from mindsight.home.questions.plan import QuestionPlan
from mindsight.home.questions.question import Question
from mindsight.record.model import Scalar
from mindsight.subjects.spec import SubjectSpec

ANSWER_TOKENS = 4096
"""A limit also for models that write out their reasoning."""


def find_model(spec: SubjectSpec, plan: QuestionPlan, question: Question, pictures: Pictures) -> dict[str, Scalar]:
    """Ask a model the first question in the form of the run, and return what was found: its server, the form that it accepts.

    Raises:
        SubjectError: It cannot be used, or not with what is to be sent.
        MissingExtra: Inspect is not installed.
    """
    return meet(_asking(spec, plan), _asked(question, plan, pictures)).details


def greet_model(spec: SubjectSpec, plan: QuestionPlan) -> Met:
    """Ask a model trivial questions before any are drawn, and return what was found.

    Raises:
        SubjectError: It cannot be used.
        MissingExtra: Inspect is not installed.
    """
    return check_model(_asking(spec, plan), pictures=not plan.as_text)


def probe_model(spec: SubjectSpec, plan: QuestionPlan, forms: Iterable[str], *, form: Scalar) -> Probed | None:
    """Return how a model writes points; None if no question of the run, by the forms of its answers, asks for any.

    ``form`` is how the model takes the form of an answer, from ``find_model``.
    """
    if plan.as_text or not (plan.evidence or {"point", "box"} & set(forms)):
        return None
    words, schema = marks_question(plan)
    system = system_prompt(plan, Points(plan.model_profile, SIZE))
    return probe_points(_asking(spec, plan, form), asked_by(plan.model_profile), words, system=system, schema=schema)


def ask_model(
    spec: SubjectSpec,
    plan: QuestionPlan,
    missing: Iterable[Question],
    pictures: Pictures,
    *,
    means: Means,
    form: Scalar,
) -> Iterator[tuple[Question, Said]]:
    """Yield each missing question with the model's answer as it arrives; only those under way are held.

    Raises:
        SubjectError: The model cannot be used, or too many questions in a row failed.
        BudgetSpent: The limit on costs is reached; questions under way are finished.
    """
    asking = _asking(spec, plan, form)._replace(connections=means.connections, budget=means.budget)
    under_way: dict[str, Question] = {}

    def asked() -> Iterator[Asked]:
        for question in missing:
            under_way[question.id] = question
            yield _asked(question, plan, pictures)

    with closing(ask_all(asking, asked())) as replies:
        for reply in replies:
            yield under_way.pop(reply.id), _said(reply)


def _asking(spec: SubjectSpec, plan: QuestionPlan, form: Scalar = "") -> Asking:
    fallback: Fallback = next((one for one in get_args(Fallback) if one == form), "json_schema")
    return Asking(_model(spec, plan), answer_tokens=ANSWER_TOKENS, fallback=fallback, extra="home")


def _model(spec: SubjectSpec, plan: QuestionPlan) -> ModelSpec:
    return ModelSpec(name=spec.rest, temperature=plan.temperature)


def _asked(question: Question, plan: QuestionPlan, pictures: Pictures) -> Asked:
    return Asked(
        id=question.id,
        parts=partial(_parts, question, plan, pictures),
        system=system_prompt(plan, pictures.points(question, plan.model_profile)),
        schema=schema_of(question, plan),
    )


def _parts(question: Question, plan: QuestionPlan, pictures: Pictures) -> list[Part]:
    return parts_of(question, plan, [] if plan.as_text else pictures.of(question))


def _said(reply: Replied) -> Said:
    tokens: dict[str, Any] = {"tokens": reply.usage.model_dump(mode="json")} if reply.usage.total else {}
    return Said(
        text=reply.text,
        ending=reply.error,
        error=reply.reason,
        said={**reply.said, **tokens},
        sent={"bytes": reply.sent, "form": reply.fallback},
        took_s=reply.time_s,
    )
