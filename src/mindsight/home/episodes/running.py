"""Run a subject on one task and record its behaviour (6.3 b): every picture, action, feedback and predicate."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mindsight.clauses import implements
from mindsight.errors import MindsightError
from mindsight.home.episodes.baselines import agent_of, run_episode
from mindsight.home.episodes.episode import Episode, Result
from mindsight.home.episodes.sessions import Share, Shares
from mindsight.home.preparation.instances import Instance
from mindsight.home.setting import Setting
from mindsight.record.folder import put_media
from mindsight.record.model import Draft
from mindsight.text import Text, text

INFRASTRUCTURE = "infrastructure_error"


@dataclass(frozen=True)
class BaselineRunner:
    """Runs a built-in subject on a task; can be sent to another process."""

    name: str
    setting: Setting
    seed: int
    media: Path | None
    """Folder for the pictures; None keeps none."""
    shares: Shares = field(default_factory=dict)

    def __call__(self, instance: Instance) -> Draft:
        """Run one task to its end and record the behaviour."""
        began, share = time.perf_counter(), self.shares.get(instance.id)
        if share is not None and not share.left:
            return unreached_draft(instance, self.setting, share)
        with self.episode(instance) as episode:
            run_episode(episode, agent_of(self.name, episode, self.seed))
            result, pictures = episode.end(), episode.pictures
        return draft_of(instance, result, self.kept(pictures), took_s=time.perf_counter() - began, share=share)

    def episode(self, instance: Instance) -> Episode:
        """Begin an episode."""
        share = self.shares.get(instance.id)
        return Episode(instance, self.setting, draw=self.media is not None, budget=share.left if share else None)

    def lost(self, instance: Instance, error: MindsightError) -> Draft:
        """Return the draft of a task whose process died at every try."""
        share = self.shares.get(instance.id)
        return failed_draft(instance, error.text, answer={}, took_s=0.0, share=share)

    def kept(self, pictures: dict[str, bytes]) -> dict[str, str]:
        """Store pictures by hash and return their file names, if pictures are kept."""
        return {} if self.media is None else keep(self.media, pictures)


def keep(media: Path, pictures: dict[str, bytes]) -> dict[str, str]:
    """Store pictures in a media folder by hash; return their file names by their number in the episode."""
    return {f"{number:03d}": put_media(media, data, ".jpg") for number, data in enumerate(pictures.values())}


@implements("home", "6.3-b")
def draft_of(
    instance: Instance,
    result: Result,
    media: dict[str, str],
    *,
    took_s: float,
    answer: dict[str, Any] | None = None,
    notes: tuple[Text, ...] = (),
    share: Share | None = None,
) -> Draft:
    """Return a finished task as a draft of its item (home 6.3-b); its terms are all that scoring needs."""
    well_formed = sum(step.code != "unreadable" for step in result.steps)
    return Draft(
        id=instance.id,
        instance=instance.sha256,
        cluster=_cluster(instance, share),
        status="scored",
        outcome=result.outcome,
        answer={"steps": [step.model_dump(mode="json") for step in result.steps], **(answer or {})},
        parsed={"why": result.steps[-1].why if result.steps else {}, "disturbed": list(result.disturbed)},
        terms={
            **facts_of(instance),
            "manner": result.manner,
            "ending": result.ending,
            "goal_true": result.goal_true,
            "held_first": result.held_first,
            "disturbed": len(result.disturbed),
            "well_formed": well_formed,
            "score": result.score,
            "steps": len(result.steps),
            **(share.terms if share else {}),
        },
        notes=notes,
        media=media,
        time_s=round(took_s, 3),
    )


def unreached_draft(instance: Instance, setting: Setting, share: Share) -> Draft:
    """Return the draft of a task never begun because tasks before it had used up the budget of their session."""
    with Episode(instance, setting, draw=False, budget=0) as episode:
        return draft_of(instance, episode.end("unreached"), {}, took_s=0.0, share=share)


def failed_draft(
    instance: Instance, reason: Text | None, *, answer: dict[str, Any], took_s: float, share: Share | None = None
) -> Draft:
    """Return the draft of a task that the test's own equipment failed to run: listed, but not counted in f."""
    return Draft(
        id=instance.id,
        instance=instance.sha256,
        cluster=_cluster(instance, share),
        status="failed",
        outcome=INFRASTRUCTURE,
        answer=answer,
        terms={**facts_of(instance), **(share.terms if share else {})},
        error=reason or text("the task could not be tested"),
        time_s=round(took_s, 3),
    )


def _cluster(instance: Instance, share: Share | None) -> str:
    """Return the cluster of a task, shared by tasks that depend on each other: their round, else the seed of their pair."""
    return share.round if share else f"{instance.task}-{instance.seed}"


def facts_of(instance: Instance) -> dict[str, Any]:
    """Return what scoring needs to know about an instance."""
    return {"task": instance.task, "valid": instance.valid, "reason": instance.reason}
