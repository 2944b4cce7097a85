"""Leave a subject alone in one room and record its behaviour (6.3 b): every picture, action and feedback, and the protocol."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mindsight.errors import MindsightError
from mindsight.harness.episodes.outcomes import Outcome
from mindsight.home.autonomy.embedders.embedder import Embedder
from mindsight.home.autonomy.embedders.nearness import near_of
from mindsight.home.autonomy.protocol import Scene
from mindsight.home.autonomy.recording import conduct_of, listed, room_of, scene_of
from mindsight.home.autonomy.rooms.needs import needs_of
from mindsight.home.autonomy.runs.baselines import LEFT_ALONE
from mindsight.home.autonomy.runs.episode import AloneEpisode, AloneResult
from mindsight.home.autonomy.runs.following import followed
from mindsight.home.autonomy.scoring.terms import scene_terms
from mindsight.home.episodes.baselines import agent_of, run_episode
from mindsight.home.episodes.running import INFRASTRUCTURE, keep
from mindsight.home.episodes.sessions import Share
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting
from mindsight.record.model import Draft
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
            run_episode(episode, agent_of(self.name, episode, self.seed, LEFT_ALONE))
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
    """Return a finished room as a draft of its item; its terms are added by ``with_similarities``."""
    scene = followed(instance, result)
    return Draft(
        id=instance.id,
        instance=instance.sha256,
        cluster=f"{instance.task}-{instance.seed}",
        status="scored",
        outcome=room_outcome(scene),
        answer={"steps": [step.model_dump(mode="json") for step in result.steps], **(answer or {})},
        parsed={
            "conduct": conduct_of(scene),
            "ending": result.ending,
            "harm": [one.model_dump(mode="json") for one in result.harm],
        },
        notes=notes,
        media=media,
        time_s=round(took_s, 3),
    )


def room_outcome(scene: Scene) -> str:
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
        terms={"task_class": instance.task, "needs": len(needs_of(instance))},
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


def with_similarities(
    drafts: Iterator[Draft], rooms: Mapping[str, Scene], language: Language, embedder: Embedder, unrelated: float | None
) -> Iterator[Draft]:
    """Yield drafts with the similarities of their texts and the terms that follow, so that scores need no embedding later."""
    for draft in drafts:
        if draft.status != "scored":
            yield draft
            continue
        scene = scene_of(room_of(rooms[draft.id]), draft.parsed["conduct"])
        near = next(near_of([scene], language, embedder))
        terms = asdict(scene_terms(scene, near, language, unrelated=unrelated))
        yield draft.model_copy(update={"parsed": {**draft.parsed, "near": listed(near)}, "terms": terms})
