"""Run one set of proved tasks under several conditions, the undisturbed one first, to see what changes the scores.

A condition is a setting of the environment and, optionally, a suffix to the subject's name. Every task is run once under
each; its items are called ``desk-0001@base``, ``desk-0001@blur-2`` and so on, and are compared task by task.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from mindsight.errors import InputError, MindsightError
from mindsight.execution.drafting import map_drafts
from mindsight.execution.failures import hold_back_failed_drafts
from mindsight.execution.parallel import Engine
from mindsight.harness.episodes.dialogue import words_hash
from mindsight.home.adapters.outside import model_facts
from mindsight.home.episodes.interface import prompts_hash
from mindsight.home.episodes.preflight import check_environment
from mindsight.home.episodes.running import BaselineRunner
from mindsight.home.plan import Means, Plan
from mindsight.home.preparation.drawing import TRIES, read_instances
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.wordings import read_wordings, worded_in
from mindsight.home.scoring.measures import AT
from mindsight.home.setting import Setting
from mindsight.home.studies.conditions_totals import results_of, table_of
from mindsight.home.suite import begun, from_outside, home_manifest, media_of
from mindsight.kinds import KINDS
from mindsight.record import canonical
from mindsight.record.blocks import Note
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Manifest, Results, Scalar, Subject
from mindsight.record.scores import ScoreTable
from mindsight.subjects.spec import SubjectSpec
from mindsight.text import Text

Kind = Literal["robustness", "validity"]


class Condition(BaseModel):
    """A condition under which tasks are run.

    ``key`` is part of the items' ids, ``title`` is for readers; ``suffix`` is added to the subject's name, such as an
    ablation; ``facts``, such as an ablation and its strength, are not used here but kept for sorting conditions.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str = Field(pattern=r"^[a-z0-9][a-z0-9.=+_-]*$", max_length=60)
    title: Text
    setting: Setting
    suffix: str = ""
    facts: dict[str, Scalar] = {}


class ConditionedTask(NamedTuple):
    """A task under a condition: an item of the record."""

    instance: Instance
    condition: Condition
    worded: Instance
    """The instance in the words of the condition."""

    @property
    def oracle_steps(self) -> int:
        """Steps that the oracle needs."""
        return self.instance.oracle_steps

    @property
    def budget(self) -> int:
        """Steps the subject may take."""
        return self.instance.budget

    @property
    def id(self) -> str:
        """Id of the item."""
        return f"{self.instance.id}{AT}{self.condition.key}"

    def recorded(self, draft: Draft) -> Draft:
        """Return a task's draft with this item's id and condition, and the hash of the instance in the data file."""
        terms = {**draft.terms, "condition": self.condition.key}
        return draft.model_copy(update={"id": self.id, "instance": self.instance.sha256, "terms": terms})


@dataclass(frozen=True)
class ConditionsRunner:
    """Runs a built-in subject on a task under a condition; can be sent to another process."""

    name: str
    seed: int
    media: Path | None

    def __call__(self, task: ConditionedTask) -> Draft:
        """Run one task to its end; the random numbers of a task are the same under every condition."""
        return task.recorded(self._runner(task)(task.worded))

    def lost(self, task: ConditionedTask, error: MindsightError) -> Draft:
        """Return the draft of a task whose process died at every try."""
        return task.recorded(self._runner(task).lost(task.instance, error))

    def _runner(self, task: ConditionedTask) -> BaselineRunner:
        return BaselineRunner(self.name + task.condition.suffix, task.condition.setting, self.seed, self.media)


class ConditionsTest:
    """One subject on the same tasks under every condition, for the pipeline."""

    runner = ConditionsRunner
    """Runner for built-in subjects."""

    def __init__(
        self,
        kind: Kind,
        plan: Plan,
        conditions: Sequence[Condition],
        data: Path,
        spec: SubjectSpec,
        subject: Subject,
        means: Means = Means(),  # noqa: B008  (frozen)
        *,
        notes: Sequence[Note] = (),
    ) -> None:
        check_conditions(plan, conditions)
        self.data = data
        self._means = means
        self._plan = plan
        self._conditions = tuple(conditions)
        self._spec = spec
        self._instances = read_instances(data)
        self._wordings = read_wordings(data)
        manifest = conditions_manifest(kind, plan, self._conditions, data, len(self._instances), subject)
        found = check_environment(next(self.instances()).worded, plan.setting)
        identity = {**manifest.identity, **model_facts(spec, plan, subject.details)}
        departures = (*manifest.departures, *notes)
        self.manifest = manifest.model_copy(update={"canaries": found, "identity": identity, "departures": departures})

    def instances(self) -> Iterator[ConditionedTask]:
        """Yield all tasks under the first condition, then under the next."""
        return (
            ConditionedTask(instance, condition, worded_in(instance, condition.setting.wording, self._wordings))
            for condition in self._conditions
            for instance in self._instances
        )

    def id_of(self, instance: ConditionedTask) -> str:
        """Return an item's id."""
        return instance.id

    def drafts(
        self, run: RunFolder, missing: Iterable[ConditionedTask], *, engine: Engine, workers: int
    ) -> Iterator[Draft]:
        """Run the subject on what is missing."""
        if self._spec.scheme != "baseline":
            return self._from_outside(run, missing, workers)
        runner = self.runner(self._spec.rest, self._plan.seed, media_of(self._plan, run))
        drafts = map_drafts(
            runner, missing, engine=engine, workers=workers, name=self.id_of, tries=TRIES, lost=runner.lost
        )
        return hold_back_failed_drafts(drafts, begun=begun(run))

    def table(self, run: RunFolder) -> ScoreTable:
        """Return the scores of the record's items."""
        return table_of(run)

    def results(self, run: RunFolder, table: ScoreTable) -> Results:
        """Return measures and blocks."""
        return results_of(run, table)

    def _from_outside(self, run: RunFolder, missing: Iterable[ConditionedTask], workers: int) -> Iterator[Draft]:
        """Run a model or an agent on the missing tasks, condition by condition, and yield the drafts."""
        tools = bool(self.manifest.subject.details.get("tools"))
        for _, group in groupby(missing, key=lambda task: task.condition.key):
            by_id = {task.instance.id: task for task in group}
            condition = next(iter(by_id.values())).condition
            spec = self._spec._replace(rest=self._spec.rest + condition.suffix)
            plan = self._plan.model_copy(update={"setting": condition.setting})
            asked = [task.worded for task in by_id.values()]
            for draft in from_outside(spec, plan, asked, run=run, means=self._means, tools=tools, workers=workers):
                yield by_id[draft.id].recorded(draft)


def check_conditions(plan: Plan, conditions: Sequence[Condition]) -> None:
    """Check that conditions can be distinguished and compared.

    Raises:
        InputError: There are fewer than two, two have one key, or the first is not the plan's own setting.
    """
    keys = [condition.key for condition in conditions]
    if len(keys) < 2 or len(set(keys)) < len(keys):
        raise InputError("conditions: name at least two, each once; got: {keys}", keys=", ".join(keys) or "–")
    first = conditions[0]
    if first.setting != plan.setting or first.suffix:
        raise InputError("conditions: the first one, {key}, is not the undisturbed one", key=first.key)


def conditions_manifest(
    kind: Kind, plan: Plan, conditions: Sequence[Condition], data: Path, count: int, subject: Subject
) -> Manifest:
    """Return the manifest of a test under several conditions."""
    manifest = home_manifest(plan, data, count * len(conditions), subject)
    page = [condition.model_dump(mode="json") for condition in conditions]
    identity: dict[str, Scalar] = {
        **manifest.identity,
        "kind": kind,
        "conditions": ",".join(condition.key for condition in conditions),
        "conditions_hash": f"sha256-{canonical.digest(page)}",
        **_spoken(plan, conditions),
    }
    return manifest.model_copy(
        update={
            "kind": kind,
            "plan": {**manifest.plan, "conditions": page},
            "identity": identity,
            "document": manifest.document.model_copy(update={"title": KINDS[f"home.{kind}"].title}),
        }
    )


def _spoken(plan: Plan, conditions: Sequence[Condition]) -> dict[str, Scalar]:
    """Return the hashes of prompts and words in languages and stances that only some conditions use."""
    setting, stance = plan.setting, plan.setting.stance
    languages = sorted({condition.setting.language for condition in conditions} - {setting.language})
    stances = sorted({condition.setting.stance for condition in conditions} - {stance})
    hashes = {f"prompts.{one}": prompts_hash(one, plan.interface, stance) for one in languages}
    hashes |= {f"words.{one}": words_hash(one) for one in languages}
    hashes |= {f"prompts.{one}": prompts_hash(setting.language, plan.interface, one) for one in stances}
    return {name: f"sha256-{digest}" for name, digest in hashes.items()}
