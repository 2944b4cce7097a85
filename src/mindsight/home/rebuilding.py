"""The manifest of a household run once more, from its plan and its list of tasks; nothing is drawn and nobody is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from mindsight.errors import RecordError
from mindsight.home.adapters.outside import model_facts
from mindsight.home.episodes.episode import Setting
from mindsight.home.irrelevance import NARROW
from mindsight.home.plan import Plan
from mindsight.home.preparation.drawing import SEEDS_PER_SLOT, planned_kinds, read_instances, slots
from mindsight.home.preparation.instances import Instance
from mindsight.home.sealing.seal import REVEAL, published
from mindsight.home.studies.conditions import Condition, conditions_manifest
from mindsight.home.studies.validity import declared, needs_of
from mindsight.home.suite import home_manifest
from mindsight.record.folder import RunFolder
from mindsight.record.model import Manifest, as_reviewed
from mindsight.subjects.spec import SubjectSpec


def manifest_again(run: RunFolder) -> Manifest:
    """Return what plan and tasks of a run give, as ``_again``; whether its data were reviewed is taken over.

    Raises:
        RecordError: As ``_again``.
    """
    return as_reviewed(_again(run), run.manifest)


def _again(run: RunFolder) -> Manifest:
    """Return what plan and tasks of a run give; what a model's server answered before the run is taken over as it is.

    Raises:
        RecordError: The tasks are not those of the plan, or those of a sealed run do not belong to its published seed.
    """
    before = run.manifest
    if before.kind == "questions":
        from mindsight.home.questions.rebuilding import manifest_again as of_questions

        return of_questions(run)
    if before.kind == "imported":
        from mindsight.home.imported.runs.rebuilding import manifest_again as of_imported

        return of_imported(run)
    if before.kind == "autonomy":
        from mindsight.home.autonomy.runs.suite import manifest_again as of_rooms

        return of_rooms(run)
    if before.kind == "protocol":
        from mindsight.home.autonomy.suite import manifest_again as of_protocol

        return of_protocol(run)
    plan, data = plan_of(before.plan), run.path / before.data.file
    instances = read_instances(data)
    _check_tasks(run, plan, instances)
    if before.kind == "generalisation":
        again = home_manifest(plan, data, len(instances) * plan.epochs, before.subject)
    else:
        again = _under_conditions(run, plan, len(instances))
    scheme, _, rest = before.subject.spec.partition(":")
    facts = model_facts(SubjectSpec(scheme, rest), plan, before.subject.details)
    # What the check of the environment found is compared with the pictures, where these are looked at.
    return again.model_copy(update={"identity": {**again.identity, **facts}, "canaries": before.canaries})


def plan_of(page: Mapping[str, Any]) -> Plan:
    """Return a plan as a manifest holds it."""
    known = {field.name for field in fields(Plan)} - {"setting", "tasks", "unknown", "reasons"}
    chosen = {name: value for name, value in page.items() if name in known}
    # Without the kinds of each class, the plan is one from before there were others than the narrow ones.
    chosen["reasons"] = tuple(page["reasons"]) if "kinds" in page else NARROW
    setting = Setting.model_validate(page["setting"])
    return Plan(tasks=tuple(page["tasks"]), unknown=tuple(page["unknown"]), setting=setting, **chosen)


def _under_conditions(run: RunFolder, plan: Plan, count: int) -> Manifest:
    """Return the manifest of a test under conditions; which were left out because the machine lacked something is taken over."""
    before = run.manifest
    conditions = [Condition.model_validate(page) for page in before.plan["conditions"]]
    kind: Any = before.kind
    again = conditions_manifest(kind, plan, conditions, run.path / before.data.file, count, before.subject)
    if kind == "validity":
        again = declared(again, list(before.plan["dials"]), needs_of(plan.tasks), before.plan["reasons"])
    left_out = (note for note in before.departures if note.id.startswith("departure-without-"))
    return again.model_copy(update={"departures": (*again.departures, *left_out)})


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
