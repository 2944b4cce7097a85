"""The manifest of a household run once more, from its plan and its list of tasks; nothing is drawn and nobody is asked."""

from collections.abc import Mapping, Sequence
from typing import Any

from mindsight.errors import RecordError
from mindsight.home.adapters.outside import model_facts
from mindsight.home.classes import as_recorded
from mindsight.home.irrelevance import NARROW
from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import SEEDS_PER_SLOT, planned_kinds, read_instances, slots
from mindsight.home.preparation.instances import Instance
from mindsight.home.sealing.seal import REVEAL, published
from mindsight.home.setting import Setting
from mindsight.home.studies.conditions import Condition, Kind, conditions_manifest
from mindsight.home.studies.validity import declared, needs_of
from mindsight.home.suite import home_manifest
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest
from mindsight.subjects.spec import SubjectSpec


def manifest_again(run: RunFolder) -> Manifest:
    """Return what plan and tasks of a run give; what a model's server answered before the run is taken over as it is.

    Raises:
        RecordError: The tasks are not those of the plan, or those of a sealed run do not belong to its published seed.
    """
    before = run.manifest
    with as_recorded(before.plan):
        plan, count = _checked(run)
        again = home_manifest(plan, run.path / before.data.file, count * plan.epochs, before.subject)
        return _with_answers(before, plan, again)


def robustness_again(run: RunFolder) -> Manifest:
    """Return the same of a test of robustness; which conditions were left out for lack of something is taken over.

    Raises:
        RecordError: As ``manifest_again``.
    """
    return _under_conditions(run, "robustness")


def validity_again(run: RunFolder) -> Manifest:
    """Return the same of a test of validity, with what its ablations were declared to need.

    Raises:
        RecordError: As ``manifest_again``.
    """
    plan = run.manifest.plan
    again = _under_conditions(run, "validity")
    with as_recorded(plan):
        return declared(again, list(plan["dials"]), needs_of(plan["tasks"]), plan["reasons"])


def plan_of(page: Mapping[str, Any]) -> Plan:
    """Return a plan as a manifest holds it."""
    chosen = {name: page[name] for name in Plan.model_fields if name in page}
    # Without the kinds of each class, the plan is one from before there were others than the narrow ones.
    chosen["reasons"] = page["reasons"] if "kinds" in page else NARROW
    return Plan.of({**chosen, "setting": Setting.model_validate(page["setting"])}, prefix="plan.")


def _under_conditions(run: RunFolder, kind: Kind) -> Manifest:
    before = run.manifest
    conditions = [Condition.model_validate(page) for page in before.plan["conditions"]]
    with as_recorded(before.plan):
        plan, count = _checked(run)
        again = conditions_manifest(kind, plan, conditions, run.path / before.data.file, count, before.subject)
    left_out = (note for note in before.departures if note.id.startswith("departure-without-"))
    return _with_answers(before, plan, again.model_copy(update={"departures": (*again.departures, *left_out)}))


def _with_answers(before: Manifest, plan: Plan, again: Manifest) -> Manifest:
    """Return a manifest with what was found before the run: answers of a model's server, and the check of the environment."""
    scheme, _, rest = before.subject.spec.partition(":")
    facts = model_facts(SubjectSpec(scheme, rest), plan, before.subject.details)
    # What the check of the environment found is compared with the pictures, where these are looked at.
    return again.model_copy(update={"identity": {**again.identity, **facts}, "canaries": before.canaries})


def _checked(run: RunFolder) -> tuple[Plan, int]:
    """Return the plan of a run and the number of its tasks, which are those of the plan."""
    plan = plan_of(run.manifest.plan)
    instances = read_instances(run.path / run.manifest.data.file)
    _check_tasks(run, plan, instances)
    return plan, len(instances)


def _check_tasks(run: RunFolder, plan: Plan, instances: Sequence[Instance]) -> None:
    """Compare each task with its place in the plan: class, kind, number, and the seeds that are set aside for it."""
    data = run.manifest.data.file
    hidden = bool(plan.sealed) and not (run.path / REVEAL).exists()
    seed = published(run).first_seed if plan.sealed and not hidden else plan.seed
    reasons = planned_kinds(run.manifest.plan)
    wanted = slots(plan.tasks, trials=plan.trials, irrelevant=plan.irrelevant, seed=seed, reasons=reasons)
    if len(wanted) != len(instances):
        raise RecordError(
            "{file}: holds {found} tasks, the plan calls for {expected}",
            file=data,
            found=len(instances),
            expected=len(wanted),
        )
    for slot, instance in zip(wanted, instances, strict=True):
        found, expected = (instance.id, instance.task, instance.reason), (slot.id, slot.task, slot.reason)
        drawn = hidden or slot.seed <= instance.seed < slot.seed + SEEDS_PER_SLOT
        if found != expected or not drawn:
            raise RecordError(
                "{file}: task {id} is not the one for its place in the plan: {expected}",
                file=data,
                id=instance.id,
                expected=" ".join((*expected, str(slot.seed))),
            )
