"""Repeat recorded actions in the engine, task by task: whether pictures, feedback and outcome come out as recorded."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from mindsight.harness.episodes.dialogue import words_hash
from mindsight.home.episodes.episode import Episode, Result
from mindsight.home.episodes.running import draft_of
from mindsight.home.preparation.drawing import read_instances
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.wordings import read_wordings, worded_in
from mindsight.home.scoring.measures import AT, RULE
from mindsight.home.scoring.outcomes import Ending, outcome_by, rule_of
from mindsight.home.setting import Interface, Setting
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Item, Manifest

NO_PICTURE = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True)
class Recorded:
    """An item with its task, in the words and under the setting in which it was run."""

    item: Item
    instance: Instance
    setting: Setting
    reads: Interface | Literal[""] = ""
    """The form in which replies were asked for; empty where there are none, or they were read by another rule than the present one."""
    drawn: bool = False
    """Whether pictures were drawn in any case, because the subject sees nothing else."""
    rule: int = RULE
    """The rule of scoring by which the run was judged."""
    unrelated: float | None = None
    """Of a room in which the subject was left alone: similarity of texts that have nothing to do with each other."""


def repeat(recorded: Recorded) -> Draft:
    """Return what becomes of a recorded task when its actions are carried out again; what the subject said is taken over."""
    item, steps = recorded.item, recorded.item.answer["steps"]
    drawn = recorded.drawn or any(step["picture"] != NO_PICTURE for step in steps)
    actions = [step["action"] for step in steps]
    left, ending = item.terms.get("left"), item.terms["ending"]
    result = carried_out(recorded.instance, recorded.setting, actions, drawn=drawn, left=left, ending=ending)
    again = draft_of(recorded.instance, result, {}, took_s=0.0)
    answer = {**item.answer, "steps": again.answer["steps"]}
    return as_recorded(recorded, again.model_copy(update={"answer": answer}))


def carried_out(
    instance: Instance,
    setting: Setting,
    actions: Sequence[dict[str, Any] | None],
    *,
    drawn: bool,
    left: int | None,
    ending: Ending,
) -> Result:
    """Return the result of a task in which some actions are carried out, and which then ends, if it has not before."""
    with Episode(instance, setting, draw=drawn, budget=left) as episode:
        for action in actions:
            if not episode.done:
                episode.act(action)
        return episode.end(ending)


def as_recorded(recorded: Recorded, again: Draft) -> Draft:
    """Return the draft of a task as its record has it: with the item's id, the terms that another task gave it, judged by its rule."""
    item, outcome = recorded.item, outcome_by(recorded.rule, again.outcome)
    # Records that were written before it was a term say it in their steps only.
    terms = {name: value for name, value in again.terms.items() if name != "held_first" or name in item.terms}
    return again.model_copy(update={"id": item.id, "outcome": outcome, "terms": {**item.terms, **terms}})


def setting_of(manifest: Manifest, item: Item) -> dict[str, Any]:
    """Return the setting a task was run in: the plan's, or that of the condition it was run under."""
    for condition in manifest.plan.get("conditions", ()):
        if condition["key"] == item.terms.get("condition"):
            return dict(condition["setting"])
    return dict(manifest.plan["setting"])


def has_replies(manifest: Manifest) -> bool:
    """Return whether the subject was a model or an agent, which replies in words and is sent pictures."""
    return manifest.subject.spec.partition(":")[0] != "baseline"


def read_as_now(manifest: Manifest) -> bool:
    """Return whether replies were read by the present rule, and answered with the present words."""
    return bool(manifest.identity.get("words") == f"sha256-{words_hash(manifest.plan['setting']['language'])}")


def reads_as_now(manifest: Manifest) -> bool:
    """Return whether what a subject said means today what it meant then; a built-in one said nothing."""
    return not has_replies(manifest) or read_as_now(manifest)


def recorded_tasks(run: RunFolder) -> Iterator[Recorded]:
    """Yield each tested item with its task, in the order of the record."""
    manifest, data = run.manifest, run.path / run.manifest.data.file
    outside = has_replies(manifest)
    reads: Any = manifest.plan["interface"] if outside and read_as_now(manifest) else ""
    unrelated: float | None = manifest.plan.get("unrelated")
    instances, wordings = {one.id: one for one in read_instances(data)}, read_wordings(data)
    for item in run.items:
        if item.status == "failed":
            continue
        setting = Setting.model_validate(setting_of(manifest, item))
        instance = instances[item.id.partition(AT)[0]]
        worded, rule = worded_in(instance, setting.wording, wordings), rule_of(manifest.identity)
        yield Recorded(item, worded, setting, reads, outside, rule, unrelated)
