"""Validity without a model: run the oracle and its ablations on the same tasks.

If a class measures what it says, a damage that it declares to need lowers it, the more the worse, and any other leaves it as
it is. Nothing else differs between the runs of a task, and no chance does: what changes is the dial's doing.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mindsight.home import tasks
from mindsight.home.episodes.episode import Episode, Setting
from mindsight.home.episodes.running import BaselineRunner
from mindsight.home.episodes.stages import Stages
from mindsight.home.oracle.ablations import BEARER, DIALS, Ablation, dial_of, titled, written
from mindsight.home.plan import Means, Plan
from mindsight.home.preparation.drawing import Slot, slots
from mindsight.home.preparation.instances import Instance, Reason
from mindsight.home.studies.conditions import Condition, ConditionsRunner, ConditionsTest, Put
from mindsight.record import canonical
from mindsight.record.model import Manifest, Subject
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import spelled, text

BASE = "good-eyes"
TOLD_BY_PICTURES: tuple[Reason, ...] = ("absent", "blocked")
"""Irrelevant tasks that are put: those that only the picture shows to be so. Words alone give the others away, to anybody."""
_STAGES = Stages()


def validity_conditions(dials: Sequence[str], setting: Setting) -> list[Condition]:
    """Return the undamaged condition and every strength of some dials.

    Raises:
        InputError: A dial does not exist.
    """
    found = [Condition(key=BASE, title=text("intact oracle"), setting=setting)]
    for name in dials:
        for strength in dial_of(name).strengths:
            ablation = Ablation(name, strength)
            facts = {"dial": name, "strength": strength}
            found.append(
                Condition(
                    key=str(ablation), title=titled(ablation), setting=setting, suffix=written((ablation,)), facts=facts
                )
            )
    return found


def validity_slots(task_keys: Sequence[str], *, trials: int, irrelevant: float, seed: int) -> list[Slot]:
    """Return the places of a plan, its irrelevant tasks being those that only a picture gives away.

    Raises:
        InputError: As ``preparation.slots``.
    """
    return slots(task_keys, trials=trials, irrelevant=irrelevant, seed=seed, reasons=TOLD_BY_PICTURES)


def needs_of(task_keys: Sequence[str]) -> dict[str, dict[str, list[str]]]:
    """Return what classes say that they need, as a plan holds it."""
    pool = tasks.load()
    return {key: {side: list(named) for side, named in pool[key].needs._asdict().items()} for key in task_keys}


class _StagedRunner(BaselineRunner):
    """Runs on a stage that is kept for the next episode of the same task."""

    def episode(self, instance: Instance) -> Episode:
        """Begin an episode."""
        stage = _STAGES.lend(instance, self.setting)
        return Episode(instance, self.setting, draw=self.media is not None, stage=stage)


class ValidityRunner(ConditionsRunner):
    """Lets the solver play a task under a condition; may travel to another process."""

    def _runner(self, put: Put) -> BaselineRunner:
        return _StagedRunner(self.name + put.condition.suffix, put.condition.setting, self.seed, self.media)


class ValidityTest(ConditionsTest):
    """The same tasks put to the oracle and to all its ablations, for the pipeline."""

    runner = ValidityRunner

    def __init__(self, plan: Plan, dials: Sequence[str], data: Path) -> None:
        spec = SubjectSpec("baseline", BEARER)
        subject = Subject(spec=spec.public, name=BEARER)
        super().__init__("validity", plan, validity_conditions(dials, plan.setting), data, spec, subject, Means())
        self.manifest = declared(self.manifest, dials, needs_of(plan.tasks))

    def instances(self) -> Iterator[Put]:
        """Yield each task under all conditions before the next one: so it is built once."""
        place = {instance.id: number for number, instance in enumerate(self._instances)}
        return iter(sorted(super().instances(), key=lambda put: place[put.instance.id]))


def declared(manifest: Manifest, dials: Sequence[str], needs: dict[str, Any]) -> Manifest:
    """Return the manifest with what the classes declare: the report is made from the record alone."""
    named = {name: spelled(DIALS[name].zh, DIALS[name].en).model_dump(mode="json") for name in dials}
    more = {"needs": needs, "dials": named, "reasons": list(TOLD_BY_PICTURES)}
    identity = {**manifest.identity, "declared": f"sha256-{canonical.digest(more)}"}
    return manifest.model_copy(update={"plan": {**manifest.plan, **more}, "identity": identity})
