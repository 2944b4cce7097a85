"""Repeat recorded actions in the engine, task by task: whether pictures, feedback and outcome come out as recorded."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mindsight.home.episodes.episode import Episode, Setting
from mindsight.home.episodes.running import draft_of
from mindsight.home.preparation.drawing import read_instances
from mindsight.home.preparation.instances import Instance
from mindsight.home.preparation.wordings import read_wordings, worded_in
from mindsight.home.scoring.measures import AT
from mindsight.parallel import Engine, map_items
from mindsight.record.folder import RunFolder
from mindsight.record.model import Draft, Item, Manifest

_NO_PICTURE = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True)
class Recorded:
    """An item with its task, in the words and under the setting in which it was run."""

    item: Item
    instance: Instance
    setting: Setting


def repeat(recorded: Recorded) -> Draft:
    """Return what becomes of a recorded task when its actions are carried out again; what the subject said is taken over."""
    item, steps = recorded.item, recorded.item.answer["steps"]
    drawn = any(step["picture"] != _NO_PICTURE for step in steps)
    with Episode(recorded.instance, recorded.setting, draw=drawn, budget=item.terms.get("left")) as episode:
        for step in steps:
            if not episode.done:
                episode.act(step["action"])
        result = episode.end(item.terms["ending"])
    again = draft_of(recorded.instance, result, {}, took_s=0.0)
    answer = {**item.answer, "steps": again.answer["steps"]}
    # Records that were written before it was a term say it in their steps only.
    terms = {name: value for name, value in again.terms.items() if name != "held_first" or name in item.terms}
    return again.model_copy(update={"id": item.id, "answer": answer, "terms": {**item.terms, **terms}})


def items_again(run: RunFolder, *, workers: int = 1) -> Iterator[tuple[Item, Draft]]:
    """Yield each tested item with what its actions give when they are repeated, in the order of the record."""
    recorded = list(_recorded(run))
    engine: Engine = "local" if workers > 1 else "serial"
    drafts = map_items(repeat, recorded, engine=engine, workers=workers, name=lambda one: one.item.id)
    by_id = {draft.id: draft for draft in drafts}
    return ((one.item, by_id[one.item.id]) for one in recorded)


def setting_of(manifest: Manifest, item: Item) -> dict[str, Any]:
    """Return the setting a task was run in: the plan's, or that of the condition it was run under."""
    for condition in manifest.plan.get("conditions", ()):
        if condition["key"] == item.terms.get("condition"):
            return dict(condition["setting"])
    return dict(manifest.plan["setting"])


def _recorded(run: RunFolder) -> Iterator[Recorded]:
    manifest, data = run.manifest, run.path / run.manifest.data.file
    instances, wordings = {one.id: one for one in read_instances(data)}, read_wordings(data)
    for item in run.items:
        if item.status == "failed":
            continue
        setting = Setting.model_validate(setting_of(manifest, item))
        instance = instances[item.id.partition(AT)[0]]
        yield Recorded(item, worded_in(instance, setting.wording, wordings), setting)
