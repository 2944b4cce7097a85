"""Leave a recorded subject alone once more: its actions or replies again, with the similarities that the record holds."""

from dataclasses import asdict

import numpy as np

from mindsight.home.autonomy.recording import room_of, scene_of
from mindsight.home.autonomy.runs.episode import AloneEpisode
from mindsight.home.autonomy.runs.following import room_scene
from mindsight.home.autonomy.runs.running import alone_draft
from mindsight.home.autonomy.scoring.terms import Near, scene_terms
from mindsight.home.episodes.repeating import NO_PICTURE, Recorded
from mindsight.record.model import Draft


def repeat_room(recorded: Recorded) -> Draft:
    """Return what becomes of a recorded room when its actions are carried out again; what the subject said is taken over."""
    item, steps = recorded.item, recorded.item.answer["steps"]
    drawn = recorded.drawn or any(step["picture"] != NO_PICTURE for step in steps)
    with AloneEpisode(recorded.instance, recorded.setting, draw=drawn) as episode:
        for step in steps:
            if not episode.done:
                episode.act(step["action"])
        result = episode.end(item.parsed["ending"])
    again = alone_draft(recorded.instance, result, {}, took_s=0.0)
    return measured(recorded, again.model_copy(update={"answer": {**item.answer, "steps": again.answer["steps"]}}))


def measured(recorded: Recorded, again: Draft) -> Draft:
    """Return a repeated room with its terms; without an embedding its texts have the similarities that the record holds."""
    item = recorded.item
    near, terms = item.parsed["near"], item.terms
    if again.parsed["conduct"] == item.parsed["conduct"]:
        scene = scene_of(room_of(room_scene(recorded.instance)), again.parsed["conduct"])
        wide = {"completed": len(scene.needs), "proposals": len(scene.needs), "needs": len(scene.needs)}
        wide["decoys"] = len(scene.decoys)
        held = {
            name: np.asarray(near[name], np.float64).reshape(len(near[name]), width) for name, width in wide.items()
        }
        language = recorded.setting.language
        terms = asdict(scene_terms(scene, Near(**held), language, unrelated=recorded.unrelated))
    return again.model_copy(update={"id": item.id, "parsed": {**again.parsed, "near": near}, "terms": terms})
