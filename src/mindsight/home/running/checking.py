"""What is refused before anything is prepared: subjects, options and numbers that do not fit each other."""

from collections.abc import Sequence
from dataclasses import replace

from mindsight.errors import InputError
from mindsight.harness.models.prices import prices_of
from mindsight.home.autonomy.runs.plan import AlonePlan
from mindsight.home.plan import Means, Plan, Use
from mindsight.plans import PlanModel
from mindsight.subjects.spec import SubjectSpec

ACTING = ("baseline", "http", "model", "python")
"""Schemes of subjects that can act in rooms."""


def check_acting(spec: SubjectSpec, plan: Plan | AlonePlan, use: Use) -> None:
    """Refuse a subject that cannot act, and options that do not apply to it.

    Raises:
        InputError: One was given; the message says which, and what to do.
    """
    check_scheme(spec, ACTING, "household tasks")
    if plan.interface == "menu" and any(leaf.parameter == "model_profile" for leaf in plan.stated()):
        raise InputError(
            "--model-profile says how points are asked for, and --interface menu asks for none; leave one out"
        )
    check_options(spec, plan, use)


def check_scheme(spec: SubjectSpec, known: Sequence[str], what: str) -> None:
    """Refuse a subject of another kind of access than those known for tasks or questions."""
    if spec.scheme in known:
        return
    listed = ", ".join(known)
    if what == "questions":
        raise InputError(
            "{scheme}: subjects cannot answer questions; use one of {known}", scheme=spec.scheme, known=listed
        )
    raise InputError(
        "{scheme}: subjects cannot do household tasks; use one of {known}", scheme=spec.scheme, known=listed
    )


def check_options(spec: SubjectSpec, *plans: PlanModel) -> None:
    """Refuse the options of models for a subject that is none, and a limit that allows no request."""
    for plan in plans:
        if spec.scheme != "model":
            for leaf in plan.chosen("model"):
                raise InputError(
                    "{option}: is for models, and {subject} is none", option=leaf.long, subject=spec.public
                )
        if isinstance(plan, Use) and plan.max_cost == 0:
            raise InputError("--max-cost: with 0 no model can be asked; --dry-run estimates the cost of a run")


def check_unknown(unknown: Sequence[str], tested: Sequence[str]) -> None:
    """Refuse classes that the models are said not to know and that are not tested."""
    for name in unknown:
        if name not in tested:
            raise InputError(
                '--unknown: "{name}" is not among the classes tested; they are {known}',
                name=name,
                known=", ".join(tested),
            )


def check_plan(plan: Plan) -> None:
    """Refuse classes and numbers of tasks that do not exist."""
    from mindsight.home.preparation.drawing import slots
    from mindsight.home.suite import TOGETHER

    if not plan.tasks:
        raise InputError("--tasks names no task class; see mindsight home tasks")
    if len(set(plan.tasks)) < len(plan.tasks):
        raise InputError("--tasks names a class twice: {tasks}", tasks=", ".join(plan.tasks))
    wanted = slots(plan.tasks, trials=plan.trials, irrelevant=plan.irrelevant, seed=plan.seed, reasons=plan.reasons)
    valid = sum(not slot.reason for slot in wanted) // len(plan.tasks)
    pairs = max(valid, plan.trials - valid)
    if plan.epochs > 1 and plan.tasks_per_scene > 1:
        raise InputError(TOGETHER)
    if plan.tasks_per_scene > pairs:
        raise InputError(
            "--tasks-per-scene: a session cannot have {count} tasks if a class has {pairs} pairs of tasks; use at most "
            "{pairs}",
            count=plan.tasks_per_scene,
            pairs=pairs,
        )
    check_unknown(plan.unknown, plan.tasks)
    if set(plan.unknown) == set(plan.tasks):
        raise InputError("--unknown names every class; at least one must be known for the comparison")


def means_of(use: Use, spec: SubjectSpec, *, dry_run: bool = False) -> Means:
    """Return the means of a run; prices are looked up only if cost is counted.

    Raises:
        InputError: There is a cost limit and no price.
        MissingExtra: Inspect, whose prices are looked up, is not installed.
    """
    prices = prices_of(spec, price=use.price, limit=use.max_cost, dry_run=dry_run)
    means = Means(cost=use.max_cost, prices=prices)
    return means if use.connections is None else replace(means, connections=use.connections)
