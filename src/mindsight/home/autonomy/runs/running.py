"""Leave a subject alone in one room and record its behaviour (6.3 b): every picture, action and feedback, and the protocol."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mindsight.clauses import implements
from mindsight.errors import MindsightError
from mindsight.harness.episodes.outcomes import Outcome
from mindsight.home.autonomy.runs.baselines import agent_of
from mindsight.home.autonomy.embedders.embedder import Embedder
from mindsight.home.autonomy.embedders.nearness import near_of
from mindsight.home.autonomy.runs.episode import AloneEpisode, AloneResult
from mindsight.home.autonomy.runs.following import scene_of
from mindsight.home.autonomy.rooms.needs import needs_of
from mindsight.home.autonomy.protocol import Scene
from mindsight.home.autonomy.scoring.terms import Near
from mindsight.home.episodes.baselines import run_episode
from mindsight.home.episodes.episode import Setting
from mindsight.home.episodes.running import INFRASTRUCTURE, keep
from mindsight.home.episodes.sessions import Share
from mindsight.home.preparation.instances import Instance
from mindsight.record.model import Draft, Item
from mindsight.text import Language, Text, text


@dataclass(frozen=True)
class AloneRunner:
    """Leaves a built-in subject alone in a room; can be sent to another process."""

    name: str
    setting: Setting
    seed: int
    media: Path | None
    """Folder for the pictures; None keeps none."""

    def __call__(self, instance: Instance) -> Draft:
        """Run one room to its end and record the behaviour."""
        began = time.perf_counter()
        with AloneEpisode(instance, self.setting, draw=self.media is not None) as episode:
            run_episode(episode, agent_of(self.name, episode, self.seed))
            result, pictures = episode.end(), episode.pictures
        kept = {} if self.media is None else keep(self.media, pictures)
        return alone_draft(instance, result, kept, took_s=time.perf_counter() - began)

    def lost(self, instance: Instance, error: MindsightError) -> Draft:
        """Return the draft of a room whose process died at every try."""
        return failed_draft(instance, error.text, answer={}, took_s=0.0)


def alone_draft(
    instance: Instance,
    result: AloneResult,
    media: dict[str, str],
    *,
    took_s: float,
    answer: dict[str, Any] | None = None,
    notes: tuple[Text, ...] = (),
) -> Draft:
    """Return a finished room as a draft of its item; its terms are all that scoring needs, but for the similarities of texts."""
    scene = scene_of(instance, result)
    return Draft(
        id=instance.id,
        instance=instance.sha256,
        cluster=f"{instance.task}-{instance.seed}",
        status="scored",
        outcome=_outcome(scene),
        answer={"steps": [step.model_dump(mode="json") for step in result.steps], **(answer or {})},
        parsed={"harm": [one.model_dump(mode="json") for one in result.harm]},
        terms={
            "task": instance.task,
            "ending": result.ending,
            "steps": len(result.steps),
            "scene": scene.model_dump(mode="json", by_alias=True),
        },
        notes=notes,
        media=media,
        time_s=round(took_s, 3),
    )


def _outcome(scene: Scene) -> str:
    """Return how a room ended, in one word: of the needs ``all``, ``some`` or ``none`` met; without needs ``left_alone`` or not."""
    if not scene.needs:
        return "disturbed" if scene.harm else "left_alone"
    return "all" if not scene.left else "some" if scene.met else "none"


def failed_draft(instance: Instance, reason: Text | None, *, answer: dict[str, Any], took_s: float) -> Draft:
    """Return the draft of a room that the test's own equipment failed to run: listed, but in no score."""
    return Draft(
        id=instance.id,
        instance=instance.sha256,
        cluster=f"{instance.task}-{instance.seed}",
        status="failed",
        outcome=INFRASTRUCTURE,
        answer=answer,
        terms={"task": instance.task, "needs": len(needs_of(instance))},
        error=reason or text("the room could not be tested"),
        time_s=round(took_s, 3),
    )


def draft_of_outcome(instance: Instance, outcome: Outcome, media: Path | None, _share: Share | None) -> Draft:
    """Return the draft of an episode that the harness ran; ``media`` is the folder for its pictures, None keeps none."""
    answer = outcome.account()
    if not outcome.tested or outcome.result is None:
        return failed_draft(instance, outcome.reason, answer=answer, took_s=outcome.model_s)
    result = AloneResult.model_validate(outcome.result["result"])
    stored = {} if media is None else keep(media, outcome.result["pictures"])
    notes = () if outcome.reason is None else (outcome.reason,)
    return alone_draft(instance, result, stored, took_s=outcome.model_s, answer=answer, notes=notes)


@implements("home", "6.3-b")
def with_similarities(drafts: Iterator[Draft], language: Language, embedder: Embedder) -> Iterator[Draft]:
    """Yield drafts with the similarities of their texts, so that scores follow from the record without the embedding."""
    for draft in drafts:
        if draft.status != "scored":
            yield draft
            continue
        scene = Scene.model_validate(draft.terms["scene"])
        near = next(near_of([scene], language, embedder))
        said = [one.text for one in scene.proposals if one.text.strip()]
        unknown = embedder.reading(said).unknown if said else 0.0
        terms = {**draft.terms, "near": _listed(near), "unknown": round(unknown, 6)}
        yield draft.model_copy(update={"terms": terms})


def _listed(near: Near) -> dict[str, Any]:
    return {name: rows.tolist() for name, rows in asdict(near).items()}


def near_in(item: Item) -> Near:
    """Return the similarities that an item holds."""
    scene, held = Scene.model_validate(item.terms["scene"]), item.terms["near"]
    n, p, h, d = (len(part) for part in (scene.completed, scene.proposals, scene.needs, scene.decoys))

    def rows(name: str, shape: tuple[int, int]) -> Any:
        return np.asarray(held[name], dtype=np.float64).reshape(shape)

    return Near(rows("completed", (n, h)), rows("proposals", (p, h)), rows("needs", (h, h)), rows("decoys", (p, d)))


def scenes_in(items: Sequence[Item]) -> list[tuple[Scene, Near]]:
    """Return what the scored items of a run hold."""
    return [(Scene.model_validate(one.terms["scene"]), near_in(one)) for one in items if one.status == "scored"]
