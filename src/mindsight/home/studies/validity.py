"""Validity without a model: run the oracle and its ablations on the same tasks.

If a class measures what it claims to, taking away an ability that it declares to need lowers its accuracy, the more the
stronger the ablation, and any other ablation changes nothing. The runs of a task differ in nothing else and involve no
chance, so every change is caused by the ablation.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mindsight.errors import InputError
from mindsight.home import tasks
from mindsight.home.episodes.episode import Episode
from mindsight.home.episodes.running import BaselineRunner
from mindsight.home.episodes.stages import Stages
from mindsight.home.irrelevance import NEEDS_PICTURE, REASONS, Reason
from mindsight.home.oracle.ablations import ABLATIONS, BEARER, Ablation, ablation_kind, titled, written
from mindsight.home.plan import Means, Plan
from mindsight.home.preparation.drawing import Slot, slots
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting
from mindsight.home.studies.conditions import Condition, ConditionedTask, ConditionsRunner, ConditionsTest
from mindsight.record import canonical
from mindsight.record.model import Manifest, Subject
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import spelled, text

BASE = "good-eyes"
SHOWN_BY_PICTURES: tuple[Reason, ...] = tuple(one for one in REASONS if one in NEEDS_PICTURE)
"""Reasons of the irrelevant tasks that are run: those that only the picture shows. The words alone reveal the others."""
_STAGES = Stages()


def validity_conditions(ablations: Sequence[str], setting: Setting) -> list[Condition]:
    """Return the condition of the intact oracle and one for every strength of some ablations.

    Raises:
        InputError: An ablation does not exist.
    """
    found = [Condition(key=BASE, title=text("intact oracle"), setting=setting)]
    for name in ablations:
        for strength in ablation_kind(name).strengths:
            ablation = Ablation(name, strength)
            facts = {"dial": name, "strength": strength}
            found.append(
                Condition(
                    key=str(ablation), title=titled(ablation), setting=setting, suffix=written((ablation,)), facts=facts
                )
            )
    return found


def validity_slots(
    task_keys: Sequence[str],
    *,
    trials: int,
    irrelevant: float,
    seed: int,
    reasons: Sequence[Reason] = SHOWN_BY_PICTURES,
) -> list[Slot]:
    """Return the places of a plan whose irrelevant tasks are those that only a picture reveals.

    Raises:
        InputError: As for ``drawing.slots``.
    """
    return slots(task_keys, trials=trials, irrelevant=irrelevant, seed=seed, reasons=shown(reasons))


def shown(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return those of some reasons that only a picture reveals.

    Raises:
        InputError: None of them is.
    """
    found = tuple(one for one in reasons if one in NEEDS_PICTURE)
    if not found:
        raise InputError(
            "--reasons: the words alone reveal {reasons}; choose from {known}",
            reasons=", ".join(reasons),
            known=", ".join(SHOWN_BY_PICTURES),
        )
    return found


def needs_of(task_keys: Sequence[str]) -> dict[str, dict[str, list[str]]]:
    """Return the needs that classes declare, as a plan holds them."""
    pool = tasks.load()
    return {key: {side: list(named) for side, named in pool[key].needs._asdict().items()} for key in task_keys}


class _StagedRunner(BaselineRunner):
    """Runs tasks on a stage that is kept for the next episode of the same task."""

    def episode(self, instance: Instance) -> Episode:
        """Begin an episode."""
        stage = _STAGES.lend(instance, self.setting)
        return Episode(instance, self.setting, draw=self.media is not None, stage=stage)


class ValidityRunner(ConditionsRunner):
    """Runs the oracle on a task under a condition; can be sent to another process."""

    def _runner(self, task: ConditionedTask) -> BaselineRunner:
        return _StagedRunner(self.name + task.condition.suffix, task.condition.setting, self.seed, self.media)


class ValidityTest(ConditionsTest):
    """The oracle and all its ablations on the same tasks, for the pipeline."""

    runner = ValidityRunner

    def __init__(self, plan: Plan, ablations: Sequence[str], data: Path) -> None:
        spec = SubjectSpec("baseline", BEARER)
        subject = Subject(spec=spec.public, name=BEARER)
        plan = plan.model_copy(update={"reasons": shown(plan.reasons)})
        super().__init__("validity", plan, validity_conditions(ablations, plan.setting), data, spec, subject, Means())
        self.manifest = declared(self.manifest, ablations, needs_of(plan.tasks), plan.reasons)

    def instances(self) -> Iterator[ConditionedTask]:
        """Yield each task under all conditions before the next one, so that it is built once."""
        place = {instance.id: number for number, instance in enumerate(self._instances)}
        return iter(sorted(super().instances(), key=lambda task: place[task.instance.id]))


def declared(manifest: Manifest, ablations: Sequence[str], needs: dict[str, Any], reasons: Sequence[str]) -> Manifest:
    """Return the manifest with what the classes declare, because the report is made from the record alone."""
    named = {name: spelled(ABLATIONS[name].zh, ABLATIONS[name].en).model_dump(mode="json") for name in ablations}
    more = {"needs": needs, "dials": named, "reasons": list(reasons)}
    identity = {**manifest.identity, "declared": f"sha256-{canonical.digest(more)}"}
    return manifest.model_copy(update={"plan": {**manifest.plan, **more}, "identity": identity})
