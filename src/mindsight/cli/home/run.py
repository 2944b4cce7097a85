"""``mindsight home tasks run``, ``ask`` and ``alone``: test a subject; and ``home run``, the former name of all three."""

from __future__ import annotations

from typing import Any

import typer

from mindsight.cli.home.running import DRY_RUN, SUBJECT, begun, refuse_stored, run_and_show
from mindsight.cli.parser.planned import of_plans, planned, was_given
from mindsight.cli.shared.console import LISTENER, tell
from mindsight.cli.shared.interrupts import explained, tasks_left
from mindsight.cli.shared.options import AS_JSON, MODEL, one_of, subject_named
from mindsight.errors import InputError
from mindsight.execution.making import Making
from mindsight.home.autonomy.runs.plan import AlonePlan, Embedding
from mindsight.home.plan import Origin, Plan, Use
from mindsight.home.questions.plan import QuestionPlan, Sources
from mindsight.plans import PlanModel
from mindsight.text import Text, mark, text

MODE = typer.Option(
    "instructed",
    "--mode",
    help=mark("instructed: tasks are given (index T). autonomous: the subject is left alone in a room (index S)."),
)


@planned
def run_tasks(
    *,
    model: str = MODEL,
    subject: str = SUBJECT,
    origin: Origin,
    plan: Plan,
    use: Use,
    making: Making,
    dry_run: bool = DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Run a subject over generated household tasks."""
    from mindsight.home.running.checking import ACTING
    from mindsight.home.running.tasks import prepared

    spec, making = begun(subject_named(model, subject), use, making, accepted=ACTING)
    refuse_stored(origin, making)
    ready = prepared(spec, origin, plan, use, making, dry_run=dry_run, listener=LISTENER)
    return run_and_show(ready, making, dry_run=dry_run, as_json=as_json)


@planned
def ask(
    *,
    model: str = MODEL,
    subject: str = SUBJECT,
    sources: Sources,
    plan: QuestionPlan,
    use: Use,
    making: Making,
    dry_run: bool = DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Ask a subject questions about what is seen, or say what would be asked."""
    from mindsight.home.running.asking import ANSWERING, drawn, prepared

    spec, making = begun(subject_named(model, subject), use, making, accepted=ANSWERING)
    if not dry_run:
        return run_and_show(prepared(spec, sources, plan, use, making, listener=LISTENER), making, as_json=as_json)
    from mindsight.cli.home.questions.rehearsal import rehearse_and_show

    with (
        explained(tasks_left, making.folder),
        drawn(spec, sources, plan, use, making, dry_run=True, listener=LISTENER) as found,
    ):
        resume = making.resume is not None
        rehearse_and_show(
            found.plan, found.data, spec, found.means, folder=making.folder, resume=resume, as_json=as_json
        )
    return 0


@planned
def leave_alone(
    *,
    model: str = MODEL,
    subject: str = SUBJECT,
    origin: Origin,
    plan: AlonePlan,
    embedding: Embedding,
    use: Use,
    making: Making,
    dry_run: bool = DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Leave a subject alone in rooms with needs."""
    from mindsight.home.running.alone import prepared
    from mindsight.home.running.checking import ACTING

    spec, making = begun(subject_named(model, subject), use, making, accepted=ACTING)
    refuse_stored(origin, making)
    ready = prepared(spec, origin, plan, embedding, use, making, dry_run=dry_run, listener=LISTENER)
    return run_and_show(ready, making, dry_run=dry_run, as_json=as_json)


@planned
def run_home(
    *,
    context: typer.Context,
    model: str = MODEL,
    subject: str = SUBJECT,
    mode: str = MODE,
    origin: Origin,
    plan: Plan,
    sources: Sources,
    questions: QuestionPlan,
    rooms: AlonePlan,
    embedding: Embedding,
    use: Use,
    making: Making,
    dry_run: bool = DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Run a subject over generated household tasks, over questions about what is seen, or alone in rooms with needs."""
    shared: dict[str, Any] = {
        "model": model, "subject": subject, "use": use, "making": making, "dry_run": dry_run, "as_json": as_json,
    }  # fmt: skip
    if one_of("--mode", mode, ("instructed", "autonomous")) == "autonomous":
        refuse_others(context, (origin, rooms, embedding, use, making), text("an autonomous run"))
        return _renamed(
            of_plans(leave_alone)(origin=origin, plan=rooms, embedding=embedding, **shared), "mindsight home alone"
        )
    if sources.pool is not None or _are_questions(plan.tasks):
        refuse_others(context, (sources, questions, use, making), text("questions"))
        return _renamed(of_plans(ask)(sources=sources, plan=questions, **shared), "mindsight home ask")
    refuse_others(context, (origin, plan, use, making), text("household tasks"))
    return _renamed(of_plans(run_tasks)(origin=origin, plan=plan, **shared), "mindsight home tasks run")


def _are_questions(words: tuple[str, ...]) -> bool:
    from mindsight.home.plugged import tasks_chosen
    from mindsight.home.running.selection import are_questions

    return are_questions(tasks_chosen(words))


_PLANS: tuple[type[PlanModel], ...] = (Origin, Plan, Sources, QuestionPlan, AlonePlan, Embedding)


def refuse_others(context: typer.Context, plans: tuple[PlanModel, ...], what: Text) -> None:
    """Refuse options that only another kind of run has.

    Raises:
        InputError: One was given.
    """
    kept = {leaf.parameter for plan in plans for leaf in plan.leaves()}
    for leaf in (leaf for plan in _PLANS for leaf in plan.leaves()):
        if leaf.parameter not in kept and was_given(context, leaf.parameter):
            raise InputError("{option}: is not for {what}; leave it out", option=leaf.long, what=what)


def _renamed(code: int, command: str) -> int:
    """Say the present name of what has come to its end, and return its exit code."""
    tell(text("home run is called {command} now; the old name goes on working", command=command))
    return code
