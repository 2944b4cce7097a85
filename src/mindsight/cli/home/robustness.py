"""``mindsight home robustness``: the same tasks under several conditions, or the same questions with pictures made worse."""

from __future__ import annotations

from functools import partial

from mindsight.cli.home.run import ask
from mindsight.cli.home.running import DRY_RUN, SUBJECT, begun, run_and_show
from mindsight.cli.parser.planned import of_plans, planned
from mindsight.cli.shared.console import LISTENER
from mindsight.cli.shared.options import AS_JSON, MODEL, subject_named
from mindsight.errors import InputError
from mindsight.execution.making import Making
from mindsight.home.plan import Conditions, Plan, Use
from mindsight.home.questions.plan import QuestionPlan, Sources
from mindsight.text import text

_OF_TASKS = ("conditions", "irrelevant", "reasons", "renderer", "interface")
"""Options that questions do not have."""
_NOT_VARIED = ("epochs", "tasks_per_scene", "as_text", "as_clip", "evidence", "no_probe", "region", "keep_output")


@partial(planned, without=_NOT_VARIED)
def robustness(
    *,
    model: str = MODEL,
    subject: str = SUBJECT,
    varied: Conditions,
    plan: Plan,
    questions: QuestionPlan,
    use: Use,
    making: Making,
    dry_run: bool = DRY_RUN,
    as_json: bool = AS_JSON,
) -> int:
    """Run a subject over the same tasks under several conditions, or over questions with pictures made worse."""
    from mindsight.home.plugged import tasks_chosen
    from mindsight.home.running.asking import worse
    from mindsight.home.running.checking import ACTING
    from mindsight.home.running.conditions import prepared
    from mindsight.home.running.selection import are_questions

    if are_questions(tasks_chosen(plan.tasks)):
        for leaf in (*varied.stated(), *plan.stated()):
            if leaf.parameter in _OF_TASKS:
                raise InputError("{option}: is not for {what}; leave it out", option=leaf.long, what=text("questions"))
        return of_plans(ask)(
            model=model, subject=subject, sources=Sources(), plan=worse(questions), use=use, making=making,
            dry_run=dry_run, as_json=as_json,
        )  # fmt: skip
    spec, making = begun(subject_named(model, subject), use, making, accepted=ACTING)
    ready = prepared(spec, varied, plan, use, making, dry_run=dry_run, listener=LISTENER)
    return run_and_show(ready, making, dry_run=dry_run, as_json=as_json)
